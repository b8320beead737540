"""Tools in other languages, as the recipe learns from them: put into English word for word."""

from __future__ import annotations

import pytest
import yaml

from ovos_phal_plugin_jarvis.nlu.encoder.recipe.corpora import Tool
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.spoken import SPOKEN_TOOLS, spoken

BOAT = """
- name: boot_mieten
  description: Mietet ein Boot für eine Dauer.
  english: Rents a boat for some time.
  parameters:
    - {name: boot, english: boat, type: string, description: Welches Boot, english_description: which boat,
       required: true, values: [den roten kahn, im grünen kanu]}
    - {name: art, english: kind, type: enum, description: Welche Art, english_description: which kind,
       enum: [rudern, segeln], values: {rudern: [zum rudern], segeln: [zum segeln]}}
  utterances:
    - miete bitte {boot}
    - ich brauche {boot} {art}
    - nimm {ohne_werte}
  near: [das boot war heute schnell]
"""


@pytest.fixture(scope="module")
def boat(tmp_path_factory: pytest.TempPathFactory) -> list[Tool]:
    folder = tmp_path_factory.mktemp("tools")
    (folder / "de.yaml").write_text(BOAT, encoding="utf-8")
    (folder / "xx.yaml").write_text(BOAT, encoding="utf-8")  # nobody has a dictionary of that
    return spoken(folder, seed=1)


def test_each_is_told_in_its_authors_words_and_in_english(boat: list[Tool]) -> None:
    own, english = boat
    assert english.descriptions == ["Rents a boat for some time."]
    assert [p.name for p in english.parameters] == ["boat", "kind"]
    assert "boot" not in own.descriptions[0].split()
    assert own.groups == english.groups, "neither is a wrong answer for the other"
    assert own.talk == english.talk == [[*own.talk[0]]]


def test_a_text_is_where_its_words_are_without_what_leads_to_it(boat: list[Tool]) -> None:
    english = boat[1]
    texts = {" ".join(said.words[slice(*said.spans["boat"])]) for said in english.said}
    assert all(len(text.split()) >= 2 for text in texts)
    assert not any(text.startswith(("in ", "at ", "on ")) for text in texts)


def test_a_value_of_a_few_is_chosen_and_no_text(boat: list[Tool]) -> None:
    own, english = boat
    chosen = [said for said in english.said if said.choices]
    assert chosen and all("kind" not in said.spans for said in chosen)
    values = {p.name: p.values for p in english.parameters}["kind"]
    assert {value for said in chosen for value in said.choices.values()} <= set(values)
    assert len(own.said) == len(english.said) == 8, "what names no values is left out"


def test_those_that_come_along_are_whole() -> None:
    for path in sorted(SPOKEN_TOOLS.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            told = {p["name"] for p in entry["parameters"]}
            for p in entry["parameters"]:
                assert p["english"] and p["english_description"], (path.stem, entry["name"], p["name"])
            for line in entry["utterances"]:
                named = set(str(line).replace("}", "{").split("{")[1::2])
                assert named <= told, (path.stem, entry["name"], line)
