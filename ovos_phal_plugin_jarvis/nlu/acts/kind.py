"""What is done by saying something, of which to request is one: dialogue acts, as the field calls them."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """What a clause is."""

    MUSING = "musing"
    """Somebody may do, or likes, what it names: "i might …"."""
    STORY = "story"
    """It tells what was: "he asked me what time it was", "the umpire couldn't count"."""
    DOUBT = "doubt"
    """Whoever speaks has not made up their mind, or speaks to somebody else: "… i'm not sure yet"."""
    HEARSAY = "hearsay"
    """Somebody else says it."""
    RELAY = "relay"
    """Somebody else is to be told it: "tell my wife to …"."""
    CONDITION = "condition"
    """It is to be done if something is so, or once it is."""
    QUESTION = "question"
    """It wants to be told something."""
    STATEMENT = "statement"
    """It says what somebody or something does or is."""
    REASON = "reason"
    """It says why: "because …"."""
    APOLOGY = "apology"
    ADDRESS = "address"
    """It calls somebody, and says no more: "quick quick"."""
    REQUEST = "request"
    """Nothing tells that it is anything else; whether it asks for something, the tools tell."""
