"""Arguments of tools in other languages than English whose values are the two sides of something: the one that is said
is meant, also by words that no example has, and never the other one."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.sides import Sides
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 27, 12, tzinfo=timezone.utc)


def two_sided(
    name: str, description: str, place: tuple[str, tuple[str, ...]], side: tuple[str, tuple[str, str]], said: str
) -> ToolDefinition:
    """A tool for a place and one of two sides; each line of *said* is an example with both after a colon."""
    examples = {}
    for line in said.strip().splitlines():
        words, _, values = line.strip().partition(": ")
        where, which = values.split(", ")
        examples[words] = {place[0]: where, side[0]: which}
    parameters = [
        ToolParameter(place[0], "string", True, description, enum_values=place[1]),
        ToolParameter(side[0], "string", True, description, enum_values=side[1]),
    ]
    return tool(name, description, parameters, examples)


TOOLS = {
    "de": two_sided(
        "pumpe_schalten",
        "Schaltet eine Pumpe an oder aus.",
        ("ort", ("teich", "brunnen", "zisterne")),
        ("zustand", ("an", "aus")),
        """
        schalte die pumpe im teich an: teich, an
        schalte die pumpe im brunnen aus: brunnen, aus
        pumpe in der zisterne an: zisterne, an
        mach die pumpe im teich an: teich, an
        mach die pumpe in der zisterne aus: zisterne, aus
        wasser marsch für den teich: teich, an
        pumpe am brunnen ausschalten: brunnen, aus
        """,
    ),
    "es": two_sided(
        "toldo_mover",
        "Sube o baja un toldo.",
        ("lugar", ("patio", "balcón", "tienda")),
        ("movimiento", ("sube", "baja")),
        """
        sube el toldo del patio: patio, sube
        baja el toldo del balcón: balcón, baja
        sube el toldo de la tienda: tienda, sube
        quiero sol en el patio: patio, sube
        el sol molesta en el balcón: balcón, baja
        """,
    ),
    "fr": two_sided(
        "serre_chauffer",
        "Rend une serre plus chaude ou moins chaude.",
        ("serre", ("tomates", "orchidées", "semis")),
        ("sens", ("plus chaud", "moins chaud")),
        """
        mets plus chaud pour les tomates: tomates, plus chaud
        mets moins chaud pour les orchidées: orchidées, moins chaud
        il fait froid pour les semis: semis, plus chaud
        plus chaud chez les orchidées: orchidées, plus chaud
        baisse le chauffage des orchidées: orchidées, moins chaud
        """,
    ),
    "nl": two_sided(
        "oven_bijstellen",
        "Maakt een oven warmer of kouder.",
        ("oven", ("steenoven", "broodoven", "pizzaoven")),
        ("richting", ("warmer", "kouder")),
        """
        maak de steenoven warmer: steenoven, warmer
        maak de broodoven kouder: broodoven, kouder
        het is te koud in de pizzaoven: pizzaoven, warmer
        broodoven warmer: broodoven, warmer
        zet de broodoven lager: broodoven, kouder
        """,
    ),
    "it": two_sided(
        "cancello_muovere",
        "Alza o abbassa una sbarra.",
        ("sbarra", ("ingresso", "uscita", "magazzino")),
        ("verso", ("alza", "abbassa")),
        """
        alza la sbarra dell'ingresso: ingresso, alza
        abbassa la sbarra dell'uscita: uscita, abbassa
        alza la sbarra del magazzino: magazzino, alza
        tira su la sbarra dell'uscita: uscita, alza
        tira giù la sbarra dell'ingresso: ingresso, abbassa
        """,
    ),
    "pt": two_sided(
        "bomba_ligar",
        "Liga ou desliga uma bomba.",
        ("lugar", ("poço", "lago", "tanque")),
        ("estado", ("ligada", "desligada")),
        """
        liga a bomba do poço: poço, ligada
        desliga a bomba do tanque: tanque, desligada
        liga a bomba do lago: lago, ligada
        põe a bomba do poço a trabalhar: poço, ligada
        desliga a bomba do lago: lago, desligada
        """,
    ),
}


def read(lang: str, said: str, *, plain: bool = False) -> list[dict[str, Any]]:
    """The arguments of the calls that *said* asks for."""
    own = TOOLS[lang]
    made = tool(own.name, own.description, [*own.parameters], {}) if plain else own
    found: ExampleTranslator = having_learned([made], lang=f"{lang}-{lang}")
    return [dict(c.arguments) for c in found.translate(said, TranslationContext(NOW, f"{lang}-{lang}")).calls]


@pytest.mark.parametrize(
    ("lang", "said", "value"),
    [
        # by the value's own name, at a place of which examples show the other one
        ("de", "pumpe im teich aus", "aus"),
        ("es", "baja el toldo de la tienda", "baja"),
        ("fr", "moins chaud pour les semis", "moins chaud"),
        ("it", "abbassa la sbarra del magazzino", "abbassa"),
        # by a particle or a verb that no example has
        ("de", "schalte die pumpe im teich ab", "aus"),
        ("de", "deaktiviere die pumpe im teich", "aus"),
        ("de", "schalte die pumpe im brunnen ein", "an"),
        ("de", "stell die pumpe im teich ab", "aus"),
        ("pt", "desativa a bomba do poço", "desligada"),
        ("it", "tira giù la sbarra del magazzino", "abbassa"),
        # less of one is the other, and so is too much of it
        ("nl", "maak de pizzaoven minder warm", "kouder"),
        ("nl", "maak de broodoven minder koud", "warmer"),
        ("nl", "het is te warm in de pizzaoven", "kouder"),
        ("fr", "il fait trop chaud pour les semis", "moins chaud"),
        ("fr", "chauffe moins les semis", "moins chaud"),
    ],
)
def test_the_one_that_is_said_is_meant(lang: str, said: str, value: str) -> None:
    assert [[*found.values()][1] for found in read(lang, said)] == [value]


@pytest.mark.parametrize(
    ("lang", "said", "value"),
    [
        ("de", "schalte die pumpe im teich ab", "aus"),
        ("de", "schalte die pumpe im teich an", "an"),
        ("nl", "maak de pizzaoven minder warm", "kouder"),
    ],
)
def test_it_is_without_examples_too(lang: str, said: str, value: str) -> None:
    assert [[*found.values()][1] for found in read(lang, said, plain=True)] == [value]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "trenn die pumpe im teich vom strom"),
        ("de", "pumpe im teich an oder aus"),
        ("de", "schalte die pumpe im teich nicht an"),
        ("fr", "je ne veux plus chaud pour les tomates"),
        ("it", "smonta la sbarra del magazzino"),
        ("pt", "conserta a bomba do poço"),
    ],
)
def test_what_nobody_can_tell_is_not_guessed(lang: str, said: str) -> None:
    assert not read(lang, said)


@pytest.mark.parametrize(
    ("lang", "said", "value"),
    [
        ("de", "schalte die pumpe am teich an der mauer aus", "aus"),
        ("de", "schalte eine pumpe im teich an", "an"),
        ("de", "mach die pumpe im brunnen aus bitte", "aus"),
        ("de", "pumpe im teich an", "an"),
        ("fr", "plus chaud pour les orchidées", "plus chaud"),
        ("es", "sube el toldo del balcón", "sube"),
        ("nl", "zet de broodoven lager", "kouder"),
        # as its author says it, whatever that may mean elsewhere
        ("it", "tira su la sbarra del magazzino", "alza"),
    ],
)
def test_what_examples_say_is_meant_as_they_do(lang: str, said: str, value: str) -> None:
    assert [[*found.values()][1] for found in read(lang, said)] == [value]


@pytest.mark.parametrize(
    ("lang", "values", "said", "value"),
    [
        ("de", ("hell", "dunkel", "rot"), "mach es dunkel", "dunkel"),
        ("de", ("öffnen", "schließen"), "schließ die truhe auf", "öffnen"),
        ("de", ("ein", "aus"), "hol ein brot", None),
        ("de", ("montag", "dienstag"), "am montag", None),
        ("es", ("fría", "caliente"), "pon la ducha muy caliente", "caliente"),
        ("en", ("on", "off"), "switch it off", None),
    ],
)
def test_sides(lang: str, values: tuple[str, ...], said: str, value: str | None) -> None:
    found = Sides(values, language(lang)).of(hear(said, lang, NOW), ())
    assert (found.value if found else None) == value
