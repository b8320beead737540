"""What people say to an assistant that none of the installed tools is for: the classifier's negative examples."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_SHARE = 0.15
"""A tool is about a subject when this share of its examples says one of the subject's words."""


def subject_words(definition: ToolDefinition) -> frozenset[str]:
    """The words that say what a tool is about: its name, keywords and description, what many examples share."""
    words = set(re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", definition.name).lower()))
    for keyword in definition.keywords:
        words.update(token.norm for token in tokenize(keyword))
    for sentence in re.split(r"[.;!?]", definition.description):
        if not re.search(r"\b(?:not|never|don't|no|except|instead)\b", sentence, re.IGNORECASE):
            words.update(token.norm for token in tokenize(sentence))
    counts: dict[str, int] = {}
    for example in definition.examples:
        for word in {token.norm for token in tokenize(example.utterance)}:
            counts[word] = counts.get(word, 0) + 1
    least = max(2.0, _SHARE * len(definition.examples))
    words.update(word for word, count in counts.items() if count >= least)
    return frozenset(words - {""})


def background_for(definitions: Iterable[ToolDefinition], lang: str) -> list[str]:
    """Utterances in the language *lang* on every subject that none of *definitions* is about."""
    about: set[str] = set()
    for definition in definitions:
        about |= subject_words(definition)
    return [said for words, utterances in language(lang).background if not words & about for said in utterances]
