"""An order that is denied before another one that is wanted: "do not set a timer just tell me the time"."""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import phrases_pattern, single_words, strip_request, trimmed, trimmed_left

_LEAST_DENIED = 2
"""Words of an order that no tool knows and that is denied before a "just"."""


class Denied(Words):
    """Finds what is not to be done, and what is instead."""

    def halves(self, text: str) -> Iterator[tuple[str, str]]:
        """The order that *text* begins with and denies, and the one behind it."""
        spoken, said = self._language, strip_request(text, self._language.code)
        denying = phrases_pattern(frozenset((*spoken.negations, *spoken.declining)) - frozenset(spoken.noes))
        found = denying.match(said) if denying is not None else None
        order = trimmed_left(said[found.end() :]) if found is not None else ""
        tokens = self._reader.raw_tokens(order)
        marking = spoken.adverbs | single_words(spoken, "contrasts") | single_words(spoken, "openings")
        held = leading_on(spoken) - spoken.persons - spoken.points - (spoken.verb_particles - {*spoken.relayed})
        held |= spoken.auxiliaries | single_words(spoken, "negations") | single_words(spoken, "joints")
        for at in range(1, len(tokens)):
            wanted = order[tokens[at].start :]
            if not self._opens(wanted):
                continue
            last = at
            while last > 1 and tokens[last - 1].norm in marking:
                last -= 1
            denied = trimmed(order[: tokens[last].start])
            if tokens[last - 1].norm not in held and self._is_order(denied, marked=last < at):
                yield denied, wanted

    def _is_order(self, denied: str, *, marked: bool) -> bool:
        """Whether *denied* is an order by itself, which some tool knows or a word *marked* the end of; "let him" of
        "don't let him turn it off" is none."""
        words = self._reader.raw_words(denied)
        if not self._opens(denied) or words[0] in self._language.question_words:
            return False
        known = self._reader.best(denied) is not None
        return known or (marked and len(words) >= _LEAST_DENIED and words[0] not in self._language.light_words)
