"""The things to choose from, read from all that is said: before and behind them people tell who asks, and for what."""

from __future__ import annotations

from ovos_toolbox_everyday.chance.words import any_ranges, deeds, listed, ranges, when, whole_ranges
from ovos_toolbox_everyday.lists.naming import dishes_as_one
from ovos_toolbox_everyday.speech import SENTENCES
from ovos_toolbox_everyday.spoken_numbers import parse_number

_SHORT = 3
"""Words of an option that stands beside others."""
_NUMBER = 6
"""Words of a number."""


def without_deed(text: str) -> str:
    """*text* without whom a choice is made of and what that one is to do, which may name things that are no options:
    "pick anna or ben" of "pick one of us to feed the hens anna or ben". It is in any language that has an "or" in it:
    the "chi" of "tai chi or yoga" asks nobody in Italian."""
    text = text[:300]
    words = set(text.lower().split())
    for tag, form in deeds():
        or_word = str(SENTENCES.say("or_word", tag))
        if or_word in words:
            text = form.sub(lambda found: found[0] if or_word in found[0].lower().split() else " ", text)  # noqa: B023
    return " ".join(text.split())


def options_said(text: str, tag: str, or_word: str) -> list[str]:
    """The options around the last "or" of *text*: "somebody has to sweep is it anna ben or carla just pick" has three.

    Args:
        text: the words.
        tag: the language whose words are known.
        or_word: "or" of that language.

    Returns:
        None of them where the words do not tell where one begins, and in a language whose words are not known.
    """
    stops, tails = listed(tag, "stops"), listed(tag, "tails")
    before, found, behind = dishes_as_one(text[:300], tag).rpartition(f" {or_word} ")
    if not found or not stops:
        return []
    last = _until(behind.split(), tails, tag)
    words = [word.strip(".,!?") for word in before.split()]
    articles = listed(tag, "articles")
    if len(last) == 2 and last[0].lower() in articles and (len(words) < 2 or words[-2].lower() not in articles):
        last = last[1:]  # "chess cards or a nap"
    if not last or len(last) > _SHORT:
        return []
    if len(last) > 1:
        bare = last[1:] if len(last) > 2 and last[0].lower() in articles else last
        if words and bare[-1].lower() in listed(tag, "ones"):  # "red shoes or the silver ones"
            return [*of_one_kind(words, [*bare[:-1], words[-1]])[:-1], " ".join(bare)]
        return of_one_kind(words, bare)
    options = []
    while words and words[-1].lower() not in stops | {or_word}:
        options.append(words.pop())
    if words and words[-1].lower() == or_word:
        return []  # "rice or pasta or couscous"
    around = [word.lower() for word in words[-2:]]
    if len(options) > 1 and len(around) > 1 and around[0] in listed(tag, "about") and around[1] in articles:
        options.pop()  # "for the evening rice or pasta"
    return [*reversed(options), *last] if options else []


def _until(words: list[str], tails: frozenset[str], tag: str) -> list[str]:
    """*words* up to where something else is said; "the blue one" says nothing else."""
    kept: list[str] = []
    for word in words:
        bare = word.lower().strip(".,!?")
        of_them = len(kept) > 1 and kept[0].lower() in listed(tag, "articles") and bare in listed(tag, "ones")
        if kept and bare in tails and not of_them:
            break
        kept.append(word.strip(".,!?"))
    return kept


def of_one_kind(words: list[str], last: list[str]) -> list[str]:
    """Options that end in the same word: "red scarf blue scarf or green scarf"."""
    kind, options = last[-1].lower(), [" ".join(last)]
    while len(words) >= len(last) and words[-1].lower() == kind:
        options.insert(0, " ".join(words[-len(last) :]))
        words = words[: -len(last)]
    return options if len(options) > 1 else []


def without_tail(option: str, tag: str) -> str:
    """*option* up to where something else is said: "walnut" of "walnut whichever"."""
    return " ".join(_until(option.split(), listed(tag, "tails"), tag))


def without_when(options: list[str], tag: str) -> list[str]:
    """*options* without what is said behind the last of them of when it is: "rice or pasta tonight" is for tonight
    either way. It stays where it is all of one, or another has one of its own: "pasta today or rice tomorrow"."""
    form = when(tag)
    if form is None or len(options) < 2 or any(form.search(option) for option in options[:-1]):
        return options
    last = form.sub("", options[-1]).strip()
    return [*options[:-1], last or options[-1]]


def behind_stops(text: str, tag: str) -> str:
    """What of *text* stands behind its last word that no option is by itself: "oak ash" of "a tree at random oak ash".
    All of it where nothing does."""
    words, stops = text.split(), listed(tag, "stops")
    last = max((at for at, word in enumerate(words) if word.lower() in stops), default=-1)
    return " ".join(words[last + 1 :]) or text


def whole_range(text: str) -> int | None:
    """The same where *text* asks for that and for nothing else."""
    for form in whole_ranges():
        found = form.fullmatch(text[:200].strip(" .?!"))
        sides = parse_number(found["sides"].removesuffix(" please").removesuffix(" for me")) if found else None
        if isinstance(sides, int) and sides > 1:
            return sides
    return None


def of_another_range(text: str) -> bool:
    """Whether *text* asks for a number from another than one on: "a number between five and ten"."""
    return range_of(text) is None and any(form.search(text[:300]) for form in any_ranges())


def range_of(text: str) -> int | None:
    """The last of the whole numbers from one on that *text* asks for one of: "a random number from one to fifty"."""
    for form in ranges():
        found = form.search(text[:300])
        words = found["sides"].split()[:_NUMBER] if found is not None else []
        for end in range(len(words), 0, -1):
            sides = parse_number(" ".join(words[:end]))
            if isinstance(sides, int):
                return sides
    return None
