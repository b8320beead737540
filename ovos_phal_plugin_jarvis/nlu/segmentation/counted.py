"""Several of one kind, counted before or behind what each is: "two timers, one for the bread ten minutes and one …"."""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, request_of
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.units import Units
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, trimmed

_MOST = 5
"""Things that are counted at once."""
_MAKING = frozenset({"create", "start"})
"""Names of the meaning of words that something new is asked for with."""
_MOST_OPENING = 4
"""Words before the number: "could you set two timers"."""


class Counted(Words):
    """Reads things that are counted first and told one by one."""

    _cuts = Part(Cuts)
    _units = Part(Units)

    def requests(self, text: str) -> tuple[Request, ...]:
        """A request for each thing that *text* counts; none where it does not tell as many as it counts, or one of them
        is not understood whole."""
        heard = self._reader.hear(text)
        for count, opening, kind, rest in self._headers(heard):
            parts = self._parts(rest)
            found = [self._one(opening, kind, part) for part in parts] if len(parts) == count else []
            whole = [request for request in found if request is not None]
            calls = [(request.call.name, request.call.arguments) for request in whole]
            apart = all(call not in calls[:at] for at, call in enumerate(calls))
            if whole and len(whole) == count and apart and len({name for name, _ in calls}) == 1:
                return tuple(whole)
        return ()

    def _headers(self, heard: Heard) -> Iterator[tuple[int, str, str, str]]:
        """How many, what stands before the number, of what, and the rest: at the beginning or the end of the words."""
        for x in heard.mentions:
            at = x.end
            if x.kind != m.NUMBER or x.value not in range(2, _MOST + 1) or at >= len(heard.words):
                continue
            if not is_content(heard.words[at], self._language) or any(y.start <= at < y.end for y in heard.mentions):
                continue
            opening = heard.said(0, x.start) if x.start else ""
            if x.start <= _MOST_OPENING and at + 1 < len(heard.words):
                yield int(x.value), opening, heard.words[at], heard.said(at + 1, len(heard.words))
            if at + 1 == len(heard.words) and x.start:
                yield int(x.value), "", heard.words[at], opening

    def _parts(self, text: str) -> list[str]:
        polite = phrase_pattern(self._language, "politeness")
        text = self._units.listed(trimmed(polite.sub(" ", text) if polite is not None else text))
        joints = self._cuts.joints(text)
        if not joints:
            return []
        text, joints = self._units.with_units(text, joints)
        parts = [self._bare(part) for part in self._cuts.chunks(text, joints) if part]
        # "Five minutes for the pasta and twelve for the sauce" are minutes.
        return [self._dialogue.ellipsis.with_unit(part, parts[0]) or part for part in parts]

    def _bare(self, part: str) -> str:
        """*part* without the "one" that it begins with."""
        words = self._reader.hear_raw(part).words
        begins = len(words) > 1 and words[0] in self._language.ones | self._language.other_ones
        return part.split(maxsplit=1)[1] if begins else part

    def _one(self, opening: str, kind: str, part: str) -> Request | None:
        """What one *part* asks for, with the *kind* of thing said before it."""
        net = english_wordnet() if self._language.code == "en" else None
        word = net.lemma(kind) if net is not None else kind
        making = [phrase for names, phrases in self._language.meanings if names >= _MAKING for phrase in phrases]
        for verb in dict.fromkeys((*([opening] if opening else making), "")):
            for said in dict.fromkeys(f"{verb} {thing} {part}".strip() for thing in self._each(word)):
                best = self._whole_request(said)
                if best is not None and not self._names_number(best, self._reader.hear(said)):
                    return request_of(best, said)
        return None

    def _each(self, kind: str) -> tuple[str, ...]:
        """*kind* with the article that one of it has, where that is the same for all, and without."""
        return (f"a {kind}", kind) if self._language.code == "en" else (kind,)
