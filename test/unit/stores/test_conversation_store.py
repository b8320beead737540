"""The file of conversations: whose record is whose, how long it is kept, and how many."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.stores import StoreError
from ovos_phal_plugin_jarvis.stores.conversations import FILE, ConversationStore


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def open_store(folder, clock, **options):
    return ConversationStore(folder, forget_after=600, clock=clock, **options)


def test_a_record_is_there_after_a_restart_for_its_session_and_user_alone(tmp_path, clock):
    store = open_store(tmp_path, clock)
    store.save("kitchen", 1, "mine")
    store.save("kitchen", None, "nobody's")
    store.close()
    clock.now += 20
    store = open_store(tmp_path, clock)
    assert store.load("kitchen", 1) == ("mine", 20)
    assert store.load("kitchen", None) == ("nobody's", 20)
    assert store.load("kitchen", 2) is store.load("hall", 1) is None
    store.delete("kitchen", 1)
    assert store.load("kitchen", 1) is None
    store.close()
    with pytest.raises(StoreError):
        store.load("kitchen", 1)


def test_an_old_record_is_gone_from_the_file_as_well(tmp_path, clock):
    store = open_store(tmp_path, clock)
    store.save("old", 1, "a very private sentence")
    clock.now += 601
    assert store.load("old", 1) is None
    store.save("new", 1, "x")
    store.close()
    assert all(b"a very private sentence" not in path.read_bytes() for path in tmp_path.iterdir())


def test_there_is_an_end_to_how_many_are_kept(tmp_path, clock):
    store = open_store(tmp_path, clock, most=3)
    for number in range(10):
        clock.now += 1
        store.save(f"s{number}", None, str(number))
    assert [store.load(f"s{number}", None) is not None for number in range(10)] == [False] * 7 + [True] * 3
    store.close()


def test_nobody_else_can_read_the_file(tmp_path, clock):
    open_store(tmp_path, clock).close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
