"""What appears at the prompt of ``up`` on its own account."""

from __future__ import annotations

from io import StringIO

from ovos_bus_client.message import Message
from ovos_utils.fakebus import FakeBus
from rich.console import Console

from ovos_phal_plugin_jarvis.cli import up


def test_a_timer_that_rings_is_the_terminals_bell(monkeypatch):
    written = StringIO()
    monkeypatch.setattr(up, "out", Console(file=written, force_terminal=True))
    bus = FakeBus()
    with up._announcements(bus):
        bus.emit(Message("speak", {"utterance": "Your tea timer is done."}))
        assert "\a" not in written.getvalue()
        bus.emit(Message("mycroft.audio.play_sound", {"uri": "snd/acknowledge.mp3"}))
        assert written.getvalue().count("\a") == 1
    bus.emit(Message("mycroft.audio.play_sound", {"uri": "snd/acknowledge.mp3"}))
    assert written.getvalue().count("\a") == 1
    assert "Your tea timer is done." in written.getvalue()
    bus.close()
