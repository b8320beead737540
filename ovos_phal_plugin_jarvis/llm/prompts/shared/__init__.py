"""Building blocks of system prompts, under the names that published providers import."""
