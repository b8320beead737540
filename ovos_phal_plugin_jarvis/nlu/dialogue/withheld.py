"""Orders about the last thing that nobody gives: "he didn't really stop it", "did you make it twelve", "i'm twelve"."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ovos_phal_plugin_jarvis.nlu.accounting import vocabulary
from ovos_phal_plugin_jarvis.nlu.acts.finite import begins_telling, tells_by_verb
from ovos_phal_plugin_jarvis.nlu.acts.questions import inquires
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.acts.words import knows_words, opposed_words, orders
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.reading import valued_places
from ovos_phal_plugin_jarvis.nlu.text import (
    OPENING,
    denying_words,
    phrase_pattern,
    pointing_words,
    single_words,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, things_of

_MOST_REPORTED = 3
"""Words at the end of a text that say who said it: "says my mum"."""


class Withheld(Interpreter):
    """Tells what names something that could be done with the last thing, and does not want it."""

    def withholds(self, text: str, calls: Sequence[ToolCall], last: ToolCall) -> bool:
        """Whether *text* wants nothing of what *calls* would do with what the *last* call was about: it denies the only
        thing that it could order, asks whether that was done, is said to or of somebody, or only tells something."""
        words = self._reader.raw_words(text)
        if self._denies(words) or self._asks_whether(text, words) or self._asks_what(words):
            return True
        if self._is_for_somebody(words) or self._is_reported(words) or self._says_who(text):
            return True
        again = [call for call in calls if call.name == last.name]
        if again and self._says_what_happens_then(text, again):
            return True
        return any(self.holds_clause(text, call, last) or self._holds_denied(words, call, last) for call in again)

    def names_another(self, clause: str, order: str, last: ToolCall) -> bool:
        """Whether *order* points to something that may as well be what *clause*, before it, names: "i lost the key so
        release it" after a room was booked."""
        spoken = self.language
        changes = phrase_pattern(spoken, "changes")
        if changes is not None and changes.match(order) is not None:
            return False  # "make it …" is said of what was set
        if pointing_words(spoken).isdisjoint(self._reader.raw_words(order)[1:]):
            return False
        words = self._reader.raw_words(without_opening(clause, spoken, *OPENING))
        owned = spoken.articles | spoken.owners
        known = self._said_before(last)
        named = (words[at] for at in range(2, len(words)) if words[at - 1] in owned)
        return any(name not in known for name in named)

    def may_be_of_another(self, text: str, last: ToolCall) -> bool:
        """Whether *text* says something of another thing and ends with an order that points to one: "that spider is
        huge kill it"."""
        tokens = self._reader.raw_tokens(text)
        words = [token.norm for token in tokens]
        at = next((at for at in range(len(words) - 2, 1, -1) if self._may_order(words[at])), 0)
        if not at or stated(words[:at], self.language, alone=True) is None:
            return False
        named = words[0] in self.language.demonstratives | self.language.articles and self._is_new(words[1], last)
        clause, order = text[: tokens[at].start], text[tokens[at].start :]
        points = not pointing_words(self.language).isdisjoint(words[at + 1 :])
        return (named and points) or self.names_another(clause, order, last)

    def _is_new(self, word: str, last: ToolCall) -> bool:
        """Whether *word* names something that nobody spoke of in the *last* request."""
        return is_content(word, self.language) and word not in self._said_before(last)

    def _said_before(self, last: ToolCall) -> set[str]:
        """The words of the *last* request, and of its values."""
        return {*self._reader.raw_words(last.said), *(w for v in last.arguments.values() for w in words_of(str(v)))}

    def tells_a_deed(self, text: str, tools: Sequence[ToolDefinition]) -> bool:
        """Whether *text* tells what somebody can or is going to do with the last thing, or could have done, and orders
        nothing behind that: "i can do it in five minutes". What one of *tools* does may be asked for so, as its
        examples show."""
        spoken = self.language
        words = self._reader.raw_words(without_opening(text, spoken, *OPENING, "joints", "politeness"))
        intends = phrase_pattern(spoken, "intentions")
        led = intends.match(" ".join(words)) if intends is not None else None
        if led is None or intends is None:
            return False
        if any(intends.match(example.utterance) for tool in tools for example in tool.examples):
            return False
        at = len(led.group().split())
        rest = [word for word in words[at:] if word not in spoken.adverbs]
        points = pointing_words(spoken) & {*words[:at], *rest[:2]}
        joined = any(word.endswith(tuple(spoken.enclitics & spoken.persons)) for word in rest[:1])
        orders_more = any(word in spoken.verbs and is_content(word, spoken) for word in rest[2:])
        return bool(points or joined) and not orders_more

    def _asks_what(self, words: Sequence[str]) -> bool:
        """Whether *words* end with what asks back: "wait twelve what", "set it to what"."""
        spoken = self.language
        asking = spoken.question_words - spoken.states - spoken.auxiliaries - spoken.copulas - spoken.points
        return len(words) > 1 and words[-1] in asking and words[0] not in spoken.question_words

    def _is_for_somebody(self, words: Sequence[str]) -> bool:
        """Whether *words* order something for somebody who is not here, or say something to somebody who is: "remind
        her too", "love you too"."""
        spoken = self.language
        small = spoken.adverbs | spoken.degree_words | spoken.all_words | single_words(spoken, "beside")
        for at, word in enumerate(words):
            ends = small.issuperset(words[at + 1 :])
            behind = at > 0 and is_content(words[at - 1], spoken) and words[at - 1] not in spoken.perceiving
            if behind and ends and word in spoken.somebodies | (spoken.addressed & spoken.persons):
                return True
        return False

    def _is_reported(self, words: Sequence[str]) -> bool:
        """Whether *words* end with who said them: "forget it she says", "arrête-le elle a dit", "páralo dice la
        abuela"."""
        spoken = self.language
        somebody = spoken.subjects - spoken.speakers
        for at in range(max(1, len(words) - _MOST_REPORTED), len(words)):
            before = [word for word in words[max(0, at - 2) : at] if word not in spoken.auxiliaries]
            after = words[at + 1 :]
            named = after[:1] and after[0] in spoken.articles | spoken.owners and len(after) > 1
            says_who = after[:1] and (after[0] in somebody or named) or (not after and set(before[-1:]) & somebody)
            if len(words) > 2 and words[at] in spoken.reports and says_who:
                return True
        return False

    def _says_what_happens_then(self, text: str, calls: Sequence[ToolCall]) -> bool:
        """Whether *text* begins with a value and tells what happens then, rather than that one of *calls* is to be made
        with it: "um acht [kommt tatort]", "a las ocho [empieza la peli]"."""
        spoken = self.language
        heard = self._reader.hear_raw(without_opening(text, spoken, *OPENING, "joints"))
        counted = valued_places(heard)
        at = 0
        while at < len(heard.words) and (at in counted or heard.words[at] in spoken.function_words):
            at += 1
        rest = heard.words[at:]
        if not counted or min(counted) > at or len(rest) < 2 or not spoken.subjects.isdisjoint(heard.words[:at]):
            return False
        if rest[0] in spoken.doings:
            return True
        definitions = (self._reader.trained.definitions[call.name] for call in calls)
        known = set().union(*(vocabulary(definition, spoken).wording for definition in definitions))
        known |= {
            spoken.stem(word) for call in calls for value in call.arguments.values() for word in words_of(str(value))
        }
        new = [word for word in rest[1:] if is_content(word, spoken)]
        strange = bool(new) and all(spoken.stem(word) not in known for word in new)
        return orders(rest[0], spoken) and rest[1] in spoken.articles and strange

    def _says_who(self, text: str) -> bool:
        """Whether *text* says nothing but a number of somebody: "actually i'm twelve", "she's eight"."""
        spoken = self.language
        heard = self._reader.hear_raw(without_opening(text, spoken, *OPENING))
        told = stated(heard.words, spoken, alone=True)
        if told is None or told.describes or heard.words[0] not in spoken.subjects - spoken.points:
            return False
        verb = heard.words[told.verb]
        is_so = told.verb < told.subject or verb in spoken.copulas | spoken.states
        rest = range(max(told.verb, told.subject - 1) + 1, len(heard.words))
        said = valued_places(heard)
        return is_so and bool(rest) and said.issuperset(rest)

    def holds_clause(self, text: str, call: ToolCall, last: ToolCall) -> bool:
        """Whether a name in *call* that the *last* one had not holds what *text* only tells: "also my knee hurts" puts
        no knee on a list, and "the nights are drawing in" is no city."""
        names = {name for name in call.arguments if not SENTENCES & set(words_of(name))}
        new = _new_words(call, last, names)
        if not new:
            return False
        said = (words_of(str(thing)) for name in names for thing in things_of(call.arguments[name]))
        if any(self.tells_of_somebody(row) and not new.isdisjoint(row) for row in said):
            return True
        if self._wants_more(text):
            return False
        words = self._reader.raw_words(without_opening(text, self.language, *OPENING, "joints", "also"))
        named = new & set(words)
        if named and self._tells_a_wish(words):
            return True
        if named and (self._tells_in_a_name(words, named) or self._tells_of_a_thing(words)):
            return True
        for start in range(len(words) - 1):
            told = stated(words[start:], self.language, alone=True) if self._begins_clause(words, start) else None
            if told is not None and not told.describes and words[min(start + told.verb, len(words) - 1)] in new:
                return True
        return False

    def _tells_a_wish(self, words: Sequence[str]) -> bool:
        """Whether *words* name somebody first and tell what they want: "tom needs socks"."""
        spoken = self.language
        return (
            len(words) > 2
            and is_content(words[0], spoken)
            and words[1] in spoken.wishes
            and not orders(words[0], spoken)
        )

    def _wants_more(self, text: str) -> bool:
        """Whether *text* says that something is lacking or wanted as well: "waschmittel fehlt auch noch"."""
        wanted = phrase_pattern(self.language, "lacking", "forgotten", "extras", "preferences")
        return wanted is not None and wanted.search(text) is not None

    def _tells_in_a_name(self, words: Sequence[str], named: Set[str]) -> bool:
        """Whether *words* tell something where some of them, *named*, were taken for a name, as far as the language's
        tables say; where a dictionary knows its words, that says more."""
        spoken = self.language
        if knows_words(spoken):
            return False
        told = stated(words, spoken, alone=True) if words[0] in spoken.points else None
        if told is not None and not told.describes and words[told.verb] in spoken.auxiliaries - spoken.states:
            return True  # "ça va piquer"
        places = (at for at, word in enumerate(words) if word in named)
        return begins_telling(words, spoken) or any(tells_by_verb(words, at, at + 1, spoken) for at in places)

    def _tells_of_a_thing(self, words: Sequence[str]) -> bool:
        """Whether *words* say how a thing is that they name: "the cheese is mouldy too"."""
        spoken = self.language
        told = stated(words, spoken, alone=True)
        if told is None or told.describes or words[0] in spoken.subjects | spoken.points | spoken.persons:
            return False
        return words[told.verb] in spoken.states | spoken.doings | spoken.preterites and told.verb < len(words) - 1

    def _begins_clause(self, words: Sequence[str], at: int) -> bool:
        """Whether a clause that only tells something may begin at *at*: with the first word, or with who or what it is
        about."""
        spoken = self.language
        return not at or words[at] in spoken.subjects | spoken.articles | spoken.owners | spoken.demonstratives

    def _holds_denied(self, words: Sequence[str], call: ToolCall, last: ToolCall) -> bool:
        """Whether *words* begin by saying what is not meant, and *call* has that: "not the cheese too". "Not emma ella"
        says what is."""
        spoken = self.language
        denied = denying_words(spoken) - single_words(spoken, "refuse")
        if len(words) > 1 and self._ends_denied(words):
            return True
        if not words or words[0] not in denied - spoken.subjects - spoken.auxiliaries - spoken.verbs:
            return False
        first = next((word for word in words[1:] if is_content(word, spoken)), "")
        return first in _new_words(call, last, set(call.arguments))

    def _ends_denied(self, words: Sequence[str]) -> bool:
        """Whether *words* end with a negation of what they name: "el queso no", "the cheese not", never "why not"."""
        spoken = self.language
        asks = spoken.question_words | spoken.alternatives | single_words(spoken, "noes")
        return words[-1] in single_words(spoken, "negations") and words[-2] not in asks and words[0] not in asks

    def _denies(self, words: Sequence[str]) -> bool:
        """Whether the last verb of *words* that may order something stands behind a negation with nothing but small
        words between: "you can't just [freeze] it"; right behind it others see to that."""
        spoken = self.language
        forbids = words[:1] and words[0] in spoken.negations_before
        if forbids and len(words) > 2 and words[1] in spoken.proclitics | (spoken.enclitics & spoken.persons):
            return True  # "no me lo quites"
        denied = denying_words(spoken)
        between = (spoken.adverbs | spoken.degree_words | spoken.light_words) - opposed_words(spoken)  # "isn't on"
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
        """Whether *text* asks whether something is so, will be or was done: "is it done", "will it stop", never "can
        you stop it"."""
        spoken = self.language
        polite = phrase_pattern(spoken, "openings", "suggestions", "permissions", "asking")
        if len(words) < 2 or (polite is not None and polite.match(text) is not None):
            return False
        better = phrase_pattern(spoken, "preferences")
        ends = [x.end() for x in better.finditer(text)] if better is not None else []
        asks = words[0] in spoken.copulas | spoken.states | spoken.unreal or inquires(text, spoken)
        if asks and len(text.rstrip(" ?")) in ends:
            return True  # "would eight be better"
        foresees = words[0] in (spoken.auxiliaries | spoken.unreal) - spoken.perfects and inquires(text, spoken)
        if words[0] in spoken.copulas or foresees:
            return words[1] in spoken.subjects | spoken.persons | pointing_words(spoken)
        asked = (spoken.subjects | spoken.addressing) - spoken.points - spoken.speakers  # "did it already" tells
        return words[0] in spoken.preterites and words[1] in asked


def _new_words(call: ToolCall, last: ToolCall, names: Set[str]) -> set[str]:
    """The words of the arguments *names* of *call* that no argument of the *last* one had."""
    known = {word for value in last.arguments.values() for word in words_of(str(value))}
    return {w for n in names for thing in things_of(call.arguments[n]) for w in words_of(str(thing))} - known
