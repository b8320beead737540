"""Several requests in one utterance: where one may end and the next begin."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.text import strip_request, tokenize

_JOINTS = re.compile(
    r"(?:\s*[,.;!?]+\s*(?:and then|and also|and|then|also|after that|afterwards)?\s+"
    r"|\s+(?:and then|and after that|and also|then also|after that|and|then|also|plus)\s+)",
    re.IGNORECASE,
)
_VERBS = frozenset(
    [
        "add",
        "ask",
        "book",
        "buy",
        "call",
        "cancel",
        "change",
        "check",
        "clear",
        "close",
        "convert",
        "count",
        "create",
        "decrease",
        "delete",
        "dim",
        "disable",
        "divide",
        "double",
        "enable",
        "find",
        "flip",
        "get",
        "give",
        "go",
        "increase",
        "list",
        "lock",
        "look",
        "lower",
        "make",
        "move",
        "multiply",
        "mute",
        "navigate",
        "open",
        "order",
        "pause",
        "pick",
        "play",
        "put",
        "raise",
        "read",
        "record",
        "remind",
        "remove",
        "repeat",
        "reset",
        "resume",
        "ring",
        "rename",
        "roll",
        "save",
        "schedule",
        "search",
        "send",
        "set",
        "show",
        "shuffle",
        "shut",
        "skip",
        "snooze",
        "start",
        "stop",
        "subtract",
        "switch",
        "take",
        "tell",
        "text",
        "toss",
        "translate",
        "turn",
        "unlock",
        "unmute",
        "unpause",
        "update",
        "wake",
        "what",
        "what's",
        "when",
        "where",
        "who",
        "how",
        "which",
        "is",
        "are",
        "do",
        "does",
        "will",
    ]
)


def openers(utterances: Iterable[str]) -> frozenset[str]:
    """Words that requests begin with: those that at least two of *utterances* do, and common ones."""
    counts: dict[str, int] = {}
    for utterance in utterances:
        tokens = tokenize(strip_request(utterance))
        if tokens:
            counts[tokens[0].norm] = counts.get(tokens[0].norm, 0) + 1
    return frozenset({word for word, count in counts.items() if count > 1 and len(word) > 1} | _VERBS) - {
        "the",
        "a",
        "an",
        "in",
        "at",
        "on",
        "for",
        "to",
        "of",
        "my",
        "and",
        "with",
        "some",
        "#",
    }


def joints(text: str, opening: frozenset[str]) -> list[tuple[str, str]]:
    """Every way to cut *text* in two so that the second part begins like a request; the earliest first."""
    found = []
    for match in _JOINTS.finditer(text):
        first, second = text[: match.start()].strip(), text[match.end() :].strip()
        words = tokenize(strip_request(second))
        # "a hundred and one plus two": only "then" parts a sum from what a number begins.
        if words and is_number_word(words[0].norm) and "then" not in match.group().lower():
            continue
        if first and len(words) > 0 and words[0].norm in opening:
            found.append((first, second))
    return found
