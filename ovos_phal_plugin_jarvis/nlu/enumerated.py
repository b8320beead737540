"""Several of one kind: "add the tasks iron the shirts and polish the boots" is two tasks.

Examples show one at a time: "add the task …". Where the word before a text is another form of the word that examples
have there, and the text holds a joint, each part of it is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed

_MOST = 5


def requests(reader: Reader, text: str) -> tuple[Request, ...]:
    """The requests that *text* is, one for each thing; empty where it enumerates none."""
    pattern = phrase_pattern(reader.trained.lang, "joints", "last")
    if pattern is None or pattern.search(text) is None:
        return ()
    heard = reader.hear(text)
    for at, lead in _plurals(reader, heard):
        found = _each(reader, heard, at, lead)
        if found:
            return found
    return ()


def _plurals(reader: Reader, heard: Heard) -> Iterator[tuple[int, str]]:
    """Places of words that are another, longer form of one that stands before texts, and that one."""
    lang, leads = heard.lang, reader.trained.leads
    for at, word in enumerate(heard.words[:-2]):
        for lead in leads.get(lang.stem(word), ()):
            if len(lead) < len(word) and is_content(lead, lang):
                yield at, lead


def _each(reader: Reader, heard: Heard, at: int, lead: str) -> tuple[Request, ...]:
    before = at
    if before and any(x.kind == m.NUMBER and x.start == before - 1 and x.end == before for x in heard.mentions):
        before -= 1  # "add two tasks"
    head = f"{heard.text[: heard.tokens[before].start]}{lead} "
    behind = trimmed(heard.text[heard.tokens[at].end :])
    found = _read(reader, head, behind, "")
    if found:
        return found
    # What follows them is for each: "mark the habits … and … done".
    whole = reader.best(f"{head}{behind}")
    count = len(reader.hear(head).words)
    spans = [s for s in whole.filled.spans if s[0] == count] if whole is not None else []
    if whole is None or len(spans) != 1:
        return ()
    start, end, _ = spans[0]
    return _read(reader, head, whole.heard.said(start, end), whole.heard.text[whole.heard.tokens[end - 1].end :])


def _read(reader: Reader, head: str, values: str, tail: str) -> tuple[Request, ...]:
    """The request for each of *values*; empty where one is none, or not one of the same tool for just these words."""
    pattern = phrase_pattern(reader.trained.lang, "joints", "last")
    parted = (pattern.sub(",", values) if pattern is not None else values).split(",")
    parts = [trimmed(part) for part in parted if trimmed(part)]
    found: list[Request] = []
    for part in parts if 1 < len(parts) <= _MOST else ():
        said = f"{head}{part}{tail}"
        read = reader.best(said)
        texts = [str(value).lower() for value in read.filled.arguments.values()] if read is not None else []
        if read is None or read.filled.missing or part.lower() not in texts:
            return ()
        if found and found[0].call.name != read.definition.name:
            return ()
        found.append(request_of(read, said))
    return tuple(found)
