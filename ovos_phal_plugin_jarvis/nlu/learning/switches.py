"""A yes or no that says whether a thing is on: "turn the lamp off" for ``on``, ``enabled`` or ``power``.

Nothing in such a name tells what it is about: it is said by "on" and "off", or by a verb that orders it. Of tools
without examples only; examples show how theirs are said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ovos_phal_plugin_jarvis.nlu.acts.questions import inquires
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import BOOLEAN
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import is_ordered, only_leads
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import only_tells
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, verbs_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrases_meaning, single_words
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_STATES = frozenset(
    ["on", "power", "powered", "enabled", "enable", "active", "activated", "activate", "switch", "state"]
)
"""Words of the names of such arguments. Names of arguments are English in every language."""
_BESIDE = frozenset(["is", "turn", "turned", "set", "switched", "off", "or", "status", "be", "should"])
"""Words beside these that tell no more."""
_TURNING = frozenset(["set", "toggle", "switch", "turn"])
"""Words in the name of a tool that sets what it is called after: ``set_blocking`` with ``blocking``."""
_BOTH = re.compile(r"\b(?:on|enabled?|activated?)\b.*\b(?:off|disabled?|deactivated?)\b", re.IGNORECASE | re.DOTALL)
"""What tells of a thing that can be on and off."""
_DEEDS = {True: ("enable", "resume"), False: ("disable", "stop", "pause")}
"""What is ordered of a thing that shall be on, or off, by the language's names for it."""


def is_switch(parameter: ToolParameter, definition: ToolDefinition) -> bool:
    """Whether *parameter* of *definition* says whether a thing shall be on."""
    is_plain = parameter.param_type.lower() in BOOLEAN and not parameter.enum_values
    if not is_plain or definition.examples or only_tells(definition):
        return False
    words, own = set(split_name(parameter.named)), set(split_name(definition.named))
    if parameter.required and words <= own - _TURNING and own & _TURNING:
        return True
    named = words & _STATES and words <= _STATES | _BESIDE
    told = _BOTH.search(f"{definition.description} {parameter.description}")
    return bool(named) and (parameter.required or told is not None)


def turned(heard: Heard, definition: ToolDefinition, arguments: Collection[str]) -> int:
    """Whether *heard* is that something shall be on or off, of which *definition* knows: 1 where one of its *arguments*
    that are found says it, -1 where the tool only tells and nothing is asked, else 0."""
    if said(heard, ()) is None:
        return 0
    if only_tells(definition):
        return 0 if inquires(heard.text, heard.lang) else -1
    found = (p for p in definition.parameters if p.name in arguments)
    return int(any(is_switch(p, definition) or _is_of_sides(p, heard) for p in found))


def is_put_as_turning(heard: Heard, covered: Collection[int]) -> bool:
    """Whether *heard* is an order in which things are turned on or off and nothing else is said: "turn the hall lights
    on", or without a verb at its end, "hall lights off". Not "keep the lights on", "dinner with the lights off",
    "turned the lights off" nor "write the heater off".

    Args:
        heard: the request, in English.
        covered: words that say an argument.
    """
    lang, words = heard.lang, heard.words
    sides = {*lang.ons, *lang.offs}
    joining = lang.articles | lang.owners | lang.demonstratives | lang.all_words | lang.around | sides
    begins = words[0] in lang.turning and 0 not in covered
    rest = words[1:] if begins else words
    if any(word in lang.function_words and word not in joining for word in rest):
        return False
    if any(not lang.turning.isdisjoint(verbs_of(word, lang)) for word in rest):
        return False
    if begins:
        return True
    last = rest[-2:] if rest[-1:] == ["again"] else rest[-1:]
    return not sides.isdisjoint(last) and words[0] not in lang.verbs and 0 not in heard.request_verbs


def _is_of_sides(parameter: ToolParameter, heard: Heard) -> bool:
    """Whether *parameter* has both "on" and "off" among its values."""
    values = {value.lower() for value in parameter.enum_values or () if isinstance(value, str)}
    return not values.isdisjoint(heard.lang.ons) and not values.isdisjoint(heard.lang.offs)


def said(heard: Heard, taken: Collection[int]) -> tuple[int, bool] | None:
    """The word by which *heard* says that a thing shall be on, or off, and which; None where none does, where several
    say different things, and where it is denied.

    Args:
        heard: the request.
        taken: words that say something else.
    """
    found = [(at, value) for at, value in (*_particles(heard), *_orders(heard)) if at not in taken]
    if len({value for _, value in found}) != 1:
        return None
    at, value = found[0]
    # "Don't turn the fan on" denies the turning; "i can't sleep turn the fan on" denies nothing of it.
    ordered = max((place for place in range(at) if heard.words[place] in heard.lang.verbs), default=at)
    denied = not denying_words(heard.lang).isdisjoint(heard.words[max(0, ordered - 1) : at])
    return None if denied else (at, value)


def _particles(heard: Heard) -> Iterator[tuple[int, bool]]:
    """Each "on" and "off" that belongs to an order, or to the thing before it: no "fan [on] the landing", no "[on] air
    sign" and no "day [off]"."""
    lang, words = heard.lang, heard.words
    sides = dict.fromkeys(lang.ons, True) | dict.fromkeys(lang.offs, False)
    net = english_wordnet() if lang.code == ENGLISH else None
    for at, word in enumerate(words):
        if word not in sides or not at or words[at - 1] in lang.copulas:
            continue  # "the fan is on" tells
        if is_ordered(at - 1, heard):
            yield at, sides[word]
            continue
        behind = words[at + 1] if at + 1 < len(words) else ""
        compound = net is not None and f"{words[at - 1]} {word}" in net
        leads = word in lang.ons and only_leads(at, heard)
        named = is_content(behind, lang) and behind not in lang.ending and not heard.breaks_before(at + 1)
        if not leads and not compound and not (behind and named):
            yield at, sides[word]


def _orders(heard: Heard) -> Iterator[tuple[int, bool]]:
    """Each verb that orders that something goes on or stops."""
    particles = single_words(heard.lang, "ons") | single_words(heard.lang, "offs")
    for value, deeds in _DEEDS.items():
        verbs = phrases_meaning(heard.lang, *deeds) - particles
        yield from ((at, value) for at in sorted(heard.request_verbs) if heard.words[at] in verbs)
