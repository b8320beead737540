"""Words that mean the same to a tool: what authors call things, and what people say for them."""

from __future__ import annotations

from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.stems import stem
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS

MEANINGS: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = tuple(
    (frozenset(names.split()), tuple(words.split("|")))
    for names, words in (
        ("add addition plus sum", "add|plus|sum|added to|total|and"),
        (
            "subtract subtraction minus difference",
            "subtract|minus|take away|less|difference|subtracted from|take|from|deduct",
        ),
        ("multiply multiplication times product", "multiply|times|multiplied by|product|x|*|×|multiplied"),
        ("divide division quotient", "divide|divided by|over|quotient|divided|/|÷|split"),
        ("power exponent exponentiate", "power|to the power of|squared|cubed|raised to"),
        ("sqrt square_root root", "square root|root"),
        ("percent percentage percent_of", "percent of|percent|%"),
        ("modulo mod remainder", "modulo|mod|remainder"),
        ("on enable enabled activate turn_on true", "on|enable|activate|start"),
        ("off disable disabled deactivate turn_off false", "off|disable|deactivate|kill|out"),
        ("toggle", "toggle|flip"),
        (
            "up increase raise louder brighter warmer higher volume_up",
            "up|louder|increase|raise|brighter|warmer|higher|more|hotter",
        ),
        (
            "down decrease lower quieter dimmer cooler softer volume_down reduce",
            "down|quieter|decrease|lower|dim|dimmer|cooler|softer|less|reduce|darker|colder",
        ),
        ("mute silence", "mute|silence|silent|be quiet|shut up"),
        ("unmute", "unmute|sound back on"),
        ("pause", "pause|hold|halt"),
        ("resume continue unpause", "resume|continue|carry on|unpause|keep going"),
        ("stop cancel end", "stop|cancel|end|abort|dismiss|never mind|quit|kill|scrap|forget|ditch|abandon|discard"),
        ("start begin create new set", "start|begin|create|new|set|make"),
        ("next skip forward", "next|skip|forward"),
        ("previous back last prev", "previous|go back|back|last one|before"),
        ("play", "play"),
        ("remove delete clear", "remove|delete|take off|clear|erase|cross off|scratch|drop|get rid of"),
        ("list show read get query", "list|show|read|what 's on|what is on|what 's in|which|display|tell me"),
        ("open", "open|raise"),
        ("close shut", "close|shut"),
        ("lock", "lock"),
        ("unlock", "unlock"),
        ("metric celsius c centigrade", "metric|celsius|centigrade"),
        ("imperial fahrenheit f", "imperial|fahrenheit"),
        ("heads", "heads"),
        ("tails", "tails"),
        ("update change edit", "update|change|edit|modify"),
        ("check status remaining", "check|status|left|remaining|how long|how much time"),
        ("high", "high|maximum|max|full"),
        ("low", "low|minimum|min"),
        ("medium", "medium|middle|half"),
        ("heat heating", "heat|heating|warm"),
        ("cool cooling", "cool|cooling"),
        ("auto automatic", "auto|automatic"),
        ("shuffle random", "shuffle|random|mix"),
        ("repeat loop", "repeat|loop|again"),
    )
)
"""Names that authors give to values, and what people say for them."""


@lru_cache(maxsize=1)
def _classes() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for names, words in MEANINGS:
        group = min(names)
        for word in {*words, *names}:
            if " " not in word and "_" not in word and len(word) > 2 and word not in FUNCTION_WORDS:
                found.setdefault(stem(word), []).append(group)
    return {word: tuple(sorted(groups)) for word, groups in found.items()}


@lru_cache(maxsize=8192)
def classes_of(word: str) -> tuple[str, ...]:
    """Names for what *word* may mean; words of one meaning share one."""
    return _classes().get(stem(word), ())
