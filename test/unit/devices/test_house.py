"""What protocols find, and what becomes of those that hang, block, raise, or answer rubbish."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.commands.devices import house as house_module
from ovos_phal_plugin_jarvis.commands.devices.house import DeviceGone, House, unlike
from ovos_phal_plugin_jarvis.commands.devices.loop import DeviceLoop, DeviceTimeout
from ovos_phal_plugin_jarvis.commands.devices.tools import ControlDevice, GetDeviceState, _value
from ovos_phal_plugin_jarvis.commands.loading.found import LoadedPackage, LoadedPart
from ovos_phal_plugin_jarvis.sdk import RequestInformation
from ovos_phal_plugin_jarvis.sdk.device_protocol import DeviceControlResult, DiscoveredDevice

PACKAGE = LoadedPackage("pack", Path("pack"))
ASKED = RequestInformation(voice_command="", conversation_id="c")


def device(name, entity=None, protocol="p", domain="light", **fields):
    return DiscoveredDevice(name, domain, "M", "1", protocol, entity or f"light.{name.lower()}", **fields)


class Protocol:
    supported_domains = ["light"]

    def __init__(self, name="p", found=(), control=None, state=None):
        self.protocol_name, self.found, self.told = name, found, []
        self._control, self._state = control, state

    async def discover(self, timeout=5.0):
        found = self.found() if callable(self.found) else self.found
        return await found if asyncio.iscoroutine(found) else found

    async def control(self, device, action, params=None):
        self.told.append((device, action, params))
        return self._control(device, action) if callable(self._control) else self._control

    async def get_state(self, device):
        return self._state


def parts(*protocols):
    return [LoadedPart(p.protocol_name, p, "x", PACKAGE) for p in protocols]


@pytest.fixture
def build():
    built = []

    def build(*protocols, records=None):
        built.append(House(parts(*protocols), records))
        built[-1].discover()
        return built[-1]

    yield build
    for house in built:
        house.close()
    nothing_runs()


def nothing_runs():
    deadline = time.monotonic() + 60
    while any(t.name == "jarvis-devices" for t in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not [t for t in threading.enumerate() if t.name == "jarvis-devices"]


def test_one_device_found_twice_is_one_and_ids_are_unlike():
    found = unlike(
        [
            device("A", local_ip="10.0.0.1", mac_address="aa:BB"),
            device("B", "light.b", "q", local_ip="10.0.0.2", mac_address="AA:bb"),
            device("C", local_ip="10.0.0.3"),
            device("D", "light.d", "q", local_ip="10.0.0.3"),
            device("E", "light.a", "q", cloud_id="7"),
            device("F", "light.f", "q", cloud_id="7"),
            device("G", "light.g"),
            device("H", "light.g"),
        ]
    )
    assert [(d.name, d.entity_id) for d in found] == [
        ("A", "light.a"),
        ("C", "light.c"),
        ("E", "light.a_q"),
        ("G", "light.g"),
    ]
    hub = unlike([device("A", local_ip="10.0.0.1"), device("B", local_ip="10.0.0.1")])
    assert [d.name for d in hub] == ["A", "B"]


def test_a_protocol_that_fails_costs_its_own_devices_only(build, monkeypatch):
    monkeypatch.setattr(house_module, "DISCOVER_SECONDS", 0.7)

    def fail():
        raise SystemExit("no")

    rubbish = [None, object(), device("", "x"), device("Good", local_ip="1.2.3.4")]
    house = build(
        Protocol("raises", fail), Protocol("waits", lambda: asyncio.sleep(60)), Protocol("rubbish", rubbish), Protocol()
    )
    assert [d.name for d in house.devices()] == ["Good"]


def test_what_was_found_stays_over_a_restart_and_while_a_protocol_is_silent(build):
    class Records(dict):
        def get(self, command, key):
            return super().get((command, key))

        def save(self, command, key, data):
            self[command, key] = data

    records, protocol = Records(), Protocol(found=[device("Lamp", extra={"raw": object()})])
    build(protocol, records=records)
    again = House(parts(protocol), records)
    assert [d.name for d in again._devices.values()] == ["Lamp"]
    protocol.found = lambda: 1 / 0
    again.discover()
    assert [d.name for d in again.devices()] == ["Lamp"]
    protocol.found = []
    again.discover()
    assert again.devices() == []
    again.close()
    # Of a protocol that was removed nothing is offered, nor of a record that is damaged.
    assert House(parts(Protocol("other")), records).find("Lamp") is None
    records.save("ovos-jarvis-devices", "found", {"devices": [{"name": 5}]})
    assert House(parts(protocol), records)._devices == {}


def test_a_device_is_found_by_its_name_and_by_what_is_unlike_in_it(build):
    house = build(Protocol(found=[device("Bed left"), device("Bed right"), device("Desk", "light.office")]))
    assert house.find("bed LEFT").name == house.find("left").name == "Bed left"
    assert house.find("office").name == "Desk" and house.find("bed") is house.find("") is house.find("sofa") is None


def test_one_that_waits_is_called_off_and_one_that_blocks_gets_out_of_the_way(build, monkeypatch):
    monkeypatch.setattr(house_module, "CONTROL_SECONDS", 0.7)
    let_go = threading.Event()

    def act(device, action):
        return let_go.wait(90) if action == "block" else DeviceControlResult(True, "x", action)

    slow = Protocol("slow", [device("Slow", protocol="slow")])
    slow.control = lambda *_: asyncio.sleep(60)
    house = build(slow, Protocol("b", [device("Lamp", protocol="b")], act))
    with pytest.raises(DeviceTimeout):
        house.control(house.find("Slow"), "turn_on", {})
    before = house._loop._loop
    assert house.control(house.find("Lamp"), "turn_on", {}).success and house._loop._loop is before
    with pytest.raises(DeviceTimeout):
        house.control(house.find("Lamp"), "block", {})
    assert house.control(house.find("Lamp"), "turn_on", {}).success and house._loop._loop is not before
    let_go.set()


def test_a_house_that_is_closed_while_it_looks_leaves_no_thread(log_lines):
    house = House(parts(Protocol(found=lambda: asyncio.sleep(60))))
    assert house.devices(0.05) == []
    looking = house._looking
    assert looking.is_alive()
    house.close()
    assert not looking.is_alive() and log_lines == []
    house.look()
    assert house._looking is looking
    nothing_runs()


def test_calls_after_the_end_are_refused_and_many_may_come_at_once():
    loop = DeviceLoop("jarvis-devices")

    async def add(number):
        await asyncio.sleep(0.001)
        return number

    results = []
    threads = [threading.Thread(target=lambda n=n: results.append(loop.run(lambda: add(n), 5))) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(20))
    loop.close()
    with pytest.raises(RuntimeError, match="not served"):
        loop.run(lambda: None, 1)
    nothing_runs()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (None, "Lamp is on."),
        (True, "Lamp is on."),
        ({"success": True}, "Lamp is on."),
        (DeviceControlResult(True, "x", "turn_on"), "Lamp is on."),
        (False, "Lamp does not answer."),
        ({"success": False}, "Lamp does not answer."),
        ({"error": "The bulb is out."}, "Lamp did not do that: The bulb is out."),
        (lambda device, action: 1 / 0, "Lamp does not answer."),
    ],
)
def test_what_came_of_it_is_said(build, result, said):
    house = build(Protocol(found=[device("Lamp")], control=result))
    response = ControlDevice(house).run(ASKED, device_name="light.lamp", action="turn_on")
    assert (response.error_details or response.context_data["message"]) == said


def test_what_a_device_can_not_do_or_is_not_there_is_said(build):
    house = build(Protocol(found=[device("Lamp"), device("Sensor", is_controllable=False)], state={"error": "x"}))
    control = ControlDevice(house)
    assert control.run(ASKED, device_name="Lamp", action="unlock").error_details == "Lamp can't do that."
    assert control.run(ASKED, device_name="Sensor", action="turn_on").error_details == "Sensor can't do that."
    assert control.run(ASKED, device_name="Sofa", action="turn_on").error_details == "I know no device called Sofa."
    asked = control.run(ASKED, device_name="Lamp", action="set_brightness").context_data
    assert asked["errors"][0]["message"] == "What shall I set Lamp to?"
    assert GetDeviceState(house).run(ASKED, device_name="Lamp").error_details == "Lamp does not tell how it is."
    empty = ControlDevice(build(Protocol()))
    assert empty.run(ASKED, device_name="x", action="turn_on").error_details == "I have found no devices yet."
    with pytest.raises(DeviceGone):
        house.control(device("Lamp", protocol="gone"), "turn_on", {})


@pytest.mark.parametrize(
    ("action", "text", "value"),
    [
        ("set_brightness", "40", 40),
        ("set_brightness", "140 %", 100),
        ("set_brightness", "bright", None),
        ("set_temperature", "21,5 °C", 21.5),
        ("set_temperature", "72", 72),
        ("set_color", "Light Blue", [135, 206, 235]),
        ("set_color", "loud", None),
        ("set_mode", "Fan only", "fan_only"),
    ],
)
def test_values_arrive_as_texts(action, text, value):
    assert _value(action, text) == value


def test_what_a_protocol_knows_beside_can_not_cost_what_is_kept_of_others(build):
    class Records(dict):
        def get(self, command, key):
            return super().get((command, key))

        def save(self, command, key, data):
            self[command, key] = json.loads(json.dumps(data))

    round_and_round = {}
    round_and_round["me"] = round_and_round
    odd = [
        device("Round", "a", "odd", extra=round_and_round),
        device("Long", "b", "odd", extra={"x": 10**5000}),
        device("Large", "c", "odd", extra={"x": "x" * 1_000_000}),
    ]
    records = Records()
    build(Protocol("odd", odd), Protocol(found=[device("Good", extra={"port": 80})]), records=records)
    (kept,) = records.values()
    assert len(json.dumps(kept)) < 5000
    found = {d["name"]: d["extra"] for d in kept["devices"]}
    assert found == {"Round": {}, "Long": {}, "Large": {}, "Good": {"port": 80}}


def test_a_protocol_that_does_not_say_what_it_does_costs_no_other(build):
    class Silent(Protocol):
        @property
        def supported_actions(self):
            raise ZeroDivisionError

    class Number(Protocol):
        supported_actions = 5

    assert "turn_on" in build(Silent("silent"), Number("number"), Protocol()).actions()
