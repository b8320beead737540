"""Claims: what somebody says that they said or meant: "i said fifty not fifteen", "did i say two i meant three"."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed_right, without_opening, words_of

_MOST_WORDS = 5
"""Words of what was meant, or of what was not."""
_LEADS = ("noes", "refuse", "corrections", "particles", "fillers", "sounds", "politeness", "beside")
"""Tables of words before what was meant that say nothing of it."""


class Claims(Interpreter):
    """Takes apart what claims that something else was meant."""

    def claimed(self, text: str) -> tuple[str, str] | None:
        """What *text* says was meant, and what it says was not ("" where it says nothing of that); None where it claims
        nothing, or more than that."""
        claims, denied = (phrase_pattern(self.language, *tables) for tables in (("claims",), ("misheard", "denials")))
        either = phrase_pattern(self.language, "claims", "misheard", "denials")
        found = list(either.finditer(text)) if either is not None else []
        if claims is None or not any(claims.fullmatch(x.group()) for x in found):
            return None
        first = self._bare(text[: found[0].start()])
        meant = [first] if first else []
        other: list[str] = []
        for at, mark in enumerate(found):
            end = found[at + 1].start() if at + 1 < len(found) else len(text)
            said = self._bare(text[mark.end() : end])
            if said:
                (other if denied is not None and denied.fullmatch(mark.group()) else meant).append(said)
        if len(meant) != 1 or len(other) > 1 or not all(map(self._names, [*meant, *other])):
            return None
        return meant[0], other[0] if other else ""

    def _bare(self, text: str) -> str:
        """*text* without what stands around a value."""
        around = phrase_pattern(self.language, *_LEADS)
        rest = without_opening(self._markers.without_beside(text), self.language, *_LEADS)
        ends = phrase_pattern(self.language, "afterthoughts")
        for found in ends.finditer(rest) if ends is not None else ():
            if found.start() and found.end() == len(rest):
                return trimmed_right(rest[: found.start()])
        return "" if around is not None and around.fullmatch(rest) else rest

    def _names(self, text: str) -> bool:
        """Whether *text* names something, and tells nothing."""
        words = words_of(text)
        return 0 < len(words) <= _MOST_WORDS and self.telling.isdisjoint(words)
