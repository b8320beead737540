"""Ways to the service beside the bus: thin, with no policy of their own."""
