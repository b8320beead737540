"""What to ask when a required argument was not said."""

from __future__ import annotations

import re

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu import values
from ovos_phal_plugin_jarvis.nlu.alignment import Profile

_BY_KIND = {
    m.DURATION: "For how long?",
    m.TIME: "At what time?",
    m.DATE: "For which day?",
    m.PERCENT: "How many percent?",
    m.MONEY: "How much?",
}
_PLACES = ("location", "city", "place", "where")
_MAX_CHOICES = 6


def question_for(profile: Profile) -> str:
    """A question for one argument, to be spoken as it is."""
    parameter = profile.parameter
    spoken = " ".join(re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", parameter.name).lower())).strip()
    if parameter.enum_values and len(parameter.enum_values) <= _MAX_CHOICES:
        choices = [value.replace("_", " ") for value in parameter.enum_values]
        listed = ", ".join(choices[:-1]) + f" or {choices[-1]}" if len(choices) > 1 else choices[0]
        return f"Which {spoken}: {listed}?"
    kind = values.kind_of(profile.formats[0]) if profile.formats else None
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    if kind == m.NUMBER:
        numbered = re.fullmatch(r"(?:num(?:ber)?|n|x|y|a|b|value|operand)\s?(\d*)", spoken)
        return "Which number?" if numbered else f"What number for the {spoken}?"
    if any(word in spoken.split() for word in _PLACES):
        return "For which place?"
    return f"What should the {spoken} be?"
