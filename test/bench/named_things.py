"""Writes which things English names in several words, for rows of things that nobody says a comma in.

    python test/bench/named_things.py toolboxes/ovos_toolbox_everyday/lists/things_en-us.txt

They are in the Open English WordNet: names of two or three words for food, stuff and things about a house ("toilet
roll"), foods that are named by one word and stand before none ("yeast"), and the dishes that other foods stand before
("pie"). A toolbox may not ask the translator's WordNet, and needs a hundredth of it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.knowledge import WordNet, english_wordnet

_HEAD = """# Names of things in English, from the Open English WordNet (CC BY 4.0), as test/bench/named_things.py takes
# them out of it: names of several words, "= " dishes that a food stands before, "+ " foods that stand by themselves.
"""
_FIELDS = {"noun.food", "noun.substance", "noun.artifact"}
_GROWN = {"noun.food", "noun.substance", "noun.plant", "noun.animal"}
_IN_NO_HOUSE = {"structure", "building", "area", "strip", "way", "thoroughfare", "creation", "facility", "track"} | {
    "vehicle",
    "craft",
    "transport",
    "weapon",
    "weaponry",
    "chemical element",
    "body substance",
}
_PLAIN = (
    {"vegetable", "edible fruit", "herb", "spice", "legume", "edible nut", "pasta", "seafood", "grain"}
    | {"leaven", "flavorer", "cleansing agent", "toiletry", "dairy product"}
)  # fmt: skip
_DISHES = {"dish", "baked goods", "cut of meat", "dessert"}
_GRAMMAR = {"and", "or", "of", "the", "in", "on", "a", "de", "la", "with", "for", "to", "à", "al", "au", "en", "le"}
_MOST_WORDS = 3
_SENSES = 2
"""Of a name that are said in a house."""
_ENOUGH = 2
"""Foods that stand before what is a dish."""


def names(net: WordNet) -> Iterator[str]:
    """Each line of the file, without its head."""
    nouns = [word for word in map(net.word, range(len(net))) if net.senses(word, "n")]
    dishes = Counter(word.split()[1] for word in nouns if _is_made_of_food(word, net))
    yield from sorted(word for word in nouns if _is_in_a_house(word, net))
    plain = {word for word in nouns if _stands_alone(word, net) and dishes[word] < _ENOUGH}
    yield from sorted(f"= {word}" for word, count in dishes.items() if count >= _ENOUGH and _is_dish(word, net))
    yield from sorted(f"+ {word}" for word in plain)


def _first(word: str, net: WordNet) -> list[int]:
    return [synset for synset, _ in net.senses(word, "n")][:_SENSES]


def _above(synsets: Iterable[int], net: WordNet) -> set[str]:
    """Words for what *synsets* are kinds of, and their own."""
    seen: set[int] = set()
    waiting = list(synsets)
    while waiting:
        synset = waiting.pop()
        if synset not in seen:
            seen.add(synset)
            waiting += net.wider_synsets(synset)
    return {member for synset in seen for member in net.members(synset)}


def _is_in_a_house(word: str, net: WordNet) -> bool:
    pieces = word.split()
    if not 1 < len(pieces) <= _MOST_WORDS or not _GRAMMAR.isdisjoint(pieces) or not "".join(pieces).isalpha():
        return False
    return any(net.field(s) in _FIELDS and not _above([s], net) & _IN_NO_HOUSE for s in _first(word, net))


def _is_made_of_food(word: str, net: WordNet) -> bool:
    pieces = word.split()
    if len(pieces) != _SENSES or all(net.field(s) != "noun.food" for s in _first(word, net)):
        return False
    return any(net.field(s) in _GROWN for s in _first(pieces[0], net))


def _is_dish(word: str, net: WordNet) -> bool:
    first = _first(word, net)
    return bool(_above(first, net) & _DISHES) and all(net.field(s) != "noun.animal" for s in first)


def _stands_alone(word: str, net: WordNet) -> bool:
    first = _first(word, net)
    if not word.isalpha() or len(word) < 3 or any(net.field(s) not in _GROWN for s in first):
        return False
    eaten = [s for s in first if net.field(s) in ("noun.food", "noun.substance")]
    return bool(eaten and _above(eaten, net) & _PLAIN)


if __name__ == "__main__":
    wordnet = english_wordnet()
    assert wordnet is not None
    Path(sys.argv[1]).write_text(_HEAD + "\n".join(names(wordnet)) + "\n", encoding="utf-8")
