"""The encoder's interface: forms, probabilities, caching, threads, and input that nobody hoped for."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ovos_phal_plugin_jarvis.nlu.encoder import CardParameter, Reading, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words


def check(readings, cards, words):
    """What holds for every reading, whatever the weights."""
    for reading in readings:
        card = cards[reading.tool]
        assert 0 <= reading.probability <= 1
        assert np.isfinite(reading.score)
        assert set(reading.spans) | set(reading.choices) == {p.name for p in card.parameters}
        for spans in reading.spans.values():
            assert [p for *_, p in spans] == sorted((p for *_, p in spans), reverse=True)
            assert sum(p for *_, p in spans) < 1.001
            assert (0, 0) in [(a, b) for a, b, _ in spans]
            assert all(0 <= a < b <= len(words) for a, b, _ in spans if b)
        for parameter in card.parameters:
            if parameter.name in reading.choices:
                told = dict(reading.choices[parameter.name])
                assert "" in told
                assert set(told) - {""} <= set(parameter.choices)


def test_split_words():
    assert split_words("light.setBrightness_level HTTPServer2") == [
        "light", "set", "brightness", "level", "http", "server", "2",
    ]  # fmt: skip
    assert split_words("What's the time, at 7:30?") == ["what's", "the", "time", "at", "7:30"]
    assert split_words("🎉 … --") == []


def test_rank_and_read(encoder, cards):
    index = encoder.index(cards)
    words = ["set", "the", "light", "to", "5"]
    ranked = encoder.rank(words, index, 2)
    assert len(ranked) == 2
    assert ranked[0][1] >= ranked[1][1]
    assert len(encoder.rank(words, index, 99)) == 3
    assert encoder.rank(words, index, 0) == []
    readings = encoder.read(words, index, [2, 0, 1])
    assert [r.tool for r in readings] == [2, 0, 1]
    check(readings, cards, words)
    assert set(readings[1].choices) == {"mode"}
    assert {v for v, _ in readings[2].choices["shuffle"]} == {"true", "false", ""}


def test_a_reading_does_not_depend_on_its_company(encoder, cards):
    index = encoder.index(cards)
    words = ["play", "music", "now"]
    together = encoder.read(words, index, [0, 1, 2])
    for i, reading in enumerate(together):
        alone = encoder.read(words, index, [i])[0]
        assert alone.score == pytest.approx(reading.score, abs=1e-4)
    more = encoder.index([*reversed(cards), ToolCard("other", "Something " * 30)])
    assert encoder.read(words, more, [1])[0].score == pytest.approx(together[1].score, abs=1e-4)


def test_nothing_to_do(encoder, cards):
    empty = encoder.index([])
    assert len(empty) == 0
    assert encoder.rank(["hello"], empty, 3) == []
    assert encoder.read(["hello"], empty, []) == []
    with pytest.raises(IndexError):
        encoder.read(["hello"], encoder.index(cards), [3])


def test_places_share_no_word():
    spans = {
        "from": [(1, 3, 0.6), (0, 0, 0.3), (4, 5, 0.1)],
        "to": [(2, 3, 0.5), (4, 5, 0.4), (0, 0, 0.1)],
        "via": [(0, 0, 0.6), (6, 7, 0.4)],
    }
    assert Reading(0, 1.0, 0.7, spans).places() == {"from": (1, 3), "to": (4, 5)}
    assert Reading(0, 1.0, 0.7).places() == {}


def test_embed(encoder):
    one, same, other = encoder.embed(["light"]), encoder.embed(["Light"]), encoder.embed(["music"])
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-4)
    assert np.array_equal(one, same)
    assert not np.allclose(one, other)
    assert encoder.embed([]).shape == one.shape


def test_many_texts_are_embedded_as_each_by_itself(encoder):
    texts = [
        ["turn", "on", "the", "light"],
        ["how", "warm", "is", "it", "in", "the", "attic"],
        ["turn", "on", "the", "light"],
    ]
    together = encoder.embed_all(texts)
    assert together.shape[0] == 3
    for row, words in zip(together, texts, strict=True):
        assert np.allclose(row, encoder.embed(words), atol=1e-4)
    assert encoder.embed_all([]).shape[0] == 0


def test_a_tool_is_encoded_once(encoder, cards, monkeypatch):
    index = encoder.index(cards)
    counted = []
    encode = encoder._network.encode
    monkeypatch.setattr(encoder._network, "encode", lambda *args: counted.append(1) or encode(*args))
    again = encoder.index([ToolCard(c.name, c.description, c.parameters) for c in cards])
    assert not counted
    assert [a is b for a, b in zip(index.indexed, again.indexed, strict=True)] == [True] * 3
    encoder.index([*cards, ToolCard("new")])
    assert len(counted) == 1


def test_what_no_index_holds_is_forgotten(encoder):
    before = len(encoder._known)
    index = encoder.index([ToolCard(f"tool {i}") for i in range(50)])
    assert len(encoder._known) == before + 50
    del index
    gc.collect()
    assert len(encoder._known) == before


def test_threads_agree(encoder, cards):
    index = encoder.index(cards)
    said = [f"set the lamp to {i} now".split() for i in range(8)]
    alone = [encoder.read(words, index, [0, 1, 2]) for words in said]

    def work(i):
        encoder.index([*cards, ToolCard(f"tool {i % 5}", "Does things")])
        return encoder.read(said[i % 8], index, [0, 1, 2])

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(80)))
    assert all(found[i] == alone[i % 8] for i in range(80))


BAD_WORDS = {
    "none": [],
    "one": ["hello"],
    "empty word": [""],
    "2,000 characters": ["word"] * 400,
    "one word of 2,000": ["x" * 2000],
    "emoji": ["🎉", "🤖🤖", "👩‍👩‍👧"],
    "another language": ["könntest", "du", "bitte", "das", "licht", "im", "wohnzimmer", "ausschalten"],
    "mixed scripts": ["привет", "世界", "مرحبا", "a\u0301"],
    "numbers": [str(i) for i in range(500)],
    "control": ["\x00", "\n", "\ud800"],
}


@pytest.mark.parametrize("words", BAD_WORDS.values(), ids=BAD_WORDS)
def test_any_words(encoder, cards, words):
    index = encoder.index(cards)
    assert len(encoder.rank(words, index, 3)) == 3
    check(encoder.read(words, index, [0, 1, 2]), cards, words)


BAD_CARDS = {
    "empty": ToolCard(""),
    "emoji": ToolCard("🎉", "🤖", (CardParameter("🎈", "🎈", "🎈", values=("🎈", "")),)),
    "enormous description": ToolCard("tool", "use this for everything " * 100_000),
    "one endless word": ToolCard("x" * 100_000, "y" * 100_000),
    "200 parameters": ToolCard("many", "", tuple(CardParameter(f"x{i}") for i in range(200))),
    "5,000 values": ToolCard("choose", "", (CardParameter("it", values=tuple(f"value {i}" for i in range(5000))),)),
    "one value twice": ToolCard("twice", "", (CardParameter("it", values=("a", "a", "A")),)),
    "lone surrogate": ToolCard("\ud800", "\ud800"),
}


@pytest.mark.parametrize("card", BAD_CARDS.values(), ids=BAD_CARDS)
def test_any_card(encoder, cards, card):
    cards = [*cards, card]
    index = encoder.index(cards)
    words = ["turn", "on", "the", "light", "value", "17"]
    began = time.process_time()
    check(encoder.read(words, index, range(4)), cards, words)
    assert len(encoder.rank(words, index, 4)) == 4
    assert time.process_time() - began < 30  # for ever, it would be


def test_5000_tools(encoder):
    cards = [ToolCard(f"tool_{i}", f"Does thing {i} with a lamp", (CardParameter(f"p{i}"),)) for i in range(5000)]
    began = time.process_time()
    index = encoder.index(cards)
    assert time.process_time() - began < 100
    assert len(encoder.rank(["lamp"], index, 10)) == 10
