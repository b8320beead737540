"""How surely the arguments of a call are what was said, once it is known which tool is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.statements import request_behind
from ovos_phal_plugin_jarvis.nlu.candidates import RECALLED, Candidate
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.calibration import ELSEWHERE, WITHOUT_EXAMPLES
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.translated import is_said
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT
from ovos_phal_plugin_jarvis.nlu.learning.written import date_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import things_of

FOREST = "values"
"""The trees that weigh it, fitted by ``test/bench/calibrate.py values``."""
_TEXTS = ("string", "str", "array", "list")
_WORD_FOR_WORD = 0.7
"""How certain what is put into English word for word is at most where nothing tells that it is an order: what changes
something asks first."""
_SURELY_ELSEWHERE, _PLACED_ELSEWHERE = 0.95, 0.5
"""How sure the trees for other languages are of a tool, and of where its texts are said, from which on what changes
something is done unasked, where all words are explained."""
_DOUBTED = 0.7
"""How certain a text is at most beside which a word of meaning stands that the examples do not explain there."""
UNKNOWN = 0.35
"""The same of a tool without examples, of which less is known: what only tells something asks first too."""
_DAY = len("2026-12-01")
"""Characters of a day, in the form of ISO, of which no time is told."""
_OF_REASON = 0.35
"""How certain a value is of a clause that only says why: it is asked about, even where something is only told."""


@dataclass(frozen=True)
class ValueEvidence:
    """What speaks for the arguments and against them, beside what speaks for the tool."""

    slots: float
    """Probability of the least sure argument, by the tool's own examples."""
    placed: float
    """Probability that a text stands just where it was taken from, by the encoder; of the least sure one."""
    absent: float
    """Probability that a text is not said at all, by the encoder; of the one that it doubts most."""
    unread: float
    """Probability of an argument that the encoder finds, and that was not taken."""
    length: float
    """The longest text, against the mean of those in the tool's examples."""
    words: float
    """How much was said."""
    meant: float
    """That the tool is meant."""
    genuine: float
    unexplained: float
    examples: float
    directed: float
    like: float
    """These five as in ``learning.calibration.Evidence``."""
    weighed: float
    """Probability that a text stands just where it was taken from, by all that is known of places; of the one that
    another place does most against."""
    elsewhere: float
    """The same that it stands at the likeliest other place."""
    untaken: float
    """The same of the likeliest text that was not taken at all."""


NAMES = tuple(f.name for f in fields(ValueEvidence))


def certain(candidate: Candidate, trained: Trained, arguments: Mapping[str, Any]) -> float:
    """The probability that the values in *arguments* that *candidate* has too are what was said: a text may be a word
    too long or too short, and what is said before an order, to explain it, may be no part of it. Else 1 where there are
    no texts, where its author's own words were said, and in another language than English where nothing is doubtful.
    What was put into English word for word is less certain where nothing shows that it is an order, or a word behind
    its verb says nothing to the tool; with the tool itself any word, and a value that its own words do not say."""
    is_supposed = _is_supposed(candidate, trained) or _is_doubtful_elsewhere(candidate, trained)
    trained = trained.of(candidate.heard.lang)
    known = _certain(candidate, trained, arguments)
    if candidate.group == WITHOUT_EXAMPLES and (
        _may_say_more(candidate, arguments) or _lacks_time(candidate, arguments)
    ):
        known = min(known, UNKNOWN)
    return min(known, _WORD_FOR_WORD) if _is_doubtful(candidate) or is_supposed else known


def _may_say_more(candidate: Candidate, arguments: Mapping[str, Any]) -> bool:
    """Whether a word that nothing explains may say a yes or no or one of a few values that nothing says: the "direct"
    of "are there any direct flights". What a tool shows no example of is known too little to tell."""
    own = candidate.definition.parameters
    unsaid = any(p.name not in arguments and (p.enum_values or is_yes_or_no(p)) for p in own)
    return unsaid and bool(candidate.account.left)


def _lacks_time(candidate: Candidate, arguments: Mapping[str, Any]) -> bool:
    """Whether a moment that has to be told has a day alone, which the tool takes for midnight: "the forecast for
    saturday" of a tool for a certain hour."""
    own = candidate.definition.parameters
    moments = (arguments.get(p.name) for p in own if p.required and p.param_type.lower() == "datetime")
    return any(isinstance(value, str) and date_of(value) is not None and len(value) == _DAY for value in moments)


def _is_doubtful_elsewhere(candidate: Candidate, trained: Trained) -> bool:
    """Whether in another language than English the trees are not quite sure of all words as an order, a text may as
    well stand elsewhere, or joins two things as no example of it does: "verleih die [leiter und ruf]"."""
    heard, filled, name = candidate.heard.as_said, candidate.filled, candidate.definition.name
    if name not in trained.placers or trained.in_english is None:
        return False
    if name in trained.shown.get(tuple(heard.words), ()):
        return False
    if candidate.group == ELSEWHERE and (
        LEFT in candidate.account.how
        or candidate.account.reasons
        or candidate.confidence < _SURELY_ELSEWHERE
        or candidate.evidence.directed < 0
    ):
        return True
    weighed = _by_places(candidate, trained, _texts(candidate.definition, heard, filled.spans))["weighed"]
    return weighed < _PLACED_ELSEWHERE or trained.placers[name].holds_more(heard, filled)


def _certain(candidate: Candidate, trained: Trained, arguments: Mapping[str, Any]) -> float:
    if _is_of_reason(candidate, arguments):
        return _OF_REASON
    evidence = value_evidence(candidate, trained, arguments)
    if evidence is None:
        return 1.0
    probability = forests()[FOREST].probability([getattr(evidence, name) for name in NAMES])
    doubted = UNKNOWN if candidate.group == WITHOUT_EXAMPLES else _DOUBTED
    return min(probability, doubted) if _may_be_longer(candidate, trained, arguments) else probability


def _is_doubtful(candidate: Candidate) -> bool:
    """Whether it was put into English word for word, and may be no order to the tool."""
    heard = candidate.heard
    if not heard.is_word_for_word:
        return False
    left = [at for at, how in enumerate(candidate.account.how) if how == LEFT]
    verb = next((at for at, word in enumerate(heard.words) if is_content(word, heard.lang)), -1)
    return not heard.may_order or any(at != verb for at in left)


def _is_supposed(candidate: Candidate, trained: Trained) -> bool:
    """Whether it is for a tool that was put into English, as the request was, and not all of it is the tool's: "camera"
    is a room in Italian, and the kitchen is none; where an author says "launch", "stop" may be left over."""
    heard, definition = candidate.heard, candidate.definition
    if definition.name not in trained.translated or heard.lang is trained.lang:
        return False
    chosen = (candidate.filled.arguments.get(p.name) for p in definition.parameters if p.enum_values)
    values = [value for each in chosen for value in things_of(each) if isinstance(value, str)]
    all_said = all(is_said(value, heard) for value in values)
    return not heard.is_word_for_word or LEFT in candidate.account.how or not all_said


def _is_of_reason(candidate: Candidate, arguments: Mapping[str, Any]) -> bool:
    """Whether a value stands in a clause that only says why something is asked for: the "two" of "we have two
    cats so dim the lamp" is no level."""
    heard = candidate.heard
    behind = request_behind(heard.words, heard.lang)
    return any(end < behind for _, end, _ in _kept(candidate, arguments))


def value_evidence(candidate: Candidate, trained: Trained, arguments: Mapping[str, Any]) -> ValueEvidence | None:
    """What there is to weigh; None where nothing is."""
    heard, definition = candidate.heard, candidate.definition
    texts = _texts(definition, heard, _kept(candidate, arguments))
    if candidate.group == RECALLED or not texts or trained.second is None:
        return None
    if definition.name in trained.shown.get(tuple(heard.words), ()):
        return None
    reading = candidate.reading or trained.second.read(heard.words, [definition.name]).get(definition.name)
    if reading is None:
        return None
    shown = [
        (span.parameter, span.end - span.start)
        for example in trained.aligned.get(definition.name, ())
        for span in example.spans
    ]
    evidence = candidate.evidence
    return ValueEvidence(
        slots=evidence.slots,
        placed=min(_probability(reading, name, start, end) for start, end, name in texts),
        absent=max(_probability(reading, name, 0, 0) for _, _, name in texts),
        unread=_unread(reading, candidate),
        length=max(_against(end - start, [n for p, n in shown if p == name]) for start, end, name in texts),
        words=float(len(heard.words)),
        **_by_places(candidate, trained, texts, reading),
        meant=candidate.confidence,
        genuine=evidence.genuine,
        unexplained=evidence.unexplained,
        examples=evidence.examples,
        directed=evidence.directed,
        like=evidence.like,
    )


def _by_places(
    candidate: Candidate, trained: Trained, texts: Sequence[tuple[int, int, str]], reading: Reading | None = None
) -> dict[str, float]:
    """``weighed``, ``elsewhere`` and ``untaken`` of :class:`ValueEvidence`; where no place was weighed and no *reading*
    tells, nothing speaks against what was taken."""
    heard, filled, tool = candidate.heard, candidate.filled, candidate.definition.name
    places = filled.places
    if not places and reading is not None:
        places = trained.placers[tool].probabilities(heard, filled, reading)
    told = []
    for name in {name for _, _, name in texts} & places.keys():
        # The things of a list are weighed as one text, and an article before a text is none of it.
        start = min(start for start, _, other in texts if other == name)
        end = max(end for _, end, other in texts if other == name)
        while start < end - 1 and heard.words[start] in heard.lang.articles:
            start += 1
        other = max((p for place, p in places[name].items() if place != (start, end)), default=0.0)
        told.append((places[name].get((start, end), 0.0), other))
    weighed, elsewhere = min(told, key=lambda pair: pair[0] - pair[1], default=(1.0, 0.0))
    untaken = max((p for name in places.keys() - filled.arguments.keys() for p in places[name].values()), default=0.0)
    return {"weighed": weighed, "elsewhere": elsewhere, "untaken": untaken}


def _may_be_longer(candidate: Candidate, trained: Trained, arguments: Mapping[str, Any]) -> bool:
    """Whether a word of meaning that no argument has touches a text on a side where no example has it: "the sand box
    is full" may have given "sand" alone because an example says "tick the box"."""
    heard = candidate.heard

    def strange(at: int) -> bool:
        free = 0 <= at < len(heard.words) and at not in candidate.filled.covered
        return free and is_content(heard.words[at], heard.lang)

    texts = _texts(candidate.definition, heard, _kept(candidate, arguments))
    before = {heard.words[start - 1] for start, _, _ in texts if strange(start - 1)}
    behind = {heard.words[end] for _, end, _ in texts if strange(end)}
    if not before and not behind:
        return False

    def nearest(words: Iterable[str]) -> str:
        """The first of *words* that has a meaning: the "put" of "put the sand in the box"."""
        return next((word for word in words if is_content(word, heard.lang)), "")

    examples = trained.aligned.get(candidate.definition.name, ())
    shown = [(example.words, span) for example in examples for span in example.spans]
    before -= {nearest(reversed(words[: span.start])) for words, span in shown}
    behind -= {nearest(words[span.end :]) for words, span in shown}
    return bool(before or behind)


def _kept(candidate: Candidate, arguments: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    """The places of those arguments of *candidate* that *arguments* has too."""
    filled = candidate.filled
    return [span for span in filled.spans if arguments.get(span[2]) == filled.arguments.get(span[2])]


def _texts(
    definition: ToolDefinition, heard: Heard, spans: Sequence[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """The places of texts among *spans*: not of what is chosen among a few, nor of numbers and times."""
    typed = [(x.start, x.end) for x in valued(heard)]
    kinds = {p.name: p for p in definition.parameters}
    return [
        (start, end, name)
        for start, end, name in spans
        if name in kinds
        and not kinds[name].enum_values
        and kinds[name].param_type.lower().startswith(_TEXTS)
        and not any(first <= start and end <= last for first, last in typed)
    ]


def _probability(reading: Reading, name: str, start: int, end: int) -> float:
    """Of the words from *start* up to *end* for the argument *name*; 0 and 0 are for none."""
    return next((p for first, last, p in reading.spans.get(name, ()) if (first, last) == (start, end)), 0.0)


def _unread(reading: Reading, candidate: Candidate) -> float:
    """How likely the likeliest argument is that the encoder finds and *candidate* has not."""
    places = reading.places().keys() - candidate.filled.arguments.keys()
    return max((p for name in places for _, last, p in reading.spans[name] if last), default=0.0)


def _against(length: int, usual: list[int]) -> float:
    return length * len(usual) / sum(usual) if usual else 0.0
