"""Discourse markers: the words that make an utterance a follow-up ("make it", "no", "and", "what about", "too")."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.bounds import bound_end
from ovos_phal_plugin_jarvis.nlu.lang import Language
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    phrases_meaning,
    single_words,
    trimmed,
    trimmed_left,
    trimmed_right,
    without_opening,
)

_MARKS = (
    ("changes", "change"),
    ("corrections", "correction"),
    ("refuse", "correction"),
    ("ellipses", "ellipsis"),
    ("joints", "ellipsis"),
    ("fillers", ""),
    ("sounds", ""),
    ("beside", ""),
    ("abilities", ""),
)
"""Tables of what a follow-up begins with, and what kind each tells that it is."""


@dataclass(frozen=True)
class Marked:
    """A follow-up without the words that mark it as one."""

    kind: str
    """``change`` ("make it"), ``correction`` ("no", "I meant"), ``ellipsis`` ("what about"), ``preference``
    ("would be better"), or nothing."""
    rest: str
    whole: str
    """With what marks it, without what only stands beside it ("again", "too"); a change without what stands before it
    as well ("no [switch it off]")."""
    likewise: bool = False
    """Whether all is to stay but what is said ("the same for")."""
    instead: bool = False
    """Whether it says that this takes the place of what was asked for ("how about friday instead")."""
    trailing: bool = False
    """Whether nothing marks it but an "as well" at its end: it may be a request of its own."""


class Markers:
    """Takes the words that mark a follow-up from those that say something."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def without_fillers(self, text: str) -> str:
        """*text* without what it only begins with: "now the hallway"."""
        return without_opening(text, self.language, "fillers", "sounds", "beside")

    def without_else(self, text: str) -> str:
        """*text* without the "else" of "what else": after something was spoken of, it asks as "what" does."""
        pattern = phrase_pattern(self.language, "elses")
        found = pattern.match(text) if pattern is not None else None
        if found is None or found.end() == len(text):
            return text
        return f"{self._asking(found.group())}{text[found.end() :]}"

    def _asking(self, phrase: str) -> str:
        """The beginning of *phrase* up to its question word."""
        words = phrase.split()
        at = next((at for at, word in enumerate(words) if fold(word) in self.language.question_words), 0)
        return " ".join(words[: at + 1])

    def repeats(self, said: str) -> bool:
        """Whether the words *said* ask for nothing but the same again: "and another one", "best of three once more"."""
        asks = phrase_pattern(self.language, "repeats")
        if asks is None or asks.search(said) is None:
            return False
        around = ("urgings", "particles", "fillers", "joints", "politeness", "beside")
        rest = asks.sub("", said)
        pattern = phrase_pattern(self.language, *around)
        return not re.search(r"\w", pattern.sub("", rest) if pattern is not None else rest)

    def announces(self, text: str) -> bool:
        """Whether *text* only says that there is more to come: "one more thing"."""
        pattern = phrase_pattern(self.language, "extras")
        return pattern is not None and pattern.fullmatch(text.strip()) is not None

    def marks(self, text: str) -> str:
        """What kind of follow-up *text* says it is: ``change``, ``correction``, ``ellipsis``, ``preference`` or
        nothing."""
        return self.marked(text).kind

    def marked(self, text: str) -> Marked:
        """*text* taken apart: what kind of follow-up it says it is, and the rest."""
        kind, rest = "", self.without_beside(text)
        whole = rest
        if self.repeats(text):
            return Marked("", rest, whole)  # "do that one again" is no "do that", with a number
        liked = self._liked(text)
        rest = liked or rest
        for _ in range(4):
            before = rest
            for table, marks in _MARKS:
                pattern = phrase_pattern(self.language, *(("likewise",) if table == "ellipses" else ()), table)
                found = pattern.match(rest) if pattern else None
                if found is None or found.end() == len(rest):
                    continue
                cut = found.end()
                if bound_end(rest, 0, self.language.code) > cut:
                    continue  # "no longer than seven"
                if marks == "change" and self._switches_off(rest[cut:]):
                    continue  # "turn it [off tomorrow]"
                said = re.findall(r"[\w']+", fold(found.group()))
                last = re.search(r"[\w']+$", found.group())
                if table == "ellipses" and last and last.start() and said[-1] in self.language.function_words:
                    cut = found.start() + last.start()
                if marks == "change" and not set(said) & set(self.language.pronouns):
                    marks = "correction"
                whole = rest if marks == "change" else whole
                rest, kind = trimmed_left(rest[cut:]), kind if kind and marks != "change" else marks or kind
                break
            if rest == before:
                break
        pattern = phrase_pattern(self.language, "preferences")
        if liked and kind in ("", "correction"):
            kind, pattern = "preference", None
        for found in list(pattern.finditer(rest)) if pattern and kind in ("", "correction") else []:
            if found.end() == len(rest) and found.start():
                rest, kind = trimmed_right(rest[: found.start()]), "preference"
            elif not found.start() and found.end() < len(rest):
                rest, kind = trimmed_left(rest[found.end() :]), "preference"
            break
        instead = False
        for table in ("changes", "corrections", "afterthoughts"):
            pattern = phrase_pattern(self.language, table)
            for found in list(pattern.finditer(rest)) if pattern else []:
                short = " " not in found.group().strip() or table == "afterthoughts"
                if found.end() == len(rest) and found.start() and short:
                    rest, kind = trimmed_right(rest[: found.start()]), kind or "correction"
                    instead = instead or table == "changes"
        trailing = not kind and self.adds(text)
        pattern = phrase_pattern(self.language, "likewise")
        likewise = kind == "ellipsis" and pattern is not None and pattern.match(whole) is not None
        return Marked("ellipsis" if trailing else kind, rest, whole, likewise, instead, trailing)

    def _switches_off(self, text: str) -> bool:
        """Whether *text* behind a "turn it" begins or ends with the rest of that verb, beside a value: "[turn it] off
        tomorrow", "[mach ihn] morgen aus"."""
        words = re.findall(r"[\w']+", fold(text))
        off = phrases_meaning(self.language, "off")
        return len(words) > 1 and not off.isdisjoint((words[0], words[-1]))

    def _liked(self, text: str) -> str:
        """What stands in *text* before the words at its end that say it is liked better; "" where there are none. Their
        last one may else only stand beside something: "zeven uur [is ook goed]"."""
        rest, pattern = trimmed(text), phrase_pattern(self.language, "preferences")
        found = [x for x in pattern.finditer(rest) if x.end() == len(rest) and x.start()] if pattern is not None else []
        return trimmed_right(rest[: found[0].start()]) if found and " " in found[0].group().strip() else ""

    def may_deny(self, text: str) -> bool:
        """Whether *text* begins with a no that may as well deny the value right behind it, which nobody hears a comma
        before: "no doce", "não às oito"."""
        words = re.findall(r"[\w']+|,", fold(text))
        if not words or words[0] not in single_words(self.language, "noes") & self.language.negations_before:
            return False
        corrects = phrase_pattern(self.language, "corrections", "changes", "preferences", "fillers")
        found = corrects.match(text) if corrects is not None else None
        behind = trimmed_left(text[text.lower().find(words[0]) + len(words[0]) :])
        sure = corrects is not None and corrects.match(behind) is not None
        return words[1:2] != [","] and not sure and (found is None or " " not in found.group().strip())

    def adds(self, text: str) -> bool:
        """Whether *text* ends with an "as well"."""
        pattern = phrase_pattern(self.language, "also", "beside", "politeness")
        own = phrase_pattern(self.language, "also")
        rest = trimmed(text)
        for _ in range(3):
            ending = [x for x in pattern.finditer(rest) if x.end() == len(rest) and x.start()] if pattern else []
            if not ending:
                return False
            if own is not None and own.fullmatch(ending[0].group()):
                return True
            rest = trimmed_right(rest[: ending[0].start()])
        return False

    def without_beside(self, text: str) -> str:
        rest = trimmed(text)
        pattern = phrase_pattern(self.language, "beside", "politeness")
        for _ in range(3):
            ends = [x for x in pattern.finditer(rest) if x.end() == len(rest) and x.start()] if pattern else []
            if not ends or fold(ends[0].group()) in self.language.changes:
                break
            rest = trimmed_right(rest[: ends[0].start()])
        return rest


def fold(text: str) -> str:
    """*text* as tables of words have it."""
    return text.replace("’", "'").lower().strip()
