"""What the assistant answers: the value that ``say --json`` prints and ``ovos.jarvis.ask`` sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

from ovos_phal_plugin_jarvis.assistant.telling import from_result
from ovos_phal_plugin_jarvis.assistant.troubles import trouble
from ovos_phal_plugin_jarvis.consent.confirmation import Waiting
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, together
from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall

TALK = "talk"
"""What stands for the translator in the reply to words that are for the assistant, not for a tool."""


@dataclass(frozen=True)
class Reply:
    """The answer to one utterance."""

    utterance: str
    say: str = ""
    commands: tuple[ToolCall, ...] = ()
    results: tuple[Outcome, ...] = ()
    """How each call ended, or why it was not made."""
    translator: str | None = None
    """``pre_route``, ``examples``, ``llm``, ``talk`` for what is no tool's, or None where nothing was understood."""
    expect_response: bool = False
    """The user is expected to answer: keep listening."""
    confirmation_required: bool = False
    """The commands have not run; a yes runs them."""
    confirmation: Mapping[str, Any] = field(default_factory=dict)
    """Where a yes is waited for: ``id``, ``question``, ``number`` of ``total`` questions, ``expires_in`` seconds."""
    elapsed_ms: float = 0.0
    actions: tuple[Mapping[str, Any], ...] = ()
    """Buttons that the user may press."""
    items: tuple[Mapping[str, Any], ...] = ()
    """Things that ``say`` names and the user may refer to: ``ref_id``, ``label``."""
    dropped: int = 0
    """Calls that were understood and left out."""
    debug: Mapping[str, Any] = field(default_factory=dict)
    """How the words were understood; only where ``assistant.debug`` is set."""
    question: Question | None = None
    """What the user is asked, where a call lacks something."""
    after_speech: tuple[Callable[[], Event], ...] = ()
    """To be called once ``say`` has been spoken; media starts there. Each returns at once, with what is set at its
    end."""

    @property
    def lang(self) -> str:
        """BCP-47 tag of the language that ``say`` is in; empty where it is the same in all."""
        return self.say.lang if isinstance(self.say, Spoken) else ""

    @property
    def understood(self) -> bool:
        """Whether the words led to anything; a pipeline takes nothing else."""
        return self.translator is not None

    def to_dict(self) -> dict[str, Any]:
        """The reply as the command line prints it and the bus sends it."""
        fields: dict[str, Any] = {
            "utterance": self.utterance,
            "say": self.say,
            "commands": [{"name": c.name, "arguments": dict(c.arguments)} for c in self.commands],
            "results": [r.to_dict() for r in self.results],
            "translator": self.translator,
            "understood": self.understood,
            "expect_response": self.expect_response,
            "confirmation_required": self.confirmation_required,
            "elapsed_ms": round(self.elapsed_ms, 2),
        }
        if self.lang:
            fields["lang"] = self.lang
        if self.confirmation:
            fields["confirmation"] = dict(self.confirmation)
        if self.debug:
            fields["debug"] = dict(self.debug)
        if self.actions:
            fields["actions"] = [dict(a) for a in self.actions]
        if self.items:
            fields["items"] = [dict(item) for item in self.items]
        return fields


def asking(reply: Reply, waiting: Waiting, before: str = "") -> Reply:
    """*reply* as the one that puts the question of a plan that waits, after *before*."""
    lang = waiting.question.lang if isinstance(waiting.question, Spoken) else reply.lang
    return replace(
        reply,
        say=together([before, waiting.question], lang),
        expect_response=True,
        confirmation_required=True,
        confirmation=waiting.fields(),
    )


def is_question(text: str) -> bool:
    """Whether what is said ends in a question."""
    return text.rstrip(" \t\n\"'”’»)").endswith(("?", "？", "؟", "\u037e"))


def spoken(outcome: Outcome, lang: str) -> Spoken:
    """What is said of one outcome."""
    if outcome.error is not None:
        return trouble(outcome, lang)
    # Not isinstance(): that reads __class__, which a tool's own model may have made a property that hangs.
    if type(outcome.output) is CommandOutput:
        return said_by(outcome.output, lang) or from_result(outcome.output.context_data, lang)
    return from_result(outcome.result or {}, lang)


def said_by(output: CommandOutput, lang: str) -> Spoken:
    """What a command answered, in the language that it says it is in or seems to be in."""
    return output.spoken if output.spoken is not None else heard_from_outside(output.message, lang)
