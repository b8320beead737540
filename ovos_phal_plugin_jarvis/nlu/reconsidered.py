"""Whether what was refused is meant after all: then it is asked about, and never done unasked.

A reason to refuse knows its own words only: a condition that nobody at a counter would wait for ("if there's a gap on
sunday let yasmin have it"), a fact that stands for the order ("the blue paint is low, enter it"), a number that belongs
to nothing. Trees weigh all of them together with how it is put (``acts.is_wanted``) and how surely the tool is meant.
"""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts import acts_of, is_wanted
from ovos_phal_plugin_jarvis.nlu.candidates import AMBIGUOUS, UNSURE, Candidate
from ovos_phal_plugin_jarvis.nlu.learning import calibration
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT
from ovos_phal_plugin_jarvis.nlu.reasons import (
    DAY_LEFT,
    INQUIRY,
    NEGATED,
    NOT_FOR,
    NUMBER_LEFT,
    OPPOSITE,
    PAST,
    PLACE_LEFT,
    STATED,
    UNSETTLED,
    WORDS_LEFT,
)
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.translation.values import Translation

FOREST = "refused"
"""The trees; fitted by ``test/bench/calibrate.py refused``."""
_MEANT, _MEANT_IN_SPITE = 0.6, 0.7
"""Probability from which it is asked about, and where something was denied: mostly a reason, or a yes or no of the tool
in other words ("they don't eat meat")."""
_ACTS = (
    *("musing", "doubt", "hearsay", "others", "asked_then", "relay", "condition", "question", "why", "statement"),
    *("deed", "remark"),
)
"""What a text may do instead of wanting something; fields of ``Acts``."""
_CODES = (
    *(NEGATED, OPPOSITE, INQUIRY, UNSETTLED, NOT_FOR, PAST, STATED, NUMBER_LEFT, DAY_LEFT, PLACE_LEFT, WORDS_LEFT),
    *(UNSURE, AMBIGUOUS),
)
NAMES = (
    *("held", "unclear", "requests", "left", "told"),
    *("words", "whole", "whole_certain", "unexplained", "unexplained_share", "covered", "arguments", "reads"),
    *_CODES,
    *("about", "about_share"),
    *_ACTS,
    *("directed", "wanted"),
    *calibration.NAMES,
    "above",
)
"""What the numbers of :func:`weighed` are."""


def is_nothing(told: Translation, plan: Plan) -> bool:
    """Whether nothing of *plan*, of which *told* is told, is done or asked, and its speaker has not taken it back."""
    return not told.calls and told.question is None and not plan.cancelled


def is_meant(told: Translation, plan: Plan, first: Candidate, text: str, certain: float) -> bool:
    """Whether *first* is asked about, of which and of the others :func:`probability` tells. What means the opposite of
    the tool is never meant by it."""
    codes = {reason.code for reason in first.account.reasons}
    if OPPOSITE in codes:
        return False
    least = _MEANT_IN_SPITE if NEGATED in codes else _MEANT
    return probability(told, plan, first, text, certain) >= least


def probability(told: Translation, plan: Plan, first: Candidate, text: str, certain: float) -> float:
    """That *first* is meant where nothing is done.

    Args:
        told: what is to be said of the plan.
        plan: of the utterance by its parts.
        first: the likeliest tool for all of it.
        text: the utterance.
        certain: how sure the values of *first* are.
    """
    return forests()[FOREST].probability(weighed(told, plan, first, text, certain))


def weighed(told: Translation, plan: Plan, first: Candidate, text: str, certain: float) -> list[float]:
    """The numbers of ``NAMES``."""
    words = max(1, len(first.heard.words))
    left = first.account.how.count(LEFT)
    codes = [reason.code for reason in first.account.reasons] or [first.refused or ""]
    about = sum(len(reason.about) for reason in first.account.reasons)
    said = acts_of(text, first.heard.lang.code)
    numbers: list[Any] = [
        *(plan.held, plan.unclear is not None, len(plan.requests), len(plan.left), bool(told.say)),
        *(words, first.confidence, certain, left, left / words, len(first.filled.covered) / words),
        *(len(first.filled.arguments), bool(first.definition.annotations.get("readOnlyHint"))),
        *(codes.count(code) for code in _CODES),
        *(about, about / words),
        *(bool(getattr(said, name)) for name in _ACTS),
        *(said.directed, is_wanted(text, first.heard.lang.code)),
        *(getattr(first.evidence, name) for name in calibration.NAMES),
        first.confidence - first.least,
    ]
    return [float(number) for number in numbers]


def set_aside(plan: Plan, first: Candidate, text: str) -> list[str]:
    """What of *text* was not looked to, in the user's words: the parts that held it back, and what *first* was refused
    for. Empty where that is all of the text, or nothing that may be dropped in silence."""
    about = [" ".join(reason.about) for reason in first.account.reasons if reason.code in _TOLD]
    parts = [part for part in plan.left if acts_of(part, first.heard.lang.code).condition]
    whole = " ".join(first.heard.words)
    return [part for part in dict.fromkeys((*parts, *about)) if part not in ("", text, whole)]


_TOLD = (NEGATED, NUMBER_LEFT, DAY_LEFT, PLACE_LEFT, UNSETTLED, NOT_FOR)
"""Reasons whose words would else be dropped."""
