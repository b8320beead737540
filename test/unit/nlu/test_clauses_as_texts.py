"""Notes that are a clause, in German and Dutch, where its verb stands last: all of it is the text."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
NOTE = tool(
    "notiz_schreiben",
    "Notiert etwas.",
    [ToolParameter("text", "string", True, "Was notiert wird")],
    {
        "notier dass ich den zaun gestrichen habe": {"text": "ich den zaun gestrichen habe"},
        "notiere salz ist alle": {"text": "salz ist alle"},
        "schreib auf dass die klingel spinnt": {"text": "die klingel spinnt"},
        "notiz tante anrufen": {"text": "tante anrufen"},
        "schreib auf dass lena den wagen hat": {"text": "lena den wagen hat"},
    },
)
CHORE = tool(
    "arbeit_melden",
    "Hält fest, welche Hausarbeit getan wurde.",
    [ToolParameter("arbeit", "string", True, "Welche Hausarbeit")],
    {
        "ich habe den müll rausgebracht": {"arbeit": "müll rausgebracht"},
        "notier dass ich das bad geputzt habe": {"arbeit": "bad geputzt"},
        "ich hab die wäsche aufgehängt": {"arbeit": "wäsche aufgehängt"},
        "abwasch ist erledigt": {"arbeit": "abwasch"},
    },
)
PLAIN = tool(NOTE.name, NOTE.description, [*NOTE.parameters], {})
DUTCH = tool("notitie_maken", "Noteert iets.", [ToolParameter("tekst", "string", True, "Wat genoteerd wordt")], {})


def read(own: ToolDefinition, lang: str, said: str) -> list[dict[str, Any]]:
    """The arguments of the calls that *said* asks for."""
    found = having_learned([own], lang=f"{lang}-{lang}")
    return [dict(call.arguments) for call in found.translate(said, TranslationContext(NOW, f"{lang}-{lang}")).calls]


@pytest.mark.parametrize("own", [NOTE, PLAIN])
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("notier dass ich die gasrechnung ausgelegt habe", "ich die gasrechnung ausgelegt habe"),
        ("schreib auf dass das rad abgeholt werden muss", "das rad abgeholt werden muss"),
        ("notiz das tor ist repariert", "das tor ist repariert"),
    ],
)
def test_all_of_the_clause_is_the_text(own: ToolDefinition, said: str, text: str) -> None:
    assert read(own, "de", said) == [{"text": text}]


def test_it_is_in_dutch() -> None:
    said = "noteer dat ik de huur betaald heb"
    assert read(DUTCH, "nl", said) == [{"tekst": "ik de huur betaald heb"}]


@pytest.mark.parametrize(
    ("own", "said", "text"),
    [
        (NOTE, "notiere mehl ist alle", "mehl ist alle"),
        (NOTE, "notiz onkel besuchen", "onkel besuchen"),
        # what its author takes of such a clause
        (CHORE, "ich habe den rasen gemäht", "rasen gemäht"),
    ],
)
def test_other_texts_are_as_they_were(own: ToolDefinition, said: str, text: str) -> None:
    assert [[*found.values()] for found in read(own, "de", said)] == [[text]]
