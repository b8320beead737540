"""The day of what was done is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.entities import DATE
from ovos_phal_plugin_jarvis.nlu.entities.away import moment_away
from ovos_phal_plugin_jarvis.nlu.learning.past_days import Past
from ovos_phal_plugin_jarvis.nlu.reading import hear
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))  # a Saturday
_OIL = tool(
    "log_oil_change",
    "Take down that the oil of a tractor was changed.",
    [
        ToolParameter("tractor", required=True, description="Which tractor"),
        ToolParameter("changed_on", "date", description="Day of the change"),
    ],
    {
        "oil change of the red tractor yesterday": {"tractor": "red tractor", "changed_on": "2026-11-20"},
        "changed the oil of the fendt today": {"tractor": "fendt", "changed_on": "2026-11-21"},
        "log an oil change for the old deutz last monday": {"tractor": "old deutz", "changed_on": "2026-11-16"},
        "i changed the oil of the mower on the third of november": {"tractor": "mower", "changed_on": "2026-11-03"},
        "new oil in the john deere yesterday": {"tractor": "john deere", "changed_on": "2026-11-20"},
        "put down an oil change for the loader": {"tractor": "loader"},
    },
)
_VISIT = tool(
    "plan_visit",
    "Plan a visit of the inspector to a farm.",
    [
        ToolParameter("farm", required=True, description="Which farm"),
        ToolParameter("visits_on", "date", description="Day of the visit"),
    ],
    {
        "the inspector visits hill farm tomorrow": {"farm": "hill farm", "visits_on": "2026-11-22"},
        "plan a visit to mill farm on friday": {"farm": "mill farm", "visits_on": "2026-11-27"},
        "inspector to oak farm on the third of december": {"farm": "oak farm", "visits_on": "2026-12-03"},
        "visit of the inspector at lake farm next tuesday": {"farm": "lake farm", "visits_on": "2026-11-24"},
        "let the inspector come to brook farm": {"farm": "brook farm"},
        "plan ash farm for the inspector in three days": {"farm": "ash farm", "visits_on": "2026-11-24"},
    },
)


@pytest.fixture(scope="module")
def farm() -> ExampleTranslator:
    return having_learned([_OIL, _VISIT])


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("oil change of the blue tractor on the twelfth of november", "2026-11-12"),
        ("oil change of the blue tractor on december the second", "2025-12-02"),
        ("log an oil change for the case on thursday", "2026-11-19"),
        ("changed the oil of the case yesterday", "2026-11-20"),
        ("changed the oil of the case today", "2026-11-21"),
        ("plan a visit to elm farm on thursday", "2026-11-26"),
        ("plan a visit to elm farm on the twelfth of november", "2027-11-12"),
        ("inspector to elm farm on the second of december", "2026-12-02"),
    ],
)
def test_the_last_one_where_it_is_over(farm: ExampleTranslator, said: str, day: str) -> None:
    (call,) = farm.translate(said, CONTEXT).calls

    assert day in call.arguments.values()


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0001-01-01", "soon", ""])
def test_a_day_that_an_author_got_wrong_keeps_no_tool_from_being_learned(day: str) -> None:
    wrong = (*_OIL.examples, replace(_OIL.examples[0], arguments={"tractor": "claas", "changed_on": day}))
    translator = ExampleTranslator([replace(_OIL, examples=wrong)])
    translator.train()

    (call,) = translator.translate("changed the oil of the case yesterday", CONTEXT).calls
    assert call.arguments["changed_on"] == "2026-11-20"


_MILK = tool(
    "milk_entry",
    "Enters the milk that a farm brought.",
    [
        ToolParameter("farm", required=True, description="Which farm"),
        ToolParameter("litres", "int", description="How many litres"),
        ToolParameter("date", "date", description="Day of the delivery"),
    ],
    {
        "hill farm brought forty litres yesterday": {"farm": "hill farm", "litres": 40, "date": "2026-11-20"},
        "enter sixty litres from mill farm today": {"farm": "mill farm", "litres": 60, "date": "2026-11-21"},
        "oak farm brought ten litres on the third of november": {
            "farm": "oak farm",
            "litres": 10,
            "date": "2026-11-03",
        },
        "lake farm brought ninety litres last monday": {"farm": "lake farm", "litres": 90, "date": "2026-11-16"},
        "thirty litres from ash farm": {"farm": "ash farm", "litres": 30},
    },
)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("elm farm brought twenty litres on the twelfth of november", "2026-11-12"),
        ("twenty litres from elm farm on december the second", "2025-12-02"),
        ("elm farm brought twenty litres on the twenty eighth", "2026-10-28"),
        ("elm farm brought twenty litres yesterday", "2026-11-20"),
    ],
)
def test_dates_that_were_over_tell_it_of_what_is_told(said: str, day: str) -> None:
    (call,) = having_learned([_MILK]).translate(said, CONTEXT).calls

    assert call.arguments == {"farm": "elm farm", "litres": 20, "date": day}


def test_a_question_about_days_that_were_over_may_be_about_others() -> None:
    asked = tool(
        "bookings_of",
        "Tells what is booked on a day.",
        [ToolParameter("day", "date", True, description="Which day")],
        {
            "what was booked yesterday": {"day": "2026-11-20"},
            "show the bookings of today": {"day": "2026-11-21"},
            "bookings of last friday": {"day": "2026-11-20"},
            "what was booked on the third of november": {"day": "2026-11-03"},
        },
    )
    (call,) = having_learned([asked]).translate("what will be booked on wednesday", CONTEXT).calls

    assert call.arguments == {"day": "2026-11-25"}


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("luna slept until friday", True),
        ("note that rex was out on friday", True),
        ("i've walked the dog on friday", True),
        ("mia napped on friday", True),
        ("record the show lost on friday", False),
        ("the tax has to be paid by friday", False),
        ("we need a rehearsal on friday", False),
        ("we've got to practise on friday", False),
    ],
)
def test_whether_what_is_told_to_a_record_is_over(said: str, over: bool) -> None:
    parameter = ToolParameter("day", "date")
    heard = hear(said, "en-us", CONTEXT.now)
    days = [x for x in heard.mentions if x.kind == DATE]
    own = tool("log_walk", "Log a walk.", [parameter], {})
    past = Past(own, writes=True, tells=False)
    (day,) = past.made(days, heard, over=past.is_over(days, parameter, heard))
    assert (day.value.span(CONTEXT.now.date())[0] <= CONTEXT.now.date()) is over


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("how did the baby sleep on friday", True),
        ("what have i found since friday", True),
        ("were there any dogs on friday", True),
        ("what's been written down on friday", True),
        ("show me all since friday", True),
        ("what's planned on friday", False),
        ("what have i got on friday", False),
        ("list anna's planned meetings on friday", False),
        ("which meetings were moved to friday", False),
        ("are there seats left on friday", False),
        ("what do tickets cost on friday", False),
    ],
)
def test_whether_what_is_asked_is_over(said: str, over: bool) -> None:
    parameter = ToolParameter("day", "date")
    heard = hear(said, "en-us", CONTEXT.now)
    days = [x for x in heard.mentions if x.kind == DATE]
    own = tool("get_entries", "Show what there is.", [parameter], {})
    past = Past(own, writes=False, tells=True)
    (day,) = past.made(days, heard, over=past.is_over(days, parameter, heard))
    assert (day.value.span(CONTEXT.now.date())[0] <= CONTEXT.now.date()) is over


def test_a_tool_that_books_has_no_day_that_is_over() -> None:
    parameter = ToolParameter("start", "date")
    heard = hear("the barber was ill so put me in on friday", "en-us", CONTEXT.now)
    days = [x for x in heard.mentions if x.kind == DATE]
    own = tool("book_haircut", "Book a haircut.", [parameter], {})
    past = Past(own, writes=True, tells=False)
    assert past.made(days, heard, over=past.is_over(days, parameter, heard)) == days


@pytest.mark.parametrize(
    ("lang", "said", "at"),
    [
        ("en", "it was twenty minutes ago", "09:40"),
        ("de", "das war vor zwanzig minuten", "09:40"),
        ("fr", "c'était il y a vingt minutes", "09:40"),
        ("es", "fue hace veinte minutos", "09:40"),
        ("it", "era venti minuti fa", "09:40"),
        ("nl", "het was twintig minuten geleden", "09:40"),
        ("pt", "foi há vinte minutos", "09:40"),
        ("pt", "foi vinte minutos atrás", "09:40"),
        ("en", "in two hours", "12:00"),
        ("fr", "d'ici deux heures", "12:00"),
        ("es", "de aquí a dos horas", "12:00"),
        ("nl", "over twee uur", "12:00"),
        ("en", "for two hours", ""),
        ("en", "two days ago", ""),
    ],
)
def test_a_moment_that_is_so_far_away(lang: str, said: str, at: str) -> None:
    heard = hear(said, f"{lang}-{lang}", CONTEXT.now)
    away = [moment_away(x, heard.words, heard.lang, heard.now) for x in heard.mentions]
    found = [each for each in away if each is not None]
    assert [str(time.value.render()) for _, _, (_, time) in found] == ([at] if at else [])
    assert all(heard.words[start:end] for start, end, _ in found)


@pytest.mark.parametrize("year", [1, 9999])
@pytest.mark.parametrize(
    "said", ["i fed the baby on friday", "two hours ago", "in two hours", "since the third of may"]
)
def test_the_ends_of_the_calendar(year: int, said: str) -> None:
    month, day, hour = (1, 1, 1) if year == 1 else (12, 31, 23)
    now = datetime(year, month, day, hour, tzinfo=timezone.utc)
    parameter = ToolParameter("fed_at", "datetime", required=True)
    own = tool("log_feeding", "Log that the baby was fed.", [parameter], {})
    having_learned((own,)).translate(f"log a feeding {said}", TranslationContext(now, lang="en-us"))
