"""The queue of alerts: ranked, bounded, each told once, also after a restart."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.commands.agents.alerts import MAX_READ, MAX_WAITING, AlertQueue, read_alerts
from ovos_phal_plugin_jarvis.commands.node.alert import Alert as NodeAlert
from ovos_phal_plugin_jarvis.sdk.agent import Alert

NOW = datetime.now(timezone.utc)


class Memory:
    def __init__(self):
        self.records = {}

    def get(self, command, key):
        return self.records.get((command, key))

    def save(self, command, key, data):
        self.records[command, key] = data


def alert(title, priority=2, **fields):
    return Alert("watch", title, "About it.", priority, **fields)


def titles(alerts):
    return [one.title for one in alerts]


def test_the_most_important_comes_first_and_then_the_oldest():
    queue = AlertQueue()
    queue.add([alert("late", created_at=NOW), alert("early", created_at=NOW - timedelta(minutes=5))])
    queue.add([alert("high", 3), alert("low", 1)])
    assert titles(queue.pending()) == ["high", "early", "late", "low"]


def test_of_ten_thousand_the_best_wait_and_what_was_dropped_is_counted():
    queue, shown, counts = AlertQueue(queued=lambda one: shown.append(one.id)), [], []
    queue = AlertQueue(queued=lambda one: shown.append(one.id))
    queue.on_change(counts.append)
    started = NOW - timedelta(days=1)
    many = [alert(f"n{i}", 3 if i % 500 == 0 else 1, created_at=started + timedelta(seconds=i)) for i in range(10_000)]
    assert queue.add(read_alerts(iter(many), "watch")) == MAX_WAITING == len(queue.pending()) == len(shown)
    # All of the important ones, and of the others the oldest.
    assert titles(queue.pending())[:21] == [f"n{i}" for i in range(0, 10_000, 500)] + ["n1"]
    assert queue.dropped == 10_000 - MAX_WAITING and counts == [MAX_WAITING]


def test_an_endless_list_of_alerts_is_read_up_to_a_bound():
    def endless():
        while True:
            yield alert("again")

    assert len(read_alerts(endless(), "watch")) == MAX_READ


def test_what_says_the_same_is_queued_once():
    queue = AlertQueue()
    assert (
        queue.add([alert("Rain"), alert(" rain "), alert("Rain", dedupe_key="a"), alert("Rain soon", dedupe_key="a")])
        == 2
    )
    same = alert("Other")
    assert queue.add([same, same]) == 1


def test_each_is_told_once_also_after_a_restart():
    records = Memory()
    AlertQueue(records).add([alert("one"), alert("two", 3)])
    queue = AlertQueue(records)  # the service was started again
    assert titles(queue.take()) == ["two", "one"] and queue.pending() == []
    again = AlertQueue(records)
    # The agent has forgotten that it had told: new instances, new ids.
    assert again.add([alert("one"), alert("two", 3)]) == 0 and again.pending() == []
    assert again.add([alert("three")]) == 1


def test_what_holds_on_is_told_again_after_its_time():
    now = [time()]
    queue = AlertQueue(clock=lambda: now[0])

    def raised():
        at = datetime.fromtimestamp(now[0], timezone.utc)
        return alert("Rain", created_at=at, expires_at=at + timedelta(minutes=30))

    queue.add([raised()])
    queue.take()
    now[0] += 20 * 60
    assert queue.add([raised()]) == 0
    now[0] += 11 * 60
    assert queue.add([raised()]) == 1


def test_what_is_too_old_is_not_told():
    queue = AlertQueue()
    assert queue.add([alert("gone", expires_at=NOW - timedelta(seconds=1))]) == 0
    now = [time()]
    queue = AlertQueue(clock=lambda: now[0])
    queue.add([alert("soon gone")])
    now[0] += 3601
    assert queue.pending() == queue.take() == []


def test_what_is_for_one_user_is_told_to_that_user():
    queue = AlertQueue()
    queue.add([alert("all"), alert("hers", target_user_id=7)])
    assert titles(queue.take(None, False)) == ["all"]
    assert titles(queue.take(8, False)) == [] and titles(queue.take(7, False)) == ["hers"]


def test_both_orders_of_an_alerts_arguments_and_naive_times_are_read():
    later = datetime.now(timezone.utc).replace(tzinfo=None) + timedelta(minutes=10)
    older = NodeAlert("watch", "Old", "Style", later - timedelta(hours=1), later, 3)
    (read,) = read_alerts([older], "watch")
    assert (read.title, read.priority, read.expires_at.tzinfo) == ("Old", 3, timezone.utc)


def test_what_is_no_alert_costs_itself_only():
    class Hostile:
        @property
        def title(self):
            raise ZeroDivisionError

    wrong = [
        None,
        "text",
        Hostile(),
        alert(""),
        Alert("a", "t", "s", "high"),
        Alert("a", "", ""),
        alert("x", expires_at="now"),
    ]
    assert titles(read_alerts([*wrong, alert("good")], "watch")) == ["", "good"]
    assert read_alerts(None, "watch") == []
    with pytest.raises(TypeError):
        read_alerts(5, "watch")


def test_a_damaged_record_and_a_full_disk_cost_no_alert():
    class Broken(Memory):
        def save(self, command, key, data):
            raise OSError("full")

    records = Broken()
    records.records["ovos-jarvis-alerts", "queue"] = {"waiting": [{}, 5], "told": "x"}
    queue = AlertQueue(records)
    assert queue.add([alert("one")]) == 1 and titles(queue.pending()) == ["one"]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3), st.booleans()), max_size=80))
def test_nothing_is_told_twice_whatever_comes(events):
    records, told = Memory(), []
    queue = AlertQueue(records)
    for title, priority, take in events:
        queue.add([alert(title, priority)])
        if take:
            told += titles(queue.take())
            queue = AlertQueue(records)
    assert len(told) == len(set(told))


def test_one_agent_does_not_fill_the_queue_where_others_have_something_to_tell():
    queue = AlertQueue()
    queue.add([Alert("loud", f"{number}", "x", 3) for number in range(1000)])
    assert len(queue.pending()) == MAX_WAITING
    queue.add([Alert("quiet", "Water in the cellar", "x", 3), Alert("quiet", "Sunny", "x", 1)])
    assert "Water in the cellar" in titles(queue.pending()) and len(queue.pending()) == MAX_WAITING


def test_nothing_of_an_alert_is_endless_or_steers_a_terminal():
    given = [
        alert("bell\x07 \x1b[2J\ud800"),
        alert("who", target_user_id="u" * 10_000),
        alert("x", target_user_id=10**5000),
    ]
    first, second = read_alerts(given, "watch")
    assert first.title == "bell\\x07 \\x1b[2J\ufffd" and len(second.target_user_id) < 200
