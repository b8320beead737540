"""Whether what was refused is meant after all: then it is asked about, and never done unasked.

A reason to refuse knows its own words only: a condition that nobody at a counter would wait for ("as soon as there's
room the gull gets berth five"), a fact that stands for the order, a number that says no value, a clause that reads
like a request of its own. Trees weigh all of them together with how it is put (``acts.is_wanted``) and how surely the
tool is meant. What the question leaves aside is told with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts import INSTEAD, acts_of, is_wanted
from ovos_phal_plugin_jarvis.nlu.acts.conditions import conditions
from ovos_phal_plugin_jarvis.nlu.acts.statements import request_behind, stated
from ovos_phal_plugin_jarvis.nlu.acts.words import is_inflected, may_order
from ovos_phal_plugin_jarvis.nlu.candidates import ACCEPT, AMBIGUOUS, UNSURE, Candidate
from ovos_phal_plugin_jarvis.nlu.denied_beside import (
    as_denied,
    denied_clauses,
    denied_deeds,
    denies_deed,
    denies_value,
    denies_value_at_once,
    is_deed,
    last_denial,
)
from ovos_phal_plugin_jarvis.nlu.entities import TIMED
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import calibration
from ovos_phal_plugin_jarvis.nlu.learning.calibration import ELSEWHERE, EvidenceElsewhere
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import DECLARED, EXAMPLE, LEFT, MEANING
from ovos_phal_plugin_jarvis.nlu.negations import is_ceased
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
    STATED,
    UNSETTLED,
)
from ovos_phal_plugin_jarvis.nlu.recurring import comes_again, frequencies
from ovos_phal_plugin_jarvis.nlu.segmentation import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import holds_joint
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.translation.values import Translation

FOREST = "refused"
"""The trees; fitted by ``test/bench/calibrate.py refused``."""
MEANT = 0.6
"""Probability from which it is asked about."""
_LIKELY = 0.5
"""How sure a tool is at least where no trees know the language."""
_LEAST = 0.1
"""How sure a tool is at least that is asked about."""
CERTAIN = 0.35
"""How certain the call is then: what only tells something asks first as well."""
_MOST_JOINTS = 4
"""Places at which a text is parted to see whether it asks for more."""
_COMMAS = re.compile(r"[,;.!?]\s+")
_SENTENCES = re.compile(r"[.;!?]\s+")
_RULED_OUT = frozenset([OPPOSITE, UNSETTLED, NOT_FOR, NUMBER_LEFT, PAST])
"""Reasons in spite of which nothing is asked."""
_RULED_OUT_BY_RULE = _RULED_OUT - {PAST}
"""The same where no trees know the language."""
_ASIDE = frozenset([DAY_LEFT, PLACE_LEFT])
"""Reasons whose words a question leaves aside, unless all of it is an order, to which they belong."""
_CODES = (*CODES, UNSURE, AMBIGUOUS)
NAMES = (
    *("held", "unclear", "requests", "left", "told"),
    *("words", "whole", "whole_certain", "unexplained", "unexplained_share", "covered", "arguments", "reads"),
    *_CODES,
    *("about", "about_share"),
    *INSTEAD,
    *("directed", "wanted"),
    *("begins_as_done", "denied_deeds", "orders", "orders_behind"),
    *(f"of_{name}" for name in calibration.NAMES),
    "above",
)
"""What the numbers of :func:`weighed` are."""


def is_nothing(told: Translation, plan: Plan) -> bool:
    """Whether nothing of *plan*, of which *told* is told, is done or asked, and its speaker has not taken it back."""
    return not told.calls and told.question is None and not plan.cancelled


@dataclass(frozen=True)
class Meant:
    """What is asked about."""

    candidate: Candidate
    aside: tuple[str, ...]
    """What that leaves aside, in the user's words."""
    unchecked: bool
    """Whether it depends on something that is no part of these."""


def asked_about(
    told: Translation,
    plan: Plan,
    first: Candidate,
    text: str,
    certain: float,
    reread: Callable[[str], Candidate | None],
    *,
    by_trees: bool = True,
) -> Meant | None:
    """What is asked about where nothing is done; None where nothing is.

    Args:
        told: what is to be said of the plan.
        plan: of the utterance by its parts.
        first: the likeliest tool for all of it.
        text: the utterance.
        certain: how sure the values of *first* are.
        reread: gives the likeliest tool for other words.
        by_trees: whether trees know the language; else it has to be put as what is told, or nothing speaks against it.
    """
    if is_ruled_out(plan, first, text, _RULED_OUT if by_trees else _RULED_OUT_BY_RULE):
        return None
    if not (probability(told, plan, first, text, certain) >= MEANT if by_trees else _may_be_meant(first)):
        return None
    put_right = as_denied(first, reread)
    if put_right is None and (_begins_with_order(first) or denies_value_at_once(first)):
        return None
    found = put_right or first
    if denies_value(found) or asks_more(found, text, reread):
        return None
    if found is not first and any(_says_more(part, found) for part in plan.left if part != text):
        return None  # "remind me to feed the hens at five and [not to let them out at six]"
    aside = _left_aside(plan, first, text, put_right)
    return Meant(found, tuple(dict.fromkeys(aside)), depends_on_all(plan, first, text))


def _may_be_meant(first: Candidate) -> bool:
    """Whether *first* is likely meant where nothing but how it is put speaks against that: as what is told, and to what
    is told things as what is over; or where trees have weighed that, and a denial that is none of the tool's deed
    (``docs/understanding.md`` has figures)."""
    codes = {reason.code for reason in first.account.reasons}
    if isinstance(first.evidence, EvidenceElsewhere):
        weighed = {STATED, NEGATED, DAY_LEFT, PLACE_LEFT, *([PAST] if first.evidence.writes else [])}
        sure = first.confidence >= first.least and first.rival is None
        return sure and codes <= weighed and not first.evidence.denied
    told = {STATED, PAST} if first.account.told else {STATED}
    return codes <= told and first.confidence >= _LIKELY and first.refused not in (UNSURE, AMBIGUOUS)


def is_all(first: Candidate) -> bool:
    """Whether *first* is what trees for other languages make of all of an utterance, with nothing against it."""
    return first.group == ELSEWHERE and first.refused is None


def is_of_it(plan: Plan, first: Candidate) -> bool:
    """Whether what *plan* leaves is a part of *first* after all, which is all of the utterance; never where that says a
    time or how long, or anything comes again: a tool that takes no such thing takes it for something else."""
    if not is_all(first):
        return False
    heard = first.heard
    held = [hear(part, heard.lang.code, EPOCH, strip=False) for part in plan.left]
    timed = any(x.kind in TIMED for part in held for x in part.mentions)
    again = next(comes_again(heard), None) is not None or next(frequencies(heard), None) is not None
    return not timed and not again


def is_ruled_out(plan: Plan, first: Candidate, text: str, reasons: Collection[str] = _RULED_OUT) -> bool:
    """Whether a question would be no help: next to nothing speaks for *first*; no value of it is said; the opposite is,
    or a number more; it is passed on, doubted or thanked for; it is told as done, or denied, and nothing is ordered
    beside that; or a question would leave out what limits what is done, what nobody settled, or which of two conditions
    holds; or it is refused for one of *reasons*. Of what begins with an order nothing is left aside but a clause that
    only tells: the rest belongs to it."""
    codes, lang = {reason.code for reason in first.account.reasons}, first.heard.lang
    if first.confidence < _LEAST or not first.filled.covered or not codes.isdisjoint(reasons):
        return True
    said = acts_of(text, lang.code)
    orders, orders_behind = _orders(first.heard)
    told = _begins_as_done(first.heard) or bool(said.deed and said.statement and said.remark)
    denied = is_ceased(first.heard) or (denies_deed(first) and not orders_behind)
    if said.relay or said.doubt or (told and not orders) or denied:
        return True
    thanking = phrase_pattern(lang, "thanks_for")
    if said.asked_then or (thanking is not None and thanking.search(text)) or _is_taken_back(text, lang):
        return True
    if any(True for _ in comes_again(first.heard)) or _says_value_as_reason(first):
        return True
    if _begins_with_order(first):
        open_parts = any(not _may_be_passed_over(part, plan, first, text) for part in plan.left)
        if open_parts or said.musing or not codes.isdisjoint(_ASIDE):
            return True
    depending = {start for start, _ in conditions(text, lang.code)}
    if len(depending) > 1 or (depending and not codes.isdisjoint(_ASIDE)):
        return True  # "if there is hay give them that, if not straw"
    if 0 in depending and max(first.filled.covered) < max(_deeds(first), default=0):
        return True  # "should it snow tomorrow close the vent": the day is when it snows
    return _is_limited(plan, first, text)


def _deeds(first: Candidate) -> Iterator[int]:
    """The places of the verbs by which the tool tells of itself."""
    return (at for at in range(len(first.heard.words)) if is_deed(first, at))


def _is_taken_back(text: str, lang: Language) -> bool:
    """Whether *text* ends in what takes all of it back, or wants none of it: "but [i've changed my mind]", "[not now]";
    a word alone may answer a yes or no of it."""
    back = phrase_pattern(lang, "cancel", "refuse")
    ends = [found for found in back.finditer(text) if not text[found.end() :].strip()] if back is not None else []
    return any(found.start() and len(found[0].split()) > 1 for found in ends)


def _says_value_as_reason(first: Candidate) -> bool:
    """Whether a value of *first* stands in a clause that only says why something is ordered behind it: the "two" of
    "we have two cats so the lamp goes to five"."""
    behind = request_behind(first.heard.words, first.heard.lang)
    return any(end < behind for _, end, _ in first.filled.spans)


def _is_limited(plan: Plan, first: Candidate, text: str) -> bool:
    """Whether something limits what is done, or a text of *first* may be one title or two."""
    lang = first.heard.lang
    exceptions = single_words(lang, "exceptions") - {*lang.negations}
    if any(reason.code == NEGATED and exceptions.intersection(reason.about) for reason in first.account.reasons):
        return True
    if any(_limits(each, lang) for each in (*_SENTENCES.split(text)[1:], *(p for p in plan.left if p != text))):
        return True
    texts = (value for value in first.filled.arguments.values() if isinstance(value, str))
    return plan.unclear is not None and any(holds_joint(value, lang.code) for value in texts)


def _may_be_passed_over(part: str, plan: Plan, first: Candidate, text: str) -> bool:
    """Whether the *part* that *plan* leaves open may be a clause beside the order: what holds all of it back is a
    condition, and no "every morning"; what stands beside it says something, says no number or time that *first* has
    not, depends on nobody's wish, and is nothing that an order waits for ("open the gate [when the boat is in]"). Where
    *first* is all of the utterance, it only limits nothing and says no more."""
    lang = first.heard.lang
    depends = _depends(part, lang)
    if is_all(first):
        return not _limits(part, lang) and (part == text or not _says_more(part, first))
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


def _orders(heard: Heard) -> tuple[int, int]:
    """How many words order something, at the beginning or behind what joins clauses, and how many of them behind the
    last denial: "… hasn't got one so [find] him a place"."""
    lang = heard.lang
    polite = single_words(lang, "politeness")
    kinds = ("joints", "fillers", "consequences", "contrasts")
    fresh = polite.union(*(single_words(lang, kind) for kind in kinds))
    places = [
        at
        for at, word in enumerate(heard.words)
        if (not at or heard.breaks_before(at) or heard.words[at - 1] in fresh)
        and word not in polite
        and may_order(word, lang)
    ]
    return len(places), sum(at > last_denial(heard) >= 0 for at in places)


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
    """That *first* is meant where nothing is done; arguments as in :func:`asked_about`."""
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
        *(bool(getattr(said, name)) for name in INSTEAD),
        *(said.directed, is_wanted(text, first.heard.lang.code)),
        *(_begins_as_done(first.heard), denied_deeds(first), *_orders(first.heard)),
        *(getattr(first.evidence, name) for name in calibration.NAMES),
        first.confidence - first.least,
    ]
    return [float(number) for number in numbers]


def asks_more(first: Candidate, text: str, reread: Callable[[str], Candidate | None]) -> bool:
    """Whether a part of *text* is a request of its own that *first* is not: for another tool, or an order to the same
    with other values. A clause that only has other values may be of the one request.

    Args:
        first: the tool that is asked about.
        text: the utterance.
        reread: gives the likeliest tool for other words.
    """
    own = first.filled.arguments
    for found in (reread(part) for part in _parts(text, first.heard.lang) if part != text):
        if found is None or found.confidence < ACCEPT:
            continue
        if found.definition is not first.definition:
            return True
        other = any(own.get(name) != value for name, value in found.filled.arguments.items())
        ordered = may_order(found.heard.words[0], first.heard.lang) and not found.filled.missing
        if found.filled.covered and other and ordered:
            return True
    return False


def _parts(text: str, lang: Language) -> list[str]:
    """What stands before and behind each joint and each comma of *text*."""
    joints = phrase_pattern(lang, "joints")
    places = [found.span() for found in joints.finditer(text)][:_MOST_JOINTS] if joints is not None else []
    places += [found.span() for found in _COMMAS.finditer(text)][:_MOST_JOINTS]
    return [part for start, end in places for part in (text[:start].strip(), text[end:].strip()) if part]


def _left_aside(plan: Plan, first: Candidate, text: str, put_right: Candidate | None) -> Iterator[str]:
    """What a question about *first* leaves aside, in the user's words: conditions, days and places that no value has,
    parts that say none of its values, what is joined behind it, and what denies something, unless *put_right* has made
    something of that."""
    yield from set_aside(plan, first, text)
    yield from (" ".join(reason.about) for reason in first.account.reasons if reason.code in _ASIDE)
    told = [part for part in plan.left if part != text and not _depends(part, first.heard.lang)]
    told = [part for part in told if _says_none(part, first) or _says_more(part, first)]
    if put_right is None or put_right is first:
        clauses = denied_clauses(first, denied=put_right is None)
        told += [clause for clause in clauses if not any(clause in part for part in told)]
    joined = _joined_behind(first)
    if joined and not any(joined in part or part in joined for part in told):
        told.append(joined)
    yield from told


def _joined_behind(first: Candidate) -> str:
    """What is joined behind all that says a value of *first*, and means nothing to it: "[and change his bandage]"; ""
    where there is nothing."""
    heard = first.heard
    kinds = ("joints", "contrasts", "alternatives")
    joining = frozenset().union(*(single_words(heard.lang, kind) for kind in kinds))
    last = max(first.filled.covered)
    start = next((at for at in range(last + 1, len(heard.words)) if heard.words[at] in joining), len(heard.words))
    strange = any(first.account.how[at] == LEFT for at in range(start, len(heard.words)))
    return heard.said(start, len(heard.words)) if strange else ""


def _says_none(part: str, first: Candidate) -> bool:
    """Whether *part* says no value of *first*."""
    begin = first.heard.text.lower().find(part.lower())
    within = {at for at, x in enumerate(first.heard.tokens) if begin <= x.start and x.end <= begin + len(part)}
    return begin >= 0 and bool(within) and first.filled.covered.isdisjoint(within)


def set_aside(plan: Plan, first: Candidate, text: str) -> list[str]:
    """The parts of *text* that *first* does not look to, in the user's words: what it depends on, where that is not
    all of the text. Where no part of the plan has it, as the tool was not believed at all, it is what is said from the
    condition on, if that is behind the order."""
    lang = first.heard.lang
    parts = [part for part in plan.left if part != text and _depends(part, lang) and _says_none(part, first)]
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
