"""An author's examples with the values of one another: what a tool has to understand though nobody wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Span


@dataclass(frozen=True)
class Exchanged:
    """An example that says values of another one."""

    utterance: str
    arguments: Mapping[str, Any]
    parameters: tuple[str, ...]
    """Which of these are another's."""


def exchanged(aligned: Sequence[AlignedExample], most: int) -> list[Exchanged]:
    """At most *most* examples with the values of the next one that says another value of the same argument: of "keep
    [two] loaves for [ann]" and "put by [six] rolls" are made "keep six loaves for ann" and "put by two rolls".

    Args:
        aligned: the examples of one tool, with the places of their arguments.
        most: how many are made.
    """
    found: list[Exchanged] = []
    for at, example in enumerate(aligned):
        if len(found) >= most:
            break
        others = (*aligned[at + 1 :], *aligned[:at])
        made = next(filter(None, (_with_values_of(other, example) for other in others)), None)
        found += [made] if made is not None else []
    return found


def _with_values_of(other: AlignedExample, example: AlignedExample) -> Exchanged | None:
    """*example* with what *other* says in all places that both have; None where they say the same there."""
    own, others = dict(_once(example)), dict(_once(other))
    shared = [name for name in own if name in others and example.arguments[name] != other.arguments[name]]
    if not shared:
        return None
    text = example.heard.text
    for name in sorted(shared, key=lambda name: -own[name].start):
        start, end = _place(example, own[name])
        said = other.heard.said(others[name].start, others[name].end)
        text = text[:start] + said + text[end:]
    arguments = {**example.arguments, **{name: other.arguments[name] for name in shared}}
    return Exchanged(text, arguments, tuple(sorted(shared)))


def _once(example: AlignedExample) -> Iterator[tuple[str, Span]]:
    """The arguments that *example* says in one place, where no other is said in the same words."""
    for span in example.spans:
        others = [other for other in example.spans if other is not span]
        alone = all(
            other.parameter != span.parameter and (other.end <= span.start or span.end <= other.start)
            for other in others
        )
        if alone and span.parameter in example.arguments:
            yield span.parameter, span


def _place(example: AlignedExample, span: Span) -> tuple[int, int]:
    """Where the words of *span* are in the text."""
    tokens = example.heard.tokens
    return tokens[span.start].start, tokens[span.end - 1].end
