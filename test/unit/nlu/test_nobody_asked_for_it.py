"""What is said after something was done and must not do, or undo, anything else: each kind beside what is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from dialogue_tools import ENGLISH, tool
from test_what_becomes_of_the_last import GARAGE, Call, calls, learned, talk

from ovos_phal_plugin_jarvis.nlu.acts.others import of_others
from ovos_phal_plugin_jarvis.nlu.acts.sparing import leaves_alone, only_denies
from ovos_phal_plugin_jarvis.nlu.dialogue.half_days import HalfDays
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import ToolCall, TranslationContext

_WHEN = [ToolParameter("at", "time", True, "When it rings, HH:MM in 24 hours"), ToolParameter("day", "date", False)]
PIER = (
    tool(
        "set_horn",
        "Sound the horn of the pier at a time.",
        [*_WHEN, ToolParameter("name", "string", False, "What it is for")],
        {
            "sound the horn at six": {"at": "06:00"},
            "horn at half past nine": {"at": "09:30"},
            "sound the horn tomorrow at noon": {"at": "12:00", "day": "tomorrow"},
            "set the horn for four pm": {"at": "16:00"},
            "sound the horn on friday at ten": {"at": "10:00", "day": "friday"},
            "set the ferry horn for five": {"at": "05:00", "name": "ferry"},
        },
    ),
    tool(
        "cancel_horn",
        "Turn the horn of the pier off.",
        [ToolParameter("at", "time", False), ToolParameter("day", "date", False)],
        {
            "cancel the horn": {},
            "no horn at six": {"at": "06:00"},
            "turn off the horn": {},
            "turn the horn off tomorrow": {"day": "tomorrow"},
            "delete the horn at noon": {"at": "12:00"},
        },
    ),
    tool(
        "load_hold",
        "Put goods into a hold.",
        [ToolParameter("goods", "array<string>", True, "What goes in"), ToolParameter("hold_name", "string", False)],
        {
            "load ropes into the hold": {"goods": ["ropes"]},
            "load salt and timber into the front hold": {"goods": ["salt", "timber"], "hold_name": "front"},
            "put coal into the hold": {"goods": ["coal"]},
            "load nets into the rear hold": {"goods": ["nets"], "hold_name": "rear"},
        },
    ),
    tool(
        "remove_from_hold",
        "Take goods out of a hold.",
        [ToolParameter("goods", "array<string>", True, "What comes out"), ToolParameter("hold_name", "string", False)],
        {
            "take the ropes out of the hold": {"goods": ["ropes"]},
            "remove the salt from the hold": {"goods": ["salt"]},
            "take salt and timber out of the rear hold": {"goods": ["salt", "timber"], "hold_name": "rear"},
            "remove nets": {"goods": ["nets"]},
        },
    ),
    tool(
        "clear_hold",
        "Empty a hold.",
        [ToolParameter("hold_name", "string", False, "Which hold")],
        {
            "clear the hold": {},
            "empty the front hold": {"hold_name": "front"},
            "delete the rear hold": {"hold_name": "rear"},
            "clear out the hold": {},
        },
    ),
)
"""Tools of a pier."""


def _undoing(box: str) -> ToolDefinition:
    found = tool(
        "log_undo", "Undo the last change to the log.", [], {"undo that": {}, "undo": {}, "undo my change": {}}
    )
    return replace(found, toolbox_id=box)


UNDOING = (*PIER, _undoing("log"))


@pytest.mark.parametrize("then", ["can you undo that", "could you please undo it", "undo that"])
def test_another_toolbox_undoes_nothing_of_it(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(UNDOING), context, "sound the horn at six", then)) == [("cancel_horn", {"at": "06:00"})]


@pytest.mark.parametrize(
    "then",
    [
        "leave it",
        "leave it on",
        "keep it as it is",
        "let it sound",
        "never turn it off",
        "say that again",
        "not that one",
        # what somebody can or will do
        "i can make it at eight",
        "we can do it at eight",
        "i'm going to turn it off",
        "you could have cancelled it",
        "can we make it by eight",
        # what is at another time
        "turn it off at eight",
        "i meant a hold",
    ],
)
def test_nothing_is_ended_or_changed(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(PIER), context, "sound the horn at six", then)) == []


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("turn it off", ("cancel_horn", {"at": "06:00"})),
        ("turn it off tomorrow", ("cancel_horn", {"at": "06:00", "day": "tomorrow"})),
        ("can it be eight", ("set_horn", {"at": "08:00"})),
        ("could you make it eight", ("set_horn", {"at": "08:00"})),
        ("make it eight", ("set_horn", {"at": "08:00"})),
    ],
)
def test_what_is_wanted_of_it_is_done(context: TranslationContext, then: str, wanted: Call) -> None:
    assert calls(talk(learned(PIER), context, "sound the horn at six", then)) == [wanted]


@pytest.mark.parametrize("then", ["remove it", "delete it", "cancel it", "take it out"])
def test_it_is_the_thing_and_not_what_it_is_in(context: TranslationContext, then: str) -> None:
    found = talk(learned(PIER), context, "load coal into the hold", then)
    assert calls(found) == [("remove_from_hold", {"goods": ["coal"]})]


def test_what_is_called_by_its_verb_is_meant(context: TranslationContext) -> None:
    (call,) = calls(talk(learned(PIER), context, "load coal into the hold", "clear the hold"))
    assert call[0] == "clear_hold"


@pytest.mark.parametrize("then", ["remove the salt keep the timber", "keep the timber remove the salt"])
def test_what_is_kept_beside_it_stays(context: TranslationContext, then: str) -> None:
    found = talk(learned(PIER), context, "load salt and timber into the hold", then)
    assert calls(found) in ([("remove_from_hold", {"goods": ["salt"]})], [])


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("add a job call the painter", "i meant the plumber", "call the plumber"),
        ("add a job call the painter", "no the plumber", "call the plumber"),
        ("add a job buy grease", "no chalk", "buy chalk"),
        ("add a job call the painter", "i meant email the painter", "email the painter"),
        ("add a job call the painter", "make it urgent", None),
        ("add a job call the painter", "i meant a bell", None),
    ],
)
def test_a_thing_inside_a_text_is_replaced(
    context: TranslationContext, first: str, then: str, wanted: str | None
) -> None:
    found = calls(talk(learned(GARAGE), context, first, then))
    assert found == ([("add_job", {"job": wanted})] if wanted else [])


@pytest.mark.parametrize("then", ["and tell anna", "and anna needs a coat", "at least two"])
def test_no_thing_is_made_of_it(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, "add milk to the shopping list", then)) == []


def test_what_may_be_wanted_is_asked_about(context: TranslationContext) -> None:
    found = talk(learned(ENGLISH), context, "add milk to the shopping list", "and perhaps bread")
    assert calls(found) == [("add_item", {"item": "bread"})]
    assert found.confidence <= GUESSED


@pytest.mark.parametrize(
    "then", ["one more thing", "back in two minutes", "no five or six", "i can do it in five minutes"]
)
def test_no_length_is_made_of_it(context: TranslationContext, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, "set a timer for ten minutes", then)) == []


def test_how_often_something_happens_is_no_order(context: TranslationContext) -> None:
    assert calls(talk(learned(GARAGE), context, "ring the bell at six", "every day i'm late")) == []
    (call,) = calls(talk(learned(GARAGE), context, "ring the bell at six", "every day"))
    assert call[1]["repeat"] == "daily"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("set a timer", "until ten"),
        ("set a timer", "i have ten spoons"),
        ("set a timer", "my aunt is calling one second"),
        ("put it on the shopping list", "let me think"),
    ],
)
def test_no_answer(context: TranslationContext, first: str, then: str) -> None:
    assert calls(talk(learned(ENGLISH), context, first, then)) == []


@pytest.mark.parametrize(("then", "seconds"), [("ten i think", 600), ("i said ten minutes", 600), ("ten", 600)])
def test_an_answer(context: TranslationContext, then: str, seconds: int) -> None:
    (call,) = calls(talk(learned(ENGLISH), context, "set a timer", then))
    assert "label" not in call[1]


@pytest.mark.parametrize(
    ("text", "lang", "alone"),
    [
        ("leave it on", "en", True),
        ("leave it off", "en", False),
        ("leave out the first", "en", False),
        ("lass ihn an", "de", True),
        ("lass ihn morgen aus", "de", False),
        ("laisse-le", "fr", True),
        ("laisse tomber", "fr", False),
        ("turn it on", "en", False),
    ],
)
def test_what_leaves_alone(text: str, lang: str, alone: bool) -> None:
    assert bool(leaves_alone(text, lang)) is alone


def test_that_one_is_denied() -> None:
    assert only_denies("not that one", "en")
    assert not only_denies("not one", "en")


@pytest.mark.parametrize(
    ("text", "lang", "thanks"),
    [
        ("thanks for the bell", "en", True),
        ("danke für den wecker", "de", True),
        ("gracias por la alarma", "es", True),
        ("thanks for the bell ring it again", "en", False),
        ("thanks", "en", False),
    ],
)
def test_thanks_order_nothing(text: str, lang: str, thanks: bool) -> None:
    assert bool(of_others(text, lang)) is thanks


@pytest.mark.parametrize(("now", "turned"), [("19:00", True), ("08:00", False), ("07:00", False)])
def test_the_other_half_of_the_day_is_known(now: str, turned: bool) -> None:
    last = ToolCall("set_bell", {"at": "07:00"})
    assert HalfDays(cast(Any, None), "en").only_turned(replace(last, arguments={"at": now}), last) is turned
