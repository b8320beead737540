"""What a speaker names in a row and leaves out again behind it: "add figs plums and leeks but leave out the plums"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import describes
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import Token, phrase_pattern, single_words, starts_of, strip_request, tokenize

_MOST_NAMED = 4
"""Words of what is left out."""


def without_left_out(text: str, lang: str) -> str:
    """*text* without the thing of a row that its end leaves out, and without that end; as it is where it leaves none
    out that is one of a row.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    for before, named in _left_out(text, spoken):
        tokens = tokenize(before, spoken.code)
        for at in reversed(starts_of(named, [token.norm for token in tokens])):
            cut = _cut(tokens, at, at + len(named), spoken)
            if cut is not None:
                start, end = tokens[cut[0]].start, tokens[cut[1] - 1].end
                return " ".join(f"{before[:start]} {before[end:]}".split()).replace(" ,", ",")
    return text


def _left_out(text: str, spoken: Language) -> Iterator[tuple[str, list[str]]]:
    """What *text* says before its end leaves something out, and the words of that."""
    pattern = phrase_pattern(spoken, "omitting", "exceptions")
    for found in pattern.finditer(text) if pattern is not None else ():
        yield from _named(text[: found.start()], text[found.end() :], "", spoken)
    parted = {(words[0], words[1]) for words in map(str.split, spoken.omitting) if len(words) == 2}
    for token in tokenize(text, spoken.code):  # "leave the plums out"
        for end in (second for first, second in parted if first == token.norm):
            yield from _named(text[: token.start], text[token.end :], end, spoken)


def _named(before: str, behind: str, end: str, spoken: Language) -> Iterator[tuple[str, list[str]]]:
    words = [token.norm for token in tokenize(strip_request(behind, spoken.code), spoken.code)]
    if end and words[-1:] != [end]:
        return
    words = words[: len(words) - bool(end)]
    while words and words[0] in spoken.articles | spoken.owners | spoken.demonstratives:
        words = words[1:]
    if words and len(words) <= _MOST_NAMED and is_content(words[-1], spoken):
        yield _without_joint(before, spoken), words


def _without_joint(text: str, spoken: Language) -> str:
    """*text* without the "but" that it ends with."""
    tokens = tokenize(text, spoken.code)
    joining = single_words(spoken, "contrasts") | single_words(spoken, "joints") | single_words(spoken, "fillers")
    while tokens and tokens[-1].norm in joining:
        tokens = tokens[:-1]
    return text[: tokens[-1].end] if tokens else ""


def _cut(tokens: Sequence[Token], start: int, end: int, spoken: Language) -> tuple[int, int] | None:
    """Which of *tokens* go with the thing from *start* up to *end*; None where it stands in no row."""
    joints = single_words(spoken, "joints")
    words = [token.norm for token in tokens]
    while start and words[start - 1] in spoken.articles:
        start -= 1
    if start and describes(words[start - 1], spoken):
        return None  # "tinned plums and figs"
    joined = (start > 1 and words[start - 1] in joints, end < len(words) - 1 and words[end] in joints)
    beside = start > 1 and is_content(words[start - 1], spoken) and words[start - 1] not in spoken.verbs
    if joined[1]:
        return (start, end) if beside else (start, end + 1)
    if joined[0]:
        return start - 1, end
    following = end < len(words) and is_content(words[end], spoken)
    return (start, end) if beside and following else None
