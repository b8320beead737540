"""Tools that are described in English alone, as most are that anybody publishes, understand six other languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.interpreted import interpreted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.spoken_in import understood
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

NOW = datetime(2026, 11, 26, 12, tzinfo=timezone.utc)


ROOMS = ("kitchen", "living room", "bedroom")
ROOM = ToolParameter("room", "string", True, "Which room", enum_values=ROOMS)
BLINDS = tool("open_blinds", "Opens the blinds of a room.", [ROOM], {})
CLOSE = tool("close_blinds", "Closes the blinds of a room.", [ROOM], {})
WEATHER = tool(
    "weather_forecast",
    "Tells the weather forecast for a city.",
    [
        ToolParameter("city", "string", True, "Name of the city"),
        ToolParameter("day", "date", False, "For which day"),
    ],
    {},
)
TAXI = tool(
    "order_taxi",
    "Orders a taxi.",
    [
        ToolParameter("passengers", "int", True, "Number of people"),
        ToolParameter("pickup", "time", False, "When it should come"),
    ],
    {},
)
RADIO_ON = tool("radio_on", "Turns the radio on.", [], {})
RADIO_OFF = tool("radio_off", "Turns the radio off.", [], {})
TOOLS = (BLINDS, CLOSE, WEATHER, TAXI, RADIO_ON, RADIO_OFF)


@pytest.fixture(scope="module")
def translator() -> ExampleTranslator:
    return having_learned(TOOLS)


def context(lang: str) -> TranslationContext:
    return TranslationContext(NOW, f"{lang}-{lang}")


def calls(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    return [(call.name, dict(call.arguments)) for call in found.calls]


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        ("de", "öffne die jalousien in der küche", ("open_blinds", {"room": "kitchen"})),
        ("de", "mach bitte im wohnzimmer die jalousien zu", ("close_blinds", {"room": "living room"})),
        ("de", "wie wird das wetter morgen in hamburg", ("weather_forecast", {"city": "hamburg", "day": "2026-11-27"})),
        ("de", "bestell ein taxi für vier personen", ("order_taxi", {"passengers": 4})),
        ("de", "schalte das radio aus", ("radio_off", {})),
        ("de", "kannst du das radio einschalten", ("radio_on", {})),
        ("fr", "ouvre les stores de la cuisine", ("open_blinds", {"room": "kitchen"})),
        ("fr", "ferme les stores de la cuisine s'il te plaît", ("close_blinds", {"room": "kitchen"})),
        ("fr", "commande un taxi pour trois personnes", ("order_taxi", {"passengers": 3})),
        ("fr", "éteins la radio", ("radio_off", {})),
        ("es", "abre las persianas de la cocina", ("open_blinds", {"room": "kitchen"})),
        ("es", "pide un taxi para dos personas", ("order_taxi", {"passengers": 2})),
        ("es", "apaga la radio", ("radio_off", {})),
        ("it", "apri le persiane della cucina", ("open_blinds", {"room": "kitchen"})),
        ("it", "che tempo farà domani a torino", ("weather_forecast", {"city": "torino", "day": "2026-11-27"})),
        ("it", "spegni la radio", ("radio_off", {})),
        ("nl", "doe de zonwering in de keuken open", ("open_blinds", {"room": "kitchen"})),
        ("nl", "bestel een taxi voor vijf personen", ("order_taxi", {"passengers": 5})),
        ("nl", "zet de radio uit", ("radio_off", {})),
        ("pt", "abre as persianas da cozinha", ("open_blinds", {"room": "kitchen"})),
        ("pt", "chama um táxi para seis pessoas", ("order_taxi", {"passengers": 6})),
        ("pt", "desliga o rádio", ("radio_off", {})),
    ],
)
def test_a_plain_request_is_understood(
    translator: ExampleTranslator, lang: str, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    name, arguments = wanted
    found = calls(translator.translate(said, context(lang)))
    assert [call for call, _ in found] == [name]
    got = {key: value.isoformat()[:10] if hasattr(value, "isoformat") else value for key, value in found[0][1].items()}
    assert {key: str(value)[:10] if key == "day" else value for key, value in got.items()} == arguments


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "das wetter war gestern furchtbar"),
        ("de", "die jalousien sind schon wieder kaputt"),
        ("de", "mach das radio nicht aus"),
        ("de", "wer hat das taxi erfunden"),
        ("fr", "les stores sont déjà ouverts"),
        ("fr", "n'éteins pas la radio"),
        ("es", "no apagues la radio"),
        ("es", "mi hermano conduce un taxi"),
        ("it", "non spegnere la radio"),
        ("it", "ieri il taxi era in ritardo"),
        ("nl", "zet de radio niet uit"),
        ("nl", "mijn zus rijdt op een taxi"),
        ("pt", "não desligues o rádio"),
        ("pt", "o táxi de ontem foi muito caro"),
        ("de", "spiel ein lied"),
        ("fr", "achète du lait"),
        ("es", "reserva una mesa en el restaurante"),
    ],
)
def test_a_remark_a_no_and_what_no_tool_does_do_nothing(translator: ExampleTranslator, lang: str, said: str) -> None:
    assert not translator.translate(said, context(lang)).calls


def test_what_is_missing_is_asked_for(translator: ExampleTranslator) -> None:
    found = translator.translate("öffne die jalousien", context("de"))
    assert not found.calls and found.question is not None and found.question.parameter == "room"


def test_a_free_text_is_in_the_words_that_were_said(translator: ExampleTranslator) -> None:
    found = calls(translator.translate("wie wird das wetter in bad kleinen", context("de")))
    assert found == [("weather_forecast", {"city": "bad kleinen"})]


def test_two_requests_are_two(translator: ExampleTranslator) -> None:
    said = "schalte das radio aus und öffne die jalousien in der küche"
    assert calls(translator.translate(said, context("de"))) == [("radio_off", {}), ("open_blinds", {"room": "kitchen"})]


ASKED_IN_ENGLISH = tool(
    "feed_cat",
    "Feeds the cat.",
    [ToolParameter("grams", "int", True, "How many grams of food")],
    {f"feed the cat {grams} grams": {"grams": grams} for grams in (20, 30, 40, 55, 60)},
)


@pytest.mark.parametrize("device", ["en-us", "de-de"])
def test_examples_of_which_nobody_says_that_they_are_english_are_no_german_ones(device: str) -> None:
    translator = having_learned((*TOOLS, ASKED_IN_ENGLISH), lang=device)
    said = "gib der katze vierzig gramm futter"
    assert calls(translator.translate(said, context("de"))) == [("feed_cat", {"grams": 40})]
    english = TranslationContext(NOW, "en-us")
    assert calls(translator.translate("feed the cat 25 grams", english)) == [("feed_cat", {"grams": 25})]


def test_a_tool_with_examples_in_the_language_is_understood_by_these() -> None:
    german = replace(
        ASKED_IN_ENGLISH,
        examples=(
            ToolExample("gib der katze 40 gramm", {"grams": 40}),
            ToolExample("füttere die katze mit 25 gramm", {"grams": 25}),
            ToolExample("die katze bekommt 60 gramm", {"grams": 60}),
        ),
    )
    own, english = understood((*TOOLS, german), "de-de")
    assert english is not None and "feed_cat" not in english.only and "radio_on" in english.only
    assert [len(d.examples) for d in own] == [0] * len(TOOLS) + [3]
    assert all(named.name == d.name for named, d in zip(own, english.definitions, strict=True))


@pytest.mark.parametrize("lang", ["en-us", "sv-se"])
def test_english_and_a_language_without_a_lexicon_are_as_they_were(lang: str) -> None:
    own, english = understood(TOOLS, lang)
    assert own == TOOLS and english is None


def test_before_anything_is_learned_they_are_understood_too() -> None:
    translator = ExampleTranslator((*TOOLS, ASKED_IN_ENGLISH), waits=False, begin=lambda learn: None)
    assert calls(translator.translate("schalte das radio aus", context("de"))) == [("radio_off", {})]


def test_the_likeliest_are_told_a_model_in_any_language(translator: ExampleTranslator) -> None:
    ranked = [name for name, _ in translator.rank("wird es morgen regnen in köln", context("de"), 3)]
    assert "weather_forecast" in ranked


@pytest.mark.parametrize(
    ("lang", "said", "words"),
    [
        ("de", "schließ bitte die tür auf", ["unlock", "please", "the", "door", "there"]),
        ("fr", "lave la salle de bain", ["wash", "the", "bathroom", "there", "there"]),
        ("it", "metti venti gradi in cucina", ["put", "20", "degree", "in", "kitchen"]),
    ],
)
def test_each_word_has_one_of_english_in_its_place(lang: str, said: str, words: Sequence[str]) -> None:
    heard = hear(said, f"{lang}-{lang}", NOW, strip=False)
    known = lexicon(language(lang))
    assert known is not None
    found = interpreted(heard, known, frozenset())
    assert found.words == [*words] and found.as_said is heard
    assert found.said(0, len(found.words)) == said and found.mentions == heard.mentions


FRAME = tool(
    "picture_frame",
    "Tells what a picture frame costs.",
    [
        ToolParameter("width", "int", True, "Width in centimetres"),
        ToolParameter("height", "int", True, "Height in centimetres"),
        ToolParameter("colour", "string", False, "Its colour", enum_values=("black", "white")),
    ],
    {},
)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "how much is a white picture frame thirty by forty five"),
        ("de", "was kostet ein weißer bilderrahmen dreißig mal fünfundvierzig"),
        ("pt", "quanto custa uma moldura branca de trinta por quarenta e cinco"),
        ("fr", "combien coûte un cadre blanc de trente sur quarante cinq"),
    ],
)
def test_two_lengths_are_in_the_order_of_the_arguments(lang: str, said: str) -> None:
    found = having_learned([FRAME, *TOOLS]).translate(said, context(lang))
    assert calls(found) == [("picture_frame", {"width": 30, "height": 45, "colour": "white"})]


def test_what_is_said_of_each_number_counts_more() -> None:
    said = "how much is a black picture frame with a height of thirty by a width of forty"
    found = calls(having_learned([FRAME, *TOOLS]).translate(said, context("en")))
    assert found == [("picture_frame", {"width": 40, "height": 30, "colour": "black"})]


DOOR = ToolParameter("door", "string", True, "Which door", enum_values=("front door", "back door", "garage"))
LOCKS = (
    tool("lock_door", "Locks a door.", [DOOR], {}),
    tool("unlock_door", "Unlocks a door.", [DOOR], {}),
    tool("block_card", "Blocks a bank card.", [], {}),
    tool("call_contact", "Calls a contact.", [ToolParameter("contact", "string", True, "Whom to call")], {}),
    tool(
        "send_message",
        "Sends a message to a person.",
        [
            ToolParameter("recipient", "string", True, "To whom"),
            ToolParameter("text", "string", True, "The message"),
        ],
        {},
    ),
    tool("disarm_alarm", "Disarms the alarm system.", [], {}),
)


@pytest.fixture(scope="module")
def locks() -> ExampleTranslator:
    return having_learned(LOCKS)


def unasked(found: Translation) -> list[tuple[str, dict[str, Any]]]:
    """What would be done without a question before it."""
    return calls(found) if min(found.confidence, found.certain) >= 0.75 else []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "schließ die haustür nicht auf"),
        ("de", "sperr die hintertür bloß nicht zu"),
        ("de", "ruf mama nicht an"),
        ("nl", "doe de achterdeur niet open"),
        ("es", "no mandes un mensaje a pablo"),
        ("it", "non mandare un messaggio a paolo"),
        ("fr", "n'envoie pas de message à paul"),
        ("pt", "não envies uma mensagem ao paulo"),
        ("es", "no hace falta que llames a ana"),
        ("it", "non c'è bisogno di disattivare l'allarme"),
        ("de", "ist meine bankkarte gesperrt"),
        ("es", "está bloqueada mi tarjeta"),
        ("nl", "is de voordeur op slot"),
    ],
)
def test_what_is_forbidden_or_asked_is_not_done(locks: ExampleTranslator, lang: str, said: str) -> None:
    assert not locks.translate(said, context(lang)).calls


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "mama hat angerufen"),
        ("nl", "mama heeft gebeld"),
        ("fr", "maman a appelé"),
        ("pt", "a porta da frente está trancada"),
        ("fr", "désactive le wifi"),
        ("de", "entsperr die karte"),
    ],
)
def test_what_may_be_no_order_to_the_tool_asks_at_least(locks: ExampleTranslator, lang: str, said: str) -> None:
    assert not unasked(locks.translate(said, context(lang)))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("schließ die haustür auf", [("unlock_door", "front door")]),
        ("schließ die haustür ab", [("lock_door", "front door")]),
        ("sperr die haustür und die hintertür auf", [("unlock_door", "front door"), ("unlock_door", "back door")]),
    ],
)
def test_a_particle_at_the_end_is_of_both(locks: ExampleTranslator, said: str, wanted: list[tuple[str, str]]) -> None:
    found = calls(locks.translate(said, context("de")))
    assert [(name, arguments["door"]) for name, arguments in found] == wanted


@pytest.mark.parametrize(
    "said",
    [
        "sperr die haustür zu und sperr die hintertür auf",
        "sperr die garage zu und sperr die haustür auf",
        "schließ die haustür ab und sperr die garage auf",
        "schließ die haustür ab und die hintertür auf",
        "sperr die haustür auf und sperr die hintertür zu",
    ],
)
def test_each_verb_keeps_its_own_particle(locks: ExampleTranslator, said: str) -> None:
    doors = {"haustür": "front door", "hintertür": "back door", "garage": "garage"}
    parts = [part.split() for part in said.split(" und ")]
    wanted = {
        next(doors[word] for word in words if word in doors): "unlock_door" if words[-1] == "auf" else "lock_door"
        for words in parts
    }
    for name, arguments in unasked(locks.translate(said, context("de"))):
        assert wanted[arguments["door"]] == name


def test_of_two_verbs_each_is_done(translator: ExampleTranslator) -> None:
    said = "öffne die jalousien in der küche und schalte das radio ein"
    assert calls(translator.translate(said, context("de"))) == [("open_blinds", {"room": "kitchen"}), ("radio_on", {})]


@pytest.mark.parametrize(
    ("lang", "answer", "room"),
    [("de", "küche", "kitchen"), ("de", "im wohnzimmer bitte", "living room"), ("fr", "la cuisine", "kitchen")],
)
def test_a_value_of_a_few_is_answered_in_the_language(
    translator: ExampleTranslator, lang: str, answer: str, room: str
) -> None:
    first = translator.translate({"de": "öffne die jalousien", "fr": "ouvre les stores"}[lang], context(lang))
    assert first.question is not None
    found = translator.translate(answer, replace(context(lang), question=first.question))
    assert calls(found) == [("open_blinds", {"room": room})]


@pytest.mark.parametrize(
    ("name", "description", "lang", "said"),
    [
        ("turn_fan_on", "Turns the fan on.", "en", "turn off the fan"),
        ("turn_fan_on", "Turns the fan on.", "fr", "éteins le ventilateur"),
        ("turn_fan_off", "Turns the fan off.", "es", "enciende el ventilador"),
        ("raise_flag", "Raises the flag.", "fr", "baisse le drapeau"),
        ("start_pump", "Starts the pump.", "pt", "para a bomba"),
        ("fill_pool", "Fills the pool.", "de", "leere den pool"),
        ("open_window", "Opens the window.", "fr", "ferme la fenêtre"),
        ("open_window", "Opens the window.", "de", "mach das fenster zu"),
        ("deactivate_siren", "Deactivates the siren.", "it", "attiva la sirena"),
    ],
)
def test_the_opposite_of_the_only_tool_is_not_done(name: str, description: str, lang: str, said: str) -> None:
    assert not having_learned([tool(name, description, [], {})]).translate(said, context(lang)).calls


@pytest.mark.parametrize(
    ("lang", "examples"),
    [
        ("de", ("spiel musik", "musik spielen", "musik starten")),
        ("de", ("rollo hoch", "jalousie hoch")),
        ("fr", ("allume salon", "salon allumé")),
        ("es", ("enciende luz", "luz salón")),
        ("it", ("accendi luce", "luce cucina")),
        ("nl", ("goedenacht", "slaap lekker")),
        ("pt", ("acende luz", "luz sala")),
    ],
)
def test_short_examples_in_the_language_of_the_device_stay_its_own(lang: str, examples: Sequence[str]) -> None:
    own = tool("do_it", "Does what is asked.", [], {each: {} for each in examples})
    kept, english = understood((own, *TOOLS), f"{lang}-{lang}")
    assert kept[0].examples == own.examples and english is not None and "do_it" not in english.only
    translator = having_learned((own, *TOOLS), lang=f"{lang}-{lang}")
    assert calls(translator.translate(examples[0], context(lang))) == [("do_it", {})]


@pytest.mark.parametrize("description", ["Weather", "Search.", "Open door", "Starts the mower."])
def test_a_short_english_description_is_english(description: str) -> None:
    for lang in ("de-de", "nl-nl", "fr-fr"):
        _, english = understood((tool("one", description, [], {}),), lang)
        assert english is not None and english.only == {"one"}


def test_what_is_said_in_english_is_read_as_it_is_in_a_german_session() -> None:
    translator = having_learned((*TOOLS, ASKED_IN_ENGLISH), lang="de-de")
    for said in ("feed the cat 20 grams", "please feed the cat 35 grams"):
        assert [name for name, _ in calls(translator.translate(said, context("de")))] == ["feed_cat"]


def test_a_name_that_is_a_word_of_the_language_stays_itself() -> None:
    people = ToolParameter("person", "string", True, "Whom to call", enum_values=("anna", "marco", "rosa"))
    phone = tool("call_person", "Calls a person.", [people], {})
    assert calls(having_learned([phone, *TOOLS]).translate("chiama marco", context("it"))) == [
        ("call_person", {"person": "marco"})
    ]
    assert calls(having_learned([phone, *TOOLS]).translate("ruf marco an", context("de"))) == [
        ("call_person", {"person": "marco"})
    ]


REGIONS = replace(
    tool("lamp_on", "Turns the lamp on.", [], {}),
    examples_by_language={
        "pt-pt": (ToolExample("acende o candeeiro", {}), ToolExample("liga o candeeiro", {})),
        "pt-br": (ToolExample("ligue a lâmpada", {}), ToolExample("acenda a lâmpada do banheiro", {})),
    },
)


def test_another_region_is_learned_once_and_is_understood() -> None:
    translator = having_learned((REGIONS, *TOOLS))
    brazil = TranslationContext(NOW, "pt-br")
    assert calls(translator.translate("ligue a lâmpada", brazil)) == [("lamp_on", {})]
    inner = next(iter(translator._others.values()))
    assert not inner._others


@pytest.mark.parametrize(
    ("lang", "said", "then", "room"),
    [
        ("de", "öffne die jalousien in der küche", "und im schlafzimmer", "bedroom"),
        ("de", "öffne die jalousien in der küche", "nein im wohnzimmer", "living room"),
        ("fr", "ouvre les stores de la cuisine", "et dans le salon", "living room"),
        ("es", "abre las persianas de la cocina", "y en el dormitorio", "bedroom"),
    ],
)
def test_another_value_of_a_few_follows(
    translator: ExampleTranslator, lang: str, said: str, then: str, room: str
) -> None:
    first = translator.translate(said, context(lang))
    after = replace(context(lang), last_call=first.calls[-1], done=first.calls)
    assert calls(translator.translate(then, after)) == [("open_blinds", {"room": room})]


def test_a_word_that_says_nothing_to_the_tool_is_no_other_value(translator: ExampleTranslator) -> None:
    first = translator.translate("öffne die jalousien in der küche", context("de"))
    after = replace(context("de"), last_call=first.calls[-1], done=first.calls)
    assert not translator.translate("und im keller", after).calls


THERMOSTAT = tool(
    "set_thermostat",
    "Sets the temperature of a room.",
    [ToolParameter("temperature", "float", True, "Degrees Celsius"), replace(ROOM, required=False)],
    {},
)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "stell die küche auf 19 und das schlafzimmer auf 23 grad"),
        ("it", "metti la cucina a 19 e la camera da letto a 23 gradi"),
        ("en", "set the kitchen to 19 and the bedroom to 23 degrees"),
    ],
)
def test_two_values_of_a_few_are_of_two_requests(lang: str, said: str) -> None:
    found = calls(having_learned([THERMOSTAT, *TOOLS]).translate(said, context(lang)))
    assert [(call["room"], call["temperature"]) for _, call in found] == [("kitchen", 19), ("bedroom", 23)]


def test_from_and_to_are_no_sides_of_a_tool() -> None:
    item = ToolParameter("item", "string", True, "What to add")
    cart = tool("add_to_cart", "Adds an item to the cart.", [item], {})
    found = calls(having_learned([cart]).translate("add apples from spain", context("en")))
    assert [name for name, _ in found] == ["add_to_cart"]
