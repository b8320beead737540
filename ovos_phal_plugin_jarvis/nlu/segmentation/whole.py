"""An utterance that is one request although it holds a joint: "find a recipe for cod and peas".

Where a part of it can't be done by itself, all of it is one request if a tool surely takes all of it and hardly a word
of that part is left over. What is left is told, and the rest asks first: a part that nobody understood may have been
another request.
"""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate, Reader
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern

_SURELY = 0.8
"""Confidence in the whole from which the part that can't be done is taken for a piece of it."""
_MOST_STRANGE = 1
"""Words of meaning in that part which the whole does not explain, at the most."""
_ASKS = 0.7
"""Confidence of such a request, at the most: what changes something asks first."""


class Whole(Words):
    """Reads as one request what was cut in vain."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        super().__init__(reader, dialogue)
        self._leftovers = Leftovers(reader, dialogue)

    def instead(self, text: str, found: Plan) -> Plan:
        """*found*, or the one request that all of *text* is, where nothing of *found* can be done.

        Args:
            text: an utterance.
            found: what is understood of it, cut where it may be.
        """
        if found.requests or not found.left or found.cancelled or found.unclear is not None:
            return found
        whole = self._reader.best(text)
        if whole is None or whole.confidence < _SURELY or whole.filled.missing or not whole.explained.wording:
            return found
        limits = phrase_pattern(self._language, "negations", "exceptions")
        if any(limits is not None and limits.search(part) for part in found.left):
            return found
        strange = self._strange(whole, found)
        if len(strange) > _MOST_STRANGE or self._leftovers.left_numbers(whole, text):
            return found
        request = replace(request_of(whole, text), confidence=min(whole.confidence, _ASKS))
        return Plan((request,), found.left if strange else ())

    def _strange(self, whole: Candidate, found: Plan) -> list[str]:
        """The words of meaning in what is left of *found* that *whole* can't explain, but for the one it begins with:
        people have many verbs to ask with."""
        parts = {word for part in found.left for word in self._reader.raw_words(part)}
        left = [whole.heard.words[at] for at in whole.explained.left if at]
        return [word for word in left if word in parts and is_content(word, self._language)]
