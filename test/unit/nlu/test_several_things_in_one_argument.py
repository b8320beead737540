"""An argument that holds several things takes these, and neither the verb that asks nor any other strange word."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def _shown(said: str, guests: str, note: str) -> ToolExample:
    return ToolExample(said, {"guests": guests.split("+"), "note": note})


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    invite = ToolDefinition(
        "invite_guests",
        "Invite guests to the hut with a card, and write something on it.",
        "box",
        {"type": "object"},
        {},
        parameters=(
            ToolParameter("guests", "array<string>", required=True, description="Who is invited, each by name"),
            ToolParameter("note", required=True, description="What the card says"),
        ),
        examples=(
            _shown("invite lena saying the stove is lit", "lena", "the stove is lit"),
            _shown("send a card to ivo saying bring a blanket", "ivo", "bring a blanket"),
            _shown("invite mira and jonas saying we have soup", "mira+jonas", "we have soup"),
            _shown("a card for my aunt saying the snow is deep", "aunt", "the snow is deep"),
            _shown("send olga the card saying come early", "olga", "come early"),
            _shown("invite petr ada and sven saying the lake is frozen", "petr+ada+sven", "the lake is frozen"),
            _shown("send a card to nina saying happy new year", "nina", "happy new year"),
            _shown("invite my uncle saying wear good boots", "uncle", "wear good boots"),
            _shown("a card for ugo and lars saying the road is closed", "ugo+lars", "the road is closed"),
            _shown("send emil a card saying the hut is warm", "emil", "the hut is warm"),
        ),
    )
    made = having_learned([invite], lang="en-us")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "guests"),
    [
        ("slip tilda a card saying the kettle is on", ["tilda"]),
        ("write rolf and ines a card saying take the north path", ["rolf", "ines"]),
        ("get a card to edda and cousin karl saying mind the ice", ["edda", "cousin karl"]),
        ("invite bela timo and ruth saying the well is full", ["bela", "timo", "ruth"]),
    ],
)
def test_things_are_told_from_verbs_and_nouns_of_the_tool(
    translator: ExampleTranslator, said: str, guests: list[str]
) -> None:
    found = translator.explain(said, TranslationContext(NOW))["candidates"][0]
    assert found["arguments"]["guests"] == guests


def test_things_that_a_joint_parts_are_one_request(translator: ExampleTranslator) -> None:
    said = "send a card to edda and cousin karl saying the hut is warm"
    calls = translator.translate(said, TranslationContext(NOW)).calls
    assert [call.arguments["guests"] for call in calls] == [["edda", "cousin karl"]]


def test_a_name_with_a_word_of_grammar_in_it_is_one_thing() -> None:
    load = ToolDefinition(
        "load_sledge",
        "Put things on a sledge.",
        "box",
        {"type": "object"},
        {},
        parameters=(ToolParameter("things", "array<string>", required=True, description="What goes on it"),),
        examples=tuple(
            ToolExample(said, {"things": things.split("+")})
            for said, things in (
                ("põe lenha no trenó", "lenha"),
                ("carrega mantas e cordas no trenó", "mantas+cordas"),
                ("preciso de óleo no trenó", "óleo"),
                ("mete pregos tábuas e um martelo no trenó", "pregos+tábuas+martelo"),
                ("quero a lanterna no trenó", "lanterna"),
                ("precisamos de palha e de sal no trenó", "palha+sal"),
                ("o machado vai no trenó", "machado"),
                ("arruma a tenda no trenó", "tenda"),
            )
        ),
    )
    made = having_learned([load], lang="pt-pt")
    made.train()
    found = made.explain("mete casca de bétula e cera no trenó", TranslationContext(NOW, lang="pt-pt"))["candidates"][0]
    assert found["arguments"]["things"] == ["casca de bétula", "cera"]
