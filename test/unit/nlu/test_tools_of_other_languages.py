"""What is said to tools of another language than English that show ten examples in it: where their texts are, and what
a denial or a time does that is no text."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import asks
from ovos_phal_plugin_jarvis.consent.risk import risk
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.denied_elsewhere import denials_of_deed
from ovos_phal_plugin_jarvis.nlu.entities import DATE, TIME, mentions
from ovos_phal_plugin_jarvis.nlu.learning.calibration import ELSEWHERE, NAMES_ELSEWHERE
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.learning.listed import things_at
from ovos_phal_plugin_jarvis.nlu.learning.placing import OTHER_FOREST
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.nlu.reasons import CODES, WORDS_LEFT
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 12, 1, 10, 0, tzinfo=timezone.utc)

GERMAN = tool(
    "werkzeug_verleihen",
    "Trägt ein, welches Werkzeug an wen verliehen wird.",
    [
        ToolParameter("werkzeug", required=True, description="Das Werkzeug"),
        ToolParameter("person", required=True, description="Wer es bekommt"),
        ToolParameter("tage", "int", description="Für wie viele Tage"),
    ],
    {
        "verleih den akkuschrauber an sabine": {"werkzeug": "akkuschrauber", "person": "sabine"},
        "verleih die leiter für drei tage an herrn voigt": {"werkzeug": "leiter", "person": "herrn voigt", "tage": 3},
        "gib holger die bohrmaschine": {"werkzeug": "bohrmaschine", "person": "holger"},
        "trag ein dass uwe die stichsäge bekommt": {"werkzeug": "stichsäge", "person": "uwe"},
        "leih ines den hammer für zwei tage": {"werkzeug": "hammer", "person": "ines", "tage": 2},
        "der winkelschleifer geht an frau korn": {"werkzeug": "winkelschleifer", "person": "frau korn"},
        "verleihe die heckenschere an torsten": {"werkzeug": "heckenschere", "person": "torsten"},
        "gib die wasserwaage für vier tage an elke": {"werkzeug": "wasserwaage", "person": "elke", "tage": 4},
        "trag die kettensäge für bernd ein": {"werkzeug": "kettensäge", "person": "bernd"},
        "leih den schubkarren an familie lutz": {"werkzeug": "schubkarren", "person": "familie lutz"},
    },
)
SPANISH = tool(
    "reservar_sala",
    "Reserva una sala de ensayo para un grupo.",
    [
        ToolParameter("sala", required=True, description="La sala"),
        ToolParameter("grupo", required=True, description="El grupo que ensaya"),
        ToolParameter("horas", "int", description="Cuántas horas"),
    ],
    {
        "reserva la sala azul para los truenos": {"sala": "azul", "grupo": "los truenos"},
        "reserva la sala grande para el coro dos horas": {"sala": "grande", "grupo": "el coro", "horas": 2},
        "guarda la sala del sótano para la charanga": {"sala": "del sótano", "grupo": "la charanga"},
        "quiero la sala pequeña para los grillos": {"sala": "pequeña", "grupo": "los grillos"},
        "aparta la sala roja para la orquesta tres horas": {"sala": "roja", "grupo": "la orquesta", "horas": 3},
        "no queda otra que la sala verde para los duendes": {"sala": "verde", "grupo": "los duendes"},
        "reserva la sala alta para el cuarteto": {"sala": "alta", "grupo": "el cuarteto"},
        "apunta la sala blanca para las amapolas": {"sala": "blanca", "grupo": "las amapolas"},
        "reserva la sala negra para la tuna una hora": {"sala": "negra", "grupo": "la tuna", "horas": 1},
        "quiero reservar la sala gris para los faros": {"sala": "gris", "grupo": "los faros"},
    },
)
ITALIAN = tool(
    "componi_bouquet",
    "Compone un mazzo di fiori.",
    [
        ToolParameter("fiori", "array<string>", required=True, description="I fiori del mazzo"),
        ToolParameter("nome", description="Per chi è"),
    ],
    {
        "fai un mazzo di rose gigli e fresie per clara": {"fiori": ["rose", "gigli", "fresie"], "nome": "clara"},
        "componi un mazzo con tulipani e iris": {"fiori": ["tulipani", "iris"]},
        "prepara un mazzo di peonie dalie e zinnie": {"fiori": ["peonie", "dalie", "zinnie"]},
        "un mazzo di margherite per bruno": {"fiori": ["margherite"], "nome": "bruno"},
        "fai un mazzo con garofani e ortensie": {"fiori": ["garofani", "ortensie"]},
        "componi rose e lavanda per la nonna": {"fiori": ["rose", "lavanda"], "nome": "la nonna"},
        "prepara un mazzo di girasoli": {"fiori": ["girasoli"]},
        "vorrei un mazzo di orchidee felci e mimose": {"fiori": ["orchidee", "felci", "mimose"]},
        "fai un mazzo di narcisi per sergio": {"fiori": ["narcisi"], "nome": "sergio"},
        "componi un mazzo con anemoni e viole": {"fiori": ["anemoni", "viole"]},
    },
)
TOOLS = {"de": GERMAN, "es": SPANISH, "it": ITALIAN}


@pytest.fixture(scope="module")
def translators() -> dict[str, ExampleTranslator]:
    return {lang: having_learned([each], lang=f"{lang}-{lang}") for lang, each in TOOLS.items()}


def _told(translators: dict[str, ExampleTranslator], lang: str, said: str) -> Translation:
    return translators[lang].translate(said, TranslationContext(NOW, f"{lang}-{lang}"))


def _runs(found: Translation, definition: ToolDefinition) -> bool:
    sure = min(found.confidence, found.certain)
    return bool(found.calls) and not any(asks(risk(definition, call.arguments), sure) for call in found.calls)


@pytest.mark.parametrize(
    ("lang", "said", "arguments"),
    [
        (
            "de",
            "könntest du die kreissäge bitte an matthias verleihen",
            {"werkzeug": "kreissäge", "person": "matthias"},
        ),
        (
            "de",
            "frau seidel möchte die schleifmaschine für fünf tage haben",
            {"werkzeug": "schleifmaschine", "person": "frau seidel", "tage": 5},
        ),
        ("es", "me reservas la sala amarilla para los cometas por favor", {"sala": "amarilla", "grupo": "los cometas"}),
        ("it", "mi prepari un mazzo di gerbere calle e papaveri", {"fiori": ["gerbere", "calle", "papaveri"]}),
    ],
)
def test_texts_are_where_they_are_said(
    translators: dict[str, ExampleTranslator], lang: str, said: str, arguments: dict[str, Any]
) -> None:
    context = TranslationContext(NOW, f"{lang}-{lang}")
    found = translators[lang].candidates(said, context)[0]
    assert dict(found.filled.arguments) == arguments


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "verleih die leiter bitte nicht an sabine"),
        ("de", "ich will nicht dass du die leiter an sabine verleihst"),
        ("es", "no reserves la sala azul para los truenos"),
        ("es", "no quiero que reserves la sala azul para los truenos"),
        ("it", "non fare un mazzo di rose e gigli"),
        ("de", "hast du die leiter an sabine verliehen"),
    ],
)
def test_what_is_denied_or_asked_is_neither_done_nor_asked_about(
    translators: dict[str, ExampleTranslator], lang: str, said: str
) -> None:
    assert not _told(translators, lang, said).calls


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "verleih die leiter an sabine aber nur heute"),
        ("es", "reserva la sala azul para los truenos pero solo hoy"),
        ("it", "fai un mazzo di rose per clara ma solo domani"),
    ],
)
def test_a_time_is_no_text_of_a_second_call(translators: dict[str, ExampleTranslator], lang: str, said: str) -> None:
    found = _told(translators, lang, said)
    assert len(found.calls) < 2
    assert not _runs(found, TOOLS[lang])


def test_what_the_trees_alone_are_sure_of_asks_first(translators: dict[str, ExampleTranslator]) -> None:
    found = _told(translators, "de", "heute früh kam uwe vorbei und wollte die rohrzange haben also verleih sie ihm")
    assert not _runs(found, GERMAN)


@pytest.mark.parametrize(
    ("lang", "said", "english", "denies"),
    [
        ("de", "karin kann nicht kommen", "karin can not come", False),
        ("de", "die leiter nicht verleihen", "the ladder not lend", True),
        ("de", "verleih die leiter nicht", "lend the ladder not", True),
        ("de", "ohne die leiter", "without the ladder", True),
        ("es", "no puedo ir", "not can go", False),
        ("es", "no los faros", "not the lighthouses", True),
        ("es", "no quiero ir", "not want go", True),
        ("nl", "geen melk", "no milk", True),
    ],
)
def test_whose_verb_is_denied(lang: str, said: str, english: str, denies: bool) -> None:
    heard = hear(said, lang, NOW, strip=False)
    how = ["example" if word in ("verleih", "verleihen") else "left" for word in heard.words]
    assert bool(denials_of_deed(heard, english.split, how, ())) is denies


def test_a_denial_that_makes_a_value_is_none_of_the_deed() -> None:
    heard = hear("ohne die leiter", "de", NOW, strip=False)
    assert not denials_of_deed(heard, "without the ladder".split, ["value", "value", "value"], {0, 1, 2})


def test_the_trees_are_told_of_all_reasons() -> None:
    """Save of words that are left, which are counted by themselves where the encoder reads."""
    assert set(CODES) - {WORDS_LEFT} == set(NAMES_ELSEWHERE) & set(CODES)


@pytest.mark.parametrize(
    ("lang", "said", "kind", "values"),
    [
        ("de", "um 16 uhr einen gärtner", TIME, ["16:00"]),
        ("nl", "om 9 uur een kano", TIME, ["09:00"]),
        ("fr", "à dix heures quatre heures de poterie", TIME, ["10:00"]),
        ("fr", "réveille moi à sept heures trente minutes", TIME, ["07:30"]),
        ("de", "um 16 uhr zehn", TIME, ["16:10"]),
        ("pt", "quinta às quatro e meia da tarde", DATE, ["next_thursday"]),
        ("pt", "segunda três da tarde", DATE, ["next_monday"]),
        ("pt", "a quinta porta", DATE, []),
    ],
)
def test_minutes_and_days_are_told_from_what_they_count(lang: str, said: str, kind: str, values: list[str]) -> None:
    found = [x.value for x in mentions(said, f"{lang}-{lang}", NOW) if x.kind == kind]
    assert [x.keys[0] if kind == DATE else f"{x.hour:02}:{x.minute:02}" for x in found] == values


@pytest.mark.parametrize(
    ("lang", "said", "start", "end", "things"),
    [
        ("es", "avisa a nieves a rubén y a inés", 2, 8, ["nieves", "rubén", "inés"]),
        ("es", "lista de aceite de oliva y pan", 2, 7, ["aceite de oliva", "pan"]),
    ],
)
def test_the_things_of_a_list_without_commas(lang: str, said: str, start: int, end: int, things: list[str]) -> None:
    heard = hear(said, lang, NOW, strip=False)
    found = things_at(heard, start, end, None, "things")
    assert [heard.said(*place) for place in found] == things


def test_the_trees_are_shipped() -> None:
    assert {OTHER_FOREST, ELSEWHERE} <= forests().keys()
