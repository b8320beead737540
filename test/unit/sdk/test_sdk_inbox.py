"""Posting to the inbox, and lists to tick off."""

from __future__ import annotations

import json
from datetime import date

import pytest

from ovos_phal_plugin_jarvis.sdk import (
    InboxBackend,
    InteractiveAction,
    InteractiveList,
    InteractiveRow,
    InteractiveRowAction,
    InteractiveSection,
    JarvisInbox,
    RequiresRecordField,
    get_inbox_backend,
    inbox,
    set_inbox_backend,
)


class Posted(InboxBackend):
    def __init__(self, tag="ok"):
        self.tag, self.items = tag, []

    def post_inbox_item(self, command_name, **item):
        self.items.append((command_name, item))
        return self.tag


@pytest.fixture
def posted(monkeypatch):
    monkeypatch.setattr(inbox, "_backend", None)
    backend = Posted()
    set_inbox_backend(backend)
    return backend


def test_without_a_backend(monkeypatch):
    monkeypatch.setattr(inbox, "_backend", None)
    assert get_inbox_backend() is None
    assert JarvisInbox("email").post(title="t") == "no_backend"
    assert (
        JarvisInbox("email").propose_action(target_command="c", action="a", params={}, idempotency_key="k")
        == "no_backend"
    )


def test_post_hands_everything_on(posted):
    metadata = {"a": 1}
    assert (
        JarvisInbox("email").post(
            title="t",
            metadata=metadata,
            interactive_elements=[{"id": "x"}],
            user_id=4,
            target_type="user",
            create_push_notification=True,
        )
        == "ok"
    )
    assert posted.items == [
        (
            "email",
            {
                "title": "t",
                "summary": "",
                "body": "",
                "category": "general",
                "metadata": {"a": 1, "interactive_elements": [{"id": "x"}]},
                "user_id": 4,
                "create_push_notification": True,
                "target_type": "user",
            },
        )
    ]
    assert metadata == {"a": 1}


def test_post_defaults_and_the_backends_tag(posted):
    posted.tag = "http_error"
    assert JarvisInbox("email").post(title="t", interactive_elements=[]) == "http_error"
    assert posted.items[0][1] == {
        "title": "t",
        "summary": "",
        "body": "",
        "category": "general",
        "metadata": None,
        "user_id": None,
        "create_push_notification": False,
        "target_type": "household",
    }


@pytest.mark.parametrize("wrong", [{"target_command": ""}, {"action": ""}, {"idempotency_key": ""}, {"params": []}])
def test_an_incomplete_proposal_is_invalid(posted, wrong):
    asked = {"target_command": "c", "action": "a", "params": {}, "idempotency_key": "k", **wrong}
    assert JarvisInbox("scan").propose_action(**asked) == "invalid"
    assert posted.items == []


def test_a_proposal_is_a_card_with_two_buttons(posted):
    JarvisInbox("scan").propose_action(
        target_command="add_event",
        action="create",
        idempotency_key="mail:1",
        node_id="n",
        user_id=4,
        params={"title": "Dentist", "day": date(2026, 8, 10), "list": [1]},
        editable=["title", "day", "no"],
        field_types={"day": "datetime"},
    )
    name, item = posted.items[0]
    confirm, dismiss = item["metadata"]["interactive_elements"]
    assert (name, item["category"], item["user_id"], item["target_type"]) == (
        "scan",
        "proposable_action",
        4,
        "user",
    )
    assert confirm["command"] == dismiss["command"] == "jarvis.proposable_action"
    assert (confirm["callback"], dismiss["callback"], confirm["target"]) == ("execute", "dismiss", "server")
    assert confirm["data"] == {
        "_action": {
            "target_command": "add_event",
            "target_callback": "create",
            "node_id": "n",
            "idempotency_key": "mail:1",
            "blast_tier": "reversible",
        },
        "title": "Dentist",
        "day": "2026-08-10",
        "list": "[1]",
    }
    assert dismiss["data"] == {"_action": {"idempotency_key": "mail:1"}}
    assert item["metadata"]["editable_fields"] == [
        {"data_key": "title", "label": "title", "initial": "Dentist"},
        {"data_key": "day", "label": "day", "initial": "2026-08-10", "input_type": "datetime"},
    ]
    json.dumps(item)


def test_a_proposal_with_a_source_can_be_silenced(posted):
    JarvisInbox("scan").propose_action(
        target_command="add_event", action="create", idempotency_key="k", params={}, source="bot@example.org"
    )
    suppress = posted.items[0][1]["metadata"]["interactive_elements"][2]
    assert suppress["callback"] == "suppress"
    assert suppress["data"] == {
        "_action": {"target_command": "add_event", "idempotency_key": "k"},
        "source": "bot@example.org",
        "descriptor": "",
    }


# -- lists --

PICK = {
    "label": "Find",
    "start_url": "https://example.org/?q={label}",
    "pattern": r"/ip/(\d+)",
    "save_command_name": "export",
    "save_field": "item_id",
}


def a_list(**changed):
    return InteractiveList(
        **{
            "command_name": "export",
            "sections": [InteractiveSection([InteractiveRow("milk", "Milk")])],
            "actions": [InteractiveAction("Export {n}", "export_selected")],
            **changed,
        }
    )


def rows(count, prefix="r"):
    return [InteractiveRow(f"{prefix}{n}", f"Row {n}") for n in range(count)]


def test_a_list_as_data():
    row = InteractiveRow(
        "milk",
        "Milk",
        "2 l",
        "checkbox_stepper",
        True,
        2,
        "No match",
        RequiresRecordField("export", "item_id", "ID"),
        [InteractiveRowAction(**PICK)],
    )
    described = a_list(
        sections=[InteractiveSection([row], "Regulars")],
        title_override="List",
        empty_text="None",
        context={"shop": "x"},
    ).to_dict()
    assert described == {
        "type": "interactive_list",
        "version": 1,
        "command_name": "export",
        "title_override": "List",
        "empty_text": "None",
        "context": {"shop": "x"},
        "sections": [
            {
                "title": "Regulars",
                "rows": [
                    {
                        "key": "milk",
                        "label": "Milk",
                        "caption": "2 l",
                        "control": "checkbox_stepper",
                        "default": {"selected": True, "quantity": 2},
                        "disabled_caption": "No match",
                        "requires_record_field": {
                            "command_name": "export",
                            "field": "item_id",
                            "field_label": "ID",
                        },
                        "row_actions": [
                            {
                                "label": "Find",
                                "type": "webview_pick",
                                "start_url": "https://example.org/?q={label}",
                                "pattern": r"/ip/(\d+)",
                                "save": {"command_name": "export", "field": "item_id"},
                            }
                        ],
                    }
                ],
            }
        ],
        "actions": [{"label": "Export {n}", "callback": "export_selected", "style": "primary"}],
    }


def test_a_list_leaves_out_what_it_has_not():
    assert a_list().to_dict()["sections"] == [
        {"rows": [{"key": "milk", "label": "Milk", "control": "none", "default": {"selected": False}}]}
    ]
    assert not {"title_override", "empty_text", "context"} & set(a_list().to_dict())


def test_constants():
    assert (InteractiveList.CATEGORY, InteractiveList.VERSION) == ("interactive_list", 1)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"command_name": ""}, "command_name"),
        ({"sections": []}, r"'sections' must hold 1\.\.6"),
        ({"sections": [InteractiveSection([])] * 7}, r"'sections' must hold 1\.\.6"),
        ({"actions": []}, r"'actions' must hold 1\.\.6"),
        ({"actions": [InteractiveAction("a", "b")] * 7}, r"'actions' must hold 1\.\.6"),
        ({"sections": [InteractiveSection(rows(51)), InteractiveSection(rows(50, "s"))]}, "100 rows total"),
        ({"sections": [InteractiveSection(rows(1)), InteractiveSection(rows(1))]}, "duplicate row key 'r0'"),
    ],
)
def test_limits_of_a_list(changed, message):
    with pytest.raises(ValueError, match=message):
        a_list(**changed)


def test_a_hundred_rows_and_six_of_each_fit():
    a_list(
        sections=[InteractiveSection(rows(100))] + [InteractiveSection([])] * 5,
        actions=[InteractiveAction("a", "b")] * 6,
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"key": ""}, "'key'"),
        ({"label": " "}, "'label'"),
        ({"label": "x" * 121}, "120"),
        ({"caption": "x" * 201}, "200"),
        ({"disabled_caption": "x" * 201}, "200"),
        ({"control": "radio"}, "'control'.*'radio'"),
        ({"default_quantity": 0}, r"1\.\.99"),
        ({"default_quantity": True}, r"1\.\.99"),
        ({"row_actions": [InteractiveRowAction(**PICK)] * 3}, "row_actions"),
    ],
)
def test_limits_of_a_row(changed, message):
    with pytest.raises(ValueError, match=message):
        InteractiveRow(**{"key": "k", "label": "L", **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"label": ""}, "'label'"),
        ({"type": "deeplink"}, "'type'.*webview_pick"),
        ({"start_url": "http://x"}, "https"),
        ({"pattern": "("}, "does not compile"),
        ({"pattern": "x"}, "capture group"),
        ({"save_field": ""}, "'save_field'"),
        ({"save_command_name": ""}, "'save_command_name'"),
    ],
)
def test_limits_of_a_row_action(changed, message):
    with pytest.raises(ValueError, match=message):
        InteractiveRowAction(**{**PICK, **changed})


def test_limits_of_an_action_and_a_condition():
    for style in ("primary", "secondary", "destructive"):
        assert InteractiveAction("Go", "go", style).to_dict()["style"] == style
    for wrong in (
        {"label": "", "callback": "x"},
        {"label": "x", "callback": ""},
        {"label": "x", "callback": "y", "style": "link"},
    ):
        with pytest.raises(ValueError):
            InteractiveAction(**wrong)
    for wrong in (("", "f"), ("c", "")):
        with pytest.raises(ValueError):
            RequiresRecordField(*wrong)
