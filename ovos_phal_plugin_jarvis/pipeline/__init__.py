"""The OVOS pipeline plugin. It lives in ovos-core's process and knows the service by its bus topics only."""
