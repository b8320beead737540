"""The audit log: what ran, for whom, by what rule; private, bounded, and never in the way of a call."""

import json
import stat
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.stores.audit import AuditEntry, AuditLog, Exchange, read_audit


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "audit.jsonl"


def test_a_call_is_one_line_that_only_its_owner_can_read(path):
    log = AuditLog(path)
    log.record(AuditEntry("rm", "shell", "done", rule="confirmed", source="skill", session="s", user=3, elapsed_ms=1.5))
    log.close()
    (entry,) = read_audit(path)
    assert entry.pop("at")[:2] == "20"
    assert entry == {"tool": "rm", "toolbox_id": "shell", "outcome": "done", "rule": "confirmed", "source": "skill",
                     "session": "s", "user": 3, "elapsed_ms": 1.5}  # fmt: skip
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_arguments_are_written_only_where_asked_for_and_never_more_than_fits(path):
    entry = AuditEntry("rm", "shell", "done", arguments={"path": "x" * 10, "n": 1})
    for wanted in (False, True):
        log = AuditLog(path, arguments=wanted)
        log.record(entry)
        log.record(AuditEntry("rm", "shell", "done", arguments={"path": "x" * 10_000}))
        log.close()
    without, _, having, long = read_audit(path)
    assert "arguments" not in without
    assert having["arguments"] == {"path": "x" * 10, "n": 1}
    assert len(json.dumps(long)) < 2500


def test_old_lines_are_rotated_away_and_every_file_is_private(path):
    log = AuditLog(path, max_bytes=2000, files=2)
    for number in range(200):
        log.record(AuditEntry(f"tool{number}", "box", "done"))
    log.close()
    files = sorted(path.parent.iterdir())
    assert [f.name for f in files] == ["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]
    assert all(f.stat().st_size <= 2100 and stat.S_IMODE(f.stat().st_mode) == 0o600 for f in files)
    assert [e["tool"] for e in read_audit(path, 15)] == [f"tool{n}" for n in range(185, 200)]


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    log = AuditLog(blocked / "audit.jsonl")
    log.record(AuditEntry("a", "b", "done"))
    log.record(AuditEntry("a", "b", "done", arguments={"x": object()}))
    log.close()
    log.record(AuditEntry("a", "b", "done"))


@given(st.text(max_size=300), st.dictionaries(st.text(max_size=5), st.text(max_size=50), max_size=3))
def test_whatever_strangers_are_called_stays_one_line(tmp_path_factory, name, arguments):
    path = tmp_path_factory.mktemp("audit") / "audit.jsonl"
    log = AuditLog(path, arguments=True)
    log.record(AuditEntry(name, name, "done", source=name, arguments=arguments))
    log.close()
    assert path.read_bytes().count(b"\n") == 1
    assert not any(c < 32 and c != 10 for c in path.read_bytes())


def test_many_threads_write_whole_lines(path):
    log = AuditLog(path)
    threads = [
        threading.Thread(target=lambda: [log.record(AuditEntry("t", "b", "done")) for _ in range(50)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log.close()
    assert len(list(read_audit(path, 1000))) == 400


def test_an_exchange_is_a_line_too_and_bounded(path):
    log = AuditLog(path, arguments=True)
    log.record(Exchange("x" * 5000, "said", ({"tool": "rm", "outcome": "done"},), "en-us", session="s"))
    log.close()
    (entry,) = read_audit(path)
    assert entry["heard"] == "x" * 2000 + "…" and entry["said"] == "said" and "arguments" not in entry
    assert entry["calls"] == [{"tool": "rm", "outcome": "done"}] and entry["session"] == "s"
