"""Learning from the tools' declarations: everything that is computed once for a set of tools."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone

from ovos_phal_plugin_jarvis.assistant.translators.examples.alignment import (
    AlignedExample,
    Profile,
    align,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.background import background_for
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import (
    NONE,
    Classifier,
    ClassifierOptions,
    TrainingItem,
    train_classifier,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.classifier import vocabulary_of as classifier_vocabulary
from ovos_phal_plugin_jarvis.assistant.translators.examples.mentions import find_mentions
from ovos_phal_plugin_jarvis.assistant.translators.examples.pools import value_pools
from ovos_phal_plugin_jarvis.assistant.translators.examples.schema_only import SchemaMatcher, profile_of
from ovos_phal_plugin_jarvis.assistant.translators.examples.splitting import openers
from ovos_phal_plugin_jarvis.assistant.translators.examples.tagger import (
    Tagger,
    TaggerOptions,
    train_tagger,
)
from ovos_phal_plugin_jarvis.assistant.translators.examples.text import strip_request, tokenize
from ovos_phal_plugin_jarvis.assistant.translators.examples.tool_model import Heard, ToolModel
from ovos_phal_plugin_jarvis.assistant.translators.examples.verifier import (
    Form,
    Verifier,
    carriers,
    train_verifier,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class TrainingOptions:
    """How everything is trained."""

    classifier: ClassifierOptions = field(default_factory=ClassifierOptions)
    tagger: TaggerOptions = field(default_factory=TaggerOptions)
    accept: float = 0.3
    """Confidence from which a call is made."""
    rivals: bool = True
    """Whether the verifier also learns each example as the wrong tool misreads it."""
    misreadings: int = 2
    """How many tools read each background utterance for the verifier's training."""


@dataclass(frozen=True)
class Trained:
    """What was learned about a set of tools."""

    classifier: Classifier
    models: dict[str, ToolModel]
    verifier: Verifier
    schemas: SchemaMatcher
    definitions: dict[str, ToolDefinition]
    openers: frozenset[str]

    def profile(self, tool: str, parameter: str) -> Profile:
        """How the argument *parameter* of *tool* is made from words."""
        if tool in self.models:
            return self.models[tool].profiles[parameter]
        declared = self.definitions[tool].parameter(parameter)
        assert declared is not None
        return profile_of(declared)


def train(definitions: Sequence[ToolDefinition], lang: str, options: TrainingOptions) -> Trained:
    """Learn *definitions*, whose examples are in *lang*."""
    everything = {d.name: d for d in definitions}
    definitions = [d for d in definitions if d.examples]
    aligned = {d.name: align(d, lang) for d in definitions}
    pools = value_pools((examples for examples, _ in aligned.values()))
    items = [TrainingItem(tuple(e.words), e.mentions, name) for name, (examples, _) in aligned.items() for e in examples]
    known = classifier_vocabulary(items)
    for definition in definitions:
        items.extend(item(keyword, definition.name, lang, 0.7) for keyword in definition.keywords)
    if options.classifier.background:
        items.extend(item(said, NONE, lang) for said in background_for(definitions, lang))
    classifier = Classifier(train_classifier(items, known, options.classifier), known, options.classifier)
    models: dict[str, ToolModel] = {}
    for definition in definitions:
        examples, profiles = aligned[definition.name]
        trained = train_tagger(examples, pools, lang, options.tagger)
        tagger = Tagger(trained, options.tagger.features) if trained else None
        models[definition.name] = ToolModel(definition, examples, profiles, tagger)
    verifier = _verifier(classifier, models, aligned, definitions, lang, options)
    schemas = SchemaMatcher([d for d in everything.values() if not d.examples])
    opening = openers(example.utterance for d in definitions for example in d.examples)
    return Trained(classifier, models, verifier, schemas, everything, opening)


def _verifier(classifier: Classifier, models: dict[str, ToolModel],
              aligned: dict[str, tuple[list[AlignedExample], dict[str, Profile]]], definitions: Sequence[ToolDefinition],
              lang: str, options: TrainingOptions) -> Verifier:
    """Trained on the examples as their authors read them, and on the background as the likeliest tool misreads it."""
    forms = [Form(name, tuple(e.words), tuple((s.start, s.end, s.parameter) for s in e.spans))
             for name, (examples, _) in aligned.items() for e in examples]
    carrier = carriers(forms)
    if options.rivals:
        for name, (examples, _) in aligned.items():
            for example in examples:
                heard = Heard(example.text, example.tokens, example.words, list(example.mentions), _EPOCH)
                ranked = classifier.rank(heard.words, heard.mentions)
                rival = next((label for label, _ in ranked if label not in (NONE, name)), None)
                if rival:
                    spans = tuple(sorted(models[rival].fill(heard).spans))
                    forms.append(Form(rival, tuple(heard.words), spans, genuine=False))
    for said in background_for(definitions, lang):
        heard = hear(said, lang, _EPOCH)
        ranked = classifier.rank(heard.words, heard.mentions)
        for name in [label for label, _ in ranked if label != NONE][:options.misreadings]:
            filled = models[name].fill(heard)
            forms.append(Form(name, tuple(heard.words), tuple(sorted(filled.spans)), genuine=False))
    return Verifier(train_verifier(forms, carrier), carrier)


def hear(utterance: str, lang: str, now: datetime, *, strip: bool = True) -> Heard:
    """*utterance*, without politeness unless *strip* is false, as words with their mentions."""
    text = strip_request(utterance) if strip else utterance.strip()
    tokens = tokenize(text)
    words = [token.norm for token in tokens]
    return Heard(text, tokens, words, find_mentions(words, lang, now), now)


def item(text: str, label: str, lang: str, weight: float = 1.0) -> TrainingItem:
    """*text* as something to learn from."""
    words = tuple(token.norm for token in tokenize(strip_request(text)))
    return TrainingItem(words, tuple(find_mentions(words, lang, _EPOCH)), label, weight)
