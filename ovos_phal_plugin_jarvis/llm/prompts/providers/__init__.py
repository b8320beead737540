"""The built-in providers, one file a family."""
