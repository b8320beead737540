"""A compound that shares a part with a tool's own names another thing, where the other part means something else."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)
LAMPS = ("küche", "werkstatt")
TOOLS = {
    "gate": tool("scheunentor_oeffnen", "Öffnet das Scheunentor.", [], {}),
    "mixer": tool(
        "teigmaschine_starten",
        "Startet die Teigmaschine.",
        [],
        {
            "starte die teigmaschine": {},
            "teigmaschine an": {},
            "mach die teigmaschine an": {},
            "knete den teig": {},
            "schalte die teigmaschine ein": {},
        },
    ),
    "door": tool("schuurdeur_openen", "Opent de schuurdeur.", [], {}),
    "lamp": tool(
        "lampe_einschalten",
        "Schaltet die Deckenlampe in einem Raum ein.",
        [ToolParameter("raum", "string", True, "Raum mit einer Lampe", enum_values=LAMPS)],
        {},
    ),
}


def called(own: ToolDefinition, lang: str, said: str) -> int:
    """How many calls of *own* *said* asks for."""
    found = having_learned([own], lang=f"{lang}-{lang}")
    return len(found.translate(said, TranslationContext(NOW, f"{lang}-{lang}")).calls)


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("gate", "de", "öffne das gartentor"),
        ("gate", "de", "mach das hoftor auf"),
        ("gate", "de", "öffne das scheunenfenster"),
        ("mixer", "de", "starte die waschmaschine"),
        ("mixer", "de", "mach die kaffeemaschine an"),
        ("door", "nl", "open de tuindeur"),
        ("door", "nl", "doe de voordeur open"),
    ],
)
def test_another_thing_of_its_kind_is_none_of_it(name: str, lang: str, said: str) -> None:
    assert not called(TOOLS[name], lang, said)


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("gate", "de", "öffne das scheunentor"),
        ("gate", "de", "öffne das tor"),
        ("gate", "de", "öffne das tor der scheune"),
        ("mixer", "de", "starte die maschine"),
        ("mixer", "de", "schalte die teigmaschine ein"),
        ("door", "nl", "open de schuurdeur"),
        ("door", "nl", "open de deur"),
        # the kitchen's lamp
        ("lamp", "de", "schalte die küchenlampe ein"),
    ],
)
def test_its_own_thing_and_a_part_of_its_name_are_meant(name: str, lang: str, said: str) -> None:
    assert called(TOOLS[name], lang, said) == 1


@pytest.mark.parametrize(
    ("lang", "word", "parts"),
    [
        ("de", "küchenlampe", ("küchen", "lampe")),
        ("de", "gartentor", ("garten", "tor")),
        ("nl", "voordeur", ("voor", "deur")),
        ("nl", "planten", None),
        ("de", "lampe", None),
        ("fr", "portemanteau", None),
    ],
)
def test_parts(lang: str, word: str, parts: tuple[str, str] | None) -> None:
    known = lexicon(language(lang))
    assert known is not None and next(known.parts(word), None) == parts
