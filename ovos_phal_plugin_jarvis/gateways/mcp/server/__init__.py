"""The tools of this device for MCP clients."""
