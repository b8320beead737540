"""Where the rooms are put together: the plugin and the command line both start here."""
