"""What a request depends on and the assistant does not watch: "if it rains set an alarm"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, tokenize, words_of


def conditions(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """The characters of the words in *text* that may make a request depend on something, politeness and reasons left
    out: "in case i don't hear it" is why another alarm is wanted.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    pattern, times = phrase_pattern(spoken, "conditions", "moments"), phrase_pattern(spoken, "times")
    begun = [*pattern.finditer(text)] if pattern is not None else []
    inverted = [*_inverted(text, spoken)]
    timed = [*times.finditer(text)] if times is not None else []
    if not (begun or inverted or timed):
        return
    polite = phrase_pattern(spoken, "politeness", "openings", "joints", "otherwise", "reasons")
    taken = [found.span() for found in polite.finditer(text)] if polite is not None else []
    joints = phrase_pattern(spoken, "joints")
    ends = [x for x in joints.finditer(text) if x.end() == len(text) or not x.start()] if joints is not None else []
    # "Delete it [when it's done]" and "[when it's done] delete it" join nothing; "after that" is no clause.
    clauses = {x.span() for x in ends if x.start() or stated(words_of(x.group())[1:], spoken) is not None}
    taken = [span for span in taken if span not in clauses]
    for found in begun:
        held = any(start <= found.start() and found.end() <= end and end - start > 2 for start, end in taken)
        if not held and re.search(r"\w", text[found.end() :]):
            yield found.span()
    for start, end in inverted:
        if not any(first <= start and end <= last for first, last in taken):
            yield start, end
    for found in timed:
        if any(start <= found.start() and found.end() <= end for start, end in taken):
            continue
        if stated([token.norm for token in tokenize(text[found.end() :], lang)], spoken) is not None:
            yield found.span()


def _inverted(text: str, spoken: Language) -> Iterator[tuple[int, int]]:
    """The characters of the verbs in *text* by which a clause that asks nothing depends on something: "cancel it
    [should] the school be closed", never "when should the school …" and "should i …"."""
    tokens = tokenize(text, spoken.code)
    for at, token in enumerate(tokens[:-2]):
        if token.norm not in spoken.inverted_conditions:
            continue
        somebody = (spoken.subjects | spoken.articles | spoken.owners | spoken.demonstratives) - spoken.speakers
        if tokens[at + 1].norm not in somebody | spoken.placeholders | spoken.points:
            continue
        closed = spoken.question_words | spoken.auxiliaries | spoken.subjects | spoken.relatives
        before = tokens[at - 1].norm if at else ""
        asks = not spoken.question_words.isdisjoint(each.norm for each in tokens[:at])
        if before not in closed and not asks:
            yield token.start, token.end


def _orders_behind(text: str, lang: str) -> bool:
    """Whether an order stands behind the clause that *text* begins with, rather than a question: "(if) I drive ten
    miles how far is that" only asks."""
    spoken = language(lang)
    words = [token.norm for token in tokenize(text, lang)]
    return any(
        orders(word, spoken) and is_content(word, spoken) and words[at - 1] not in spoken.subjects | spoken.speakers
        for at, word in enumerate(words)
        if at
    )


def condition(text: str, lang: str) -> str:
    """The words by which what *text* orders depends on something; empty where it does not.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    found = conditions(text, lang)
    return next((text[s:e] for s, e in found if text[:s].strip() or _orders_behind(text[e:], lang)), "")
