"""What is corrected takes the place of what was made; what is for somebody else, or only talk, is left alone; what is
said of an amount without a number. On tools of a club and a garden, which are nobody's here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

Call = tuple[str, dict[str, Any]]

TOOLS = (
    tool(
        "opening_hours",
        "Tell when a place opens or closes.",
        [
            ToolParameter("event", "string", True, "opens or closes", enum_values=["opens", "closes"]),
            ToolParameter("place", "string", True, "Which place"),
            ToolParameter("day", "date", False, "Which day"),
        ],
        {
            "when does the library open": {"event": "opens", "place": "library"},
            "what time does the pool close": {"event": "closes", "place": "pool"},
            "when does the bakery open tomorrow": {"event": "opens", "place": "bakery", "day": "tomorrow"},
            "when does the museum close on sunday": {"event": "closes", "place": "museum", "day": "next_sunday"},
            "until what time is the market open": {"event": "closes", "place": "market"},
            "what time does the gym open": {"event": "opens", "place": "gym"},
        },
    ),
    tool(
        "set_blinds",
        "Move the blinds to a position.",
        [ToolParameter("position", "int", True, "Percent open, 0 to 100")],
        {
            "set the blinds to 40 percent": {"position": 40},
            "blinds to seventy": {"position": 70},
            "put the blinds at 20": {"position": 20},
            "open the blinds to 55 percent": {"position": 55},
            "blinds at thirty percent please": {"position": 30},
        },
    ),
    tool(
        "book_class",
        "Book a class at the gym.",
        [
            ToolParameter("title", "string", True, "Which class"),
            ToolParameter("day", "date", False, "Which day"),
            ToolParameter("time", "time", False, "When"),
        ],
        {
            "book a yoga class for monday at six pm": {"title": "yoga", "day": "next_monday", "time": "18:00"},
            "book me into spinning on friday": {"title": "spinning", "day": "next_friday"},
            "reserve a pilates class for tomorrow": {"title": "pilates", "day": "tomorrow"},
            "book a boxing class at seven am": {"title": "boxing", "time": "07:00"},
            "book the dance class": {"title": "dance"},
        },
    ),
    tool(
        "cancel_class",
        "Cancel a booked class at the gym.",
        [ToolParameter("title", "string", True, "Which class"), ToolParameter("day", "date", False, "Which day")],
        {
            "cancel the yoga class": {"title": "yoga"},
            "cancel my spinning class on friday": {"title": "spinning", "day": "next_friday"},
            "i can't make the pilates class cancel it": {"title": "pilates"},
            "drop the boxing class": {"title": "boxing"},
        },
    ),
    tool(
        "garden_diary",
        "Write something into the garden diary.",
        [ToolParameter("text", "string", True, "What to write")],
        {
            "write in the garden diary that the roses bloomed": {"text": "the roses bloomed"},
            "garden diary the first tomatoes are ripe": {"text": "the first tomatoes are ripe"},
            "put in the garden diary planted two rows of beans": {"text": "planted two rows of beans"},
            "add to the garden diary frost last night": {"text": "frost last night"},
        },
    ),
    tool(
        "sprinkler",
        "Switch the sprinkler on or off.",
        [ToolParameter("on", "bool", True, "On or off")],
        {
            "turn the sprinkler on": {"on": True},
            "sprinkler off": {"on": False},
            "switch off the sprinkler": {"on": False},
            "start the sprinkler": {"on": True},
            "stop the sprinkler": {"on": False},
            "turn on the sprinkler please": {"on": True},
            "turn on the sprinkler now": {"on": True},
            "turn on the sprinkler at the back": {"on": True},
            "the sprinkler can go off": {"on": False},
            "have the sprinkler off": {"on": False},
        },
    ),
    tool(
        "boil_eggs",
        "Boil eggs in the cooker for a while.",
        [ToolParameter("seconds", "int", True, "How many seconds")],
        {
            "boil the eggs for six minutes": {"seconds": 360},
            "eggs for eight minutes": {"seconds": 480},
            "cook the eggs for ten minutes": {"seconds": 600},
        },
    ),
    tool(
        "extend_eggs",
        "Boil the eggs longer.",
        [ToolParameter("seconds", "int", True, "How many more seconds")],
        {
            "boil the eggs two minutes longer": {"seconds": 120},
            "give the eggs three more minutes": {"seconds": 180},
            "add a minute to the eggs": {"seconds": 60},
        },
    ),
)


@pytest.fixture(scope="module")
def others() -> ExampleTranslator:
    return having_learned(TOOLS)


def said(translator: ExampleTranslator, context: TranslationContext, *turns: str) -> Translation:
    """What the last of *turns* is understood as; the others were done."""
    translation = Translation()
    for text in turns:
        translation = translator.translate(text, context)
        if translation.calls:
            context = replace(context, last_call=translation.calls[-1], last_result={"done": True})
    return translation


def calls(translation: Translation) -> list[Call]:
    return [(call.name, dict(call.arguments)) for call in translation.calls]


@pytest.mark.parametrize(
    ("turns", "taken", "wanted"),
    [
        (
            ("book me into spinning on friday", "no make it saturday"),
            ("cancel_class", {"title": "spinning", "day": "next_friday"}),
            ("book_class", {"title": "spinning", "day": "next_saturday"}),
        ),
        (
            ("book a boxing class at seven am", "no i meant dance"),
            ("cancel_class", {"title": "boxing"}),
            ("book_class", {"title": "dance", "time": "07:00"}),
        ),
        (
            ("book a yoga class for monday at six pm", "how about tuesday instead"),
            ("cancel_class", {"title": "yoga", "day": "next_monday"}),
            ("book_class", {"title": "yoga", "day": "next_tuesday", "time": "18:00"}),
        ),
    ],
)
def test_what_is_corrected_is_taken_back(
    others: ExampleTranslator, context: TranslationContext, turns: tuple[str, str], taken: Call, wanted: Call
) -> None:
    found = said(others, context, *turns)
    assert calls(found) == [taken, wanted]
    assert [call.takes_back for call in found.calls] == [True, False]


def test_what_failed_is_not_taken_back(others: ExampleTranslator, context: TranslationContext) -> None:
    first = others.translate("book me into spinning on friday", context).calls[0]
    context = replace(context, last_call=first, last_result=None)
    assert calls(others.translate("no make it saturday", context)) == [
        ("book_class", {"title": "spinning", "day": "next_saturday"})
    ]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (("when does the library open", "and when does it close"), ("opening_hours", "closes", "library")),
        (("what time does the pool close", "and when does it open"), ("opening_hours", "opens", "pool")),
        (("when does the museum close", "and the market"), ("opening_hours", "closes", "market")),
    ],
)
def test_another_question_about_the_same(
    others: ExampleTranslator, context: TranslationContext, turns: tuple[str, str], wanted: tuple[str, str, str]
) -> None:
    name, event, place = wanted
    assert calls(said(others, context, *turns)) == [(name, {"event": event, "place": place})]


def test_a_no_may_begin_what_takes_back(others: ExampleTranslator, context: TranslationContext) -> None:
    assert calls(said(others, context, "book me into spinning on friday", "no cancel that")) == [
        ("cancel_class", {"title": "spinning", "day": "next_friday"})
    ]


@pytest.mark.parametrize(("then", "seconds"), [("give them two more", 120), ("give them another three minutes", 180)])
def test_a_bare_number_has_the_unit_before(
    others: ExampleTranslator, context: TranslationContext, then: str, seconds: int
) -> None:
    assert calls(said(others, context, "boil the eggs for six minutes", then)) == [
        ("extend_eggs", {"seconds": seconds})
    ]


def test_a_day_is_no_place(others: ExampleTranslator, context: TranslationContext) -> None:
    asked = Question(ToolCall("opening_hours", {"event": "opens"}, "box", said="when does it open"), "place", "Which?")
    found = others.translate("what about tomorrow", replace(context, question=asked))
    assert not found.calls and found.question is not None
    assert found.question.parameter == "place"
    assert set(found.question.call.arguments) == {"event", "day"}


@pytest.mark.parametrize(
    ("text", "position"),
    [("blinds to the maximum", 100), ("put the blinds at half", 50), ("blinds at the minimum please", 0)],
)
def test_an_end_of_what_may_be(
    others: ExampleTranslator, context: TranslationContext, text: str, position: int
) -> None:
    assert calls(others.translate(text, context)) == [("set_blinds", {"position": position})]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("garden diary the slugs are back and switch off the sprinkler",
         [("garden_diary", {"text": "the slugs are back"}), ("sprinkler", {"on": False})]),
        ("the shed is painted so stop the sprinkler", [("sprinkler", {"on": False})]),
        ("turn off the sprinkler", [("sprinkler", {"on": False})]),
        ("i'm off to work start the sprinkler", [("sprinkler", {"on": True})]),
        ("the class was moved so cancel the yoga class", [("cancel_class", {"title": "yoga"})]),
    ],
)  # fmt: skip
def test_each_part_is_what_it_says(
    others: ExampleTranslator, context: TranslationContext, text: str, wanted: list[Call]
) -> None:
    assert calls(others.translate(text, context)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "tell my sister to switch off the sprinkler",
        "ask the neighbour to stop the sprinkler",
        "ask dad to book a yoga class for monday",
        "i might book a yoga class for monday",
        "i hate it when the sprinkler is on",
        "is the sprinkler on",
        "have we got the sprinkler on",
        "don't turn the sprinkler on",
        "the sprinkler isn't off",
    ],
)
def test_nothing_is_done(others: ExampleTranslator, context: TranslationContext, text: str) -> None:
    assert not others.translate(text, context).calls


TILL = (
    tool(
        "log_sale",
        "Write down a sale.",
        [
            ToolParameter("euros", "float", True, "For how much"),
            ToolParameter("goods", "string", True, "What was sold"),
        ],
        {
            "log twenty euros for roses": {"euros": 20.0, "goods": "roses"},
            "write down a sale of eight euros for tulips": {"euros": 8.0, "goods": "tulips"},
            "log fifty euros for a wreath": {"euros": 50.0, "goods": "wreath"},
            "sold lilies for twelve euros": {"euros": 12.0, "goods": "lilies"},
        },
    ),
    tool(
        "delete_sales",
        "Delete all sales of something.",
        [ToolParameter("goods", "string", True, "What was sold")],
        {
            "delete the sales of roses": {"goods": "roses"},
            "remove all tulip sales": {"goods": "tulip"},
            "forget what we sold of lilies": {"goods": "lilies"},
        },
    ),
)


@pytest.mark.parametrize("then", ["no thirty", "make it thirty", "sorry thirty euros"])
def test_what_may_take_others_with_it_takes_nothing_back(context: TranslationContext, then: str) -> None:
    """It is told but a part of what was said of the one that is meant."""
    found = said(having_learned(TILL), context, "log twenty euros for roses", then)
    assert calls(found) == [("log_sale", {"euros": 30.0, "goods": "roses"})]


CRATES = (
    tool(
        "pack",
        "Put things into a crate.",
        [
            ToolParameter("things", "array<string>", True, "What is packed, each by itself"),
            ToolParameter("crate", "string", False, "Which crate; left out for the big one"),
        ],
        {
            "pack plates and cups in the big crate": {"things": ["plates", "cups"]},
            "put pans in the crate": {"things": ["pans"]},
            "put books and lamps in the attic crate": {"things": ["books", "lamps"], "crate": "attic"},
            "pack towels in the garage crate": {"things": ["towels"], "crate": "garage"},
            "put the clock in the kitchen crate": {"things": ["clock"], "crate": "kitchen"},
        },
    ),
    tool(
        "unpack",
        "Take things out of a crate.",
        [
            ToolParameter("things", "array<string>", True, "What is taken out, each by itself"),
            ToolParameter("crate", "string", False, "Which crate; left out for the big one"),
        ],
        {
            "take plates out of the crate": {"things": ["plates"]},
            "unpack books and lamps from the attic crate": {"things": ["books", "lamps"], "crate": "attic"},
            "remove the towels from the garage crate": {"things": ["towels"], "crate": "garage"},
        },
    ),
)


def test_all_of_several_things_go_there_too(context: TranslationContext) -> None:
    """And none is taken from where they were."""
    crates = having_learned(CRATES)
    for then in ("put them in the attic crate too", "put them in the attic crate as well"):
        found = said(crates, context, "put plates and cups in the crate", then)
        assert calls(found) == [("pack", {"things": ["plates", "cups"], "crate": "attic"})]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "book a yoga class tomorrow at six pm no wait book a yoga class at seven pm",
            ("book_class", {"title": "yoga", "day": "tomorrow", "time": "19:00"}),
        ),
        (
            "book me into spinning on friday at six pm no book me into boxing at seven pm",
            ("book_class", {"title": "boxing", "time": "19:00"}),
        ),
        (
            "book a yoga class tomorrow no wait book a yoga class on friday",
            ("book_class", {"title": "yoga", "day": "next_friday"}),
        ),
        ("cancel the yoga class on friday no i mean book the dance class", ("book_class", {"title": "dance"})),
        ("book the dance class no wait boil the eggs for six minutes", ("boil_eggs", {"seconds": 360})),
    ],
)
def test_the_day_stays_where_a_request_is_said_anew_without_it(
    others: ExampleTranslator, context: TranslationContext, text: str, wanted: Call
) -> None:
    assert calls(others.translate(text, context)) == [wanted]
