"""The console's files: nothing in them makes markup of a text, and each of its words is there in every language."""

from __future__ import annotations

import json
import re

import pytest

from ovos_phal_plugin_jarvis.gateways.http.app import CONSOLE

SOURCES = sorted(CONSOLE.glob("*.js"))
PAGES = [*SOURCES, CONSOLE / "index.html", CONSOLE / "style.css", CONSOLE / "icon.svg"]
LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")
WORDS = {name: json.loads((CONSOLE / "lang" / f"{name}.json").read_text()) for name in LANGUAGES}
MAKES_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|setHTML"
    r"|\beval\b|\bnew Function\b|javascript:|set(?:Timeout|Interval)\(\s*[\"'`]"
)
SLOTS = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_text_becomes_markup_or_code(path):
    assert not MAKES_MARKUP.findall(path.read_text())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_nothing_stands_in_line_and_nothing_comes_from_elsewhere(path):
    text = path.read_text()
    assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|<[^>]+\son\w+=", text)
    elsewhere = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text.replace("http://www.w3.org/2000/svg", "")))
    assert not {found for found in elsewhere if found.startswith(("http", "//"))}


def test_every_word_is_there_in_every_language_with_the_same_slots():
    for name, words in WORDS.items():
        assert list(words) == list(WORDS["en"]), name
        for key, said in words.items():
            assert said.strip() and set(SLOTS.findall(said)) == set(SLOTS.findall(WORDS["en"][key])), (name, key)


def test_every_word_that_is_asked_for_is_there_and_none_is_there_for_nothing():
    text = "\n".join(path.read_text() for path in SOURCES)
    known = {re.sub(r"\.(one|other)$", "", key) for key in WORDS["en"]}
    asked = (
        set(re.findall(r"\bt\(\"([a-z_0-9.]+)\"", text)) | set(re.findall(r"\"([a-z]+\.[a-z_0-9]+)\"", text)) & known
    )
    assert asked <= known, asked - known
    # What is made of parts: t(`state.${how}`).
    made = tuple(set(re.findall(r"`([a-z_]+\.[a-z_]*)\$\{", text)) - {""})
    named = {key for key in known if key.endswith(".title")}
    unused = {key for key in known - asked - named if not key.startswith(made)}
    assert not unused
