"""Arguments that are addresses: as the author's examples have them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))


def _invite(as_written: bool) -> Any:
    def to(said: str) -> str:
        return said.replace(" at ", "@").replace(" dot ", ".") if as_written else said

    people = ["nora at brightwell dot org", "paul at mail dot com", "zoe at kiln dot net", "max at barn dot eu"]
    return tool(
        "invite_guest",
        "Invite somebody to the open day by mail.",
        [
            ToolParameter("email", required=True, description="Address that the invitation goes to"),
            ToolParameter("guests", "int", description="How many they may bring"),
        ],
        {
            f"invite {people[0]} to the open day": {"email": to(people[0])},
            f"send an invitation to {people[1]} with three guests": {"email": to(people[1]), "guests": 3},
            f"{people[2]} should get an invitation": {"email": to(people[2])},
            f"mail {people[3]} an invitation for two": {"email": to(people[3]), "guests": 2},
            f"an invitation for {people[0]} please": {"email": to(people[0])},
            f"ask {people[1]} to the open day with five others": {"email": to(people[1]), "guests": 5},
        },
    )


@pytest.fixture(scope="module", params=[True, False], ids=["written", "said"])
def translator(request: pytest.FixtureRequest) -> tuple[ExampleTranslator, bool]:
    return having_learned([_invite(request.param)]), request.param


@pytest.mark.parametrize("said", ["invite {} to the open day", "send an invitation to {} with four guests"])
def test_an_address_as_the_examples_have_it(translator: tuple[ExampleTranslator, bool], said: str) -> None:
    knows, as_written = translator
    (call,) = knows.translate(said.format("ines at otter dot uk"), CONTEXT).calls

    assert call.arguments["email"] == ("ines@otter.uk" if as_written else "ines at otter dot uk")


def test_no_address_is_asked_for(translator: tuple[ExampleTranslator, bool]) -> None:
    knows, _ = translator
    found = knows.translate("invite somebody to the open day", CONTEXT)

    assert not found.calls
