"""The run-time says what the network says that was trained: outputs of the shipped weights in torch, saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.nlu.encoder import CardParameter, Encoder, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words

REFERENCE = json.loads((Path(__file__).parent / "reference.json").read_text(encoding="utf-8"))
CARDS = {
    card["name"]: ToolCard(
        card["name"],
        card["description"],
        tuple(CardParameter(**p | {k: tuple(p[k]) for k in ("values", "called")}) for p in card["parameters"]),
    )
    for card in REFERENCE["cards"]
}


@pytest.fixture(scope="module")
def shipped():
    return Encoder.load()


@pytest.mark.parametrize("found", REFERENCE["found"], ids=lambda f: f"{f['tool']}-{f['utterance'][:20]}")
def test_as_in_training(shipped, found):
    card = CARDS[found["tool"]]
    words = split_words(found["utterance"])
    reading = shipped.read(words, shipped.index([card]), [0])[0]
    assert reading.score == pytest.approx(found["fit"], abs=0.02)
    for parameter in card.parameters:
        wanted = found["probabilities"][parameter.name]
        if parameter.choices:
            names = [*parameter.choices, ""]
            for value, probability in reading.choices[parameter.name]:
                assert probability == pytest.approx(wanted[names.index(value)], abs=0.01)
        else:
            for first, last, probability in reading.spans[parameter.name]:
                at = first * len(words) + last - 1 if last else -1
                assert probability == pytest.approx(wanted[at], abs=0.01)


def test_size_of_what_ships():
    from ovos_phal_plugin_jarvis.nlu.encoder.weights import DEFAULT

    assert sum(path.stat().st_size for path in DEFAULT.parent.iterdir()) <= 12 * 2**20
    assert "CC BY-SA 4.0" in (DEFAULT.parent / "NOTICE").read_text(encoding="utf-8")


def test_it_has_learned_something(shipped):
    """Tools of no training set: weights that were swapped for untrained ones must not pass."""
    cards = [
        ToolCard("open_awning", "Opens the awning of the terrace"),
        ToolCard("close_awning", "Closes the awning of the terrace"),
        ToolCard(
            "brew_tea",
            "Makes a pot of tea",
            (
                CardParameter("kind", "Which tea", values=("green", "black", "mint")),
                CardParameter("cups", "How many", "int"),
            ),
        ),
        ToolCard("locate_pet", "Tells where a pet is", (CardParameter("pet", "Name of the pet", "string", True),)),
    ]
    index = shipped.index(cards)
    for said, tool in (
        ("make me some mint tea", 2),
        ("where is the cat", 3),
        ("open the awning", 0),
        ("close the awning", 1),
    ):
        readings = shipped.read(said.split(), index, range(4))
        assert max(readings, key=lambda r: r.score).tool == tool, said
    readings = shipped.read(["make", "me", "some", "mint", "tea"], index, [2])
    assert readings[0].choices["kind"][0][0] == "mint"
    aside = shipped.read(["that", "was", "a", "lovely", "film", "last", "night"], index, range(4))
    assert max(r.probability for r in aside) < 0.5
