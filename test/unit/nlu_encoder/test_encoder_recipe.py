"""What of the recipe needs no torch: the written tools are whole, and what is measured is counted right."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml

from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora, measuring
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.options import Options
from ovos_phal_plugin_jarvis.nlu.encoder.weights import DEFAULT, notice_of

PATHS = sorted(corpora.OWN_TOOLS.rglob("*.yaml"))
_OF_A_TOOL = {"name", "description", "descriptions", "parameters", "siblings", "utterances", "near"}
_OF_A_PARAMETER = {"name", "type", "description", "required", "enum", "says", "values"}


def entries(path):
    return yaml.load(path.read_text(encoding="utf-8"), corpora.LOADER)


def test_names_are_not_twice_in_a_file():
    names = [(path.stem, entry["name"]) for path in PATHS for entry in entries(path) if "text" not in entry]
    assert len(names) >= 700
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_every_written_tool_is_learned_from(path, tmp_path):
    (tmp_path / path.name).write_bytes(path.read_bytes())
    tools, nothing = corpora.authored(tmp_path)
    written = {entry["name"]: entry for entry in entries(path) if "text" not in entry}
    assert len(tools) + len(nothing) == len(entries(path))
    for tool in tools:
        assert len(tool.said) == len(written[tool.names[0]]["utterances"]), tool.key
        assert all(set(said.choices) <= {p.name for p in tool.parameters} for said in tool.said)


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_an_authors_slip_of_yaml_is_no_other_text(path):
    for entry in (e for e in entries(path) if "text" not in e):
        assert entry.keys() <= _OF_A_TOOL, entry["name"]
        for parameter in entry.get("parameters") or ():
            assert parameter.keys() <= _OF_A_PARAMETER, (entry["name"], parameter["name"])
            said = [one for every in (parameter.get("says") or {}).values() for one in every]
            assert not any(isinstance(one, bool) for one in said), (entry["name"], parameter["name"])


def test_tools_as_they_are_published_are_a_source_of_their_own(tmp_path):
    tool = "- {name: NAME, description: Switch a lamp, siblings: [fan], utterances: [lamp on]}"
    (tmp_path / "published").mkdir()
    (tmp_path / "a.yaml").write_text(tool.replace("NAME", "lamp"), encoding="utf-8")
    (tmp_path / "published" / "b.yaml").write_text(tool.replace("NAME", "lamp_power"), encoding="utf-8")
    own, published = corpora.authored(tmp_path)[0]
    assert (own.source, own.key, own.siblings) == ("own", "own:a:lamp", ["own:a:fan"])
    assert (published.source, published.key) == ("published", "published:b:lamp_power")
    assert published.siblings == ["published:b:fan"]


def test_held_out_domains_are_some_but_few():
    held = [path.stem for path in PATHS if corpora.held_out(path.stem)]
    assert len(held) == 17  # each of those that are named is there


def test_a_bool_and_an_enumeration(tmp_path):
    (tmp_path / "x.yaml").write_text(
        """
- name: lamp
  description: Switch a lamp
  parameters:
  - {name: lit, type: bool}
  - {name: color, type: string, enum: [red, blue], says: {red: [crimson]}}
  - {name: room, type: string, values: [attic]}
  siblings: [fan]
  near: [the lamp's broken]
  utterances:
  - make {room} {color}
  - {utterance: "light in {room}", implied: {lit: true, minutes: 5}}
  - make it {level}
- text: what a day
""",
        encoding="utf-8",
    )
    (tool,), nothing = corpora.authored(tmp_path)
    assert nothing == ["what a day"]
    assert [p.values for p in tool.parameters] == [("true", "false"), ("red", "blue"), ()]
    assert [s.template for s in tool.said] == ["make {room} {color}", "light in {room}"]
    assert tool.said[1].choices == {"lit": "true"}
    assert tool.said[1].unknown == {"minutes"}
    assert tool.siblings == ["own:x:fan"]
    assert tool.talk == [["the", "lamp's", "broken"]]


def test_words_and_what_comes_to_mind_with_them(tmp_path):
    (tmp_path / "w.txt").write_text("jot down: write, note\n\nno colon\nempty:\n", encoding="utf-8")
    assert corpora.associations(tmp_path) == [("jot down", ["write", "note"]), ("empty", [])]
    assert len(corpora.associations(corpora.OWN_WORDS)) >= 2000


def test_a_broken_file_is_told_and_left_out(tmp_path, caplog):
    (tmp_path / "bad.yaml").write_text("- name: [", encoding="utf-8")
    (tmp_path / "good.yaml").write_text("- {name: a, utterances: [do a]}", encoding="utf-8")
    tools, _ = corpora.authored(tmp_path)
    assert [t.key for t in tools] == ["own:good:a"]
    assert "bad.yaml" in caplog.text


def test_places_of_values():
    assert corpora.find_words(["a", "b", "c"], ["b", "c"]) == (1, 3)
    assert corpora.find_words(["a", "b"], ["c"]) is None
    assert corpora.find_words(["a"], []) is None


def test_f1():
    assert measuring.f1([({"a": "the cat"}, {"a": "cat"})]) == 1
    assert measuring.f1([({"a": "dog"}, {"a": "cat"})]) == 0
    assert measuring.f1([({"a": "cat", "b": "x"}, {"a": "cat"})]) == pytest.approx(2 / 3)
    assert measuring.f1([({"b": "anything"}, {"b": None})]) == 0  # not told: counts neither way


def test_filled():
    reading = Reading(
        0,
        1.0,
        0.7,
        {"a": [(1, 3, 0.9), (0, 0, 0.1)], "b": [(0, 0, 0.8), (0, 1, 0.2)]},
        {"c": [("red", 0.6), ("", 0.4)], "d": [("", 0.6), ("red", 0.4)]},
    )
    assert measuring.filled(reading, ["put", "the", "cat"]) == {"a": "the cat", "c": "red"}


def test_what_would_be_ignored_is_refused(tmp_path):
    options = Options(tmp_path, tmp_path)
    options.check()
    for given, told in (
        ({"blend": 0.5}, "--start"),
        ({"blend": 1.0, "start": tmp_path}, "share"),
        ({"taught_words": 0.2, "start": tmp_path}, "--taught-words"),
        ({"words": tmp_path, "start": tmp_path}, "--words"),
    ):
        with pytest.raises(ValueError, match=told):
            replace(options, **given).check()


def test_a_folder_of_output_goes_on_with_the_same_run_only(tmp_path):
    options = Options(tmp_path, tmp_path)
    options.claim()
    replace(options, workers=1, quick_every=3).claim()
    with pytest.raises(ValueError, match="--steps, --seed|--seed, --steps"):
        replace(options, steps=9, seed=2).claim()


def test_the_shipped_weights_say_what_they_are_of():
    told = notice_of(DEFAULT)
    assert "Schema-Guided Dialogue" in told and "CC BY-SA 4.0" in told and "all-MiniLM-L6-v2" in told
