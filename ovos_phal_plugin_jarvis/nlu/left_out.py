"""What a speaker names in a row and leaves out again behind it: "add figs plums and leeks but leave out the plums"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import describes, leading_on
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import Token, phrase_pattern, single_words, starts_of, strip_request, tokenize

_MOST_NAMED = 4
"""Words of what is left out."""
_BESIDE = 2
"""Words before it that may join it to a row: "[and the] plums"."""


def without_left_out(text: str, lang: str) -> str:
    """*text* without the thing of a row that its end leaves out, and without that end; as it is where it leaves none
    out that is one of a row.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    for before, named, limited in _left_out(text, spoken):
        tokens = tokenize(before, spoken.code)
        words = [token.norm for token in tokens]
        for at in reversed(starts_of(named, words)):
            cut = _cut(tokens, at, at + len(named), spoken)
            if cut is None or _goes_on(words[max(0, at - _BESIDE) :], spoken, limited=limited):
                continue
            start, end = tokens[cut[0]].start, tokens[cut[1] - 1].end
            rest = " ".join(f"{before[:start]} {before[end:]}".split()).replace(" ,", ",")
            if not _leads_on(rest, spoken):
                return rest
    return text


def _left_out(text: str, spoken: Language) -> Iterator[tuple[str, list[str], bool]]:
    """What *text* says before its end leaves something out, the words of that, and whether it does so behind "but". An
    order does so nowhere else: "don't forget the plums" stresses them, "and drop the plums" may be a deed."""
    exceptions, omitting = phrase_pattern(spoken, "exceptions"), phrase_pattern(spoken, "omitting")
    contrasts = single_words(spoken, "contrasts")
    for found in exceptions.finditer(text) if exceptions is not None else ():
        before, limited = _before(text[: found.start()], spoken)
        limited = limited or tokenize(found.group(), spoken.code)[0].norm in contrasts  # "but not"
        yield from ((before, named, limited) for named in _named(text[found.end() :], "", spoken))
    ordered = [(found.start(), found.end(), "") for found in (omitting.finditer(text) if omitting is not None else ())]
    parted = _parted(spoken)
    for token in tokenize(text, spoken.code):  # "leave the plums out"
        ordered += [(token.start, token.end, second) for second in parted.get(token.norm, ())]
    for start, end, last in ordered:
        before, limited = _before(text[:start], spoken)
        if limited:
            yield from ((before, named, True) for named in _named(text[end:], last, spoken))


@lru_cache(maxsize=32)
def _parted(spoken: Language) -> Mapping[str, Sequence[str]]:
    """The first word of what leaves something out → the second ones, which may stand behind what that is."""
    found: dict[str, list[str]] = {}
    for words in sorted({tuple(phrase.split()) for phrase in spoken.omitting}):
        if len(words) == 2:
            found.setdefault(words[0], []).append(words[1])
    return {first: tuple(second) for first, second in found.items()}


def _named(behind: str, end: str, spoken: Language) -> Iterator[list[str]]:
    """The words of the thing that *behind* names up to the word *end*, if it names one."""
    words = [token.norm for token in tokenize(strip_request(behind, spoken.code), spoken.code)]
    if end and words[-1:] != [end]:
        return
    words = words[: len(words) - bool(end)]
    while words and words[0] in spoken.articles | spoken.owners | spoken.demonstratives:
        words = words[1:]
    if words and len(words) <= _MOST_NAMED and is_content(words[-1], spoken):
        yield words


def _before(text: str, spoken: Language) -> tuple[str, bool]:
    """*text* without what it ends with between two clauses, and whether that is a "but", as in "but please"."""
    tokens = tokenize(text, spoken.code)
    passing = single_words(spoken, "fillers") | single_words(spoken, "politeness")
    contrasts = single_words(spoken, "contrasts")
    while tokens and tokens[-1].norm in passing:
        tokens = tokens[:-1]
    limited = bool(tokens) and tokens[-1].norm in contrasts
    while tokens and tokens[-1].norm in passing | contrasts | single_words(spoken, "joints"):
        tokens = tokens[:-1]
    return text[: tokens[-1].end] if tokens else "", limited


def _goes_on(words: Sequence[str], spoken: Language, *, limited: bool) -> bool:
    """Whether *words*, from before a thing up to what takes it out, may say more than its row: they deny something,
    "and don't come home [without figs]"; or another clause is joined, "and come home [without figs]", but where a
    "but" limits all of them."""
    joints = single_words(spoken, "joints")
    denied = not single_words(spoken, "negations").isdisjoint(words)
    return denied or (not limited and sum(word in joints for word in words) > 1)


def _leads_on(text: str, spoken: Language) -> bool:
    """Whether something has to follow the last word of *text*: "and then to"."""
    grammar = leading_on(spoken) - spoken.persons - set(spoken.pronouns) - (spoken.verb_particles - set(spoken.relayed))
    words = [token.norm for token in tokenize(text, spoken.code)]
    return not words or words[-1] in grammar


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
