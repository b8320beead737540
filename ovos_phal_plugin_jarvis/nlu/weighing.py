"""What speaks for each tool that an utterance may be for, and how sure all of it makes that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import islice

from ovos_phal_plugin_jarvis.nlu.accounting import Account, account
from ovos_phal_plugin_jarvis.nlu.candidates import (
    ACCEPT,
    BY_TREES,
    ENOUGH,
    FEW_READ,
    NO_LEXICON,
    SHOWN,
    Candidate,
)
from ovos_phal_plugin_jarvis.nlu.denied_elsewhere import denials_of_deed
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.free_texts import FreeTexts
from ovos_phal_plugin_jarvis.nlu.learning.calibration import (
    ELSEWHERE,
    WITHOUT_EXAMPLES,
    Evidence,
    EvidenceDeclared,
    EvidenceElsewhere,
    confidence,
    logit,
    most,
)
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE
from ovos_phal_plugin_jarvis.nlu.learning.rejection import Form, form_of
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.verbs import UNKNOWN, verb_of_order
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Wording
from ovos_phal_plugin_jarvis.nlu.options import Spoken
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.reasons import CODES, NEGATED, NOT_FOR, WORDS_LEFT, Reason
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.weighed import Prospect, Weighed
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_TRIED = 3
"""Tools that are looked at closely, of those with examples, and of all by what they declare."""
_NEAREST = 4
"""Tools that the encoder reads closely of all that it knows: the right one is among the first three of 98 in 100."""
_DECLARED = 2.0
"""How much the definition counts beside the examples in choosing whom to look at."""
_CLOSED = 0.25
"""Share of free text up to which a tool's requests all sound alike."""
SURELY = 0.9
"""Confidence from which nobody else is asked."""
_READ_SURELY = 0.5
"""Probability from which the encoder knows what is meant in spite of the names in it."""
_UNLIKELY = 0.01
"""Probability below which what the encoder has read is not looked at further."""
_NO_SHARE = 0.0003
"""Probability among the tools below which all are as unlikely."""
_HOPELESS = 0.03
"""Probability among the tools below which one is not looked at."""
_ACCEPT_DECLARED = 0.4
"""The same for a tool without examples: the weights count a wrong action double, so it is likelier than it says."""
_ACCEPT_READ = 0.4
"""The same where the encoder was asked; its weights count a wrong action double as well."""
_ACCEPT_ELSEWHERE = 0.8
"""The same in another language than English, where the encoder reads the English words that stand for it; also to ask
about what is refused. Set on ``test/data/native``, each author left out: 1,517 of 1,728 requests have it, and 22 of 864
lines for nothing."""
_OF_OTHERS = (NO_LEXICON, ELSEWHERE)
"""How tools with examples are weighed in another language than English."""
_MOST_SHARE = 2.5
"""The most that it counts there which of the tools it is: the only tool that is installed has no rival."""
_MOST_LEFT, _MOST_READ_LEFT = 4, 8
"""Words that nothing explains, from which on more don't count; and where the encoder has read them."""


@dataclass
class _Ranked:
    share: float = 0.0
    explained: float = 0.0
    named: float = 0.0
    margin: float = 0.0
    reading: Reading | None = None
    read_margin: float = 0.0
    like: float = 0.0
    like_margin: float = 0.0
    near: float = 0.0
    near_margin: float = 0.0
    near_usual: float = 0.0


@dataclass(frozen=True)
class Look:
    """What the words of one text say of every tool."""

    shares: Mapping[str, float]
    """How likely it is for each tool with examples, among them."""
    none: float
    """How likely it is for none of them."""
    by_name: Sequence[tuple[str, float, float]]
    """Tools by what they declare, the best first: name, how much is explained, how much of the name is said."""
    general: Mapping[str, Sequence[str]]
    """For each tool with changing names that are said, the words with the kind of thing in their place."""
    directed: float
    """Log odds that it asks an assistant for something at all."""
    order: Sequence[str]
    """The verb that it orders with, as ``verb_of_order`` tells it."""

    @cached_property
    def explained(self) -> dict[str, tuple[float, float]]:
        """Tool → how much of the words it declares, and how much of its name is said."""
        return {name: (value, named) for name, value, named in self.by_name}

    @cached_property
    def likeliest(self) -> list[str]:
        """Tools with examples, by these and by what they declare, the likeliest first."""
        shares, declared = self.shares, self.explained
        # Most of a thousand tools have no share, and declare nothing of it.
        worth = [name for name, share in shares.items() if share > _NO_SHARE or name in declared] or [*shares]
        return sorted(worth, key=lambda name: -(logit(shares[name]) + _DECLARED * declared.get(name, (0.0, 0.0))[0]))


@dataclass(frozen=True, eq=False)
class _Judged:
    """What tells of a request with its arguments whether it is one to a tool, beside the words themselves."""

    account: Account
    """What explains the words."""
    trained: Trained
    form: Callable[[], Form] | None
    """Makes the request as the tool reads it; None where the tool shows no example."""
    denied: bool
    """Whether what the tool does may be denied, in another language than English."""

    @cached_property
    def by_form(self) -> tuple[float, float]:
        """The log odds that its form is that of a request, and what words beyond the examples tell against it."""
        if self.form is None:
            return 0.0, 0.0
        form, verifier = self.form(), self.trained.verifier
        assert verifier is not None
        beyond = self.trained.unexplained.get(form.tool)
        return logit(verifier.probability(form)), beyond.weight(form) if beyond else 0.0


class Weighing:
    """Weighs the tools of one trained model for the texts of one request; remembers what it has found."""

    def __init__(
        self, trained: Trained, spoken: Spoken, own: Trained | None = None, english: Weighing | None = None
    ) -> None:
        """
        Args:
            trained: what was learned.
            spoken: the names of the moment.
            own: what was learned in the language that is spoken, where *trained* is put into English.
            english: weighs the same tools in English, where *trained* is what was learned in another language.
        """
        self._trained = trained
        self._own = own or trained
        self._english = english
        self._second = trained.second
        if english is not None and trained.in_english is not None:
            self._second = english._trained.second
        self._spoken = spoken
        self._texts = FreeTexts(trained)
        self._shown: dict[tuple[str, str], Filled] = {}
        self._readings: dict[tuple[tuple[str, ...], str], Reading] = {}
        self._judgements: dict[tuple[str, str], tuple[Filled, _Judged]] = {}
        self._fills: dict[tuple[str, str, bool], tuple[Reading | None, Filled]] = {}

    def look(self, heard: Heard) -> Look:
        """What the words say of every tool, without the encoder."""
        trained = self._trained
        ranked = trained.intent.rank(heard) if trained.intent else []
        none = next((p for label, p in ranked if label == NONE), 0.0)
        known = {label: p for label, p in ranked if label in trained.models and label != NONE}
        total = sum(known.values()) or 1.0
        shares = {label: p / total for label, p in known.items()}
        by_name = [row for row in trained.declared.rank(heard.words, heard.lang) if row[0] not in trained.only_english]
        own = trained.definitions.keys() - trained.only_english if trained.only_english else trained.definitions.keys()
        general = self._spoken.general(heard, own)
        if general:
            by_name = _in_general(by_name, {n: trained.declared.rank(w, heard.lang) for n, w in general.items()})
        # What stands for words of another language has them in another order.
        order = () if heard.is_word_for_word else verb_of_order(heard.words, heard.lang)
        return Look(shares, none, by_name, general, heard.directed, order)

    def alone(self, heard: Heard, look: Look) -> Weighed:
        """The candidates without the encoder."""
        return Weighed(self._prospects(heard, look, self._ranked(heard, look, asked=False)))

    def asked(self, heard: Heard, look: Look, alone: Weighed) -> Weighed:
        """The candidates with what the encoder makes of *heard*; *alone* are those without it."""
        prospects = self._prospects(heard, look, self._ranked(heard, look, asked=True))
        if self._english is not None:
            return Weighed(prospects)  # weights without an encoder know less of another language, and are not asked too
        return Weighed(self._author_first(heard, prospect, alone) for prospect in prospects)

    def _prospects(self, heard: Heard, look: Look, ranked: Mapping[str, _Ranked]) -> Iterator[Prospect]:
        for name, each in ranked.items():
            most_likely = self._most(heard, name, each, look)
            yield Prospect(name, most_likely, partial(self._candidate, heard, name, each, look))

    @property
    def may_ask(self) -> bool:
        """Whether the encoder knows the tools."""
        return self._second is not None

    def placed(self, candidate: Candidate) -> Candidate:
        """*candidate*, which is surely meant, with its texts where the encoder helps to find them."""
        name = candidate.definition.name
        if self._second is None or not self._trained.places_texts(name):
            return candidate
        reading = self._readings_of(self._words(candidate.heard), [name]).get(name)
        filled = self._filled(candidate.heard, candidate.definition, reading)
        judged = self._judged(candidate.definition, candidate.heard, filled)
        genuine, unexplained = judged.by_form
        seen = {"slots": filled.probability, "genuine": genuine, "unexplained": unexplained}
        evidence = replace(candidate.evidence, **seen) if name in self._trained.models else candidate.evidence
        return replace(candidate, filled=filled, account=judged.account, evidence=evidence, reading=reading)

    def _readings_of(self, words: Sequence[str], names: Sequence[str]) -> dict[str, Reading]:
        """How the encoder reads *words* for each of the tools *names* that it knows. The parts of a request are often
        the same words ("can you …", "…"), and are read once."""
        if self._english is not None:
            return self._english._readings_of(words, [name for name in names if self._is_read(name)])
        said, second = tuple(words), self._second
        fresh = [name for name in names if (said, name) not in self._readings]
        if fresh and second is not None:
            self._readings |= {(said, name): reading for name, reading in second.read(said, fresh).items()}
        return {name: self._readings[said, name] for name in names if (said, name) in self._readings}

    def _author_first(self, heard: Heard, asked: Prospect, alone: Weighed) -> Prospect:
        """What was *asked* of the encoder, but where a tool's own examples explain every word: it may know better what
        words mean in general, and not what the tool's author means by them. Where texts are it helps to find there too.
        """
        name = asked.name
        if name not in self._trained.models or alone.most(name) <= 0:
            return asked

        @cache
        def own() -> float:
            if not alone.is_weighed(name) and self._leaves_words(heard, name):
                return 0.0
            first = alone.of(name)
            return 0.0 if first.account.left else first.confidence

        def weigh() -> Candidate:
            candidate = asked.weigh()
            if alone.most(name) <= candidate.confidence or own() <= candidate.confidence:
                return candidate
            first = alone.of(name)
            if self._trained.places_texts(name):
                return replace(candidate, confidence=first.confidence, accept=first.accept)
            return first

        if alone.most(name) <= asked.most:
            return replace(asked, weigh=weigh)
        return Prospect(name, alone.most(name), weigh, lambda: max(asked.most, own()))

    def _leaves_words(self, heard: Heard, name: str) -> bool:
        """Whether a tool's own examples leave a word of *heard* unexplained."""
        definition = self._trained.definitions[name]
        return bool(self._judged(definition, heard, self._filled(heard, definition, None)).account.left)

    def _most(self, heard: Heard, name: str, ranked: _Ranked, look: Look) -> float:
        """The most confidence that a tool can have, as far as is known before its arguments are."""
        if name in self._trained.shown.get(tuple(heard.words), ()):
            return 1.0
        group = self._group(heard, self._trained.definitions[name], ranked.reading)
        return most(self._foreseen(name, ranked, look, group), group)

    def _ranked(self, heard: Heard, look: Look, *, asked: bool) -> dict[str, _Ranked]:
        """The tools worth a closer look."""
        shares, by_name, general = look.shares, look.by_name, look.general
        explained = look.explained
        first, second = (row[1] for row in (*by_name[:2], ("", 0.0, 0.0), ("", 0.0, 0.0))[:2])
        best = look.likeliest
        chosen = [name for at, name in enumerate(best[:_TRIED]) if not at or shares[name] >= _HOPELESS]
        chosen += [name for name, _, _ in by_name[:_TRIED] if name not in chosen][: _TRIED - 1]
        readings: dict[str, Reading] = {}
        like: dict[str, float] = {}
        nearness: dict[str, float] = {}
        usual = 0.0
        if asked and self._second is not None:
            words = self._words(heard)
            like = {name: value for name, value in self._second.likeness(words).items() if self._is_read(name)}
            nearness = self._second.nearness(words)
            near = [name for name in islice(nearness, _NEAREST) if self._is_read(name)]
            near += sorted(like, key=lambda name: -like[name])[:1]
            weighed = heard.lang.code == ENGLISH and not heard.is_word_for_word  # as WITHOUT_EXAMPLES is
            if weighed and any(name not in self._trained.models for name in nearness):
                usual = self._second.nearness_to_usual(words)
            chosen += [name for name in near if name not in chosen]
            readings = self._readings_of(words, chosen)
            unsure = [name for name in general if name in readings and readings[name].probability < _READ_SURELY]
            # The words for the kind of a name are the tool's own, which are read for an English one alone.
            for name in unsure if self._trained.in_english is None else ():
                known = self._readings_of(general[name], [name])[name].probability
                readings[name] = replace(readings[name], probability=max(readings[name].probability, known))
            chosen = [n for n in chosen if n in best[:1] or n not in readings or readings[n].probability >= _UNLIKELY]
        found = {}
        nearest = [*islice(nearness, 2)]
        for name in chosen:
            value, named = explained.get(name, (0.0, 0.0))
            rivals = [other.probability for rival, other in readings.items() if rival != name]
            found[name] = _Ranked(
                shares.get(name, 0.0),
                value,
                named,
                value - (second if by_name and name == by_name[0][0] else first),
                readings.get(name),
                logit(readings[name].probability) - logit(max(rivals, default=0.0)) if name in readings else 0.0,
                like.get(name, 0.0),
                like[name] - max((value for other, value in like.items() if other != name), default=0.0)
                if name in like
                else 0.0,
                nearness.get(name, 0.0),
                nearness[name] - max((nearness[other] for other in nearest if other != name), default=0.0)
                if name in nearness
                else 0.0,
                nearness.get(name, 0.0) - usual,
            )
        return found

    def _candidate(self, heard: Heard, name: str, ranked: _Ranked, look: Look) -> Candidate:
        trained = self._trained
        definition = trained.definitions[name]
        filled = self._filled(heard, definition, ranked.reading)
        judged = self._judged(definition, heard, filled)
        told = judged.account
        if ranked.reading is not None:
            # It has read them: the reason around a request is in other words than the tool's. How many weighs.
            told = told.without(WORDS_LEFT)
        left = len(told.left)
        known = name in trained.models
        group = self._group(heard, definition, ranked.reading)
        seen = {
            "left": float(min(left, _MOST_LEFT if ranked.reading is None else _MOST_READ_LEFT)),
            "left_share": left / max(1, told.content),
            "missing": float(bool(filled.missing)),
            "single": float(told.content + len(filled.spans) <= 1),
        }
        if group in _OF_OTHERS:
            seen |= _grammar(heard, trained.wordings[name], filled)
        if known:
            genuine, unexplained = judged.by_form
            seen |= {"genuine": genuine, "unexplained": unexplained, "slots": filled.probability}
        if group == WITHOUT_EXAMPLES:
            seen |= _told_of(heard, filled, told) | {"writes": float(told.told or trained.wordings[name].writes)}
        of_all = EvidenceDeclared if group == WITHOUT_EXAMPLES else Evidence
        evidence = of_all(**self._foreseen(name, ranked, look, group), **seen)
        if group == ELSEWHERE:
            writes = told.told or (self._english is not None and self._english._trained.wordings[name].writes)
            evidence = _elsewhere(evidence, heard, filled, told, denied=judged.denied, writes=writes)
            accept = _ACCEPT_ELSEWHERE
        elif group == NO_LEXICON:  # these weights count a wrong action double as well
            accept = _ACCEPT_DECLARED
        else:
            accept = _ACCEPT_READ if ranked.reading is not None else ACCEPT if known else _ACCEPT_DECLARED
        sure = confidence(evidence, group)
        if trained.shown.get(tuple(heard.words)) == {name}:
            sure = max(sure, SHOWN)  # its author's own words
        return Candidate(definition, heard, filled, told, evidence, sure, group, accept=accept, reading=ranked.reading)

    def _may_be_denied(self, heard: Heard, tool: str, filled: Filled, told: Account) -> list[str]:
        """The words of *heard*, which is in another language than English, that may deny what *tool* does; none where
        it is one of its examples."""
        if self._trained.in_english is None or not self._is_read(tool) or tuple(heard.words) in self._trained.shown:
            return []
        few = [p.name for p in self._trained.definitions[tool].parameters if p.enum_values]
        named = {word for name in few for word in words_of(str(filled.arguments.get(name, "")))}
        settled = {at for at, word in enumerate(heard.words) if word in named}  # the "sin" of a value "sin nata"
        settled |= filled.covered | filled.flags
        return denials_of_deed(heard, partial(self._words, heard), told.how, settled)

    def _filled(self, heard: Heard, definition: ToolDefinition, reading: Reading | None) -> Filled:
        """The arguments that a tool would get, which are the caller's to change. They are asked for twice: it is looked
        first whether words are left, or whether it surely is meant, and weighed then."""
        key = (definition.name, heard.text, reading is not None)
        known = self._fills.get(key)
        if known is None or known[0] is not reading:
            known = self._fills[key] = (reading, self._found(heard, definition, reading))
        return known[1].copy()

    def _found(self, heard: Heard, definition: ToolDefinition, reading: Reading | None) -> Filled:
        name, trained = definition.name, self._trained
        names = self._spoken.reading(definition, heard, trained.wordings[name])
        put, named = (names.put, names.matches.keys()) if names else (None, ())
        filled = trained.filling.fill(name, heard, self._by_examples(name, heard), reading, put, named)
        filled = names.close(filled) if names else filled
        self._texts.settle(definition, heard, filled, placed=reading is not None and trained.shows_few(name))
        return filled

    def _words(self, heard: Heard) -> Sequence[str]:
        """The words that the encoder reads for those of *heard*."""
        return heard.words if self._trained.in_english is None else self._trained.in_english(heard)

    def _is_read(self, tool: str) -> bool:
        """Whether the encoder reads what is said to *tool*."""
        return self._english is None or tool in self._trained.placers

    def _judged(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> _Judged:
        """What tells whether *heard* is a request to a tool: with the encoder and without, the arguments mostly are the
        same."""
        name, trained = definition.name, self._trained
        known = self._judgements.get((name, heard.text))
        if known is not None and known[0] == filled:
            return known[1]
        kept = filled.copy()
        told = account(heard, trained.wordings[name], kept, dated=definition.toolbox_id in trained.dated)
        denied = self._may_be_denied(heard, name, kept, told)
        if denied and NEGATED not in {reason.code for reason in told.reasons}:
            told = told.beside(before=[Reason(NEGATED, denied)])
        others = self._own.of_another(name, heard.as_said, kept)
        if others:
            told = told.beside(behind=[Reason(NOT_FOR, others)])
        form = partial(form_of, name, heard, kept.spans) if name in trained.models else None
        judged = _Judged(told, trained, form, bool(denied))
        self._judgements[name, heard.text] = kept, judged
        return judged

    def _group(self, heard: Heard, definition: ToolDefinition, reading: Reading | None) -> str:
        """By which weights a tool is weighed."""
        known = definition.name in self._trained.models
        if reading is not None and heard.lang.code != ENGLISH:
            return ELSEWHERE
        if reading is not None and not known:
            return "declared+encoder" if heard.is_word_for_word else WITHOUT_EXAMPLES
        if reading is not None:
            return FEW_READ if len(definition.examples) < ENOUGH else BY_TREES
        return "declared" if not known else "examples" if heard.lang.code == ENGLISH else NO_LEXICON

    def _foreseen(self, name: str, ranked: _Ranked, look: Look, group: str) -> dict[str, float]:
        """The evidence for a tool that is known before its arguments are."""
        found = {
            "declared": ranked.explained,
            "named": ranked.named,
            "margin": ranked.margin,
            "read": logit(ranked.reading.probability) if ranked.reading is not None else 0.0,
            "read_margin": max(-4.0, min(4.0, ranked.read_margin)),
            "like": ranked.like,
            "like_margin": ranked.like_margin,
            "directed": look.directed,
            "verb": self._trained.verbs[name].nearness(look.order) if look.order else UNKNOWN,
        }
        if group == WITHOUT_EXAMPLES:
            found |= {
                "parameters": float(len(self._trained.definitions[name].parameters)),
                "near": ranked.near,
                "near_margin": ranked.near_margin,
                "near_usual": ranked.near_usual,
            }
        if name in self._trained.models:
            usual = self._trained.usual[name]
            found |= {
                "share": min(logit(ranked.share), _MOST_SHARE) if group in _OF_OTHERS else logit(ranked.share),
                "none": logit(1 - look.none),
                "openness": max(0.0, usual.openness - _CLOSED) / (1 - _CLOSED),
                "examples": usual.examples,
                "usual_share": usual.share,
                "usual_none": usual.none,
            }
        return found

    def _by_examples(self, name: str, heard: Heard) -> Filled:
        """The arguments as a tool's examples show them, once for both looks; the caller's to change."""
        key = (name, heard.text)
        if key not in self._shown:
            model = self._trained.models.get(name)
            self._shown[key] = model.fill(heard) if model else Filled()
        return self._shown[key].copy()


def _in_general(
    by_name: Sequence[tuple[str, float, float]], general: Mapping[str, Sequence[tuple[str, float, float]]]
) -> list[tuple[str, float, float]]:
    """*by_name* with the tools whose names are said as the request ranks them that says the kind of thing instead."""
    rows = {row[0]: row for row in by_name}
    for name, ranked in general.items():
        rows.update((row[0], row) for row in ranked if row[0] == name)
    return sorted(rows.values(), key=lambda row: -(row[1] + 0.5 * row[2]))


def _elsewhere(
    evidence: Evidence, heard: Heard, filled: Filled, told: Account, *, denied: bool, writes: bool
) -> EvidenceElsewhere:
    """*evidence* with what there is beside it in another language than English."""
    against = Counter(reason.code for reason in told.reasons)
    return EvidenceElsewhere(
        **vars(evidence),
        **{code: float(against[code]) for code in CODES if code != WORDS_LEFT},
        **_told_of(heard, filled, told),
        denied=float(denied),
        writes=float(writes),
    )


def _told_of(heard: Heard, filled: Filled, told: Account) -> dict[str, float]:
    """How much of what was said says an argument, and how much nothing."""
    words = max(1, len(heard.words))
    return {
        "words": float(words),
        "covered": float(len(filled.covered)),
        "arguments": float(len(filled.arguments)),
        "covered_share": len(filled.covered) / words,
        "strange_share": len(told.left) / words,
    }


def _grammar(heard: Heard, wording: Wording, filled: Filled) -> dict[str, float]:
    """How the words are put, against how the tool's examples put them: where no dictionary knows what the words of
    "the gate is new" and "who opened the gate" mean, their grammar tells that they are no request."""
    strange = [
        word
        for at, word in enumerate(heard.words)
        if at not in filled.covered and word in heard.lang.function_words and not wording.says(word)
    ]
    first, asking = heard.words[0], heard.lang.question_words
    return {
        "asks": float(first in asking and not wording.says(first)),
        "states": float(any(word in heard.lang.states for word in strange)),
        "grammar": float(min(4, len(strange))),
        "orders": float(
            any(
                word in heard.lang.verbs and word not in asking
                for at, word in enumerate(heard.words)
                if at not in filled.covered
            )
        ),
    }


def is_sure(candidate: Candidate) -> bool:
    """Whether nobody else has to be asked."""
    return candidate.confidence >= SURELY and not candidate.account.left and not candidate.account.refused
