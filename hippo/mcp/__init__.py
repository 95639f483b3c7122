"""The MCP server: the services for agents that speak the Model Context Protocol. Only two modules know the SDK."""
