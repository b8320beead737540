"""Writes which things English names in several words, for rows of things that nobody says a comma in.

    python test/bench/named_things.py toolboxes/ovos_toolbox_everyday/lists/things_en-us.txt

They are in the Open English WordNet: names of two or three words for food, stuff and things about a house ("toilet
roll"), foods that are named by one word and stand before none ("yeast"), and the dishes that other foods stand before
("pie"). A toolbox may not ask the translator's WordNet, and needs a hundredth of it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.knowledge import WordNet, english_wordnet
from ovos_toolbox_everyday.lists.named_things import forms_of
from ovos_toolbox_everyday.word_tables import word_table

_HEAD = """# Names of things in English, from the Open English WordNet (CC BY 4.0), as test/bench/named_things.py takes
# them out of it: names of several words, "= " dishes that a food stands before, "+ " foods that stand by themselves.
"""


def _kinds(named: str) -> frozenset[str]:
    return frozenset(named.split(","))


_GROWN = {"noun.food", "noun.substance", "noun.plant", "noun.animal"}
_MADE = {"noun.substance", "noun.artifact"}
_IN_A_HOUSE = _kinds(
    "adhesive,adornment,appliance,bag,baking soda,bandage,bedclothes,blind,case,cleaning implement,"
    "cleansing agent,clothing,consumer goods,container,cord,cosmetic,cotton,cozy,curtain,cushion,cutlery,"
    "dressing,electric lamp,extinguisher,fabric,fastener,filter,fire alarm,floor cover,footwear,fuel,furnishing,"
    "furniture,game equipment,garden tool,hand tool,headdress,hosiery,jewelry,kitchen utensil,lamp,leaven,"
    "lighter,linen,musical instrument,needle,optical instrument,pad,padding,paint,paper,plaything,polish,"
    "soap,source of illumination,spectacles,sports equipment,sports implement,stationery,tableware,"
    "timepiece,toiletry,utensil,vegetable oil,ware,washing soda,wrapping,writing implement"
)
"""Kinds of things and stuff beside food, of which there may be some in a house."""
_IN_NO_HOUSE = _kinds(
    "acid,area,body substance,building,chemical element,craft,creation,drug,facility,measuring instrument,"
    "organic compound,sail,strip,structure,surgical instrument,thoroughfare,track,transport,vehicle,way,weapon,"
    "weaponry"
)
_ALL_THE_SAME = {"organic compound": "vegetable oil", "measuring instrument": "timepiece"}
"""Kinds that are in no house, and those of them that are."""
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
_FIRST_NAMES = 2
"""Of what a word means, of which it has to be one: "aubergine" after "eggplant", and not "chilly" for a chili."""


def names(net: WordNet, tag: str, words: Mapping[str, Set[str]]) -> Iterator[str]:
    """Each line of the file, without its head.

    Args:
        net: the WordNet.
        tag: its language.
        words: of the lists in that language, by their name in ``words.yaml``.
    """
    nouns = [word for word in map(net.word, range(len(net))) if net.senses(word, "n")]
    dishes = Counter(word.split()[1] for word in nouns if _is_made_of_food(word, net))
    named = [word for word in nouns if _is_in_a_house(word, net)]
    yield from sorted(word for word in named if not _are_several(word, tag, words))
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
    return any(net.field(s) == "noun.food" or _is_made_for_a_house(s, net) for s in _first(word, net))


def _is_made_for_a_house(synset: int, net: WordNet) -> bool:
    above = _above([synset], net)
    held_back = _IN_NO_HOUSE - {kind for kind, own in _ALL_THE_SAME.items() if own in above}
    return net.field(synset) in _MADE and bool(above & _IN_A_HOUSE) and not above & held_back


def _are_several(name: str, tag: str, words: Mapping[str, Set[str]]) -> bool:
    """Whether each word of *name* stands for itself beside the others: "tea bread", and not "corn oil"."""
    *before, last = name.split()
    ends = frozenset(forms_of(last, tag))
    alone = not (words["alone"] | words["heads"]).isdisjoint(before[-1:])
    one = ends & words["parts"] or (ends & words["heads"] and not alone) or words["pairs"] & set(forms_of(name, tag))
    return words["known"].issuperset(before) and bool(ends & words["known"]) and not one


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
    eaten = [s for s in first if net.field(s) in ("noun.food", "noun.substance")][:1]
    named = [list(net.members(s)) for s in eaten]
    usual = all(word in each[:_FIRST_NAMES] and _PLAIN.isdisjoint(each) for each in named)  # no "spice" itself
    return bool(usual and eaten and _above(eaten, net) & _PLAIN)


if __name__ == "__main__":
    wordnet = english_wordnet()
    assert wordnet is not None
    file = Path(sys.argv[1])
    tag = file.stem.partition("_")[2]
    table = word_table(file.with_name("words.yaml"))[tag]
    sets = {name: frozenset(table[name].split(" | ")) for name in ("known", "pairs", "heads", "alone", "parts")}
    file.write_text(_HEAD + "\n".join(names(wordnet, tag, sets)) + "\n", encoding="utf-8")
