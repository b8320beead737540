"""Yes-or-no arguments of anyone's tools, with a few examples and without: named in other words, denied, left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.booleans import Booleans
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

P = ToolParameter
CAKE = tool(
    "order_cake",
    "Order a cake from the confectioner.",
    [
        P("flavour", required=True, description="Which cake"),
        P("birthday_candle", "bool", description="Whether a birthday candle is put on it"),
        P("sliced", "bool", description="True if the cake is sliced, false for a whole one"),
    ],
    {
        "order a lemon cake": {"flavour": "lemon"},
        "get me a chocolate cake with a birthday candle": {"flavour": "chocolate", "birthday_candle": True},
        "order a carrot cake without a birthday candle": {"flavour": "carrot", "birthday_candle": False},
        "i want a cherry cake sliced": {"flavour": "cherry", "sliced": True},
        "order an almond cake not sliced": {"flavour": "almond", "sliced": False},
        "an apple cake please": {"flavour": "apple"},
    },
)
SHED = tool(
    "air_shed",
    "Run the fan of the shed.",
    [
        P("minutes", "int", True, "How long"),
        P("hatch_open", "bool", description="True to leave the hatch open, false to keep it closed"),
        P("no_light", "bool", description="True to keep the lamp dark"),
    ],
    {
        "air the shed for ten minutes": {"minutes": 10},
        "run the shed fan twenty minutes with the hatch open": {"minutes": 20, "hatch_open": True},
        "shed fan for five minutes with the hatch closed": {"minutes": 5, "hatch_open": False},
    },
)
METER = tool(
    "read_meter",
    "Tell what a house used.",
    [
        P("meter", required=True, enum_values=("gas", "water")),
        P("as_cost", "bool", description="True for the amount in money, false for metered units"),
    ],
    {},
)
GERMAN = tool(
    "paket_senden",
    "Ein Paket aufgeben.",
    [P("ort", required=True), P("versichert", "bool"), P("geschenkpapier", "bool")],
    {
        "schick ein paket nach bonn": {"ort": "bonn"},
        "paket nach kiel mit versicherung": {"ort": "kiel", "versichert": True},
        "ein paket nach ulm ohne versicherung": {"ort": "ulm", "versichert": False},
        "schick das paket nach trier mit geschenkpapier": {"ort": "trier", "geschenkpapier": True},
        "paket nach jena ohne geschenkpapier": {"ort": "jena", "geschenkpapier": False},
    },
)
SPANISH = tool(
    "enviar_paquete",
    "Enviar un paquete.",
    [P("ciudad", required=True), P("insured", "bool"), P("urgente", "bool")],
    {
        "manda un paquete a lugo": {"ciudad": "lugo"},
        "un paquete a soria con seguro": {"ciudad": "soria", "insured": True},
        "envía un paquete a teruel sin seguro": {"ciudad": "teruel", "insured": False},
        "paquete a cuenca con envío urgente": {"ciudad": "cuenca", "urgente": True},
    },
)


def read(definition, words, lang="en", spans=()):
    """What *words* say of the yes-or-no arguments; *spans* are of arguments that were found before."""
    heard = hear(words, lang, EPOCH)
    filled = Filled()
    for name, text in spans:
        said = text.split()
        start = next(at for at in range(len(heard.words)) if heard.words[at : at + len(said)] == said)
        filled.arguments[name] = text
        filled.take(start, start + len(said), name)
    Booleans(definition, align(definition, lang).examples, language(lang)).fill(heard, filled)
    return filled


def without_examples(definition):
    return replace(definition, examples=())


@pytest.mark.parametrize("make", [lambda d: d, without_examples], ids=["examples", "none"])
@pytest.mark.parametrize(
    ("definition", "words", "wanted"),
    [
        (CAKE, "a plum cake no birthday candle this time", {"birthday_candle": False}),
        (CAKE, "a plum cake and leave the birthday candle off", {"birthday_candle": False}),
        (CAKE, "a plum cake they needn't bother slicing it", {"sliced": False}),
        (CAKE, "a plum cake and don't forget the birthday candle", {"birthday_candle": True}),
        (CAKE, "a plum cake with slicing and without candles", {"sliced": True, "birthday_candle": False}),
        (CAKE, "could we have the plum cake in slices", {"sliced": True}),
        (CAKE, "a plum cake nothing sliced", {"sliced": False}),
        (CAKE, "a plum cake unsliced", {"sliced": False}),
        (CAKE, "plum cake birthday candle yes sliced no", {"birthday_candle": True, "sliced": False}),
        (CAKE, "plum cake candle yes please", {"birthday_candle": True}),
        (CAKE, "plum cake candles no", {"birthday_candle": False}),
        (CAKE, "plum cake candle no ribbon", {}),
        (SHED, "air the shed light off", {"no_light": True}),
        (SHED, "half an hour of air with the hatch shut tight", {"hatch_open": False}),
        (SHED, "close the hatch and air the shed", {"hatch_open": False}),
        (SHED, "the hatch must stay open", {"hatch_open": True}),
        (SHED, "don't leave the hatch open", {"hatch_open": False}),
        (SHED, "air the shed with no light", {"no_light": True}),
        (METER, "gas in money please", {"as_cost": True}),
        (METER, "water in units", {"as_cost": False}),
        (METER, "gas in units not money", {"as_cost": False}),
    ],
)
def test_what_it_is_about_is_said_in_other_words(make, definition, words, wanted):
    assert read(make(definition), words).arguments == wanted


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (CAKE, "order a lemon cake for the birthday party"),
        (CAKE, "a cake for the candle maker"),
        (SHED, "open the shed door"),
        (METER, "how much gas did we use"),
    ],
)
def test_what_nobody_said_is_not_filled(definition, words):
    filled = read(definition, words)

    assert not filled.arguments and not filled.unclear


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (CAKE, "a plum cake with or without a birthday candle"),
        (CAKE, "a plum cake i don't think anna likes the birthday candle"),
        (SHED, "the hatch open no the hatch closed"),
    ],
)
def test_what_may_be_meant_either_way_is_left_and_noted(definition, words):
    filled = read(definition, words)

    assert not filled.arguments
    assert filled.unclear


def test_it_takes_no_word_from_within_a_text():
    inside = read(CAKE, "order a sliced almond cake", spans=[("flavour", "sliced almond")])
    behind = read(CAKE, "order a plum cake not sliced", spans=[("flavour", "plum cake not sliced")])

    assert "sliced" not in inside.arguments and inside.arguments["flavour"] == "sliced almond"
    assert behind.arguments == {"flavour": "plum cake", "sliced": False}


@pytest.mark.parametrize(
    ("lang", "definition", "words", "wanted"),
    [
        ("de", GERMAN, "schick ein paket nach bremen die versicherung kannst du weglassen", {"versichert": False}),
        ("de", GERMAN, "paket nach bremen bitte versichern", {"versichert": True}),
        ("de", GERMAN, "paket nach bremen geschenkpapier brauche ich nicht", {"geschenkpapier": False}),
        ("de", GERMAN, "vergiss das geschenkpapier nicht", {"geschenkpapier": True}),
        ("de", GERMAN, "ein paket nach bremen", {}),
        (
            "de",
            GERMAN,
            "paket nach bremen versicherung ja geschenkpapier nein",
            {"versichert": True, "geschenkpapier": False},
        ),
        ("de", GERMAN, "paket nach bremen versicherung ist mir egal", {}),
        ("es", SPANISH, "manda un paquete a vigo el seguro no hace falta", {"insured": False}),
        ("es", SPANISH, "paquete a vigo y no olvides el seguro", {"insured": True}),
        ("es", SPANISH, "paquete a vigo no es urgente", {"urgente": False}),
        ("es", SPANISH, "manda un paquete a vigo", {}),
    ],
)
def test_other_languages_go_by_examples_and_by_the_name(lang, definition, words, wanted):
    assert read(definition, words, lang).arguments == wanted


@pytest.fixture(scope="module")
def shop():
    translator = having_learned([CAKE, SHED])
    translator.train()
    return translator


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("close the hatch and run the shed fan for ten minutes", {"minutes": 10, "hatch_open": False}),
        ("air the shed for ten minutes and leave the hatch open", {"minutes": 10, "hatch_open": True}),
        ("order a lemon cake and no birthday candle this time", {"birthday_candle": False}),
        ("order a lemon cake but leave the birthday candle off", {"birthday_candle": False}),
    ],
)
def test_a_part_that_only_says_yes_or_no_is_no_request_of_its_own(shop, context, words, wanted):
    (call,) = shop.translate(words, context).calls

    assert call.arguments | wanted == call.arguments
    assert call.arguments.get("flavour", "lemon").startswith("lemon")


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("order a lemon cake", "no birthday candle", {"flavour": "lemon", "birthday_candle": False}),
        ("order a lemon cake", "and with a birthday candle please", {"flavour": "lemon", "birthday_candle": True}),
        ("order a lemon cake sliced", "not sliced", {"flavour": "lemon", "sliced": False}),
        ("run the shed fan for ten minutes", "with the hatch open", {"minutes": 10, "hatch_open": True}),
        ("a lemon cake", "no carrot", {"flavour": "carrot"}),
    ],
)
def test_it_may_be_said_after_the_request(shop, context, first, then, wanted):
    (last,) = shop.translate(first, context).calls
    (call,) = shop.translate(then, replace(context, last_call=last, done=(last,), turns=(("user", first),))).calls

    assert call.arguments == wanted


def test_a_request_is_refused_where_nobody_can_tell_which_is_meant(shop, context):
    assert not shop.translate("order a lemon cake with or without a birthday candle", context).calls


TRAM = tool(
    "tram_fare",
    "Tell what a ride costs.",
    [
        P("line", required=True, enum_values=("red", "green", "harbour"), description="Which tram"),
        P("zones", "int", description="Through how many zones"),
        P("bicycle", "bool", description="Whether a bicycle comes along"),
    ],
    {
        "fare of the red line": {"line": "red"},
        "what is the fare of the green line for two zones": {"line": "green", "zones": 2},
        "fare of the harbour line with a bicycle": {"line": "harbour", "bicycle": True},
        "what does the red line cost with a bicycle for three zones": {"line": "red", "bicycle": True, "zones": 3},
        "fare of the green line without a bicycle": {"line": "green", "bicycle": False},
        "what is the fare of the harbour line": {"line": "harbour"},
    },
)


@pytest.mark.parametrize("words", ["how much is it on the green line", "what's the fare on the green line please"])
def test_a_word_that_elsewhere_means_yes_says_none_of_what_it_does_not_name(context, words):
    translator = having_learned([TRAM])
    translator.train()

    (call,) = translator.translate(words, context).calls

    assert call.arguments == {"line": "green"}


PADDLE = tool(
    "find_paddle_trip",
    "Find a guided trip by canoe.",
    [
        P("river", required=True, description="Which river"),
        P("day", "date", description="On which day"),
        P("partner", "bool", description="Whether a partner paddles along"),
    ],
    {
        "find a trip on the otter": {"river": "otter"},
        "find a trip on the severn with a partner": {"river": "severn", "partner": True},
        "a paddle trip on the wye without a partner": {"river": "wye", "partner": False},
        "which trips are there on the tamar on friday": {"river": "tamar", "day": "2026-11-27"},
        "canoe trip on the dart with a partner on sunday": {"river": "dart", "partner": True, "day": "2026-11-22"},
        "find me a trip on the exe": {"river": "exe"},
    },
)


@pytest.mark.parametrize(
    ("words", "partner"),
    [
        ("find a trip on the dart on my own", False),
        ("find a trip on the dart by myself", False),
        ("find a trip on the dart for the two of us", True),
        ("find a trip on the dart as a couple", True),
        ("find a trip on the dart", None),
    ],
)
@pytest.mark.parametrize("shown", [True, False])
def test_whoever_comes_alone_brings_no_partner(context, words, partner, shown):
    translator = having_learned([PADDLE if shown else replace(PADDLE, examples=())])
    translator.train()

    assert translator.explain(words, context)["candidates"][0]["arguments"].get("partner") is partner


def test_alone_says_yes_of_what_asks_for_that():
    definition = tool("walk_dog", "Walk the dog.", [P("walk_alone", "bool")], {})
    filled = Filled()

    Booleans(definition, (), language("en")).fill(hear("a walk on my own", "en", EPOCH), filled)

    assert filled.arguments == {"walk_alone": True}


@pytest.mark.parametrize(
    ("code", "alone", "together"),
    [
        ("de", "einen kurs allein", "einen kurs zu zweit"),
        ("es", "un curso por mi cuenta", "un curso en pareja"),
        ("fr", "un cours toute seule", "un cours à deux"),
        ("it", "un corso da sola", "un corso in coppia"),
        ("nl", "een cursus in mijn eentje", "een cursus met z'n tweeën"),
        ("pt", "um curso sozinha", "um curso a dois"),
    ],
)
def test_whoever_comes_alone_brings_no_partner_in_other_languages(code, alone, together):
    definition = tool("find_course", "Find a course.", [P("partner", "bool")], {})
    booleans = Booleans(definition, (), language(code))
    found = []
    for words in (alone, together):
        filled = Filled()
        booleans.fill(hear(words, code, EPOCH), filled)
        found.append(filled.arguments.get("partner"))

    assert found == [False, True]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("es", "apúntame a las dos"),
        ("es", "apunta los dos cursos"),
        ("fr", "un cours à deux heures"),
        ("fr", "un cours à deux kilomètres"),
        ("fr", "un cours pour une seule semaine"),
        ("fr", "prends tous les deux"),
        ("it", "prendi tutte e due"),
        ("pt", "um curso daqui a dois dias"),
        ("pt", "um curso para as duas"),
    ],
)
def test_how_many_things_there_are_and_when_says_of_nobody_that_they_come(code, words):
    definition, filled = tool("find_course", "Find a course.", [P("partner", "bool")], {}), Filled()

    Booleans(definition, (), language(code)).fill(hear(words, code, EPOCH), filled)

    assert "partner" not in filled.arguments


@pytest.mark.parametrize("name", ["guest_network", "single_sided", "company_car", "pair_headphones"])
def test_what_is_only_called_after_company_is_not_about_who_comes(name):
    definition, filled = tool("do_thing", "Do a thing.", [P(name, "bool")], {}), Filled()

    Booleans(definition, (), language("en")).fill(hear("do it on my own", "en", EPOCH), filled)

    assert name not in filled.arguments


BOAT = tool(
    "return_boat",
    "Take a hired boat back.",
    [
        P("boat", required=True, description="Which boat"),
        P("charge_deposit", "bool", description="Whether the guest pays a deposit"),
        P("night_rate", "bool", description="Whether the rate of the night counts"),
    ],
    {
        "take back the blue canoe": {"boat": "blue canoe"},
        "the kayak is back charge the deposit": {"boat": "kayak", "charge_deposit": True},
        "return the ferry no deposit": {"boat": "ferry", "charge_deposit": False},
        "the rowing boat is back at the night rate": {"boat": "rowing boat", "night_rate": True},
    },
)


@pytest.mark.parametrize("make", [lambda d: d, without_examples], ids=["examples", "none"])
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("the dinghy is back and don't charge him anything", {"charge_deposit": False}),
        ("the dinghy is back and charge her", {"charge_deposit": True}),
        ("the dinghy is back without a deposit", {"charge_deposit": False}),
        # What no deed begins is named by its last word alone, and a deed by itself may be any.
        ("the dinghy is back charge it up", {}),
        ("the dinghy came back in the night", {}),
    ],
)
def test_the_deed_that_a_name_begins_with_says_it_where_it_is_done_to_somebody(make, words, wanted):
    assert read(make(BOAT), words).arguments == wanted
