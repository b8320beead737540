"""Toolboxes in processes of their own."""
