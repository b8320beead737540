"""Which tool can tell something: "how many fish are in the tank" is nothing for a tool that switches the tank's light,
however well it knows the tank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ovos_phal_plugin_jarvis.nlu.acts.questions import asks_why, inquires
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.learning.wording import base
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_ENOUGH, _SOME = 7, 4
"""Examples from which on a tool that answers questions shows one, and from which on it tells something in one."""
_KEPT = SENTENCES | {"title", "name"}
"""Words in the names of arguments that hold what people tell."""
_READ = 300
"""Characters of a description that are read: its deed stands at the beginning."""
_REASONS = frozenset(["why", "reason", "reasons", "explain", "explains", "explanation", "cause", "causes", "diagnose"])
"""Words by which an author says that a tool tells reasons; so do authors of whatever language."""
_TOLD = frozenset(
    [
        "stats",
        "statistics",
        "status",
        "history",
        "summary",
        "report",
        "overview",
        "info",
        "information",
        "details",
        "forecast",
        "conditions",
        "balance",
        "balances",
        "totals",
        "readings",
    ]
)
"""Last words in the name of a tool that tells such a thing, where no verb of orders begins it: "eggStats"."""
_LISTING = frozenset(["list", "lists", "get", "gets"])
"""Verbs that do nothing but tell, whatever follows; a "show", a "check in" and a "display" may be something else."""
_PART = re.compile(r"[,;:()/]|\b(?:and|or|then|to)\b", re.IGNORECASE)
"""What stands before another deed in a description; elsewhere a "list" is a thing."""


def gives_reasons(definition: ToolDefinition, utterances: Iterable[str], lang: Language) -> bool:
    """Whether the tool may tell why something is so: its author says it, or shows it in an example.

    Args:
        definition: the tool.
        utterances: its examples without politeness.
        lang: what they are spoken in.
    """
    said = words_of(f"{definition.named} {definition.description[:_READ]} {' '.join(definition.keywords)}")
    return not _REASONS.isdisjoint(said) or any(asks_why(text, lang) for text in utterances)


def writes_down(definition: ToolDefinition, lang: Language) -> bool:
    """Whether the tool may write down what people tell, as far as its author says in English or in the language that
    is spoken: "i sold two bowls" may be meant for it.

    Args:
        definition: the tool.
        lang: what is spoken.
    """
    said = words_of(f"{definition.named} {definition.description[:_READ].partition('. ')[0]}")
    return any({*map(own.stem, own.writing)} & {*map(own.stem, said)} for own in (language("en"), lang))


def only_tells(definition: ToolDefinition) -> bool:
    """Whether the tool tells something and does nothing else, as far as its name, annotations and the beginning of its
    description say: "list_alarms", and not "roll_dice", which changes nothing either.

    Args:
        definition: the tool.
    """
    own = words_of(definition.named)
    tells = _tells(own[:1], language("en")) or _lists(own, definition)
    return tells or bool(definition.annotations.get("readOnlyHint") and own and not _is_verb(own[0]))


def _lists(own: Sequence[str], definition: ToolDefinition) -> bool:
    """Whether the name has "list" or "get" behind its product's ("hue_list_lights"), and the description begins so."""
    return not _LISTING.isdisjoint(own[1:2]) and not _LISTING.isdisjoint(words_of(definition.description[:_READ])[:1])


def takes_what_is_there(definition: ToolDefinition) -> bool:
    """Whether the tool's texts name what is there already, as far as its name or a yes or no that it needs tell: it
    takes away, ends, or says how something is ("completed").

    Args:
        definition: the tool.
    """
    settled = any(p.required and p.param_type.lower() in ("bool", "boolean") for p in definition.parameters)
    return settled or not ENDING.isdisjoint(words_of(definition.named))


def collects(definition: ToolDefinition) -> bool:
    """Whether the tool keeps what people name or tell, so that more of it may be said anywhere: things of a list, a
    title, a text.

    Args:
        definition: the tool.
    """
    free = [p for p in definition.parameters if not p.enum_values]
    return any(p.is_list or not _KEPT.isdisjoint(words_of(p.named)) for p in free)


def answers(definition: ToolDefinition, utterances: Sequence[str], lang: Language) -> bool:
    """Whether the tool may tell something; False only where its author shows that it does things and tells nothing.

    Args:
        definition: the tool.
        utterances: its examples without politeness.
        lang: what they are spoken in.
    """
    if any(inquires(text, lang) for text in utterances):
        return True
    own = words_of(definition.named)
    if not utterances and _is_named_for_what_it_tells(definition):
        return True
    sentence = definition.description[:_READ].partition(". ")[0]
    said = words_of(sentence)
    shown = any(_tells(words_of(text)[:2], lang) for text in utterances)
    if len(utterances) >= _ENOUGH:
        # "find_train" that "finds trains" may be asked as well, though all its examples order it to look; "count_rows"
        # that "adds rows" may not.
        return shown and all(_tells(first, language("en")) or _tells(first, lang) for first in (own[:1], said[:1]))
    told = {*own[:1], *(own[-1:] if own and not _is_verb(own[0]) else ()), *_deeds(sentence)}
    if _tells(told, language("en")) or _tells(told, lang):
        return True
    if len(utterances) >= _SOME:
        return shown
    # Without examples only what is named or described as a deed is known to do things.
    return not (own and _is_verb(own[0])) and not (said and _is_verb(said[0]))


def _is_named_for_what_it_tells(definition: ToolDefinition) -> bool:
    """By the last word of its name, where neither that nor the description begins with a verb of something else."""
    own, said = split_name(definition.named), words_of(definition.description[:_READ])
    spoken = language("en")
    does = bool(said) and said[0] not in spoken.telling and base(said[0], spoken) in spoken.verbs
    return len(own) > 1 and own[-1] in _TOLD and own[0] not in spoken.verbs and not does


def _deeds(sentence: str) -> list[str]:
    """The first word of each part of a description."""
    return [words[0] for words in map(words_of, _PART.split(sentence)) if words]


def _tells(words: Iterable[str], lang: Language) -> bool:
    return any(word in lang.telling for word in words)


def _is_verb(word: str) -> bool:
    net = english_wordnet()
    return net is not None and any(pos == "v" for _, pos in net.lemmas(word))
