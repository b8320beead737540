"""Records of commands: what is saved is there, what has expired is not."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftovers import Since
from ovos_phal_plugin_jarvis.stores import StoreError, data_directory, open_stores

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def after(self, seconds: float) -> datetime:
        return datetime.fromtimestamp(self.now + seconds, timezone.utc)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def stores(tmp_path, clock):
    with open_stores(tmp_path / "stores", clock=clock) as opened:
        yield opened


def test_the_default_place_is_under_the_xdg_data_directory(tmp_path):
    with open_stores() as opened:
        assert opened.directory == data_directory() == tmp_path / "data" / "ovos-jarvis"
        assert (opened.directory / "data.db").exists()
    assert (data_directory().stat().st_mode & 0o777) == 0o700
    assert (data_directory() / "data.db").stat().st_mode & 0o777 == 0o600


def test_records_are_the_commands_own_and_keep_their_first_order(stores):
    backend = stores.backend()
    backend.save("list", "milk", {"n": 1})
    backend.save("list", "eggs", {"n": 2})
    backend.save("list", "milk", {"n": 3})
    backend.save("other", "milk", {"n": 9})
    assert backend.get("list", "milk") == {"n": 3}
    assert [(record["n"], record["_data_key"]) for record in backend.get_all("list")] == [(3, "milk"), (2, "eggs")]
    assert backend.get_all("nobody") == []
    assert backend.get("list", "bread") is None
    assert backend.delete("list", "milk") is True
    assert backend.delete("list", "milk") is False
    assert backend.delete_all("list") == 1
    assert backend.get("other", "milk") == {"n": 9}


@settings(max_examples=25, deadline=None)
@given(data=st.dictionaries(st.text(), JSON, max_size=4), command=st.text(min_size=1), key=st.text())
def test_any_json_comes_back_as_it_was(tmp_path_factory, data, command, key):
    with open_stores(tmp_path_factory.mktemp("any")) as opened:
        opened.data.save(command, key, data)
        assert opened.data.get(command, key) == data
        assert opened.data.items(command) == {key: data}


def test_an_expired_record_is_gone_everywhere_and_leaves_the_file(stores, clock):
    data = stores.data
    data.save("timer", "short", {"n": 1}, clock.after(10))
    data.save("timer", "long", {"n": 2}, clock.after(1000))
    data.save("timer", "forever", {"n": 3})
    clock.now += 10
    assert data.get("timer", "short") is None
    assert data.get_all("timer") == [{"n": 2}, {"n": 3}]
    assert data.delete("timer", "short") is False
    data.save("timer", "short", {"n": 4}, clock.after(1))
    clock.now += 1
    assert data.purge() == 1
    clock.now += 10_000
    data.save("elsewhere", "x", {})
    assert data.purge() == 0  # the save before swept already
    assert data.delete_all("timer") == 1


def test_saving_again_moves_the_end(stores, clock):
    stores.data.save("c", "k", {"n": 1}, clock.after(5))
    stores.data.save("c", "k", {"n": 2})
    clock.now += 100
    assert stores.data.get("c", "k") == {"n": 2}


def test_an_end_without_time_zone_is_local_time(tmp_path):
    with open_stores(tmp_path / "local") as opened:
        opened.data.save("c", "future", {}, datetime.now() + timedelta(minutes=5))
        opened.data.save("c", "past", {}, datetime.now() - timedelta(minutes=5))
        assert list(opened.data.items("c")) == ["future"]


@pytest.mark.parametrize("bad", [["no dict"], {"when": datetime(2024, 1, 1)}, {"s": {1, 2}}, None])
def test_what_json_cannot_express_is_refused_by_name(stores, bad):
    with pytest.raises(ValueError, match=r"agenda: record 'today'"):
        stores.data.save("agenda", "today", bad)
    assert stores.data.get("agenda", "today") is None


def test_threads_share_one_store(stores):
    def work(who: int) -> None:
        for n in range(20):
            stores.data.save(f"c{who}", str(n), {"n": n})
            assert stores.data.get(f"c{who}", str(n)) == {"n": n}

    threads = [threading.Thread(target=work, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(stores.data.get_all(f"c{who}")) for who in range(6)] == [20] * 6


def test_a_closed_store_says_so_and_holds_no_file(tmp_path):
    def held() -> list[str]:
        links = []
        for handle in Path("/proc/self/fd").iterdir():
            try:
                links.append(str(handle.readlink()))
            except OSError:
                continue
        return [link for link in links if str(tmp_path) in link]

    since = Since()
    opened = open_stores(tmp_path / "s")
    opened.data.save("c", "k", {})
    assert held()
    opened.close()
    opened.close()
    assert held() == []
    assert since.nothing(), since.threads()
    assert sorted(p.name for p in (tmp_path / "s").iterdir()) == [
        "data.db", "data.db.lock", "secrets.db", "secrets.db.lock",
    ]  # fmt: skip
    with pytest.raises(StoreError, match=r"data\.db is closed"):
        opened.data.get("c", "k")


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="permissions"):
        open_stores(tmp_path / "file" / "below")


def test_a_file_of_a_newer_version_is_left_alone(tmp_path):
    import sqlite3

    open_stores(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "data.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match=r"schema version 99.*upgrade"):
        open_stores(tmp_path)
    assert not list(tmp_path.glob("*.corrupt-*"))
