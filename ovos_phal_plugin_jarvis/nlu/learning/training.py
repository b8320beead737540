"""Learning from the tools' declarations: everything that is computed once for a set of tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.directed import is_directed, is_wanted
from ovos_phal_plugin_jarvis.nlu.encoder.words import Floats
from ovos_phal_plugin_jarvis.nlu.interpreted import interpreted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.knowledge.verbs import english_verbs
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, align, packed, unpacked
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.learning.choosing import Chooser
from ovos_phal_plugin_jarvis.nlu.learning.declarations import plain_name, split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_slots import DeclaredFiller
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.freed import give_back
from ovos_phal_plugin_jarvis.nlu.learning.kept import as_arrays, from_arrays
from ovos_phal_plugin_jarvis.nlu.learning.linear import Arrays, ModelError
from ovos_phal_plugin_jarvis.nlu.learning.on_demand import OnDemand
from ovos_phal_plugin_jarvis.nlu.learning.placing import MANY, AsEnglish, Placer
from ovos_phal_plugin_jarvis.nlu.learning.second_opinion import example_vectors, fits, second_opinion
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.spoken_in import InEnglish
from ovos_phal_plugin_jarvis.nlu.learning.tagger import Tagger
from ovos_phal_plugin_jarvis.nlu.learning.templates import Templates
from ovos_phal_plugin_jarvis.nlu.learning.together import Together, learn_together
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.translated import TranslatedTool, translated
from ovos_phal_plugin_jarvis.nlu.learning.usage import openers, subjects, wording_of
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.learning.verbs import ToolVerbs
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, DeclaredIndex, declared
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH as ENGLISH_TAG
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_FEW = 50
"""Tools that the encoder may come to know while somebody waits."""
_LAST = 256
"""Texts of which it is remembered what stands for their words in English."""
_SHOWN = "shown"


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
    english: InEnglish | None = None,
) -> Trained:
    """Learn *definitions*, whose examples are in *lang*; what *cache* holds is not learned again.

    Args:
        definitions: the tools.
        lang: BCP-47 tag.
        cache: where models are kept.
        elsewhere: is asked first to have them learned and kept in the cache.
        goes_on: called between two tools, and between two parts of what is learned over all; raises where nobody wants
            them any more.
        english: the tools in English, where some are understood in that as well, or alone.
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
    together = learn_together(shown, aligned, models, lang, cache, goes_on) if shown else None
    goes_on()
    vectors = {name: tool.shown for name, tool in tools.items() if tool.shown is not None}
    learned = _put_together(definitions, lang, aligned, models, together, vectors)
    if learned.second is not None:
        learned.second.encoder.let_go()
    for odds in (is_directed, is_wanted):
        odds("", learned.lang.code)  # the first request would wait for its table, whose text takes 4 MiB
    if learned.lang.code == ENGLISH:
        english_verbs()  # likewise
    forests()  # likewise, and what they are read from is given back with the rest
    give_back()
    if english is None:
        return learned
    put = _translated(definitions, english, learned, goes_on)
    in_english = train(_both(english, put), ENGLISH_TAG, cache, elsewhere, goes_on)
    learned = replace(learned, english=in_english, only_english=english.only, translated=put)
    return _read_in_english(learned, in_english)


def _translated(
    definitions: Sequence[ToolDefinition],
    english: InEnglish,
    learned: Trained,
    goes_on: Callable[[], None] = lambda: None,
) -> dict[str, TranslatedTool]:
    """Those of *definitions* that are described in the language of *learned*, by name, in English."""
    known = lexicon(learned.lang)
    assert known is not None  # else nothing is understood in English
    found: dict[str, TranslatedTool] = {}
    for definition in definitions:
        if definition.name in english.described:
            goes_on()
            aligned = learned.aligned.get(definition.name, ())
            found[definition.name] = translated(definition, aligned, known, learned.lang.code)
    return found


def _read_in_english(learned: Trained, in_english: Trained) -> Trained:
    """*learned* with what finds the texts of those tools with a few examples that were put into English, where the
    encoder reads the words that stand there for those of a request."""
    known, second = lexicon(learned.lang), in_english.second
    names = [name for name in learned.translated if 0 < len(learned.aligned.get(name, ())) < MANY]
    if known is None or second is None or not names:
        return learned

    last: dict[tuple[str, ...], Sequence[str]] = {}

    def words(heard: Heard) -> Sequence[str]:
        """Asked several times for each text that is read."""
        said = (heard.text, *heard.words)
        found = last.get(said)
        if found is None:
            found = interpreted(heard, known, in_english.spoken_of, in_english.names).words
            if len(last) >= _LAST:
                last.clear()
            last[said] = found
        return found

    def placer(name: str) -> Placer:
        english = AsEnglish(in_english.fillers[name], words)
        not_as_said = _not_as_said(learned.models[name])
        return Placer(learned.fillers[name], learned.aligned[name], second.encoder, not_as_said, english)

    return replace(learned, placers=OnDemand(names, placer), in_english=words)


def _both(english: InEnglish, put: Mapping[str, TranslatedTool]) -> list[ToolDefinition]:
    """All tools in English: those that were *put* into it, and the others as they are."""
    return [put[d.name].definition if d.name in put else d for d in english.definitions]


def provisional(
    definitions: Sequence[ToolDefinition], lang: str, before: Trained | None, english: InEnglish | None = None
) -> Trained:
    """*definitions* at once: by what *before* has learned of those that are the same, and by what the rest declare;
    with *english*, as :func:`train` has it."""
    learned = _provisional(definitions, lang, before)
    if english is None:
        return learned
    # Those with examples are read in their own language until these are learned.
    put = _translated([d for d in definitions if not d.examples], english, learned)
    in_english = _provisional(_both(english, put), ENGLISH_TAG, before.english if before is not None else None)
    return replace(learned, english=in_english, only_english=english.only, translated=put)


def _provisional(definitions: Sequence[ToolDefinition], lang: str, before: Trained | None) -> Trained:
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


def _put_together(
    definitions: Sequence[ToolDefinition],
    lang: str,
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    together: Together | None,
    shown: Mapping[str, Floats],
    *,
    at_once: bool = False,
) -> Trained:
    spoken = language(lang)
    # The encoder takes some milliseconds a tool to know it: nobody waits for hundreds.
    asked = spoken.code == ENGLISH and not (at_once and len(definitions) > _FEW)
    described = {d.name: declared(d) for d in definitions}
    named = {d.name: d for d in definitions}
    wordings = OnDemand(named, lambda name: wording_of(named[name], described[name], spoken, aligned.get(name, ())))
    verbs = OnDemand(named, lambda name: ToolVerbs(_asked_with(named[name], aligned.get(name, ()))))
    fillers = OnDemand(named, lambda name: DeclaredFiller(named[name], wordings[name]))
    intent, verifier, unexplained, usual = together or (None, None, {}, {})
    second = second_opinion(definitions, shown) if asked else None

    def placer(name: str) -> Placer:
        assert second is not None
        not_as_said = _not_as_said(models[name]) if name in models else frozenset()
        return Placer(fillers[name], aligned.get(name, ()), second.encoder, not_as_said)

    def chooser(name: str) -> Chooser:
        assert second is not None
        return Chooser(fillers[name], aligned.get(name, ()), second.encoder)

    read = named if second is not None else []
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
        verbs,
        fillers,
        OnDemand(read, placer),
        OnDemand(read, chooser),
        named,
        second,
        openers((e.words for found in aligned.values() for e in found), spoken),
        Templates([d for d in definitions if d.name not in models], lang) if at_once else None,
        frozenset(
            tuple(e.words)
            for found in aligned.values()
            for e in found
            if spoken.function_words.issuperset(e.words) or len(e.words) == 1
        )
        | subjects(definitions),
    )


def _asked_with(definition: ToolDefinition, aligned: Sequence[AlignedExample]) -> list[Sequence[str]]:
    """What a tool is asked with: its examples, or its name where it has none."""
    return [e.words for e in aligned] or [split_name(plain_name(definition.named))]


def _not_as_said(model: ToolModel) -> frozenset[str]:
    """The texts that examples give a value for in other words, or make of something else than words: now and then is
    enough for what is written down in sentences."""

    def is_otherwise(name: str, profile: Profile) -> bool:
        sentence = not SENTENCES.isdisjoint(words_of(name))
        return bool(profile.implied) if sentence else profile.is_implied

    return frozenset(
        name
        for name, profile in model.profiles.items()
        if profile.typed or name in model.choices or is_otherwise(name, profile)
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
    meta, arrays = as_arrays(linear)
    meta["alignment"] = packed(alignment, definition, lang)
    if shown is not None:
        arrays[_SHOWN] = shown
    cache.store(key, meta, arrays)
    return _Tool(model, found, shown)


def _tool_from(kept: tuple[dict[str, Any], Arrays], definition: ToolDefinition, lang: str) -> _Tool:
    meta, arrays = kept
    linear = from_arrays(meta, arrays)
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
