"""Where the texts of a tool's arguments are said: every place is weighed by all that is known of it, and they are given
out together, the surest first.

The encoder knows what words mean, a tagger what the tool's few examples look like, the wording which words the tool
says itself, the language which words lead on from one argument to the next. Each is often wrong by a word; which to
believe where was fitted on tools that strangers wrote (``test/bench/calibrate.py places``), whose words it has not
seen: it is told numbers only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, Reading
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import DeclaredParameter, roles_of
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.wording import Wording, lemma, split_name
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of

FOREST = "places"
"""The trees that weigh a place, in ``nlu/data/forests.json``."""
_LONGEST = 10
"""Words of a text that ends before something else; one that goes on to the end of what is said may be longer."""
_FIRST = 8
"""Places of the encoder's that count as more and less likely ones."""
_ACCEPT, _ACCEPT_REQUIRED = 0.2, 0.03
"""Probability from which a place is believed, and from which that of an argument is that is asked for else."""
_USUAL = 2.0
"""Words of a text of which there is no example."""
_EXPLAINED = 0.3
"""From which on the tool's own wording explains a word."""
_NEVER = 1e-6

Place = tuple[int, int]
"""First word, one past the last."""
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Places:
    """The places where one text may be said."""

    parameter: DeclaredParameter
    spans: Sequence[Place]
    rows: Floats
    """What is known of each, in the order of :data:`SIGNS`."""


@dataclass(frozen=True)
class _Shown:
    """What a tool's examples show of one text."""

    meaning: Floats
    """A row for each value."""
    leads: Counter[str]
    """The words before it, articles aside."""
    follows: Counter[str]
    length: float
    verbs: float
    """How much of a verb the first words of the values are, on average; less than 0 where there are none."""
    grammar: float
    """The share of words of grammar in them; less than 0 where there are none."""
    with_article: bool
    """Whether they have the article that is said before them."""


SIGNS = (
    *("read", "read_rank", "read_share", "unread", "read_begins", "read_ends", "read_inside"),
    *("read_before", "read_behind", "read_other"),
    *("begins", "says", "least", "says_before", "says_behind", "says_nothing"),
    *("wording", "wording_first", "wording_last", "wording_share", "wording_behind"),
    *("named_behind", "leads_on", "follows", "behind_value", "leads", "led_by_role"),
    *("longer", "grammar", "grammar_more", "grammar_first", "light", "noun", "verb", "verb_first", "verb_more"),
    *("strange", "states", "length", "to_end", "cuts_before", "cuts_behind", "left"),
    *("alike", "alike_more", "like_name", "like_more", "kind", "required", "sentence"),
)
"""What is told of a place. ``read…``: by the encoder, for this argument; ``begins``, ``says…``: by the tagger;
``wording…``: how much the tool's own words explain it; ``alike…``: how near in meaning the example values of this
argument are, and how much nearer than those of the others; ``…more``, ``longer``: than in the examples; ``cuts…``,
``left``: words of meaning beside it, and anywhere, that nothing explains then."""


class Placer:
    """Finds the texts of one tool. Any thread may ask it."""

    def __init__(
        self,
        filler: DeclaredFiller,
        examples: Sequence[AlignedExample],
        encoder: Encoder,
        others: Collection[str] = (),
    ) -> None:
        """
        Args:
            filler: what the tool declares.
            examples: of it, with the places of their values.
            encoder: whose knowledge of words is used.
            others: texts that are found otherwise.
        """
        self._filler = filler
        self._encoder = encoder
        self._lang = filler.wording.lang
        self._roles = roles_of(self._lang.code)
        self._texts = [p for p in filler.parameters if _is_placed(p) and p.parameter.name not in others]
        self._shown = {p.parameter.name: self._show(p.parameter.name, examples) for p in self._texts}
        self._told = {p.parameter.name: self._meaning(_told(p)) for p in self._texts}
        self._named = {p.parameter.name: self._meaning(split_name(p.parameter.name)) for p in self._texts}

    @property
    def tool(self) -> str:
        """The name of the tool."""
        return self._filler.definition.name

    @property
    def names(self) -> frozenset[str]:
        """The arguments that it finds."""
        return frozenset(p.parameter.name for p in self._texts)

    def place(
        self,
        heard: Heard,
        filled: Filled,
        reading: Reading,
        known: Mapping[str, Mapping[str, object]],
        fixed: Collection[str] = (),
    ) -> None:
        """Let the texts of *filled* be where they most likely are said.

        Args:
            heard: the request.
            filled: the arguments so far, which is changed; what is no text stays as it is.
            reading: how the encoder reads it.
            known: argument → words → the value that examples have for just these.
            fixed: texts that stay as they are.
        """
        texts = [p for p in self._texts if p.parameter.name not in fixed]
        if not texts or not heard.words:
            return
        for parameter in texts:
            filled.drop(parameter.parameter.name)
        found = self.weigh(heard, filled, reading, texts)
        ranked = sorted(
            ((float(p), at, places.spans[i]) for at, places in enumerate(found) for i, p in enumerate(_odds(places))),
            reverse=True,
        )
        sure: list[float] = []
        for probability, at, (start, end) in ranked:
            own = found[at].parameter.parameter
            least = _ACCEPT_REQUIRED if own.required else _ACCEPT
            if own.name in filled.arguments or probability < least:
                continue
            if not filled.covered.isdisjoint(range(start, end)):
                continue
            while self._shown[own.name].with_article and start and heard.words[start - 1] in self._lang.articles:
                start -= 1
            said = heard.said(start, end)
            filled.arguments[own.name] = known.get(own.name, {}).get(" ".join(heard.words[start:end]), said)
            filled.take(start, end, own.name)
            sure.append(probability)
        if sure:
            filled.probability = min(sure)

    def weigh(
        self, heard: Heard, filled: Filled, reading: Reading, texts: Sequence[DeclaredParameter] | None = None
    ) -> list[Places]:
        """The places where each text may be said, and what is known of each.

        Args:
            heard: the request.
            filled: the arguments that are no texts.
            reading: how the encoder reads it.
            texts: those that are looked for; all by default.
        """
        wanted = self._texts if texts is None else texts
        view = _View(heard, filled, self._filler.wording, self._encoder, frozenset().union(*self._roles.values()))
        if not view.spans:
            return []
        read = {p.parameter.name: _Read(view, reading, p.parameter.name) for p in wanted}
        return [Places(p, view.spans, self._rows(view, p, read, filled)) for p in wanted]

    def _rows(self, view: _View, parameter: DeclaredParameter, read: Mapping[str, _Read], filled: Filled) -> Floats:
        name = parameter.parameter.name
        own, shown = read[name], self._shown[name]
        others = [other.exact for key, other in read.items() if key != name]
        alike = _nearest(view.meaning, shown.meaning)
        elsewhere = [_nearest(view.meaning, s.meaning) for key, s in self._shown.items() if key != name]
        told = view.meaning @ self._told[name]
        told_else = [view.meaning @ vector for key, vector in self._told.items() if key != name]
        nothing = np.zeros(len(view.spans), np.float32)
        starts, ends = view.starts, view.ends
        columns = [
            *own.columns(starts, ends),
            np.max(others, axis=0) if others else nothing,
            *view.marks(name, filled),
            view.most_told,
            view.explained[starts],
            view.explained[ends - 1],
            view.mean(view.told >= _EXPLAINED),
            view.behind(view.explained),
            view.behind(view.one_of(parameter.names, view.forms)),
            view.behind(view.leading),
            view.behind(view.share(shown.follows), shown.follows["$"] / max(1, shown.follows.total())),
            view.lead(view.covered),
            view.lead(view.share(shown.leads), shown.leads["^"] / max(1, shown.leads.total())),
            view.lead(view.one_of(self._introducing(parameter), view.heard.words)),
            ends - starts - shown.length,
            view.mean(view.grammar),
            view.mean(view.grammar) - shown.grammar if shown.grammar >= 0 else nothing,
            view.grammar[starts],
            view.any(view.light),
            view.noun[ends - 1],
            view.most_verb,
            view.verb[starts],
            view.verb[starts] - shown.verbs if shown.verbs >= 0 else nothing,
            view.strange[ends - 1],
            view.any(view.states),
            ends - starts,
            view.behind(view.covered, 1.0),
            view.lead(view.open),
            view.behind(view.open),
            view.open.sum() - view.mean(view.open) * (ends - starts),
            alike,
            alike - (np.max(elsewhere, axis=0) if elsewhere else nothing),
            view.meaning @ self._named[name],
            told - (np.max(told_else, axis=0) if told_else else nothing),
            view.kinds(parameter.names)[ends - 1],
            np.full(len(view.spans), parameter.parameter.required),
            np.full(len(view.spans), not values.SENTENCES.isdisjoint(words_of(name))),
        ]
        return np.stack([np.asarray(column, np.float32) for column in columns], axis=1)

    def _introducing(self, parameter: DeclaredParameter) -> frozenset[str]:
        """Words that introduce an argument of the role of *parameter*."""
        return frozenset(word for role in parameter.roles or ("thing",) for word in self._roles.get(role, ()))

    def _show(self, name: str, examples: Sequence[AlignedExample]) -> _Shown:
        spans = [(example, span) for example in examples for span in example.spans if span.parameter == name]
        said = [example.words[span.start : span.end] for example, span in spans]
        rows = [self._meaning(words) for words in said]
        leads: Counter[str] = Counter()
        follows: Counter[str] = Counter()
        for example, span in spans:
            first = span.start
            while first and example.words[first - 1] in self._lang.articles:
                first -= 1
            leads[example.words[first - 1] if first else "^"] += 1
            follows[example.words[span.end] if span.end < len(example.words) else "$"] += 1
        bare = [self._bare(words) for words in said]
        with_article = sum(len(a) < len(b) for a, b in zip(bare, said, strict=True))
        without = sum(span.start > 0 and e.words[span.start - 1] in self._lang.articles for e, span in spans)
        small = [word in self._lang.function_words for words in bare for word in words]
        return _Shown(
            np.stack(rows) if rows else np.zeros((0, 0), np.float32),
            leads,
            follows,
            sum(map(len, bare)) / len(bare) if bare else _USUAL,
            sum(_parts_of_speech(words[0])[1] for words in bare) / len(bare) if bare else -1.0,
            sum(small) / len(small) if small else -1.0,
            with_article > without,
        )

    def _bare(self, words: Sequence[str]) -> Sequence[str]:
        """*words* without articles in front; all where there is nothing else."""
        first = next((at for at, word in enumerate(words) if word not in self._lang.articles), 0)
        return words[first:]

    def _meaning(self, words: Sequence[str]) -> Floats:
        """One vector of length 1 for *words*, those of grammar aside."""
        content = [word for word in words if word not in self._lang.function_words] or [*words] or [""]
        return _unit(self._encoder.word_vectors(content).mean(axis=0))


class _View:
    """One request as all texts of a tool see it: what is known of each word, and of each run of words."""

    def __init__(
        self, heard: Heard, filled: Filled, wording: Wording, encoder: Encoder, leads: Collection[str]
    ) -> None:
        self.heard, self.lang = heard, heard.lang
        words, lang = heard.words, heard.lang
        taken = filled.covered | filled.flags
        self.covered = np.array([at in taken for at in range(len(words))], bool)
        self.spans = self._runs()
        if not self.spans:
            return
        self.starts, self.ends = (np.array(side, np.intp) for side in zip(*self.spans, strict=True))
        self.forms = [lemma(word) for word in words]
        self.grammar = self.one_of(lang.function_words, words)
        self.light = self.one_of(lang.light_words, words)
        self.states = self.one_of(lang.states, words)
        self.leading = self.one_of(leads, words)
        self.explained = np.array(
            [0.0 if done else wording.explains(w) for w, done in zip(words, self.covered, strict=True)], np.float32
        )
        self.told = np.where(self.grammar, 0.0, self.explained)
        self.most_told = self._most(self.told)
        self.open = ~self.covered & ~self.grammar & ~self.light & (self.told < _EXPLAINED)
        parts = [_parts_of_speech(word) for word in words]
        self.noun = np.array([noun for noun, _ in parts], np.float32)
        self.verb = np.array([verb for _, verb in parts], np.float32)
        self.most_verb = self._most(self.verb)
        net = english_wordnet()
        known = np.array([net is not None and word in net for word in words], bool)
        self.strange = ~known & ~self.grammar
        vectors = _unit(encoder.word_vectors(words))
        content = np.where(self.grammar[:, None], 0.0, vectors).astype(np.float32)
        sums, every = self._sums(content), self._sums(vectors)
        self.meaning = _unit(np.where(self.any(~self.grammar)[:, None], sums, every))
        self._before = self._leads_at()

    def _runs(self) -> list[Place]:
        """The runs of words that may be a text: nothing that says another argument, no article at an end, nothing
        across the end of a sentence."""
        words, articles, count = self.heard.words, self.lang.articles, len(self.heard.words)
        found = []
        for start in range(count):
            if self.covered[start] or words[start] in articles:
                continue
            for end in range(start + 1, count + 1):
                if self.covered[end - 1] or (end - 1 > start and self.heard.breaks_before(end - 1)):
                    break
                goes_on = end < count and not self.covered[end]
                if (end - start > _LONGEST and goes_on) or words[end - 1] in articles:
                    continue
                if end - start > 2 and self.lang.function_words.issuperset(words[start:end]):
                    continue
                found.append((start, end))
        return found

    def one_of(self, known: Collection[str], words: Sequence[str]) -> _Bools:
        """Which of *words* are *known*."""
        return np.array([word in known for word in words], bool)

    def share(self, counts: Counter[str]) -> Floats:
        """The share of each word in *counts*."""
        total = max(1, counts.total())
        return np.array([counts[word] / total for word in self.heard.words], np.float32)

    def mean(self, marks: npt.NDArray[np.generic]) -> Floats:
        """The share of each run's words that *marks* marks."""
        sums: Floats = self._sums(marks.astype(np.float32)) / (self.ends - self.starts)
        return sums

    def any(self, marks: _Bools) -> _Bools:
        """Whether each run has such a word."""
        return self._sums(marks.astype(np.float32)) > 0

    def lead(self, told: npt.NDArray[np.generic], at_start: float = 0.0) -> Floats:
        """What is *told* of the word before each run, articles aside; *at_start* where there is none."""
        return np.append(told, at_start).astype(np.float32)[self._before[self.starts]]

    def behind(self, told: npt.NDArray[np.generic], at_end: float = 0.0) -> Floats:
        """What is *told* of the word behind each run; *at_end* where there is none."""
        return np.append(told, at_end).astype(np.float32)[self.ends]

    def marks(self, name: str, filled: Filled) -> list[npt.NDArray[np.generic]]:
        """What the tagger says of each run: how likely the argument *name* begins there, or with an article before it,
        and is in all of its words, in the least likely one, before it and behind it; and that one of them is in none.
        """
        count = len(self.heard.words)
        nowhere = np.zeros(count, np.float32)
        marks = filled.marks
        if marks is None:
            begins, says, nothing = nowhere - 1, nowhere, nowhere
        else:
            begins = marks.begins.get(name, nowhere - 1)
            says, nothing = marks.says.get(name, nowhere), marks.nothing
        begun = begins.copy()
        for at in range(1, count):
            if self.heard.words[at - 1] in self.lang.articles:
                begun[at] = max(begun[at], begun[at - 1])
        return [
            begun[self.starts],
            self.mean(says),
            -self._most(-says),
            self.lead(says),
            self.behind(says),
            self._most(nothing),
        ]

    def kinds(self, names: Collection[str]) -> _Bools:
        """Which words are a kind of what one of *names* means."""
        net = english_wordnet()
        if net is None or not names:
            return np.zeros(len(self.heard.words), bool)
        return np.array(
            [any(other in names for other, _ in net.wider(word, "n", 3)) for word in self.heard.words], bool
        )

    def _sums(self, told: Floats) -> Floats:
        before = np.concatenate([np.zeros_like(told[:1]), np.cumsum(told, axis=0)])
        sums: Floats = before[self.ends] - before[self.starts]
        return sums

    def _most(self, told: Floats) -> Floats:
        """The most that is *told* of a word of each run."""
        rows = {start: np.maximum.accumulate(told[start:]) for start in {*self.starts.tolist()}}
        return np.array([rows[start][end - start - 1] for start, end in self.spans], np.float32)

    def _leads_at(self) -> npt.NDArray[np.intp]:
        """For each word the place of the last one before it that is no article; the number of words where none is."""
        count = len(self.heard.words)
        found, last = [], count
        for at in range(count):
            found.append(last)
            if self.heard.words[at] not in self.lang.articles:
                last = at
        return np.array(found, np.intp)


class _Read:
    """Where the encoder reads one text: what it says of a run with an article it says of the run without."""

    def __init__(self, view: _View, reading: Reading, name: str) -> None:
        count = len(view.heard.words)
        self.absent = _NEVER
        self._exact: dict[Place, float] = {}
        self._begins, self._ends = np.zeros(count + 1, np.float32), np.zeros(count + 1, np.float32)
        self._inside = np.zeros(count + 1, np.float32)
        for first, last, probability in reading.spans.get(name, ()):
            if not last:
                self.absent = probability
                continue
            end = min(last, count)
            start = first
            while start < end - 1 and view.heard.words[start] in view.lang.articles:
                start += 1
            self._exact[start, end] = self._exact.get((start, end), 0.0) + probability
            self._begins[start] += probability
            self._ends[end] += probability
            self._inside[start:end] += probability
        ranks = {place: at for at, place in enumerate(sorted(self._exact, key=lambda p: -self._exact[p])[:_FIRST])}
        self._best = max(self._exact.values(), default=_NEVER)
        self.exact = np.array([self._exact.get(place, 0.0) for place in view.spans], np.float32)
        self._ranks = np.array([ranks.get(place, _FIRST + 1) for place in view.spans], np.float32)
        self._mean = view.mean(self._inside[:-1])

    def columns(self, starts: npt.NDArray[np.intp], ends: npt.NDArray[np.intp]) -> list[npt.NDArray[np.generic]]:
        """The first nine of :data:`SIGNS`."""
        return [
            np.log(self.exact + _NEVER),
            self._ranks,
            np.log(self.exact / self._best + _NEVER),
            np.full(len(starts), np.log(self.absent + _NEVER)),
            self._begins[starts],
            self._ends[ends],
            self._mean,
            np.where(starts > 0, self._inside[starts - 1], 0.0),
            self._inside[ends],
        ]


def _odds(places: Places) -> npt.NDArray[np.float64]:
    return forests()[FOREST].probabilities(places.rows)


def _is_placed(parameter: DeclaredParameter) -> bool:
    """Whether it is a text of free words."""
    return (
        parameter.is_text
        and not parameter.pattern
        and not parameter.parameter.lists_names
        and not values.is_time(parameter.parameter)
    )


def _told(parameter: DeclaredParameter) -> list[str]:
    return words_of(f"{' '.join(split_name(parameter.parameter.name))} {parameter.parameter.description}")


def _nearest(meaning: Floats, shown: Floats) -> Floats:
    """How near each row of *meaning* is to the nearest of *shown*: cosine; 0 where there are none."""
    if not len(shown):
        return np.zeros(len(meaning), np.float32)
    most: Floats = (meaning @ shown.T).max(axis=1)
    return most


def _unit(rows: npt.NDArray[np.floating]) -> Floats:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    out: Floats = (rows / np.maximum(lengths, _NEVER)).astype(np.float32)
    return out


def _parts_of_speech(word: str) -> tuple[float, float]:
    """How much of the meaning of *word* is that of a noun, and of a verb."""
    net = english_wordnet()
    fields = dict(net.fields(lemma(word))) | dict(net.fields(word)) if net is not None else {}
    total = sum(fields.values())
    if not total:
        return 0.5, 0.0
    noun, verb = (sum(v for name, v in fields.items() if name.startswith(part)) for part in ("noun", "verb"))
    return noun / total, verb / total
