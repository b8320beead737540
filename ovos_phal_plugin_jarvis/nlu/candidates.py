"""Which tools an utterance may be for, with the arguments that each would get, and whether one is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from itertools import zip_longest
from typing import Any

from ovos_phal_plugin_jarvis.nlu.accounting import WORDS_LEFT, Account, Explained, account, explained
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW
from ovos_phal_plugin_jarvis.nlu.learning.calibration import Evidence, confidence, logit, most
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE
from ovos_phal_plugin_jarvis.nlu.learning.rejection import form_of
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, EXAMPLE, LEFT, VALUE, Wording, is_deed
from ovos_phal_plugin_jarvis.nlu.options import Spoken
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.repairs import Repair, repaired
from ovos_phal_plugin_jarvis.nlu.text import Token, strip_request, tokenize, words_of
from ovos_phal_plugin_jarvis.sdk.options import Options
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_TRIED = 3
"""Tools that are looked at closely, of those with examples, and of all by what they declare."""
_NEAREST = 4
"""Tools that the encoder reads closely of all that it knows: the right one is among the first three of 98 in 100."""
_DECLARED = 2.0
"""How much the definition counts beside the examples in choosing whom to look at."""
_CLOSED = 0.25
"""Share of free text up to which a tool's requests all sound alike."""
_SURELY = 0.9
"""Confidence from which nobody else is asked."""
_OPINIONS = 4
"""Texts of one utterance that the encoder is asked about: each takes milliseconds."""
_READ_SURELY = 0.5
"""Probability from which the encoder knows what is meant in spite of the names in it."""
_SHOWN = 0.95
"""Confidence that a tool is meant by the very words of one of its examples, where no other tool has that example."""
SHOWN_SO = 0.8
"""The same where only the values are others: nobody has to be asked whether it was meant."""
_UNLIKELY = 0.01
"""Probability below which what the encoder has read is not looked at further."""
_NO_SHARE = 0.0003
"""Probability among the tools below which all are as unlikely."""
_HOPELESS = 0.03
"""Probability among the tools below which one is not looked at."""
_ACCEPT = 0.5
"""Confidence from which a tool is believed to be meant."""
_ACCEPT_DECLARED = 0.4
"""The same for a tool without examples: the weights count a wrong action double, so it is likelier than it says."""
_ACCEPT_READ = 0.4
"""The same where the encoder was asked; its weights count a wrong action double as well."""
_SAID, _ACCEPT_SAID, _NO_RIVAL = 1.0, 0.25, 0.25
"""Log odds of being said to an assistant from which it asks somebody for something, and the confidence from which it is
believed then where no other tool has more than this share of it: whether it is a request at all is half of the doubt,
and which of the tools it is for the other half. What changes something asks first at such a confidence."""
_ACCEPT_SAID_TREES = 0.15
"""The same of a tool with a few examples: what is put as none of them counts much against it, and people have more ways
to ask than ten. On the sets of strangers' tools 33 requests for one of nothing have this much."""
_TO_ASK = 0.7
"""Confidence from which a missing argument is asked for: a question at a wrong time disturbs more than silence."""
_NAMED, _TO_ASK_NAMED, _TOLD = 0.9, 0.1, -1.5
"""The same where all of the tool's name is said and every word is explained: "set a timer" lacks nothing but how long.
And log odds of being said to an assistant below which it is a remark after all ("she set a timer")."""
_REMARK = {False: (-2.0, 0.9), True: (-1.5, 0.8)}
"""Log odds of being said to an assistant below which it is a remark, and confidence from which it is a request in spite
of that: "our neighbour waters his lawn at midnight" is all of a tool's words, and nothing for it. By whether it is
weighed as ``NO_LEXICON``, whose weights know how it is put."""
RECALLED = "recalled"
"""What one of a tool's own examples says word for word is not weighed."""
ENOUGH, FEW_READ, BY_TREES = 10, "few+encoder", "examples+encoder"
"""Examples from which on a tool is weighed by trees, which have seen tools with as many; how those with fewer are
weighed; how it is."""
NO_LEXICON = "examples, no lexicon"
"""How tools with examples are weighed in a language without an encoder and a dictionary of meanings."""
_MOST_SHARE = 2.5
"""The most that it counts there which of the tools it is: the only tool that is installed has no rival."""
_MOST_LEFT, _MOST_READ_LEFT = 4, 8
"""Words that nothing explains, from which on more don't count; and where the encoder has read them."""
_MOST_SAID = 8
"""How often each word is said, on average, at the most: "please turn please turn please turn …" asks for nothing."""
_SURE = 0.6
"""Confidence from which an utterance is a request of its own rather than an answer."""

_MOST_BEHIND = 5
"""Words behind a sentence that a preposition begins, and that belong to it: "buy a card [for anna]"."""
_MOST_CUT = 4
"""Words between what introduces a sentence and where it was taken to begin."""

# Reason codes, beside those of ``accounting``
UNSURE = "unsure"
LITTLE_SAID = "little_said"
AMBIGUOUS = "ambiguous"
_LESS_GENUINE = 2.0
"""Log odds by which a request may look less genuine to one tool than to the likeliest and be as likely."""
_AS_LIKELY = 0.6
"""Share of the likeliest tool's confidence from which another is as likely: nobody can tell which of two is meant."""
_SIBLING = 0.1
"""The same of one that differs by a word that nobody said."""
_TWIN = 0.01
"""The same of one that declares the same: which of their examples a request is nearer to is chance."""


@dataclass(frozen=True)
class Candidate:
    """A tool that an utterance may be for."""

    definition: ToolDefinition
    heard: Heard
    filled: Filled
    account: Account
    evidence: Evidence
    confidence: float
    """That this tool is meant, 0 to 1."""
    group: str = "declared"
    """By which weights it is weighed."""
    rival: Candidate | None = None
    """Another that is as likely, or declares the same."""
    accept: float = _ACCEPT
    """Confidence from which it is believed."""
    reading: Reading | None = None
    """What the encoder reads in its words, where it was asked."""

    @property
    def refused(self) -> str | None:
        """The reason code why it can't be acted on; None where it can."""
        if self.account.refused:
            return self.account.refused
        if self.rival is not None:
            return AMBIGUOUS
        return UNSURE if self.confidence < self.least else None

    @property
    def least(self) -> float:
        """Confidence from which it is acted on, or asked about."""
        evidence = self.evidence
        least, in_spite = _REMARK[self.group == NO_LEXICON]
        if evidence.directed < least and self.confidence < in_spite:
            return in_spite
        if not self.filled.missing:
            return self.accept
        if evidence.named >= _NAMED and not self.account.left and evidence.directed >= _TOLD:
            return _TO_ASK_NAMED
        return max(self.accept, _TO_ASK)

    @cached_property
    def explained(self) -> Explained:
        """Who explains which of its words."""
        return explained(self.heard, self.definition, self.filled, self.account.how)

    def why(self, heard: Heard) -> dict[str, Any]:
        """All that speaks for and against it, as JSON; see ``ExampleTranslator.explain``."""
        return {
            "tool": self.definition.name,
            "confidence": round(self.confidence, 3),
            "accept": self.least,
            "refused": self.refused,
            "about": list(self.account.about),
            "arguments": dict(self.filled.arguments),
            "missing": list(self.filled.missing),
            "words": [[word, how] for word, how in zip(heard.words, self.account.how, strict=True)],
            "evidence": {name: round(value, 3) for name, value in vars(self.evidence).items() if value},
            "weighed_as": self.group,
        }


@dataclass
class _Weighed:
    """The tools that a text may be for."""

    found: list[Candidate]
    """Those that may be meant, and their rivals; the likeliest first."""
    hopeless: list[Callable[[], Candidate]] = field(default_factory=list)
    """What weighs the others, which hardly anybody asks for."""

    def every(self) -> list[Candidate]:
        """All of them, the likeliest first."""
        if self.hopeless:
            first, *others = self.found
            self.found = [first, *_by_confidence([*others, *(weigh() for weigh in self.hopeless)])]
            self.hopeless = []
        return self.found


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


@dataclass(frozen=True)
class _Look:
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


class Reader:
    """Reads the texts of one request with one trained model; remembers what it has read."""

    def __init__(self, trained: Trained, lang: str, now: datetime, options: Options | None = None) -> None:
        self.trained = trained
        self._spoken = Spoken(options or {}, lang)
        self._lang = lang
        self._now = now
        self._opinions = 0
        self._may_ask = _OPINIONS
        self._heard: dict[tuple[str, bool], Heard] = {}
        self._read: dict[str, _Weighed] = {}
        self._shown: dict[tuple[str, str], Filled] = {}
        self._judgements: dict[tuple[str, str], tuple[Filled, tuple[Account, float, float]]] = {}

    @property
    def lang(self) -> str:
        """BCP-47 tag of the language that is read."""
        return self._lang

    def expect(self, parts: int) -> None:
        """Ask the encoder about more texts: there may be *parts* requests, each of which is read by itself."""
        self._may_ask = max(self._may_ask, _OPINIONS * parts)

    def hear(self, text: str) -> Heard:
        """*text* without politeness, as words with their mentions."""
        return self._hear(text, True)

    def hear_raw(self, text: str) -> Heard:
        """*text* as it is, as words with their mentions: "no", "actually" and "wait" tell something after a call."""
        heard = self.hear(text)
        return heard if heard.text == text.strip() else self._hear(text, False)

    def raw_tokens(self, text: str) -> tuple[Token, ...]:
        """The words of *text* as it is, without what they mention, which takes longest to find."""
        return tokenize(text.strip(), self._lang)

    def raw_words(self, text: str) -> list[str]:
        """The same, normalised."""
        return [token.norm for token in self.raw_tokens(text)]

    def bare_words(self, text: str) -> list[str]:
        """The words of *text* without politeness, normalised, and without what they mention."""
        known = self._heard.get((text, True))
        if known is not None:
            return known.words
        return [token.norm for token in tokenize(strip_request(text, self._lang), self._lang)]

    def _hear(self, text: str, strip: bool) -> Heard:
        if (text, strip) not in self._heard:
            self._heard[text, strip] = hear(text, self._lang, self._now, strip=strip)
        return self._heard[text, strip]

    def repair(self, text: str) -> Repair | None:
        """What *text* takes back of itself."""
        return repaired(text, self._lang, self._now)

    def candidates(self, text: str) -> list[Candidate]:
        """The tools that the whole of *text* may be for, believed or not, the likeliest first."""
        return self._weighed(text).every()

    def likeliest(self, text: str) -> Candidate | None:
        """The first of these."""
        return next(iter(self._weighed(text).found), None)

    def _weighed(self, text: str) -> _Weighed:
        if text not in self._read:
            self._read[text] = self._candidates(self.hear(text))
        return self._read[text]

    def best(self, text: str, leniency: float = 1.0) -> Candidate | None:
        """The likeliest tool, where it is believed: from *leniency* times the usual threshold on."""
        first = self.likeliest(text)
        if first is None or first.account.refused or first.rival is not None:
            return None
        least = first.least if first.filled.missing else first.least * leniency
        return first if first.confidence >= least else None

    def rank(self, text: str, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with how likely it is, the likeliest first; at most *limit*."""
        heard = self.hear(text)
        found = {c.definition.name: c.confidence for c in self.candidates(text)}
        if heard.words and len(found) < limit:
            least = min(found.values(), default=1.0)
            for at, name in enumerate(self._next(heard, limit)):
                found.setdefault(name, least / (at + 2))
        return sorted(found.items(), key=lambda pair: -pair[1])[:limit]

    def _next(self, heard: Heard, limit: int) -> list[str]:
        """The tools that were not worth a closer look, the likeliest first: those that the examples find likely and
        those that the encoder does, in turn, as either knows some that the other does not."""
        by_examples = [name for name, _ in (self.trained.intent.rank(heard) if self.trained.intent else ())]
        near = self.trained.second.nearest(heard.words, limit) if self.trained.second is not None else []
        known = [name for name in by_examples if name in self.trained.models]
        return list(dict.fromkeys(name for pair in zip_longest(near, known) for name in pair if name is not None))

    def is_new_request(self, text: str) -> bool:
        """Whether *text* is surely a request of its own, rather than an answer: "tomorrow at eight" is none."""
        best = self.best(text)
        tokens = tokenize(text)
        if best is None or best.confidence < _SURE or len(tokens) <= 2 or tokens[0].norm not in self.trained.openers:
            return False
        heard = self.hear(text)
        typed = {at for x in valued(heard) for at in range(x.start, x.end)}
        return any(at not in typed and is_content(word, heard.lang) for at, word in enumerate(heard.words))

    def _says_something(self, heard: Heard) -> bool:
        """Whether there is more than function words, or an example is made of just these.

        One word alone is too little to act on, however well it fits, unless an example or a tool's name is no more.
        """
        if not heard.words:
            return False
        if not heard.mentions and _only_looks(heard):
            return tuple(heard.words) in self.trained.short or tuple(heard.words) in self.trained.shown
        if len(heard.words) == 1 and all(x.kind == NUMBER for x in heard.mentions):
            return tuple(heard.words) in self.trained.short
        return (
            bool(heard.mentions)
            or any(word not in heard.lang.function_words for word in heard.words)
            or tuple(heard.words) in self.trained.short
        )

    def _recalled(self, heard: Heard) -> Candidate | None:
        """The tool, not learned yet, that *heard* is an example of."""
        templates = self.trained.templates
        found = templates.match(heard) if templates is not None else None
        if found is None:
            return None
        how = tuple(VALUE if at in found.filled.covered else EXAMPLE for at in range(len(heard.words)))
        evidence = Evidence(directed=acts_of(heard.spoken, heard.lang.code).directed)
        return Candidate(found.definition, heard, found.filled, Account(how), evidence, 1.0, RECALLED)

    def _candidates(self, heard: Heard) -> _Weighed:
        recalled = self._recalled(heard)
        if recalled is not None:
            return _Weighed([recalled])
        if not self._says_something(heard) or len(heard.words) > _MOST_SAID * len(set(heard.words)):
            return _Weighed([])
        look = self._look(heard)
        weighed = self._weighed_alone(heard, look)
        found = weighed.found
        sure = found and _is_sure(found[0])
        if self.trained.second is not None and not sure and self._opinions < self._may_ask:
            self._opinions += 1
            ranked = self._ranked(heard, look, asked=True)
            asked = [self._candidate(heard, name, evidence, look) for name, evidence in ranked.items()]
            found = _author_first(weighed.every(), asked)
        if found and _is_for_it_if_for_any(found):
            found[0] = replace(found[0], accept=_ACCEPT_SAID_TREES if found[0].group == BY_TREES else _ACCEPT_SAID)
        found = self._installed_first(found)
        if found:
            found[0] = self._as_shown(replace(found[0], rival=self._rival(found[0], _rivals(found))))
        return _Weighed(found, weighed.hopeless)

    def _as_shown(self, first: Candidate) -> Candidate:
        """*first*, as sure as can be where it is believed and is one of its tool's examples but for the values."""
        name = first.definition.name
        if first.refused is not None or first.confidence >= SHOWN_SO or name not in self.trained.models:
            return first
        shown = self.trained.forms.match(first.heard)
        if shown is None or shown.definition.name != name or shown.filled.arguments != first.filled.arguments:
            return first
        return replace(first, confidence=SHOWN_SO)

    def _installed_first(self, found: list[Candidate]) -> list[Candidate]:
        """*found*, led by a tool that is no fallback where the likeliest is one, and that one is about as likely or
        declares the same."""
        if not found or not found[0].definition.is_fallback or found[0].account.refused:
            return found
        first = found[0]
        for other in found[1:]:
            if other.definition.is_fallback or other.account.refused or other.filled.missing:
                continue
            twin = other.confidence >= _TWIN * first.confidence and self.trained.declared.twins(
                first.definition.name, other.definition.name
            )
            if twin or _as_likely(first, other):
                # Which of two that do the same it is nearer to is chance: that either is meant is as sure.
                led = replace(other, confidence=max(first.confidence, other.confidence))
                return [led, *(candidate for candidate in found if candidate is not other)]
        return found

    def rivals(self, text: str) -> tuple[Candidate, ...]:
        """The two tools that *text* may be for, where it surely is for one of them and nobody can tell which."""
        found = self.candidates(text)
        first = found[0] if found else None
        if first is None or first.rival is None or first.account.refused or first.evidence.directed < 0:
            return ()
        return (first, first.rival) if first.confidence >= max(first.least, _ACCEPT) else ()

    def _rival(self, first: Candidate, others: Sequence[Candidate]) -> Candidate | None:
        """Another tool that is as likely as the first, or declares the same where nothing that was said tells the two
        apart."""
        declared = self.trained.declared
        if others and _as_likely(first, others[0]):
            return others[0]
        for other in others:
            if (
                other.account.refused is None
                and other.confidence >= _TWIN * first.confidence
                and declared.twins(first.definition.name, other.definition.name)
                and not self._explains_more(first, other)
            ):
                return other
        return next((other for other in others if self._is_sibling(first, other)), None)

    def _is_sibling(self, first: Candidate, other: Candidate) -> bool:
        """Whether *other* differs from *first* by a word of its name, and nobody said what tells which of them: neither
        of "find single rooms" and "find double rooms" is meant by "find me a room". Examples know better."""
        names = first.definition.name, other.definition.name
        return (
            other.account.refused is None
            and other.confidence >= _SIBLING * first.confidence
            and not any(name in self.trained.models for name in names)
            and self.trained.declared.differ_by_unsaid(*names, first.heard.words, first.heard.lang)
            and not self._explains_more(first, other)
        )

    def _explains_more(self, first: Candidate, other: Candidate) -> bool:
        """Whether a word says something to *first* and nothing to *other*. What a tool is told to do says nothing of
        twins: one that is there to "find" can be asked to "look for" as well."""
        tools = self.trained.declared.tools
        does = tools[first.definition.name].verbs | tools[other.definition.name].verbs
        return any(
            (one == VALUE and another != VALUE)
            or (one != LEFT and another == LEFT and not is_deed(word, does, first.heard.lang))
            for word, one, another in zip(first.heard.words, first.account.how, other.account.how, strict=True)
        )

    def _look(self, heard: Heard) -> _Look:
        """What the words say of every tool, without the encoder."""
        trained = self.trained
        by_words = [
            pair
            for pair in (trained.intent.rank(heard) if trained.intent else ())
            if pair[0] == NONE or pair[0] in trained.models
        ]
        none = next((p for label, p in by_words if label == NONE), 0.0)
        total = sum(p for label, p in by_words if label != NONE) or 1.0
        shares = {label: p / total for label, p in by_words if label != NONE}
        by_name = trained.declared.rank(heard.words, heard.lang)
        general = self._spoken.general(heard, trained.definitions)
        if general:
            by_name = _in_general(by_name, {n: trained.declared.rank(w, heard.lang) for n, w in general.items()})
        # With its politeness or without: "if you don't mind" makes no remark of a request.
        directed = max(acts_of(text, heard.lang.code).directed for text in {heard.spoken, heard.text})
        return _Look(shares, none, by_name, general, directed)

    def _weighed_alone(self, heard: Heard, look: _Look) -> _Weighed:
        """The candidates without the encoder. Where the first is sure, those are left for later that can't be as likely
        as would make a difference, whatever their arguments are: to find these takes longest."""
        ranked = self._ranked(heard, look, asked=False)
        weigh = {name: partial(self._candidate, heard, name, evidence, look) for name, evidence in ranked.items()}
        found: list[Candidate] = []
        hopeless: list[Callable[[], Candidate]] = []
        for name, evidence in ranked.items():
            if found and _is_sure(found[0]) and self._most(heard, name, evidence, look) < _TWIN * found[0].confidence:
                hopeless.append(weigh[name])
            else:
                found.append(weigh[name]())
        return _Weighed(_by_confidence(found), hopeless)

    def _most(self, heard: Heard, name: str, ranked: _Ranked, look: _Look) -> float:
        """The most confidence that a tool can have, as far as is known before its arguments are."""
        if name in self.trained.shown.get(tuple(heard.words), ()):
            return 1.0
        group = self._group(heard, self.trained.definitions[name], ranked.reading)
        return most(self._foreseen(name, ranked, look, group), group)

    def _ranked(self, heard: Heard, look: _Look, *, asked: bool) -> dict[str, _Ranked]:
        """The tools worth a closer look."""
        trained, shares, by_name, general = self.trained, look.shares, look.by_name, look.general
        explained = look.explained
        first, second = (row[1] for row in (*by_name[:2], ("", 0.0, 0.0), ("", 0.0, 0.0))[:2])
        best = look.likeliest
        chosen = [name for at, name in enumerate(best[:_TRIED]) if not at or shares[name] >= _HOPELESS]
        chosen += [name for name, _, _ in by_name[:_TRIED] if name not in chosen][: _TRIED - 1]
        readings: dict[str, Reading] = {}
        like: dict[str, float] = {}
        if asked and trained.second is not None:
            like = trained.second.likeness(heard.words)
            near = trained.second.nearest(heard.words, _NEAREST)
            near += sorted(like, key=lambda name: -like[name])[:1]
            chosen += [name for name in near if name not in chosen]
            readings = trained.second.read(heard.words, chosen)
            for name in [name for name in general if name in readings and readings[name].probability < _READ_SURELY]:
                known = trained.second.read(general[name], [name])[name].probability
                readings[name] = replace(readings[name], probability=max(readings[name].probability, known))
            chosen = [n for n in chosen if n in best[:1] or n not in readings or readings[n].probability >= _UNLIKELY]
        found = {}
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
            )
        return found

    def _empty(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> None:
        """Nobody has said yet what "add something to the list" is to add, nor which train to find by "find me a train",
        unless an example says just that."""
        words = heard.lang.placeholders | heard.lang.articles
        for start, end, name in list(filled.spans):
            said = heard.words[start:end]
            parameter = definition.parameter(name)
            if parameter is None:
                continue
            placeholder = words.issuperset(said) and not heard.lang.placeholders.isdisjoint(said)
            if not placeholder and not self._only_points(heard, start, end):
                continue
            if " ".join(said) in self.trained.profile(definition.name, name).known:
                continue
            filled.drop(name)
            if parameter.required and parameter.default is None:
                filled.missing.append(name)

    def _whole_sentences(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> None:
        """What is to be said or written begins where examples introduce it, and has the words of grammar at its end:
        of "remind me to set a timer when the bread goes in" all from "set" on, whatever "set a" says elsewhere."""
        for start, end, name in list(filled.spans):
            if SENTENCES.isdisjoint(words_of(name)) or not isinstance(filled.arguments.get(name), str):
                continue
            before, behind = self.trained.around(definition.name, name)
            leads = (before & heard.lang.function_words) - heard.lang.articles
            others = filled.covered - set(range(start, end))
            first = next(
                (at for at in range(start, max(0, start - _MOST_CUT), -1) if heard.words[at - 1] in leads), start
            )
            if any(at in others for at in range(first, start)):
                first = start
            rest = range(end, len(heard.words))
            timed = {at for x in valued(heard) for at in range(x.start, x.end)}
            ending = (behind - heard.lang.function_words) | _chosen(definition, filled)
            dangling = (
                0 < len(rest) <= _MOST_BEHIND
                and heard.words[end] in heard.lang.function_words - heard.lang.subjects - heard.lang.persons
                and not any(at in others | timed or heard.words[at] in ending for at in rest)
            )
            last = len(heard.words) if dangling else end
            if (first, last) != (start, end):
                filled.arguments[name] = heard.said(first, last)
                filled.spans = [
                    (first, last, n) if (s, e, n) == (start, end, name) else (s, e, n) for s, e, n in filled.spans
                ]
                filled.covered.update(range(first, last))

    def _only_points(self, heard: Heard, start: int, end: int) -> bool:
        """Whether a value is one pronoun that nothing introduces, or that stands for somebody else: "it" and "for her"
        name nobody; "to me" may."""
        word, lang = heard.words[start], heard.lang
        pointing = lang.persons | (lang.several - lang.function_words)
        if end != start + 1 or word not in pointing or word in lang.articles:
            return False
        if word in lang.persons - lang.addressing:
            return True
        before = heard.words[start - 1] if start else ""
        return before not in lang.function_words or before in lang.states | lang.question_words

    def _by_examples(self, name: str, heard: Heard) -> Filled:
        """The arguments as a tool's examples show them, once for both looks; the caller's to change."""
        key = (name, heard.text)
        if key not in self._shown:
            model = self.trained.models.get(name)
            self._shown[key] = model.fill(heard) if model else Filled()
        return self._shown[key].copy()

    def _judged(self, definition: ToolDefinition, heard: Heard, filled: Filled) -> tuple[Account, float, float]:
        """What explains the words, the log odds that their form is that of a request, and what words beyond the
        examples tell against it: with the encoder and without, the arguments mostly are the same."""
        name, trained = definition.name, self.trained
        known = self._judgements.get((name, heard.text))
        if known is not None and known[0] == filled:
            return known[1]
        told = account(heard, trained.wordings[name], filled, dated=definition.toolbox_id in trained.dated)
        genuine = unexplained = 0.0
        if name in trained.models:
            form, beyond = form_of(name, heard, filled.spans), trained.unexplained.get(name)
            assert trained.verifier is not None
            genuine = logit(trained.verifier.probability(form))
            unexplained = beyond.weight(form) if beyond else 0.0
        self._judgements[name, heard.text] = filled.copy(), (told, genuine, unexplained)
        return told, genuine, unexplained

    def _group(self, heard: Heard, definition: ToolDefinition, reading: Reading | None) -> str:
        """By which weights a tool is weighed."""
        known = definition.name in self.trained.models
        if reading is not None:
            return "declared+encoder" if not known else FEW_READ if len(definition.examples) < ENOUGH else BY_TREES
        return "declared" if not known else "examples" if heard.lang.code == ENGLISH else NO_LEXICON

    def _foreseen(self, name: str, ranked: _Ranked, look: _Look, group: str) -> dict[str, float]:
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
        }
        if name in self.trained.models:
            usual = self.trained.usual[name]
            found |= {
                "share": min(logit(ranked.share), _MOST_SHARE) if group == NO_LEXICON else logit(ranked.share),
                "none": logit(1 - look.none),
                "openness": max(0.0, usual.openness - _CLOSED) / (1 - _CLOSED),
                "examples": usual.examples,
                "usual_share": usual.share,
                "usual_none": usual.none,
            }
        return found

    def _candidate(self, heard: Heard, name: str, ranked: _Ranked, look: _Look) -> Candidate:
        trained = self.trained
        definition = trained.definitions[name]
        names = self._spoken.reading(definition, heard, trained.wordings[name])
        filled = trained.filling.fill(
            name, heard, self._by_examples(name, heard), ranked.reading, names.put if names else None
        )
        filled = names.close(filled) if names else filled
        self._empty(definition, heard, filled)
        self._whole_sentences(definition, heard, filled)
        told, genuine, unexplained = self._judged(definition, heard, filled)
        if ranked.reading is not None and told.refused == WORDS_LEFT:
            # It has read them: the reason around a request is in other words than the tool's. How many weighs.
            told = replace(told, refused=None, about=())
        left = len(told.left)
        known = name in trained.models
        group = self._group(heard, definition, ranked.reading)
        seen = {
            "left": float(min(left, _MOST_LEFT if ranked.reading is None else _MOST_READ_LEFT)),
            "left_share": left / max(1, told.content),
            "missing": float(bool(filled.missing)),
            "single": float(told.content + len(filled.spans) <= 1),
        }
        if group == NO_LEXICON:
            seen |= _grammar(heard, trained.wordings[name], filled)
        if known:
            seen |= {"genuine": genuine, "unexplained": unexplained, "slots": filled.probability}
        evidence = Evidence(**self._foreseen(name, ranked, look, group), **seen)
        if group == NO_LEXICON:  # these weights count a wrong action double as well
            accept = _ACCEPT_DECLARED
        else:
            accept = _ACCEPT_READ if ranked.reading is not None else _ACCEPT if known else _ACCEPT_DECLARED
        sure = confidence(evidence, group)
        if trained.shown.get(tuple(heard.words)) == {name}:
            sure = max(sure, _SHOWN)  # its author's own words
        return Candidate(definition, heard, filled, told, evidence, sure, group, accept=accept, reading=ranked.reading)


def _chosen(definition: ToolDefinition, filled: Filled) -> set[str]:
    """The words of the values that were chosen from a few: the "latin" of "read it twice for latin" ends no text."""
    chosen = [filled.arguments.get(p.name) for p in definition.parameters if p.enum_values]
    return {word for value in chosen if isinstance(value, str) for word in words_of(value)}


def _only_looks(heard: Heard) -> bool:
    """Whether all that is said is to find out, and not what: "can you check for me"."""
    lang = heard.lang
    content = [at for at, word in enumerate(heard.words) if is_content(word, lang)]
    if len(content) != 1 or heard.words[content[0]] not in lang.telling:
        return False
    at = content[0]
    named = at and heard.words[at - 1] in lang.articles | lang.question_words
    return not named and is_deed(heard.words[at], (), lang)


def _in_general(
    by_name: Sequence[tuple[str, float, float]], general: Mapping[str, Sequence[tuple[str, float, float]]]
) -> list[tuple[str, float, float]]:
    """*by_name* with the tools whose names are said as the request ranks them that says the kind of thing instead."""
    rows = {row[0]: row for row in by_name}
    for name, ranked in general.items():
        rows.update((row[0], row) for row in ranked if row[0] == name)
    return sorted(rows.values(), key=lambda row: -(row[1] + 0.5 * row[2]))


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


def _is_sure(candidate: Candidate) -> bool:
    """Whether nobody else has to be asked."""
    return candidate.confidence >= _SURELY and not candidate.account.left and not candidate.account.refused


def _by_confidence(found: Iterable[Candidate]) -> list[Candidate]:
    return sorted(found, key=lambda candidate: -candidate.confidence)


def _author_first(unasked: Sequence[Candidate], asked: Sequence[Candidate]) -> list[Candidate]:
    """What was *asked* of the encoder, but where a tool's own examples explain every word: it may know better what
    words mean in general, and not what the tool's author means by them."""
    own = {c.definition.name: c for c in unasked if c.group == "examples" and not c.account.left}
    found = [
        own[c.definition.name] if c.definition.name in own and own[c.definition.name].confidence > c.confidence else c
        for c in asked
    ]
    return _by_confidence(found)


def _is_for_it_if_for_any(found: Sequence[Candidate]) -> bool:
    """Whether somebody asks for something, and no tool but the first is anywhere near."""
    first = found[0]
    if first.evidence.directed < _SAID or first.group == NO_LEXICON:
        return False
    if first.group == BY_TREES and len(first.definition.examples) >= FEW:
        return False  # these tell how it is asked for
    return len(found) < 2 or found[1].confidence <= _NO_RIVAL * first.confidence


def _rivals(found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Those that may be meant as well as the first of *found*: a fallback is no rival of what was installed."""
    if not found or found[0].definition.is_fallback:
        return found[1:]
    return [candidate for candidate in found[1:] if not candidate.definition.is_fallback]


def _as_likely(first: Candidate, second: Candidate) -> bool:
    """Whether nothing tells which of the two tools is meant: neither is surer, and neither takes more words up."""
    return (
        second.account.refused is None
        and second.confidence >= _AS_LIKELY * first.confidence
        and len(second.filled.covered) >= len(first.filled.covered)
        and not _swallows(first, second)
        and (first.confidence != _SHOWN or second.confidence >= _SHOWN)
        and len(second.filled.missing) <= len(first.filled.missing)
    )


def _swallows(first: Candidate, second: Candidate) -> bool:
    """Whether *second* takes for free text, or can't explain, what says to *first* that it is meant, and its examples
    are put otherwise: "walking to my habits" of "add walking to my habits" is no text to note."""
    if "declared" in (first.group, second.group) or "declared+encoder" in (first.group, second.group):
        return False
    wording = {at for at, how in enumerate(first.account.how) if how == EXAMPLE} - first.filled.covered
    return (
        not first.account.left
        and bool(wording & (second.filled.covered | set(second.account.left)))
        and second.evidence.genuine < first.evidence.genuine - _LESS_GENUINE
    )
