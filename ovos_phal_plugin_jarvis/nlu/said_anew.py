"""What a speaker says anew within an utterance, where its form alone tells what it takes the place of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear, valued
from ovos_phal_plugin_jarvis.nlu.repair_marks import NUMBERS, Mark
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, single_words, starts_of, trimmed, trimmed_right

_COUNTED = (m.NUMBER, m.PERCENT, m.DURATION, m.TIME)
"""Kinds of values that a number says, or begins."""
_TENS, _CENTURIES, _HOURS, _MOST_MINUTES = 10, 20, 24, 60
_ROOMS = (10, 100, 1000, 1_000_000)
"""What a number that ends in as many noughts may go on with is less than this."""
_MOSTLY_SAID = 0.3
"""Share of a word's use from which on it may be of a kind of thing."""
_THINGS = frozenset({"noun.food", "noun.plant", "noun.artifact", "noun.substance"})
_MOST_MEANT = 5
"""Words of what is meant, behind what is denied."""


@dataclass(frozen=True)
class SaidAnew:
    """An utterance with what was said anew in its place."""

    text: str
    replaced: tuple[int, int]
    """The characters of what stood before that are replaced."""
    sound: tuple[int, int] = (0, 0)
    """The characters of the sound between both."""


def instead_of_denied(old: Heard, new: Heard, mark: Mark, spoken: Language) -> SaidAnew | None:
    """ "Stop the tea timer no [not the tea timer] the egg timer": what is denied says what the rest takes the place of.

    Args:
        old: what stands before the words that take something back.
        new: what stands behind them.
        mark: those words.
        spoken: their language.
    """
    words = new.words
    if mark.only_values or words[0] not in single_words(spoken, "negations"):
        return None
    first = 1 + (len(words) > 1 and words[1] in spoken.articles)
    for end in range(len(words) - 1, first, -1):
        row = starts_of(words[first:end], old.words)
        rest = words[end + (words[end] in spoken.articles) :]
        meant = bool(rest) and len(rest) <= _MOST_MEANT and is_content(rest[0], spoken)
        if not row or not meant or not any(is_content(word, spoken) for word in words[first:end]):
            continue
        if rest[0] in spoken.verbs or not spoken.subjects.isdisjoint(rest):
            return None
        at, behind = row[-1], row[-1] + end - first
        determined = at > 0 and old.words[at - 1] in spoken.articles and words[end] in spoken.articles
        said = new.said(end if determined else len(words) - len(rest), len(words))
        begin, stop = old.tokens[at - determined].start, old.tokens[behind - 1].end
        if _stands_in_a_row(old, at):
            begin, said = old.tokens[at - 1].end, f", {said}"
        return SaidAnew(" ".join(f"{old.text[:begin]}{said}{old.text[stop:]}".split()), (begin, stop))
    return None


def _stands_in_a_row(old: Heard, at: int) -> bool:
    """Whether the thing at *at* is one of a row in which nothing stands between it and the thing before it: the "plums"
    of "figs plums". Only a plural is surely a thing by itself: "lemon tea" and "tomato soup" are one each."""
    net = english_wordnet() if old.lang.code == "en" else None
    if net is None or at < 2 or old.breaks_before(at):
        return False
    before, word = old.words[at - 1], old.words[at]
    compound = any(f"{before} {lemma}" in net for lemma, _ in net.lemmas(word))
    several = any(pos == "n" and lemma != before for lemma, pos in net.lemmas(before))
    fields = [{name for name, share in net.fields(each) if share >= _MOSTLY_SAID} for each in (before, word)]
    return several and bool(fields[0] & fields[1] & _THINGS) and not compound


def behind_sound(text: str, spoken: Language, lang: str, now: datetime) -> SaidAnew | None:
    """ "The tenth of january uh the twelfth of january": behind a sound a value of the same form says the last one
    anew, or "the tea one" the last thing. Values of other forms may belong together: "ten minutes uh thirty seconds",
    "seven uh thirty".

    Args:
        text: an utterance.
        spoken: its language.
        lang: BCP-47 tag.
        now: what relative dates are counted from.
    """
    sounds = phrases_pattern(frozenset(spoken.hesitations) & frozenset(spoken.sounds))
    for found in sounds.finditer(text) if sounds is not None else ():
        before, after = trimmed_right(text[: found.start()]), trimmed(text[found.end() :])
        old, new = hear(before, lang, now, strip=False), hear(after, lang, now, strip=False)
        if not new.words or len(old.words) < 2:
            continue
        at = _value_anew(old, new)
        if at is not None:
            start = old.tokens[at].start
            return SaidAnew(f"{old.text[:start]}{new.text}", (start, len(old.text)), found.span())
        place = _number_anew(old, new)
        if place is not None:
            start, end = old.tokens[place[0]].start, old.tokens[place[1] - 1].end
            said = new.text if end == len(old.text) else f"{new.text}{old.text[end:]}"
            return SaidAnew(f"{old.text[:start]}{said}", (start, end), found.span())
        at = _thing_anew(old, new)
        if at is not None:
            start, end = old.tokens[at].start, old.tokens[-1].start
            named = new.text[: new.tokens[-1].start]
            return SaidAnew(f"{old.text[:start]}{named}{old.text[end:]}", (start, end), found.span())
    return None


def _value_anew(old: Heard, new: Heard) -> int | None:
    """Where in *old* begins what all of *new*, a value with what introduces it, says anew; None where it doesn't."""
    one = next((x for x in valued(old) if x.end == len(old.words)), None)
    other = next((x for x in valued(new) if x.end == len(new.words)), None)
    if one is None or other is None or one.kind != other.kind or one.kind in (*NUMBERS, m.TIME):
        return None
    lead = new.words[: other.start]
    start = one.start - len(lead)
    before, value, anew = old.words[max(0, start) : one.start], old.words[one.start :], new.words[other.start :]
    same = value[-1] == anew[-1] or (value[:-1] == anew[:-1] and old.lang.articles.issuperset(value[:-1]))
    alike = len(value) == len(anew) and same
    return start if alike and value != anew and before == lead else None


def _number_anew(old: Heard, new: Heard) -> tuple[int, int] | None:
    """The words of *old*, from one up to another, whose number or time what *new* begins with says anew, as both can't
    be one together: "thirty er [twenty five]", "six thirty uh [seven thirty]", "ten minutes uh [fifteen]"."""
    last = [x for x in old.mentions if x.end == len(old.words) and x.kind in _COUNTED]
    first = [x for x in new.mentions if not x.start and x.kind in _COUNTED]
    if not last or not first:
        return None
    one = min(last, key=lambda x: (x.start, x.kind in NUMBERS))
    other = max(first, key=lambda x: (x.end, x.kind not in NUMBERS))
    counting = next((x for x in old.mentions if x.kind == m.NUMBER and x.start == one.start), None)
    numbers = [next((x for x in mentions if x.kind == m.NUMBER), None) for mentions in (last, first)]
    if one.kind == m.DURATION and counting is not None and other.kind == m.NUMBER and other.end == len(new.words):
        return counting.start, counting.end  # what it counts stays
    if other.kind in (m.DURATION, m.TIME) and one.kind not in (other.kind, m.NUMBER):
        return None
    lengths = one.kind == other.kind == m.DURATION
    if other.kind == m.TIME or (lengths and _of_one_unit(one, other, old, new)):
        return one.start, one.end
    if numbers[0] is None or numbers[1] is None or one.kind == m.DURATION:
        return None
    goes_on = _may_go_on(numbers[0], numbers[1], old, counting=other.kind == m.DURATION)
    return None if goes_on else (one.start, one.end)


def _of_one_unit(one: m.Mention, other: m.Mention, old: Heard, new: Heard) -> bool:
    """Whether two lengths are counted in the same unit, and so can't be said of one: "one hour", "two hours"."""
    stems = [old.lang.stem(heard.words[x.end - 1]) for heard, x in ((old, one), (new, other))]
    return stems[0] == stems[1]


def _may_go_on(one: m.Mention, other: m.Mention, old: Heard, *, counting: bool) -> bool:
    """Whether a speaker may mean one number or time by both: "twenty uh five", "seven uh thirty", "nineteen uh eighty
    four", or figures one by one.

    Args:
        one: the number before the sound.
        other: the number behind it.
        old: what stands before the sound.
        counting: whether the second counts what follows, so that both are no year and no time.
    """
    value, more = float(one.value), float(other.value)
    if value != int(value) or more != int(more):
        return True
    if value < _TENS and more < _TENS and any(x.kind == m.NUMBER and x.end == one.start for x in old.mentions):
        return True
    rooms = [room for room in _ROOMS if value and not value % room]
    added = any(more < room for room in rooms if room <= value)
    time = value <= _HOURS and _TENS <= more < _MOST_MINUTES
    year = _TENS <= value <= _CENTURIES and _TENS <= more < 100
    return added or ((time or year) and not counting and one.end - one.start == 1)


def _thing_anew(old: Heard, new: Heard) -> int | None:
    """Where in *old* begins the thing that all of *new*, "the tea one", names anew; None where it doesn't."""
    spoken, size = old.lang, len(new.words)
    named = size > 2 and new.words[0] in spoken.articles and new.words[-1] in spoken.ones
    if not named or not is_content(new.words[1], spoken) or len(old.words) <= size:
        return None
    at = len(old.words) - size
    return at if old.words[at] in spoken.articles and is_content(old.words[-1], spoken) else None
