"""The devices that packages' protocols find, and the tools that switch them."""
