"""Learning from the tools' declarations: everything that is computed once for a set of tools."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.entities import DATE
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, align
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.learning.calibration import logit
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE, Intent, Item, background_for, vocabulary_of
from ovos_phal_plugin_jarvis.nlu.learning.linear import Arrays, Linear, ModelError
from ovos_phal_plugin_jarvis.nlu.learning.rejection import (
    Form,
    Unexplained,
    Verifier,
    carriers,
    form_of,
    forms_of,
    openness,
)
from ovos_phal_plugin_jarvis.nlu.learning.second_opinion import SecondOpinion, second_opinion
from ovos_phal_plugin_jarvis.nlu.learning.slots import Filled, Tagger, ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, Declared, DeclaredIndex, Wording, declared, wording
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import DATE_CONTEXT, ToolDefinition

_FEW = 50
"""Tools that the encoder may come to know while somebody waits."""
_FOLDS = 3
_ENOUGH = 50
"""Examples from which on they show all arguments of a tool, and the definition fills none beside them."""
_TYPICAL = 0.3
"""Share of a tool's held-back examples that look less sure than what is usual."""
_KEYWORD = 0.7
"""What a keyword weighs against an example."""


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
    short: frozenset[tuple[str, ...]]
    """What is enough to act on though it says little: examples of one word or of function words alone, such as "what
    is it", and the subjects of tools, such as "time"."""

    @cached_property
    def dated(self) -> frozenset[str]:
        """Toolboxes with a tool that moves the day which the calls after it are about."""
        tools = self.definitions.values()
        return frozenset(d.toolbox_id for d in tools if any(p.role == DATE_CONTEXT for p in d.parameters))

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
        model = self.models.get(tool)
        filled = put(filled) if put else filled
        if model is None:
            return self.fillers[tool].fill(heard, filled, reading)
        if len(self.aligned[tool]) >= _ENOUGH:
            return filled
        known = {name: profile.known for name, profile in model.profiles.items()}
        found = self.fillers[tool].complete(heard, filled, model.learned, reading, known)
        once = self._taken_for_days(tool, heard, found)
        for name in once:
            found.drop(name)
        return self.fillers[tool].complete(heard, found, {*model.learned, *once}, reading, known) if once else found

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
        goes_on: called between two tools; raises where nobody wants them any more.
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
    together = _learn_together(shown, aligned, models, lang, cache) if shown else None
    goes_on()
    return _put_together(definitions, lang, aligned, models, together)


def provisional(definitions: Sequence[ToolDefinition], lang: str, before: Trained | None) -> Trained:
    """*definitions* at once: by what *before* has learned of those that are the same, and by what the rest declare."""
    if before is None or before.intent is None or before.verifier is None or before.lang is not language(lang):
        return _put_together(definitions, lang, {}, {}, None, at_once=True)
    same = {d.name for d in definitions if d.name in before.models and before.definitions.get(d.name) == d}
    return _put_together(
        definitions,
        lang,
        {name: before.aligned[name] for name in same},
        {name: before.models[name] for name in same},
        (before.intent, before.verifier, before.unexplained, before.usual),
        at_once=True,
    )


_Together = tuple[Intent, Verifier, Mapping[str, Unexplained], Mapping[str, Usual]]


def _put_together(
    definitions: Sequence[ToolDefinition],
    lang: str,
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    together: _Together | None,
    *,
    at_once: bool = False,
) -> Trained:
    spoken = language(lang)
    described = {d.name: declared(d) for d in definitions}
    wordings = {d.name: _wording(described[d.name], spoken, aligned.get(d.name, ())) for d in definitions}
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
        {d.name: DeclaredFiller(d, wordings[d.name]) for d in definitions},
        {d.name: d for d in definitions},
        # The encoder takes some milliseconds a tool to know it: nobody waits for hundreds.
        second_opinion(definitions) if spoken.code == ENGLISH and not (at_once and len(definitions) > _FEW) else None,
        _openers((e.words for found in aligned.values() for e in found), spoken),
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
    found, profiles = align(definition, lang)
    kept = cache.load(key)
    if kept is not None:
        try:
            return _Tool(_tool_from(kept, definition, found, profiles, spoken), tuple(found))
        except ModelError as error:
            cache.refuse(key, error)
    free = frozenset(name for name, profile in profiles.items() if not profile.typed)
    model = ToolModel(definition, found, profiles, Tagger.trained(found, free), spoken)
    linear = {f"choice:{name}": choice.model for name, choice in model.choices.items() if choice.model is not None}
    if model.tagger is not None:
        linear["lower"] = model.tagger.lower
        if model.tagger.cased is not None:
            linear["cased"] = model.tagger.cased
    cache.store(key, *_packed(linear))
    return _Tool(model, tuple(found))


def _tool_from(
    kept: tuple[dict[str, Any], Arrays],
    definition: ToolDefinition,
    found: Sequence[AlignedExample],
    profiles: dict[str, Profile],
    spoken: Language,
) -> ToolModel:
    linear = _unpacked(*kept)
    lower, cased = linear.get("lower"), linear.get("cased")
    choices = {name.removeprefix("choice:"): m for name, m in linear.items() if name.startswith("choice:")}
    tagger = Tagger.kept(lower, cased, found) if lower is not None else None
    return ToolModel(definition, found, profiles, tagger, spoken, choices)


def _learn_together(
    definitions: Sequence[ToolDefinition],
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    lang: str,
    cache: ModelCache,
) -> tuple[Intent, Verifier, dict[str, Unexplained], dict[str, Usual]]:
    """What tells the tools apart, and requests to them from other talk."""
    key = fingerprint("all", definitions, lang)
    spoken = language(lang)
    items = [Item(e.heard, name) for name, found in aligned.items() for e in found]
    known = vocabulary_of(items)
    typed = {name: frozenset(n for n, p in model.profiles.items() if p.typed) for name, model in models.items()}
    genuine = [form for name, found in aligned.items() for form in forms_of_examples(name, found)]
    by_tool: dict[str, list[Form]] = {}
    for form in genuine:
        by_tool.setdefault(form.tool, []).append(form)
    kept = cache.load(key)
    if kept is not None:
        try:
            meta, linear = kept[0], _unpacked(*kept)
            if not {"intent", "verifier"} <= linear.keys():
                raise ModelError("a part is missing")
            numbers = _numbers(meta, [d.name for d in definitions])
            return (
                Intent(linear["intent"], known),
                Verifier(linear["verifier"], carriers(genuine)),
                {
                    d.name: Unexplained(d, by_tool.get(d.name, []), typed[d.name], spoken, numbers[d.name][0])
                    for d in definitions
                },
                {d.name: numbers[d.name][1] for d in definitions},
            )
        except ModelError as error:
            cache.refuse(key, error)
    background = [hear(said, lang, EPOCH) for said in background_for(definitions, spoken)]
    items += [Item(hear(word, lang, EPOCH), d.name, _KEYWORD) for d in definitions for word in d.keywords]
    items += [Item(heard, NONE) for heard in background]
    items = [item for item in items if item.heard.words]
    intent = Intent.trained(items, known)
    forms = forms_of(intent, models, aligned, background)
    for form in forms:
        if not form.genuine:
            by_tool.setdefault(form.tool, []).append(form)
    verifier = Verifier.trained(forms)
    unexplained = {d.name: Unexplained(d, by_tool.get(d.name, []), typed[d.name], spoken) for d in definitions}
    usual = _usual(definitions, aligned, models, items, known)
    meta, arrays = _packed({"intent": intent.model, "verifier": verifier.model})
    meta["tools"] = {
        d.name: [
            unexplained[d.name].weights,
            [usual[d.name].openness, usual[d.name].examples, usual[d.name].share, usual[d.name].none],
        ]
        for d in definitions
    }
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
    known: Counter[str],
) -> dict[str, Usual]:
    """How sure each tool's examples look to a classifier that has not learned them."""
    shares: dict[str, list[float]] = {d.name: [] for d in definitions}
    nones: dict[str, list[float]] = {d.name: [] for d in definitions}
    for fold in range(_FOLDS):
        kept = [item for at, item in enumerate(items) if item.label == NONE or at % _FOLDS != fold]
        if not any(item.label != NONE for item in kept):
            continue
        intent = Intent.trained(kept, known)
        for at, item in enumerate(items):
            if item.label == NONE or at % _FOLDS != fold:
                continue
            ranked = dict(intent.rank(item.heard))
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


def _numbers(meta: dict[str, Any], names: Sequence[str]) -> dict[str, tuple[dict[str, float], Usual]]:
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


def _wording(described: Declared, lang: Language, examples: Sequence[AlignedExample]) -> Wording:
    return wording(
        described,
        lang,
        ((e.words, {at for span in e.spans for at in range(span.start, span.end)}) for e in examples),
    )


def _subjects(definitions: Sequence[ToolDefinition]) -> frozenset[tuple[str, ...]]:
    """The words that the name of exactly one tool ends with: ``get_time`` is the tool for "time"."""
    ends = Counter(d.name.replace("-", "_").rpartition("_")[2].lower().removesuffix("s") for d in definitions)
    return frozenset((word,) for word, count in ends.items() if count == 1)


def _openers(examples: Iterable[Sequence[str]], lang: Language) -> frozenset[str]:
    """Words that requests begin with: those that at least two examples do, and the verbs of the language."""
    counts = Counter(words[0] for words in examples if words and len(words[0]) > 1)
    found = {word for word, count in counts.items() if count > 1 and word not in lang.function_words}
    return frozenset(found | lang.verbs | lang.question_words)
