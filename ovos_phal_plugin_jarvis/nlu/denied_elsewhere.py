"""Whether a denial in another language than English may be one of what a tool does, or of a value.

No dictionary tells there what a word is; the English word that stands for it does. Only where the verb that is denied
is surely none of the tool's ("karin kann nicht [kommen] melde sie ab") a denial is no reason to leave the tool alone.
What denies a thing, or all that nobody can tell, may be what is not wanted ("verleih die leiter [nicht] die säge").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.interpreted import mostly_does
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.wording import DECLARED, EXAMPLE, MEANING
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import single_words

_CLAUSE = 8
"""Words of a clause that are looked at, to either side of a denial."""
_NEAR, _BESIDE = 2, 3
"""Words of meaning behind a denial of which none may be a verb of the tool's; words to either side of it of which none
may wish for something."""
_OF_TOOL = (EXAMPLE, DECLARED, MEANING)


def denials_of_deed(
    heard: Heard, words: Callable[[], Sequence[str]], how: Sequence[str], settled: Collection[int]
) -> list[str]:
    """The words of *heard* that may deny what the tool does or a value of it.

    Args:
        heard: the request.
        words: tells the English words that stand for its own.
        how: what explains each word to the tool, as ``accounting.Account`` has it.
        settled: words that say a value, among them denials that make a yes or no of it or are a part of its name.
    """
    negations = {*heard.lang.negations}
    exceptions = single_words(heard.lang, "exceptions") - negations
    denied = [at for at in settled if heard.words[at] in negations | exceptions]
    return [
        word
        for at, word in enumerate(heard.words)
        if at not in settled
        and not (at - 1 in settled and any(before < at for before in denied))  # "[sin pan] ni nata" goes on with it
        and (word in exceptions or (word in negations and not _is_of_another_verb(at, heard, words(), how, settled)))
    ]


def _is_of_another_verb(
    at: int, heard: Heard, english: Sequence[str], how: Sequence[str], settled: Collection[int]
) -> bool:
    """Whether the denial at *at* is one of a verb that is none of the tool's."""
    lang = heard.lang
    verbs = [i for i in _clause(at, -1, heard) if _is_verb(i, heard, english, settled)]
    if lang.negations_behind and any(how[i] in _OF_TOOL for i in verbs):
        return False
    small = lang.wishes | lang.light_words | lang.adverbs | lang.states | lang.auxiliaries
    if not lang.wishes.isdisjoint(heard.words[max(0, at - _BESIDE) : at + 1 + _BESIDE]):
        return False  # "no quiero que …"
    behind = [i for i in _clause(at, 1, heard) if is_content(heard.words[i], lang) and heard.words[i] not in small]
    if any(how[i] in _OF_TOOL and _is_verb(i, heard, english, settled) for i in behind[:_NEAR]):
        return False
    said = {heard.words[i] for i in _clause(at, -1 if lang.negations_behind else 1, heard)}
    stated = not said.isdisjoint(lang.states | lang.auxiliaries)
    if lang.negations_behind:
        # "Nicht" and "niet" deny a verb, "kein" and "geen" a thing.
        beside = bool(verbs) or any(_is_verb(i, heard, english, settled) for i in behind[:_NEAR])
        return stated or (heard.words[at] in lang.negations_behind and beside)
    return stated or (bool(behind) and _is_verb(behind[0], heard, english, settled))


def _is_verb(at: int, heard: Heard, english: Sequence[str], settled: Collection[int]) -> bool:
    own = at not in settled and is_content(heard.words[at], heard.lang)
    return own and (heard.words[at] in heard.lang.verbs or mostly_does(english[at].partition(" ")[0]))


def _clause(at: int, step: int, heard: Heard) -> Iterator[int]:
    """The places to one side of *at*, up to a word that joins clauses."""
    ends = _joining(heard.lang)
    for distance in range(1, _CLAUSE + 1):
        place = at + step * distance
        if not 0 <= place < len(heard.words) or heard.words[place] in ends:
            return
        if heard.breaks_before(max(place, place - step)):
            return
        yield place


@lru_cache(maxsize=32)
def _joining(lang: Language) -> frozenset[str]:
    kinds = ("joints", "contrasts", "consequences")
    return frozenset().union(*(single_words(lang, kind) for kind in kinds)) - {*lang.negations}
