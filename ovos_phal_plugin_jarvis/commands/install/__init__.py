"""Installing, mending and removing other people's command packages."""
