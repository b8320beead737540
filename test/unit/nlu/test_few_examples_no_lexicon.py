"""Tools with a handful of examples in a language of which there is neither an encoder nor a dictionary of meanings."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.entities import mentions
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def tool(name, description, parameters, *examples):
    return ToolDefinition(
        name,
        description,
        "box",
        {"type": "object"},
        {},
        parameters=tuple(parameters),
        examples=tuple(ToolExample(said, arguments) for said, arguments in examples),
    )


@pytest.fixture(scope="module")
def german():
    paint = tool(
        "paint_wall",
        "Let the robot paint a wall of a room in a colour.",
        [
            ToolParameter("room", required=True),
            ToolParameter("color", enum_values=("yellow", "grey", "green")),
            ToolParameter("day", "date"),
        ],
        ("streich die wand im flur in gelb", {"room": "flur", "color": "yellow"}),
        ("male das büro am montag grau an", {"room": "büro", "color": "grey", "day": "montag"}),
        ("streich das gästezimmer mit grasgrün", {"room": "gästezimmer", "color": "green"}),
        ("die wand im keller soll am freitag gestrichen werden", {"room": "keller", "day": "freitag"}),
        ("male die diele morgen gelblich an", {"room": "diele", "color": "yellow", "day": "morgen"}),
        ("streich bitte den dachboden in hellgrau", {"room": "dachboden", "color": "grey"}),
        ("kannst du das bad grün streichen", {"room": "bad", "color": "green"}),
        ("eine neue farbe für die wand im esszimmer am sonntag", {"room": "esszimmer", "day": "sonntag"}),
    )
    translator = having_learned([paint], lang="de-de")
    translator.train()
    return translator


def calls(translator, said):
    return translator.translate(said, TranslationContext(NOW, lang="de-de")).calls


def test_a_word_that_only_examples_of_one_value_say_chooses_it(german):
    assert calls(german, "die wand im keller soll gelbe farbe haben")[0].arguments["color"] == "yellow"


def test_a_day_ends_where_the_day_ends_and_a_text_where_it_does(german):
    found = calls(german, "male das büro am dienstag doch bitte gelb an")[0].arguments
    assert found["room"] == "büro"
    assert found["day"] == "dienstag"


@pytest.mark.parametrize(
    "said",
    [
        "wer hat das büro gestrichen",
        "was kostet farbe für eine wand",
        "brich das streichen im flur ab",
        "lösch die farbe im keller",
    ],
)
def test_what_is_only_said_of_its_things_and_what_takes_it_back_is_no_request(german, said):
    assert not calls(german, said)


def test_a_value_with_an_elision_is_found_in_its_example():
    feed = tool(
        "feed", "Feed an animal.", [ToolParameter("pet")], ("donne à manger au cochon d'inde", {"pet": "cochon d'inde"})
    )
    examples = align(feed, "fr").examples
    assert [(span.start, span.end) for span in examples[0].spans] == [(4, 7)]


@pytest.mark.parametrize(
    ("said", "lang", "kind", "value"),
    [
        ("doce euros con treinta en fruta", "es", "money", [12.3]),
        ("doce euros y dos barras", "es", "money", [12.0]),
        ("otto euro e venti", "it", "money", [8.2]),
        ("compte-le pour deux heures", "fr", "duration", [7200]),
        ("à deux heures", "fr", "duration", []),
    ],
)
def test_money_and_lengths_as_they_are_said(said, lang, kind, value):
    assert [m.value for m in mentions(said, lang, NOW) if m.kind == kind] == value


def fan(said):
    return tool(
        "change_fan",
        "Let the fan blow more or less.",
        [ToolParameter("direction", required=True, enum_values=("up", "down"))],
        *((words, {"direction": direction}) for words, direction in said.items()),
    )


FANS = {
    "nl-nl": fan(
        {
            "zet de ventilator hoger": "up",
            "zet de ventilator lager": "down",
            "de ventilator een beetje meer": "up",
            "de ventilator waait te hard": "down",
            "ik voel de ventilator amper": "up",
            "minder wind van de ventilator": "down",
            "verhoog de ventilator": "up",
            "verlaag de ventilator": "down",
        }
    ),
    "it-it": fan(
        {
            "alza il ventilatore": "up",
            "abbassa il ventilatore": "down",
            "il ventilatore un po' più veloce": "up",
            "il ventilatore soffia troppo": "down",
            "più aria dal ventilatore": "up",
            "meno aria dal ventilatore": "down",
            "aumenta il ventilatore": "up",
            "riduci il ventilatore": "down",
        }
    ),
}


@pytest.mark.parametrize(
    ("lang", "said", "direction"),
    [
        ("nl-nl", "zet de ventilator een beetje lager", "down"),
        ("nl-nl", "zet de ventilator een beetje hoger", "up"),
        ("it-it", "abbassa un po' il ventilatore", "down"),
        ("it-it", "il ventilatore un po' più piano", "down"),
        ("it-it", "il ventilatore un po' più forte", "up"),
    ],
)
def test_what_a_word_means_tells_more_than_how_much_of_it(lang, said, direction):
    translator = having_learned([FANS[lang]], lang=lang)
    translator.train()
    found = translator.translate(said, TranslationContext(NOW, lang=lang)).calls
    assert [call.arguments for call in found] == [{"direction": direction}]


SHELF = {
    "es": ("pon la caja de {} en la balda", "clavos cables fotos", "tarros de miel"),
    "it": ("metti la cassa per {} sullo scaffale", "chiodi cavi foto", "vasi di miele"),
    "fr": ("range la caisse pour {} en haut", "clous câbles photos", "pots de miel"),
    "pt": ("põe a caixa para {} na prateleira", "pregos cabos fotos", "frascos de mel"),
    "nl": ("zet de kist voor {} op de plank", "spijkers kabels fotos", "potten van oma"),
    "de": ("stell die kiste für {} ins regal", "nägel kabel fotos", "gläser von oma"),
}


@pytest.mark.parametrize("code", SHELF)
def test_what_is_said_of_a_thing_belongs_to_its_name(code):
    form, things, wanted = SHELF[code]
    shown = ((form.format(thing), {"content": thing}) for thing in things.split())
    crate = tool("move_crate", "Move a crate.", [ToolParameter("content", required=True)], *shown)
    translator = having_learned([crate], lang=f"{code}-{code}")
    translator.train()
    context = TranslationContext(NOW, lang=f"{code}-{code}")
    assert [dict(call.arguments) for call in translator.translate(form.format(wanted), context).calls] == [
        {"content": wanted}
    ]
