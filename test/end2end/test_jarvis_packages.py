"""Three packages written against the published interface alone, on a device: installed, configured and used."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from jarvis_device import KEY, PACKAGES, Device, WeatherServer

CHIME = """
from core.command_response import CommandResponse
from core.ijarvis_command import IJarvisCommand, CommandExample
from core.ijarvis_parameter import JarvisParameter
from jarvis_command_sdk import JarvisInbox, get_current_user_id, get_home_context


class ChimeCommand(IJarvisCommand):
    command_name = "ring_chime"
    description = "Ring the chime of the house."
    keywords = ["chime", "ring"]
    required_secrets = []
    parameters = [JarvisParameter("tune", "string", description="Which tune")]

    def generate_prompt_examples(self):
        return [CommandExample("Ring the chime", {}, is_primary=True)]

    def generate_adapter_examples(self):
        return [*self.generate_prompt_examples(), CommandExample("Play the house chime", {}),
                CommandExample("Let the chime ring", {})]

    def post_process_tool_call(self, args, voice_command):
        return {**args, "tune": voice_command.upper()}

    def run(self, request_info, tune="ding", **kwargs):
        inbox = JarvisInbox("ring_chime")
        response = CommandResponse.final_response({
            "message": f"Ringing {tune}.", "user": request_info.user_id, "current": get_current_user_id(),
            "home": get_home_context(),
            "posted": inbox.post(title="Somebody rings", summary=tune, create_push_notification=True),
            "refused": inbox.post(title=""),
        })
        response.on_response_complete = lambda: inbox.post(title="The chime has rung")
        return response
"""


def install(device: Device) -> None:
    for name in ("city_weather", "shopping_list", "room_lights"):
        told = device.run("commands", "install", str(PACKAGES / name), "--yes")
        assert ("  ovos-jarvis secrets set" in told) == (
            name != "shopping_list"
        ) and "Set its optional secret with:" in told
    chime = device.home.folder / "source" / "chime"
    chime.mkdir(parents=True)
    (chime / "command.py").write_text(CHIME)
    device.run("commands", "install", str(chime), "--yes")


def configure(device: Device, weather: WeatherServer) -> None:
    for key, value in (
        ("CITY_WEATHER_API_KEY", KEY),
        ("CITY_WEATHER_URL", weather.url),
        ("LIGHTS_HUB_TOKEN", KEY),
        ("LIGHTS_DEVICES", "Kitchen,Bedroom,Desk"),
    ):
        device.run("secrets", "set", key, value)
    device.run("commands", "init", "control_lights")


@pytest.fixture(scope="module")
def weather():
    server = WeatherServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def device(tmp_path_factory, weather):
    device = Device(tmp_path_factory.mktemp("jarvis"))
    install(device)
    configure(device, weather)
    return device


@pytest.fixture(scope="module")
def bus(device):
    with device.serving() as caller:
        caller.until_learned()
        yield caller


def session(name, **context):
    return {"session": {"session_id": name}, **context}


def ask(bus, utterance, conversation, **data):
    return bus.ask("ovos.jarvis.ask", {"utterance": utterance, **data}, session(conversation)).data


def act(bus, action, conversation, **data):
    return bus.ask("ovos.jarvis.action", {"action": action, "conversation_id": conversation, **data}).data


def invoke(bus, tool, arguments, **context):
    return bus.ask("ovos.tools.invoke", {"name": tool, "args": arguments}, context).data


# The command line


def test_what_a_settings_screen_needs(device, bus):
    view = device.json("commands", "list")
    assert view == bus.ask("ovos.jarvis.status").data["settings"]
    groups = {group["service"]: {c["name"]: c for c in group["commands"]} for group in view["services"]}
    command = groups["City Weather"]["get_city_weather"]
    assert command["ready"] and command["setup_guide"].startswith("1. Get a key")
    secrets = {secret["key"]: secret for secret in command["secrets"]}
    assert secrets["CITY_WEATHER_API_KEY"]["value"] == "********"
    assert secrets["CITY_WEATHER_URL"]["friendly_name"] == "Address"
    assert secrets["CITY_WEATHER_URL"]["value"].startswith("http://127.0.0.1")
    assert set(groups[None]) == {"control_lights", "ring_chime", "shopping_list"}
    assert view["failed"] == {} and "city-weather/weather_watch" not in view["skipped"]


def test_said_in_this_process(device):
    fast = device.json("say", "weather now")
    assert (fast["translator"], fast["say"]) == ("pre_route", "Porto: clear, 17 degrees Celsius.")
    told = device.json("say", "what's the weather in Oslo")
    assert told["say"] == "Oslo: clear, -3 degrees Celsius." and told["translator"] == "examples"


def test_said_to_the_service(device, bus):
    reply = device.json("say", "kitchen light on", "--bus", f"127.0.0.1:{device.home.port}")
    assert (reply["translator"], reply["say"]) == ("pre_route", "The kitchen is on.")


# Calls over the bus


def test_dates_are_dates_before_run(bus, weather):
    def tomorrow():
        return (datetime.now(ZoneInfo("Europe/Lisbon")).date() + timedelta(days=1)).isoformat()

    start, before = len(weather.asked), tomorrow()
    assert invoke(bus, "get_city_weather", {"city": "Oslo", "resolved_datetimes": ["tomorrow"]})["result"]["success"]
    assert [query["day"] for query in weather.asked[start:]] in ([before], [tomorrow()])
    start = len(weather.asked)
    invoke(bus, "get_city_weather", {"city": "Oslo", "resolved_datetimes": ["last_weekend"]})
    days = [datetime.fromisoformat(query["day"]).strftime("%a") for query in weather.asked[start:]]
    assert days == ["Sat", "Sun"], "a range is each of its days"
    refused = invoke(bus, "get_city_weather", {"city": "Oslo", "resolved_datetimes": ["someday"]})
    assert "someday" in refused["error"]


def test_the_home_and_the_user_are_known(device, bus):
    assert invoke(bus, "get_city_weather", {})["result"]["context_data"]["city"] == "Porto"
    device.run("secrets", "set", "CITY_WEATHER_HOME", "Bergen", "--user", "7")
    assert invoke(bus, "get_city_weather", {}, user_id=7)["result"]["context_data"]["city"] == "Bergen"
    assert invoke(bus, "get_city_weather", {}, user_id=8)["result"]["context_data"]["city"] == "Porto"
    data = invoke(bus, "ring_chime", {}, session={"session_id": "s", "user_id": "7"})["result"]["context_data"]
    assert (data["user"], data["current"]) == (7, 7)
    assert data["home"] == {"location": "Porto", "timezone": "Europe/Lisbon"}
    assert invoke(bus, "ring_chime", {})["result"]["context_data"]["current"] is None


def test_what_the_web_service_refuses_is_told_in_the_commands_words(bus):
    answer = invoke(bus, "get_city_weather", {"city": "Atlantis"})
    assert answer["error"] == "I don't know a city called Atlantis." and "result" not in answer


def test_a_list_page_by_page(bus):
    invoke(bus, "shopping_list", {"action": "clear"})
    answer = act(bus, "clear_click", "pages", command="shopping_list")
    assert answer["result"]["message"].startswith("Cleared")
    invoke(bus, "shopping_list", {"action": "add", "items": ["apples", "bread", "cheese", "dates"]})
    first = ask(bus, "read the shopping list", "pages")
    result = first["results"][0]["result"]
    assert first["say"] == "apples, bread and cheese. Shall I go on?" and first["expect_response"]
    assert (result["is_chunked_response"], result["chunk_session_id"]) == (True, "shopping_list")
    assert [item["label"] for item in result["referenceable_items"]] == ["apples", "bread", "cheese"]
    second = ask(bus, "next page", "pages")
    assert (second["say"], second["translator"]) == ("dates. That is all.", "pre_route")
    assert not second["expect_response"]
    assert second["results"][0]["result"]["referenceable_items"][0]["ref_id"] == "dates"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("more", "dates. That is all."),
        ("continue please", "dates. That is all."),
        ("yes", "dates. That is all."),
        ("no thanks", "All right, I won't."),
    ],
)
def test_more_of_a_list_is_its_next_page_in_the_words_that_its_command_knows(bus, said, answer):
    invoke(bus, "shopping_list", {"action": "clear"})
    act(bus, "clear_click", "more", command="shopping_list")
    invoke(bus, "shopping_list", {"action": "add", "items": ["apples", "bread", "cheese", "dates"]})
    assert ask(bus, "read the shopping list", said)["expect_response"]
    assert ask(bus, said, said)["say"] == answer


@pytest.mark.parametrize(("said", "answer"), [("yes", "Cleared 1 items."), ("clear", "Cleared 1 items."), ("no", "")])
def test_a_question_with_buttons_is_answered_by_voice(bus, said, answer):
    act(bus, "clear_click", f"first {said}", command="shopping_list")
    invoke(bus, "shopping_list", {"action": "add", "items": ["apples"]})
    asked = ask(bus, "clear the shopping list", f"clear {said}")
    if asked["confirmation_required"]:
        asked = ask(bus, "yes", f"clear {said}")
    assert asked["say"] == "Clear all 1 items?" and asked["expect_response"]
    done = ask(bus, said, f"clear {said}")
    assert done["translator"] == "action" and done["say"].startswith(answer)


def test_a_refused_value_is_asked_about_and_the_answer_completes_the_call(bus):
    reply = ask(bus, "turn on the attic light", "question")
    assert reply["say"].startswith("There is no lamp called attic. Which") and "light.desk" in reply["say"]
    assert reply["expect_response"] and reply["results"][0]["details"][0]["valid_values"]
    done = ask(bus, "the bedroom", "question")
    assert done["say"] == "The bedroom is on." and not done["expect_response"]
    reply = ask(bus, "dim the bedroom lamp to 120 percent", "question")
    assert reply["say"].startswith("Shall I control lights, entity id bedroom, brightness 120")
    reply = ask(bus, "yes", "question")
    assert (reply["say"], reply["expect_response"]) == ("Brightness goes from 0 to 100.", True)
    assert ask(bus, "40", "question")["say"] == "The bedroom is on at 40 percent."


# Buttons and callbacks


def test_a_button_of_an_answer(bus):
    reply = ask(bus, "desk light on", "button")
    assert reply["actions"] == [
        {
            "button_text": "Undo",
            "button_action": "undo_click",
            "button_type": "secondary",
            "completion_message": "Undone",
        }
    ]
    done = act(bus, "undo_click", "button")
    assert done["say"] == "The desk is as it was." and done["result"]["success"] and "error" not in done
    # What a press brings stands over the context of the answer, and leaves the rest.
    done = act(bus, "undo_click", "button", context={"entity_id": "light.kitchen"})
    assert done["say"] == "The kitchen is as it was."


def test_a_button_of_a_result_that_no_conversation_knows(bus):
    result = invoke(bus, "get_city_weather", {"city": "Oslo"})["result"]
    assert [a["button_action"] for a in result["actions"]] == ["again_click", "cancel_click"]
    again = act(bus, "again_click", "stranger", command="get_city_weather", context=result["context_data"])
    assert again["result"]["message"] == "Oslo: clear, -3 degrees Celsius."
    cancelled = act(bus, "cancel_click", "stranger", command="get_city_weather")
    assert cancelled["result"]["context_data"]["cancelled"] is True


def test_a_callback_by_its_name(bus):
    for data in ({}, {"command": "control_lights"}):
        done = act(bus, "all_off", "callback", **data)
        assert done["say"] == "All lamps are off." and done["results"][0]["name"] == "control_lights"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"action": "nope"}, "No such action: 'nope'"),
        ({"action": "nope", "command": "control_lights"}, "knows no action 'nope'. Its callbacks: all_off"),
        ({"action": "all_off", "command": "nope"}, "Unknown tool: 'nope'"),
        ({"action": "all_off", "command": 7}, "'command' must be a text"),
        ({"action": "all_off", "conversation_id": []}, "'conversation_id' must be a text"),
        ({"action": ""}, "'action'"),
        ({}, "'action'"),
        ({"action": "all_off", "context": []}, "must be an object"),
    ],
)
def test_actions_that_are_refused(bus, data, words):
    answer = bus.ask("ovos.jarvis.action", data, session("refused")).data
    assert answer["code"] == "invalid" and words in answer["error"]


# Speech, inbox


def test_what_follows_the_speech_follows_it(bus):
    start = bus.count()
    reply = ask(bus, "ring the chime", "speech", speak=True)
    assert reply["say"] == "Ringing RING THE CHIME.", "post_process_tool_call saw the words"
    assert reply["results"][0]["result"]["context_data"]["posted"] == "ok"
    assert reply["results"][0]["result"]["context_data"]["refused"] == "invalid"
    spoken = bus.arrived("speak", start, 60, until=1)[0]
    assert spoken.data["utterance"] == reply["say"] and spoken.context["session"]["session_id"] == "speech"
    posted = bus.arrived("ovos.jarvis.inbox", start, 60, until=1)
    assert [m.data["title"] for m in posted] == ["Somebody rings"], "the rest waits"
    assert posted[0].data["command"] == "ring_chime" and posted[0].data["push"] is True
    assert [m.data["summary"] for m in bus.arrived("ovos.jarvis.alert", start, 60, until=1)] == ["RING THE CHIME"]
    bus.client.emit(spoken.forward("recognizer_loop:audio_output_end"))
    posted = bus.arrived("ovos.jarvis.inbox", start, 60, until=2)
    assert [m.data["title"] for m in posted] == ["Somebody rings", "The chime has rung"]


def test_without_a_bus_there_is_no_inbox(device):
    data = device.json("say", "--local", "ring the chime")["results"][0]["result"]["context_data"]
    assert data["posted"] == "no_backend"


# From nothing to nothing


@pytest.mark.timeout(300)
def test_a_package_comes_changes_and_goes(tmp_path, weather):
    device = Device(tmp_path)
    install(device)
    missing = device.json("say", "what's the weather in Oslo", status=1)
    assert "missing CITY_WEATHER_API_KEY" in missing["results"][0]["error"]
    assert "ovos-jarvis secrets set CITY_WEATHER_API_KEY" in missing["results"][0]["error"]
    configure(device, weather)
    device.run("commands", "install", str(PACKAGES / "city_weather"), "--yes")
    assert device.json("secrets", "list")["secrets"], "installing again overwrites no value"

    with device.serving() as bus:
        assert "Oslo" in ask(bus, "what's the weather in Oslo", "s")["say"]
        invoke(bus, "shopping_list", {"action": "add", "items": ["milk"]})

        # Hot reload
        command = device.installed / "chime" / "command.py"
        command.write_text(CHIME.replace("Ringing", "Striking"))
        (device.installed / "broken.py").write_text("from jarvis_command_sdk import Nonsense\n")
        failed = bus.ask("ovos.tools.reload", timeout=60).data["failed"]
        assert "Nonsense" in failed[str(device.installed / "broken.py")]
        assert invoke(bus, "ring_chime", {})["result"]["message"] == "Striking ding."
        (device.installed / "broken.py").unlink()

        device.run("commands", "remove", "chime", "--yes")
        bus.ask("ovos.tools.reload", timeout=60)
        assert invoke(bus, "ring_chime", {})["error"] == "Unknown tool: 'ring_chime'"
        device.run("secrets", "set", "CITY_WEATHER_API_KEY", KEY + "-wrong")
        told = invoke(bus, "get_city_weather", {"city": "Oslo"})
        assert told["error"] == "The weather service does not accept the key."
        device.run("-v", "secrets", "set", "CITY_WEATHER_API_KEY", KEY)
        bus.ask("ovos.jarvis.status")

    device.configure(commands={"disabled": ["shopping_list"], "disabled_patterns": ["lights.switch"]})
    with device.serving() as bus:
        assert invoke(bus, "shopping_list", {"action": "read"})["error"] == "Unknown tool: 'shopping_list'"
        assert bus.ask("ovos.jarvis.status").data["settings"]["disabled"] == ["shopping_list"]
        assert ask(bus, "kitchen light off", "s")["translator"] != "pre_route"
        # Stored before the restart
        again = act(bus, "again_click", "s", command="get_city_weather", context={"city": "Oslo"})
        assert again["say"] == "Oslo: clear, -3 degrees Celsius."

    device.configure()
    assert device.json("say", "read the shopping list")["say"] == "milk. That is all."
    for words in (("commands", "list"), ("secrets", "list"), ("doctor",)):
        device.run("-v", *words)
    assert device.holds(KEY) == []


def test_the_packages_import_nothing_of_ours():
    for path in PACKAGES.rglob("*.py"):
        assert "ovos" not in path.read_text(), path
