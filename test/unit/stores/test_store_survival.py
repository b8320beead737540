"""What a killed process, a second process and a damaged file do to the stores."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from ovos_phal_plugin_jarvis.stores import open_stores

SAVER = """
import pathlib, sys
from ovos_phal_plugin_jarvis.stores import open_stores
who = sys.argv[2]
stores = open_stores(pathlib.Path(sys.argv[1]))
for n in range(int(sys.argv[3])):
    stores.data.save("counter", f"{who}-{n}", {"n": n, "text": "x" * 200})
    if n % 5 == 0:
        stores.secrets.set(f"{who}_{n}", f"value {n}", "integration")
    print(n, flush=True)
"""


def start(folder, who: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SAVER, str(folder), who, str(count)], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("kill_after", [1, 150, 400])
def test_killed_in_the_middle_of_1000_saves_nothing_acknowledged_is_lost(tmp_path, kill_after):
    process = start(tmp_path, "a", 1000)
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(kill_after)]
    process.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in process.stdout.read().split("\n") if line.strip()]
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    assert kill_after <= len(acknowledged) < 1000
    with open_stores(tmp_path) as stores:
        kept = stores.data.items("counter")
        for n in acknowledged:
            assert kept[f"a-{n}"] == {"n": n, "text": "x" * 200}
        secrets = stores.secrets.values("integration")
        assert all(secrets[f"a_{n}"] == f"value {n}" for n in acknowledged if n % 5 == 0)
    assert not list(tmp_path.glob("*.corrupt-*"))


def test_two_processes_at_once(tmp_path):
    one, two = start(tmp_path, "one", 200), start(tmp_path, "two", 200)
    with open_stores(tmp_path) as stores:
        for n in range(100):
            stores.data.save("counter", f"three-{n}", {"n": n})
        for process in (one, two):
            process.communicate()
            assert process.returncode == 0
        assert len(stores.data.items("counter")) == 500
        assert len(stores.secrets.values("integration")) == 80


def filled(folder) -> None:
    with open_stores(folder) as stores:
        for n in range(100):
            stores.data.save("c", str(n), {"n": n, "text": "y" * 300})
        stores.secrets.set("K", "v", "integration")


@pytest.mark.parametrize("offset", [0, 20, 100, 4096, 4096 + 5, 3 * 4096, "last page", "truncated", "no database"])
def test_a_damaged_file_is_set_aside_and_the_service_starts(tmp_path, log_lines, offset):
    filled(tmp_path)
    path = tmp_path / "data.db"
    content = bytearray(path.read_bytes())
    if offset == "truncated":
        del content[len(content) // 2 + 100 :]
    elif offset == "no database":
        content[:] = b"this was never a database\n" * 50
    else:
        start_at = len(content) - 4096 if offset == "last page" else int(offset)
        content[start_at : start_at + 64] = b"\xde\xad\xbe\xef" * 16
    path.write_bytes(content)
    with open_stores(tmp_path) as stores:
        stores.data.save("c", "new", {"n": 1})
        assert stores.data.get("c", "new") == {"n": 1}
        assert stores.secrets.get("K", "integration") == "v"
    kept = [p for p in tmp_path.glob("data.db.corrupt-*") if not p.name.endswith(("-wal", "-shm"))]
    if kept:
        assert kept[0].read_bytes() == bytes(content)
        assert any("data.db is damaged" in line and str(kept[0]) in line for line in log_lines)
    else:
        # SQLite repairs or does not use those bytes; then nothing may have been lost.
        with open_stores(tmp_path) as stores:
            assert len(stores.data.get_all("c")) == 101
    with open_stores(tmp_path) as stores:
        assert stores.data.get("c", "new") == {"n": 1}


def test_a_damaged_secrets_file_costs_no_records(tmp_path, log_lines):
    filled(tmp_path)
    (tmp_path / "secrets.db").write_bytes(b"garbage" * 1000)
    with open_stores(tmp_path) as stores:
        assert len(stores.data.get_all("c")) == 100
        assert stores.secrets.get("K", "integration") is None
        stores.secrets.set("K", "again", "integration")
        assert stores.secrets.get("K", "integration") == "again"
    assert any("secrets.db is damaged" in line for line in log_lines)


def test_a_process_follows_when_another_sets_the_file_aside(tmp_path, log_lines):
    filled(tmp_path)
    with open_stores(tmp_path) as first:
        assert first.data.get("c", "1")
        (tmp_path / "data.db").rename(tmp_path / "data.db.elsewhere")
        with open_stores(tmp_path) as second:
            first.data.save("c", "from first", {"n": 1})
            assert second.data.get("c", "from first") == {"n": 1}


def test_a_damaged_file_is_told_of_once_and_listed_while_it_lies_there(tmp_path):
    filled(tmp_path)
    (tmp_path / "data.db").write_bytes(b"this was never a database\n" * 50)
    with open_stores(tmp_path) as stores:
        kept = stores.newly_damaged()
        assert [path.name.startswith("data.db.corrupt-") for path in kept] == [True]
        assert stores.newly_damaged() == []
        assert stores.set_aside() == [str(kept[0])]
    with open_stores(tmp_path) as stores:
        assert (stores.newly_damaged(), stores.set_aside()) == ([], [str(kept[0])])
    kept[0].unlink()
    with open_stores(tmp_path) as stores:
        assert stores.set_aside() == []
