"""Whatever a foreign object does when it is shown, there is a short, plain text for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.foreign_text import MAX_TEXT, error_text, log_error, repr_of, text_of, type_name

HOSTILE = str(Path(__file__).parents[2] / "fixtures" / "hostile")
sys.path.insert(0, HOSTILE)
from hostile_toolboxes.unprintable import UNPRINTABLE  # noqa: E402

# Left there, every runtime of this process would find hostile toolboxes.
sys.path.remove(HOSTILE)

KINDS = [kind for kind in UNPRINTABLE if kind != "hangs"]


@pytest.mark.parametrize("show", [text_of, repr_of, error_text, type_name])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_a_short_plain_text(kind, show):
    text = show(UNPRINTABLE[kind]())
    assert type(text) is str and 0 < len(text) <= MAX_TEXT + 100
    text.encode()
    assert "\x1b" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_it_can_be_logged(kind):
    try:
        raise UNPRINTABLE[kind]()
    except BaseException as error:  # noqa: BLE001
        log_error("it happened", error)


def test_what_is_plain_stays_as_it_is():
    assert error_text(ValueError("a\n\tb ü 日本")) == "ValueError: a\n\tb ü 日本"
    assert repr_of({"a": 1}) == "{'a': 1}"


def test_what_turns_a_terminal_round_is_written_out():
    assert text_of("a\x1b[2Jb\r\u202ec\x9b") == "a\\x1b[2Jb\\r\\u202ec\\x9b"


def test_the_log_names_the_place(caplog):
    try:
        raise UNPRINTABLE["raises"]()
    except Exception as error:  # noqa: BLE001
        log_error("it happened", error)
    assert "test_unprintable.py" in caplog.text
