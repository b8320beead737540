"""reference/jarvis-command-lifecycle.md, step by step: what the SDK itself does of it."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    FastPathPattern,
    IJarvisCommand,
    JarvisParameter,
    JarvisSecret,
    MissingSecretsError,
    PreRouteResult,
    RequestInformation,
    ValidationResult,
)

REQUEST = RequestInformation("turn on the living room light", "conversation-1")
KEYS = {"HUB": "token"}


class Device(IJarvisCommand):
    command_name = "control_device"
    description = "Controls devices"
    keywords = ["device"]
    parameters = [
        JarvisParameter("entity_id", "string", required=True),
        JarvisParameter("state", "string", required=True, enum_values=["on", "off"]),
        JarvisParameter("level", "int"),
    ]
    required_secrets = [
        JarvisSecret("HUB", "Hub token", "integration", "string"),
        JarvisSecret("ROOM", "Room", "user", "string", required=False),
    ]

    def __init__(self):
        self.ran = []

    def generate_prompt_examples(self):
        return [CommandExample("turn on the light", {})]

    def generate_adapter_examples(self):
        return []

    def run(self, request_info, **kwargs):
        self.ran.append((request_info, kwargs))
        return CommandResponse.success_response({"message": "done"})


# -- 1. pre-route --


class Player(Device):
    fast_path_patterns = [
        FastPathPattern("player.note", "Only shown", "a note"),
        FastPathPattern("player.lost", "No such method", "lost", regex="volume", handler="not_there"),
        FastPathPattern("player.none", "Declines", "volume", regex="volume", handler="decline"),
        FastPathPattern("player.volume", "Sets it", "volume 50", regex=r"^volume (\d+)$", handler="set_volume"),
    ]

    def decline(self, match, voice_command):
        return None

    def set_volume(self, match, voice_command):
        return PreRouteResult({"level": int(match[1]), "said": voice_command})


def test_pre_route_gives_the_arguments_for_execute():
    assert Player().pre_route("Volume 50").arguments == {"level": 50, "said": "Volume 50"}


def test_pre_route_passes_over_what_does_not_match():
    assert Player().pre_route("volume up please") is None


def test_pre_route_honours_patterns_the_user_switched_off():
    assert Player().pre_route("volume 50", disabled_pattern_ids={"player.volume"}) is None
    assert Player().pre_route("volume 50", disabled_pattern_ids=frozenset({"player.none"})) is not None


# -- 5. secrets --


def test_missing_secret_is_an_error_with_the_keys():
    with pytest.raises(MissingSecretsError) as caught:
        Device().execute(REQUEST, secrets={"ROOM": "kitchen"}, entity_id="a", state="on")
    assert caught.value.missing_secrets == ["HUB"]
    assert str(caught.value) == "Missing required secrets: HUB"


def test_an_empty_secret_is_missing():
    with pytest.raises(MissingSecretsError):
        Device().execute(REQUEST, secrets={"HUB": ""}, entity_id="a", state="on")


def test_an_optional_secret_is_not_asked_for():
    assert Device().execute(REQUEST, secrets=KEYS, entity_id="a", state="on").success


def test_secrets_come_before_parameters():
    with pytest.raises(MissingSecretsError):
        Device().execute(REQUEST, secrets={})


def test_without_secrets_the_check_is_left_to_the_command_and_run_gets_none():
    command = Device()
    command.execute(REQUEST, entity_id="a", state="on")
    assert command.ran == [(REQUEST, {"entity_id": "a", "state": "on"})]


def test_run_gets_the_secrets_it_was_given():
    command = Device()
    command.execute(REQUEST, secrets=KEYS, entity_id="a", state="on")
    assert command.ran[0][1]["secrets"] == KEYS


def test_a_run_that_names_its_parameters_gets_no_secrets():
    class Narrow(Device):
        def run(self, request_info, entity_id, state, level=None):
            return CommandResponse.success_response({"seen": (entity_id, state, level)})

    response = Narrow().execute(REQUEST, secrets=KEYS, entity_id="a", state="on")
    assert response.context_data["seen"] == ("a", "on", None)


def test_a_run_that_names_secrets_gets_them():
    class Named(Device):
        def run(self, request_info, *, secrets, entity_id, state):
            return CommandResponse.success_response({"seen": secrets})

    assert Named().execute(REQUEST, secrets=KEYS, entity_id="a", state="on").context_data["seen"] == KEYS


# -- 6. presence --


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        ({}, "entity_id, state"),
        ({"state": "on"}, "entity_id"),
        ({"entity_id": None, "state": "on"}, "entity_id"),
    ],
)
def test_missing_required_params_are_named_in_order(arguments, missing):
    with pytest.raises(ValueError, match=f"^Missing required params: {missing}$"):
        Device().execute(REQUEST, **arguments)


def test_an_empty_or_false_value_is_present():
    class Switch(Device):
        parameters = [JarvisParameter("flag", "bool", required=True), JarvisParameter("text", "string", True)]

    assert Switch().execute(REQUEST, flag=False, text="").success


# -- 7. values --


def test_a_refused_value_is_answered_and_not_run():
    command = Device()
    response = command.execute(REQUEST, entity_id="a", state="dim", level="high")
    assert command.ran == []
    assert response.success is False
    assert response.wait_for_input is False
    assert response.context_data == {
        "_validation_error": True,
        "errors": [
            {
                "param": "state",
                "message": "Invalid value 'dim' for 'state'. Must be one of: on, off",
                "valid_values": ["on", "off"],
            },
            {"param": "level", "message": "Parameter 'level' must be of type int", "valid_values": None},
        ],
    }


def test_type_is_checked_before_the_enum_and_the_enum_before_the_function():
    class Picky(JarvisParameter):
        validation_error_message = "too shy"

        @property
        def validation_function(self):
            return lambda value: value != "quiet"

    param = Picky("volume", "string", enum_values=["loud", "quiet"])
    assert param.validate(3) == (False, "Parameter 'volume' must be of type string")
    assert param.validate("mid") == (False, "Invalid value 'mid' for 'volume'. Must be one of: loud, quiet")
    assert param.validate("quiet") == (False, "too shy")
    assert param.validate("loud") == (True, None)


def test_a_value_that_was_not_given_is_not_checked():
    assert Device().validate_call(entity_id="a", state="on", level=None) == []


# -- 8. auto-correction --


class Corrected(Device):
    def validate_call(self, **kwargs):
        results = super().validate_call(**kwargs)
        results.append(ValidationResult(True, "entity_id", self.command_name, suggested_value="light.living_room_main"))
        return results


def test_a_suggested_value_takes_the_place_of_the_argument():
    command = Corrected()
    command.execute(REQUEST, entity_id="living room", state="on")
    assert command.ran[0][1]["entity_id"] == "light.living_room_main"


def test_any_failure_outweighs_the_suggestions():
    command = Corrected()
    response = command.execute(REQUEST, entity_id="living room", state="dim")
    assert [e["param"] for e in response.context_data["errors"]] == ["state"]
    assert command.ran == []


# -- 9. run, 10. response --


def test_what_run_returns_is_the_answer():
    assert Device().execute(REQUEST, entity_id="a", state="on").context_data == {"message": "done"}


def test_what_run_raises_is_not_hidden():
    class Failing(Device):
        def run(self, request_info, **kwargs):
            raise RuntimeError("no power")

    with pytest.raises(RuntimeError, match="no power"):
        Failing().execute(REQUEST, entity_id="a", state="on")
