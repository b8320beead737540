"""Where something comes from and where it goes, for tools in other languages than English: the words before the two
tell, whichever is said first and whatever the examples show."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)


def ferry(lang: str, description: str, origin: str, target: str, said: dict[str, tuple[str, str]]) -> ToolDefinition:
    """A tool for two places, which examples name."""
    parameters = [ToolParameter(name, "string", True, description) for name in (origin, target)]
    shown = {words: {origin: places[0], target: places[1]} for words, places in said.items()}
    return tool(f"fähre_{lang}", description, parameters, shown)


TOOLS = {
    "de": ferry(
        "de",
        "Sucht eine Fähre.",
        "abfahrt",
        "ankunft",
        {
            "fähre von kiel nach oslo": ("kiel", "oslo"),
            "nach trelleborg ab rostock": ("rostock", "trelleborg"),
            "fähre von emden nach borkum": ("emden", "borkum"),
            "wie komme ich von büsum nach helgoland": ("büsum", "helgoland"),
        },
    ),
    "es": ferry(
        "es",
        "Busca un ferry.",
        "salida",
        "llegada",
        {
            "ferry de cádiz a tenerife": ("cádiz", "tenerife"),
            "a ceuta desde algeciras": ("algeciras", "ceuta"),
            "busca un ferry desde denia hasta ibiza": ("denia", "ibiza"),
        },
    ),
    "fr": ferry(
        "fr",
        "Cherche un ferry.",
        "depart",
        "arrivee",
        {
            "ferry de calais à douvres": ("calais", "douvres"),
            "pour bastia depuis nice": ("nice", "bastia"),
            "cherche un ferry de brest pour cork": ("brest", "cork"),
        },
    ),
}
LANGUAGES = ("deutsch", "englisch", "polnisch")
TRANSLATE = tool(
    "wort_uebersetzen",
    "Übersetzt ein Wort.",
    [
        ToolParameter("wort", "string", True, "Das Wort"),
        ToolParameter("von", "string", False, "Ausgangssprache", enum_values=LANGUAGES),
        ToolParameter("nach", "string", True, "Zielsprache", enum_values=LANGUAGES),
    ],
    {
        "übersetze abend ins englische": {"wort": "abend", "nach": "englisch"},
        "was heißt brot auf polnisch": {"wort": "brot", "nach": "polnisch"},
        "übersetze bread von englisch nach deutsch": {"wort": "bread", "von": "englisch", "nach": "deutsch"},
        "übersetze chleb aus dem polnischen ins deutsche": {"wort": "chleb", "von": "polnisch", "nach": "deutsch"},
    },
)


def read(own: ToolDefinition, lang: str, said: str) -> list[dict[str, Any]]:
    """The arguments of the calls that *said* asks for."""
    found = having_learned([own], lang=f"{lang}-{lang}")
    return [dict(call.arguments) for call in found.translate(said, TranslationContext(NOW, f"{lang}-{lang}")).calls]


@pytest.mark.parametrize(
    ("lang", "said", "places"),
    [
        ("de", "fähre von ulm nach wien", ("ulm", "wien")),
        ("de", "fähre nach wien von ulm", ("ulm", "wien")),
        ("es", "ferry de lugo a vigo", ("lugo", "vigo")),
        ("es", "ferry de vigo a lugo", ("vigo", "lugo")),
        ("fr", "un ferry pour nancy depuis metz", ("metz", "nancy")),
        ("fr", "ferry depuis metz vers nancy", ("metz", "nancy")),
        # examples' own places, the other way round
        ("de", "fähre von oslo nach kiel", ("oslo", "kiel")),
    ],
)
def test_the_words_before_two_places_tell(lang: str, said: str, places: tuple[str, str]) -> None:
    origin, target = (parameter.name for parameter in TOOLS[lang].parameters)
    assert read(TOOLS[lang], lang, said) == [{origin: places[0], target: places[1]}]


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("fähre von ulm nach wien", ("ulm", "wien")),
        ("fähre nach wien von ulm", ("ulm", "wien")),
        ("such eine fähre ab ulm nach wien", ("ulm", "wien")),
    ],
)
def test_they_do_without_examples(said: str, places: tuple[str, str]) -> None:
    own = TOOLS["de"]
    plain = tool(own.name, own.description, [*own.parameters], {})
    assert read(plain, "de", said) == [{"abfahrt": places[0], "ankunft": places[1]}]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("übersetze milk von englisch nach polnisch", {"wort": "milk", "von": "englisch", "nach": "polnisch"}),
        ("übersetze milch ins polnische", {"wort": "milch", "nach": "polnisch"}),
        ("was heißt butter auf deutsch", {"wort": "butter", "nach": "deutsch"}),
    ],
)
def test_one_value_of_a_few_is_not_for_both(said: str, wanted: dict[str, Any]) -> None:
    assert read(TRANSLATE, "de", said) == [wanted]
