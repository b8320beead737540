"""An utterance, read once for all tools."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ovos_phal_plugin_jarvis.nlu.mentions import Mention, find_mentions
from ovos_phal_plugin_jarvis.nlu.text import Token, strip_request, tokenize


@dataclass(frozen=True)
class Heard:
    """An utterance as words with their mentions."""

    text: str
    tokens: tuple[Token, ...]
    words: list[str]
    mentions: list[Mention]
    now: datetime

    def breaks_before(self, at: int) -> bool:
        """Whether a sentence or a part of one ends before word *at*."""
        between = self.text[self.tokens[at - 1].end : self.tokens[at].start] if at else ""
        return any(sign in between for sign in ".,;:!?")

    def said(self, start: int, end: int) -> str:
        """The text of the words from *start* up to *end*."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]


def hear(utterance: str, lang: str, now: datetime, *, strip: bool = True) -> Heard:
    """*utterance*, without politeness unless *strip* is false, as words with their mentions."""
    text = strip_request(utterance, lang) if strip else utterance.strip()
    tokens = tokenize(text, lang)
    words = [token.norm for token in tokens]
    return Heard(text, tokens, words, find_mentions(words, lang, now), now)
