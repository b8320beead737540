"""Volume, brightness and night mode over a real bus, with a stand-in for what ovos-PHAL and the shell have there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from ovos_bus_client import MessageBusClient
from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.sdk import CommandResponse, RequestInformation
from ovos_toolbox_everyday.device import control
from ovos_toolbox_everyday.device.control import DeviceControl
from ovos_toolbox_everyday.device.steps import step_asked
from ovos_toolbox_everyday.device.tools import DeviceTool, device_tools
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope
from processes import Home, free_port


class StandIn:
    """What answers for a loudness and a screen, on a connection of its own."""

    def __init__(self, bus: MessageBusClient) -> None:
        self.bus, self.percent, self.brightness = bus, 0.5, 40
        self.muted = self.night = False
        self.sessions: list[Any] = []
        bus.on("mycroft.volume.get", lambda m: self._answer(m, {"percent": self.percent, "muted": self.muted}))
        bus.on("mycroft.volume.set", self._set_volume)
        bus.on("mycroft.volume.mute", lambda _: setattr(self, "muted", True))
        bus.on("mycroft.volume.unmute", lambda _: setattr(self, "muted", False))
        bus.on("phal.brightness.control.get", lambda m: self._answer(m, {"brightness": self.brightness}))
        bus.on("phal.brightness.control.set", lambda m: setattr(self, "brightness", m.data["brightness"]))
        bus.on("phal.brightness.control.auto.night.mode.enabled", lambda _: setattr(self, "night", True))
        bus.on("phal.brightness.control.auto.night.mode.disabled", lambda _: setattr(self, "night", False))

    def _answer(self, message: Message, data: dict[str, Any]) -> None:
        self.bus.emit(message.response(data))

    def _set_volume(self, message: Message) -> None:
        self.percent = message.data["percent"]
        self.sessions.append(message.context.get("session", {}).get("session_id"))


def _connected(port: int) -> MessageBusClient:
    client = MessageBusClient(host="127.0.0.1", port=port)
    client.run_in_thread()
    assert client.connected_event.wait(60)
    return client


@pytest.fixture(scope="module")
def bus_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    home = Home(tmp_path_factory.mktemp("device"), free_port())
    with home.messagebus():
        yield home.port


@pytest.fixture
def bus(bus_port: int) -> Iterator[MessageBusClient]:
    client = _connected(bus_port)
    yield client
    client.close()


@pytest.fixture
def device(bus_port: int) -> Iterator[StandIn]:
    client = _connected(bus_port)
    yield StandIn(client)
    client.close()


def asked(bus: Any, name: str, **arguments: Any) -> CommandResponse:
    tools: dict[str, DeviceTool] = {tool.command_name: tool for tool in device_tools(lambda: bus)}
    with request_scope(RequestScope({"session": {"session_id": "kitchen"}}, "en-us")):
        assert [result for result in tools[name].validate_call(**arguments) if not result.success] == []
        response = tools[name].run(RequestInformation("", "test"), **arguments)
    if bus is not None:
        DeviceControl(lambda: bus).volume()  # what was told before has arrived when this is answered
    return response


def test_what_is_said_is_what_the_device_does(bus: MessageBusClient, device: StandIn) -> None:
    said = [
        (asked(bus, "set_volume", level=30), device.percent),
        (asked(bus, "change_volume", direction="up"), device.percent),
        (asked(bus, "change_volume", direction="down"), device.percent),
        (asked(bus, "mute_volume", mute=True), device.muted),
        (asked(bus, "mute_volume", mute=False), device.muted),
        (asked(bus, "set_brightness", level=95), device.brightness),
        (asked(bus, "change_brightness", direction="up"), device.brightness),
        (asked(bus, "night_mode", enabled=True), device.night),
        (asked(bus, "night_mode", enabled=False), device.night),
    ]
    assert [(str((response.context_data or {})["message"]), state) for response, state in said] == [
        ("Volume at 30 percent.", 0.3),
        ("Volume at 40 percent.", 0.4),
        ("Volume at 30 percent.", 0.3),
        ("The sound is off.", True),
        ("The sound is on again.", False),
        ("Screen at 95 percent.", 95),
        ("Screen at 100 percent.", 100),
        ("Night mode is on.", True),
        ("Night mode is off.", False),
    ]
    assert device.sessions == ["kitchen"] * 3


def test_a_device_without_a_loudness_or_a_screen_is_told_of(
    bus: MessageBusClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "ANSWER_SECONDS", 0.2)
    tools = {tool.command_name: tool for tool in device_tools(lambda: bus)}
    for name, arguments in {"set_volume": {"level": 30}, "night_mode": {"enabled": True}}.items():
        response = tools[name].run(RequestInformation("", "test"), **arguments)
        assert not response.success
        assert response.error_details in (
            "Nothing on this device lets me change its sound.",
            "This device has no screen that I can change.",
        )
    assert not asked(None, "change_volume", direction="up").success


@pytest.mark.parametrize("level", [-1, 101, 10**9])
def test_no_level_beyond_the_ends(level: int) -> None:
    tool = device_tools(lambda: None)[0]
    assert [result for result in tool.validate_call(level=level) if not result.success]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("bring the sound up by five", {"direction": "up", "by": 5}),
        ("nudge the volume down by twelve", None),
        ("drop the volume by about twelve", {"direction": "down", "by": 12}),
        ("volume up by twelve percent", {"direction": "up", "by": 12}),
        ("turn the volume down to twelve", None),
        ("turn the volume up twelve", None),
        ("turn the volume down by half", None),
    ],
)
def test_by_how_much_is_said_without_percent_as_well(said: str, wanted: dict[str, Any] | None) -> None:
    assert step_asked(said, "volume") == wanted
