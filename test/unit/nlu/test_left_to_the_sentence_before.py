"""An order that names nothing is for what the sentence before it wishes for, and "okay" before a request is none."""

from __future__ import annotations

from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_TOWN = (
    tool(
        "find_tutor",
        "Find a tutor for a subject.",
        [
            ToolParameter("subject", "string", False, "Which subject"),
            ToolParameter("village", "string", False, "Where"),
        ],
        {
            "find a tutor for latin": {"subject": "latin"},
            "i need a physics tutor in kilburn": {"subject": "physics", "village": "kilburn"},
            "look for a tutor who teaches greek": {"subject": "greek"},
            "is there a maths tutor in ashby": {"subject": "maths", "village": "ashby"},
            "find me a tutor": {},
            "show tutors for chemistry": {"subject": "chemistry"},
        },
    ),
    tool(
        "hire_hall",
        "Hire the village hall.",
        [ToolParameter("hours", "int", False, "For how many hours")],
        {
            "hire the hall": {},
            "hire the village hall for three hours": {"hours": 3},
            "i want to hire the hall": {},
            "make a booking for the hall": {},
            "take the hall for two hours": {"hours": 2},
            "book the hall for us": {},
        },
    ),
)


def _calls(said: str, context: TranslationContext) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in having_learned(_TOWN).translate(said, context).calls]


@pytest.mark.parametrize(
    "said",
    ["I need a latin tutor. Please can you find someone?", "i want a latin tutor, can you find me somebody"],
)
def test_what_is_ordered_was_said_before(context: TranslationContext, said: str) -> None:
    assert _calls(said, context) == [("find_tutor", {"subject": "latin"})]


@pytest.mark.parametrize("lead", ["Okay.", "Sure,", "Great."])
def test_an_okay_is_no_request(context: TranslationContext, lead: str) -> None:
    assert _calls(f"{lead} I'd like to make the booking for the hall.", context) == [("hire_hall", {})]


@pytest.mark.parametrize("said", ["tom called. find something", "the hall is cold. can you do something"])
def test_what_nobody_wished_for_is_not_done(context: TranslationContext, said: str) -> None:
    assert _calls(said, context) == []
