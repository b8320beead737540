"""What is done by saying something, told by the words alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.conditions import condition
from ovos_phal_plugin_jarvis.nlu.acts.deeds import Deed, deed_of
from ovos_phal_plugin_jarvis.nlu.acts.directed import is_directed
from ovos_phal_plugin_jarvis.nlu.acts.hearsay import Relay, asked_then, passes_on, reports
from ovos_phal_plugin_jarvis.nlu.acts.kind import Kind
from ovos_phal_plugin_jarvis.nlu.acts.others import of_others
from ovos_phal_plugin_jarvis.nlu.acts.questions import asks_why, inquires, remarked
from ovos_phal_plugin_jarvis.nlu.acts.remarks import Remark, remark_of
from ovos_phal_plugin_jarvis.nlu.acts.statements import Stated, each_time, only_states, thought
from ovos_phal_plugin_jarvis.nlu.acts.wavering import doubts, muses
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.text import strip_request, tokenize

INSTEAD = (
    *("musing", "doubt", "hearsay", "others", "asked_then", "relay", "condition", "question", "why", "statement"),
    *("deed", "remark"),
)
"""What a text may do instead of wanting something; fields of :class:`Acts`."""


def acts_of(text: str, lang: str) -> Acts:
    """What is done by saying *text*.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    return _acts(text, language(lang))


@dataclass(frozen=True)
class Acts:
    """What one text does, each with what tells it; looked at when it is first asked for. Several may be true of it:
    "my wife asks if it's late" tells what she says, and asks."""

    text: str
    spoken: Language

    @property
    def lang(self) -> str:
        """The code of the language, the same for all its regions."""
        return self.spoken.code

    @cached_property
    def plain(self) -> str:
        """The text without politeness."""
        return strip_request(self.text, self.lang)

    @cached_property
    def musing(self) -> str:
        """The words by which it only says what somebody may do or likes; empty where it does not."""
        return muses(self.text, self.lang)

    @cached_property
    def doubt(self) -> str:
        """The words at its end by which whoever speaks has not made up their mind; empty where there are none."""
        return doubts(self.text, self.lang)

    @cached_property
    def hearsay(self) -> str:
        """The word by which it tells what somebody else says; empty where it does not."""
        return reports(self.text, self.lang)

    @cached_property
    def others(self) -> str:
        """The words by which it tells what others were told, want, do or did; empty where it does not."""
        return of_others(self.text, self.lang)

    @cached_property
    def asked_then(self) -> bool:
        """Whether it tells what somebody has asked about a time that is over."""
        return asked_then(self.text, self.lang)

    @cached_property
    def relay(self) -> Relay | None:
        """What it wants somebody else to be told to do."""
        return passes_on(self.text, self.lang)

    @cached_property
    def condition(self) -> str:
        """The words by which what it orders depends on something; empty where it does not."""
        return condition(self.text, self.lang)

    @cached_property
    def question(self) -> bool:
        """Whether it wants to be told something."""
        return inquires(self.plain, self.spoken)

    @cached_property
    def why(self) -> bool:
        """Whether it wants to hear the reason for something."""
        return asks_why(self.plain, self.spoken)

    @cached_property
    def statement(self) -> Stated | None:
        """What it says of somebody or something, where it orders nothing; its places are words of ``text``."""
        words = [token.norm for token in tokenize(self.text, self.lang)]
        told = only_states(words, self.spoken) or remarked(self.text, self.spoken)
        return told or thought(self.text, words, self.spoken) or each_time(self.text, words, self.spoken)

    @cached_property
    def deed(self) -> Deed | None:
        """What it only speaks of as done, as usual, as asked about or as not to be done."""
        return deed_of(self.text, self.spoken)

    @cached_property
    def remark(self) -> Remark | None:
        """It as what may stand beside a request."""
        return remark_of(self.text, self.lang)

    @cached_property
    def directed(self) -> float:
        """Log odds that it is said to an assistant at all, by how it is put."""
        return is_directed(self.text, self.spoken.code)

    @property
    def is_unwanted(self) -> bool:
        """Whether what it names is wanted by nobody, not surely, or by somebody else, as far as the words tell."""
        return bool(self.musing or self.asked_then or self.doubt or self.hearsay or self.others)

    @property
    def kind(self) -> Kind:
        """What it is first of all."""
        told = (
            (Kind.MUSING, self.musing),
            (Kind.STORY, self.asked_then),
            (Kind.DOUBT, self.doubt),
            (Kind.HEARSAY, self.hearsay or self.others),
            (Kind.RELAY, self.relay),
            (Kind.CONDITION, self.condition),
            (Kind.QUESTION, self.question or self.why),
            (Kind.STORY, self.statement is not None and self.statement.past),
            (Kind.STATEMENT, self.statement),
        )
        found = next((kind for kind, said in told if said), None)
        if found is None and self.remark is not None:
            return self.remark.kind
        return found or Kind.REQUEST


@lru_cache(maxsize=1024)
def _acts(text: str, spoken: Language) -> Acts:
    """The parts of an utterance are looked at by several."""
    return Acts(text, spoken)
