"""The modules of a Jarvis node that packages import, served by this device's own parts."""
