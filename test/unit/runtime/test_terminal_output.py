"""Nothing that a tool says steers the terminal it is shown in."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from ovos_phal_plugin_jarvis.cli import output

NASTY = "\x1b]0;title\x07\x1b[2J\x9b31m\r\b\u202egnp.exe"


@pytest.fixture
def shown(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(output.out, "_file", stream)  # "file" would pin the stream of this test for all later ones
    return stream


def steers(text):
    return any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or c in "\u202e" for c in text)


def test_words_tables_and_markup_are_shown_harmlessly(shown):
    table = Table()
    table.add_column(NASTY)
    table.add_row(NASTY)
    output.out.print(NASTY, markup=False)
    output.out.print(table)
    output.out.print(f"[bold]{NASTY}[/bold]")
    assert not steers(shown.getvalue())
    assert "\\x1b" in shown.getvalue() and "\\u202e" in shown.getvalue()


def test_errors_are_too(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(output.err, "_file", stream)
    with pytest.raises(BaseException):  # noqa: B017 - typer's exit
        output.fail(NASTY)
    assert not steers(stream.getvalue())


@given(st.recursive(st.text(), lambda inner: st.dictionaries(st.text(), inner) | st.lists(inner), max_leaves=10))
def test_json_says_the_same_and_steers_nothing(value):
    stream, before = io.StringIO(), sys.stdout
    sys.stdout = stream
    try:
        output.print_json(value)
    finally:
        sys.stdout = before
    assert json.loads(stream.getvalue()) == value
    assert not steers(stream.getvalue())
