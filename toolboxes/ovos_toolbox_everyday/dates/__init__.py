"""Days until, time differences, sunrise and sunset."""
