"""What authors write into names and descriptions for programs, put as people would say it.

Schemas that are published for language models say what their codes mean in the text beside them ("FLU = influenza,
BRK = fracture"), give all values of an enumeration one beginning (``LoopOne``, ``LoopAll``), list the arguments
once more in the description ("Args: …") and begin names with the product's (``HassTurnOn``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_ENGLISH = "en"
_BLOCK = re.compile(
    r"^[ \t]*(?:args|arguments|parameters|params|inputs?|returns?|raises|yields|outputs?|examples?)\s*:", re.I | re.M
)
"""Where a description goes on about arguments and results, as docstrings do."""
_LEAST_MEANINGS = 0.5
"""Share of the values of an argument that a description has to explain to be a list of what they mean."""
_EXPLAINS = "="
"""What stands for nothing else, so that one is enough."""
_MOST_WORDS = 9
"""Words of what a value means; what is longer is no name for it."""
_MOST_READ = 2_000
"""Characters of a description in which values are looked for."""
_MOST_VALUES = 60
"""Values of an argument that are looked for: nobody explains more."""
_PREFIXES = ("un", "re", "de", "dis", "down", "up", "over", "out", "pre", "co")
"""What verbs begin with that no dictionary has."""
_SIGN = re.compile(r"\s*(?:[:=\u2013\u2014\u2192]|->|\()\s*|\s+-\s+|\s+(?:means|stands for)\s+")
"""What stands between a value and what it means."""
_SENTENCE = re.compile(r"[;\n]|\.(?:\s|$)")
"""Where what is said of a value ends before the next one: "… Default: eco"."""
_ENDS = re.compile(r"[;\n)]|\.(?:\s|$)|,(?!\s*(?:and|or)\b)")
"""Where the meaning of the last value ends."""
_TAIL = re.compile(r"(?:\s*[,;.)(|/]|\s+(?:and|or)|\s*['\"`])+\s*$")
_HEAD = re.compile(r"^[\s'\"`(]+")
_TELLING = frozenset(["non", "without", "next", "last", "previous", "first", "final", "low", "high", "min", "max"])
"""What values begin with that tells something, beside words of grammar."""
_SHORTEST = 3
"""Letters from which on what is no word of the dictionary may be a name all the same, and no code."""


def split_name(name: str) -> list[str]:
    """The words of a name in snake, kebab or camel case, without figures."""
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return [word for word in re.split(r"[\W\d_]+", spelled.lower()) if word]


def summary(description: str) -> str:
    """What the first 2,000 characters of *description* tell before the lists of arguments, results and errors that
    docstrings end with; all of them where nothing stands before those."""
    description = description[:_MOST_READ]
    found = _BLOCK.search(description)
    return (description[: found.start()].strip() if found is not None else "") or description


def plain_name(name: str) -> str:
    """*name* of a tool without its first word, where no dictionary knows that and a verb that people order with
    follows: ``turn_on`` for ``HassTurnOn``. As it is where nothing is to be left out."""
    net, words, spoken = english_wordnet(), split_name(name), language(_ENGLISH)
    unknown = len(words) > 2 and net is not None and not net.lemmas(words[0]) and not _is_small(words[0])
    # "unassign", "downvote" are in no dictionary either, and are what the tool does.
    is_product = unknown and words[1] in spoken.verbs and not words[0].startswith(_PREFIXES)
    return "_".join(words[1:]) if is_product else name


@lru_cache(maxsize=4_000)
def _meanings(values: tuple[str, ...], description: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    text = description[:_MOST_READ]
    places = sorted(
        (found.start(), found.end(), value) for value in values[:_MOST_VALUES] for found in _of(value).finditer(text)
    )
    # "heat" and "preheat", "stop" and "stop_at_once": the longer one.
    kept: list[tuple[int, int, str]] = []
    for start, end, value in sorted(places, key=lambda place: place[0] - place[1]):
        if all(end <= a or b <= start for a, b, _ in kept):
            kept.append((start, end, value))
    kept.sort()
    signed = [place for place in kept if _SIGN.match(text, place[1])]
    if not signed and not all(_is_code(value) for value in values):
        return ()  # "return the short or the full text" explains nothing
    begins = [start for start, _, _ in kept]
    kept = signed or kept
    told: dict[str, tuple[str, str]] = {}
    for _, end, value in kept:
        sign = _SIGN.match(text, end)
        until = next((start for start in begins if start >= end), None)
        rest = text[sign.end() if sign is not None else end : until]
        ending = (_ENDS if until is None else _SENTENCE).search(rest)
        rest = rest[: ending.start()] if ending is not None else rest
        meaning = _HEAD.sub("", _TAIL.sub("", re.sub(r"\s*\([^()]*\)?", "", rest)))
        said = meaning.lower().split()
        counts = sign is not None and sign[0].strip() == "(" and any(map(str.isdigit, meaning))
        plain = (
            len(said) <= _MOST_WORDS and not all(map(_is_small, said)) and not re.search(r"[;:=]|\bdefault", meaning)
        )
        if plain and not counts and value not in told:
            told[value] = (sign[0].strip() if sign is not None else "", meaning.lower())
    signs = {sign for sign, _ in told.values()}
    enough = told and (signs == {_EXPLAINS} or len(told) >= max(2, _LEAST_MEANINGS * len(values)))
    if not enough or len(signs) > 1:
        return ()
    return tuple((value, _ways(meaning)) for value, (_, meaning) in told.items())


def meanings(parameter: ToolParameter) -> dict[str, tuple[str, ...]]:
    """What the description of *parameter* says that its values mean: value → the ways to say it. Empty where it is no
    list of that."""
    return dict(_meanings(tuple(map(str, parameter.enum_values or ())), parameter.description))


def said_for(parameter: ToolParameter) -> dict[str, str]:
    """How each value of *parameter* is called: its own words without the beginning that all share, unless no
    dictionary knows them, and what the description says that it means."""
    told = meanings(parameter)
    own = dict(zip(parameter.enum_values or (), _without_beginning(parameter.enum_values or ()), strict=True))
    return {
        value: " ".join(
            dict.fromkeys([*(words if value not in told or _are_words(words) else ()), *told.get(value, ())])
        )
        or value
        for value, words in own.items()
    }


def _without_beginning(values: Sequence[str]) -> list[list[str]]:
    """The words of each of *values* without those that all of them begin with."""
    words = [_words(value) for value in values]
    most = min(map(len, words), default=0) - 1
    shared = next((at for at in range(max(0, most)) if len({w[at] for w in words}) > 1), max(0, most))
    if words and any(_is_small(word) or word in _TELLING for word in words[0][:shared]):
        shared = 0  # what denies or says when is no mere beginning: "not_started", "next_week"
    return [w[shared:] for w in words] if len(values) > 1 else words


def short_names(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Those of *values* that all begin with the same words, with the words behind these: ``all`` of ``LoopAll``."""
    found = _without_beginning(values)
    return {v: tuple(w) for v, w in zip(values, found, strict=True) if w != _words(v) and any(map(str.isalpha, w))}


def parted_value(value: str) -> str:
    """A value in snake, kebab, camel or dotted case with spaces between its words."""
    spelled = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", value)
    return re.sub(r"[_-]+|(?<=[a-z])\.(?=[A-Z])", " ", spelled)


def _words(value: str) -> list[str]:
    return re.findall(r"[^\W_]+", parted_value(value).lower())


def _is_code(value: str) -> bool:
    """Whether *value* is no word as its author writes it: ``BRK``, ``1a``."""
    return value.isupper() or any(map(str.isdigit, value)) or not _are_words(_words(value))


def _are_words(words: Sequence[str]) -> bool:
    return all(_is_small(w) or (len(w) >= _SHORTEST and _is_known(w)) for w in words)


def _is_known(word: str) -> bool:
    """Whether a dictionary has *word*, or what stands behind its first syllable: "unfollow"."""
    net = english_wordnet()
    behind = [word[len(each) :] for each in _PREFIXES if word.startswith(each) and len(word) > len(each) + _SHORTEST]
    return net is None or word in net or any(each in net for each in behind)


def _is_small(word: str) -> bool:
    return word in language(_ENGLISH).function_words


def _of(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(value)}(?![\w]|\+)" if value else r"(?!)")


def _ways(meaning: str) -> tuple[str, ...]:
    parts = [part.strip() for part in re.split(r"\s*/\s*|\s*,\s*|\s+or\s+", meaning)]
    plain = [re.findall(r"[^\W_]+(?:'\w+)?", part) for part in parts]
    return tuple(dict.fromkeys(" ".join(words) for words in plain if not all(map(_is_small, words))))
