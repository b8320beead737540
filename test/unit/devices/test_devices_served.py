"""Devices that a package's protocols find at a real address: named by voice, switched, asked about, paired."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.assistant.assistant import Request
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_phal_plugin_jarvis.stores import open_stores
from ovos_phal_plugin_jarvis.tools.context import InvocationContext

PACKAGE = Path(__file__).parents[2] / "fixtures" / "node_packages" / "house_devices"


class House:
    def __init__(self, hub):
        with open_stores() as stores:
            stores.secrets.set("LAMP_HUB_URL", hub.url, "integration")
        config = load_config({"commands": {"paths": [str(PACKAGE)]}, "invoke": {"workers": 4}})
        self.runtime = Runtime(config, limit_rate=False, with_installed=False)
        self.turn = 0

    def say(self, words, lang="en-us", session=None):
        self.turn += 1
        session = session or f"s{self.turn}"
        context = InvocationContext(conversation_id=session, lang=lang)
        return self.runtime.assistant.handle(Request(words, context, home_now()))


@pytest.fixture
def house(hub):
    house = House(hub)
    yield house
    house.runtime.shutdown()
    assert not [t.name for t in threading.enumerate() if t.name.startswith(("jarvis-devices", "jarvis-discovery"))]


def test_devices_are_named_switched_asked_about_and_paired(house, hub):
    boxes = house.runtime.registry.snapshot.toolboxes
    assert [tool.name for tool in boxes["jarvis-devices"].tools] == ["control_device", "get_device_state"]
    on = house.say("turn on the desk lamp")
    assert on.say == "Desk lamp is on." and hub.lamps["desk"]["state"] == "on", on
    assert on.commands[0].arguments["device_name"] == "light.desk"
    off = house.say("switch the bed left off")
    assert off.say == "Bed left is off." and hub.told[-1][0] == "/lamps/bed_left/turn_off"
    assert house.say("is the desk lamp on").say == "Desk lamp is on."
    dimmed = house.say("dim the desk lamp to 40 percent")
    assert hub.told[-1] == ("/lamps/desk/set_brightness", {"brightness": 40}) and "40" in dimmed.say
    # What opens the house is asked about first; the protocol is of the older shape.
    asked = house.say("unlock the front door", session="door")
    assert asked.confirmation_required and len(hub.told) == 3
    done = house.say("yes", session="door")
    assert done.say == "Front door is unlocked."
    assert hub.told[-1] == ("/locks/10.0.0.7/unlock", {"cloud": "c7", "name": "Front door"})
    # A device that wants to be told a number first.
    hub.paired = False
    question = house.say("turn on the desk lamp", session="pair")
    assert question.say == "Which number does the hub show?" and question.expect_response
    wrong = house.say("1234", session="pair")
    assert "That is the wrong number." in wrong.say
    house.say("turn on the desk lamp", session="pair")
    paired = house.say("4711", session="pair")
    assert "connected now" in paired.say and hub.paired
    hub.lamps["sofa"] = {"name": "Sofa light", "state": "off"}
    box = boxes["jarvis-devices"].toolbox
    box.command("control_device")._house.discover()
