"""Orders about the last thing that nobody gives: "he didn't really stop it", "did you make it twelve"."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.text import denying_words, phrase_pattern, pointing_words


class Withheld(Interpreter):
    """Tells what names something that could be done with the last thing, and does not want it."""

    def withholds(self, text: str) -> bool:
        """Whether *text* denies the only thing that it could order, or asks whether that was done."""
        words = self._reader.raw_words(text)
        return self._denies(words) or self._asks_whether(text, words)

    def _denies(self, words: Sequence[str]) -> bool:
        """Whether the last verb of *words* that may order something stands behind a negation with nothing but small
        words between: "you can't just [freeze] it"; right behind it others see to that."""
        spoken = self.language
        denied = denying_words(spoken)
        says_how = {word for pair in spoken.opposites for side in pair for word in side}  # "isn't on"
        between = (spoken.adverbs | spoken.degree_words | spoken.light_words) - says_how
        orders = [at for at, word in enumerate(words) if self._may_order(word)]
        at = orders[-1] if orders else 0
        leading = (
            at > 1
            and words[at - 1] in spoken.function_words
            and words[at - 2] not in spoken.adverbs | spoken.degree_words
        )
        start = at - leading  # "not really going [to stop it]", and not "isn't even [on cancel it]"
        while start and words[start - 1] in between - denied:
            start -= 1
        return 0 < start < at and words[start - 1] in denied

    def _may_order(self, word: str) -> bool:
        verbs = self.language.verbs | self._reader.trained.openers
        return word in verbs and is_content(word, self.language) and word not in self.language.light_words

    def _asks_whether(self, text: str, words: Sequence[str]) -> bool:
        """Whether *text* asks whether something is so or was done: "is it done", never "can you stop it"."""
        spoken = self.language
        polite = phrase_pattern(spoken, "openings", "suggestions", "permissions", "asking")
        if len(words) < 2 or (polite is not None and polite.match(text) is not None):
            return False
        if words[0] in spoken.copulas:
            return words[1] in spoken.subjects | spoken.persons | pointing_words(spoken)
        asked = (spoken.subjects | spoken.addressing) - spoken.points - spoken.speakers  # "did it already" tells
        return words[0] in spoken.preterites and words[1] in asked
