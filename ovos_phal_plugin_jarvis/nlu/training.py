"""Learning from the tools' declarations: everything that is computed once for a set of tools."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone

from ovos_phal_plugin_jarvis.nlu import values
from ovos_phal_plugin_jarvis.nlu.acceptance import AcceptanceOptions, Reading, openness, read_all
from ovos_phal_plugin_jarvis.nlu.accounting import Wording, wording
from ovos_phal_plugin_jarvis.nlu.alignment import AlignedExample, Profile, align
from ovos_phal_plugin_jarvis.nlu.background import background_for
from ovos_phal_plugin_jarvis.nlu.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.classifier import (
    NONE,
    Classifier,
    ClassifierOptions,
    TrainingItem,
    train_classifier,
)
from ovos_phal_plugin_jarvis.nlu.classifier import vocabulary_of as classifier_vocabulary
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.calibration import logit
from ovos_phal_plugin_jarvis.nlu.learning.declared import Declared, DeclaredIndex, declared
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.pools import value_pools
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear
from ovos_phal_plugin_jarvis.nlu.tagger import Tagger, TaggerOptions, train_tagger
from ovos_phal_plugin_jarvis.nlu.tool_model import Filled, ToolModel
from ovos_phal_plugin_jarvis.nlu.unexplained import Unexplained, learn_unexplained
from ovos_phal_plugin_jarvis.nlu.verifier import Verifier
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class TrainingOptions:
    """How everything is trained."""

    classifier: ClassifierOptions = field(default_factory=ClassifierOptions)
    tagger: TaggerOptions = field(default_factory=TaggerOptions)
    acceptance: AcceptanceOptions = field(default_factory=AcceptanceOptions)


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
    """What was learned about a set of tools."""

    classifier: Classifier
    models: dict[str, ToolModel]
    verifier: Verifier
    unexplained: dict[str, Unexplained]
    """For each tool, what a word tells that none of its examples explains."""
    usual: dict[str, Usual]
    """For each tool with examples, how sure its own examples look when held back."""
    declared: DeclaredIndex
    wordings: dict[str, Wording]
    fillers: dict[str, DeclaredFiller]
    definitions: dict[str, ToolDefinition]
    openers: frozenset[str]
    """Words that requests begin with."""
    short: frozenset[tuple[str, ...]]
    """What is enough to act on though it says little: examples of one word or of function words alone, such as "what
    is it", and the subjects of tools, such as "time"."""

    def profile(self, tool: str, parameter: str) -> Profile:
        """How the argument *parameter* of *tool* is made from words."""
        if tool in self.models:
            return self.models[tool].profiles[parameter]
        declared = self.definitions[tool].parameter(parameter)
        assert declared is not None
        return Profile(declared, values.guess_formats(declared))

    def fill(self, tool: str, heard: Heard) -> Filled:
        """The arguments of *tool* that *heard* gives."""
        model = self.models.get(tool)
        if model is None:
            return self.fillers[tool].fill(heard)
        return self.fillers[tool].complete(heard, model.fill(heard), model.learned)


@dataclass(frozen=True)
class LearnedTool:
    """What was learned about one tool, as far as it does not depend on the others."""

    model: ToolModel
    aligned: tuple[AlignedExample, ...]


def train(
    definitions: Sequence[ToolDefinition],
    lang: str,
    options: TrainingOptions,
    cache: ModelCache,
    elsewhere: Callable[[Sequence[ToolDefinition], str], None] | None = None,
) -> Trained:
    """Learn *definitions*, whose examples are in *lang*; what *cache* holds is not learned again.

    Where *elsewhere* is given, it is asked first to have them learned and kept in the cache.
    """
    key = fingerprint("all", definitions, lang, options)
    kept = cache.load(key, Trained)
    if kept is None and elsewhere is not None:
        elsewhere(definitions, lang)
        kept = cache.load(key, Trained)
    if kept is not None:
        return kept
    trained = _train(definitions, lang, options, cache)
    cache.store(key, trained)
    return trained


def _train(definitions: Sequence[ToolDefinition], lang: str, options: TrainingOptions, cache: ModelCache) -> Trained:
    shown = [d for d in definitions if d.examples]
    tools = {d.name: tool for d, tool in zip(shown, _learn_tools(shown, lang, options, cache), strict=True)}
    aligned = {name: tool.aligned for name, tool in tools.items()}
    models = {name: tool.model for name, tool in tools.items()}
    items, known = _items(shown, aligned, lang, options)
    classifier = Classifier(train_classifier(items, known, options.classifier), known, options.classifier)
    background = [hear(said, lang, _EPOCH) for said in background_for(shown, lang) if shown]
    readings: list[Reading] = read_all(classifier, models, aligned, background, options.acceptance)
    forms = [reading.form for reading in readings]
    verifier = Verifier.trained(forms)
    typed = {name: frozenset(n for n, p in model.profiles.items() if p.typed) for name, model in models.items()}
    described = {d.name: declared(d) for d in definitions}
    wordings = {d.name: _wording(described[d.name], aligned.get(d.name, ())) for d in definitions}
    return Trained(
        classifier,
        models,
        verifier,
        learn_unexplained(shown, forms, typed) if options.acceptance.unexplained else {},
        _usual(shown, aligned, models, items, known, options),
        DeclaredIndex(described),
        wordings,
        {d.name: DeclaredFiller(d, wordings[d.name], lang) for d in definitions},
        {d.name: d for d in definitions},
        _openers((e.words for examples in aligned.values() for e in examples), lang),
        frozenset(
            tuple(e.words)
            for examples in aligned.values()
            for e in examples
            if FUNCTION_WORDS.issuperset(e.words) or len(e.words) == 1
        )
        | _subjects(definitions),
    )


_FOLDS = 3
_TYPICAL = 0.3
"""Share of a tool's held-back examples that look less sure than what is usual."""


def _usual(
    definitions: Sequence[ToolDefinition],
    aligned: dict[str, tuple[AlignedExample, ...]],
    models: dict[str, ToolModel],
    items: Sequence[TrainingItem],
    known: Counter[str],
    options: TrainingOptions,
) -> dict[str, Usual]:
    """How sure each tool's examples look to a classifier that has not learned them."""
    shares: dict[str, list[float]] = {d.name: [] for d in definitions}
    nones: dict[str, list[float]] = {d.name: [] for d in definitions}
    for fold in range(_FOLDS if definitions else 0):
        kept = [item for at, item in enumerate(items) if item.label == NONE or at % _FOLDS != fold]
        if not any(item.label != NONE for item in kept):
            continue
        classifier = Classifier(train_classifier(kept, known, options.classifier), known, options.classifier)
        for at, item in enumerate(items):
            if item.label == NONE or at % _FOLDS != fold:
                continue
            ranked = dict(classifier.rank(list(item.words), list(item.mentions)))
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


def _wording(described: Declared, examples: Sequence[AlignedExample]) -> Wording:
    return wording(
        described,
        ((e.words, {at for span in e.spans for at in range(span.start, span.end)}) for e in examples),
    )


def _openers(examples: Iterable[Sequence[str]], lang: str) -> frozenset[str]:
    """Words that requests begin with: those that at least two examples do, and the verbs of the language."""
    known = language(lang)
    counts = Counter(words[0] for words in examples if words and len(words[0]) > 1)
    found = {word for word, count in counts.items() if count > 1 and word not in known.function_words}
    return frozenset(found | known.verbs | known.question_words)


def _subjects(definitions: Sequence[ToolDefinition]) -> frozenset[tuple[str, ...]]:
    """The words that the name of exactly one tool ends with: ``get_time`` is the tool for "time"."""
    ends = Counter(d.name.replace("-", "_").rpartition("_")[2].lower().removesuffix("s") for d in definitions)
    return frozenset((word,) for word, count in ends.items() if count == 1)


def _learn_tools(
    definitions: Sequence[ToolDefinition], lang: str, options: TrainingOptions, cache: ModelCache
) -> list[LearnedTool]:
    """One result for each of *definitions*; each is kept by itself, so that a new tool costs only itself."""
    learned = []
    for definition in definitions:
        key = fingerprint("tool", definition, lang, options.tagger)
        tool = cache.load(key, LearnedTool)
        if tool is None:
            examples, profiles = align(definition, lang)
            free = frozenset(name for name, profile in profiles.items() if not profile.typed)
            taggers = train_tagger(examples, value_pools(examples), lang, options.tagger, free)
            tagger = Tagger(taggers, options.tagger.features) if taggers else None
            tool = LearnedTool(ToolModel(definition, examples, profiles, tagger), tuple(examples))
            cache.store(key, tool)
        learned.append(tool)
    return learned


def _items(
    definitions: Sequence[ToolDefinition],
    aligned: dict[str, tuple[AlignedExample, ...]],
    lang: str,
    options: TrainingOptions,
) -> tuple[list[TrainingItem], Counter[str]]:
    """What the classifier learns from, and how many of the tools' utterances hold each word."""
    items = [TrainingItem(tuple(e.words), e.mentions, name) for name, examples in aligned.items() for e in examples]
    known = classifier_vocabulary(items)
    for definition in definitions:
        items.extend(_item(keyword, definition.name, lang, 0.7) for keyword in definition.keywords)
    if options.classifier.background:
        items.extend(_item(said, NONE, lang) for said in background_for(definitions, lang))
    return items, known


def _item(text: str, label: str, lang: str, weight: float = 1.0) -> TrainingItem:
    """*text* as something to learn from."""
    heard = hear(text, lang, _EPOCH)
    return TrainingItem(tuple(heard.words), tuple(heard.mentions), label, weight)
