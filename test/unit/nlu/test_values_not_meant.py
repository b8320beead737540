"""Of a few values the one behind a "not" is never taken, and the one that is named beside it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
_PLANKS = tool(
    "find_planks",
    "Finds planks in the timber yard.",
    [
        ToolParameter("wood", enum_values=("oak", "pine", "larch", "beech"), description="Which wood they are of"),
        ToolParameter("finish", enum_values=("rough", "planed", "oiled"), description="How they are finished"),
        ToolParameter("metres", "float", description="How long they are"),
    ],
    {
        "find oak planks": {"wood": "oak"},
        "find planed pine planks": {"wood": "pine", "finish": "planed"},
        "planks of larch three metres long": {"wood": "larch", "metres": 3.0},
        "which rough planks have you got": {"finish": "rough"},
        "are there oiled planks of beech": {"wood": "beech", "finish": "oiled"},
        "show me planks of four metres": {"metres": 4.0},
        "look for rough larch planks": {"wood": "larch", "finish": "rough"},
    },
)
_BRETTER = tool(
    "find_planks",
    "Findet Bretter im Holzlager.",
    [ToolParameter("holz", enum_values=("eiche", "kiefer", "lärche"), description="Aus welchem Holz")],
    {
        "such bretter aus eiche": {"holz": "eiche"},
        "finde bretter aus kiefer": {"holz": "kiefer"},
        "welche bretter aus lärche gibt es": {"holz": "lärche"},
        "zeig mir bretter aus eiche": {"holz": "eiche"},
    },
)


@pytest.fixture(scope="module", params=[True, False], ids=["examples", "declared"])
def planks(request: pytest.FixtureRequest) -> ExampleTranslator:
    return having_learned([_PLANKS if request.param else replace(_PLANKS, examples=())], lang="en-us")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("find larch planks not oak", {"wood": "larch"}),
        ("find planks of oak but not the rough the planed", {"wood": "oak", "finish": "planed"}),
        ("find pine planks not rough but oiled", {"wood": "pine", "finish": "oiled"}),
    ],
)
def test_the_one_beside_it_is_meant(planks: ExampleTranslator, said: str, wanted: dict[str, str]) -> None:
    assert [call.arguments for call in planks.translate(said, CONTEXT).calls] == [wanted]


@pytest.mark.parametrize("said", ["find planks not oak", "find planks but not the rough", "find oak planks not rough"])
def test_it_is_never_taken_alone(planks: ExampleTranslator, said: str) -> None:
    found = planks.translate(said, CONTEXT).calls
    assert not any(call.arguments.get("wood") == "oak" and "rough" not in said for call in found)
    assert not any(call.arguments.get("finish") == "rough" for call in found)


@pytest.mark.parametrize(
    "said", ["such bretter aus lärche nicht aus eiche", "such bretter nicht aus eiche sondern aus lärche"]
)
def test_so_it_is_in_another_language(said: str) -> None:
    found = having_learned([_BRETTER], lang="de-de").translate(said, replace(CONTEXT, lang="de-de"))
    assert all(call.arguments == {"holz": "lärche"} for call in found.calls)
    assert found.calls
