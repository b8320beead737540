"""MCP servers of others, each as a toolbox of its own."""
