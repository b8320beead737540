"""shared/jarvis-sdk.md: the facts that the reference pages leave to it."""

from __future__ import annotations

import importlib
import inspect
from datetime import datetime, time, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis import sdk
from ovos_phal_plugin_jarvis.sdk import (
    AuthenticationConfig,
    AuthStatus,
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    IJarvisParameter,
    JarvisParameter,
    JarvisSecret,
    JarvisStorage,
    ReferenceableItem,
    TokenBundle,
    ValidationResult,
)

EXPORTED = [
    "IJarvisCommand",
    "CommandExample",
    "CommandAntipattern",
    "PreRouteResult",
    "FastPathPattern",
    "callback",
    "CommandResponse",
    "ReferenceableItem",
    "RequestInformation",
    "ValidationResult",
    "IJarvisParameter",
    "JarvisParameter",
    "IJarvisSecret",
    "JarvisSecret",
    "AuthenticationConfig",
    "AuthStatus",
    "TokenBundle",
    "MissingSecretsError",
    "IJarvisButton",
    "JarvisPackage",
    "FieldSpec",
    "RecordSummary",
    "DataBrowserMode",
    "ProposableAction",
    "BlastTier",
    "ContextOperation",
    "ContextResult",
    "JarvisStorage",
    "StorageBackend",
    "set_backend",
    "get_backend",
    "UserSettings",
    "get_current_user_id",
    "set_current_user_id",
    "get_home_context",
    "set_home_context",
    "home_location",
    "DateKeys",
    "ALL_DATE_KEYS",
    "IJarvisPromptProvider",
    "InteractiveList",
    "InteractiveSection",
    "InteractiveRow",
    "InteractiveRowAction",
    "InteractiveAction",
    "RequiresRecordField",
    "JarvisInbox",
    "InboxBackend",
    "set_inbox_backend",
    "get_inbox_backend",
    "IJarvisAgent",
    "AgentSchedule",
    "Alert",
]

SUBMODULES = [
    "command",
    "parameter",
    "secret",
    "response",
    "request",
    "validation",
    "authentication",
    "auth",
    "button",
    "package",
    "field_spec",
    "record_summary",
    "proposable",
    "context_provider",
    "storage",
    "settings",
    "context",
    "date_keys",
    "prompt_provider",
    "interactive",
    "inbox",
    "agent",
]

SCALARS = [
    "string",
    "str",
    "int",
    "integer",
    "float",
    "bool",
    "boolean",
    "list",
    "array",
    "dict",
    "datetime",
    "date",
    "time",
    "timedelta",
]
ARRAYS = [f"array<{t}>" for t in ("string", "int", "float", "bool", "datetime", "date", "time", "timedelta")]
OTHER_ARRAYS = [s.format(t) for s in ("array[{}]", "{}[]") for t in ("datetime", "date", "time", "timedelta")]


class Plain(IJarvisCommand):
    command_name = "plain"
    description = "Plain"
    keywords = ["plain"]
    parameters: list = []
    required_secrets: list = []

    def generate_prompt_examples(self):
        return [CommandExample("first", {}), CommandExample("second", {"a": 1}, is_primary=True)]

    def generate_adapter_examples(self):
        return [CommandExample("varied", {})]

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response()


# -- names --


@pytest.mark.parametrize("name", EXPORTED)
def test_exported(name):
    assert name in sdk.__all__
    assert hasattr(sdk, name)


@pytest.mark.parametrize("name", SUBMODULES)
def test_submodule(name):
    importlib.import_module(f"ovos_phal_plugin_jarvis.sdk.{name}")


def test_names_stand_in_the_submodules_that_packages_import_them_from():
    from ovos_phal_plugin_jarvis.sdk.auth import AuthStatus, MissingSecretsError, TokenBundle
    from ovos_phal_plugin_jarvis.sdk.command import (
        CommandAntipattern,
        CommandExample,
        FastPathPattern,
        IJarvisCommand,
        PreRouteResult,
        callback,
    )

    assert {
        AuthStatus,
        MissingSecretsError,
        TokenBundle,
        CommandAntipattern,
        CommandExample,
        FastPathPattern,
        IJarvisCommand,
        PreRouteResult,
        callback,
    } <= {getattr(sdk, name) for name in EXPORTED if name != "ALL_DATE_KEYS"}


def test_the_sdk_imports_nothing_of_ours_outside_itself():
    for module in [sdk, *(importlib.import_module(f"{sdk.__name__}.{name}") for name in SUBMODULES)]:
        for line in inspect.getsource(module).splitlines():
            if "import" in line and "ovos_phal_plugin_jarvis" in line:
                assert "ovos_phal_plugin_jarvis.sdk" in line, line


# -- parameters --


@pytest.mark.parametrize("param_type", SCALARS + ARRAYS + OTHER_ARRAYS)
def test_allowed_types(param_type):
    assert JarvisParameter("x", param_type).param_type == param_type


@pytest.mark.parametrize("param_type", ["", "text", "array<dict>", "array[string]", "string[]", "Array<int>", "number"])
def test_other_types_raise_and_the_message_lists_the_allowed(param_type):
    with pytest.raises(ValueError, match="not allowed") as caught:
        JarvisParameter("x", param_type)
    for allowed in SCALARS + ARRAYS + OTHER_ARRAYS:
        assert allowed in str(caught.value)


@pytest.mark.parametrize(
    ("param_type", "good", "bad"),
    [
        ("string", ["", "a"], [1, ["a"], b"a"]),
        ("int", [0, -3], [True, 1.0, "1"]),
        ("integer", [5], [False]),
        ("float", [1.5, 2], [True, "1.5"]),
        ("bool", [True, False], [0, "true"]),
        ("list", [[], [1, "a"]], [(1,), "a"]),
        ("dict", [{}, {"a": 1}], [[], "a"]),
        ("datetime", [datetime(2026, 1, 1), "2026-01-01T08:00:00Z", "2026-01-01"], ["soon", 5]),
        ("date", ["2026-01-01", datetime(2026, 1, 1)], ["2026-13-01", 5]),
        ("time", [time(8), "08:30"], ["8 o'clock", 8]),
        ("timedelta", [timedelta(1), "PT5M", "P1DT2H", "0:05:00"], ["5 minutes", 5, "P"]),
        ("array<int>", [[], [1], ["any list passes"]], [1, "1"]),
        ("array[date]", [["2026-01-01"]], ["2026-01-01"]),
        ("time[]", [["08:00"]], ["08:00"]),
    ],
)
def test_types_accept(param_type, good, bad):
    param = JarvisParameter("x", param_type)
    for value in good:
        assert param.validate(value) == (True, None), value
    for value in bad:
        assert param.validate(value) == (False, f"Parameter 'x' must be of type {param_type}"), value


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(SCALARS + ARRAYS + OTHER_ARRAYS),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text(max_size=3), max_size=3),
    st.none() | st.lists(st.text(max_size=3), max_size=3),
)
def test_any_value_is_accepted_or_told_why(param_type, value, enum_values):
    accepted, reason = JarvisParameter("x", param_type, enum_values=enum_values).validate(value)
    assert accepted is (reason is None)
    if enum_values and accepted and value is not None:
        assert {str(item) for item in (value if isinstance(value, list) else [value])} <= set(enum_values)


def test_none_passes_where_a_parameter_is_optional():
    assert JarvisParameter("x", "int").validate(None) == (True, None)
    assert JarvisParameter("x", "int", required=True).validate(None)[0] is False


def test_enum_compares_text():
    param = JarvisParameter("x", "int", enum_values=["1", "2"])
    assert param.validate(1) == (True, None)
    assert param.validate(3) == (False, "Invalid value '3' for 'x'. Must be one of: 1, 2")


def test_to_dict_of_a_parameter():
    assert JarvisParameter("x", "int", True, "An x", 5, ["5"], False, "devices").to_dict() == {
        "name": "x",
        "type": "int",
        "description": "An x",
        "required": True,
        "default_value": 5,
        "enum_values": ["5"],
        "options_source": "devices",
    }
    assert JarvisParameter("x", "int", refinable=True).to_dict()["refinable"] is True


def test_the_interface_is_required_by_default():
    class Own(IJarvisParameter):
        name = "x"
        param_type = "string"
        description = None

    assert Own().required is True
    assert Own().to_dict()["required"] is True


@pytest.mark.parametrize(
    ("param_type", "schema"),
    [
        ("str", {"type": "string"}),
        ("int", {"type": "integer"}),
        ("float", {"type": "number"}),
        ("bool", {"type": "boolean"}),
        ("list", {"type": "array"}),
        ("array", {"type": "array"}),
        ("dict", {"type": "object"}),
        ("datetime", {"type": "string"}),
        ("timedelta", {"type": "string"}),
        ("array<datetime>", {"type": "array", "items": {"type": "string", "format": "date-time"}}),
        ("date[]", {"type": "array", "items": {"type": "string", "format": "date"}}),
        ("array<int>", {"type": "array", "items": {"type": "integer"}}),
        ("array[time]", {"type": "array", "items": {"type": "string"}}),
    ],
)
def test_json_types(param_type, schema):
    class One(Plain):
        parameters = [JarvisParameter("x", param_type)]

    assert One().to_openai_tool_schema()["function"]["parameters"] == {
        "type": "object",
        "properties": {"x": schema},
        "required": [],
    }


# -- secrets --


def test_a_secret_has_a_scope_and_a_value_type():
    for scope in ("integration", "user"):
        for value_type in ("string", "int", "bool", "user"):
            secret = JarvisSecret("K", "d", scope, value_type)
            assert (secret.required, secret.is_sensitive, secret.friendly_name) == (True, True, None)
    with pytest.raises(ValueError, match="Scope must be integration or user for K"):
        JarvisSecret("K", "d", "house", "string")
    # The page's "Where the sources disagree": the older scope is a value of this device.
    assert JarvisSecret("K", "d", "node", "string").scope == "integration"
    with pytest.raises(ValueError, match="Value Type must be string, int, bool or user for K"):
        JarvisSecret("K", "d", "user", "float")


def test_presets_belong_to_enum_values():
    assert JarvisSecret("K", "d", "user", "string", enum_values=["a"], presets={"a": {"P": "1"}}).presets
    with pytest.raises(ValueError, match="requires enum_values"):
        JarvisSecret("K", "d", "user", "string", presets={"a": {}})
    with pytest.raises(ValueError, match="not in its enum_values: b"):
        JarvisSecret("K", "d", "user", "string", enum_values=["a"], presets={"b": {}})
    with pytest.raises(ValueError, match="value_type='string'"):
        JarvisSecret("K", "d", "user", "int", enum_values=["1"])


# -- schemas and examples --


def test_tool_schema_of_a_plain_command():
    assert Plain().to_openai_tool_schema() == {
        "type": "function",
        "function": {
            "name": "plain",
            "description": "Plain",
            "parameters": {"type": "object", "properties": {}, "required": []},
        },
        "allow_direct_answer": False,
        "is_risky": False,
        "keywords": ["plain"],
        "examples": [
            {"voice_command": "first", "expected_parameters": {}, "is_primary": False},
            {"voice_command": "second", "expected_parameters": {"a": 1}, "is_primary": True},
        ],
    }


def test_a_refinable_parameter_says_so_in_its_schema():
    class Loud(Plain):
        parameters = [JarvisParameter("level", "int", True, enum_values=["1"], refinable=True, options_source="o")]

    schema = Loud().to_openai_tool_schema()["function"]["parameters"]
    assert schema["properties"]["level"] == {
        "type": "integer",
        "enum": ["1"],
        "options_source": "o",
        "_refinable": True,
    }
    assert schema["required"] == ["level"]


def test_command_schema_leaves_out_what_is_not_set():
    assert set(Plain().get_command_schema()) == {
        "command_name",
        "description",
        "allow_direct_answer",
        "is_risky",
        "examples",
        "keywords",
        "parameters",
    }


def test_command_schema_holds_what_is_set():
    class Rich(Plain):
        rules = ["r"]
        critical_rules = ["c"]
        antipatterns = [sdk.CommandAntipattern("other", "differs")]
        listening_signal_types = ["presence.transition"]

    schema = Rich().get_command_schema(use_adapter_examples=True)
    assert [e["voice_command"] for e in schema["examples"]] == ["varied"]
    assert (schema["rules"], schema["critical_rules"]) == (["r"], ["c"])
    assert schema["antipatterns"] == [{"command_name": "other", "description": "differs"}]
    assert schema["listening_signal_types"] == ["presence.transition"]
    assert Rich().to_openai_tool_schema()["antipatterns"] == schema["antipatterns"]


def test_more_than_one_primary_example_raises():
    class Two(Plain):
        def generate_prompt_examples(self):
            return [CommandExample("a", {}, True), CommandExample("b", {}, True)]

    for read in (Two().to_openai_tool_schema, Two().get_command_schema, Two().get_primary_example):
        with pytest.raises(ValueError, match="'plain' has 2 primary examples"):
            read()


def test_primary_example_else_the_first_else_an_error():
    class Unmarked(Plain):
        def generate_prompt_examples(self):
            return [CommandExample("first", {}), CommandExample("second", {})]

    class Empty(Plain):
        def generate_prompt_examples(self):
            return []

    assert Plain().get_primary_example().voice_command == "second"
    assert Unmarked().get_primary_example().voice_command == "first"
    with pytest.raises(ValueError, match="has no examples"):
        Empty().get_primary_example()


# -- responses --


def test_response_fields_and_defaults():
    response = CommandResponse()
    assert vars(response) == {
        "context_data": None,
        "success": True,
        "error_details": None,
        "wait_for_input": True,
        "clear_history": False,
        "metadata": None,
        "actions": None,
        "referenceable_items": None,
        "is_chunked_response": False,
        "chunk_session_id": None,
        "on_response_complete": None,
    }


def test_error_details_make_success_false():
    assert CommandResponse(error_details="no", success=True).success is False


def test_validation_error_lists_the_failed_results():
    response = CommandResponse.validation_error(
        [
            ValidationResult(True, "a", "c", suggested_value="b"),
            ValidationResult(False, "b", "c", "bad b", valid_values=["x"]),
            ValidationResult(False, "d", "c"),
        ]
    )
    assert response.context_data == {
        "_validation_error": True,
        "errors": [
            {"param": "b", "message": "bad b", "valid_values": ["x"]},
            {"param": "d", "message": None, "valid_values": None},
        ],
    }
    assert response.error_details == "bad b"


def test_with_items():
    context = {"count": 1}
    response = CommandResponse.with_items("One mail", [ReferenceableItem("1", "mail")], context_data=context)
    assert response.context_data == {"count": 1, "message": "One mail"}
    assert context == {"count": 1}
    assert response.referenceable_items_as_dicts() == [{"ref_id": "1", "label": "mail", "attrs": {}, "actions": []}]


@pytest.mark.parametrize(
    ("ref_id", "label", "named"),
    [("", "x", "ref_id"), (" ", "x", "ref_id"), ("1", "", "label"), ("1", None, "label")],
)
def test_an_item_needs_an_id_and_a_label(ref_id, label, named):
    with pytest.raises(ValueError, match=named):
        ReferenceableItem(ref_id, label)


def test_button_without_its_empty_fields():
    assert IJarvisButton("Send", "send_click", "primary").to_dict() == {
        "button_text": "Send",
        "button_action": "send_click",
        "button_type": "primary",
    }
    assert IJarvisButton("Send", "send_click", "primary", "send", "Sent").to_dict()["completion_message"] == "Sent"


# -- authentication --


def test_authentication_to_dict():
    minimal = AuthenticationConfig("oauth", "p", "P", "c", ["access_token"])
    assert set(minimal.to_dict()) == {"type", "provider", "friendly_name", "client_id", "keys"}
    full = AuthenticationConfig(
        "oauth",
        "p",
        "P",
        "c",
        ["k"],
        exchange_url="https://x/token",
        scopes=["s"],
        supports_pkce=True,
        send_redirect_uri_in_exchange=False,
        client_secret="hidden",
        discovery_port=8123,
    )
    described = full.to_dict()
    assert described["send_redirect_uri_in_exchange"] is False
    assert (described["exchange_url"], described["scopes"], described["discovery_port"]) == (
        "https://x/token",
        ["s"],
        8123,
    )
    assert "hidden" not in repr(full) + repr(described)


def test_token_bundle_knows_when_it_ends():
    now = datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert TokenBundle("a", "r", 60).expires_at(now) == now + timedelta(minutes=1)
    assert TokenBundle("a", "r", None).expires_at(now) is None
    assert TokenBundle("a", "r", 60).expires_at().tzinfo is not None
    assert "secret" not in repr(TokenBundle("secret", "secret", 1, {"id_token": "secret"}))


def test_needs_auth_where_the_host_knows_it():
    class Login(Plain):
        authentication = AuthenticationConfig("oauth", "p", "P", "c", [])
        required_secrets = [
            JarvisSecret("T", "d", "user", "string"),
            JarvisSecret("O", "d", "user", "string", False),
        ]

    assert not Login().needs_auth(secrets={"T": "x"})
    assert not Login().needs_auth(secrets={"T": "x"}, auth_status=AuthStatus(False))
    assert Login().needs_auth(secrets={"T": "x"}, auth_status=AuthStatus(True, "refused"))
    assert Login().needs_auth(secrets={"O": "x"})


# -- storage without a host --


def test_without_a_backend_reads_are_empty_and_writes_do_nothing(monkeypatch):
    monkeypatch.setattr(sdk.storage, "_backend", None)
    storage = JarvisStorage("weather")
    assert storage.save("k", {}) is None
    assert (storage.get("k"), storage.get_all(), storage.delete("k"), storage.delete_all()) == (
        None,
        [],
        False,
        0,
    )
    assert storage.get_secret("K") is None
    assert storage.set_secret("K", "v") is None
    assert storage.delete_secret("K") is None


# -- dates --


def test_the_exported_date_keys():
    assert set(sdk.ALL_DATE_KEYS) == {
        "today",
        "tomorrow",
        "day_after_tomorrow",
        "yesterday",
        "this_weekend",
        "last_weekend",
        "next_week",
        "next_monday",
        "next_tuesday",
        "next_wednesday",
        "next_thursday",
        "next_friday",
        "next_saturday",
        "next_sunday",
        "morning",
        "tonight",
        "last_night",
        "tomorrow_morning",
        "tomorrow_afternoon",
        "tomorrow_evening",
        "tomorrow_night",
        "yesterday_morning",
        "yesterday_afternoon",
        "yesterday_evening",
    }
    assert sdk.DateKeys.DAY_AFTER_TOMORROW == "day_after_tomorrow"
