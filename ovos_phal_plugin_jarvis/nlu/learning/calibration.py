"""How sure a candidate is: one probability from all that speaks for and against it.

Logistic regressions, one for tools with examples and one for tools without; where tools have ten examples or more and
the encoder was asked as well, boosted trees: how much the one tells depends on what the other says. Fitted by
``test/bench/calibrate.py`` on data that decides nothing; see ``docs/understanding.md``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources

from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.verbs import UNKNOWN


@dataclass(frozen=True)
class Evidence:
    """What is known of one candidate. Log odds are bounded; shares are 0 to 1."""

    share: float = 0.0
    """Log odds of the tool among the tools with examples, by the words."""
    none: float = 0.0
    """Log odds that the words are for some tool, by the classifier."""
    genuine: float = 0.0
    """Log odds that the form is that of a request to it."""
    unexplained: float = 0.0
    """What words beyond the examples tell against it, in log odds."""
    slots: float = 0.0
    """Probability of the least sure argument."""
    declared: float = 0.0
    """How much the definition explains."""
    named: float = 0.0
    """How much of the tool's name is said."""
    margin: float = 0.0
    """How much more the definition explains than that of the next best tool, or less."""
    left: float = 0.0
    """Words with meaning that nothing explains."""
    left_share: float = 0.0
    """Their share of the words with meaning."""
    missing: float = 0.0
    """Whether a required argument is missing."""
    single: float = 0.0
    """Whether one word with meaning is all there is."""
    openness: float = 0.0
    """Share of free text in the tool's examples."""
    examples: float = 0.0
    """Logarithm of the number of examples."""
    usual_share: float = 0.0
    """``share`` of the tool's own examples when held back."""
    usual_none: float = 0.0
    """``none`` of the tool's own examples when held back."""
    asks: float = 0.0
    """Whether it begins as a question and no example says that word."""
    grammar: float = 0.0
    """Words of grammar outside values that no example says, 4 at most: "is", "has" and "who" tell of things."""
    states: float = 0.0
    """Whether it says what something is, and no example says that word."""
    orders: float = 0.0
    """Whether a verb is said that orders something."""
    read: float = 0.0
    """Log odds that the tool is meant, by the encoder."""
    read_margin: float = 0.0
    """The same less that of the next best tool."""
    like: float = 0.0
    """How like the most alike of the tool's examples it is, by the encoder: cosine."""
    like_margin: float = 0.0
    """The same less that of the next best tool's."""
    directed: float = 0.0
    """Log odds that it asks an assistant for something at all, by how it is put."""
    verb: float = UNKNOWN
    """How near the verb that it orders with is to those that the tool is asked with: cosine, -1 to 1, the most where
    that is not known."""


@dataclass(frozen=True)
class EvidenceElsewhere(Evidence):
    """The same in another language than English, where the encoder reads the English words that stand for it. What
    speaks against a tool is weighed there with the rest: which words deny or ask something is told by tables, and by no
    dictionary. In that order the trees know them."""

    negated: float = 0.0
    opposite: float = 0.0
    inquiry: float = 0.0
    unsettled: float = 0.0
    not_for: float = 0.0
    past: float = 0.0
    stated: float = 0.0
    number_left: float = 0.0
    day_left: float = 0.0
    place_left: float = 0.0
    """How often it is refused for each of these reasons (``nlu.reasons``); words that nothing explains are counted
    by ``left``."""
    words: float = 0.0
    """How much was said."""
    covered: float = 0.0
    """Words that say an argument."""
    arguments: float = 0.0
    """How many are found."""
    covered_share: float = 0.0
    """Share of those words among all."""
    strange_share: float = 0.0
    """``left`` against all words."""
    denied: float = 0.0
    """Whether a denial may be one of what the tool does or of a value (``nlu.denied_elsewhere``)."""
    writes: float = 0.0
    """Whether the tool writes something down, or is told things: what is over may be meant for it."""


@dataclass(frozen=True)
class EvidenceDeclared(Evidence):
    """The same of a tool that shows no example."""

    words: float = 0.0
    covered: float = 0.0
    arguments: float = 0.0
    covered_share: float = 0.0
    strange_share: float = 0.0
    writes: float = 0.0
    """These six as in ``EvidenceElsewhere``."""
    parameters: float = 0.0
    """How many arguments it has."""
    near: float = 0.0
    """How near what was said is to all that it declares, by the encoder."""
    near_margin: float = 0.0
    """The same less that of the nearest other tool."""
    near_usual: float = 0.0
    """``near`` less how near it is to what assistants are usually asked for (``nlu/data/usual_tools.json``)."""


ELSEWHERE = "examples, other languages"
"""Where that is known: the encoder reads the English words that stand for those of another language."""
WITHOUT_EXAMPLES = "no examples, by trees"
"""A tool that shows no example, read by the encoder in English words."""
NAMES = tuple(f.name for f in fields(Evidence))
NAMES_ELSEWHERE = tuple(f.name for f in fields(EvidenceElsewhere))
NAMES_DECLARED = tuple(f.name for f in fields(EvidenceDeclared))
_KNOWN = {ELSEWHERE: NAMES_ELSEWHERE, WITHOUT_EXAMPLES: NAMES_DECLARED}
"""What trees are told that know more than ``Evidence``."""
_BOUNDS = {"genuine": (-8.0, 8.0), "unexplained": (0.0, 20.0), "left": (0.0, 8.0), "grammar": (0.0, 4.0)}
"""The least and the most of what is no share and depends on the arguments."""


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[float, list[tuple[str, float, float]]]]:
    """By group the bias, and what weighs anything with its weight and the most that comes of it."""
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / "calibration.json").read_text(encoding="utf-8")
    return {
        group: (
            float(told["bias"]),
            [(name, weight, _most_of(name, weight)) for name in NAMES if (weight := float(told.get(name) or 0.0))],
        )
        for group, told in json.loads(text).items()
    }


def _most_of(name: str, weight: float) -> float:
    """The most that *name* can tell, which is no number that is known before the arguments are."""
    return max(weight * bound for bound in _BOUNDS.get(name, (0.0, 1.0)))


def confidence(evidence: Evidence, group: str) -> float:
    """The probability that the tool is meant.

    Args:
        evidence: what is known.
        group: ``declared`` or ``examples``, with ``+encoder`` where it was asked, and ``few+encoder`` where it was
            about a tool with few; ``WITHOUT_EXAMPLES`` where it was about one without, in English; ``examples, no
            lexicon`` for a language of which there is neither a dictionary of meanings nor an encoder.
    """
    forest = forests().get(group)
    if forest is not None:
        return forest.probability([getattr(evidence, name) for name in _names(group)])
    bias, weights = _weights()[group]
    return _probability(bias + sum(weight * getattr(evidence, name) for name, weight, _ in weights))


def most(foreseen: Mapping[str, float], group: str) -> float:
    """The most that :func:`confidence` can be of evidence of which *foreseen* is known, whatever the rest tells."""
    forest = forests().get(group)
    if forest is not None:
        return forest.most([foreseen.get(name) for name in _names(group)])
    odds, weights = _weights()[group]
    for name, weight, at_most in weights:
        odds += weight * foreseen[name] if name in foreseen else at_most
    return _probability(odds)


def _names(group: str) -> tuple[str, ...]:
    return _KNOWN.get(group, NAMES)


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


_LEAST_LIKELY = 1e-6
"""Probability below which, and below whose counterpart, all are as good as this."""
_LEAST_ODDS = math.log(_LEAST_LIKELY / (1 - _LEAST_LIKELY))


def logit(probability: float, bound: float = 8.0) -> float:
    """Logarithm of the odds, bounded."""
    if probability <= _LEAST_LIKELY:  # as most of the tools are
        return max(-bound, _LEAST_ODDS)
    clipped = min(probability, 1 - _LEAST_LIKELY)
    return max(-bound, min(bound, math.log(clipped / (1 - clipped))))
