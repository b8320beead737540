"""reference/jarvis-command-interface.md, statement by statement, in the order of the page."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from ovos_phal_plugin_jarvis.sdk import (
    AuthenticationConfig,
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    IJarvisButton,
    IJarvisCommand,
    JarvisCommandBase,
    JarvisPackage,
    JarvisParameter,
    JarvisSecret,
    MissingSecretsError,
    PreRouteResult,
    RequestInformation,
    ValidationResult,
)

REQUEST = RequestInformation("what's the weather", "conversation-1")


class Weather(IJarvisCommand):
    """The page's running example."""

    @property
    def command_name(self):
        return "get_weather"

    @property
    def description(self):
        return "Weather conditions or forecast (up to 5 days). Use for ALL weather queries."

    @property
    def parameters(self):
        return [
            JarvisParameter("city", "string", required=False, description="City name"),
            JarvisParameter("unit_system", "string", required=False, enum_values=["metric", "imperial"]),
        ]

    @property
    def required_secrets(self):
        return [JarvisSecret("OPENWEATHER_API_KEY", "API key", "integration", "string")]

    @property
    def keywords(self):
        return ["weather", "forecast"]

    def generate_prompt_examples(self):
        return [
            CommandExample("What's the weather in Chicago?", {"city": "Chicago"}, is_primary=True),
            CommandExample("How's the weather?", {}),
        ]

    def generate_adapter_examples(self):
        return [CommandExample("What's the weather?", {}, is_primary=True), CommandExample("Umbrella?", {})]

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response(context_data={"city": kwargs.get("city", "New York")})


class Authenticated(Weather):
    authentication = AuthenticationConfig("oauth", "google_gmail", "Gmail", "id", ["access_token"])


# -- class hierarchy --


def test_base_orchestrates_and_the_interface_adds_the_rest():
    assert issubclass(IJarvisCommand, JarvisCommandBase)
    assert IJarvisCommand.execute is JarvisCommandBase.execute
    assert not hasattr(JarvisCommandBase, "keywords")


@pytest.mark.parametrize(
    "member",
    [
        "command_name",
        "description",
        "parameters",
        "required_secrets",
        "keywords",
        "generate_prompt_examples",
        "generate_adapter_examples",
        "run",
    ],
)
def test_these_eight_must_be_implemented(member):
    incomplete = type("Incomplete", (Weather,), {member: getattr(IJarvisCommand, member)})
    with pytest.raises(TypeError, match=member):
        incomplete()


def test_no_other_member_must_be_implemented():
    assert Weather().command_name == "get_weather"


# -- optional properties and their defaults --


@pytest.mark.parametrize(
    ("member", "default"),
    [
        ("rules", []),
        ("critical_rules", []),
        ("antipatterns", []),
        ("allow_direct_answer", False),
        ("required_packages", []),
        ("associated_service", None),
        ("authentication", None),
        ("fast_path_patterns", []),
        ("supported_platforms", []),
        ("is_risky", False),
        ("setup_guide", None),
        ("context_operations", []),
        ("proposable_actions", []),
        ("listening_signal_types", []),
        ("data_browser_mode", "enabled"),
        ("data_browser_supports_create", False),
    ],
)
def test_defaults(member, default):
    assert getattr(Weather(), member) == default
    assert isinstance(getattr(IJarvisCommand, member), property)


def test_associated_service_is_the_friendly_name_of_the_login():
    assert Authenticated().associated_service == "Gmail"


def test_all_possible_secrets_delegates_to_required_secrets():
    assert [s.key for s in Weather().all_possible_secrets] == ["OPENWEATHER_API_KEY"]


# -- lifecycle methods --


def test_pre_route_falls_through_by_default():
    assert Weather().pre_route("pause") is None


def test_post_process_returns_args_unchanged():
    args = {"action": "delete"}
    assert Weather().post_process_tool_call(args, "delete it") is args


def test_validate_call_calls_validate_of_each_parameter():
    results = Weather().validate_call(city=3, unit_system="kelvin")
    assert results == [
        ValidationResult(False, "city", "get_weather", "Parameter 'city' must be of type string"),
        ValidationResult(
            False,
            "unit_system",
            "get_weather",
            "Invalid value 'kelvin' for 'unit_system'. Must be one of: metric, imperial",
            valid_values=["metric", "imperial"],
        ),
    ]


def test_handle_action_handles_cancel_click():
    response = Weather().handle_action("cancel_click", {"draft": 1})
    assert (response.success, response.wait_for_input, response.context_data["cancelled"]) == (
        True,
        False,
        True,
    )


def test_handle_action_answers_an_unknown_action_with_an_error():
    response = Weather().handle_action("send_click", {})
    assert not response.success
    assert "send_click" in response.error_details
    assert "get_weather" in response.error_details


def test_store_auth_values_does_nothing():
    assert Weather().store_auth_values({"access_token": "x"}) is None


@pytest.mark.parametrize("secrets", [{}, {"OPENWEATHER_API_KEY": ""}])
def test_needs_auth_where_a_login_is_declared_and_a_secret_is_missing(secrets):
    assert Authenticated().needs_auth(secrets=secrets)
    assert not Weather().needs_auth(secrets=secrets)


def test_init_data_says_that_there_is_nothing_to_do():
    assert Weather().init_data() == {"status": "no_init_required"}


# -- execute --


def test_execute_runs_with_the_arguments():
    assert Weather().execute(REQUEST, city="Oslo").context_data == {"city": "Oslo"}


def test_execute_checks_secrets_then_presence_then_values():
    class Strict(Weather):
        parameters = [JarvisParameter("city", "string", required=True)]

    with pytest.raises(MissingSecretsError):
        Strict().execute(REQUEST, secrets={})
    with pytest.raises(ValueError, match="^Missing required params: city$"):
        Strict().execute(REQUEST, secrets={"OPENWEATHER_API_KEY": "k"})
    response = Strict().execute(REQUEST, secrets={"OPENWEATHER_API_KEY": "k"}, city=5)
    assert response.context_data["_validation_error"] is True


# -- related classes --


@pytest.mark.parametrize(
    ("cls", "fields"),
    [
        # ``lang``, ``before`` and ``sure`` are ours, and come last: what is published is built as ever.
        (CommandExample, [("voice_command", ...), ("expected_parameters", ...), ("is_primary", False), ("lang", "")]),
        (CommandAntipattern, [("command_name", ...), ("description", ...)]),
        (PreRouteResult, [("arguments", ...), ("spoken_response", None), ("before", ()), ("sure", True)]),
        (
            RequestInformation,
            [
                ("voice_command", ...),
                ("conversation_id", ...),
                ("is_validation_response", False),
                ("validation_context", None),
                ("user_id", None),
                ("is_pre_routed", False),
                ("home_context", None),
                ("chunk_session_id", None),
                ("lang", ""),
            ],
        ),
        (
            ValidationResult,
            [
                ("success", ...),
                ("param_name", ...),
                ("command_name", ...),
                ("message", None),
                ("suggested_value", None),
                ("valid_values", None),
            ],
        ),
        (
            IJarvisButton,
            [
                ("button_text", ...),
                ("button_action", ...),
                ("button_type", ...),
                ("button_icon", None),
                ("completion_message", None),
            ],
        ),
        (JarvisPackage, [("name", ...), ("version", None)]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_dataclass_fields_order_and_defaults(cls, fields):
    found = [(f.name, ... if f.default is dataclasses.MISSING else f.default) for f in dataclasses.fields(cls)]
    assert found == fields


def test_authentication_config_takes_its_fields_in_order():
    names = [f.name for f in dataclasses.fields(AuthenticationConfig)]
    assert names == [
        "type",
        "provider",
        "friendly_name",
        "client_id",
        "keys",
        "authorize_url",
        "exchange_url",
        "authorize_path",
        "exchange_path",
        "discovery_port",
        "discovery_probe_path",
        "scopes",
        "extra_authorize_params",
        "extra_exchange_params",
        "send_redirect_uri_in_exchange",
        "supports_pkce",
        "client_secret",
        "native_redirect_uri",
        "requires_background_refresh",
        "refresh_interval_seconds",
        "refresh_token_secret_key",
    ]


def test_package_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        JarvisPackage("requests").name = "httpx"


@pytest.mark.parametrize(
    ("package", "spec"),
    [
        (JarvisPackage("requests"), "requests"),
        (JarvisPackage("httpx", "0.25.1"), "httpx==0.25.1"),
        (JarvisPackage("pydantic", ">=2.0,<3.0"), "pydantic>=2.0,<3.0"),
        (JarvisPackage("x", ""), "x"),
    ],
)
def test_pip_spec(package, spec):
    assert package.to_pip_spec() == spec


@pytest.mark.parametrize(
    ("response", "success", "wait"),
    [
        (CommandResponse.success_response(), True, True),
        (CommandResponse.error_response("no"), False, False),
        (CommandResponse.follow_up_response({}), True, True),
        (CommandResponse.final_response(), True, False),
        (CommandResponse.chunked_response("s"), True, True),
        (CommandResponse.validation_error([]), False, False),
    ],
)
def test_factory_methods(response, success, wait):
    assert (response.success, response.wait_for_input) == (success, wait)


def test_positional_order_of_constructors():
    def names(cls):
        return [n for n in inspect.signature(cls.__init__).parameters if n != "self"]

    assert names(JarvisParameter) == [
        "name",
        "param_type",
        "required",
        "description",
        "default",
        "enum_values",
        "refinable",
        "options_source",
    ]
    assert names(JarvisSecret) == [
        "key",
        "description",
        "scope",
        "value_type",
        "required",
        "is_sensitive",
        "friendly_name",
        "enum_values",
        "presets",
    ]
