"""Lists of things: the store, and the tools over it."""
