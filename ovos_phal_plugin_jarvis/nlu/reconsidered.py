"""Whether what was refused is meant after all: then it is asked about, and never done unasked.

A reason to refuse knows its own words only: a condition that nobody at a counter would wait for ("as soon as there's
room the gull gets berth five"), a fact that stands for the order, a part that alone means nothing to anybody. Trees
weigh all of them together with how it is put (``acts.is_wanted``) and how surely the tool is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts import acts_of, is_wanted
from ovos_phal_plugin_jarvis.nlu.acts.conditions import conditions
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected
from ovos_phal_plugin_jarvis.nlu.candidates import ACCEPT, AMBIGUOUS, UNSURE, Candidate
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import calibration
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import DECLARED, EXAMPLE, LEFT, MEANING
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.reasons import (
    CODES,
    DAY_LEFT,
    NEGATED,
    NOT_FOR,
    NUMBER_LEFT,
    OPPOSITE,
    PAST,
    PLACE_LEFT,
    UNSETTLED,
)
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import holds_joint
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.translation.values import Translation

FOREST = "refused"
"""The trees; fitted by ``test/bench/calibrate.py refused``."""
_MEANT, _MEANT_IN_SPITE = 0.6, 0.7
"""Probability from which it is asked about, and where something was denied."""
CERTAIN = 0.35
"""How certain the call is then: what only tells something asks first as well."""
_MOST_JOINTS = 4
"""Places at which a text is parted to see whether it asks for more."""
_COMMAS = re.compile(r"[,;.!?]\s+")
_SENTENCES = re.compile(r"[.;!?]\s+")
_RULED_OUT = frozenset([OPPOSITE, UNSETTLED, NOT_FOR, NUMBER_LEFT, DAY_LEFT, PLACE_LEFT, PAST])
"""Reasons in spite of which nothing is asked."""
_ACTS = (
    *("musing", "doubt", "hearsay", "others", "asked_then", "relay", "condition", "question", "why", "statement"),
    *("deed", "remark"),
)
"""What a text may do instead of wanting something; fields of ``Acts``."""
_CODES = (*CODES, UNSURE, AMBIGUOUS)
NAMES = (
    *("held", "unclear", "requests", "left", "told"),
    *("words", "whole", "whole_certain", "unexplained", "unexplained_share", "covered", "arguments", "reads"),
    *_CODES,
    *("about", "about_share"),
    *_ACTS,
    *("directed", "wanted"),
    *(f"of_{name}" for name in calibration.NAMES),
    "above",
)
"""What the numbers of :func:`weighed` are."""


def is_nothing(told: Translation, plan: Plan) -> bool:
    """Whether nothing of *plan*, of which *told* is told, is done or asked, and its speaker has not taken it back."""
    return not told.calls and told.question is None and not plan.cancelled


def is_meant(told: Translation, plan: Plan, first: Candidate, text: str, certain: float) -> bool:
    """Whether *first* is asked about; what is told of *plan* and the rest as in :func:`probability`."""
    if not may_be_meant(plan, first, text):
        return False
    denied = any(reason.code == NEGATED for reason in first.account.reasons)
    return probability(told, plan, first, text, certain) >= (_MEANT_IN_SPITE if denied else _MEANT)


def may_be_meant(plan: Plan, first: Candidate, text: str) -> bool:
    """Whether nothing rules *first* out: it says the opposite, a number, a day or a place more, or what nobody settled;
    it is passed on to somebody, or doubted; no value of it is said, so that little speaks for it; or what was left open
    may limit what is done, or say when."""
    reasons, lang = first.account.reasons, first.heard.lang
    if not first.filled.covered or any(reason.code in _RULED_OUT for reason in reasons):
        return False
    if _begins_as_done(first.heard):
        return False
    if len({start for start, _ in conditions(text, lang.code)}) > 1:
        return False  # "if there is hay give them that, if not straw"
    exceptions = single_words(lang, "exceptions") - {*lang.negations}
    if any(reason.code == NEGATED and exceptions.intersection(reason.about) for reason in reasons):
        return False
    said = acts_of(text, lang.code)
    if said.relay or said.doubt or said.musing or any(_limits(each, lang) for each in _SENTENCES.split(text)[1:]):
        return False
    texts = (value for value in first.filled.arguments.values() if isinstance(value, str))
    if plan.unclear is not None and any(holds_joint(value, lang.code) for value in texts):
        return False  # it may be one title or two
    return all(_may_be_passed_over(part, plan, first, text) for part in plan.left)


def _may_be_passed_over(part: str, plan: Plan, first: Candidate, text: str) -> bool:
    """Whether the *part* that *plan* leaves open may be a clause beside the order: what holds all of it back is a
    condition, and no "every morning"; what stands beside it says something, says no number or time that *first* has
    not, depends on nobody's wish, and is nothing that an order waits for ("open the gate [when the boat is in]")."""
    lang = first.heard.lang
    depends = _depends(part, lang)
    if part == text:
        return depends or not plan.held
    words = words_of(part)
    told = depends or bool(words and words[0] in lang.negations) or stated(words, lang) is not None
    waits = depends and _begins_with_order(first)
    wished = depends and not lang.wishes.isdisjoint(words)
    return told and not (waits or wished) and not _limits(part, lang) and not _says_more(part, first)


def _begins_as_done(heard: Heard) -> bool:
    """Whether the words begin with what is done, and not with an order: "moored the heron at berth five"."""
    word = heard.words[0]
    return word in heard.lang.preterites - heard.lang.verbs or is_inflected(word, heard.lang)


def _begins_with_order(first: Candidate) -> bool:
    """Whether the words begin with a verb, or with one of the tool's own words."""
    word, how = first.heard.words[0], first.account.how[0]
    return word in first.heard.lang.verbs or (
        how in (EXAMPLE, DECLARED, MEANING) and is_content(word, first.heard.lang)
    )


def _depends(part: str, lang: Language) -> bool:
    """Whether there is a condition in *part*."""
    return any(True for _ in conditions(part, lang.code))


def _limits(part: str, lang: Language) -> bool:
    """Whether *part* begins as what leaves something out: "[but keep] the small one"."""
    limiting = phrase_pattern(lang, "contrasts", "exceptions", "barring", "sparing")
    found = limiting.match(part) if limiting is not None else None
    return found is not None and found[0].lower() not in lang.negations


def _says_more(part: str, first: Candidate) -> bool:
    """Whether *part* says a number, a length or a time that no value of *first* is made of."""
    heard = first.heard
    begin = heard.text.lower().find(part.lower())
    if begin < 0:
        return bool(valued(hear(part, heard.lang.code, EPOCH, strip=False)))
    within = [at for at, x in enumerate(heard.tokens) if begin <= x.start and x.end <= begin + len(part)]
    return any(
        x.start in within and first.filled.covered.isdisjoint(range(x.start, x.end))
        for x in valued(heard)
        if heard.counts(x)
    )


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


def asks_more(first: Candidate, text: str, reread: Callable[[str], Candidate | None]) -> bool:
    """Whether a part of *text* is a request of its own that *first* is not: for another tool, or for the same with
    other values.

    Args:
        first: the tool that is asked about.
        text: the utterance.
        reread: gives the likeliest tool for other words.
    """
    parts = [part for part in _parts(text, first.heard.lang) if part != text]
    for found in filter(None, map(reread, parts)):
        own, another = first.filled.arguments, found.definition is not first.definition
        if found.confidence < ACCEPT or not (another or found.filled.covered):
            continue
        if another or any(own.get(name) != value for name, value in found.filled.arguments.items()):
            return True
    return False


def _parts(text: str, lang: Language) -> list[str]:
    """What stands before and behind each joint and each comma of *text*."""
    joints = phrase_pattern(lang, "joints")
    places = [found.span() for found in joints.finditer(text)][:_MOST_JOINTS] if joints is not None else []
    places += [found.span() for found in _COMMAS.finditer(text)][:_MOST_JOINTS]
    return [part for start, end in places for part in (text[:start].strip(), text[end:].strip()) if part]


def set_aside(plan: Plan, first: Candidate, text: str) -> list[str]:
    """The parts of *text* that *first* does not look to, in the user's words: what it depends on, where that is not
    all of the text. Where no part of the plan has it, as the tool was not believed at all, it is what is said from the
    condition on, if that is behind the order."""
    lang = first.heard.lang
    parts = [part for part in plan.left if part != text and _depends(part, lang)]
    if parts or text in plan.left:
        return parts
    behind = (text[start:].strip() for start, _ in conditions(text, lang.code) if text[:start].strip())
    return [clause for clause in behind if _holds_nothing(clause, first)][:1]


def _holds_nothing(clause: str, first: Candidate) -> bool:
    """Whether *clause*, which the text ends in, says no value of *first*, nor the order: it is a clause behind that."""
    begin = first.heard.text.lower().rfind(clause.lower())
    within = [at for at, token in enumerate(first.heard.tokens) if token.start >= begin]
    before = any(at not in within for at in first.filled.covered)
    return begin >= 0 and before and first.filled.covered.isdisjoint(within)


def depends_on_all(plan: Plan, first: Candidate, text: str) -> bool:
    """Whether *text* depends on something that no part has which is set aside: it has to be told of all of it."""
    return _depends(text, first.heard.lang) and not set_aside(plan, first, text)
