"""The Model Context Protocol, both ways: MCP servers as toolboxes, and our tools for MCP clients."""
