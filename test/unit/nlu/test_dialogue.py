"""Follow-ups: what changes, continues or points to the last request; and that a new request is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import BAKERY, CLUB, ENGLISH, HALL, steps_in, tool, tools_in

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.dialogue import question_for
from ovos_phal_plugin_jarvis.nlu.learning.alignment import Profile
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

Call = tuple[str, dict[str, Any]]


def talk(
    translator: ExampleTranslator, context: TranslationContext, *turns: str, result: dict[str, Any] | None = None
) -> Translation:
    """What the last of *turns* is understood as after the others; *result* is what the call before it gave."""
    translation = Translation()
    for said in turns:
        translation = translator.translate(said, context)
        context = replace(context, turns=(*context.turns, ("user", said)), question=translation.question)
        if translation.calls:
            done = (*context.done, *translation.calls)
            context = replace(context, last_call=translation.calls[-1], last_result=result, done=done)
    return translation


def calls(translation: Translation) -> list[Call]:
    return [(call.name, dict(call.arguments)) for call in translation.calls]


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        # another value, introduced or not
        ("what's the time in london", "and in Paris?", ("get_time", {"place": "Paris"})),
        ("what's the time in london", "what about tokyo", ("get_time", {"place": "tokyo"})),
        ("what's the weather in rome", "what about tomorrow", ("get_weather", {"city": "rome", "day": ["tomorrow"]})),
        ("call anna", "no, hannah", ("call_contact", {"contact": "hannah"})),
        ("turn on the lamp", "and the fan", ("switch_device", {"device": "fan", "state": "on"})),
        # in the unit that was said
        ("set a timer for ten minutes", "make it 15", ("set_timer", {"duration_seconds": 900})),
        ("set a timer for thirty seconds", "make it 45 instead", ("set_timer", {"duration_seconds": 45})),
        ("set a timer for ten minutes", "actually make it half an hour", ("set_timer", {"duration_seconds": 1800})),
        # a step
        ("set the volume to 30", "louder", ("set_volume", {"level": 40})),
        ("set the volume to 95", "a bit louder", ("set_volume", {"level": 100})),
        ("set a timer for ten minutes", "five more minutes", ("set_timer", {"duration_seconds": 900})),
        # what was just done
        ("start a tea timer for three minutes", "cancel it",
         ("cancel_timer", {"label": "tea", "duration_seconds": 180})),
        ("set a timer for ten minutes", "stop that timer", ("cancel_timer", {"duration_seconds": 600})),
        ("turn on the lamp in the kitchen", "turn it off",
         ("switch_device", {"device": "lamp", "state": "off", "room": "kitchen"})),
        ("what's the weather in rome", "what time is it there", ("get_time", {"place": "rome"})),
        ("turn on the lamp", "do it again", ("switch_device", {"device": "lamp", "state": "on"})),
        # several values at once, and one thing more
        ("start a tea timer for three minutes", "and an egg timer for four",
         ("set_timer", {"label": "egg", "duration_seconds": 240})),
        ("turn on the fan in the garage", "and the lamp in the kitchen",
         ("switch_device", {"device": "lamp", "state": "on", "room": "kitchen"})),
        ("turn on the lamp in the kitchen", "the fan as well",
         ("switch_device", {"device": "fan", "state": "on", "room": "kitchen"})),
        ("turn on the lamp", "the fan i mean", ("switch_device", {"device": "fan", "state": "on"})),
        ("what's the weather in rome", "tomorrow", ("get_weather", {"city": "rome", "day": ["tomorrow"]})),
        # nothing of the kind: a request of its own
        ("set a timer for ten minutes", "what's the weather", ("get_weather", {})),
        ("what's the time in london", "and set a timer for five minutes", ("set_timer", {"duration_seconds": 300})),
        ("what's the time in london", "what about the weather", ("get_weather", {})),
    ],
)  # fmt: skip
def test_a_follow_up(
    english: ExampleTranslator, context: TranslationContext, first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(english, context, first, then)) == [wanted]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("turn on the lamp", "make it purple"),
        ("play adele", "turn it up"),
        ("turn on the lamp", "turn both of them off"),
        ("set a timer for ten minutes", "louder"),
        ("set a timer for ten minutes", "thanks"),
        ("set a timer for ten minutes", "never mind"),
        ("turn on the lamp", "delete the third one"),
        ("set a timer for ten minutes", "i'm baking bread today"),
        ("turn on the lamp", "we like the fan"),
        ("turn on the lamp", "but not the fan"),
        ("what's the time in london", "not paris"),
        ("set a timer for ten minutes", "except on sunday"),
        ("call mom", "she is lovely"),
    ],
)
def test_what_is_not_clear_does_nothing(
    english: ExampleTranslator, context: TranslationContext, first: str, then: str
) -> None:
    assert calls(talk(english, context, first, then)) == []


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("set a tea timer for four minutes and an egg timer for five", "cancel the tea timer",
         ("cancel_timer", {"label": "egg"})),
        ("turn on the lamp and the fan", "turn off the lamp", ("switch_device", {"device": "fan", "state": "off"})),
    ],
)  # fmt: skip
def test_the_other_one(
    english: ExampleTranslator, context: TranslationContext, first: str, then: str, wanted: Call
) -> None:
    assert calls(talk(english, context, first, then, "the other one too")) == [wanted]


def test_there_and_back(context: TranslationContext) -> None:
    travel = tool(
        "find_train",
        "Find a train between two cities.",
        [ToolParameter("destination", "string", True), ToolParameter("origin", "string", False)],
        {
            "find a train to leeds": {"destination": "leeds"},
            "trains from york to bath": {"origin": "york", "destination": "bath"},
            "is there a train from hull to london": {"origin": "hull", "destination": "london"},
            "when does the train from paris to lyon leave": {"origin": "paris", "destination": "lyon"},
            "next train to oxford": {"destination": "oxford"},
        },
    )
    translator = having_learned((travel, *ENGLISH))
    back = ("find_train", {"origin": "lyon", "destination": "leeds"})
    assert calls(talk(translator, context, "trains from leeds to lyon", "and back")) == [back]
    assert calls(talk(translator, context, "find a train to leeds", "and back")) == []


def test_follow_ups_follow_each_other(english: ExampleTranslator, context: TranslationContext) -> None:
    turns = ("what's the weather in rome", "what about tomorrow", "and in oslo", "what time is it there")
    assert calls(talk(english, context, *turns[:3])) == [("get_weather", {"city": "oslo", "day": ["tomorrow"]})]
    assert calls(talk(english, context, *turns)) == [("get_time", {"place": "oslo"})]


def test_a_call_whose_words_are_not_known(english: ExampleTranslator, context: TranslationContext) -> None:
    there = replace(context, last_call=ToolCall("set_timer", {"duration_seconds": 600}))
    assert calls(english.translate("make it 15", there)) == [("set_timer", {"duration_seconds": 900})]
    there = replace(context, last_call=ToolCall("set_volume", {"level": 30}))
    assert calls(english.translate("make it 40", there)) == [("set_volume", {"level": 40})]


TIMERS = {"timers": [{"timer_id": "1", "label": "tea"}, {"timer_id": "2", "label": "cake"}]}


@pytest.mark.parametrize(
    ("then", "label"),
    [("cancel the second one", "cake"), ("cancel the first one", "tea"), ("stop the last one", "cake")],
)
def test_what_was_shown_is_pointed_to(
    english: ExampleTranslator, context: TranslationContext, then: str, label: str
) -> None:
    there = replace(
        context,
        last_call=ToolCall("set_timer", {"duration_seconds": 60}, said="timer for a minute"),
        last_result=TIMERS,
    )
    assert calls(english.translate(then, there)) == [("cancel_timer", {"label": label})]
    assert calls(english.translate("cancel the third one", there)) == []


@pytest.mark.parametrize(
    "result",
    [
        {"timer_id": "a1", "duration_seconds": 3000, "label": "pasta"},
        {"list": "shopping", "count": 1},
        {"total_items": 3},
    ],
)
def test_a_request_that_lacks_its_number_does_not_take_one_of_the_last_answer(
    english: ExampleTranslator, context: TranslationContext, result: dict[str, Any]
) -> None:
    last = ToolCall("set_timer", {"duration_seconds": 3000}, said="start a pasta timer for fifty minutes")
    found = english.translate("set a timer", replace(context, last_call=last, last_result=result))
    assert calls(found) == [] and found.question is not None
    alone = replace(context, last_result=result)
    assert calls(english.translate("set a timer", alone)) == []


MEETING = tool(
    "book_table",
    "Book a table at a restaurant.",
    [
        ToolParameter("restaurant", "string", True),
        ToolParameter("people", "int", True, "How many people"),
        ToolParameter("area", "string", False, enum_values=("inside", "outside")),
    ],
    {
        "book a table at luigi's for four people": {"restaurant": "luigi's", "people": 4},
        "book a table at the golden goose for two people": {"restaurant": "the golden goose", "people": 2},
        "reserve a table for six people at pizza hut": {"restaurant": "pizza hut", "people": 6},
        "book a table outside at mario's for three people": {"restaurant": "mario's", "people": 3, "area": "outside"},
        "reserve a table at noma for eight people": {"restaurant": "noma", "people": 8},
        "i want a table at sushi bar for five people": {"restaurant": "sushi bar", "people": 5},
    },
)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("Mario's", {"restaurant": "Mario's"}),
        ("it's the Golden Lion", {"restaurant": "Golden Lion"}),
        ("Noma, for four people", {"restaurant": "Noma", "people": 4}),
        ("for four people, at Noma", {"restaurant": "Noma", "people": 4}),
    ],
)
def test_an_answer_may_tell_more_in_any_order(
    context: TranslationContext, said: str, arguments: dict[str, Any]
) -> None:
    translator = having_learned([MEETING])
    question = Question(ToolCall("book_table", {}, "box", said="book a table"), "restaurant", "Where?")
    translation = translator.translate(said, replace(context, question=question))
    if "people" in arguments:
        assert calls(translation) == [("book_table", arguments)]
    else:
        assert translation.question is not None and translation.question.parameter == "people"
        assert dict(translation.question.call.arguments) == arguments


def test_a_choice_may_be_named_by_its_place(context: TranslationContext) -> None:
    translator = having_learned([MEETING])
    call = ToolCall("book_table", {"people": 2}, "box", said="book a table for two people")
    question = Question(call, "restaurant", "Luigi's or Noma?", ("Luigi's", "Noma"))
    translation = translator.translate("the second one", replace(context, question=question))
    assert calls(translation) == [("book_table", {"people": 2, "restaurant": "Noma"})]


FOREIGN = {
    "de": ("wie spät ist es in london", "und in paris?", "stell einen timer auf zehn minuten", "mach ihn auf 15",
           "brich ihn ab", "nein danke"),
    "es": ("qué hora es en london", "y en paris?", "pon un temporizador de diez minutos", "que sean 15", "cancélalo",
           "no gracias"),
    "fr": ("quelle heure est-il à london", "et à paris ?", "mets un minuteur de dix minutes", "mets-le à 15",
           "annule-le", "non merci"),
    "it": ("che ore sono a london", "e a paris?", "imposta un timer di dieci minuti", "fallo di 15", "annullalo",
           "no grazie"),
    "nl": ("hoe laat is het in london", "en in paris?", "zet een timer van tien minuten", "maak er 15 van", "stop hem",
           "nee bedankt"),
    "pt": ("que horas são em london", "e em paris?", "põe um temporizador de dez minutos", "que sejam 15", "cancela-o",
           "não obrigado"),
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(FOREIGN))
def test_in_other_languages(code: str, context: TranslationContext) -> None:
    translator = having_learned(tools_in(code), lang=code)
    there = replace(context, lang=code)
    time, elsewhere, timer, longer, cancel, declined = FOREIGN[code]
    assert calls(talk(translator, there, time, elsewhere)) == [("get_time", {"place": "paris"})]
    assert calls(talk(translator, there, timer, longer)) == [("set_timer", {"seconds": 900})]
    assert calls(talk(translator, there, timer, cancel)) == [("cancel_timer", {"seconds": 600})]
    question = Question(ToolCall("set_timer", {}, "box", said=timer), "seconds", "?")
    taken_back = translator.translate(declined, replace(there, question=question))
    assert taken_back.calls == () and taken_back.say and taken_back.question is None


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "doch lieber erst fünfzehn minuten"),
        ("fr", "finalement quinze minutes"),
        ("pt", "afinal quinze minutos"),
    ],
)
def test_what_is_wanted_rather_takes_the_place_of_the_last(code: str, said: str, context: TranslationContext) -> None:
    translator, there = having_learned(tools_in(code), lang=code), replace(context, lang=code)
    assert calls(talk(translator, there, FOREIGN[code][2], said)) == [("set_timer", {"seconds": 900})]


STEPPING = {
    "de": ("fahr die rollos runter", "noch ein bisschen", "weniger",
           "stell die heizung auf zwanzig", "achtzehn wäre besser", "nein fünfzehn",
           "setz milch auf die einkaufsliste", "und käse", "butter auch"),
    "es": ("baja las persianas", "un poco más", "menos",
           "pon la calefacción a veinte", "dieciocho estaría mejor", "no quince",
           "añade leche a la lista", "y queso", "mantequilla también"),
    "fr": ("baisse les stores", "encore un peu", "moins",
           "mets le chauffage à vingt", "dix-huit ce serait mieux", "non quinze",
           "ajoute lait à la liste", "et fromage", "beurre aussi"),
    "it": ("abbassa le tapparelle", "ancora un po'", "meno",
           "imposta il riscaldamento a venti", "diciotto sarebbe meglio", "no quindici",
           "aggiungi latte alla lista", "e formaggio", "burro anche"),
    "nl": ("de rolluiken omlaag", "nog een beetje meer", "minder",
           "zet de verwarming op twintig", "achttien zou beter zijn", "nee vijftien",
           "zet melk op de lijst", "en kaas", "boter ook"),
    "pt": ("baixa os estores", "um pouco mais", "menos",
           "põe o aquecimento em vinte", "dezoito seria melhor", "não quinze",
           "põe leite na lista", "e queijo", "manteiga também"),
}  # fmt: skip


LEFT_OUT = {
    "de": ("aber keinen käse", "nicht die butter"),
    "es": ("pero no queso", "menos mantequilla"),
    "fr": ("mais pas de fromage", "pas le beurre"),
    "it": ("ma non formaggio", "non il burro"),
    "nl": ("maar geen kaas", "niet de boter"),
    "pt": ("mas não queijo", "menos manteiga"),
}


@pytest.mark.parametrize("code", sorted(LEFT_OUT))
def test_what_is_left_out_is_not_added(code: str, context: TranslationContext) -> None:
    translator = having_learned(steps_in(code), lang=code)
    put = STEPPING[code][6]
    assert [calls(talk(translator, replace(context, lang=code), put, said)) for said in LEFT_OUT[code]] == [[], []]


@pytest.mark.parametrize("code", sorted(STEPPING))
def test_steps_levels_and_lists_in_other_languages(code: str, context: TranslationContext) -> None:
    translator = having_learned(steps_in(code), lang=code)
    there = replace(context, lang=code)
    lower, further, less, heat, better, no, put, other, also = STEPPING[code]
    assert calls(talk(translator, there, lower, further)) == [("move_blinds", {"direction": "down"})]
    assert calls(talk(translator, there, lower, less)) == []  # less of down may be either
    assert calls(talk(translator, there, heat, better)) == [("set_heating", {"level": 18})]
    assert calls(talk(translator, there, heat, no)) == [("set_heating", {"level": 15})]
    added = [calls(talk(translator, there, put, said)) for said in (other, also)]
    assert added == [[("put_on_list", {"item": said.split()[at]})] for said, at in ((other, 1), (also, 0))]


@pytest.fixture(scope="module")
def keeper() -> ExampleTranslator:
    """Notes what somebody did and saw."""
    did = ToolParameter("activity", "string", True, "What was done", enum_values=("rowing", "climbing", "skating"))
    return having_learned(
        [
            tool(
                "note_training",
                "Note a training in the log.",
                [did, ToolParameter("laps", "int", False, "How many laps")],
                {
                    "note a row of eight laps": {"activity": "rowing", "laps": 8},
                    "note that i was climbing": {"activity": "climbing"},
                    "put skating of five laps into the log": {"activity": "skating", "laps": 5},
                    "log rowing with three laps": {"activity": "rowing", "laps": 3},
                },
            ),
            tool(
                "note_catch",
                "Note what was caught, and where.",
                [
                    ToolParameter("fish", "string", True, "Which fish"),
                    ToolParameter("count", "int", False, "How many"),
                    ToolParameter("water", "string", False, "Where it was caught"),
                ],
                {
                    "i caught a perch at the weir": {"fish": "perch", "water": "weir"},
                    "caught three roach in the mill pond": {"fish": "roach", "count": 3, "water": "mill pond"},
                    "note two pikes from the canal": {"fish": "pikes", "count": 2, "water": "canal"},
                    "we caught a tench": {"fish": "tench"},
                },
            ),
        ]
    )


def test_a_value_named_in_another_form_is_heeded(keeper: ExampleTranslator, context: TranslationContext) -> None:
    said = talk(keeper, context, "note a row of eight laps", "and a climb of two")
    assert calls(said) in ([], [("note_training", {"activity": "climbing", "laps": 2})])


def test_no_word_of_a_follow_up_is_dropped(keeper: ExampleTranslator, context: TranslationContext) -> None:
    said = talk(keeper, context, "i caught a perch at the weir", "two eels there as well")
    assert all(call[1].get("fish") == "eels" for call in calls(said))


@pytest.mark.parametrize("said", ["note that we caught something", "caught something at the weir"])
def test_what_nobody_has_said_yet_is_asked_for(
    keeper: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = talk(keeper, context, said)
    assert not found.calls and (found.question is None or found.question.parameter == "fish")


def test_a_sum_is_no_answer_to_how_long(english: ExampleTranslator, context: TranslationContext) -> None:
    asked = english.translate("set a timer", context)
    assert asked.question is not None and asked.question.parameter == "duration_seconds"
    said = talk(english, replace(context, question=asked.question), "what's three hundred and sixty divided by eight")
    assert all(name != "set_timer" for name, _ in calls(said))


@pytest.mark.parametrize("said", ["set a timer", "set a timer please", "i want to set a timer", "set a pasta timer"])
def test_a_request_that_lacks_only_what_it_needs_is_asked_about(
    english: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = english.translate(said, context)
    assert found.question is not None and found.question.call.name == "set_timer" and not found.calls


@pytest.mark.parametrize("said", ["who set a timer", "my sister has set a timer before", "i never set a timer"])
def test_a_remark_with_a_tools_name_asks_nothing(
    english: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = english.translate(said, context)
    assert found.question is None and not found.calls


def length(amount: float, one: str, other: str) -> tuple[str, dict[str, Any]]:
    return "convert_length", {"amount": amount, "from_unit": one, "to_unit": other}


def word(member: str, message: str) -> tuple[str, dict[str, Any]]:
    return "leave_word", {"member": member, "message": message}


def court(**more: Any) -> tuple[str, dict[str, Any]]:
    return "book_court", {"sport": "squash", "start": "six", **more}


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        # a pronoun for what a request lacks
        (["what does a robin eat", "and how big is it"], ("bird_facts", {"bird": "robin", "topic": "size"})),
        (["what does a robin eat", "where does it nest"], ("bird_facts", {"bird": "robin", "topic": "nest"})),
        (["how big is a wren", "and what does it sound like"], ("bird_facts", {"bird": "wren", "topic": "song"})),
        # one thing more, that somebody needs
        (["book a squash court at six", "and we need rackets"], court(rackets=True)),
        (["book a squash court at six", "i need rackets as well"], court(rackets=True)),
        # several things more, none of them a name
        (
            ["find a ferry to bergen", "and tomorrow at ten"],
            ("find_ferry", {"to_harbour": "bergen", "date": "tomorrow", "departure_time": "ten"}),
        ),
        # only begun with "now"
        (["mow the meadow", "now the orchard"], ("control_mower", {"action": "mow", "lawn": "orchard"})),
        # a request of its own, though of the same tool, or with "as well" behind it
        (["how many feet are 12 metres", "convert 9 feet to inches"], length(9, "feet", "inches")),
        (["order a cheese sandwich", "pause the mower as well"], ("control_mower", {"action": "pause"})),
        # answers, with what introduces them and without
        (["leave a message for paula", "her shoes are in the hall"], word("paula", "her shoes are in the hall")),
        (["leave word for henry", "that the bar is closed"], word("henry", "the bar is closed")),
        (["find a ferry", "to near dover"], ("find_ferry", {"to_harbour": "dover"})),
        (["get me a sandwich", "with tuna"], ("order_sandwich", {"filling": "tuna"})),
    ],
)
def test_what_members_say_next(
    club: ExampleTranslator, context: TranslationContext, turns: list[str], wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(talk(club, context, *turns)) == [wanted]


def test_an_order_is_no_new_value(club: ExampleTranslator, context: TranslationContext) -> None:
    assert not talk(club, context, "order a cheese sandwich", "cancel the egg sandwich as well").calls


@pytest.fixture(scope="module")
def hall() -> ExampleTranslator:
    return having_learned(HALL)


def sauna(how: str, minutes: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "update_sauna", {"how": how, "minutes": minutes, **more}


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        # what was just made is changed by the tool that changes it
        (["book the sauna for forty minutes", "make that fifty"], sauna("set", 50)),
        (["book the sauna for forty minutes for nina", "no an hour"], sauna("set", 60, name="nina")),
        (["book the sauna for forty minutes", "sixty would be nicer"], sauna("set", 60)),
        (["book the sauna for forty minutes", "ten more minutes"], sauna("extend", 10)),
        (["book the sauna for forty minutes", "and another one for twenty minutes"], ("book_sauna", {"minutes": 20})),
        (["book the sauna for forty minutes for nina", "release it"], ("release_sauna", {"name": "nina"})),
        (["book the sauna for forty minutes", "release them all"], ("release_sauna", {"all_bookings": True})),
        # a direction goes on, or turns
        (["raise the blinds", "a bit more"], ("move_blinds", {"direction": "up"})),
        (["raise the blinds", "up some more"], ("move_blinds", {"direction": "up"})),
        (["raise the blinds", "back a bit"], ("move_blinds", {"direction": "down"})),
        (["lower the blinds", "a little back please"], ("move_blinds", {"direction": "up"})),
        (["lower the blinds", "further please"], ("move_blinds", {"direction": "down"})),
        (["raise the blinds", "ok a little less"], ("move_blinds", {"direction": "down"})),
        # the container that was named stays
        (["what's in the green locker", "put my cap into it"], ("fill_locker", {"thing": "cap", "locker": "green"})),
        (["what's in the green locker", "add a racket"], ("fill_locker", {"thing": "racket", "locker": "green"})),
        (["put my cap into the green locker", "and skis too"], ("fill_locker", {"thing": "skis", "locker": "green"})),
        (["put a cap into the green locker", "what's in it"], ("tell_locker", {"locker": "green"})),
        (["what's in the green locker", "the same for the yellow locker"], ("tell_locker", {"locker": "yellow"})),
        (["what's in the green locker", "and the yellow one"], ("tell_locker", {"locker": "yellow"})),
        # a number goes with its unit, and what is asked for by itself
        (["weigh nine pounds in kilos", "and six pounds"],
         ("weigh", {"amount": 6, "from_unit": "pounds", "to_unit": "kilos"})),
        (["how many stones are eighty kilos", "and sixty kilos"],
         ("weigh", {"amount": 60, "from_unit": "kilos", "to_unit": "stones"})),
        (["weigh nine pounds in kilos", "and in grams"],
         ("weigh", {"amount": 9, "from_unit": "pounds", "to_unit": "grams"})),
    ],
)  # fmt: skip
def test_what_is_said_in_the_hall_next(
    hall: ExampleTranslator, context: TranslationContext, turns: list[str], wanted: tuple[str, dict[str, Any]]
) -> None:
    assert calls(talk(hall, context, *turns)) == [wanted]


@pytest.mark.parametrize(
    ("tools", "turns", "wanted"),
    [
        # the day, the time or the length of before, or one that is counted from it
        (CLUB, ["book a squash court on friday at half past six", "another one at eight the same day"],
         ("book_court", {"sport": "squash", "start": "eight", "day": "next_friday"})),
        (CLUB, ["plan to sweep the stairs on thursday", "and to wash the shirts the same day"],
         ("plan_chore", {"chore": "wash the shirts", "day": "thursday"})),
        (CLUB, ["ferries to larne on sunday", "ferries to bergen that day"],
         ("find_ferry", {"to_harbour": "bergen", "date": "next_sunday"})),
        (CLUB, ["ferries to larne on 2029-03-04", "and the day after"],
         ("find_ferry", {"to_harbour": "larne", "date": "2029-03-05"})),
        (CLUB, ["find a ferry from cork to roscoff at nine", "make that half past"],
         ("find_ferry", {"from_harbour": "cork", "to_harbour": "roscoff", "departure_time": "half past 9"})),
        (CLUB, ["order three beef sandwiches for half past twelve", "and a hummus one at the same time"],
         ("order_sandwich", {"filling": "hummus", "time": "half past twelve"})),
        # one of several things that were made, by its place
        (HALL, ["book the sauna for forty minutes for ruth", "book the sauna for an hour for oscar",
                "release the first one"], ("release_sauna", {"name": "ruth"})),
        (BAKERY, ["start a pizza bake for twelve minutes", "bake the bread for forty minutes",
                  "how much longer for the first one"], ("list_bakes", {"dish": "pizza"})),
        # what is to go
        (HALL, ["book the sauna for forty minutes for ruth", "that isn't needed any more"],
         ("release_sauna", {"name": "ruth"})),
        (BAKERY, ["start a pizza bake for twelve minutes", "the pizza one can go"], ("cancel_bake", {"dish": "pizza"})),
        (BAKERY, ["write tape and glue into the shed notebook", "actually take the glue out again"],
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        (HALL, ["book the sauna for forty minutes for ruth", "release it my brother came"],
         ("release_sauna", {"name": "ruth"})),
        (BAKERY, ["write tape and glue into the shed notebook", "the glue can go"],
         ("erase_notebook", {"entries": ["glue"], "notebook": "shed"})),
        # another one of that kind, and the other way
        (HALL, ["weigh nine pounds in kilos", "no i meant troy pounds"],
         ("weigh", {"amount": 9, "from_unit": "troy pounds", "to_unit": "kilos"})),
        (HALL, ["book the sauna for forty minutes for ruth", "and one for an hour just in case"],
         ("book_sauna", {"minutes": 60, "name": "ruth"})),
        (HALL, ["raise the blinds", "go back down"], ("move_blinds", {"direction": "down"})),
        # a step or the other choice behind what is said of the last one
        (HALL, ["raise the blinds", "that's too high go back down a bit"], ("move_blinds", {"direction": "down"})),
        (BAKERY, ["set the burner to seven", "it's far too hot go down a bit"], ("set_burner", {"level": 6})),
        (ENGLISH, ["turn on the lamp in the kitchen", "no turn it off again"],
         ("switch_device", {"device": "lamp", "state": "off", "room": "kitchen"})),
        # once more, but for something
        (HALL, ["book the sauna for forty minutes for ruth", "do it again for an hour"],
         ("book_sauna", {"minutes": 60, "name": "ruth"})),
        (BAKERY, ["set the burner to seven", "do it with four"], ("set_burner", {"level": 4})),
        (HALL, ["book the sauna for forty minutes for ruth", "do that again but for an hour"],
         ("book_sauna", {"minutes": 60, "name": "ruth"})),
        (BAKERY, ["write tape into the shed notebook", "do it again but with glue in it too"],
         ("write_notebook", {"entries": ["tape", "glue"], "notebook": "shed"})),
        (BAKERY, ["write tape and glue into the shed notebook", "do it again but with nails instead of glue"],
         ("write_notebook", {"entries": ["tape", "nails"], "notebook": "shed"})),
        (HALL, ["book the sauna for forty minutes for ruth", "he cheated book it once more"],
         ("book_sauna", {"minutes": 40, "name": "ruth"})),
        (HALL, ["book the sauna for forty minutes for ruth", "one more of the same"],
         ("book_sauna", {"minutes": 40, "name": "ruth"})),
        # what is meant and what is not
        (HALL, ["put a towel into the blue locker", "not the towel the shoes"],
         ("fill_locker", {"thing": "shoes", "locker": "blue"})),
        (CLUB, ["plan to paint the fence on thursday", "no the gate not the fence"],
         ("plan_chore", {"chore": "paint the gate", "day": "thursday"})),
        # behind a remark
        (HALL, ["book the sauna for forty minutes for ruth", "that one's over release it"],
         ("release_sauna", {"name": "ruth"})),
        (BAKERY, ["set the burner to seven", "the crust still looks pale try nine"], ("set_burner", {"level": 9})),
        (BAKERY, ["set the burner to seven", "still smells burnt try four"], ("set_burner", {"level": 4})),
        (BAKERY, ["write tape into the shed notebook", "throw in glue and write it again"],
         ("write_notebook", {"entries": ["tape", "glue"], "notebook": "shed"})),
    ],
)  # fmt: skip
def test_what_is_said_points_to_what_was_said_and_made(
    context: TranslationContext, tools: Sequence[ToolDefinition], turns: list[str], wanted: Call
) -> None:
    assert calls(talk(having_learned(tools), context, *turns)) == [wanted]


SAUNAS = ["book the sauna for forty minutes for ruth", "book the sauna for an hour for henry"]
SLIPS = ["write gravel into the pond notebook", "write moss into the pond notebook"]
EMPTY = tool(
    "empty_notebook",
    "Empty a notebook.",
    [ToolParameter("notebook", "string", False, "Which notebook")],
    {
        "empty the pond notebook": {"notebook": "pond"},
        "erase everything in the shed notebook": {"notebook": "shed"},
        "wipe the garden notebook": {"notebook": "garden"},
        "empty the notebook": {},
    },
)


@pytest.mark.parametrize(
    ("tools", "turns", "wanted"),
    [
        (HALL, [*SAUNAS, "release the second one"], [("release_sauna", {"name": "henry"})]),
        (HALL, [*SAUNAS, "release the second one", "release the second one"], []),
        (HALL, [*SAUNAS, "release the first one", "release the first one"], [("release_sauna", {"name": "henry"})]),
        (HALL, [*SAUNAS, "release all saunas", "release the first one"], []),
        (BAKERY, [*SLIPS, "erase gravel from the pond notebook", "erase the first one"],
         [("erase_notebook", {"entries": ["moss"], "notebook": "pond"})]),
        # what empties all of it is not about one of them
        ((*(t for t in BAKERY if t.name != "erase_notebook"), EMPTY), [*SLIPS, "empty the first one"], []),
    ],
)  # fmt: skip
def test_a_place_in_the_row_is_one_of_what_is_still_there(
    context: TranslationContext, tools: Sequence[ToolDefinition], turns: list[str], wanted: list[Call]
) -> None:
    assert calls(talk(having_learned(tools), context, *turns)) == wanted


@pytest.mark.parametrize(
    ("lang", "name", "asked"),
    [
        ("de-de", "title", "Was soll der Titel sein?"),
        ("fr-fr", "title", "Quelle valeur pour le titre ?"),
        ("de-de", "grout", "Was genau?"),
        ("en-us", "grout", "What should the grout be?"),
    ],
)
def test_what_an_english_author_calls_it_is_asked_for_in_the_users_language(lang: str, name: str, asked: str) -> None:
    parameter = ToolParameter(name, "string", True, "The one that is to be written there")
    assert question_for(Profile(parameter, []), lang) == asked


def test_a_that_which_begins_a_clause_points_to_nothing(context: TranslationContext) -> None:
    turns = ("tell oscar that we are out of balls", "also tell nina that the net is torn")
    wanted = ("leave_word", {"member": "nina", "message": "the net is torn"})
    assert calls(talk(having_learned(CLUB), context, *turns)) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("start a timer if i only want it for ten minutes", [("set_timer", {"duration_seconds": 600})]),
        ("set a timer if we need it for ten minutes", [("set_timer", {"duration_seconds": 600})]),
        ("set a timer for ten minutes if i want tea", []),
        ("set a timer if she wants ten minutes", []),
        ("set a timer for ten minutes if it rains", []),
    ],
)
def test_a_condition_that_only_says_a_value_is_none(
    english: ExampleTranslator, context: TranslationContext, said: str, wanted: list[Call]
) -> None:
    assert calls(english.translate(said, context)) == wanted


def test_what_tells_something_is_no_answer(context: TranslationContext) -> None:
    club = having_learned(CLUB)
    assert talk(club, context, "find a ferry").question
    assert not talk(club, context, "find a ferry", "it gets dark so early").calls
    assert not talk(club, context, "find a ferry", "gets dark early now doesn't it").calls
    assert not talk(club, context, "find a ferry", "we watched them from the roof of the old flat").calls
    assert talk(club, context, "find a ferry", "to near dover").calls


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("book the sauna for forty minutes", "we can go"),
        ("raise the blinds", "that's better than going back down a bit"),
        ("raise the blinds", "that's perfect don't go back down"),
        ("put a towel into the blue locker", "the towel can go in the dryer"),
        ("book the sauna for forty minutes", "the day after was lovely"),
        ("book the sauna for forty minutes", "release the second one"),
        ("book the sauna for forty minutes", "that was a long time"),
        ("book the sauna for forty minutes", "and then she went home"),
        ("lower the blinds", "a bit less"),  # less of down may be either
        ("what's in the green locker", "it is too small"),
        ("what's in the green locker", "and i need a holiday"),
        ("weigh nine pounds in kilos", "that's heavy"),
        ("raise the blinds", "don't lower the blinds"),
        ("book the sauna for forty minutes", "she made us book it again"),
        ("book the sauna for forty minutes", "the kids book again"),
        ("book the sauna for forty minutes", "not necessarily book again"),
        ("book the sauna for forty minutes", "no way book again"),
        ("book the sauna for forty minutes", "i lost the key so release it"),
        ("book the sauna for forty minutes for ruth", "no the bath not the pool"),
        ("put a towel into the blue locker", "i like shoes not towels"),
    ],
)
def test_a_remark_in_the_hall_does_nothing(
    hall: ExampleTranslator, context: TranslationContext, first: str, then: str
) -> None:
    assert calls(talk(hall, context, first, then)) == []


@pytest.mark.parametrize(
    ("code", "first", "then", "wanted"),
    [
        ("de", "setz milch auf die einkaufsliste", "nein brot nicht milch", "brot"),
        ("es", "añade leche a la lista", "no pan no leche", "pan"),
        ("fr", "ajoute lait à la liste", "non pain pas lait", "pain"),
        ("it", "aggiungi latte alla lista", "no pane non latte", "pane"),
        ("nl", "zet melk op de lijst", "nee brood niet melk", "brood"),
        ("pt", "põe leite na lista", "não pão não leite", "pão"),
    ],
)
def test_what_is_meant_takes_the_place_of_what_is_not_in_each_language(
    context: TranslationContext, code: str, first: str, then: str, wanted: str
) -> None:
    spoken = replace(context, lang=code)
    assert calls(talk(having_learned(steps_in(code)), spoken, first, then)) == [("put_on_list", {"item": wanted})]


@pytest.mark.parametrize(
    ("answer", "place"), [("can you take a picture of it for me", None), ("can you say lisbon", "lisbon")]
)
def test_a_polite_order_is_no_answer(context: TranslationContext, answer: str, place: str | None) -> None:
    where = ToolParameter("location", "string", True, "Which place")
    shown = {f"when does the sun set in {name}": {"location": name} for name in ("oslo", "rome", "lima")}
    shown |= {"when does the sun set": {}, "sunset please": {}}
    translator = having_learned([tool("sunset", "Tell when the sun sets.", [where], shown)])
    asked = translator.translate("when does the sun set", context)
    assert asked.question is not None
    found = translator.translate(answer, replace(context, question=asked.question))
    assert [call.arguments.get("location") for call in found.calls] == ([place] if place else [])


@pytest.mark.parametrize(
    ("answer", "calls_it", "event"),
    [
        # the time of another one than was asked for, and no town of its name
        ("and sunrise", None, "sunrise"),
        ("it was earlier than that on my birthday", None, "sunset"),
        ("oslo", "oslo", "sunset"),
        ("in new york please", "new york", "sunset"),
    ],
)
def test_what_says_something_else_is_no_place(
    context: TranslationContext, answer: str, calls_it: str | None, event: str
) -> None:
    where = ToolParameter("location", "string", True, "Which place")
    which = ToolParameter("event", "string", True, "Which", enum_values=("sunrise", "sunset"))
    shown = {
        f"when is {event} in {name}": {"location": name, "event": event}
        for event, name in (("sunset", "oslo"), ("sunrise", "rome"), ("sunset", "lima"), ("sunrise", "cork"))
    }
    shown |= {"when is sunset": {"event": "sunset"}, "sunrise please": {"event": "sunrise"}}
    translator = having_learned([tool("sun_times", "Tell when the sun rises or sets.", [where, which], shown)])
    asked = translator.translate("when is sunset", context)
    assert asked.question is not None and asked.question.parameter == "location"
    found = translator.translate(answer, replace(context, question=asked.question))
    call = found.calls[0] if found.calls else None
    assert (call.arguments.get("location") if call else None) == calls_it
    assert call is None or call.arguments["event"] == event


@pytest.mark.parametrize("then", ["make it -18", "no, -18", "no - make it -18", "make it minus eighteen"])
def test_a_minus_is_no_dash(context: TranslationContext, then: str) -> None:
    said = {
        "set the freezer to minus ten degrees": {"degrees": -10},
        "freezer at minus twelve": {"degrees": -12},
        "put the freezer on four degrees": {"degrees": 4},
        "set the freezer to -6": {"degrees": -6},
    }
    degrees = ToolParameter("degrees", "int", True, "Degrees celsius")
    cold = having_learned([tool("set_freezer", "Set the freezer.", [degrees], said)])
    wanted = [("set_freezer", {"degrees": -18})]
    assert calls(talk(cold, context, "set the freezer to minus ten degrees", then)) == wanted
