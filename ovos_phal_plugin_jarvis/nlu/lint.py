"""What an author's tool will understand: the sentences it expects, and what stands in their way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.exchanged import Exchanged, exchanged
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.translator import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.bounds import in_language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_FEW = 8
"""Examples from which on a tool is understood well (``docs/understanding.md``)."""
_SHOWN = 8
_READ = 60
"""Examples that are read against all installed tools."""
_EXCHANGED = 12
"""Examples that are read with the values of another one."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LONG_DESCRIPTION = 800
_MANY_VALUES = 500
_STANDS_FOR = {
    "int": "5",
    "integer": "5",
    "float": "2.5",
    "number": "2.5",
    "date": "tomorrow",
    "time": "half past six",
    "datetime": "tomorrow at six",
    "timedelta": "ten minutes",
}


@dataclass(frozen=True)
class Finding:
    """One thing that keeps a tool from being understood."""

    code: str
    """``bounds``, ``description``, ``name``, ``parameter``, ``examples``, ``contradiction``, ``collision``,
    ``unread`` or ``exchanged``."""
    text: str
    """What it is, and what would help; one sentence or two."""


@dataclass(frozen=True)
class Report:
    """What a tool will understand."""

    tool: str
    toolbox_id: str
    sentences: tuple[str, ...] = ()
    """What users are expected to say: examples of the author, or made from the definition."""
    made: bool = False
    """Whether the sentences are made from the definition."""
    understood: int = 0
    """Sentences that are read as the tool, with the arguments of the example where it gives some."""
    exchanged: int = 0
    """Examples that were read with the values of another one."""
    exchanged_understood: int = 0
    """How many of these are read as the tool, with those values."""
    findings: tuple[Finding, ...] = field(default=())


def check_tool(
    definition: ToolDefinition, installed: Sequence[ToolDefinition], now: datetime, lang: str = "en"
) -> Report:
    """What *definition* will understand beside the other *installed* tools.

    Args:
        definition: the tool.
        installed: every tool, itself as well or not.
        now: what relative dates count from.
        lang: language of the requests.
    """
    definition, installed = definition.in_language(lang), in_language(installed, lang)
    others = [d for d in installed if not _is_same(d, definition)]
    findings = [Finding("bounds", what) for what in definition.unread]
    findings += [*_wording(definition), *_parameters(definition), *_contradictions(definition, others)]
    made = not definition.examples
    sentences = _expected(definition, language(lang)) if made else [e.utterance for e in definition.examples]
    translator = ExampleTranslator([*others, definition], lang=lang)
    context = TranslationContext(now, lang)
    read, understood = _read(definition, translator, sentences[:_READ], context)
    others_values = exchanged(align(definition, lang).examples[:_READ], _EXCHANGED)
    misread = [each for said in others_values if (each := _misread(definition, translator, said, context)) is not None]
    return Report(
        definition.name,
        definition.toolbox_id,
        tuple(sentences[:_SHOWN]),
        made,
        understood,
        len(others_values),
        len(others_values) - len(misread),
        (*findings, *read, *misread),
    )


def _wording(definition: ToolDefinition) -> Iterator[Finding]:
    name = [word for word in split_name(definition.name) if len(word) > 1 and not word.isdigit()]
    if len(name) < 2:
        yield Finding(
            "name", f"the name '{definition.name}' says little: a verb and a noun, such as 'set_timer', say more"
        )
    description = definition.description.strip()
    if not description:
        yield Finding("description", "there is no description: start it with what the tool does, in the words of users")
    elif len(description) > _LONG_DESCRIPTION:
        yield Finding(
            "description",
            f"the description has {len(description)} characters; its first sentences count: say there what it does",
        )
    elif not set(words_of(description)) & set(name):
        yield Finding("description", "no word of the name is in the description: use the word that users say in both")
    if 0 < len(definition.examples) < _FEW:
        yield Finding(
            "examples",
            f"there are {len(definition.examples)} examples: {_FEW} or more, each worded in another way, teach what "
            "people say around the values",
        )


def _parameters(definition: ToolDefinition) -> Iterator[Finding]:
    spoken = {name for example in definition.examples for name in example.arguments}
    for parameter in definition.parameters:
        why = _unsayable(parameter, parameter.name in spoken)
        if why:
            needed = " and the tool needs it, so it can't be called by words" if parameter.required else ""
            yield Finding("parameter", f"'{parameter.name}' can't be filled from words{needed}: {why}")
        elif re.fullmatch(r"[a-z]{0,3}\d*", parameter.name) and not parameter.description:
            yield Finding("parameter", f"'{parameter.name}' has neither a telling name nor a description: give it one")
        if parameter.enum_values and len(parameter.enum_values) > _MANY_VALUES:
            yield Finding(
                "parameter",
                f"'{parameter.name}' allows {len(parameter.enum_values)} values: names that are so many are better "
                "offered when asked than listed",
            )


def _unsayable(parameter: ToolParameter, shown: bool) -> str:
    kind = parameter.param_type.lower()
    if kind in ("dict", "object"):
        return "nobody says an object; split it into arguments"
    if shown or parameter.enum_values or kind in values.TEMPORAL_LISTS or kind in values.NUMERIC:
        return ""
    name = split_name(parameter.name)
    if name and name[-1] in ("id", "uuid", "guid", "token", "handle"):
        return "nobody says an identifier; take the name that people use, or offer the values"
    if kind in ("list", "array") and not parameter.description:
        return "it is a list of anything; say in its description of what"
    return ""


def _contradictions(definition: ToolDefinition, others: Sequence[ToolDefinition]) -> Iterator[Finding]:
    said: dict[str, dict[str, object]] = {}
    for example in definition.examples:
        text = " ".join(words_of(example.utterance))
        arguments = dict(example.arguments)
        if text in said and said[text] != arguments:
            yield Finding(
                "contradiction", f"'{example.utterance}' means {said[text]} in one example and {arguments} in another"
            )
        said.setdefault(text, arguments)
        for name in example.arguments:
            if definition.parameter(name) is None:
                yield Finding(
                    "contradiction", f"'{example.utterance}' gives '{name}', which is no parameter of the tool"
                )
    for other in others:
        for example in other.examples:
            if " ".join(words_of(example.utterance)) in said:
                yield Finding("collision", f"'{example.utterance}' is an example of '{other.name}' as well")
        if definition.description.strip() and other.description.strip() == definition.description.strip():
            yield Finding("collision", f"'{other.name}' of '{other.toolbox_id}' has the same description")


def _expected(definition: ToolDefinition, known: Language) -> list[str]:
    """Sentences that the definition leads users to say."""
    words = split_name(definition.name)
    verbs = language("en").verbs
    verb = words[0] if words and words[0] in verbs | {"get", "set"} else ""
    thing = " ".join(words[1:] if verb else words)
    patterns = known.sentences.get("request" if verb and verb not in ("get", "show", "list") else "show", ())
    heads = [p.format(verb=verb, object=thing) for p in patterns if "{value}" not in p]
    if verb in ("get", "show", "list", ""):
        heads += [p.format(verb=verb, object=thing) for p in known.sentences.get("question", ())]
    needed = [p for p in definition.parameters if p.required]
    tail = " ".join(f"{_lead(p)} {_stand_in(p)}".strip() for p in needed)
    return [" ".join(f"{head} {tail}".split()) for head in dict.fromkeys(heads)]


def _lead(parameter: ToolParameter) -> str:
    name = set(split_name(parameter.name))
    if name & {"to", "target", "destination", "recipient"}:
        return "to"
    if name & {"from", "source", "origin"}:
        return "from"
    if name & {"city", "place", "location", "room", "country"}:
        return "in"
    return ""


def _stand_in(parameter: ToolParameter) -> str:
    if parameter.enum_values:
        return parameter.enum_values[0].replace("_", " ")
    if "duration" in split_name(parameter.name):
        return "ten minutes"
    if set(split_name(parameter.name)) & {"city", "place", "location"}:
        return "Paris"
    return _STANDS_FOR.get(parameter.param_type.lower(), f"<{' '.join(split_name(parameter.name))}>")


def _read(
    definition: ToolDefinition, translator: ExampleTranslator, sentences: Sequence[str], context: TranslationContext
) -> tuple[list[Finding], int]:
    """What keeps *sentences* from being read as they should be, and how many are."""
    wanted = {example.utterance: dict(example.arguments) for example in definition.examples}
    found: list[Finding] = []
    understood = 0
    for said in sentences:
        if "<" in said:
            # A stand-in for a name is read like any other name.
            said = re.sub(r"<[^>]*>", "Zabriskie", said)
        best = next(iter(translator.candidates(said, context)), None)
        if best is None or best.account.refused:
            found.append(Finding("unread", f"'{said}' is not understood: no word of it is sure to be for this tool"))
        elif not _is_same(best.definition, definition):
            found.append(
                Finding("collision", f"'{said}' is read as '{best.definition.name}': say in the examples what differs")
            )
        else:
            understood += 1
            missed = [n for n in wanted.get(said, {}) if n not in best.filled.arguments]
            if missed:
                found.append(
                    Finding(
                        "unread", f"'{said}' is read without '{missed[0]}': more examples with it in that place help"
                    )
                )
    return found, understood


def _misread(
    definition: ToolDefinition, translator: ExampleTranslator, said: Exchanged, context: TranslationContext
) -> Finding | None:
    """What an example with the values of another is read as, where it is not read with these."""
    best = next(iter(translator.candidates(said.utterance, context)), None)
    is_own = best is not None and _is_same(best.definition, definition)
    if best is None or best.refused or not is_own:
        read = "is not understood" if best is None or is_own else f"is read as '{best.definition.name}'"
        return Finding("exchanged", f"'{said.utterance}', which only has the values of another example, {read}")
    for name in said.parameters:
        wanted, got = said.arguments[name], best.filled.arguments.get(name)
        # Nobody knows on which day an author wrote what "tomorrow" is.
        if got is None or not (_DAY.match(str(wanted)) or _is_alike(wanted, got)):
            return Finding(
                "exchanged",
                f"'{said.utterance}', which only has the values of another example, is read with {got!r} as '{name}', "
                f"not {wanted!r}: examples with more and other values of it help",
            )
    return None


def _is_same(one: ToolDefinition, other: ToolDefinition) -> bool:
    return (one.name, one.toolbox_id) == (other.name, other.toolbox_id)


def _is_alike(one: object, other: object) -> bool:
    """Whether two values are the same but for how they are written: "7" and 7, "The Gull" and "the gull"."""
    return one == other or words_of(str(one)) == words_of(str(other))
