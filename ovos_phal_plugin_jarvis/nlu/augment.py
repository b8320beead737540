"""More examples from few: other values in the same places."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone

from ovos_phal_plugin_jarvis.nlu.alignment import Span
from ovos_phal_plugin_jarvis.nlu.mentions import Mention, find_mentions
from ovos_phal_plugin_jarvis.nlu.text import tokenize

_SYLLABLES = tuple(
    a + b
    for a in ("b", "ch", "d", "f", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "z")
    for b in ("a", "an", "e", "el", "i", "in", "o", "or", "u", "um", "ar", "is")
)


def made_up_words(rng: random.Random, like: Sequence[str]) -> list[str]:
    """As many words as *like*, give or take one, that nobody has heard."""
    count = max(1, len(like) + rng.choice((-1, 0, 0, 0, 1)))
    return ["".join(rng.choice(_SYLLABLES) for _ in range(rng.choice((1, 2, 2, 3)))) for _ in range(count)]


_EPOCH = datetime(2024, 1, 3, 12, tzinfo=timezone.utc)


@dataclass
class Sentence:
    """An example on its way into the tagger."""

    texts: list[str]
    words: list[str]
    spans: list[Span]
    mentions: list[Mention]


def swap_values(
    sentence: Sentence,
    pools: dict[str, list[str]],
    lang: str,
    rng: random.Random,
    *,
    made_up: frozenset[str] = frozenset(),
) -> Sentence:
    """*sentence* with other values where its arguments are said; with made-up words for the arguments in *made_up*."""
    texts: list[str] = []
    spans: list[Span] = []
    at = 0
    for span in sentence.spans:
        texts.extend(sentence.texts[at : span.start])
        start = len(texts)
        pool = pools.get(span.parameter, ())
        value: Sequence[str] = sentence.texts[span.start : span.end]
        if span.parameter in made_up:
            words = made_up_words(rng, value)
            value = [word.title() for word in words] if sentence.texts[span.start][:1].isupper() else words
        elif pool and rng.random() < 0.75:
            chosen = [token.text for token in tokenize(rng.choice(pool))]
            if chosen:
                value = chosen if sentence.texts[span.start][:1].isupper() else [text.lower() for text in chosen]
        texts.extend(value)
        spans.append(Span(start, len(texts), span.parameter))
        at = span.end
    texts.extend(sentence.texts[at:])
    words = [token.norm for text in texts for token in tokenize(text)]
    if len(words) != len(texts):
        return sentence
    return Sentence(texts, words, spans, find_mentions(words, lang, _EPOCH))
