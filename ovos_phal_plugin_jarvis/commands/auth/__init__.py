"""Logging in for commands, and keeping the logins alive."""
