"""Finding and importing Jarvis commands, with the published module names standing for ours."""
