"""Lists of words in one piece of memory."""

from __future__ import annotations

import numpy as np
import pytest

from ovos_phal_plugin_jarvis.nlu.word_list import WordList

WORDS = ["a", "a coruna", "ab", "abc", "b", "ba", "mira", "mira loma", "mira sur mer", "mirador", "zürich", "東京"]


@pytest.fixture
def listed() -> WordList:
    return WordList.of("\n".join(WORDS).encode())


def test_each_word_is_found_at_its_place(listed):
    assert [listed[at] for at in range(len(listed))] == WORDS
    assert [listed.find(word) for word in WORDS] == [*range(len(WORDS))]


@pytest.mark.parametrize("lines", [b"", b"\n"])
def test_no_words_are_an_empty_list(lines):
    empty = WordList.of(lines)
    assert len(empty) == 0 and "a" not in empty and not [*empty.beginning("a")]


@pytest.mark.parametrize("word", ["", "aa", "a ", "c", "mir", "mira loma x", "zurich", "東", "\ud800"])
def test_what_is_not_in_it_is_not_found(listed, word):
    assert word not in listed


@pytest.mark.parametrize(
    ("first", "found"),
    [
        ("mira", ["mira", "mira loma", "mira sur mer"]),
        ("a", ["a", "a coruna"]),
        ("mir", []),
        ("東京", ["東京"]),
        ("zz", []),
    ],
)
def test_entries_are_found_by_their_first_word(listed, first, found):
    assert [*listed.beginning(first)] == found


@pytest.mark.parametrize("starts", [[0, 2], [1, 3], [0, 2, 1, 3], [[0, 3]], [0.0, 3.0], []])
def test_places_that_do_not_fit_are_refused(starts):
    with pytest.raises(ValueError, match="words"):
        WordList(b"abc", np.array(starts))
