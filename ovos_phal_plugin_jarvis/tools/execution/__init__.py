"""Running foreign code: the pool, the deadline, what hangs, and how long a toolbox lives."""
