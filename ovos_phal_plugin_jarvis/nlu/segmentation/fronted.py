"""A thing that is named before the order that points back to it: "il pane toglilo dalla lista"."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import ordering_form, orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import valued_places
from ovos_phal_plugin_jarvis.nlu.text import Token, single_words

_MOST_SAID = 6
"""Words that may say something of the thing before the order comes: "il pane [l'ho preso] toglilo"."""


def unfronted(text: str, reader: Reader, spoken: Language) -> str:
    """*text* with the thing that it begins with behind the order, in the place of the pronoun on its verb: "togli il
    pane dalla lista". As it is where it does not begin so.

    Args:
        text: an utterance.
        reader: what knows its words.
        spoken: its language.
    """
    said = text.strip()
    tokens = reader.raw_tokens(said) if spoken.enclitics else ()
    at = next((at for at, token in enumerate(tokens) if orders(token.norm, spoken)), 0)
    end = _named(said, tokens[:at], reader, spoken)
    verb, behind = _with_pronoun(said, tokens, at, spoken) if end else ("", 0)
    return f"{verb} {said[:end]}{said[behind:]}" if verb else text


def _with_pronoun(text: str, tokens: Sequence[Token], at: int, spoken: Language) -> tuple[str, int]:
    """The verb at *at* without the pronoun that is written behind it, and where that ends; "" where none is."""
    token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    apart = following is not None and text[token.end : following.start] == "-" and following.norm in spoken.enclitics
    if apart and following is not None and token.norm in spoken.verbs:
        return token.norm, following.end
    return ordering_form(token.norm, spoken), token.end


def _named(text: str, tokens: Sequence[Token], reader: Reader, spoken: Language) -> int:
    """Where the thing ends that *tokens* name with its article; 0 where they name none, or only when something is, or
    say more of it than how it is."""
    words = [token.norm for token in tokens]
    if not words or words[0] not in spoken.articles | spoken.demonstratives:
        return 0
    finite = spoken.states | spoken.auxiliaries | spoken.doings | spoken.preterites
    pointing = spoken.enclitics | spoken.persons | spoken.subjects | spoken.adverbs
    said = next((at for at, word in enumerate(words) if word in finite), len(words))
    last = said
    while said < len(words) and last > 1 and words[last - 1] in pointing:
        last -= 1
    limiting = single_words(spoken, "negations") | single_words(spoken, "conditions") | single_words(spoken, "joints")
    if len(words) - last > _MOST_SAID or not limiting.isdisjoint(words[last:]) or (said < len(words) and last == said):
        return 0  # "la lista è lunga" speaks of nothing that an order points back to
    heard = reader.hear_raw(text[tokens[0].start : tokens[last - 1].end])
    told = valued_places(heard)
    things = any(is_content(word, spoken) and at not in told for at, word in enumerate(heard.words))
    return tokens[last - 1].end if things else 0
