"""The three packages in the style of real ones, loaded unmodified and used through the SDK's lifecycle."""

from __future__ import annotations

import json
import threading
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from ovos_phal_plugin_jarvis.commands.dates import resolve_arguments
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk import (
    MissingSecretsError,
    RequestInformation,
    StorageBackend,
    set_backend,
    set_current_user_id,
    storage,
)

PACKAGES = Path(__file__).parents[1] / "fixtures" / "packages"
REQUEST = RequestInformation("words", "conversation-1")
NOW = datetime(2026, 3, 4, 12)


class Memory(StorageBackend):
    """A host's store, without the disk."""

    def __init__(self):
        self.records, self.secrets = {}, {}

    def save(self, command_name, data_key, data, expires_at=None):
        self.records[command_name, data_key] = json.loads(json.dumps(data))

    def get(self, command_name, data_key):
        return self.records.get((command_name, data_key))

    def get_all(self, command_name):
        return [data for (name, _), data in self.records.items() if name == command_name]

    def delete(self, command_name, data_key):
        return self.records.pop((command_name, data_key), None) is not None

    def delete_all(self, command_name):
        return sum(self.delete(*key) for key in list(self.records) if key[0] == command_name)

    def get_secret(self, key, scope, user_id=None):
        return self.secrets.get((key, scope, user_id))

    def set_secret(self, key, value, scope, value_type="string", user_id=None):
        self.secrets[key, scope, user_id] = value

    def delete_secret(self, key, scope, user_id=None):
        self.secrets.pop((key, scope, user_id), None)


@pytest.fixture
def memory(monkeypatch):
    monkeypatch.setattr(storage, "_backend", None)
    backend = Memory()
    set_backend(backend)
    return backend


@pytest.fixture
def commands(memory):
    found = find_commands(CommandsConfig(paths=(str(PACKAGES),)), points=())
    assert found.failed == {}
    yield {loaded.name: loaded.command for loaded in found.commands}
    found.close()


def test_none_of_them_knows_us():
    sources = list(PACKAGES.rglob("*.py"))
    assert len(sources) >= 12
    assert not [file for file in sources if "ovos" in file.read_text().lower()]


# -- a web API with a key --


class _Weather(BaseHTTPRequestHandler):
    def do_GET(self):
        query = {k: v[0] for k, v in parse_qs(urlsplit(self.path).query).items()}
        self.server.queries.append(query)
        status = 401 if query["key"] != "right" else 404 if query["q"] == "Atlantis" else 200
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps({"city": query["q"], "temp": 7.6, "conditions": "rain"}).encode())

    def log_message(self, *_):
        """Keep the test's output clean."""


@pytest.fixture
def service(memory):
    with HTTPServer(("127.0.0.1", 0), _Weather) as server:
        server.queries = []
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        memory.set_secret("CITY_WEATHER_URL", f"http://127.0.0.1:{server.server_port}", "integration")
        yield server
        server.shutdown()
        thread.join()


def test_weather_asks_for_its_key_first(commands):
    with pytest.raises(MissingSecretsError, match="CITY_WEATHER_API_KEY"):
        commands["get_city_weather"].execute(REQUEST, secrets={}, city="Oslo")


def test_weather_with_dates_a_button_and_kept_data(commands, service, memory):
    weather = commands["get_city_weather"]
    arguments = resolve_arguments(weather, {"city": "Oslo", "resolved_datetimes": ["this_weekend"]}, NOW)
    response = weather.execute(REQUEST, secrets={"CITY_WEATHER_API_KEY": "right"}, **arguments)
    assert [query["day"] for query in service.queries] == ["2026-03-07", "2026-03-08"]
    assert response.context_data["message"] == (
        "Oslo on 2026-03-07: rain, 8 degrees Celsius. Oslo on 2026-03-08: rain, 8 degrees Celsius."
    )
    assert [button["button_action"] for button in response.actions_as_dicts()] == [
        "again_click",
        "cancel_click",
    ]
    assert memory.get("get_city_weather", "oslo")["conditions"] == "rain"
    again = weather.handle_action("again_click", response.context_data)
    assert again.context_data["message"] == "Oslo: rain, 8 degrees Celsius."
    assert weather.handle_action("cancel_click", response.context_data).context_data["cancelled"]


def test_weather_at_the_users_own_city(commands, service, memory):
    memory.set_secret("CITY_WEATHER_HOME", "Porto", "user", user_id=3)
    set_current_user_id(3)
    try:
        routed = commands["get_city_weather"].pre_route("Weather now")
        response = commands["get_city_weather"].execute(
            REQUEST, secrets={"CITY_WEATHER_API_KEY": "right"}, **routed.arguments
        )
    finally:
        set_current_user_id(None)
    assert response.context_data["city"] == "Porto"


def test_weather_asks_back_or_takes_the_households_place(commands, service):
    weather, secrets = commands["get_city_weather"], {"CITY_WEATHER_API_KEY": "right"}
    assert weather.execute(REQUEST, secrets=secrets).wait_for_input
    at_home = RequestInformation("weather", "c", home_context={"location": "Graz"})
    assert weather.execute(at_home, secrets=secrets).context_data["city"] == "Graz"


@pytest.mark.parametrize(
    ("key", "city", "said"),
    [
        ("wrong", "Oslo", "The weather service does not accept the key."),
        ("right", "Atlantis", "I don't know a city called Atlantis."),
    ],
)
def test_weather_that_fails(commands, service, key, city, said):
    response = commands["get_city_weather"].execute(REQUEST, secrets={"CITY_WEATHER_API_KEY": key}, city=city)
    assert (response.success, response.error_details) == (False, said)


# -- a list with paging and follow-up, in the older style --


def test_the_list_is_read_page_by_page(commands, memory):
    shopping = commands["shopping_list"]
    secrets = {"UNUSED": "run takes no secrets"}
    added = shopping.execute(REQUEST, secrets=secrets, action="add", items=["milk", "Bread", "eggs", "tea"])
    assert added.context_data["message"] == "Added milk, Bread, eggs and tea."
    assert added.wait_for_input
    assert shopping.pre_route("go on") is None
    first = shopping.execute(REQUEST, action="read")
    assert first.context_data["message"] == "Bread, eggs and milk. Shall I go on?"
    assert (first.is_chunked_response, first.chunk_session_id) == (True, "shopping_list")
    assert [item["label"] for item in first.referenceable_items_as_dicts()] == ["Bread", "eggs", "milk"]
    last = shopping.execute(REQUEST, **shopping.pre_route("Go on!").arguments)
    assert last.context_data["message"] == "tea. That is all."
    assert not last.wait_for_input
    memory.set_secret("SHOPPING_LIST_PAGE_SIZE", "10", "integration")
    assert not shopping.execute(REQUEST, action="read").is_chunked_response


def test_the_list_mends_and_checks_its_arguments(commands):
    shopping = commands["shopping_list"]
    assert shopping.post_process_tool_call({"action": "drop", "items": "milk"}, "drop milk") == {
        "action": "remove",
        "items": ["milk"],
    }
    refused = shopping.execute(REQUEST, action="add")
    assert refused.context_data["errors"][0]["message"] == "Which items should I add?"
    assert shopping.execute(REQUEST, action="burn").context_data["errors"][0]["valid_values"][0] == "add"
    assert not shopping.execute(REQUEST, action="remove", items=["soap"]).success


def test_the_list_is_cleared_by_a_button(commands, memory):
    shopping = commands["shopping_list"]
    shopping.execute(REQUEST, action="add", items=["milk", "tea"])
    asked = shopping.execute(REQUEST, action="clear")
    assert asked.context_data["message"] == "Clear all 2 items?"
    assert shopping.handle_action("clear_click", asked.context_data).context_data["message"] == "Cleared 2 items."
    assert memory.get_all("shopping_list") == []


# -- a device with valid values that change --


@pytest.fixture
def lights(commands, memory):
    memory.set_secret("LIGHTS_DEVICES", "Kitchen, Living Room Main, Bedroom", "integration")
    assert commands["control_lights"].init_data() == {"status": "success", "devices_found": 3}
    return commands["control_lights"]


def test_a_lamp_is_corrected_to_the_one_that_is_meant(lights):
    response = lights.execute(REQUEST, secrets={"LIGHTS_HUB_TOKEN": "t"}, entity_id="living room", state="on")
    assert response.context_data["entity_id"] == "light.living_room_main"
    assert response.context_data["message"] == "The living room main is on."


def test_a_lamp_that_is_not_there_is_answered_with_those_that_are(lights):
    response = lights.execute(REQUEST, entity_id="garage", state="on", brightness=120)
    assert response.context_data["errors"] == [
        {
            "param": "entity_id",
            "message": "There is no lamp called garage.",
            "valid_values": ["light.bedroom", "light.kitchen", "light.living_room_main"],
        },
        {"param": "brightness", "message": "Brightness goes from 0 to 100.", "valid_values": None},
    ]


def test_a_lamp_switched_without_a_model_and_back_again(lights, memory):
    routed = lights.pre_route("the kitchen light ON")
    assert routed.arguments == {"entity_id": "light.kitchen", "state": "on"}
    assert lights.pre_route("the cellar light on") is None
    assert lights.pre_route("the kitchen light on", disabled_pattern_ids={"lights.switch"}) is None
    response = lights.execute(REQUEST, **routed.arguments)
    assert memory.get("room_lights_devices", "light.kitchen")["on"] is True
    response.on_response_complete()
    assert response.context_data["played"] == ["click"]
    lights.handle_action("undo_click", response.context_data)
    assert memory.get("room_lights_devices", "light.kitchen")["on"] is False


def test_all_lamps_off_by_callback(lights, memory):
    lights.execute(REQUEST, entity_id="kitchen", state="on")
    lights.get_callbacks()["all_off"]({}, REQUEST)
    assert not [lamp for lamp in memory.get_all("room_lights_devices") if lamp["on"]]


def test_what_a_refinement_needs_is_in_the_schema(lights):
    properties = lights.to_openai_tool_schema()["function"]["parameters"]["properties"]
    assert properties["brightness"]["_refinable"] is True
    assert properties["entity_id"]["options_source"] == "devices:light"
