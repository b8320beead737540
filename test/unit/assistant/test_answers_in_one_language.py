"""An answer to a German utterance is wholly German or wholly English, whatever it is put together of."""

from __future__ import annotations

import re
from datetime import datetime, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput

from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.consent.policy import Policy
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.lang.guess import language_of
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation
from ovos_toolbox_everyday import EverydayToolBox
from toolboxes_for_tests import put_in_place, tool, toolbox_class

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)
LANGUAGES = ("de", "fr", "es", "it", "nl", "pt")


def only_in(one, other):
    """Small words of one language that the other has not."""
    mine, others = language(one), language(other)
    return mine.function_words - others.function_words - others.light_words


class Nothing(ToolArguments):
    pass


class Text(ToolOutput):
    text: str


class Thinker:
    name = "examples"

    def __init__(self):
        self.answer = Translation()

    def translate(self, utterance, context):
        return self.answer


class House:
    def __init__(self, monkeypatch, confirm="never", deny=()):
        def broken(arguments):
            raise RuntimeError("the printer is out of paper")

        def tools():
            return [
                tool(
                    "english", lambda a: Text(text="The window is shut and the light is on."), "Open it.", Nothing, Text
                ),
                tool(
                    "german", lambda a: Text(text="Die Tür ist offen und das Licht ist an."), "Öffnen.", Nothing, Text
                ),
                tool("number", lambda a: Text(text="42"), "Give a number.", Nothing, Text),
                tool("broken", broken, "Print a page.", Nothing, Text),
                tool("add", description="Add two numbers."),
            ]

        put_in_place(monkeypatch, everyday=EverydayToolBox, others=toolbox_class("others", tools))
        config = load_config(
            {
                "invoke": {"workers": 0},
                "assistant": {"confirm": confirm, "max_say_chars": 2000},
                "policy": {"tools": dict.fromkeys(deny, "deny")},
            }
        )
        registry = Registry([EntryPointSource(config)])
        registry.reload()
        self.translator = Thinker()
        self.assistant = Assistant(
            registry,
            Invoker(workers=0, queue=1, timeout=5),
            Guard(config.assistant, limit_rate=False),
            config.assistant,
            lambda snapshot: self.translator,
            policy=Policy(config.policy),
        )

    def ask(self, *calls, lang="de-de", say="", words="300"):
        self.translator.answer = Translation(tuple(ToolCall(*call) for call in calls), 1.0, say)
        return self.assistant.handle(Request(words, InvocationContext(lang=lang), NOW))


def languages_of(text, lang):
    """Which of English and *lang* a text has small words of."""
    words = {word.lower() for word in re.findall(r"(?<!\w)[^\W\d_]+(?:'[^\W\d_]+)?(?!\w)", text)}
    found = {"en"} if words & only_in("en", lang) else set()
    return found | ({lang} if words & only_in(lang, "en") else set())


@pytest.fixture
def house(monkeypatch):
    return House(monkeypatch)


TIMER = ("set_timer", {"duration_seconds": 300})


def test_a_german_answer(house):
    reply = house.ask(TIMER)
    assert (reply.say, reply.lang) == ("Timer auf 5 Minuten gestellt.", "de-de")
    assert house.ask(TIMER, ("cancel_timer", {"all_timers": True}), words="300 alle all").say.endswith(
        "2 Timer abgebrochen."
    )
    assert house.ask(("calculate", {"operation": "divide", "num1": 1, "num2": 0})).lang == "de-de"


def test_what_a_tool_says_in_english_takes_all_of_it_along(house):
    reply = house.ask(TIMER, ("english", {}))
    assert reply.say == "Timer set for 5 minutes. The window is shut and the light is on."
    assert reply.lang == "en-US"
    reply = house.ask(TIMER, ("german", {}))
    assert reply.say == "Timer auf 5 Minuten gestellt. Die Tür ist offen und das Licht ist an."
    assert house.ask(TIMER, ("number", {})).say == "Timer auf 5 Minuten gestellt. 42."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_tool_asks_back_is_asked_in_english_too(house, lang):
    house.ask(TIMER, lang=lang)
    house.ask(TIMER, lang=lang)
    reply = house.ask(("cancel_timer", {"label": "Nudeln"}), ("english", {}), lang=lang, words="Nudeln")
    assert reply.say.startswith("There is no such timer. Which one do you mean: the first 5 minute timer or")
    assert reply.say.endswith(" The window is shut and the light is on.") and reply.lang == "en-US"


def test_what_has_no_german_name_fails_in_english(house):
    assert house.ask(TIMER, ("broken", {})).say == (
        "Timer set for 5 minutes. Sorry, broken did not work: the printer is out of paper."
    )


def test_a_language_without_words_of_ours_is_answered_in_english(house):
    reply = house.ask(TIMER, lang="sv-se")
    assert (reply.say, reply.lang) == ("Timer set for 5 minutes.", "en-US")


def test_a_question_about_a_timer_is_german_and_one_about_others_is_not(monkeypatch):
    house = House(monkeypatch, confirm="always")
    assert house.ask(TIMER).say == "Soll ich einen Timer auf 5 Minuten stellen?"
    asked = house.ask(("set_timer", {"duration_seconds": 90, "label": "Nudeln"}), words="Nudeln 90")
    assert asked.say == "Soll ich einen Timer namens Nudeln auf 1 Minute 30 Sekunden stellen?"
    assert house.ask(words="nein").say == "In Ordnung, ich lasse es."
    assert house.ask(TIMER, ("broken", {})).say == "Shall I set a timer for 5 minutes, and broken?"
    # What waited and was dropped is told of in the language of what is asked now.
    told = house.ask(TIMER).say
    assert told == "I did not set a timer or broken. Shall I set a timer for 5 minutes?"


CALLS = st.sampled_from(
    [
        TIMER,
        ("set_timer", {"duration_seconds": 0}),
        ("set_timer", {}),
        ("list_timers", {}),
        ("cancel_timer", {"all_timers": True}),
        ("cancel_timer", {"label": "Nudeln"}),
        ("get_time", {"location": "Nirgendwo"}),
        ("get_time", {}),
        ("calculate", {"operation": "percent", "num1": 2.5, "num2": 80}),
        ("calculate", {"operation": "divide", "num1": 1, "num2": 0}),
        ("english", {}),
        ("number", {}),
        ("broken", {}),
        ("add", {}),
        ("nonsense", {}),
    ]
)
TOLD = st.sampled_from(["left_out", "too_many_requests", None])


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(
    lang=st.sampled_from(LANGUAGES),
    plans=st.lists(st.tuples(st.lists(CALLS, max_size=3), TOLD), min_size=1, max_size=3),
    confirm=st.sampled_from(["never", "always"]),
    deny=st.sampled_from([(), ("broken",), ("set_timer",)]),
)
def test_every_answer_is_in_one_language(monkeypatch, lang, plans, confirm, deny):
    house = House(monkeypatch, confirm, deny)
    for calls, told in plans:
        reply = house.ask(*calls, say=say(told, lang, said="xyz") if told else "", words="xyz 300", lang=lang)
        found = languages_of(reply.say, lang)
        assert len(found) < 2, reply.say
        assert found <= {reply.lang[:2]}, (reply.say, reply.lang)


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("Timer set for 5 minutes", "de-de", "en-US"),
        ("Der Timer ist gestellt", "de-de", "de-de"),
        ("Der Timer ist gestellt", "de-at", "de-at"),
        ("42", "de-de", ""),
        ("", "de-de", ""),
        ("Paris", "de-de", ""),
        ("La luz está encendida", "es-es", "es-es"),
        ("Lampan är på nu", "sv-se", "sv-se"),
        ("The lamp is on now", "sv-se", "en-US"),
        ("🙂" * 5000, "de-de", ""),
    ],
)
def test_the_language_of_a_text(text, wanted, found):
    assert language_of(text, wanted) == found
