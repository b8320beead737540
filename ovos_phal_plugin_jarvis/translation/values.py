"""The values that pass between a translator and the assistant: a call, a question, a translation, a context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ovos_phal_plugin_jarvis.sdk.options import Options


@dataclass(frozen=True)
class ToolCall:
    """One tool to run."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    toolbox_id: str | None = None
    """Says which is meant where two toolboxes have a tool of this name."""
    said: str = field(default="", compare=False)
    """Words that ask for it and for nothing else, where it came of words: what a follow-up changes."""
    spoken_response: str | None = field(default=None, compare=False)
    """What is said instead of the tool's own answer, where who planned it found words for that."""
    called: Mapping[str, tuple[Any, Any]] = field(default_factory=dict, compare=False)
    """Argument → its value and what people call that, where it is another text: a question says no ids."""
    failure_message: str = field(default="", compare=False)
    """What is said if it fails, where who planned it found words for that."""
    spelt_out: bool = field(default=False, compare=False)
    """Whether ``said`` are the words of the whole request, which what the user said ("half of that") only changed: the
    tool's own code is to see those."""
    shown: str = field(default="", compare=False)
    """What the tool's own code is shown in place of what was said, which says less: "make it thirty [seconds]"."""
    implied: frozenset[str] = field(default=frozenset(), compare=False)
    """Arguments whose values follow from what was done before, and from no word: that "rather twelve" sets it; and
    those that were chosen by all that is known, which is asked about."""
    takes_back: bool = field(default=False, compare=False)
    """Whether it takes back what the last request made, in whose place the next call of the plan stands."""

    @property
    def said_arguments(self) -> Mapping[str, Any]:
        """The arguments as a question names them. A value that was changed after it got its name is told as it is."""
        said = dict(self.arguments)
        said.update((name, text) for name, (value, text) in self.called.items() if name in said and said[name] == value)
        return said


@dataclass(frozen=True)
class Question:
    """Something only the user can tell: what a call still lacks."""

    call: ToolCall
    """The call as far as it is known."""
    parameter: str
    """The argument that is asked for."""
    text: str
    """The question, to be spoken as it is."""
    choices: tuple[Any, ...] = ()
    """The values that were offered, in the order of the text: an answer may point to one ("the second one")."""
    names: tuple[str, ...] = ()
    """What each of them is called, where that is not the value itself."""
    calls: tuple[ToolCall, ...] = ()
    """One of these is meant, in the order of ``choices``, which name their tools; ``parameter`` is empty then."""


@dataclass(frozen=True)
class TranslationContext:
    """What a translator may know beside the words. Time and language are arguments, never ambient."""

    now: datetime
    """The user's time, with its time zone."""
    lang: str = "en-us"
    """BCP-47, lower case."""
    last_call: ToolCall | None = None
    last_result: Mapping[str, Any] | None = None
    question: Question | None = None
    """What the assistant asked in its last answer, if it asked."""
    shown: tuple[Mapping[str, Any], ...] = ()
    """Things that the last answer named for the user to refer to, in order."""
    done: tuple[ToolCall, ...] = ()
    """The last things that were done, oldest first, ``last_call`` among them: "the first one" is one of several."""
    max_calls: int = 5
    options: Options = field(default_factory=dict)
    turns: tuple[tuple[str, str], ...] = ()
    """What was said before in this conversation, oldest first: ``(role, text)``, role ``user`` or ``assistant``."""
    room: str = ""
    """Where the user speaks (``site_id`` of the session); empty where that is not known."""
    user_id: int | None = None
    """Who speaks, where that is known."""


@dataclass(frozen=True)
class Translation:
    """What an utterance means: the calls to make in order, or what has to be asked, or neither."""

    calls: tuple[ToolCall, ...] = ()
    confidence: float = 0.0
    """0 to 1, of the weakest call: that the tool is meant."""
    say: str = ""
    """To be spoken before or instead of the calls; empty where the results speak for themselves."""
    question: Question | None = None
    dropped: int = 0
    """Calls that were understood and left out: over ``max_calls``, or not valid."""
    left: tuple[str, ...] = ()
    """Parts of the utterance that nothing is done about, in the user's words; ``say`` tells of them."""
    unsure: bool = False
    """Whether the tools' examples are still being learned, and may tell something else."""
    served_by: str = ""
    """Which translator made it, where one stood in for the one that was asked."""
    corrected: str = ""
    """The utterance without what its speaker took back in it; empty where nothing was."""
    certain: float = 1.0
    """0 to 1, of the least certain call: that its arguments are what was said."""


def things_of(value: Any) -> list[Any]:
    """The things of a list, or the one that the *value* of an argument is."""
    return value if isinstance(value, list) else [value]
