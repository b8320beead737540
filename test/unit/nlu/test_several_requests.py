"""Several requests in one utterance: what parts share, what is taken back, and that nothing is dropped in silence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import ENGLISH, tools_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.segmentation.segmenter import Segmenter
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

Calls = list[tuple[str, dict[str, Any]]]


def calls(translation: Translation) -> Calls:
    return [(call.name, dict(call.arguments)) for call in translation.calls]


def device(name: str, state: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "switch_device", {"device": name, "state": state, **more}


def timer(seconds: int, **more: str) -> tuple[str, dict[str, Any]]:
    return "set_timer", {"duration_seconds": seconds, **more}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # a head that is shared
        ("what's the time in London and in Tokyo", [("get_time", {"place": c}) for c in ("London", "Tokyo")]),
        ("what time is it in lisbon and in new york", [("get_time", {"place": c}) for c in ("lisbon", "new york")]),
        ("what time is it in Rome, Paris and Tokyo", [("get_time", {"place": c}) for c in ("Rome", "Paris", "Tokyo")]),
        ("turn on the heater and the fan", [device("heater", "on"), device("fan", "on")]),
        ("turn the lamp on and the fan off", [device("lamp", "on"), device("fan", "off")]),
        # a tail
        ("cancel the tea and the cake timer", [("cancel_timer", {"label": label}) for label in ("tea", "cake")]),
        (
            "turn on the lamp and the fan in the kitchen",
            [device("lamp", "on", room="kitchen"), device("fan", "on", room="kitchen")],
        ),
        # a unit
        (
            "set a pasta timer for ten and an egg timer for four minutes",
            [timer(600, label="pasta"), timer(240, label="egg")],
        ),
        ("set a timer for five and for ten minutes", [timer(300), timer(600)]),
        (
            "set a pasta timer for ten minutes and an egg timer for four",
            [timer(600, label="pasta"), timer(240, label="egg")],
        ),
        # a list as a recogniser writes it
        ("what's the time in rome oslo and cairo", [("get_time", {"place": c}) for c in ("rome", "oslo", "cairo")]),
        ("start a timer for five ten and twenty minutes", [timer(300), timer(600), timer(1200)]),
        # each its own end
        (
            "turn on the fan in the garage and the lamp in the kitchen",
            [device("fan", "on", room="garage"), device("lamp", "on", room="kitchen")],
        ),
        # things of one kind
        ("add milk and bread to the shopping list", [("add_item", {"item": "milk"}), ("add_item", {"item": "bread"})]),
        # a verb behind them
        ("the lamp and the fan, turn both off", [device("lamp", "off"), device("fan", "off")]),
        # nothing
        ("turn on the lamp turn off the fan", [device("lamp", "on"), device("fan", "off")]),
        ("turn on the lamp and turn off the fan", [device("lamp", "on"), device("fan", "off")]),
        (
            "what's the weather in rome and set a timer for five minutes",
            [("get_weather", {"city": "rome"}), timer(300)],
        ),
        (
            "set the volume to 20, turn off the radio and call peter",
            [("set_volume", {"level": 20}), device("radio", "off"), ("call_contact", {"contact": "peter"})],
        ),
    ],
)
def test_what_parts_share(english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("first turn off the lamp, then call peter", [device("lamp", "off"), ("call_contact", {"contact": "peter"})]),
        (
            "turn off the lamp but before that call peter",
            [("call_contact", {"contact": "peter"}), device("lamp", "off")],
        ),
        (
            "before you turn off the lamp set a timer for ten minutes",
            [timer(600), device("lamp", "off")],
        ),
        (
            "before you set a timer for an hour and a half turn off the lamp",
            [device("lamp", "off"), timer(5400)],
        ),
        (
            "once you've turned off the lamp set a timer for ten minutes",
            [device("lamp", "off"), timer(600)],
        ),
        (
            "as soon as you have called peter turn off the lamp",
            [("call_contact", {"contact": "peter"}), device("lamp", "off")],
        ),
        # a courtesy, and what was named by nothing
        ("when you've got a minute turn off the lamp", [device("lamp", "off")]),
        ("once you've done that turn off the lamp", [device("lamp", "off")]),
        ("turn off the lamp before you call peter", [device("lamp", "off"), ("call_contact", {"contact": "peter"})]),
        (
            "turn off the lamp and once that's done call peter",
            [device("lamp", "off"), ("call_contact", {"contact": "peter"})],
        ),
        ("turn off the lamp and the radio after that", [device("lamp", "off"), device("radio", "off")]),
        ("turn off the lamp after that call peter", [device("lamp", "off"), ("call_contact", {"contact": "peter"})]),
    ],
)
def test_order(english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("set a timer for ten minutes, no, make that five", [timer(300)]),
        ("set a timer for ten minutes no wait five minutes", [timer(300)]),
        ("set a timer for ten, sorry, for twelve minutes", [timer(720)]),
        ("call anna, I mean hannah", [("call_contact", {"contact": "hannah"})]),
        ("turn on the lamp, no, turn off the fan", [device("fan", "off")]),
        ("set a timer for ten minutes no make that five and turn off the fan", [timer(300), device("fan", "off")]),
        (
            "turn off the lamp and set a timer for ten, sorry, twelve minutes",
            [device("lamp", "off"), timer(720)],
        ),
    ],
)
def test_what_is_taken_back_is_not_done(
    english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls
) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("add salt and vinegar crisps to the shopping list", [("add_item", {"item": "salt and vinegar crisps"})]),
        ("add fish and chips to the shopping list", [("add_item", {"item": "fish and chips"})]),
        ("play some music by simon and garfunkel", [("play_music", {"artist": "simon and garfunkel"})]),
        ("remind me to buy bread and call lisa", [("set_reminder", {"text": "buy bread and call lisa"})]),
        ("set a timer for two hours and five minutes", [timer(7500)]),
        ("set the volume to seventy and a half percent", []),
    ],
)
def test_a_value_is_not_cut(english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    ("said", "done", "told"),
    [
        ("turn on the lamp and book a flight", [device("lamp", "on")], "book a flight"),
        ("book a flight and turn on the lamp", [device("lamp", "on")], "book a flight"),
        ("once you've fed the cat turn off the lamp", [device("lamp", "off")], "fed the cat"),
        ("before you tell me a joke turn off the lamp", [device("lamp", "off")], "tell me a joke"),
        ("turn off the lamp without turning off the fan", [], "without turning off the fan"),
        ("turn off the lamp but keep the fan", [], "keep the fan"),
        ("turn on the radio and the fan but leave the heater", [], "leave the heater"),
        ("set the volume to 30 and the dishwasher 40", [], "the dishwasher 40"),
        ("turn on the lamp and don't turn on the fan", [], "don't turn on the fan"),
    ],
)
def test_what_is_not_done_is_told(
    english: ExampleTranslator, context: TranslationContext, said: str, done: Calls, told: str
) -> None:
    translation = english.translate(said, context)
    assert calls(translation) == done
    assert told in translation.say and any(told in left for left in translation.left)


def test_more_than_is_done_at_once_is_told(english: ExampleTranslator, context: TranslationContext) -> None:
    said = ", ".join(f"turn off the {name}" for name in ("lamp", "fan", "radio", "heater", "light", "television"))
    translation = english.translate(said, context)
    assert len(translation.calls) == context.max_calls and translation.dropped == 1
    assert "turn off the television" in translation.say


def test_a_place_that_another_clause_names(english: ExampleTranslator, context: TranslationContext) -> None:
    translation = english.translate("my granddaughter lives in Toronto, what time is it there", context)
    assert calls(translation) == [("get_time", {"place": "Toronto"})]


def test_a_part_may_point_to_the_one_before(english: ExampleTranslator, context: TranslationContext) -> None:
    translation = english.translate("set a timer for 5 minutes and then cancel it", context)
    assert calls(translation) == [timer(300), ("cancel_timer", {"duration_seconds": 300})]


SHARED = {
    "de": "wie spät ist es in london und in madrid",
    "es": "qué hora es en london y en madrid",
    "fr": "quelle heure est-il à london et à madrid",
    "it": "che ore sono a london e a madrid",
    "nl": "hoe laat is het in london en in madrid",
    "pt": "que horas são em london e em madrid",
}
TAKEN_BACK = {
    "de": "stell einen timer auf zehn minuten, nein, auf fünf minuten",
    "es": "pon un temporizador de diez minutos, no, mejor cinco minutos",
    "fr": "mets un minuteur de dix minutes, non, plutôt cinq minutes",
    "it": "imposta un timer di dieci minuti, no, anzi cinque minuti",
    "nl": "zet een timer van tien minuten, nee, vijf minuten",
    "pt": "põe um temporizador de dez minutos, não, cinco minutos",
}


NOT_ASKED = {
    "de": ("brich den timer ab", "mein onkel hat gesagt brich den timer ab", "wenn es schneit brich den timer ab"),
    "es": ("cancela el temporizador", "mi tío dijo que cancela el temporizador", "si nieva cancela el temporizador"),
    "fr": ("annule le minuteur", "mon oncle a dit d'annuler le minuteur", "s'il neige annule le minuteur"),
    "it": ("annulla il timer", "mio zio ha detto di annullare il timer", "se nevica annulla il timer"),
    "nl": ("annuleer de timer", "mijn oom zei annuleer de timer", "als het sneeuwt annuleer de timer"),
    "pt": ("cancela o temporizador", "o meu tio disse cancela o temporizador", "se nevar cancela o temporizador"),
}
"""What is asked for, and what somebody else asks for or depends on something."""


@pytest.fixture(scope="module", params=sorted(SHARED))
def foreign(request: pytest.FixtureRequest) -> tuple[str, ExampleTranslator]:
    return request.param, having_learned(tools_in(request.param), lang=request.param)


def test_in_other_languages(foreign: tuple[str, ExampleTranslator], context: TranslationContext) -> None:
    code, translator = foreign
    there = replace(context, lang=code)
    assert calls(translator.translate(SHARED[code], there)) == [
        ("get_time", {"place": "london"}),
        ("get_time", {"place": "madrid"}),
    ]
    assert calls(translator.translate(TAKEN_BACK[code], there)) == [("set_timer", {"seconds": 300})]
    asked, *not_asked = NOT_ASKED[code]
    assert [name for name, _ in calls(translator.translate(asked, there))] == ["cancel_timer"]
    for said in not_asked:
        assert not translator.translate(said, there).calls


_PIECES = [
    *(example.utterance for d in ENGLISH for example in d.examples[:3]),
    "and", "then", ",", "but", "no", "i mean", "make it", "except", "instead of", "it", "there", "first", "five", "10",
    "minutes", "the", "second one", "what about", "🙂", "und", "\u202e", "'", "book a flight",
]  # fmt: skip


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=7))
def test_anything_may_be_said(english: ExampleTranslator, context: TranslationContext, pieces: list[str]) -> None:
    said = " ".join(pieces)
    translation = english.translate(said, context)
    assert len(translation.calls) <= context.max_calls
    for left in translation.left:
        assert left and left.split()[0] in translation.say
    for call in translation.calls:
        assert call.said


_WITH_APOSTROPHES = [
    *(example.utterance for d in ENGLISH for example in d.examples if "'" in example.utterance),
    "once that's done", "what's the time in oslo", "set an eight o'clock timer", "let's start a timer for ten minutes",
    "don't turn on the lamp", "i'm cold", "turn on the dog's lamp", "and", "when that's finished", "volume 50",
    "'cause it's late", "the kids' lamp",
]  # fmt: skip


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(_WITH_APOSTROPHES), min_size=1, max_size=4))
def test_the_apostrophe_that_telephones_write_is_the_plain_one(
    english: ExampleTranslator, context: TranslationContext, pieces: list[str]
) -> None:
    said = " ".join(pieces)
    assert english.translate(said.replace("'", "’"), context) == english.translate(said, context)


def test_a_part_behind_words_with_a_curly_apostrophe_is_done(
    english: ExampleTranslator, context: TranslationContext
) -> None:
    found = calls(english.translate("turn on the fan and once that’s finished set the volume to 30", context))
    assert found == [device("fan", "on"), ("set_volume", {"level": 30})]


@pytest.mark.parametrize("joint", [" and ", ", ", ", then ", " and then "])
@pytest.mark.parametrize(
    "parts",
    [
        ["turn on the lamp", "book a flight", "call peter", "volume 50"],
        ["book a flight", "volume 50", "turn on the lamp", "call peter"],
        ["call peter", "volume 50", "book a flight", "turn on the lamp"],
    ],
)
def test_each_part_is_done_or_told(
    english: ExampleTranslator, context: TranslationContext, parts: list[str], joint: str
) -> None:
    translation = english.translate(joint.join(parts), context)
    accounted = " ".join((*(call.said for call in translation.calls), *translation.left))
    for word in joint.join(parts).replace(",", "").split():
        assert word in language("en").function_words or word in ("then", *accounted.split()), (word, accounted)


FOREIGN = {
    "de": {
        "wie spät ist es in rom und in oslo": ["rom", "oslo"],
        "stell einen timer auf zehn minuten, nein, fünf, und sag mir die uhrzeit in berlin": [300, "berlin"],
        "stell einen timer auf zehn minuten und wenn du fertig bist sag mir die uhrzeit in berlin": [600, "berlin"],
        "timer auf fünf und zehn minuten": [300, 600],
        "timer auf zehn minuten und auf fünf": [600, 300],
        "wie spät ist es in rom oslo und berlin": ["rom", "oslo", "berlin"],
    },
    "es": {
        "qué hora es en roma y en oslo": ["roma", "oslo"],
        "pon un temporizador de diez minutos no mejor cinco y dime la hora en roma": [300, "roma"],
        "pon un temporizador de diez minutos y después de eso dime la hora en roma": [600, "roma"],
        "temporizador de cinco y diez minutos": [300, 600],
    },
}


@pytest.mark.parametrize(("code", "said"), [(code, said) for code, cases in FOREIGN.items() for said in cases])
def test_several_in_other_languages(code: str, said: str, context: TranslationContext) -> None:
    translation = having_learned(tools_in(code), lang=code).translate(said, replace(context, lang=code))
    assert [next(iter(call.arguments.values())) for call in translation.calls] == FOREIGN[code][said]
    assert translation.calls or translation.left


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "start a timer for minus five minutes"),
        ("de", "stell einen timer auf minus fünf minuten"),
        ("es", "pon un temporizador de menos cinco minutos"),
    ],
)
def test_no_length_of_time_is_below_zero(code: str, said: str, context: TranslationContext) -> None:
    tools = ENGLISH if code == "en" else tools_in(code)
    assert not having_learned(tools, lang=code).translate(said, replace(context, lang=code)).calls


def court(sport: str, start: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "book_court", {"sport": sport, "start": start, **more}


def sandwich(filling: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "order_sandwich", {"filling": filling, **more}


def chore(what: str, **more: str) -> tuple[str, dict[str, Any]]:
    return "plan_chore", {"chore": what, **more}


def length(amount: float, one: str, other: str) -> tuple[str, dict[str, Any]]:
    return "convert_length", {"amount": amount, "from_unit": one, "to_unit": other}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        # a polite question behind a request
        (
            "book a squash court at six and tell me what a robin eats",
            [court("squash", "six"), ("bird_facts", {"bird": "robin", "topic": "food"})],
        ),
        # a part whose choice names the tool as well
        ("mute the music and book a padel court at noon", [("set_music", {"mute": True}), court("padel", "noon")]),
        (
            "turn the music down and print twenty cards",
            [("set_music", {"change": "down"}), ("print_cards", {"count": 20})],
        ),
        # "four cards" are four, and "cards turn" is no request
        (
            "before you print four cards turn the music up",
            [("set_music", {"change": "up"}), ("print_cards", {"count": 4})],
        ),
        # two of one kind
        (
            "order one white egg sandwich and two rye cheese sandwiches",
            [sandwich("egg", bread="white", quantity=1), sandwich("cheese", bread="rye", quantity=2)],
        ),
        (
            "order a turkey sandwich and put two egg sandwiches on the list as well",
            [sandwich("turkey"), sandwich("egg", quantity=2)],
        ),
        # nothing between the first two of three
        (
            "mow the meadow order a tuna sandwich and tell paula that the lawn is done",
            [
                ("control_mower", {"action": "mow", "lawn": "meadow"}),
                sandwich("tuna"),
                ("leave_word", {"member": "paula", "message": "the lawn is done"}),
            ],
        ),
        # a unit that is not shared
        (
            "how many feet are 12 metres and book a squash court at ten",
            [length(12, "metres", "feet"), court("squash", "ten")],
        ),
        (
            "book a squash court at ten and how many inches are 12 feet",
            [court("squash", "ten"), length(12, "feet", "inches")],
        ),
        # the words of a message
        (
            "tell paula that lunch is at one and mute the music",
            [("leave_word", {"member": "paula", "message": "lunch is at one"}), ("set_music", {"mute": True})],
        ),
        # a day before each
        (
            "plan to mop the bar tomorrow and on friday to paint the fence",
            [chore("mop the bar", day="tomorrow"), chore("paint the fence", day="2026-11-27")],
        ),
        # one title
        ("renew dombey and son", [("renew_book", {"title": "dombey and son"})]),
    ],
)
def test_requests_to_tools_that_say_alike(
    club: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls
) -> None:
    assert calls(club.translate(said, context)) == wanted


def test_one_title_or_two_is_not_guessed(club: ExampleTranslator, context: TranslationContext) -> None:
    found = club.translate("renew emma and great expectations", context)
    assert not found.calls and "great expectations" in found.say


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("convert 12 metres to feet", length(12, "metres", "feet")),
        ("what's 40 inches in feet", length(40, "inches", "feet")),
        ("how many inches is 12 feet", length(12, "feet", "inches")),
        ("two rye cheese sandwiches", sandwich("cheese", bread="rye", quantity=2)),
        ("print four cards", ("print_cards", {"count": 4})),
        ("plan to mop the bar on monday", chore("mop the bar", day="2026-11-23")),
        ("plan to sweep the stairs every tuesday", chore("sweep the stairs", every="tuesday")),
        ("plan to take the bins out tomorrow", chore("take the bins out", day="tomorrow")),
        ("get me a sandwich with tuna", sandwich("tuna")),
    ],
)
def test_a_value_goes_where_it_belongs(
    club: ExampleTranslator, context: TranslationContext, said: str, wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(club.translate(said, context)) == [wanted]


@pytest.mark.parametrize("said", ["find me a ferry", "order it", "renew it", "tell me", "book me"])
def test_a_pronoun_names_nothing(club: ExampleTranslator, context: TranslationContext, said: str) -> None:
    found = club.translate(said, context)
    assert not found.calls
    assert found.question is None or not {"me", "it"} & set(found.question.call.arguments.values())


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("turn on the lamp no the heater", [device("heater", "on")]),
        ("turn on the lamp in the kitchen I mean the garage", [device("lamp", "on", room="garage")]),
        ("turn the radio on no off", [device("radio", "off")]),
        ("add olives no capers to the shopping list", [("add_item", {"item": "capers"})]),
        ("start a tea timer for six minutes no make that seven", [timer(420, label="tea")]),
        ("what's the weather in oslo sorry in cairo", [("get_weather", {"city": "cairo"})]),
        ("call peter no call sarah", [("call_contact", {"contact": "sarah"})]),
        ("remind me to feed the goat no the sheep", [("set_reminder", {"text": "feed the sheep"})]),
        ("turn on the lamp and set the volume to 20 no 30", [device("lamp", "on"), ("set_volume", {"level": 30})]),
        ("cancel the egg timer no the pasta one", [("cancel_timer", {"label": "pasta"})]),
        ("set the volume to 40 no forget it", []),
        ("start a timer for six minutes never mind", []),
    ],
)
def test_a_correction_replaces_the_nearest_of_its_kind(
    english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls
) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "cancel the egg timer and start one for nine minutes",
            [("cancel_timer", {"label": "egg"}), timer(540)],
        ),
        ("turn on the radio and turn it off", [device("radio", "on"), device("radio", "off")]),
        (
            "put olives on the shopping list and turn on the fan",
            [("add_item", {"item": "olives"}), device("fan", "on")],
        ),
        ("remind me to ring paul and ask him about it", [("set_reminder", {"text": "ring paul and ask him about it"})]),
    ],
)
def test_a_part_may_lean_on_the_part_before(
    english: ExampleTranslator, context: TranslationContext, said: str, wanted: Calls
) -> None:
    assert calls(english.translate(said, context)) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "she said turn on the lamp",
        "my neighbour told me to turn off the radio",
        "turn on the lamp and my sister said start a timer for ten minutes",
        "if it snows turn on the heater",
        "turn on the heater if it snows",
        "turn on the heater when my aunt comes",
    ],
)
def test_what_others_say_and_what_depends_on_something_is_not_done(
    english: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = english.translate(said, context)
    names = {call.name for call in found.calls}
    assert "set_timer" not in names
    assert not found.calls or names == {"switch_device"} and "sister" in said
    assert found.say


@pytest.mark.parametrize(
    "said",
    [
        "I said turn on the lamp",
        "turn on the lamp if you can",
        "remind me to ask mom if she has flour",
        "call mom",
    ],
)
def test_what_the_speaker_says_and_polite_conditions_are(
    english: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert english.translate(said, context).calls


def test_the_same_request_over_and_over_is_read_a_bounded_number_of_times(
    context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Segmenter._read
    seen: list[str] = []

    def counted(self: Segmenter, text: str, *rest: Any) -> Any:
        seen.append(text)
        return read(self, text, *rest)

    monkeypatch.setattr(Segmenter, "_read", counted)
    translator = having_learned(tools_in("en"), lang="en")
    translator.train()
    translator.translate("add oats and add rice and " * 12, context)
    assert 0 < len(seen) < 1000
