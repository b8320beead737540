"""What is told to be done: "i've done it already" after a task was added."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.acts.deeds import asks_whether_done
from ovos_phal_plugin_jarvis.nlu.dialogue.interpreter import Interpreter
from ovos_phal_plugin_jarvis.nlu.dialogue.roles import related
from ovos_phal_plugin_jarvis.nlu.dialogue.state import Request, missing
from ovos_phal_plugin_jarvis.nlu.learning.values import SENTENCES
from ovos_phal_plugin_jarvis.nlu.text import (
    phrase_pattern,
    pointing_words,
    single_words,
    trimmed,
    trimmed_right,
    without_opening,
    words_of,
)
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_DONE = frozenset(["completed", "complete", "done", "finished", "checked", "ticked"])
"""English names of a yes or no that says whether something is done."""
_LEADS = ("noes", "corrections", "particles", "fillers", "sounds", "joints")
"""Tables of words before what is told that say nothing of it."""


class Accomplished(Interpreter):
    """Reads what says that the thing spoken of is done, or is not, and nothing else."""

    def told(self, text: str, last: ToolCall) -> Request | None:
        """What is to be noted of the thing of the *last* call: that it is done, or is not after all; where nothing is
        noted of such things, it is taken back, as nobody has to be reminded of what is done."""
        done = self._done(text)
        if done is None:
            return None
        definitions = self._reader.trained.definitions
        before = definitions[last.name]
        beside = [d for d in definitions.values() if d.toolbox_id == before.toolbox_id and related(d, before)]
        noting = [call for d in beside if (call := self._noting(d, last, done)) is not None]
        if noting or not done:
            return Request(noting[0]) if len(noting) == 1 else None
        taking = [call for d in beside if (call := self._taking(d, before, last)) is not None]
        return Request(taking[0]) if len(taking) == 1 else None

    def tells(self, text: str) -> bool:
        """Whether *text* only says that what was spoken of is done or is not, without a word for it: "done it already",
        "it isn't"."""
        bare = trimmed(text)
        for table in ("particles", "beside"):
            pattern = phrase_pattern(self.language, table)
            ends = [x.start() for x in pattern.finditer(bare) if x.end() == len(bare)] if pattern is not None else []
            bare = trimmed_right(bare[: ends[0]]) if ends else bare
        words = self._reader.raw_words(without_opening(trimmed(bare), self.language, *_LEADS))
        if len(words) > 1 and words[0] in pointing_words(self.language):
            denied = single_words(self.language, "negations")
            is_so = self.language.states | self.language.auxiliaries
            if set(words[1:]) <= denied | is_so and not denied.isdisjoint(words):
                return True
        return len(words) > 1 and self._done(" ".join(words)) is not None

    def _done(self, text: str) -> bool | None:
        """Whether *text* says that something is done; None where it says more than that or nothing of the kind."""
        reopening = phrase_pattern(self.language, "reopening")
        if reopening is not None and reopening.fullmatch(trimmed(without_opening(text, self.language, *_LEADS))):
            return False
        heard, spoken = self._reader.hear_raw(text), self.language
        days = {at for x in heard.mentions if x.kind == m.DATE for at in range(x.start, x.end)}
        words = [word for at, word in enumerate(heard.words) if at not in days]
        denied = single_words(spoken, "negations")
        pointing = pointing_words(spoken)
        small = spoken.speakers | spoken.auxiliaries | spoken.states | spoken.adverbs | spoken.light_words | pointing
        for table in ("beside", "particles", "noes", "politeness", "fillers", "sounds"):
            small |= single_words(spoken, table)
        told = spoken.accomplished & set(words)
        if asks_whether_done(words, spoken):
            return None  # "did i do it"
        if not told or not set(words) <= small | spoken.accomplished | denied:
            return None
        if told <= spoken.auxiliaries | spoken.question_words and pointing.isdisjoint(words):
            return None  # "did"
        return denied.isdisjoint(set(words) - set(spoken.noes))

    def _noting(self, definition: ToolDefinition, last: ToolCall, done: bool) -> ToolCall | None:
        """The call of *definition* that notes of the thing of the *last* call whether it is *done*."""
        required = [p for p in definition.parameters if p.required]
        flags = [p for p in required if p.param_type.lower() in ("bool", "boolean") and _says_done(p)]
        known = {p.name: last.arguments[p.name] for p in required if p not in flags and last.arguments.get(p.name)}
        if len(flags) != 1 or len(known) != len(required) - 1 or not known:
            known = self._shared(definition, last)
        if len(flags) != 1 or not known:
            return None
        arguments = {**known, flags[0].name: done}
        was = last.arguments.get(flags[0].name) if last.name == definition.name else None
        changes = was is not None and was != done
        if (
            missing(definition, arguments)
            or (not done and not changes)
            or (last.name == definition.name and not changes)
        ):
            return None
        return ToolCall(definition.name, arguments, definition.toolbox_id, said=last.said)

    @staticmethod
    def _shared(definition: ToolDefinition, last: ToolCall) -> dict[str, str]:
        """The one text of the *last* call that an argument of *definition* is named as."""
        own = {p.name for p in definition.parameters if not p.enum_values}
        found = {n: v for n, v in last.arguments.items() if n in own and isinstance(v, str) and v}
        return found if len(found) == 1 else {}

    def _taking(self, definition: ToolDefinition, before: ToolDefinition, last: ToolCall) -> ToolCall | None:
        """The call of *definition* that takes back what the *last* has written down of something to do."""
        own = self._shared(definition, last)
        texts = own and all(set(words_of(name)) & SENTENCES for name in own)
        if not texts or not ENDING & set(words_of(definition.name)) or ENDING & set(words_of(before.name)):
            return None
        return ToolCall(definition.name, dict(own), definition.toolbox_id, said=last.said)


def _says_done(parameter: ToolParameter) -> bool:
    return bool(_DONE & {*words_of(parameter.name), *words_of(parameter.description)})
