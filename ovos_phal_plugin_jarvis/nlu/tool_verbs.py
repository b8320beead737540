"""English verbs in the names of tools that tell what becomes of what is there. Names of tools are English in every
language, and so are the names of the meanings in a language's ``words.yaml``."""

TAKING = frozenset(["cancel", "delete", "remove", "discard", "unset", "drop"])
"""Of what takes back one thing that was made."""
ENDING = TAKING | {"clear", "empty", "erase", "release", "stop", "end", "dismiss"}
"""Of all after which a thing that was made, or each of them, is there no more."""
HALTING = ENDING | {"skip", "snooze", "pause", "suspend"}
"""Of all after which a thing that was made does nothing any more, or not for a while."""
UNDOING = frozenset(["undo", "revert"])
"""Of what takes back the last change, whatever it was."""
CHANGING = frozenset(["change", "update", "edit", "modify", "adjust", "alter", "reschedule"])
"""Of what changes something that another tool has made."""
MAKING = frozenset(["add", "append", "book", "create", "insert", "make", "new", "order", "put", "set", "start"])
"""Of all after which something is there that was not."""
KEEPING = MAKING | {
    "arrange",
    "hire",
    "log",
    "note",
    "plan",
    "record",
    "register",
    "rent",
    "request",
    "reserve",
    "schedule",
}
"""Of all of ``MAKING``, and of what is held for somebody or written down."""
