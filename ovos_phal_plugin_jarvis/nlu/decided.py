"""Whether an utterance is several requests, a request with something beside it, or all of it one for one tool; and how
surely what was made of it is what was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.certainty import UNKNOWN
from ovos_phal_plugin_jarvis.nlu.learning.calibration import WITHOUT_EXAMPLES
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation

PLANS, WHOLES = "plans", "wholes"
"""The trees that tell whether a plan by parts is what was asked for, and whether one tool for all of an utterance is it
instead; fitted by ``test/bench/calibrate.py plans``."""
INSTEAD = 0.5
"""Probability from which that tool is believed."""
LEAST = 0.4
"""How certain a plan is at least that these trees doubt: what only tells something is told, as nobody wants to be asked
whether to."""
DOUBTED = 0.75
"""Probability below which a plan is doubted at all."""
ASKED = 0.7
"""How certain that is at most where by its parts nothing is done: who changes something asks first."""
OF_THE_WHOLE = (
    *("share", "none", "genuine", "unexplained", "slots", "declared", "named", "margin", "read", "read_margin"),
    *("like", "like_margin", "directed"),
)
"""What of the evidence for the tool is looked at."""


@dataclass(frozen=True)
class PlanEvidence:
    """What is known of a plan, beside what one tool would make of all of the utterance. Counts, and shares up to 1."""

    calls: float
    tools: float
    confidence: float
    certain: float
    """These four, and what follows up to ``held``, of the plan by parts: its calls, their tools, how sure they are."""
    left: float
    """Parts that nothing is done about."""
    told: float
    """Whether something has to be said beside."""
    said: float
    """Share of the utterance that its calls are of."""
    values: float
    """Arguments of all its calls."""
    held: float
    """Whether nothing is done because of what is left, or as something is unclear."""
    words: float
    """Of the utterance."""
    believed: float
    """Whether the tool for the whole can be acted on: 1, refused 0, none at all -1."""
    alike: float
    """Whether it makes the very call of the plan."""
    whole: float
    whole_certain: float
    """How sure that tool is, and its values."""
    unexplained: float
    unexplained_share: float
    """Words that nothing explains to it, and their share."""
    covered: float
    """Share of the words that say its values."""
    arguments: float
    missing: float
    reads: float
    """Whether it only tells something."""
    among: float
    """Whether the plan has a call of it."""
    within: float
    """Whether it has all values of the plan's one call."""
    holds: float
    """Whether that has all of its values."""


_OF_THE_PLAN = tuple(f.name for f in fields(PlanEvidence))
_numbers_of_plan, _numbers_of_whole = attrgetter(*_OF_THE_PLAN), attrgetter(*OF_THE_WHOLE)
NAMES = (*_OF_THE_PLAN, *(f"whole_{name}" for name in OF_THE_WHOLE))


@dataclass(frozen=True)
class Decision:
    """What is meant, and how surely."""

    instead: bool
    """Whether it is one request for one tool, whatever its parts are."""
    certain: float


def decide(told: Translation, plan: Plan, whole: Candidate | None, certain: float) -> Decision:
    """Which of two readings is meant.

    Args:
        told: what is to be done and said of *plan*.
        plan: of the utterance by its parts.
        whole: the likeliest tool for all of it.
        certain: how sure the values of that are.
    """
    row = weighed(told, plan, whole, certain)
    acts = bool(told.calls) and told.question is None
    if is_another(told, plan, whole):
        one = forests()[WHOLES].probability(row)
        if one >= INSTEAD:
            return Decision(True, one if acts else min(one, ASKED))
    sure = forests()[PLANS].probability(row) if acts else 1.0
    # Of a tool that shows no example less is known: its telling is asked about as well.
    alone = whole is not None and {call.name for call in told.calls} == {whole.definition.name}
    least = UNKNOWN if alone and whole is not None and whole.group == WITHOUT_EXAMPLES else LEAST
    return Decision(False, max(least, sure) if sure < DOUBTED else 1.0)


def _loses(told: Translation, whole: Candidate) -> bool:
    """Whether a word that is another request by the parts, or is left over there, means nothing to the tool for the
    whole: "convert five miles to kilometers and water the plants"; or an order that is left over would be a part of a
    text: "find a recipe for soup and open the window"."""
    heard, name = whole.heard, whole.definition.name
    parts = [*told.left, *(call.said for call in told.calls if call.name != name)]
    orders = heard.lang.verbs - heard.lang.question_words
    if any(not orders.isdisjoint(words_of(part)[:1]) for part in parts if _follows(part, heard)):
        return True
    # The one word that all of it begins with is lost to nobody: people have many verbs to ask with.
    others = {word for part in parts if words_of(part) != heard.words[:1] for word in words_of(part)}
    words = zip(heard.words, whole.account.how, strict=True)
    return any(how == LEFT and word in others for word, how in words)


def _follows(part: str, heard: Heard) -> bool:
    """Whether something is said before *part*."""
    return not heard.text.lower().startswith(part.lower()) and not heard.spoken.lower().startswith(part.lower())


def weighed(told: Translation, plan: Plan, whole: Candidate | None, certain: float) -> Sequence[float]:
    """The numbers of ``NAMES`` of what :func:`decide` is told."""
    evidence = PlanEvidence(
        calls=len(told.calls),
        tools=len({call.name for call in told.calls}),
        confidence=told.confidence,
        certain=told.certain,
        left=len(told.left),
        told=bool(told.say),
        said=sum(len(call.said) for call in told.calls) / max(1, len(whole.heard.text)) if whole is not None else 0.0,
        values=sum(len(_read(call)) for call in told.calls),
        held=plan.held or plan.unclear is not None,
        words=len(whole.heard.words) if whole is not None else 0.0,
        **_of_whole(told, whole, certain),
    )
    other = _numbers_of_whole(whole.evidence) if whole is not None else (0.0,) * len(OF_THE_WHOLE)
    return [*map(float, _numbers_of_plan(evidence)), *other]


def _of_whole(told: Translation, whole: Candidate | None, certain: float) -> dict[str, float]:
    """What there is to know of *whole* beside the plan that *told* tells of."""
    if whole is None:
        return dict.fromkeys(_OF_THE_PLAN[_OF_THE_PLAN.index("believed") :], 0.0) | {"believed": -1.0}
    name, words = whole.definition.name, max(1, len(whole.heard.words))
    own: Mapping[str, Any] = whole.filled.arguments
    only: Mapping[str, Any] = _read(told.calls[0]) if len(told.calls) == 1 else {}
    left = whole.account.how.count(LEFT)
    return {
        "believed": float(_is_believed(whole)),
        "alike": float(is_alike(told, whole)),
        "whole": whole.confidence,
        "whole_certain": certain,
        "unexplained": float(left),
        "unexplained_share": left / words,
        "covered": len(whole.filled.covered) / words,
        "arguments": float(len(own)),
        "missing": float(len(whole.filled.missing)),
        "reads": float(bool(whole.definition.annotations.get("readOnlyHint"))),
        "among": float(any(call.name == name for call in told.calls)),
        "within": float(all(own.get(key) == value for key, value in only.items())),
        "holds": float(all(only.get(key) == value for key, value in own.items())),
    }


def _read(call: ToolCall) -> dict[str, Any]:
    """The arguments of *call* that were read in the words, and not chosen afterwards."""
    return {name: value for name, value in call.arguments.items() if name not in call.implied}


def _is_believed(whole: Candidate) -> bool:
    return whole.refused is None and not whole.filled.missing


def is_alike(told: Translation, whole: Candidate) -> bool:
    """Whether *whole* is the one call that is *told*."""
    calls = [(call.name, _read(call)) for call in told.calls]
    return calls == [(whole.definition.name, dict(whole.filled.arguments))]


def is_another(told: Translation, plan: Plan, whole: Candidate | None) -> bool:
    """Whether *whole* may be meant instead of *plan*: nothing is done in spite of what was taken back, limited or left
    open, and nothing is lost that was said."""
    settled = not (plan.cancelled or plan.held or plan.unclear or told.question is not None)
    if whole is None or not settled or not _is_believed(whole):
        return False
    if not plan.requests and not plan.left:
        return False  # nothing is wanted: it is only spoken of, or said to somebody else
    return not is_alike(told, whole) and not _loses(told, whole)
