"""The device itself, over the topics that OVOS has for it."""
