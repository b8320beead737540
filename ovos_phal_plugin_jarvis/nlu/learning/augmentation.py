"""Copies of a tool's examples with other values, so that what learns from a few of them does not learn their values."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW, AlignedExample, Span
from ovos_phal_plugin_jarvis.nlu.reading import Heard, read
from ovos_phal_plugin_jarvis.nlu.text import tokenize

_COPIES = 2
"""Copies of each example with other values of the tool's own. Where examples are few, one more has words that nobody
has heard."""
_SEED = 7
MANY = 300
"""Examples from which on they vary enough by themselves."""
_SYLLABLES = tuple(
    a + b
    for a in ("b", "ch", "d", "f", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "z")
    for b in ("a", "an", "e", "el", "i", "in", "o", "or", "u", "um", "ar", "is")
)


def made_up_words(rng: random.Random, like: Sequence[str]) -> list[str]:
    """As many words as *like*, give or take one, that nobody has heard."""
    count = max(1, len(like) + rng.choice((-1, 0, 0, 0, 1)))
    return ["".join(rng.choice(_SYLLABLES) for _ in range(rng.choice((1, 2, 2, 3)))) for _ in range(count)]


def swap_values(
    heard: Heard, spans: Sequence[Span], pools: Mapping[str, Sequence[str]], rng: random.Random, made_up: frozenset[str]
) -> tuple[Heard, list[Span]]:
    """*heard* with other values where its arguments are said, and with made-up words for those in *made_up*."""
    texts: list[str] = []
    found: list[Span] = []
    at = 0
    written = [token.text for token in heard.tokens]
    for span in spans:
        texts.extend(written[at : span.start])
        start = len(texts)
        value: Sequence[str] = written[span.start : span.end]
        capital = value[0][:1].isupper()
        if span.parameter in made_up:
            value = [word.title() if capital else word for word in made_up_words(rng, value)]
        elif pools.get(span.parameter) and rng.random() < 0.75:
            chosen = [token.text for token in tokenize(rng.choice(pools[span.parameter]))]
            value = (chosen if capital else [text.lower() for text in chosen]) or value
        texts.extend(value)
        found.append(Span(start, len(texts), span.parameter))
        at = span.end
    texts.extend(written[at:])
    text = " ".join(texts)
    tokens = tokenize(text, heard.lang.code)
    if len(tokens) != len(texts):
        return heard, list(spans)
    return read(text, tokens, heard.lang.code, heard.now), found


def value_pools(examples: Iterable[AlignedExample]) -> dict[str, list[str]]:
    """Argument → values of the tool's own examples, with repetitions."""
    pools: dict[str, list[str]] = {}
    for example in examples:
        for span in example.spans:
            pools.setdefault(span.parameter, []).append(example.heard.said(span.start, span.end))
    return pools


def _leads(examples: Sequence[AlignedExample]) -> dict[str, set[str]]:
    """Word before a value -> the arguments that it stands before."""
    found: dict[str, set[str]] = {}
    for example in examples:
        for span in example.spans:
            found.setdefault(example.before(span), set()).add(span.parameter)
    return found


def _led(example: AlignedExample, leads: Mapping[str, set[str]]) -> frozenset[str]:
    """Arguments of *example* that the word before them tells: what their own words are does not matter then."""
    return frozenset(span.parameter for span in example.spans if len(leads[example.before(span)]) == 1)


def with_copies(
    examples: Sequence[AlignedExample], free: frozenset[str]
) -> Iterator[tuple[AlignedExample, Heard, Sequence[Span]]]:
    """Each of *examples* as it is, and as it would be with other values.

    Args:
        examples: one tool's.
        free: the arguments that hold free text.

    Returns:
        The example, and the words and the places of the values in it or in its copy.
    """
    rng = random.Random(_SEED)
    leads = _leads(examples)
    pools = value_pools(examples)
    for example in examples:
        yield example, example.heard, example.spans
        if not example.spans or len(examples) > MANY:
            continue
        for _ in range(_COPIES):
            yield example, *swap_values(example.heard, example.spans, pools, rng, frozenset())
        if len(examples) < FEW:
            yield example, *swap_values(example.heard, example.spans, pools, rng, free & _led(example, leads))
