"""What commands post reaches the bus, or comes back with the reason that it does not."""

from __future__ import annotations

import threading

import pytest
from ovos_utils.fakebus import FakeBus

from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.device import Device
from ovos_phal_plugin_jarvis.runtime.inbox import BusInbox
from ovos_phal_plugin_jarvis.sdk import JarvisInbox, get_inbox_backend


@pytest.fixture
def bus():
    bus, seen = FakeBus(), []
    for topic in ("ovos.jarvis.inbox", "ovos.jarvis.alert"):
        bus.on(topic, lambda message: seen.append((message.msg_type, message.data)))
    bus.seen = seen
    return bus


def test_an_item_and_an_alert(bus):
    inbox = BusInbox(bus)
    assert inbox.post_inbox_item("c", title="Milk", metadata={"a": [1]}) == "ok"
    assert (
        inbox.post_inbox_item("c", title="Fire", create_push_notification=True, target_type="user", user_id=3) == "ok"
    )
    assert [topic for topic, _ in bus.seen] == ["ovos.jarvis.inbox", "ovos.jarvis.inbox", "ovos.jarvis.alert"]
    first, second, alert = (data for _, data in bus.seen)
    assert (first["command"], first["title"], first["metadata"], first["push"]) == ("c", "Milk", {"a": [1]}, False)
    assert second["push"] and second["user_id"] == 3 and alert["id"] == second["id"] != first["id"]


@pytest.mark.parametrize(
    "fields",
    [
        {"title": ""},
        {"title": 7},
        {"title": "t", "body": None},
        {"title": "t", "target_type": "planet"},
        {"title": "t", "target_type": "user"},
        {"title": "t", "metadata": {"x": object()}},
    ],
)
def test_what_can_not_be_sent_is_invalid(bus, fields):
    assert BusInbox(bus).post_inbox_item("c", **fields) == "invalid" and bus.seen == []


def test_a_device_takes_its_inbox_away_again(bus):
    device = Device(load_config({}), lambda: (), bus)
    assert JarvisInbox("c").post(title="t") == "ok"
    device.close()
    assert get_inbox_backend() is None and JarvisInbox("c").post(title="t") == "no_backend"
    other = Device(load_config({}), lambda: ())
    assert JarvisInbox("c").post(title="t") == "no_backend"
    other.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("jarvis")]
