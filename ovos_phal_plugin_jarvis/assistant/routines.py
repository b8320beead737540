"""Whether words name a routine, and the calls that it then stands for."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.assistant.talk import is_one_of
from ovos_phal_plugin_jarvis.commands.routines import Routine, Step
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, listed, say
from ovos_phal_plugin_jarvis.translation.values import ToolCall

ROUTINE = "routine"
"""What stands for the translator in the reply to words that name one, and the ``.voc`` file of what may stand beside
its name."""


def routine_named(utterance: str, lang: str, routines: Sequence[Routine]) -> Routine | None:
    """The routine that *utterance* names, all of it: one of its phrases, or its name with "start", "routine" or the
    like beside it; politeness and wake words aside. None for none, and where two are named as well.

    A phrase that is a part of what is said, or nearly what is said, names nothing: "don't say good night" is no "good
    night", and "lights off" no "lights on".
    """
    found = [r for r in routines if is_one_of(utterance, lang, (*r.phrases, _name(r)), ROUTINE)]
    return found[0] if len(found) == 1 else None


def calls_of(steps: Sequence[Step]) -> list[ToolCall]:
    """The calls of *steps*, in order."""
    return [ToolCall(step.command, dict(step.arguments)) for step in steps]


def left_out(labels: Sequence[str], lang: str) -> Spoken:
    """What is said of the steps that can't be done; empty where there are none."""
    named = [Spoken(label) for label in labels]
    return say("routine_left_out", lang, steps=listed(named, lang)) if named else Spoken("")


def _name(routine: Routine) -> str:
    return routine.name.replace("_", " ").replace("-", " ")
