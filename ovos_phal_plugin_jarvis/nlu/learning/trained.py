"""What was learned about a set of tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, numbered
from ovos_phal_plugin_jarvis.nlu.learning.choosing import Chooser
from ovos_phal_plugin_jarvis.nlu.learning.compounds import Compounds
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.filling import Filling
from ovos_phal_plugin_jarvis.nlu.learning.intent import Intent
from ovos_phal_plugin_jarvis.nlu.learning.placing import MANY, Placer
from ovos_phal_plugin_jarvis.nlu.learning.rejection import (
    Unexplained,
    Verifier,
)
from ovos_phal_plugin_jarvis.nlu.learning.second_opinion import SecondOpinion
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.templates import Templates
from ovos_phal_plugin_jarvis.nlu.learning.translated import TranslatedTool
from ovos_phal_plugin_jarvis.nlu.learning.verbs import ToolVerbs
from ovos_phal_plugin_jarvis.nlu.learning.wording import DeclaredIndex, Wording, lemma
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import DATE_CONTEXT, ToolDefinition


@dataclass(frozen=True)
class Usual:
    """What is usual for one tool's own requests."""

    openness: float
    """Share of free text."""
    examples: float
    """Logarithm of their number."""
    share: float
    """Log odds of the tool, for a typical example that was held back."""
    none: float
    """Log odds that such an example is for some tool."""


@dataclass(frozen=True)
class Trained:
    """What was learned about a set of tools. Immutable; any thread may ask it."""

    lang: Language
    intent: Intent | None
    """None where no tool shows an example."""
    models: Mapping[str, ToolModel]
    """By tool, for those with examples."""
    aligned: Mapping[str, tuple[AlignedExample, ...]]
    """Their examples, with the places of the values."""
    verifier: Verifier | None
    unexplained: Mapping[str, Unexplained]
    """For each tool, what a word tells that none of its examples explains."""
    usual: Mapping[str, Usual]
    """For each tool with examples, how sure its own examples look when held back."""
    declared: DeclaredIndex
    wordings: Mapping[str, Wording]
    verbs: Mapping[str, ToolVerbs]
    """The verbs that each tool is asked with."""
    fillers: Mapping[str, DeclaredFiller]
    placers: Mapping[str, Placer]
    """What finds the texts of a tool, or, where it has no examples, only weighs them; where the encoder reads."""
    choosers: Mapping[str, Chooser]
    """What weighs the yes and no and the values of a few of a tool, where the encoder reads."""
    definitions: Mapping[str, ToolDefinition]
    second: SecondOpinion | None
    """The encoder and the tools as it knows them; None without its weights, in a language that it does not read, and
    where every tool shows many examples."""
    openers: frozenset[str]
    """Words that requests begin with."""
    templates: Templates | None
    """The examples of tools that are not learned yet; None where all are."""
    short: frozenset[tuple[str, ...]]
    """What is enough to act on though it says little: examples of one word or of function words alone, such as "what
    is it", and the subjects of tools, such as "time"."""
    english: Trained | None = None
    """What was learned in English, in which requests in another language are read word for word as well; None where no
    tool is understood so, or nothing tells what its words are in English."""
    only_english: frozenset[str] = frozenset()
    """The names of the tools that show no example in that language, and are understood so alone."""
    in_english: Callable[[Heard], Sequence[str]] | None = None
    """The English words that stand for those of a request, which the encoder reads for the tools of ``placers``; None
    in English, and where it reads nothing."""
    translated: Mapping[str, TranslatedTool] = field(default_factory=dict)
    """Those that are described in that language, by name, as ``english`` knows them."""

    def of(self, lang: Language) -> Trained:
        """What tools learned that heard a request in *lang*."""
        return self.english if self.english is not None and lang is not self.lang else self

    def told(self, tool: str) -> ToolDefinition:
        """What is said of *tool*, in English where it is described in the language that is spoken."""
        return self.translated[tool].definition if tool in self.translated else self.definitions[tool]

    @cached_property
    def _compounds(self) -> dict[str, Compounds]:
        return {}

    def of_another(self, tool: str, heard: Heard, filled: Filled) -> list[str]:
        """The words of *heard* that name another thing than those of *tool*, which is described in the language that is
        spoken: see :class:`~ovos_phal_plugin_jarvis.nlu.learning.compounds.Compounds`."""
        if tool not in self.translated:
            return []
        if tool not in self._compounds:
            self._compounds[tool] = Compounds(self.definitions[tool], self.aligned.get(tool, ()), self.lang)
        return self._compounds[tool].another(heard, filled)

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of values of a few that no dictionary has: names of people and things, in any language."""
        net = english_wordnet()
        values_ = (value for d in self.definitions.values() for p in d.parameters for value in p.enum_values or ())
        words = {word for value in values_ for word in words_of(value.replace("_", " "))}
        return frozenset(word for word in words if net is None or not net.lemmas(word))

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The words for things of the tools that have a number: the "point" of a parameter ``point``, an int."""
        return frozenset(name for definition in self.definitions.values() for name in numbered(definition))

    @cached_property
    def spoken_of(self) -> frozenset[str]:
        """Lemmas of the words by which the tools tell of themselves, and of those that examples say."""
        declared = {word for tool in self.declared.tools.values() for word in tool.words}
        said = {lemma(word) for words in self.shown for word in words}
        return frozenset(declared | said)

    @cached_property
    def dated(self) -> frozenset[str]:
        """Toolboxes with a tool that moves the day which the calls after it are about."""
        return frozenset(self.definitions[name].toolbox_id for name in self.movers)

    @cached_property
    def movers(self) -> Mapping[str, str]:
        """Tool → its argument that moves that day."""
        tools = self.definitions.values()
        return {d.name: p.name for d in tools for p in d.parameters if p.role == DATE_CONTEXT}

    @cached_property
    def _around(self) -> dict[tuple[str, str], tuple[frozenset[str], frozenset[str]]]:
        return {}

    def around(self, tool: str, parameter: str) -> tuple[frozenset[str], frozenset[str]]:
        """The words that examples of *tool* have right before the argument *parameter*, and somewhere behind it."""
        key = (tool, parameter)
        if key not in self._around:
            spans = [(e, x) for e in self.aligned.get(tool, ()) for x in e.spans if x.parameter == parameter]
            before = frozenset(example.words[x.start - 1] for example, x in spans if x.start)
            self._around[key] = before, frozenset(word for example, x in spans for word in example.words[x.end :])
        return self._around[key]

    @cached_property
    def shown(self) -> Mapping[tuple[str, ...], frozenset[str]]:
        """The words of each example → the tools that show it."""
        found: dict[tuple[str, ...], set[str]] = {}
        for name, examples in self.aligned.items():
            for example in examples:
                found.setdefault(tuple(example.words), set()).add(name)
        return {words: frozenset(names) for words, names in found.items()}

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words that examples begin with."""
        return frozenset(words[0] for words in self.shown if words)

    @cached_property
    def forms(self) -> Templates:
        """The examples of the tools that are learned, values taken out."""
        learned = {name: (examples, self.models[name].profiles) for name, examples in self.aligned.items()}
        return Templates([self.definitions[name] for name in learned], self.lang.code, learned)

    @cached_property
    def leads(self) -> Mapping[str, frozenset[str]]:
        """Stem → the words of it that stand before texts in several examples of one tool: "task", "habit"."""
        found: dict[str, set[str]] = {}
        for name, examples in self.aligned.items():
            profiles = self.models[name].profiles
            texts = [(e, s.start) for e in examples for s in e.spans if s.start and not profiles[s.parameter].typed]
            counts = Counter(e.words[start - 1] for e, start in texts)
            for word, count in counts.items():
                if count > 1 and word not in self.lang.verbs:
                    found.setdefault(self.lang.stem(word), set()).add(word)
        return {stem: frozenset(words) for stem, words in found.items()}

    def profile(self, tool: str, parameter: str) -> Profile:
        """How the argument *parameter* of *tool* is made from words."""
        if tool in self.only_english and self.english is not None:
            known = self.english.profile(tool, parameter)
            own = self.definitions[tool].parameter(parameter) if tool in self.translated else None
            return replace(known, parameter=own) if own is not None else known
        if tool in self.models:
            return self.models[tool].profiles[parameter]
        found = self.definitions[tool].parameter(parameter)
        assert found is not None
        return Profile(found, values.guess_formats(found))

    def places_texts(self, tool: str) -> bool:
        """Whether the encoder is asked where the texts of *tool* are said, however sure it is which tool is meant."""
        return tool in self.models and tool in self.placers and bool(self.placers[tool].names)

    def shows_few(self, tool: str) -> bool:
        """Whether *tool* has examples, and so few that they don't tell alone where its texts begin and end."""
        return 0 < len(self.aligned.get(tool, ())) < MANY

    @cached_property
    def filling(self) -> Filling:
        """What finds the arguments of a tool in a request."""
        read = self.second is not None
        return Filling(self.definitions, self.models, self.aligned, self.fillers, self.placers, self.lang, is_read=read)
