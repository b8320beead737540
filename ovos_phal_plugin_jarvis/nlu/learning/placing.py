"""Where the texts of a tool's arguments are said: every place is weighed by all that is known of it, and they are given
out together, the surest first.

The encoder knows what words mean, a tagger what the tool's few examples look like, the wording which words the tool
says itself, the language which words lead on from one argument to the next. Each is often wrong by a word; which to
believe where was fitted on tools that strangers wrote (``test/bench/calibrate.py places``): on numbers, so that no word
of theirs is known.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, Reading
from ovos_phal_plugin_jarvis.nlu.encoder.network import unit
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.entities import DURATION, MONEY, NUMBER, PERCENT, PLACE, QUOTED
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import ROLES, DeclaredParameter, leads_of
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.edges import within_quotes
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled, Marks
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.listed import things_at
from ovos_phal_plugin_jarvis.nlu.learning.runs import (
    OF_PEOPLE,
    Place,
    ReadRuns,
    Runs,
    field_shares,
    likeness_to_names,
    one_of,
    parts_of_speech,
)
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard, timed_places
from ovos_phal_plugin_jarvis.nlu.text import denying_words, single_words, words_of

FOREST = "places"
"""The trees that weigh a place, in ``nlu/data/forests.json``."""
OTHER_FOREST = "places, other languages"
"""The same where English words stand for what was said."""
DECLARED_FOREST = "places, no examples"
"""The same of a tool that shows no example."""
_ACCEPT, _ACCEPT_REQUIRED = 0.2, 0.1
"""Probability from which a place is believed, and from which that of an argument is that is asked for else."""
_ALONE, _TIMES = 0.03, 5.0
"""The same of such a one where no other place is near: how many times as likely it is as the next."""
_NEEDED = 10.0
"""How many times likelier a place may be for a text that may be left out than for one that has to be said whose
likeliest place it is too: that one gets it all the same, where no example tells."""
_MARKED = 0.1
"""How likely a word is of a list, by its examples, without which none of the words beside it are."""
MANY = 50
"""Examples from which on what a tagger has learned from them goes first, and the definition fills no argument beside
them."""
_AS_SHOWN, _UNSHOWN = 0.5, 0.8
"""By how much a place has to be likelier than that which the tagger of many examples takes; how likely a text has to be
that it finds nowhere. Names of songs and films are nothing that the trees have seen, and what examples show of them."""
_NUMBERED = frozenset(["number", "no", "code", "id", "phone", "zip", "postcode", "postal", "isbn", "sku", "serial"])
"""Words in the name of a text that is mostly figures."""
_KINDS_OF_NUMBERS = frozenset({NUMBER, DURATION, PERCENT, MONEY})
_ENOUGH = 4
"""Examples of a text that tell what stands behind each."""
_USUAL = 2.0
"""Words of a text of which there is no example."""


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
    closing: str
    """The word that stands behind each value and ends none; empty where there is no such word, or few examples."""
    joined: float
    """The share of the values with a word that joins two things; less than 0 where there are none."""
    with_article: bool
    """Whether they have the article that is said before them."""
    numbers: float
    """The share of the values that are a number."""
    words: frozenset[str]
    """All words of them."""
    ends: frozenset[str]
    """The last word of each."""
    people: float
    """How much of somebody's name their words are, on average; less than 0 where there are none."""
    fields: Floats
    """How much of each lexical field their last words are, on average; nothing where there are none."""


SIGNS = (
    *("meant", "read", "read_rank", "read_share", "unread", "read_begins", "read_ends", "read_inside"),
    *("read_before", "read_behind", "read_other"),
    *("begins", "says", "least", "says_before", "says_behind", "says_nothing"),
    *("wording", "wording_first", "wording_last", "wording_share", "wording_behind"),
    *("named_behind", "leads_on", "follows", "behind_value", "leads", "led_by_role"),
    *("longer", "grammar", "grammar_more", "grammar_first", "light", "noun", "verb", "verb_first", "verb_more"),
    *("strange", "states", "length", "to_end", "cuts_before", "cuts_behind", "left"),
    *("alike", "alike_more", "like_name", "like_more", "kind", "required", "sentence", "joined", "joined_more"),
    "shown",
    *("noun_before", "verb_before", "noun_behind", "verb_behind", "grammar_behind", "article_before", "at_start"),
    *("strange_share", "strange_behind", "near_before", "near_behind", "near_inside", "parts_before", "parts_behind"),
    *("people", "people_words", "people_last", "people_before", "people_behind", "given_first", "family_last"),
    *("people_meant", "people_shown", "people_more", "field", "field_more"),
)
"""What is told of a place. ``meant``: log odds that the tool is meant, by the encoder; ``read…``: by the encoder, for
this argument; ``begins``, ``says…``: by the tagger; ``wording…``: how much the tool's own words explain it;
``alike…``: how near in meaning the example values of this argument are, and how much nearer than those of the others;
``joined``: whether a word in it joins two things; ``…more``, ``longer``: than in the examples; ``cuts…``, ``left``:
words of meaning beside it, and anywhere, that nothing explains then; ``shown``: how many values the examples have;
``noun_``, ``verb_``, ``grammar_`` and ``strange_before`` or ``…_behind``: of the words beside it, ``strange``: no
dictionary has it; ``near…``: in meaning, to the word beside it, and its words to one another; ``parts…``: whether it
ends inside a word of the dictionary ("oil [change]"); ``people…``: how much of somebody's name it is, or its examples,
or its argument by name; ``field…``: how much of its last word is of the lexical fields of its example values, and how
much more than of the others'."""

SIGNS_DECLARED = (
    *SIGNS,
    *("ruled", "ruled_share", "ruled_cut", "ruled_nowhere", "ruled_other", "texts", "lists"),
    *("named_before", "named_first", "named_last", "place_inside", "time_inside", "owner_before", "asking"),
    *("figures", "numbered"),
    *(f"role_{role}" for role in ROLES),
)
"""The same where no example tells. ``ruled…``: whether the rules for what is declared take just that place, how much of
it they take for this argument, how much of what they take it leaves out, that they take nothing, and how much of it
they take for another; ``texts``: how many texts the tool has; ``lists``: whether the argument takes several;
``named_…``: its name before it, or as its first or last word; ``…inside``: the share of its words that are in the name
of a place, or say a time; ``owner_before``: whether "my" or the like stands before it; ``asking``: the share of those
by which something is asked for; ``figures``: of those with a digit; ``numbered``: whether the argument is a number or a
code by its name; ``role_…``: what that says that it is."""

_MEANT, _LEAST_MEANT = SIGNS.index("meant"), 1.0
"""The log odds that the tool is meant, at least. The trees learn from tools that are not meant too, where no place is
the one; but whether this one is meant is weighed elsewhere, and where its texts are then is what is asked."""


@dataclass(frozen=True)
class AsEnglish:
    """A tool as it is in English, and what is said to it: of these words more is known."""

    filler: DeclaredFiller
    """What it declares, in English."""
    words: Callable[[Heard], Sequence[str]]
    """The English words that stand for those of a request."""


class Placer:
    """Finds the texts of one tool, or only weighs where they are said. Any thread may ask it."""

    def __init__(
        self,
        filler: DeclaredFiller,
        examples: Sequence[AlignedExample],
        encoder: Encoder,
        others: Collection[str] = (),
        english: AsEnglish | None = None,
    ) -> None:
        """
        Args:
            filler: what the tool declares.
            examples: of it, with the places of their values.
            encoder: whose knowledge of words is used.
            others: texts that are found otherwise.
            english: the tool in English, where it is spoken to in another language; None where it is English.
        """
        self._filler = filler
        self._encoder = encoder
        self._lang = filler.wording.lang
        self._english = english
        self._is_declared = not examples and english is None
        """Whether nothing but its declaration tells how its texts are said."""
        self._forest = OTHER_FOREST if english is not None else FOREST if examples else DECLARED_FOREST
        self._its_lang = self._lang if english is None else language(ENGLISH)
        """In which language the words are of which something is known."""
        self._many = len(examples) >= MANY
        self._joints = single_words(self._lang, "joints")
        self._counts = any(not _KINDS_OF_NUMBERS.isdisjoint(p.kinds) for p in filler.parameters if not p.is_text)
        self._required = {p.parameter.name for p in filler.parameters if p.parameter.required}
        self._named_itself = frozenset(map(lemma, split_name(filler.definition.named)))
        declared = (english.filler if english is not None else filler).parameters
        told = {p.parameter.name: p for p in declared}
        self._texts = [p for p in filler.parameters if _is_placed(p) and p.parameter.name not in others]
        self._shown = {p.parameter.name: self._show(p.parameter.name, examples) for p in self._texts}
        self._declared = {p.parameter.name: told[p.parameter.name] for p in self._texts}
        """The texts, as they are declared in that language."""
        self._meant_people = {name: _means_people(p) for name, p in self._declared.items()}
        self._told = {name: self._meaning(_told(p)) for name, p in self._declared.items()}
        self._named = {name: self._meaning(split_name(p.parameter.named)) for name, p in self._declared.items()}

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
        ruled = self.ruled(filled) if self._is_declared else {}
        quoted = [(x.start, x.end) for x in heard.mentions if x.kind == QUOTED] if ruled else []
        # What the rules take of what is quoted stands there.
        fixed = {*fixed, *(n for n, (a, b) in ruled.items() if any(s <= a and b <= e for s, e in quoted))}
        texts = [p for p in self._texts if p.parameter.name not in fixed]
        if not texts or not heard.words:
            return
        tagged = filled.copy() if self._many or self._is_declared else Filled()
        names = [p.parameter.name for p in texts]
        runs = {name: run for name, run in zip(names, map(tagged.run_of, names), strict=True) if run is not None}
        for parameter in texts:
            filled.drop(parameter.parameter.name)
        found = self.weigh(heard, filled, reading, texts, ruled)
        if self._is_declared:  # what is longer than any run that is weighed stays as the rules have it
            spans = frozenset(found[0].spans) if found else frozenset()
            runs = {name: run for name, run in runs.items() if run not in spans}
        weighed = _odds(found, self._forest)
        filled.places = _by_name(found, weighed)
        least = [_least(places, odds) for places, odds in zip(found, weighed, strict=True)]
        if self._many:
            for at, places in enumerate(found):
                run = runs.get(places.parameter.parameter.name)
                shown = self._bare_run(heard, *run) if run is not None else None
                least[at] = max(least[at], _AS_SHOWN if shown is not None else _UNSHOWN)
                weighed[at] = weighed[at] + _AS_SHOWN * np.array([place == shown for place in places.spans], np.float64)
        ranked = sorted(
            ((float(p), at, found[at].spans[i]) for at, odds in enumerate(weighed) for i, p in enumerate(odds)),
            reverse=True,
        )
        if self._is_declared:
            ranked = self._needed_first(ranked, [p.parameter.parameter.name for p in found])
        sure: list[float] = []
        for probability, at, (start, end) in ranked:
            own = found[at].parameter.parameter
            if own.name in filled.arguments or probability < least[at]:
                continue
            if not filled.covered.isdisjoint(range(start, end)):
                continue
            if own.name in runs and self._bare_run(heard, *runs[own.name]) == (start, end):
                filled.take_of(tagged, own.name)
                sure.append(tagged.probability)
                continue
            if _holds_two_places(own.name, heard, start, end):
                continue
            if not self._may_be(own.name, heard, start, end):
                continue
            start, end = within_quotes(heard, *_with_quotes(heard, start, end))
            values_known = known.get(own.name, {})
            if self._is_declared:
                filled.arguments[own.name] = found[at].parameter.value(heard, start, end)
                filled.take(start, end, own.name)
                sure.append(probability)
                continue
            if own.lists_names:
                things = things_at(heard, start, end, filled.marks, own.name)
                if not things or not _may_hold(filled.marks, own.name, start, end):
                    continue  # "it" names none
                filled.arguments[own.name] = []
                for thing in things:
                    meant = values_known.get(" ".join(heard.words[slice(*thing)]))
                    filled.arguments[own.name].append(meant if isinstance(meant, str) else heard.said(*thing))
                    filled.take(*thing, own.name)
                sure.append(probability)
                continue
            while self._shown[own.name].with_article and start and heard.words[start - 1] in self._lang.articles:
                start -= 1
            said = heard.said(start, end)
            filled.arguments[own.name] = values_known.get(" ".join(heard.words[start:end]), said)
            filled.take(start, end, own.name)
            sure.append(probability)
        for name, run in runs.items():
            if name not in filled.arguments and filled.covered.isdisjoint(range(*run)):
                filled.take_of(tagged, name)  # it may be longer than what is weighed
        if sure:
            filled.probability = min(sure)

    def _needed_first(
        self, ranked: Sequence[tuple[float, int, Place]], names: Sequence[str]
    ) -> list[tuple[float, int, Place]]:
        """*ranked* with the likeliest place of a text that has to be said first, where a text that may be left out has
        the same likeliest place and is less than so many times as likely (:data:`_NEEDED`): who is put in the address
        book is no company."""
        first: dict[str, tuple[float, int, Place]] = {}
        for each in ranked:
            first.setdefault(names[each[1]], each)
        moved = [
            mine
            for name, mine in first.items()
            if name in self._required
            and any(
                mine[0] < other[0] <= _NEEDED * mine[0] and other[2] == mine[2]
                for key, other in first.items()
                if key not in self._required
            )
        ]
        return [*moved, *(each for each in ranked if each not in moved)]

    def _may_be(self, name: str, heard: Heard, start: int, end: int) -> bool:
        """Whether the words from *start* up to *end* may be the text *name*, by what its examples are like: nothing
        that stands behind each of them ("order a [lemon] cake" of a tool for cakes), ends in a denial as none of them
        does ("play miles davis [never]"), is said beside a request ("close it [before i forget]"), is who does it ("my
        [sister] can close it"), is all that is said and a time, or has the word behind it in it ("the [barn list and
        the shed] list"), no number to a tool for numbers of which none is a text, nothing but a number where all are,
        and no name of the tool's own where it may be left out."""
        words, shown = heard.words[start:end], self._shown[name]
        if self._english is not None and _says_no_thing(heard, start, end):
            return False
        behind = heard.words[end] if end < len(heard.words) else ""
        if words[-1] in denying_words(heard.lang) and words[-1] not in shown.ends:
            return False
        if name not in self._required and len(words) > 1 and " ".join(words) in heard.lang.callings:
            return False
        begins = start == 0 or (start == 1 and heard.words[0] in heard.lang.function_words)
        acts = begins and words[-1] in heard.lang.titles and behind in heard.lang.auxiliaries
        if (acts and not self._meant_people[name]) or _is_bare_time(heard, start, end):
            return False
        if words[-1] == shown.closing or (behind in words and is_content(behind, heard.lang)):
            return False
        own = self._named_itself.issuperset(map(lemma, words)) and not shown.words.issuperset(words)
        if own and name not in self._required:
            return False
        if _is_number(heard, start, end):
            return shown.numbers > 0 or not self._counts
        return shown.numbers < 1 or len(shown.meaning) < _ENOUGH

    def holds_more(self, heard: Heard, filled: Filled) -> bool:
        """Whether a text of *filled* that is no list joins two things as no example of it does, or holds a time or a
        limit: "[leiter und ruf]", "[tarte pour mardi]", "[la terrasse sauf s'il gèle]"."""
        lists = {p.parameter.name for p in self._texts if p.parameter.lists_names}
        limits = single_words(self._lang, "exceptions") | single_words(self._lang, "conditions")
        times = timed_places(heard.mentions)
        for start, end, name in filled.spans:
            if name in self._shown and name not in lists:
                words, shown = set(heard.words[start:end]), self._shown[name]
                joined = shown.joined <= 0 and not self._joints.isdisjoint(words)
                if joined or not times.isdisjoint(range(start, end)) or not limits.isdisjoint(words - shown.words):
                    return True
        return False

    def empty(self, heard: Heard, filled: Filled) -> list[str]:
        """The texts of *filled* that say a time, or nothing but grammar: "só hoje", "eso"."""
        return [n for start, end, n in filled.spans if n in self._shown and _says_no_thing(heard, start, end)]

    def probabilities(self, heard: Heard, filled: Filled, reading: Reading) -> Mapping[str, Mapping[Place, float]]:
        """How likely each text is said at each place; see :attr:`Filled.places`.

        Args:
            heard: the request.
            filled: its arguments.
            reading: how the encoder reads it.
        """
        found = self.weigh(heard, self.without_texts(filled), reading, ruled=self.ruled(filled))
        return _by_name(found, _odds(found, self._forest))

    def ruled(self, filled: Filled) -> Mapping[str, Place]:
        """Where the texts of *filled* are said."""
        runs = ((name, filled.run_of(name)) for name in self.names)
        return {name: run for name, run in runs if run is not None}

    def without_texts(self, filled: Filled) -> Filled:
        """*filled* without the arguments that it finds."""
        bare = filled.copy()
        for name in self.names:
            bare.drop(name)
        return bare

    def weigh(
        self,
        heard: Heard,
        filled: Filled,
        reading: Reading,
        texts: Sequence[DeclaredParameter] | None = None,
        ruled: Mapping[str, Place] | None = None,
    ) -> list[Places]:
        """The places where each text may be said, and what is known of each.

        Args:
            heard: the request.
            filled: the arguments that are no texts.
            reading: how the encoder reads it.
            texts: those that are looked for; all by default.
            ruled: where the rules for what is declared take each.
        """
        wanted = self._texts if texts is None else texts
        if not wanted or not heard.words:
            return []
        meant = None if self._english is None else self._english.words(heard)
        view = Runs(heard, filled, self._filler.wording, self._encoder, meant)
        if not view.spans:
            return []
        read = {p.parameter.name: ReadRuns(view, reading, p.parameter.name) for p in wanted}
        alike = {name: _nearest(view.meaning, shown.meaning) for name, shown in self._shown.items()}
        told = {name: view.meaning @ vector for name, vector in self._told.items()}
        fields = {name: _alike_in_field(view, shown.fields) for name, shown in self._shown.items()}
        found = [Places(p, view.spans, self._rows(view, p, read, alike, told, fields, filled)) for p in wanted]
        if not self._is_declared:
            return found
        shared = self._shared_too(view)
        return [self._declared_too(view, places, ruled or {}, shared) for places in found]

    def _shared_too(self, view: Runs) -> Mapping[str, npt.NDArray[np.generic] | float]:
        """What is told of each run beside :data:`SIGNS` whichever text it may be, where no example tells."""
        mentions, words = view.heard.mentions, view.heard.words
        count = len(words)
        return {
            "texts": len(self._texts),
            "place_inside": view.mean(_marked(count, [(x.start, x.end) for x in mentions if x.kind == PLACE])),
            "time_inside": view.mean(one_of(timed_places(mentions), range(count))),
            "owner_before": view.beside(one_of(self._lang.owners, words)),
            "asking": view.mean(one_of(view.heard.request_verbs, range(count))),
            "figures": view.mean(np.array([any(map(str.isdigit, word)) for word in words])),
        }

    def _declared_too(
        self,
        view: Runs,
        places: Places,
        ruled: Mapping[str, Place],
        shared: Mapping[str, npt.NDArray[np.generic] | float],
    ) -> Places:
        """*places* with what is told beside :data:`SIGNS` where no example tells: of the text, and what is *shared*."""
        parameter, starts, ends = places.parameter, view.starts, view.ends
        own = ruled.get(parameter.parameter.name)
        others = [place for name, place in ruled.items() if name != parameter.parameter.name]
        named = one_of(parameter.names, view.known.forms)
        count = len(view.heard.words)
        taken, taken_else = _marked(count, [own] if own is not None else []), _marked(count, others)
        signs: dict[str, npt.NDArray[np.generic] | float] = {
            **shared,
            "ruled": np.array([place == own for place in view.spans]),
            "ruled_share": view.mean(taken),
            "ruled_cut": float(taken.sum()) - view.mean(taken) * (ends - starts),
            "ruled_nowhere": own is None,
            "ruled_other": view.mean(taken_else),
            "lists": parameter.parameter.lists_names,
            "named_before": view.lead(named),
            "named_first": named[starts],
            "named_last": named[ends - 1],
            "numbered": not _NUMBERED.isdisjoint(split_name(parameter.parameter.named)),
            **{f"role_{role}": role in parameter.roles for role in ROLES},
        }
        more = SIGNS_DECLARED[len(SIGNS) :]
        rows = np.empty((len(view.spans), len(SIGNS_DECLARED)), np.float32)
        rows[:, : len(SIGNS)] = places.rows
        for at, sign in enumerate(more, start=len(SIGNS)):
            rows[:, at] = signs[sign]
        return replace(places, rows=rows)

    def _rows(
        self,
        view: Runs,
        parameter: DeclaredParameter,
        read: Mapping[str, ReadRuns],
        alike: Mapping[str, Floats],
        told: Mapping[str, Floats],
        fields: Mapping[str, Floats],
        filled: Filled,
    ) -> Floats:
        """What is known of the places of *parameter*.

        Args:
            view: the request.
            parameter: which of the texts.
            read: by text, how the encoder reads it.
            alike: by text, how near each place is to the values of its examples.
            told: by text, how near each place is to what is told of it.
            fields: by text, how much its last word is of the lexical fields of its examples.
            filled: the arguments that are no texts.
        """
        name = parameter.parameter.name
        own, shown, declared = read[name], self._shown[name], self._declared[name]
        common, starts, ends = view.shared, view.starts, view.ends
        signs = {
            **common,
            **own.signs(starts, ends),
            **view.marks(name, filled, joined=parameter.parameter.lists_names),
            "read_other": _most_of_others({key: other.exact for key, other in read.items()}, name),
            "named_behind": view.behind(one_of(declared.names, view.known.forms)),
            "follows": view.behind(view.share(shown.follows), shown.follows["$"] / max(1, shown.follows.total())),
            "leads": view.lead(view.share(shown.leads), shown.leads["^"] / max(1, shown.leads.total())),
            "led_by_role": view.lead(one_of(leads_of(self._lang.code, declared.likely_roles), view.heard.words)),
            "longer": common["length"] - shown.length,
            "grammar_more": common["grammar"] - shown.grammar if shown.grammar >= 0 else 0.0,
            "verb_more": common["verb_first"] - shown.verbs if shown.verbs >= 0 else 0.0,
            "alike": alike[name],
            "alike_more": alike[name] - _most_of_others(alike, name),
            "like_name": view.meaning @ self._named[name],
            "like_more": told[name] - _most_of_others(told, name),
            "kind": view.kinds(declared.names)[ends - 1],
            "required": parameter.parameter.required,
            "sentence": not values.SENTENCES.isdisjoint(words_of(declared.parameter.named)),
            "joined_more": common["joined"] - shown.joined if shown.joined >= 0 else 0.0,
            "shown": math.log1p(len(shown.meaning)),
            "people_meant": self._meant_people[name],
            "people_shown": shown.people,
            "people_more": common["people"] - shown.people if shown.people >= 0 else 0.0,
            "field": fields[name],
            "field_more": fields[name] - _most_of_others(fields, name),
        }
        rows = np.empty((len(view.spans), len(SIGNS)), np.float32)
        for at, sign in enumerate(SIGNS):
            rows[:, at] = signs[sign]
        return rows

    def _show(self, name: str, examples: Sequence[AlignedExample]) -> _Shown:
        spans = [(example, span) for example in examples for span in _said_at(example, name)]
        said = [example.words[span.start : span.end] for example, span in spans]
        rows = [self._meaning(words) for words in self._meant(spans, bare=False)]
        leads: Counter[str] = Counter()
        follows: Counter[str] = Counter()
        for example, span in spans:
            first = span.start
            while first and example.words[first - 1] in self._lang.articles:
                first -= 1
            leads[example.words[first - 1] if first else "^"] += 1
            follows[example.words[span.end] if span.end < len(example.words) else "$"] += 1
        bare, meant = [self._bare(words) for words in said], self._meant(spans, bare=True)
        with_article = sum(len(a) < len(b) for a, b in zip(bare, said, strict=True))
        without = sum(span.start > 0 and e.words[span.start - 1] in self._lang.articles for e, span in spans)
        small = [word in self._lang.function_words for words in bare for word in words]
        ((closing, times),) = follows.most_common(1) or [("$", 0)]
        closes = closing != "$" and _ENOUGH <= times == len(spans) and all(words[-1] != closing for words in said)
        return _Shown(
            np.stack(rows) if rows else np.zeros((0, 0), np.float32),
            leads,
            follows,
            sum(map(len, bare)) / len(bare) if bare else _USUAL,
            sum(parts_of_speech(words[0], self._its_lang)[1] for words in meant) / len(meant) if meant else -1.0,
            sum(small) / len(small) if small else -1.0,
            closing if closes else "",
            sum(not self._joints.isdisjoint(words) for words in said) / len(said) if said else -1.0,
            with_article > without,
            sum(_is_number(e.heard, span.start, span.end) for e, span in spans) / max(1, len(spans)),
            frozenset(word for words in said for word in words),
            frozenset(words[-1] for words in said),
            sum(likeness_to_names(word, self._lang) for words in bare for word in words) / max(1, sum(map(len, bare)))
            if bare
            else -1.0,
            np.mean([field_shares(words[-1], self._its_lang) for words in meant], axis=0)
            if meant
            else np.zeros_like(field_shares("", self._its_lang)),
        )

    def _words(self, heard: Heard) -> Sequence[str]:
        """The English words of which is known what is known of those of *heard*."""
        return heard.words if self._english is None else self._english.words(heard)

    def _meant(self, spans: Sequence[tuple[AlignedExample, Span]], *, bare: bool) -> list[Sequence[str]]:
        """These of each value; *bare* without articles in front."""
        found = []
        for example, span in spans:
            start = self._bare_run(example.heard, span.start, span.end)[0] if bare else span.start
            found.append(self._words(example.heard)[start : span.end])
        return found

    def _bare_run(self, heard: Heard, start: int, end: int) -> Place:
        """The words from *start* up to *end* without articles in front."""
        return end - len(self._bare(heard.words[start:end])), end

    def _bare(self, words: Sequence[str]) -> Sequence[str]:
        """*words* without articles in front; all where there is nothing else."""
        first = next((at for at, word in enumerate(words) if word not in self._lang.articles), 0)
        return words[first:]

    def _meaning(self, words: Sequence[str]) -> Floats:
        """One vector of length 1 for *words*, those of grammar aside."""
        content = [word for word in words if word not in self._its_lang.function_words] or [*words] or [""]
        return unit(self._encoder.word_vectors(content).mean(axis=0))


def _marked(count: int, places: Sequence[Place]) -> npt.NDArray[np.bool_]:
    """Which of *count* words stand at one of *places*."""
    marks = np.zeros(count, bool)
    for start, end in places:
        marks[start:end] = True
    return marks


def _said_at(example: AlignedExample, name: str) -> list[Span]:
    """The places where *example* says the argument *name*: the things of a list in one, with what joins them."""
    spans = [span for span in example.spans if span.parameter == name]
    return [replace(spans[0], end=spans[-1].end)] if spans else []


def _may_hold(marks: Marks | None, name: str, start: int, end: int) -> bool:
    """Whether the examples of the list *name* let any of the words be of it: a list is long, and one of the wrong words
    is seldom noticed."""
    says = marks.says.get(name) if marks is not None else None
    return says is None or float(says[start:end].max()) >= _MARKED


def _says_no_thing(heard: Heard, start: int, end: int) -> bool:
    """Whether the words from *start* up to *end* say a time, or nothing but grammar: "só hoje", "eso"."""
    small = heard.lang.function_words | heard.lang.light_words | heard.lang.adverbs
    times = timed_places(heard.mentions)
    return all(at in times or heard.words[at] in small for at in range(start, end))


def _is_bare_time(heard: Heard, start: int, end: int) -> bool:
    """Whether the words from *start* up to *end* are a day or a time, as all is that is said: "on [friday] at ten"."""
    times = timed_places(heard.mentions)
    said = (at for at, word in enumerate(heard.words) if is_content(word, heard.lang))
    return times.issuperset(range(start, end)) and times.issuperset(said)


def _is_number(heard: Heard, start: int, end: int) -> bool:
    """Whether the words from *start* up to *end* say numbers and nothing else."""
    said = {at for x in heard.mentions if x.kind == NUMBER for at in range(x.start, x.end)}
    joints = {at for at in range(start, end) if heard.words[at] in single_words(heard.lang, "joints")}
    return not said.isdisjoint(range(start, end)) and (said | joints).issuperset(range(start, end))


def as_meant(rows: Floats) -> None:
    """Let *rows*, which are changed, be of a tool that is meant, as its places are weighed for that case."""
    rows[:, _MEANT] = np.maximum(rows[:, _MEANT], _LEAST_MEANT)


def _odds(found: Sequence[Places], forest: str) -> list[npt.NDArray[np.float64]]:
    """The probabilities of the places of each text where its tool is the one that is meant."""
    if not found:
        return []
    rows = np.concatenate([places.rows for places in found])
    as_meant(rows)
    ends = np.cumsum([len(places.rows) for places in found])[:-1]
    return np.split(forests()[forest].probabilities(rows), ends)


def _most_of_others(told: Mapping[str, Floats], name: str) -> Floats | float:
    """For each place the most that is *told* of it for another text than *name*; 0 where there is no other."""
    others = [each for key, each in told.items() if key != name]
    return np.max(others, axis=0) if others else 0.0


def _alike_in_field(view: Runs, fields: Floats) -> Floats:
    """How much the last word of each run is of *fields*, which are none where there is no example."""
    alike: Floats = (view.known.fields @ fields)[view.ends - 1]
    return alike


def _by_name(found: Sequence[Places], odds: Sequence[npt.NDArray[np.float64]]) -> Mapping[str, Mapping[Place, float]]:
    return {
        places.parameter.parameter.name: dict(zip(places.spans, each.tolist(), strict=True))
        for places, each in zip(found, odds, strict=True)
    }


def _least(places: Places, odds: npt.NDArray[np.float64]) -> float:
    """The probability from which a place is believed."""
    if not places.parameter.parameter.required:
        return _ACCEPT
    second, first = sorted([0.0, *odds.tolist()])[-2:]
    return _ALONE if first >= _TIMES * second else _ACCEPT_REQUIRED


def _is_placed(parameter: DeclaredParameter) -> bool:
    """Whether it is a text of free words, or a list of such."""
    return parameter.is_text and not parameter.pattern and not values.is_time(parameter.parameter)


def _holds_two_places(name: str, heard: Heard, start: int, end: int) -> bool:
    """Whether a text that is no sentence would hold one place and a word of grammar that leads on to another: "oslo
    from cork" is no city, and "oslo harbour from cork" none."""
    inside = sorted((x.start, x.end) for x in heard.mentions if x.kind == PLACE and start <= x.start and x.end <= end)
    between = [words for one, other in pairwise(inside) if (words := heard.words[one[1] : other[0]])]
    if not between or not values.SENTENCES.isdisjoint(words_of(name)):
        return False
    small = heard.lang.function_words
    leading = small - heard.lang.articles - single_words(heard.lang, "joints")
    return any(small.issuperset(words) or words[-1] in leading for words in between)


def _with_quotes(heard: Heard, start: int, end: int) -> Place:
    """The place with all of what stands in quotes of which it has a part, and of the name of a place in which it is."""
    over = [x for x in heard.mentions if x.kind == QUOTED and x.start < end and start < x.end]
    over += [x for x in heard.mentions if x.kind == PLACE and x.start <= start and end <= x.end]
    return min([start, *(x.start for x in over)]), max([end, *(x.end for x in over)])


def _means_people(parameter: DeclaredParameter) -> float:
    """How much the name of *parameter* is a word for somebody: "customer", "borrower"."""
    net = english_wordnet()
    shares = (
        [dict(net.fields(word)).get(OF_PEOPLE, 0.0) for word in split_name(parameter.parameter.named)] if net else []
    )
    return min(1.0, sum(shares))


def _told(parameter: DeclaredParameter) -> list[str]:
    return words_of(f"{' '.join(split_name(parameter.parameter.named))} {parameter.parameter.description}")


def _nearest(meaning: Floats, shown: Floats) -> Floats:
    """How near each row of *meaning* is to the nearest of *shown*: cosine; 0 where there are none."""
    if not len(shown):
        return np.zeros(len(meaning), np.float32)
    most: Floats = (meaning @ shown.T).max(axis=1)
    return most
