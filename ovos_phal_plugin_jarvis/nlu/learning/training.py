"""Learning from the tools' declarations: everything that is computed once for a set of tools."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from ovos_phal_plugin_jarvis.nlu.acts.statements import only_states, tells_of_the_past
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, MONEY, NUMBER, PERCENT, PLACE, TIME
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, align, packed, unpacked
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.learning.calibration import logit
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import answers, gives_reasons, writes_down
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE, Intent, Item, background_for, rows_of, vocabulary_of
from ovos_phal_plugin_jarvis.nlu.learning.linear import Arrays, Linear, ModelError, Prepared, prepared
from ovos_phal_plugin_jarvis.nlu.learning.rejection import (
    Form,
    Unexplained,
    Verifier,
    carriers,
    form_of,
    forms_of,
    openness,
)
from ovos_phal_plugin_jarvis.nlu.learning.second_opinion import SecondOpinion, example_vectors, fits, second_opinion
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.tagger import Tagger
from ovos_phal_plugin_jarvis.nlu.learning.templates import Templates
from ovos_phal_plugin_jarvis.nlu.learning.values import bounds, cast
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Declared, DeclaredIndex, Wording, declared, wording
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import DATE_CONTEXT, ToolDefinition

_FEW = 50
"""Tools that the encoder may come to know while somebody waits."""
_FOLDS = 3
_COUNTED = (NUMBER, PERCENT, DURATION, TIME, MONEY)
_ENOUGH = 50
"""Examples from which on they show all arguments of a tool, and the definition fills none beside them."""
_TYPICAL = 0.3
"""Share of a tool's held-back examples that look less sure than what is usual."""
_SHOWN = "shown"
_TELLING = 0.05
"""Share of a tool's examples that only tell something, from which on that is how it is spoken to."""
_KEYWORD = 0.7
"""What a keyword weighs against an example."""


Made = TypeVar("Made")


class OnDemand(Mapping[str, Made]):
    """Values by name, each made when it is first asked for: a request asks about a handful of the tools. Two threads
    at once may make the same value, of which one is kept."""

    def __init__(self, names: Collection[str], make: Callable[[str], Made]) -> None:
        """
        Args:
            names: for which there is a value.
            make: what makes it.
        """
        self._names = names
        self._make = make
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made.setdefault(name, self._make(name))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


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
    fillers: Mapping[str, DeclaredFiller]
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
        if tool in self.models:
            return self.models[tool].profiles[parameter]
        found = self.definitions[tool].parameter(parameter)
        assert found is not None
        return Profile(found, values.guess_formats(found))

    def fill(
        self,
        tool: str,
        heard: Heard,
        filled: Filled,
        reading: Reading | None = None,
        put: Callable[[Filled], Filled] | None = None,
    ) -> Filled:
        """The arguments of *tool* that *heard* gives.

        Args:
            tool: its name.
            heard: the request.
            filled: what its examples show of them, which is changed.
            reading: how the encoder reads it, where there is one.
            put: adds what is known of arguments beside the words of the tool.
        """
        found = self._filled(tool, heard, filled, reading, put)
        self._at_a_place(tool, heard, found)
        for name in list(found.missing):
            self._at_an_end(tool, name, heard, found)
        return found

    def _at_a_place(self, tool: str, heard: Heard, filled: Filled) -> None:
        """The only place that is said and nothing took, for the argument that examples fill with places: "dimmi che ore
        sono a madrid" does not ask for the time here. In English the encoder reads it."""
        if self.second is not None or tool not in self.models:
            return
        places = [
            x
            for x in heard.mentions
            if x.kind == PLACE and x.start and filled.covered.isdisjoint(range(x.start, x.end))
        ]
        leads = self._before_places[tool]
        fitting = [(name, x) for x in places for name, words in leads.items() if heard.words[x.start - 1] in words]
        if len(places) == 1 and len(fitting) == 1 and fitting[0][0] not in filled.arguments:
            name, place = fitting[0]
            filled.arguments[name] = heard.said(place.start, place.end)
            filled.take(place.start, place.end, name)
            if name in filled.missing:
                filled.missing.remove(name)

    @cached_property
    def _before_places(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """Tool → argument → the words of grammar before it, of arguments that examples mostly fill with places."""
        found: dict[str, dict[str, frozenset[str]]] = {}
        for tool, examples in self.aligned.items():
            said: dict[str, list[tuple[bool, str]]] = {}
            for example in examples:
                places = {(x.start, x.end) for x in example.heard.mentions if x.kind == PLACE}
                for span in example.spans:
                    lead = example.words[span.start - 1] if span.start else ""
                    said.setdefault(span.parameter, []).append(((span.start, span.end) in places, lead))
            found[tool] = {
                name: frozenset(lead for _, lead in rows if lead in self.lang.function_words)
                for name, rows in said.items()
                if sum(is_place for is_place, _ in rows) * 2 > len(rows)
            }
        return found

    def _at_an_end(self, tool: str, name: str, heard: Heard, filled: Filled) -> None:
        """The most, the least or the middle of what the argument *name* can be, where that is said: "full volume"."""
        parameter = self.definitions[tool].parameter(name)
        limits = bounds(parameter) if parameter is not None else None
        said = f" {' '.join(heard.words)} "
        ends = {
            end: max((p for p in phrases if f" {p} " in said), key=len, default="")
            for end, phrases in heard.lang.extents.items()
        }
        named = [end for end, phrase in ends.items() if phrase]
        if parameter is None or limits is None or len(named) != 1:
            return
        words = ends[named[0]].split()
        start = next(i for i in range(len(heard.words)) if heard.words[i : i + len(words)] == words)
        low, high = limits
        value = cast({"most": high, "least": low}.get(named[0], (low + high) / 2), parameter)
        places = range(start, start + len(words))
        counted = [x for x in heard.mentions if x.kind in _COUNTED and not filled.covered & set(range(x.start, x.end))]
        if (
            value is None
            or not filled.covered.isdisjoint(places)
            or any(set(range(x.start, x.end)) - {*places} for x in counted)
        ):
            return  # "seventy and a half" is no half
        filled.arguments[name] = value
        filled.take(start, start + len(words), name)
        filled.missing.remove(name)

    def _filled(
        self, tool: str, heard: Heard, filled: Filled, reading: Reading | None, put: Callable[[Filled], Filled] | None
    ) -> Filled:
        model = self.models.get(tool)
        filled = put(filled) if put else filled
        if model is None:
            return self.fillers[tool].fill(heard, filled, reading)
        if len(self.aligned[tool]) >= _ENOUGH:
            return filled
        known = {name: profile.known for name, profile in model.profiles.items()}
        learned = model.learned | model.unmeant(heard, filled)
        found = self.fillers[tool].complete(heard, filled, learned, reading, known)
        once = self._taken_for_days(tool, heard, found)
        for name in once:
            found.drop(name)
        if once:
            found = self.fillers[tool].complete(heard, found, {*learned, *once}, reading, known)
        given = set(found.arguments)
        model.mend(heard, found)
        gone = given - set(found.arguments)
        found.missing += [p.name for p in self.definitions[tool].parameters if p.required and p.name in gone]
        return found

    def _taken_for_days(self, tool: str, heard: Heard, filled: Filled) -> list[str]:
        """Choices that hold a day which is said as no example says one of them: "on monday" is not "every monday"."""
        days = [x for x in heard.mentions if x.kind == DATE] if self.fillers[tool].takes(DATE) else []
        found = []
        for parameter in self.definitions[tool].parameters if days else ():
            value = filled.arguments.get(parameter.name)
            words = words_of(value) if parameter.enum_values and isinstance(value, str) else []
            at = next((i for i in range(1, len(heard.words)) if words and heard.words[i : i + len(words)] == words), 0)
            if at and any(x.start <= at and at + len(words) <= x.end for x in days):
                leads = {
                    example.words[x.start - 1]
                    for example in self.aligned[tool]
                    for x in example.heard.mentions
                    if x.kind == DATE
                    and x.start
                    # "every monday", and not "on weekdays", which is no day
                    and example.words[x.start : x.end][-1:] == words_of(str(example.arguments.get(parameter.name, "")))
                }
                if leads and heard.words[at - 1] not in leads:
                    found.append(parameter.name)
        return found


@dataclass(frozen=True)
class _Tool:
    model: ToolModel
    aligned: tuple[AlignedExample, ...]
    shown: Floats | None
    """The encoder's vectors of the examples, where it reads the tool."""


def train(
    definitions: Sequence[ToolDefinition],
    lang: str,
    cache: ModelCache,
    elsewhere: Callable[[Sequence[ToolDefinition], str], None] | None = None,
    goes_on: Callable[[], None] = lambda: None,
) -> Trained:
    """Learn *definitions*, whose examples are in *lang*; what *cache* holds is not learned again.

    Args:
        definitions: the tools.
        lang: BCP-47 tag.
        cache: where models are kept.
        elsewhere: is asked first to have them learned and kept in the cache.
        goes_on: called between two tools, and between two parts of what is learned over all; raises where nobody wants
            them any more.
    """
    shown = [d for d in definitions if d.examples]
    if shown and elsewhere is not None and cache.load(fingerprint("all", shown, lang)) is None:
        elsewhere(definitions, lang)
    tools: dict[str, _Tool] = {}
    for definition in shown:
        goes_on()
        tools[definition.name] = _learn_tool(definition, lang, cache)
    aligned = {name: tool.aligned for name, tool in tools.items()}
    models = {name: tool.model for name, tool in tools.items()}
    goes_on()
    together = _learn_together(shown, aligned, models, lang, cache, goes_on) if shown else None
    goes_on()
    vectors = {name: tool.shown for name, tool in tools.items() if tool.shown is not None}
    return _put_together(definitions, lang, aligned, models, together, vectors)


def provisional(definitions: Sequence[ToolDefinition], lang: str, before: Trained | None) -> Trained:
    """*definitions* at once: by what *before* has learned of those that are the same, and by what the rest declare."""
    # How like the examples of the rest an utterance is weighs nothing until they are learned, and takes long to know.
    if before is None or before.intent is None or before.verifier is None or before.lang is not language(lang):
        return _put_together(definitions, lang, {}, {}, None, {}, at_once=True)
    same = {d.name for d in definitions if d.name in before.models and before.definitions.get(d.name) == d}
    return _put_together(
        definitions,
        lang,
        {name: before.aligned[name] for name in same},
        {name: before.models[name] for name in same},
        (before.intent, before.verifier, before.unexplained, before.usual),
        {name: rows for name, rows in before.second.shown.items() if name in same} if before.second else {},
        at_once=True,
    )


_Told = tuple[dict[str, float], Usual]
"""What was kept of one tool beside the models: what its signs weigh, and what is usual for it."""
_Together = tuple[Intent, Verifier, Mapping[str, Unexplained], Mapping[str, Usual]]


def _put_together(
    definitions: Sequence[ToolDefinition],
    lang: str,
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    together: _Together | None,
    shown: Mapping[str, Floats],
    *,
    at_once: bool = False,
) -> Trained:
    spoken = language(lang)
    # The encoder takes some milliseconds a tool to know it: nobody waits for hundreds.
    asked = spoken.code == ENGLISH and not (at_once and len(definitions) > _FEW)
    described = {d.name: declared(d) for d in definitions}
    named = {d.name: d for d in definitions}
    wordings = OnDemand(named, lambda name: _wording(named[name], described[name], spoken, aligned.get(name, ())))
    intent, verifier, unexplained, usual = together or (None, None, {}, {})
    return Trained(
        spoken,
        intent,
        models,
        aligned,
        verifier,
        unexplained,
        usual,
        DeclaredIndex(described),
        wordings,
        OnDemand(named, lambda name: DeclaredFiller(named[name], wordings[name])),
        named,
        second_opinion(definitions, shown) if asked else None,
        _openers((e.words for found in aligned.values() for e in found), spoken),
        Templates([d for d in definitions if d.name not in models], lang) if at_once else None,
        frozenset(
            tuple(e.words)
            for found in aligned.values()
            for e in found
            if spoken.function_words.issuperset(e.words) or len(e.words) == 1
        )
        | _subjects(definitions),
    )


def _learn_tool(definition: ToolDefinition, lang: str, cache: ModelCache) -> _Tool:
    """What one tool's examples show; each is kept by itself, so that a new tool costs only itself."""
    key = fingerprint("tool", definition, lang)
    spoken = language(lang)
    kept = cache.load(key)
    if kept is not None:
        try:
            return _tool_from(kept, definition, lang)
        except (ModelError, ValueError) as error:
            cache.refuse(key, error)
    alignment = align(definition, lang)
    found, profiles = alignment.examples, alignment.profiles
    free = frozenset(name for name, profile in profiles.items() if not profile.typed)
    model = ToolModel(definition, found, profiles, Tagger.trained(found, free), spoken)
    shown = example_vectors(definition) if spoken.code == ENGLISH else None
    linear = {f"choice:{name}": choice.model for name, choice in model.choices.items() if choice.model is not None}
    if model.tagger is not None:
        linear["lower"] = model.tagger.lower
        if model.tagger.cased is not None:
            linear["cased"] = model.tagger.cased
    meta, arrays = _packed(linear)
    meta["alignment"] = packed(alignment, definition, lang)
    if shown is not None:
        arrays[_SHOWN] = shown
    cache.store(key, meta, arrays)
    return _Tool(model, found, shown)


def _tool_from(kept: tuple[dict[str, Any], Arrays], definition: ToolDefinition, lang: str) -> _Tool:
    meta, arrays = kept
    linear = _unpacked(meta, arrays)
    told = meta.get("alignment")
    alignment = unpacked(told, definition, lang) if told is not None else align(definition, lang)
    found = alignment.examples
    lower, cased = linear.get("lower"), linear.get("cased")
    choices = {name.removeprefix("choice:"): m for name, m in linear.items() if name.startswith("choice:")}
    tagger = Tagger.kept(lower, cased, found) if lower is not None else None
    model = ToolModel(definition, found, alignment.profiles, tagger, language(lang), choices)
    shown = arrays.get(_SHOWN)
    if shown is None and language(lang).code == ENGLISH:
        shown = example_vectors(definition)  # learned where there was no encoder
    elif shown is not None and not fits(shown, definition):
        raise ModelError("shown: not a row for each example")
    return _Tool(model, found, shown)


def _learn_together(
    definitions: Sequence[ToolDefinition],
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    lang: str,
    cache: ModelCache,
    goes_on: Callable[[], None],
) -> _Together:
    """What tells the tools apart, and requests to them from other talk."""
    key = fingerprint("all", definitions, lang)
    spoken = language(lang)
    named = {d.name: d for d in definitions}

    def unexplained_by(name: str, told: _Told | None, misread: Iterable[Form] = ()) -> Unexplained:
        typed = frozenset(n for n, p in models[name].profiles.items() if p.typed)
        return Unexplained(named[name], [*genuine[name], *misread], typed, spoken, told[0] if told else None)

    genuine = OnDemand(named, lambda name: forms_of_examples(name, aligned[name]))
    kept = cache.load(key)
    if kept is not None:
        try:
            meta, linear = kept[0], _unpacked(*kept)
            if not {"intent", "verifier"} <= linear.keys():
                raise ModelError("a part is missing")
            numbers = _numbers(meta, list(named))
            return (
                Intent(linear["intent"], _counts(meta)),
                Verifier(
                    linear["verifier"], OnDemand(named, lambda name: carriers(genuine[name]).get(name, Counter()))
                ),
                OnDemand(named, lambda name: unexplained_by(name, numbers[name])),
                {name: usual for name, (_, usual) in numbers.items()},
            )
        except ModelError as error:
            cache.refuse(key, error)
    items = [Item(e.heard, name) for name, found in aligned.items() for e in found]
    known = vocabulary_of(items)
    background = [Item(hear(said, lang, EPOCH), NONE) for said in background_for(definitions, spoken)]
    examples = [*(e for found in aligned.values() for e in found), *(None for _ in background)]
    said = [*items, *background]
    items += [Item(hear(word, lang, EPOCH), d.name, _KEYWORD) for d in definitions for word in d.keywords]
    items = [item for item in (*items, *background) if item.heard.words]
    goes_on()
    rows = prepared(rows_of(items, known))
    goes_on()
    intent = Intent.trained(items, rows, known)
    goes_on()
    forms = forms_of(intent, models, said, examples)
    misread: dict[str, list[Form]] = {}
    for form in forms:
        if not form.genuine:
            misread.setdefault(form.tool, []).append(form)
    goes_on()
    verifier = Verifier.trained(forms)
    goes_on()
    unexplained = {name: unexplained_by(name, None, misread.get(name, ())) for name in named}
    usual = _usual(definitions, aligned, models, items, rows, known)
    meta, arrays = _packed({"intent": intent.model, "verifier": verifier.model})
    meta["tools"] = {
        d.name: [
            unexplained[d.name].weights,
            [usual[d.name].openness, usual[d.name].examples, usual[d.name].share, usual[d.name].none],
        ]
        for d in definitions
    }
    meta["known"] = dict(known)
    cache.store(key, meta, arrays)
    return intent, verifier, unexplained, usual


def forms_of_examples(name: str, found: Iterable[AlignedExample]) -> list[Form]:
    """The forms of a tool's own examples."""
    return [form_of(name, e.heard, ((s.start, s.end, s.parameter) for s in e.spans)) for e in found]


def _usual(
    definitions: Sequence[ToolDefinition],
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    items: Sequence[Item],
    rows: Sequence[Prepared],
    known: Counter[str],
) -> dict[str, Usual]:
    """How sure each tool's examples look to a classifier that has not learned them."""
    shares: dict[str, list[float]] = {d.name: [] for d in definitions}
    nones: dict[str, list[float]] = {d.name: [] for d in definitions}
    for fold in range(_FOLDS):
        kept = [at for at, item in enumerate(items) if item.label == NONE or at % _FOLDS != fold]
        if not any(items[at].label != NONE for at in kept):
            continue
        intent = Intent.trained([items[at] for at in kept], [rows[at] for at in kept], known)
        held = [item for at, item in enumerate(items) if item.label != NONE and at % _FOLDS == fold]
        for item, likely in zip(held, intent.rank_all(held), strict=True):
            ranked = dict(likely)
            total = sum(p for label, p in ranked.items() if label != NONE) or 1.0
            shares[item.label].append(logit(ranked.get(item.label, 0.0) / total))
            nones[item.label].append(logit(1 - ranked.get(NONE, 0.0)))
    return {
        d.name: Usual(
            openness({d.name: aligned[d.name]}, {d.name: models[d.name].profiles}),
            math.log(max(1, len(aligned[d.name]))),
            _quantile(shares[d.name], _TYPICAL),
            _quantile(nones[d.name], _TYPICAL),
        )
        for d in definitions
    }


def _quantile(found: Sequence[float], share: float) -> float:
    return sorted(found)[int(share * len(found))] if found else 0.0


def _packed(models: Mapping[str, Linear]) -> tuple[dict[str, Any], Arrays]:
    """Models as JSON and arrays."""
    meta = {"labels": {name: list(model.labels) for name, model in models.items()}}
    return meta, {f"{name}/{part}": array for name, model in models.items() for part, array in model.arrays.items()}


def _unpacked(meta: dict[str, Any], arrays: Arrays) -> dict[str, Linear]:
    """Models from JSON and arrays. Raises ``ModelError`` where they are none."""
    labels = meta.get("labels")
    if not isinstance(labels, dict):
        raise ModelError("labels: missing")
    return {
        name: Linear(
            own if isinstance(own, list) else (),
            {part.rpartition("/")[2]: array for part, array in arrays.items() if part.rpartition("/")[0] == name},
        )
        for name, own in labels.items()
    }


def _counts(meta: dict[str, Any]) -> Counter[str]:
    """In how many utterances each word is. Raises ``ModelError`` where that is something else."""
    found = meta.get("known")
    if not isinstance(found, dict) or not all(isinstance(n, int) and n > 0 for n in found.values()):
        raise ModelError("known: no counts")
    return Counter(found)


def _numbers(meta: dict[str, Any], names: Sequence[str]) -> dict[str, _Told]:
    """What was kept of each tool beside the models. Raises ``ModelError`` where it is something else."""
    try:
        found = {}
        for name in names:
            weights, usual = meta["tools"][name]
            numbers = [*weights.values(), *usual]
            if not all(isinstance(n, float | int) and math.isfinite(n) for n in numbers):
                raise ModelError("tools: not numbers")
            found[name] = ({str(sign): float(n) for sign, n in weights.items()}, Usual(*map(float, usual)))
        return found
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"tools: {error}") from None


def _wording(
    definition: ToolDefinition, described: Declared, lang: Language, examples: Sequence[AlignedExample]
) -> Wording:
    own = wording(
        described,
        lang,
        ((e.words, {at for span in e.spans for at in range(span.start, span.end)}) for e in examples),
    )
    said = [e.heard.text for e in examples]
    return replace(
        own,
        answers=answers(definition, said, lang),
        reasons=gives_reasons(definition, said, lang),
        stated=_stated(definition, examples, lang),
        told=_told(examples, lang),
        excluded=_excluded(definition, lang),
    )


_NOT_FOR = re.compile(r"\bnot for ([^.]*)", re.IGNORECASE)


def _excluded(definition: ToolDefinition, lang: Language) -> frozenset[str]:
    """The words by which the author of a tool says what it is not for, without an s at the end."""
    said = (word for part in _NOT_FOR.findall(definition.description) for word in words_of(part))
    return frozenset(word.removesuffix("s") for word in said if is_content(word, lang))


def _told(examples: Sequence[AlignedExample], lang: Language) -> bool:
    """Whether *examples* with values tell what was done, or how something is, and ask for nothing."""
    found = 0
    for example in examples:
        said = only_states(example.words, lang)
        tells = said is not None and (said.past or example.words[said.verb] in lang.states)
        found += bool(example.spans) and (tells or tells_of_the_past(example.words, lang))
    return found > 0 and found >= _TELLING * len(examples)


def _stated(definition: ToolDefinition, examples: Sequence[AlignedExample], lang: Language) -> frozenset[str] | None:
    """What *examples* say something of where they order nothing; None where that is a value, or nobody knows. Without
    examples only what writes down what people tell is known to be told so."""
    if not examples:
        return None if definition.examples or writes_down(definition, lang) else frozenset()
    found: set[str] = set()
    for example in examples:
        told = only_states(example.words, lang)
        subject = range(told.subject if told is not None else 0)
        if not all(map(example.outside, subject)):
            return None
        found.update(example.words[at] for at in subject)
    return frozenset(found - lang.articles)


def _subjects(definitions: Sequence[ToolDefinition]) -> frozenset[tuple[str, ...]]:
    """The words that the name of exactly one tool ends with: ``get_time`` is the tool for "time"."""
    ends = Counter(d.name.replace("-", "_").rpartition("_")[2].lower().removesuffix("s") for d in definitions)
    return frozenset((word,) for word, count in ends.items() if count == 1)


def _openers(examples: Iterable[Sequence[str]], lang: Language) -> frozenset[str]:
    """Words that requests begin with: those that at least two examples do, and the verbs of the language."""
    counts = Counter(words[0] for words in examples if words and len(words[0]) > 1)
    found = {word for word, count in counts.items() if count > 1 and word not in lang.function_words}
    return frozenset(found | lang.verbs | lang.question_words)
