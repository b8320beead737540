"""Two requests with nothing between them: "lock the door turn off the lights"."""

from __future__ import annotations

from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on, orders
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import SENTENCES, Unclear, request_of
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.pointing import Pointing
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Budget, Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import SURELY_ANOTHER, TITLES, Part, Words
from ovos_phal_plugin_jarvis.nlu.text import single_words, trimmed, words_of

_LEAST_BEFORE = 3
"""Words of a request behind which one more of its kind is asked for."""
_MIN_UNJOINED = 4
"""Words from which on an utterance may be two requests with nothing between them."""


@lru_cache(maxsize=32)
def _leads_to_more(spoken: Language) -> frozenset[str]:
    """The words before the "one" that asks for one more: "also one", "another one"."""
    phrases = (phrase.split() for phrase in spoken.ellipses)
    more = single_words(spoken, "also") | spoken.other_ones
    return frozenset(more | {row[0] for row in phrases if len(row) > 1 and row[1] in spoken.ones})


class Unjoined(Words):
    """Cuts where no joint is."""

    _pointing_parts = Part(Pointing)

    def plan(self, text: str, whole: Candidate | None, budget: Budget, depth: int) -> Plan | None:
        """Two requests with nothing between them: "lock the door turn off the lights"."""
        heard = self._reader.hear(text)
        if len(heard.tokens) < _MIN_UNJOINED:
            return None
        more = self._one_more(heard, budget) or self._said_again(heard, budget)
        if more is not None:
            return more
        if whole is not None and not whole.explained.left:
            return self._named_behind(whole, heard, budget) or self._listed(whole, heard, budget)
        for at, token in enumerate(heard.tokens[1:-1], start=1):
            if heard.words[at - 1] in self._language.articles:
                continue  # a noun, whatever else the word may be: "la [sveglia]"
            if heard.words[at] in self._language.articles and orders(heard.words[at - 1], self._language):
                continue  # what is done to it stands before it: "remind me to set [an alarm]"
            left, right = trimmed(heard.text[: token.start]), heard.text[token.start :]
            opens = token.norm in self._language.verbs and is_content(token.norm, self._language)
            opens = opens or self._ends_in_value(heard, at)
            # Among several requests one may begin without a verb: "night light off music louder and …".
            # "Make" and "give" say little: only another request, and that surely, begins with them.
            light = not opens and token.norm in self._language.verbs - self._language.question_words
            # "night mode on [an alarm] for six": a thing with its article begins one as well.
            thing = token.norm in self._language.articles and is_content(heard.words[at + 1], self._language)
            light = light or (thing and not self._leads_to(heard.words[at - 1]))
            if not opens and not light and not (depth and is_content(token.norm, self._language)):
                continue
            only = tuple(heard.words[:1])
            if at == 1 and (only not in self._reader.trained.short or only[0] not in self._language.verbs):
                continue
            if self._only_leads(left, right):
                continue
            if not budget.spend(left) or not budget.spend(right):
                break
            first = self._whole_request(left)
            if first is None:
                continue
            named = self._pointing_parts.named(right, left) if opens else None
            alone = named is None and not self._is_its_reason(left, right)
            second = self._whole_request(right) if alone else None
            if second is not None and self._only_points(second):
                continue
            if light and second is not None and second.confidence < SURELY_ANOTHER:
                continue
            light = light and second is not None and second.definition.name == first.definition.name
            if light or (
                second is not None
                and heard.words[at] not in self._language.verbs
                and second.definition.name == first.definition.name
            ):
                continue
            found = named if named is not None else request_of(second, right) if second is not None else None
            if found is not None:
                return Plan((request_of(first, left), found))
        return None

    def _only_points(self, read: Candidate) -> bool:
        """Whether all that *read* names is where something was: "risca [aí] a tarefa"."""
        there = single_words(self._language, "places_before")
        named = [set(read.heard.words[start:end]) for start, end, _ in read.filled.spans]
        return any(words <= there for words in named)

    def _leads_to(self, word: str) -> bool:
        """Whether *word* leads to the thing behind it: "apúntalo [en] la agenda", never "night mode [on] an alarm"."""
        leading = leading_on(self._language) - self._language.persons - set(self._language.pronouns)
        return word in leading - self._language.adverbs

    def _one_more(self, heard: Heard, budget: Budget) -> Plan | None:
        """A request and one more of its kind: "start a habit for reading [also one for chess]", "a timer for the rice
        ten minutes [another one for the beans] fifteen"."""
        spoken = self._language
        for at in range(_LEAST_BEFORE, len(heard.words) - 2):
            introduced = heard.words[at + 1] in self._introducing and heard.words[at - 1] in _leads_to_more(spoken)
            if heard.words[at] not in spoken.ones or not introduced:
                continue
            left, right = heard.said(0, at - 1), heard.said(at, len(heard.words))
            first = self.asked_first(left) if budget.spend(left) else None
            if first is None:
                continue
            other = self._pointing_parts.another(right, left)
            if other is not None:
                return Plan((request_of(first, left), other))
        return None

    def asked_first(self, text: str) -> Candidate | None:
        """What *text* surely asks for, where one more of that may be asked for behind it: behind nothing but what is to
        be written down more of it is a part of that, "note that i bought a hat also one for tom"."""
        read = self._reader.best(text)
        if read is None or read.filled.missing or read.confidence < SURELY_ANOTHER:
            return None
        texts = [bool(set(words_of(name)) & SENTENCES) for *_, name in read.filled.spans]
        return None if texts and all(texts) else read

    def _said_again(self, heard: Heard, budget: Budget) -> Plan | None:
        """Two requests that begin with the same noun: "timer for the rice ten minutes [timer for the beans twenty]"."""
        words = heard.words
        if words[0] in self._language.verbs or not is_content(words[0], self._language):
            return None
        for at in range(_LEAST_BEFORE, len(words) - 1):
            if words[at] != words[0] or words[at - 1] in self._introducing:
                continue
            left = heard.said(0, at - (words[at - 1] in self._language.articles))
            right = heard.said(at, len(words))
            right = self._dialogue.ellipsis.with_unit(right, left) or right
            if not budget.spend(left) or not budget.spend(right):
                return None
            one, other = self._whole_request(left), self._whole_request(right)
            if one is None or other is None or one.definition.name != other.definition.name:
                continue
            if (
                min(one.confidence, other.confidence) >= SURELY_ANOTHER
                and one.filled.arguments != other.filled.arguments
            ):
                return Plan((request_of(one, left), request_of(other, right)))
        return None

    def _named_behind(self, whole: Candidate, heard: Heard, budget: Budget) -> Plan | None:
        """Two requests of which *whole* takes the second for a value: "read me the score [the weather]" asks of no
        team that is called weather."""
        for start, end, name in whole.filled.spans:
            at = start if heard.words[start] in self._language.articles else start - 1
            texts = set(words_of(name)) & (SENTENCES | TITLES)
            if at < 1 or end != len(heard.words) or texts or heard.words[at] not in self._language.articles:
                continue
            if not is_content(heard.words[at - 1], self._language):
                continue  # "in the attic"
            left, right = heard.said(0, at), heard.said(at, end)
            if not budget.spend(left) or not budget.spend(right):
                return None
            one, other = self._whole_request(left), self._whole_request(right)
            if one is None or other is None or min(one.confidence, other.confidence) < SURELY_ANOTHER:
                continue
            if one.definition.name == whole.definition.name != other.definition.name and not other.filled.spans:
                return Plan((request_of(one, left), request_of(other, right)))
        return None

    def _listed(self, whole: Candidate, heard: Heard, budget: Budget) -> Plan | None:
        """Two requests that *whole* takes for one with a list: "put soap on the bath list socks on the packing list",
        "add soap to the bath list remind me to call tom"; unclear where they can't be told apart."""
        lists = {p.name for p in whole.definition.parameters if p.is_list}
        inside = {at for start, end, name in whole.filled.spans if name in lists for at in range(start, end)}
        first, last = self._repeated(whole, heard)
        opening = heard.words[0] if self._begins(heard.words[0]) else ""
        for at in range(1, len(heard.words) - 1) if inside else ():
            repeated = first < at <= last and at in inside
            word = heard.words[at]
            orders = at in inside and word in self._language.verbs - self._language.question_words
            left, right = heard.said(0, at), heard.said(at, len(heard.words))
            said = right if orders else f"{opening} {right}".strip()
            if not (orders or repeated) or not budget.spend(left) or not budget.spend(said):
                continue
            one, other = self._whole_request(left), self._whole_request(said)
            if one is None or other is None or other.confidence < SURELY_ANOTHER:
                continue
            same = other.definition.name == one.definition.name
            if one.definition.name == whole.definition.name and orders != same:
                return Plan((request_of(one, left), request_of(other, said)))
        return Plan(unclear=Unclear(heard.text)) if inside & set(range(first + 1, last)) else None

    def _repeated(self, whole: Candidate, heard: Heard) -> tuple[int, int]:
        """The first and the last place of a word that says twice what something is for; twice 0 where none does."""
        told = [at for at in sorted(whole.explained.wording) if is_content(heard.words[at], self._language) and at]
        pairs = [(at, end) for at in told for end in told if at < end and heard.words[at] == heard.words[end]]
        return pairs[0] if pairs else (0, 0)
