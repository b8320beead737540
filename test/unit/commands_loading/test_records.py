"""The records of commands, seen and changed by hand: typed by their fields, by the bus and by the command line."""

from __future__ import annotations

import json
import threading
from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ovos_bus_client import Message
from ovos_utils.fakebus import FakeBus
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.record_service import RecordService
from ovos_phal_plugin_jarvis.cli.app import app
from ovos_phal_plugin_jarvis.commands.records import RecordError, typed
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.sdk import CommandResponse, FieldSpec, IJarvisCommand, JarvisStorage, RecordSummary
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest
from ovos_phal_plugin_jarvis.tools.execution.pool import InlinePool
from toolboxes_for_tests import put_in_place


class Pills(IJarvisCommand):
    command_name = "pills"
    description = "Which pills to take."
    keywords = ["pills"]
    parameters = []
    required_secrets = []
    data_browser_supports_create = True
    data_browser_storage_name = "pillbox"

    def editable_fields(self):
        return [
            FieldSpec("name", "string", required=True, create_only=True, editable=False),
            FieldSpec("dose", "int", required=True),
            FieldSpec("unit", "enum", enum_values=["mg", "ml"]),
            FieldSpec("times", "array", item_type="time"),
            FieldSpec("until", "date"),
            FieldSpec("with_food", "bool"),
            FieldSpec("taken", "datetime", editable=False),
        ]

    def display_summary(self, record):
        return RecordSummary(record["name"], f"{record['dose']} {record.get('unit') or ''}".strip())

    def generate_prompt_examples(self):
        return []

    generate_adapter_examples = generate_prompt_examples

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({"message": "ok"})


class Diary(Pills):
    command_name = data_browser_storage_name = "diary"
    data_browser_mode = "readonly"


class Secret(Pills):
    command_name = data_browser_storage_name = "hidden"
    data_browser_mode = "disabled"


class Broken(Pills):
    command_name = data_browser_storage_name = "broken"

    def editable_fields(self):
        raise RuntimeError("no fields today")


class Box(CommandToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("house", [Pills(), Diary(), Secret()], config, bus)


@pytest.fixture
def runtime(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    put_in_place(monkeypatch, house=Box)
    made = Runtime(load_config({"invoke": {"workers": 0}}))
    yield made
    made.shutdown()


NEW = {"name": "Ibu", "dose": "400", "unit": "MG", "times": "08:00, 20:00", "with_food": "yes"}


def test_a_record_is_made_typed_shown_changed_and_removed(runtime):
    control = runtime.records.control
    made = control("add", "pills", fields=NEW)
    record = JarvisStorage("pillbox").get(made["key"])
    assert record == made["record"] and record["user_id"] is None, "nobody said whose it is"
    assert (record["dose"], record["unit"], record["with_food"]) == (400, "mg", True)
    assert record["times"] == ["08:00", "20:00"]
    assert control("add", "pills", fields=NEW, user_id=7)["record"]["user_id"] == 7
    control("remove", "pills", control("list", "pills")["records"][1]["key"])
    listed = control("list", "pills")
    assert [(r["title"], r["subtitle"]) for r in listed["records"]] == [("Ibu", "400 mg")] and listed["total"] == 1
    changed = control("edit", "pills", made["key"], {"dose": 200, "until": "2026-04-01"})
    assert (
        changed["record"] == {**record, "dose": 200, "until": "2026-04-01"} == JarvisStorage("pillbox").get(made["key"])
    )
    assert control("show", "pills", made["key"])["record"] == changed["record"]
    assert control("remove", "pills", made["key"])["removed"] and JarvisStorage("pillbox").get_all() == []


def test_a_change_leaves_the_end_of_a_record(runtime):
    end = datetime(2999, 1, 1, tzinfo=timezone.utc)
    JarvisStorage("pillbox").save("k", {"name": "x", "dose": 1}, end)
    runtime.records.control("edit", "pills", "k", {"dose": 2})
    with runtime.device.stores.data._database.read() as connection:
        assert connection.execute("SELECT data, expires_at FROM record").fetchall() == [
            (json.dumps({"name": "x", "dose": 2}), end.timestamp())
        ]


def test_a_record_that_its_command_cannot_read_is_listed_all_the_same(runtime):
    JarvisStorage("pillbox").save("k", {"unit": "mg"})
    assert runtime.records.control("list", "pills")["records"] == [{"key": "k", "title": "mg", "subtitle": None}]


def test_only_what_may_be_seen_is_listed(runtime):
    assert runtime.records.control("list", None)["commands"] == [
        {"command": "diary", "mode": "readonly", "create": True, "records": 0},
        {"command": "pills", "mode": "enabled", "create": True, "records": 0},
    ]


@pytest.mark.parametrize(
    ("action", "command", "key", "fields", "why"),
    [
        ("add", "pills", None, {"dose": 1}, "pills: missing name"),
        ("add", "pills", None, {**NEW, "dose": "two"}, 'dose must be a whole number, got "two"'),
        ("add", "pills", None, {**NEW, "dose": True}, "dose must be a whole number, got true"),
        ("add", "pills", None, {**NEW, "dose": float("nan")}, "dose must be a whole number"),
        ("add", "pills", None, {**NEW, "unit": "kg"}, 'unit must be one of mg, ml, got "kg"'),
        ("add", "pills", None, {**NEW, "times": ["25:00"]}, 'times, item 1 must be a time, such as 15:30, got "25:00"'),
        ("add", "pills", None, {**NEW, "until": "soon"}, "until must be a date, such as 2026-03-04"),
        ("add", "pills", None, {**NEW, "name": {"a": 1}}, "name must be a text"),
        ("add", "pills", None, {**NEW, "colour": "red"}, "pills: no field is called 'colour'. Its fields: name, dose"),
        ("add", "pills", None, {**NEW, "taken": "2026-03-04T10:00"}, "no field is called 'taken'"),
        ("edit", "pills", "k", {"name": "Other"}, "pills: name can't be changed"),
        ("edit", "pills", "k", {"id": "x"}, "pills: id can't be changed"),
        ("edit", "pills", "k", {"dose": ""}, "pills: dose can't be empty"),
        ("edit", "pills", "k", {}, "say what to change"),
        ("edit", "pills", "nope", {"dose": 2}, "pills has no record 'nope'"),
        ("remove", "pills", "nope", None, "pills has no record 'nope'"),
        ("show", "pills", None, None, "Missing required field: 'key'"),
        ("add", "diary", None, NEW, "the records of diary can be read only"),
        ("list", "hidden", None, None, "the records of hidden are not shown"),
        ("list", "nothing", None, None, "no command is called 'nothing'"),
        ("burn", "pills", None, None, "'action' must be list, show, add, edit or remove, got 'burn'"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(runtime, action, command, key, fields, why):
    JarvisStorage("pillbox").save("k", {"name": "x", "dose": 1})
    with pytest.raises(InvalidRequest) as refused:
        runtime.records.control(action, command, key, fields)
    assert why in str(refused.value) and "\n" not in str(refused.value)
    kept = {"name": "x", "dose": 1, "_data_key": "k", "_expires_at": None}
    assert JarvisStorage("pillbox").get_all() == [kept]


def test_a_command_whose_code_raises_hides_no_other(monkeypatch, runtime):
    monkeypatch.setattr(Pills, "editable_fields", Broken.editable_fields)
    with pytest.raises(InvalidRequest, match="data of pills: RuntimeError: no fields today"):
        runtime.records.control("list", "pills")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(
        [
            "string",
            "text",
            "int",
            "float",
            "bool",
            "enum",
            "datetime",
            "date",
            "time",
            "duration",
            "array",
            "object",
            "id",
            "user_ref",
            "colour",
        ]
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=5,
    ),
)
def test_any_value_is_typed_or_refused(kind, value):
    spec = FieldSpec("f", kind, enum_values=["a"], item_type="int")
    try:
        found = typed(spec, value)
    except RecordError as error:
        assert "\n" not in str(error) and len(str(error)) < 300
        return
    if kind in ("int", "float", "duration", "bool", "enum"):
        assert found is None or typed(spec, found) == found


def test_over_the_bus_each_request_has_one_answer(runtime):
    bus, heard = FakeBus(), []
    service = RecordService(BusLink(bus), runtime.records, InlinePool("x"))
    service.bind()
    bus.on("ovos.jarvis.data.response", lambda message: heard.append(message.data))

    def ask(data):
        before, waits = len(heard), threading.Event()
        bus.emit(Message("ovos.jarvis.data", data))
        waits.wait(0)
        (answer,) = heard[before:]
        return answer

    made = ask({"action": "add", "command": "pills", "fields": NEW, "user_id": 3})
    assert made["record"]["user_id"] == 3
    assert ask({"command": "pills"})["records"][0]["title"] == "Ibu"
    for bad in (
        {"command": 7},
        {"action": ["list"]},
        {"command": "pills", "action": "add", "fields": "x"},
        {"user_id": "x"},
    ):
        assert "must be" in ask(bad)["error"]
    assert ask({"command": "pills", "action": "edit", "key": made["key"], "fields": {"dose": {}}})["code"] == "invalid"
    service.shutdown()
    bus.emit(Message("ovos.jarvis.data", {}))
    assert len(heard) == 7


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    put_in_place(monkeypatch, house=Box)
    return lambda *words, typed="": CliRunner().invoke(app, ["data", *words, "--local"], input=typed)


def test_at_the_terminal_what_lacks_is_asked_for(run):
    done = run("pills", "add", "dose=400", typed="\nIbu\ncc\nmg\n08:00\n\nyes\n")
    assert done.exit_code == 0 and "name is required" in done.output and "one of mg, ml" in done.output
    listed = json.loads(run("pills", "list", "--json").stdout)
    key = listed["records"][0]["key"]
    assert listed["records"][0]["title"] == "Ibu"
    changed = run("pills", "edit", key[:6], "dose=200", "--json")
    assert json.loads(changed.stdout)["record"]["dose"] == 200
    assert run("pills", "edit", key[:6], "dose=lots").exit_code == 1
    assert "dose: 200" in run("pills", "show", key[:6]).stdout
    assert run("pills", "remove", key[:6], typed="n\n").exit_code == 1
    assert run("pills", "remove", key[:6], "--yes").exit_code == 0
    assert "has no records" in run("pills").stdout
    assert json.loads(run("pills", "add", "--json").stdout) == {"error": "pills: missing name, dose", "code": "invalid"}


@pytest.mark.parametrize(("kind", "value"), [("int", "1" + "0" * 400), ("float", 10**400), ("duration", 10**400)])
def test_a_number_that_no_number_can_be_is_refused(kind, value):
    with pytest.raises(RecordError, match="must be a"):
        typed(FieldSpec("dose", kind), value)
