"""Buttons and things of the last answer, by voice; and answers to questions with options."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_assistant import NOW, Told

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.assistant.assistant import Assistant, Request
from ovos_phal_plugin_jarvis.assistant.guard import Guard
from ovos_phal_plugin_jarvis.assistant.pointing import Item, Items, Pointer, matched
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.sdk import (
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    JarvisParameter,
    ReferenceableItem,
    ValidationResult,
    callback,
)
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.execution.invoker import Invoker
from ovos_phal_plugin_jarvis.tools.registry import Registry
from ovos_phal_plugin_jarvis.tools.sources import EntryPointSource
from ovos_phal_plugin_jarvis.translation.values import ToolCall
from toolboxes_for_tests import put_in_place

MAIL = ToolDefinition("send_email", "", "b", {}, {}, keywords=("email", "emails"))


@pytest.mark.parametrize(
    ("said", "lang", "place"),
    [
        ("send it", "en-us", 0),
        ("yes, send it please", "en-us", 0),
        ("send the email", "en-us", 0),
        ("press send", "en-us", 0),
        ("cancel that", "en-us", 1),
        ("the second one", "en-us", 1),
        ("option two", "en-us", 1),
        ("the last one", "en-us", 1),
        ("don't send it", "en-us", None),
        ("send it to bob", "en-us", None),
        ("send a message", "en-us", None),
        ("the fifth one", "en-us", None),
        ("what's the weather", "en-us", None),
        ("", "en-us", None),
        ("sende es", "de-de", 0),
        ("schick sie ab", "de-de", 0),
        ("die zweite", "de-de", 1),
        ("nicht senden", "de-de", None),
        ("envíalo", "es-es", 0),
        ("envoie-le", "fr-fr", 0),
        ("invialo", "it-it", 0),
        ("verstuur het", "nl-nl", 0),
        ("envia isso", "pt-pt", 0),
    ],
)
def test_a_button_is_meant_by_what_it_does_or_by_its_place(said, lang, place):
    assert Pointer(said, lang).button(["Send", "Cancel"], MAIL) == place


def test_of_two_buttons_that_may_be_meant_none_is():
    texts = ["Send", "Edit draft", "Discard draft"]
    assert [Pointer(said, "en-us").button(texts, MAIL) for said in ("edit it", "discard the draft", "the draft")] == [
        1,
        2,
        None,
    ]


ITEMS = Items(
    ToolCall("inbox"),
    tuple(
        Item(f"m{n}", title, {"from": who}, ("mark_read", "archive", "delete_email"))
        for n, (title, who) in enumerate([("Invoice March", "Anna"), ("Lunch?", "Bob Smith"), ("Newsletter", "Shop")])
    ),
)


@pytest.mark.parametrize(
    ("said", "lang", "action", "keys"),
    [
        ("mark those as read", "en-us", "mark_read", "m0 m1 m2"),
        ("mark the second one as read", "en-us", "mark_read", "m1"),
        ("archive the first two", "en-us", "archive", "m0 m1"),
        ("archive the last one", "en-us", "archive", "m2"),
        ("delete the invoice", "en-us", "delete_email", "m0"),
        ("archive the one from anna", "en-us", "archive", "m0"),
        ("archive the emails from bob and the newsletter", "en-us", "archive", "m1 m2"),
        ("markiere die als gelesen", "de-de", "mark_read", "m0 m1 m2"),
        ("lösche alle", "de-de", "delete_email", "m0 m1 m2"),
        ("archive la deuxième", "fr-fr", "archive", "m1"),
        ("archiva la segunda", "es-es", "archive", "m1"),
        ("archiveer de tweede", "nl-nl", "archive", "m1"),
        ("marca os como lidos", "pt-pt", "mark_read", "m0 m1 m2"),
        ("archivia la seconda", "it-it", "archive", "m1"),
        ("delete it", "en-us", None, ""),
        ("don't delete those", "en-us", None, ""),
        ("delete the ninth one", "en-us", None, ""),
        ("delete my account", "en-us", None, ""),
        ("read it", "en-us", None, ""),
        ("archive", "en-us", None, ""),
    ],
)
def test_things_of_an_answer_are_meant_by_place_name_or_all_of_them(said, lang, action, keys):
    found = Pointer(said, lang).action(ITEMS, MAIL)
    assert (found and found.action, " ".join(found.keys) if found else "") == (action, keys)


LIGHTS = ["light.bed_left", "light.bed_right", "light.desk"]


@pytest.mark.parametrize(
    ("said", "lang", "wanted"),
    [
        ("bed left", "en-us", "light.bed_left"),
        ("the bed left one", "en-us", "light.bed_left"),
        ("i think the right one", "en-us", "light.bed_right"),
        ("number three", "en-us", "light.desk"),
        ("die zweite", "de-de", "light.bed_right"),
        ("bed", "en-us", None),
        ("the kitchen", "en-us", None),
        ("what time is it", "en-us", None),
    ],
)
def test_an_answer_is_one_of_the_options_or_none(said, lang, wanted):
    assert matched(said, lang, LIGHTS) == wanted


@pytest.mark.parametrize("said", ["0", "1", "2"])
def test_a_number_is_no_place_that_only_the_code_counts(said):
    assert matched(said, "en-us", ["tea", "pasta", "rice"]) in (None, ["tea", "tea", "pasta"][int(said)])
    assert matched(said, "en-us", ["", "pasta"]) != ""
    assert matched("2", "en-us", ["1", "2", "4"]) == "2"


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=4), st.sampled_from(["en-us", "fr-fr", "xx", ""]))
def test_any_words_may_point(said, texts, lang):
    pointer = Pointer(said, lang)
    assert pointer.button(texts, None) in (None, *range(len(texts)))
    pointer.action(Items(ToolCall("x"), tuple(Item(t or "k", t or "k", {}, ("go",)) for t in texts)), None, asked=True)
    assert matched(said, lang, texts) in (None, *texts)


class Inbox(IJarvisCommand):
    command_name = "inbox"
    description = "Read the mail."
    keywords = ["mail"]
    required_secrets = []
    parameters = [JarvisParameter("lamp", "string")]

    def __init__(self):
        self.done = []

    def generate_prompt_examples(self):
        return []

    generate_adapter_examples = generate_prompt_examples

    def validate_call(self, **kwargs):
        results = super().validate_call(**kwargs)
        if kwargs.get("lamp") not in (None, *LIGHTS):
            results.append(ValidationResult(False, "lamp", "inbox", "No such lamp", valid_values=LIGHTS))
        return results

    def run(self, request_info, lamp=None):
        if lamp:
            self.done.append(lamp)
            return CommandResponse.final_response({"message": f"{lamp}."})
        items = [ReferenceableItem(item.key, item.label, dict(item.attrs), list(item.actions)) for item in ITEMS.items]
        response = CommandResponse.with_items("Three mails.", items)
        response.actions = [
            IJarvisButton("Send all", "send_click", "primary"),
            IJarvisButton("Cancel", "cancel_click", "x"),
        ]
        return response

    @callback("mark_read")
    def mark(self, data, request_info):
        self.done.append(data)
        return CommandResponse.final_response({"message": f"{len(data['selected'])} marked."})

    def handle_action(self, action_name, context):
        if action_name == "send_click":
            return CommandResponse.final_response({"message": "Sent."})
        return super().handle_action(action_name, context)


class Careful(Inbox):
    command_name = "careful"
    is_risky = True


class House:
    def __init__(self, monkeypatch):
        self.inbox, self.careful, self.translator = Inbox(), Careful(), Told()

        class Box(CommandToolBox):
            def __init__(box, config=None, bus=None):
                super().__init__("house", [self.inbox, self.careful], config, bus)

        put_in_place(monkeypatch, house=Box)
        config = load_config({"invoke": {"workers": 0}})
        registry = Registry([EntryPointSource(config)])
        registry.reload()
        invoker = Invoker(workers=0, queue=1, timeout=5)
        guard = Guard(config.assistant)
        self.assistant = Assistant(registry, invoker, guard, config.assistant, lambda snapshot: self.translator)
        for name in ("inbox", "careful"):
            self.translator.tell(name, (name, {}))

    def ask(self, utterance, lang="en-us", **options):
        return self.assistant.handle(Request(utterance, InvocationContext(lang=lang), NOW), **options)


@pytest.fixture
def house(monkeypatch):
    return House(monkeypatch)


def test_those_are_marked_and_stay_there_for_the_next_words(house):
    house.ask("inbox")
    assert house.ask("mark the first two as read", dry_run=True).commands and house.inbox.done == []
    reply = house.ask("mark the first two as read")
    assert (reply.say, reply.translator) == ("2 marked.", "action")
    assert house.inbox.done == [{"action": "mark_read", "selected": [{"key": "m0"}, {"key": "m1"}], "context": {}}]
    assert house.ask("and mark the last one as read").say == "1 marked."


def test_a_button_is_pressed_by_what_is_said(house):
    house.ask("inbox")
    assert house.ask("send it").say == "Sent."
    house.ask("inbox")
    assert house.ask("cancel that").results[0].result["context_data"]["cancelled"]


def test_a_command_that_asks_first_asks_before_it_does_something_with_things(house):
    house.ask("careful")
    house.ask("yes")
    reply = house.ask("mark those as read")
    assert reply.confirmation_required and house.careful.done == []
    house.ask("yes")
    assert [data["action"] for data in house.careful.done] == ["mark_read"]


def test_an_answer_is_not_passed_on_raw(house):
    house.translator.tell("light", ("inbox", {"lamp": "lamp"}))
    house.translator.tell("bed left", ("inbox", {"lamp": "bed left"}))
    assert house.ask("light").expect_response
    reply = house.ask("bed left")
    assert reply.commands[0].arguments == {"lamp": "light.bed_left"} and house.inbox.done == ["light.bed_left"]
