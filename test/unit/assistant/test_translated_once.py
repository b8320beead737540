"""The same words at the same time cost one translation; later, or with other tools, another."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.assistant import translated
from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.assistant.translated import Translated
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(translated.time, "monotonic", lambda: now[0])
    return now


def test_what_is_kept_is_a_second_old_at_most_and_of_these_tools(clock):
    tools, others = Snapshot(), Snapshot()
    kept = Translated()
    assert kept.get("asked", tools) is None
    kept.keep("asked", tools, Reply("words"))
    kept.renewed("asked")
    clock[0] = 100.9
    assert kept.get("asked", tools) == Reply("words") and kept.known("other", tools) is None
    clock[0] = 101.0
    assert kept.known("asked", tools) is None
    kept.keep("asked", tools, Reply("words"))
    assert kept.known("asked", others) is None and kept.known("asked", tools) is None


def test_what_is_made_anew_is_answered_as_before_for_one_more_second(clock):
    kept, tools = Translated(), Snapshot()
    kept.keep("asked", tools, Reply("before"))
    kept.keep("other", tools, Reply("another"))
    clock[0] = 101.0
    assert kept.get("asked", tools) is None, "one makes it anew"
    assert kept.get("asked", tools) == Reply("before"), "and nobody waits for that one"
    assert kept.get("other", tools) == kept.known("other", tools) == Reply("another"), "and one at a time"
    kept.keep("asked", tools, Reply("after"))
    kept.renewed("asked")
    assert kept.get("other", tools) == Reply("another"), "with a pause between"
    clock[0] = 101.1
    assert kept.get("other", tools) is None
    kept.renewed("other")
    clock[0] = 102.0
    assert kept.get("other", tools) is None, "what came to nothing is made anew by the next"
    assert kept.get("asked", tools) == Reply("after")
    clock[0] = 103.1
    assert kept.known("asked", tools) is None, "and nothing older than two seconds is told, whatever goes on"


def test_no_more_is_kept_than_there_is_room_for():
    kept, tools = Translated(), Snapshot()
    for number in range(5 * kept.MOST):
        kept.keep(number, tools, Reply(str(number)))
    assert len(kept._replies) <= kept.MOST
