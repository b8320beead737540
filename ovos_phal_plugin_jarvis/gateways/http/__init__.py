"""The service over HTTP: an ASGI app, who may come in, and the server that both live in."""
