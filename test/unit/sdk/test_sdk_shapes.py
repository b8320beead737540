"""The values that packages construct: records, actions, context, callbacks, agents, settings."""

from __future__ import annotations

import asyncio
import json
import uuid
from datetime import datetime, timedelta, timezone

import pytest

from ovos_phal_plugin_jarvis.sdk import (
    AgentSchedule,
    Alert,
    BlastTier,
    CommandExample,
    CommandResponse,
    ContextOperation,
    ContextResult,
    FieldSpec,
    IJarvisAgent,
    IJarvisCommand,
    JarvisParameter,
    ProposableAction,
    RecordSummary,
    RequestInformation,
    StorageBackend,
    UserSettings,
    callback,
    get_current_user_id,
    get_home_context,
    home_location,
    set_current_user_id,
    set_home_context,
    storage,
)


class Recording(StorageBackend):
    """Keeps what it is given, and the calls."""

    def __init__(self):
        self.records, self.secrets, self.calls = {}, {}, []

    def save(self, command_name, data_key, data, expires_at=None):
        self.calls.append(("save", command_name, data_key, expires_at))
        self.records[command_name, data_key] = data

    def get(self, command_name, data_key):
        return self.records.get((command_name, data_key))

    def get_all(self, command_name):
        return [data for (name, _), data in self.records.items() if name == command_name]

    def delete(self, command_name, data_key):
        return self.records.pop((command_name, data_key), None) is not None

    def delete_all(self, command_name):
        keys = [key for key in self.records if key[0] == command_name]
        for key in keys:
            del self.records[key]
        return len(keys)

    def get_secret(self, key, scope, user_id=None):
        return self.secrets.get((key, scope, user_id))

    def set_secret(self, key, value, scope, value_type="string", user_id=None):
        self.calls.append(("set_secret", key, scope, value_type, user_id))
        self.secrets[key, scope, user_id] = value

    def delete_secret(self, key, scope, user_id=None):
        self.secrets.pop((key, scope, user_id), None)


@pytest.fixture
def backend(monkeypatch):
    recording = Recording()
    monkeypatch.setattr(storage, "_backend", recording)
    return recording


class Movies(IJarvisCommand):
    command_name = "movies"
    description = "Movies"
    keywords: list = []
    parameters = [JarvisParameter("title", "string")]
    required_secrets: list = []

    def generate_prompt_examples(self):
        return [CommandExample("a movie", {})]

    def generate_adapter_examples(self):
        return []

    def run(self, request_info, **kwargs):
        return CommandResponse()

    @property
    def costly(self):
        raise AssertionError("looking for callbacks must not run properties")

    @callback("expand")
    def expand(self, data, request_info):
        return CommandResponse.final_response({"of": "parent", **data})


# -- callbacks --


@pytest.mark.parametrize("name", ["", None, 3])
def test_a_callback_needs_a_name(name):
    with pytest.raises(ValueError, match="non-empty string name"):
        callback(name)


def test_callbacks_are_bound_and_a_subclass_wins():
    class More(Movies):
        @callback("expand")
        def other(self, data, request_info):
            return CommandResponse.final_response({"of": "child"})

        @callback("similar")
        def similar(self, data, request_info):
            return CommandResponse.final_response({})

    request = RequestInformation("x", "c")
    assert Movies().get_callbacks()["expand"]({"id": 1}, request).context_data == {"of": "parent", "id": 1}
    assert set(More().get_callbacks()) == {"expand", "similar"}
    assert More().get_callbacks()["expand"]({}, request).context_data == {"of": "child"}


def test_one_class_may_use_a_name_once():
    class Twice(Movies):
        @callback("x")
        def a(self, data, request_info): ...

        @callback("x")
        def b(self, data, request_info): ...

    with pytest.raises(ValueError, match="multiple @callback methods named 'x'"):
        Twice().get_callbacks()


# -- proposable actions --


def test_proposable_action_checks_its_names():
    title = JarvisParameter("title", "string")
    action = ProposableAction("add", [title], editable=["title"], blast_tier="irreversible", idempotency_param="title")
    assert action.blast_tier is BlastTier.irreversible
    assert action.to_dict() == {
        "callback": "add",
        "params": [title.to_dict()],
        "outputs": [],
        "card_title": "",
        "confirm_label": "Confirm",
        "dismiss_label": "Dismiss",
        "editable": ["title"],
        "blast_tier": "irreversible",
        "idempotency_param": "title",
    }
    for wrong in (
        {"callback": " "},
        {"callback": "x", "editable": ["y"]},
        {"callback": "x", "idempotency_param": "y"},
        {"callback": "x", "blast_tier": "mild"},
    ):
        with pytest.raises(ValueError):
            ProposableAction(**wrong)


def test_a_command_may_propose_its_own_callbacks_once():
    class Proposing(Movies):
        proposable_actions = [ProposableAction("expand")]

    assert Movies().get_proposable_actions() == {}
    assert list(Proposing().get_proposable_actions()) == ["expand"]
    assert Proposing().get_command_schema()["proposable_actions"][0]["callback"] == "expand"
    Proposing.proposable_actions = [ProposableAction("expand")] * 2
    with pytest.raises(ValueError, match="more than once"):
        Proposing().get_proposable_actions()
    Proposing.proposable_actions = [ProposableAction("gone")]
    with pytest.raises(ValueError, match="no @callback of that name"):
        Proposing().get_proposable_actions()


# -- context operations --


def test_context_operations():
    operation = ContextOperation("free", "Free times", {"start": {"required": True}, "end": {"required": False}})
    assert operation.missing_required({}) == ["start"]
    assert operation.missing_required({"start": None}) == []
    assert ContextResult({"a": 1}).to_dict() == {"ok": True, "data": {"a": 1}, "error": None}
    assert ContextResult.failed("no").to_dict() == {"ok": False, "data": {}, "error": "no"}
    refused = Movies().execute_context_operation("free", {})
    assert not refused.ok
    assert "movies" in refused.error
    assert "'free'" in refused.error


# -- records --


def test_field_spec_writes_what_differs_and_reads_it_back():
    spec = FieldSpec(
        "stops",
        "array",
        item_type="object",
        editable=False,
        create_only=True,
        fields=[FieldSpec("when", "time", required=True)],
    )
    written = spec.to_dict()
    assert written == {
        "name": "stops",
        "type": "array",
        "item_type": "object",
        "editable": False,
        "create_only": True,
        "fields": [{"name": "when", "type": "time", "required": True}],
    }
    assert FieldSpec.from_dict(written) == spec
    assert FieldSpec.from_dict({"name": "a", "type": "newer", "min_value": 1}).to_dict() == {
        "name": "a",
        "type": "newer",
    }
    with pytest.raises(KeyError):
        FieldSpec.from_dict({"name": "a"})


def test_display_summary_takes_the_first_text():
    assert Movies().display_summary({"n": 1, "empty": "", "title": "Heat"}) == RecordSummary("Heat")
    assert Movies().display_summary({"n": 1}).to_dict() == {
        "title": "movies",
        "subtitle": None,
        "icon": "information-outline",
    }


def test_a_record_made_by_hand_belongs_to_who_asks(backend):
    key, record = Movies().data_browser_create(
        {"name": "x", "user_id": 9, "id": "mine", "data_key": "k", "created_at": "then"}, 7
    )
    assert record == {"name": "x", "id": key, "user_id": 7}
    assert uuid.UUID(hex=key).hex == key
    assert backend.get("movies", key) == record


def test_a_record_without_an_owner_is_refused(backend):
    with pytest.raises(ValueError, match="needs the user"):
        Movies().data_browser_create({"name": "x"}, None)
    assert backend.records == {}


def test_records_are_kept_under_the_storage_name(backend):
    class Renamed(Movies):
        data_browser_storage_name = "old_movies"

    key, _ = Renamed().data_browser_create({}, 1)
    assert backend.get("old_movies", key)


# -- storage, secrets, settings --


def test_storage_speaks_for_its_command(backend):
    mine, other = storage.JarvisStorage("a"), storage.JarvisStorage("b")
    expires = datetime(2030, 1, 1)
    mine.save("k", {"v": 1}, expires)
    other.save("k", {"v": 2})
    assert backend.calls == [("save", "a", "k", expires), ("save", "b", "k", None)]
    assert (mine.get("k"), mine.get_all(), mine.delete("k"), mine.delete("k")) == (
        {"v": 1},
        [{"v": 1}],
        True,
        False,
    )
    assert other.delete_all() == 1


def test_secrets_of_a_user_are_those_of_the_user_being_served(backend):
    mine = storage.JarvisStorage("a")
    set_current_user_id(42)
    try:
        mine.set_secret("T", "v", scope="user", value_type="int")
        mine.set_secret("T", "house")
        assert backend.calls == [
            ("set_secret", "T", "user", "int", 42),
            ("set_secret", "T", "integration", "string", None),
        ]
        assert (mine.get_secret("T", "user"), mine.get_secret("T")) == ("v", "house")
        set_current_user_id(43)
        assert mine.get_secret("T", "user") is None
    finally:
        set_current_user_id(None)
    assert get_current_user_id() is None


def test_secret_service_reads_and_writes_the_same_values(backend):
    from ovos_phal_plugin_jarvis.sdk import secret_service

    secret_service.set_secret("K", "v", "integration")
    assert secret_service.get_secret_value("K", "integration") == "v"
    assert secret_service.get_secret_value("K", "user") is None
    secret_service.delete_secret("K", "integration")
    assert secret_service.get_secret_value("K", "integration") is None
    assert secret_service.get_all_secrets("integration") == {}


@pytest.mark.parametrize(
    ("value", "enabled", "number"),
    [
        ("true", True, 9),
        (" ON ", True, 9),
        ("1", True, 1),
        ("yes", True, 9),
        ("no", False, 9),
        ("-7", False, -7),
        ("", True, 9),
        ("1.5", False, 9),
    ],
)
def test_user_settings(backend, value, enabled, number):
    backend.set_secret("REMINDER_PUSH", value, "integration")
    settings = UserSettings("reminder")
    assert settings.is_enabled("push", default=True) is enabled
    assert settings.get_int("Push", default=9) == number
    assert settings.get("push", "none") == (value or "none")
    assert settings.get("other") is None


# -- who is served, and where --


def test_home_context_is_each_tasks_own():
    async def serve(place):
        set_home_context({"location": place})
        await asyncio.sleep(0)
        return home_location(get_home_context())

    async def both():
        return await asyncio.gather(serve("Porto"), serve("Oslo"))

    assert asyncio.run(both()) == ["Porto", "Oslo"]
    assert get_home_context() is None
    assert home_location({"location": ""}, "fallback") == home_location(None, "fallback") == "fallback"


# -- agents --


def test_alert_lives_an_hour_and_travels_as_json():
    alert = Alert("agent", "Storm", "High winds", dedupe_key="storm")
    assert abs(alert.expires_at - alert.created_at - timedelta(hours=1)) < timedelta(seconds=1)
    assert (alert.priority, alert.category, alert.target_user_id, alert.is_expired) == (
        2,
        "general",
        None,
        False,
    )
    assert uuid.UUID(alert.id)
    sent = json.loads(json.dumps(alert.to_dict()))
    assert datetime.fromisoformat(sent["created_at"]) == alert.created_at
    assert Alert("a", "b", "c", expires_at=datetime(2020, 1, 1, tzinfo=timezone.utc)).is_expired


def test_an_agent_implements_six_members():
    class Watch(IJarvisAgent):
        name, description, schedule, required_secrets = "w", "d", AgentSchedule(60), []

        async def run(self): ...

        def get_context_data(self):
            return {}

    assert Watch().include_in_context is True
    assert Watch().get_alerts() == []
    assert Watch().schedule.run_on_startup is True
    with pytest.raises(TypeError):
        IJarvisAgent()
