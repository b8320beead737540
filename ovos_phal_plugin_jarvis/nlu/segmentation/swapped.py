"""One thing in the place of another: "swap the butter on the shopping list for margarine".

No tool does both, and one that does a half of it does what nobody asked for. It is read as two orders about one place.
"""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import is_free_text
from ovos_phal_plugin_jarvis.nlu.reading import valued
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, strip_request, trimmed, words_of
from ovos_phal_plugin_jarvis.nlu.tool_verbs import MAKING, TAKING


class Swapped(Words):
    """Reads orders to put one thing in the place of another."""

    def plan(self, text: str) -> Plan | None:
        """The two orders that *text* stands for; None where it does not put one thing that is named in the place of
        another, or says no place where both belong."""
        said = strip_request(text, self._language.code)
        swaps = phrase_pattern(self._language, "swaps")
        found = swaps.match(said) if swaps is not None else None
        if found is None or len(self._language.swap_orders) != 2 or valued(self._reader.hear_raw(said)):
            return None
        rest = trimmed(said[found.end() :])
        between = [token for token in self._reader.raw_tokens(rest) if token.norm in self._language.swapped_for]
        if len(between) != 1:
            return None
        old, new = trimmed(rest[: between[0].start]), trimmed(rest[between[0].end :])
        joints = single_words(self._language, "joints")
        if not joints.isdisjoint(self._reader.raw_words(rest)):
            return None  # more than one thing, or one more order
        old_place, new_place = self._place(old), self._place(new)
        place = old_place or new_place
        old, new = trimmed(old.removesuffix(old_place)), trimmed(new.removesuffix(new_place))
        if not (old and new and place) or (old_place and new_place):
            return None
        take, put = (
            f"{order} {thing} {place}" for order, thing in zip(self._language.swap_orders, (old, new), strict=True)
        )
        gone, added = self._whole_request(take), self._whole_request(put)
        if gone is None or added is None or not self._belong(gone, added):
            return None
        return Plan((request_of(gone, take), request_of(added, put)))

    def _place(self, text: str) -> str:
        """What *text* says at its end of where it is: "on the shopping list"."""
        spoken = self._language
        determined = spoken.articles | spoken.owners | spoken.demonstratives
        leads = spoken.function_words - determined - spoken.persons
        for token in self._reader.raw_tokens(text)[1:]:
            if token.norm in leads and any(is_content(word, spoken) for word in words_of(text[token.end :])):
                return text[token.start :]
        return ""

    def _belong(self, gone: Candidate, added: Candidate) -> bool:
        """Whether one takes away what the other puts there: they name other things, and all else is the same."""
        acts = (set(words_of(gone.definition.name)), set(words_of(added.definition.name)))
        if (
            TAKING.isdisjoint(acts[0])
            or MAKING.isdisjoint(acts[1])
            or gone.definition.toolbox_id != added.definition.toolbox_id
        ):
            return False
        one, other = gone.filled.arguments, added.filled.arguments
        texts = {p.name for p in gone.definition.parameters if is_free_text(p)}
        differing = {name for name in {*one, *other} if one.get(name) != other.get(name)}
        return len(differing) == 1 and differing <= texts and differing <= one.keys() & other.keys()
