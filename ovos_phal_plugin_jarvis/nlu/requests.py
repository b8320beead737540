"""The requests in one utterance, in the order in which they are to be carried out."""

from __future__ import annotations

import re

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu.matching import Candidate, Reader
from ovos_phal_plugin_jarvis.nlu.splitting import joints
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_MAX_JOINTS = 8
"""Cuts that are tried in one utterance: it bounds the time that "and and and …" can take."""
_WHOLE_BETTER = 0.25
"""How much surer the whole must be than its parts to be left whole."""
_MOVES_DATE = re.compile(
    r"\b(?:shift|set|select|switch|change|move|go to|jump)(?:\W+\w+){0,3}\W+(?:date|day)\b|"
    r"\bdate\W(?:shift|set)\b",
    re.IGNORECASE,
)


def split_requests(reader: Reader, text: str, depth: int = 0) -> list[Candidate]:
    """What *text* asks for, in order; empty where nothing is believed."""
    whole = reader.best(text)
    if depth < _MAX_JOINTS:
        for first, second in joints(text, reader.trained.openers)[:_MAX_JOINTS]:
            left = reader.best(first)
            if left is None:
                continue
            right = split_requests(reader, second, depth + 1)
            if not right:
                continue
            weakest = min(left.confidence, *(candidate.confidence for candidate in right))
            if whole is None or whole.confidence < weakest + _WHOLE_BETTER:
                return [*_dated(reader, first, left), *right]
    return _dated(reader, text, whole) if whole else []


def _dated(reader: Reader, text: str, whole: Candidate) -> list[Candidate]:
    """*whole*, after the tool that moves the date where *text* says one that *whole* has no argument for.

    "tomorrow add task call mom": first the date, then the task (ai-commands guide, Semantics and ordering).
    """
    heard = reader.hear(text)
    movers = [d for d in reader.trained.definitions.values() if _moves_date(d)]
    if not movers or whole.definition in movers:
        return [whole]
    for mention in heard.mentions:
        if mention.kind != m.DATE or mention.value.moment or (mention.start and mention.end < len(heard.words)):
            continue
        date = reader.best(heard.said(mention.start, mention.end))
        if date is None or date.definition not in movers or not date.filled.arguments:
            continue
        rest = (
            heard.text[: heard.tokens[mention.start].start]
            if mention.start
            else heard.text[heard.tokens[mention.end - 1].end :]
        )
        remaining = reader.best(rest.strip(" ,.:;"))
        if remaining is not None and remaining.definition not in movers:
            return [date, remaining]
    return [whole]


def _moves_date(definition: ToolDefinition) -> bool:
    # The first sentence says what a tool does; later ones often what it does not do.
    does = definition.description.partition(". ")[0]
    return bool(_MOVES_DATE.search(f"{definition.name.replace('_', ' ')}. {does}"))
