"""What is spoken, and what is listened for, by language: the files of a ``locale`` folder as OVOS has them.

``locale/de-de/cancelled.dialog`` holds how a sentence sounds in German, a variant a line, with ``{slots}`` and
``(a|b)``; ``locale/de-de/help.voc`` holds what a user may say. ``ovos-spec-tools`` reads both.

An answer is in one language. A sentence that is put together of others, of numbers and of a tool's words is in the
language of the request where all of it can be said in that; else all of it is in another, which ``Spoken.lang`` names,
so that the right voice reads it.
"""

from __future__ import annotations

import logging
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

ENGLISH = "en-US"
"""What is spoken where a language has no words of ours."""
_MAX_TAG = 35
MAX_VARIANTS = 20_000
"""Ways to say that one line of a file may stand for: all of them are written out."""
MAX_NESTED = 20
"""Levels of brackets in a line."""
_LOG = logging.getLogger(__name__)


class Spoken(str):
    """A text to be spoken, with its language. Where it is ours it can be said again in another.

    It is a ``str``; whatever makes another text of it (``+``, ``strip``) gets a plain one, which is taken to be in any
    language. ``together`` joins without that.
    """

    lang: str
    """BCP-47 tag of the language that it is in; empty for what is the same in all, such as a name."""
    languages: frozenset[str] | None
    """Those that it can be said in; None for any."""

    def __new__(
        cls,
        text: str,
        lang: str = "",
        languages: frozenset[str] | None = None,
        again: Callable[[str], Spoken] | None = None,
    ) -> Spoken:
        """
        Args:
            text: the text.
            lang: the language that it is in.
            languages: see above; for a text with a *lang* that can't be said again, that one.
            again: says it in another of *languages*.
        """
        made = super().__new__(cls, text)
        made.lang = lang
        made.languages = languages if languages is not None or not lang or again else frozenset({lang})
        made._again = again
        return made

    _again: Callable[[str], Spoken] | None

    def __reduce__(self) -> tuple[Any, ...]:
        # What says it again stays behind: a copy in another process is said as it is.
        return Spoken, (str(self), self.lang)

    def sayable(self, lang: str) -> bool:
        """Whether it can be said in *lang*."""
        return self.languages is None or closest(lang, self.languages) is not None

    def in_language(self, lang: str) -> Spoken:
        """It in *lang*, where it can be said in that; else as it is."""
        if self._again is None or not self.sayable(lang) or lang == self.lang:
            return self
        return self._again(lang)


class Locale:
    """The sentences and words in one ``locale`` folder, each file read at its first use.

    Calls may come from any thread.
    """

    def __init__(self, folder: Path) -> None:
        """
        Args:
            folder: with a folder for each language, ``en-us`` among them.
        """
        self._folder = folder
        self._lines: dict[tuple[str, str], tuple[str, ...]] = {}
        """File name and language → its lines; only what was asked for is read: a tree has every language."""
        self._having: dict[str, frozenset[str]] = {}
        self._folders: dict[str, Path] | None = None

    def say(self, name: str, lang: str, /, **slots: Any) -> Spoken:
        """A sentence.

        Args:
            name: of its ``.dialog`` file.
            lang: BCP-47 tag of the language that is wanted.
            slots: what is filled in: texts, numbers, or what ``say`` and the functions here have made.

        Raises:
            LookupError: there is no such dialog, or a slot of it was not given.
        """
        having = self.languages(name)
        if not having:
            raise LookupError(f"{self._folder}: no language has a '{name}.dialog'")
        filled = {slot: _slot(value) for slot, value in slots.items()}
        chosen = _chosen(lang, [having, *_fixed(filled.values())])
        tag = closest(chosen, having) or ENGLISH
        try:
            text = self._render(name, tag, chosen, filled)
        except (LookupError, ValueError, OSError) as error:
            if tag == ENGLISH or ENGLISH not in having:
                raise LookupError(f"{self._folder}: '{name}.dialog' in {tag}: {error}") from None
            # A translation that is wrong costs itself, not the answer.
            _LOG.warning(
                "%s: '%s.dialog' in %s can't be used, and is said in English: %s", self._folder, name, tag, error
            )
            self._having[name + ".dialog"] = having - {tag}
            return self.say(name, lang, **slots)
        both = frozenset(tag for tag in having if all(part.sayable(tag) for part in filled.values()))
        return Spoken(text, chosen, both or frozenset({chosen}), lambda other: self.say(name, other, **slots))

    def hears(self, name: str, utterance: str, lang: str) -> bool:
        """Whether *utterance*, all of it, is one of the phrases of a ``.voc`` file; case, accents and punctuation
        aside. False where *lang* has no such file."""
        said = bare_words(utterance)
        return bool(said) and any(bare_words(phrase) == said for phrase in self.words(name, lang))

    def words(self, name: str, lang: str) -> list[str]:
        """The phrases of a ``.voc`` file; none where *lang* has no such file."""
        from ovos_spec_tools.expansion import expand

        tag = closest(lang, self.languages(name, ".voc"))
        if tag is None:
            return []
        found = (" ".join(phrase.split()) for line in self._read(name + ".voc", tag) for phrase in expand(line))
        return list(dict.fromkeys(found))

    def phrases(self, name: str) -> dict[str, str]:
        """Language → the first line of a ``.dialog`` file, its slots not filled in."""
        return {tag: self._read(name + ".dialog", tag)[0] for tag in sorted(self.languages(name))}

    def wordings(self, name: str) -> dict[str, list[str]]:
        """Language → each way to say the first line of a ``.dialog`` file, its slots not filled in: ``[…]`` is said or
        left out."""
        from ovos_spec_tools.expansion import expand

        said = {tag: expand(line) for tag, line in self.phrases(name).items()}
        return {tag: [" ".join(phrase.split()) for phrase in phrases] for tag, phrases in said.items()}

    def lines(self, name: str, lang: str) -> tuple[str, ...]:
        """Every line of a ``.dialog`` file, its slots not filled in; where *lang* has none, the English."""
        return self._read(name + ".dialog", closest(lang, self.languages(name)) or ENGLISH)

    def languages(self, name: str, role: str = ".dialog") -> frozenset[str]:
        """The languages that have a file of that name."""
        found = self._having.get(name + role)
        if found is None:
            found = frozenset(tag for tag, folder in self._tags().items() if (folder / (name + role)).is_file())
            self._having[name + role] = found
        return found

    def named(self, name: str, place: int, lang: str) -> Spoken:
        """The value of one line of an ``.entity`` file.

        Args:
            name: the file.
            place: of the line, from 0.
            lang: language that is wanted.
        """
        having = self.languages(name, ".entity")
        chosen = _chosen(lang, [having])
        values = self._read(name + ".entity", closest(chosen, having) or ENGLISH)
        return Spoken(values[place], chosen, having, partial(self.named, name, place))

    def _render(self, name: str, lang: str, chosen: str, slots: dict[str, Spoken]) -> str:
        from ovos_spec_tools.dialog import render

        filled: dict[str, object] = {slot: str(value.in_language(chosen)) for slot, value in slots.items()}
        return str(render(self._read(name + ".dialog", lang), filled))

    def _tags(self) -> dict[str, Path]:
        if self._folders is None:
            from ovos_spec_tools.language import standardize_lang

            folders = [entry for entry in self._folder.iterdir() if entry.is_dir()] if self._folder.is_dir() else []
            self._folders = {standardize_lang(folder.name): folder for folder in folders}
        return self._folders

    def _read(self, file: str, tag: str) -> tuple[str, ...]:
        lines = self._lines.get((file, tag))
        if lines is None:
            from ovos_spec_tools.resources import read_resource_file

            lines = tuple(read_resource_file(self._tags()[tag] / file))
            for line in lines:
                _check_size(line)
            self._lines[file, tag] = lines
        return lines


def _check_size(line: str) -> None:
    """Raises ValueError where a line stands for more than is written out; counted without doing so."""
    open_: list[tuple[int, int]] = []
    before, here = 0, 1  # of the alternatives so far, and of the one that is read
    for char in line:
        if char in "([":
            open_.append((before, here))
            before, here = 0, 1
        elif char == "|":
            before, here = before + here, 1
        elif char in ")]" and open_:
            inner = before + here + (char == "]")
            before, here = open_.pop()
            here *= inner
        if len(open_) > MAX_NESTED or before + here > MAX_VARIANTS:
            raise ValueError(
                f"'{line:.40}…' stands for more than {MAX_VARIANTS} ways to say it, or nests more than {MAX_NESTED} "
                "brackets; write fewer alternatives on a line"
            )


def bare_words(text: str) -> tuple[str, ...]:
    """The words of *text* as recognisers may write them: no case, accent, apostrophe or hyphen tells two apart."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'").replace("'", ""))
    return tuple(re.findall(r"[^\W_]+", "".join(char for char in plain if not unicodedata.combining(char))))


def together(parts: Iterable[str], lang: str, between: str = " ") -> Spoken:
    """Parts of one answer in one language: *lang* where each can be said in that. Empty ones are left out."""
    kept = [_slot(part) for part in parts if part]
    if len(kept) == 1:
        return kept[0].in_language(lang)
    chosen = _chosen(lang, list(_fixed(kept)))
    limits = list(_fixed(kept))
    text = between.join(part.in_language(chosen) for part in kept)
    if not limits:
        return Spoken(text)
    both = frozenset(tag for tag in frozenset().union(*limits) if all(part.sayable(tag) for part in kept))
    return Spoken(text, chosen, both or frozenset({chosen}), lambda other: together(kept, other, between))


def changed(text: str, change: Callable[[str], str]) -> Spoken:
    """*text* after *change*, in whichever language it is said."""
    said = _slot(text)
    again = None if said._again is None else lambda lang: changed(said.in_language(lang), change)
    return Spoken(change(str(said)), said.lang, said.languages, again)


def named(what: str, place: int, lang: str) -> Spoken:
    """``Locale.named`` of the assistant's own: the name of a month, a weekday or a unit."""
    return OURS.named(what, place, lang)


def listed(items: Sequence[Any], lang: str, last: str = "and") -> Spoken:
    """ "a", "a and b", "a, b and c".

    Args:
        items: what is listed.
        lang: language that is wanted.
        last: ``and`` or ``or``.
    """
    if len(items) < 2:
        return _slot(items[0]).in_language(lang) if items else Spoken("")
    head = together([_slot(item) for item in items[:-1]], lang, ", ")
    return OURS.say(f"list_{last}", lang, items=head, last=items[-1])


def number(value: float, lang: str, digits: int | None = 6) -> Spoken:
    """A number to be read aloud, by the custom of the language: "21.5" or "21,5"; whole where it is whole.

    Args:
        value: the number.
        lang: language that is wanted.
        digits: that are told of a number that is not whole; None for all.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return Spoken(str(value))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int):
        if digits is None or abs(value) < 10**15:
            return Spoken(_whole(value))
        exponent = int(math.log10(abs(value)))
        mantissa = round(value // 10 ** (exponent - 8) / 10**8, 4)
        return OURS.say("power_of_ten", lang, number=number(mantissa, lang), exponent=exponent)
    if not 1e-6 <= abs(value) < 1e15:
        shown, _, power = (f"{value:.4e}" if digits is not None else f"{value:.16e}").partition("e")
        return OURS.say("power_of_ten", lang, number=number(float(shown), lang, digits), exponent=int(power))
    if digits is None:
        text = format(Decimal(repr(value)), "f")
    else:
        decimals = max(2, digits - 1 - math.floor(math.log10(abs(value))))
        text = f"{value:.{decimals}f}".rstrip("0")
    whole, _, fraction = text.partition(".")
    return OURS.say("decimal", lang, whole=Spoken(whole), fraction=Spoken(fraction)) if fraction else Spoken(whole)


def _whole(value: int) -> str:
    # More digits than Python writes by default are an error of its own.
    if abs(value) >= 10**300:
        return f"10^{int(math.log10(abs(value)))}"
    return str(value)


_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def duration(seconds: float, lang: str, form: Literal["listed", "plain", "name", "largest"] = "listed") -> Spoken:
    """A length of time.

    Args:
        seconds: told to the thousandth.
        lang: language that is wanted.
        form: ``listed`` is "1 hour, 30 minutes and 5 seconds", ``plain`` the same without comma and "and", ``name`` as
            it stands before what it is the length of, "1 hour 30 minute" (timer), ``largest`` the largest unit only.
    """
    left = abs(seconds)
    if not math.isfinite(left) or left >= 1e15:
        return OURS.say("seconds", lang, number=Spoken(str(seconds)))
    parts: list[Spoken] = []
    rest: float = round(left, 3)
    for unit, size in _UNITS:
        count, rest = divmod(rest, size)
        if unit == "second" and rest:
            count = round(count + rest, 3)
        if count and not (form == "largest" and parts):
            parts.append(_counted(count, unit, lang, form == "name"))
    if not parts:
        parts = [_counted(0, "second", lang, form == "name")]
    said = listed(parts, lang) if form == "listed" else together(parts, lang)
    return OURS.say("minus", lang, what=said) if seconds < 0 else said


def _counted(count: float, unit: str, lang: str, name: bool) -> Spoken:
    one = unit if count == 1 else f"{unit}s"
    return OURS.say(f"{one}_name" if name else one, lang, number=count)


def full_date(day: date, lang: str) -> Spoken:
    """ "Wednesday, March 4, 2026"."""
    month = named("month", day.month - 1, lang)
    return OURS.say("date", lang, weekday=weekday(day, lang), day=day.day, month=month, year=day.year)


def weekday(day: date, lang: str) -> Spoken:
    """ "Wednesday"."""
    return named("weekday", day.weekday(), lang)


def closest(wanted: str, having: Iterable[str]) -> str | None:
    """The tag in *having* that serves *wanted*: itself, or another region of the same language."""
    return _closest(_tag(wanted), frozenset(having))


@lru_cache(maxsize=1024)
def _closest(wanted: str, having: frozenset[str]) -> str | None:
    from ovos_spec_tools.language import closest_lang

    return closest_lang(wanted, sorted(having)) if wanted else None


def _tag(lang: Any) -> str:
    return lang[:_MAX_TAG].strip() if isinstance(lang, str) else ""


def _chosen(wanted: str, limits: Sequence[frozenset[str]]) -> str:
    """The language of what is put together of parts that can be said in *limits*: the wanted one, else the first that
    all can be said in, else English."""
    narrowest = min(limits, key=len, default=frozenset())
    for lang in (_tag(wanted), ENGLISH, *sorted(narrowest)):
        # The tag as it was wanted: who asks in Austrian German hears German in an Austrian voice.
        if lang and all(closest(lang, limit) for limit in limits):
            return lang
    return ENGLISH


def _fixed(parts: Iterable[Spoken]) -> list[frozenset[str]]:
    return [part.languages for part in parts if part.languages is not None]


def _slot(value: Any) -> Spoken:
    if isinstance(value, Spoken):
        return value
    if isinstance(value, bool) or value is None:
        name = {True: "value_yes", False: "value_no", None: "value_nothing"}[value]
        return OURS.say(name, ENGLISH)
    if isinstance(value, int | float):
        return _a_number(value)
    return Spoken(str(value))


def _a_number(value: float) -> Spoken:
    said = number(value, ENGLISH)
    return Spoken(str(said), said.lang, said.languages, partial(number, value)) if said.lang else said


OURS = Locale(Path(__file__).parents[1] / "locale")
"""The assistant's own."""
say = OURS.say
hears = OURS.hears
