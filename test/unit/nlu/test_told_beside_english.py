"""What the other languages say otherwise: reasons behind "que", orders with a pronoun on them, the past by its form."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts import remark_of
from ovos_phal_plugin_jarvis.nlu.acts.conditions import condition
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
WHAT = ToolParameter("title", "string", True, "What the errand is")
ADD = tool(
    "add_errand",
    "Add an errand to the book.",
    [WHAT],
    {
        "añade el recado comprar cuerda": {"title": "comprar cuerda"},
        "apunta el recado llevar la leña": {"title": "llevar la leña"},
        "nuevo recado pintar la valla": {"title": "pintar la valla"},
        "quiero un recado más regar los rosales": {"title": "regar los rosales"},
        "pon en los recados afilar la sierra": {"title": "afilar la sierra"},
        "agrega a mis recados dar de comer al burro": {"title": "dar de comer al burro"},
        "crea el recado arreglar la puerta": {"title": "arreglar la puerta"},
        "tengo otro recado recoger la miel": {"title": "recoger la miel"},
    },
)
DROP = tool(
    "drop_errand",
    "Remove an errand from the book.",
    [WHAT],
    {
        "borra el recado comprar cuerda": {"title": "comprar cuerda"},
        "quita el recado pintar la valla": {"title": "pintar la valla"},
        "elimina el recado llevar la leña": {"title": "llevar la leña"},
        "ya no hace falta el recado afilar la sierra": {"title": "afilar la sierra"},
        "saca regar los rosales de los recados": {"title": "regar los rosales"},
        "tacha el recado recoger la miel": {"title": "recoger la miel"},
    },
)
TELL = tool(
    "tell_errands",
    "Tell the errands of the book.",
    [],
    {
        "qué recados hay": {},
        "dime los recados": {},
        "los recados de hoy": {},
        "cuáles son mis recados": {},
        "lee los recados": {},
        "qué recados quedan": {},
    },
)
RING = tool(
    "ring_for",
    "Ring a bell on a day so that something is not forgotten.",
    [
        ToolParameter("text", "string", True, "What it rings for"),
        ToolParameter("day", "date", False, "On which day"),
    ],
    {
        "toca la campana el lunes por la poda": {"text": "poda", "day": "next_monday"},
        "que suene la campana mañana por la siembra": {"text": "siembra", "day": "tomorrow"},
        "haz sonar la campana por la feria el sábado": {"text": "feria", "day": "next_saturday"},
        "campana el martes por el herrero": {"text": "herrero", "day": "next_tuesday"},
        "toca la campana por la romería el domingo": {"text": "romería", "day": "next_sunday"},
        "quiero la campana mañana por el mercado": {"text": "mercado", "day": "tomorrow"},
    },
)


@pytest.fixture(scope="module")
def farm() -> ExampleTranslator:
    made = having_learned([ADD, DROP, TELL, RING], lang="es-es")
    made.train()
    return made


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        # a name begins behind the "of" that joins it to its kind
        ("borra el recado de la sierra", "drop_errand", {"title": "sierra"}),
        ("quita el recado del herrero", "drop_errand", {"title": "herrero"}),
        # and ends before an order that points back to it
        ("añade el recado engrasar la bisagra apúntalo", "add_errand", {"title": "engrasar la bisagra"}),
        # a thing is named before the order that points back to it
        ("el recado pintar la valla bórralo", "drop_errand", {"title": "pintar la valla"}),
        ("el recado pintar la valla ya lo hice bórralo", "drop_errand", {"title": "pintar la valla"}),
        # what comes of it where it is not done is no condition, and no part of a text
        ("toca la campana el lunes por la poda que si no se me olvida", "ring_for", {"text": "poda"}),
    ],
)
def test_what_is_asked_for(farm: ExampleTranslator, said: str, name: str, arguments: dict[str, Any]) -> None:
    (call,) = farm.translate(said, TranslationContext(NOW, lang="es-es")).calls
    given = {key: str(value).removeprefix("la ") for key, value in call.arguments.items() if key in arguments}
    assert (call.name, given) == (name, arguments)


@pytest.mark.parametrize(
    "said",
    [
        "ayer añadí el recado engrasar la bisagra",
        "apunté el recado engrasar la bisagra",
        "me acosté el lunes por la feria",
    ],
)
def test_what_whoever_speaks_did_orders_nothing(farm: ExampleTranslator, said: str) -> None:
    assert farm.translate(said, TranslationContext(NOW, lang="es-es")).calls == ()


def test_an_order_for_none_of_a_thing_is_not_done() -> None:
    load = tool(
        "load_shed",
        "Put things into the shed.",
        [ToolParameter("things", "array<string>", True, "What goes in")],
        {
            "leg holz in den schuppen": {"things": ["holz"]},
            "stell harke und spaten in den schuppen": {"things": ["harke", "spaten"]},
            "pack die seile in den schuppen": {"things": ["seile"]},
            "leg bretter nägel und draht in den schuppen": {"things": ["bretter", "nägel", "draht"]},
            "in den schuppen kommt der schlitten": {"things": ["schlitten"]},
            "räum die kisten in den schuppen": {"things": ["kisten"]},
        },
    )
    made = having_learned([load], lang="de-de")
    made.train()
    context = TranslationContext(NOW, lang="de-de")
    assert made.translate("pack stroh in den schuppen", context).calls
    assert made.translate("pack bloß keine kohle in den schuppen", context).calls == ()


@pytest.mark.parametrize(
    ("lang", "said", "is_remark"),
    [
        ("es-es", "que el niño duerme", True),
        ("es-es", "que estoy al teléfono", True),
        ("pt-pt", "que o bebé está a dormir", True),
        ("it-it", "che il bambino dorme", True),
        ("fr-fr", "que le bébé dort", True),
        # these say which one is meant
        ("es-es", "que está vacía", False),
        ("pt-pt", "que está vazia", False),
        ("it-it", "che è vuota", False),
    ],
)
def test_a_clause_behind_que_is_a_remark_where_it_says_who(lang: str, said: str, is_remark: bool) -> None:
    assert (remark_of(said, lang) is not None) is is_remark


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "ring the bell on monday or else i forget it"),
        ("de-de", "läute am montag sonst vergesse ich es"),
        ("es-es", "toca el lunes que si no se me olvida"),
        ("fr-fr", "sonne lundi car sinon j'oublie"),
        ("it-it", "suona lunedì che se no me lo dimentico"),
        ("nl-nl", "luid maandag want anders vergeet ik het"),
        ("pt-pt", "toca na segunda senão eu esqueço"),
    ],
)
def test_what_comes_of_it_else_is_no_condition(lang: str, said: str) -> None:
    assert condition(said, lang) == ""
