"""Trained models are kept by content: read back where they fit, trained again where they are damaged."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning import alignment, kept, linear, second_opinion, tagger, training
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE, Item
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext
from processes import MODELS

_NEVER = [0, 1, "date", {"day": [[], False, "never", None, ""]}]
_NO_PART = [0, 1, "date", {"day": [[], False, None, None, 3]}]
SAID = ("turn the kitchen lights off", "Send twenty dollars to Mike", "wake me at ten past six")


def test_a_kept_model_answers_alike_without_training(
    house: tuple[ToolDefinition, ...], tmp_path: Path, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = ExampleTranslator(house, cache_dir=tmp_path)
    wanted = [fresh.translate(said, context) for said in SAID]

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("trained again")

    monkeypatch.setattr(linear, "_learned", refuse)
    monkeypatch.setattr(training, "align", refuse)
    monkeypatch.setattr(second_opinion, "example_vectors", refuse)
    kept = ExampleTranslator(house, cache_dir=tmp_path)
    assert [kept.translate(said, context) for said in SAID] == wanted


def test_a_new_tool_costs_only_itself(
    house: tuple[ToolDefinition, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ExampleTranslator(house[:-1], cache_dir=tmp_path).train()
    trained: list[int] = []
    original = tagger.Tagger.trained

    def count(*args: object) -> object:
        trained.append(1)
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(tagger.Tagger, "trained", count)
    ExampleTranslator(house, cache_dir=tmp_path).train()
    assert len(trained) == 1


def test_utterances_ranked_together_rank_as_each_alone(
    house: tuple[ToolDefinition, ...],
) -> None:
    trained = training.train(house, "en-us", ModelCache(MODELS))
    assert trained.intent is not None
    said = ["turn it on please", "what time is it", "a word that nobody said", "three and a half"]
    items = [Item(hear(text, "en-us", EPOCH), NONE) for text in said]
    assert list(trained.intent.rank_all(items)) == [trained.intent.rank(item.heard) for item in items]


@pytest.fixture(scope="module")
def learned(
    house: tuple[ToolDefinition, ...], context: TranslationContext, tmp_path_factory: pytest.TempPathFactory
) -> tuple[tuple[ToolDefinition, ...], Path, Translation]:
    """Two tools, where they were learned to, and what they make of the first words."""
    tools, folder = house[:2], tmp_path_factory.mktemp("learned")
    return tools, folder, ExampleTranslator(tools, cache_dir=folder).translate(SAID[0], context)


def test_a_changed_example_is_learned(
    learned: tuple[tuple[ToolDefinition, ...], Path, Translation], tmp_path: Path
) -> None:
    tools, folder, _ = learned
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    before = len(list(tmp_path.rglob("*.safetensors")))
    changed = replace(tools[0], description="Something else.")
    ExampleTranslator([changed, *tools[1:]], cache_dir=tmp_path).train()
    assert len(list(tmp_path.rglob("*.safetensors"))) > before


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_trained_again(
    learned: tuple[tuple[ToolDefinition, ...], Path, Translation],
    tmp_path: Path,
    context: TranslationContext,
    damage: bytes | None,
) -> None:
    tools, folder, wanted = learned
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.rglob("*.safetensors"):
        path.write_bytes(path.read_bytes()[:-20] if damage is None else damage)
    assert ExampleTranslator(tools, cache_dir=tmp_path).translate(SAID[0], context) == wanted


class Evil:
    def __reduce__(self) -> object:
        return print, ("let loose",)


def test_a_cache_file_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache = ModelCache(tmp_path)
    cache.store("x", {"a": 1}, {"b": np.zeros(2, np.float32)})
    (path,) = tmp_path.rglob("*.safetensors")
    path.write_bytes(pickle.dumps(Evil()))
    assert cache.load("x") is None
    assert "let loose" not in capsys.readouterr().out


def _nan(arrays: dict[str, Any]) -> None:
    name = next(name for name in arrays if name.endswith("/weights"))
    arrays[name] = np.full_like(arrays[name], np.nan)


def _outside(arrays: dict[str, Any]) -> None:
    name = next(name for name in arrays if name.endswith("/places"))
    arrays[name] = np.full_like(arrays[name], 60_000)


def _type(arrays: dict[str, Any]) -> None:
    name = next(name for name in arrays if name.endswith("/starts"))
    arrays[name] = arrays[name].astype(np.float32)


def _shape(arrays: dict[str, Any]) -> None:
    name = next(name for name in arrays if name.endswith("/starts"))
    arrays[name] = arrays[name][:-1]


def _none(arrays: dict[str, Any]) -> None:
    arrays.clear()


@pytest.mark.parametrize("poison", [_nan, _outside, _type, _shape, _none])
def test_arrays_that_are_no_model_are_refused(
    learned: tuple[tuple[ToolDefinition, ...], Path, Translation],
    tmp_path: Path,
    context: TranslationContext,
    poison: Callable[[dict[str, Any]], None],
) -> None:
    tools, folder, wanted = learned
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.rglob("*.safetensors"):
        with safe_open(path, framework="numpy") as file:
            meta, arrays = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        poison(arrays)
        save_file(arrays, path, metadata=meta)
    assert ExampleTranslator(tools, cache_dir=tmp_path).translate(SAID[0], context) == wanted


@pytest.mark.parametrize("poison", [None, ["a"], {"a": 0}, {"a": "1"}, {"a": 1.5}])
def test_counts_that_are_none_are_refused(poison: Any) -> None:
    assert kept.counts_from({"known": {"a": 2}})["a"] == 2
    with pytest.raises(linear.ModelError, match="known: "):
        kept.counts_from({"known": poison})


@pytest.mark.parametrize(
    "poison",
    [
        [],
        {"examples": [], "counts": {"nobody's": [["text", 1]]}},
        {"examples": [[10_000, "x", "2026-01-05", [], [], []]], "counts": {}},
        {"examples": [[0, "turn it on", "2026-01-05", [], [[0, 99, "action"]], []]], "counts": {}},
        {"examples": [[0, "turn it on", "2026-01-05", [_NEVER], [], []]], "counts": {}},
        {"examples": [[0, "turn it on", "2026-01-05", [_NO_PART], [], []]], "counts": {}},
        {"examples": [[0, "turn it on", "today", [], [], []]], "counts": {}},
        {"examples": [[0, "turn it on", "2026-01-05", [], [], ["nobody's"]]], "counts": {}},
    ],
)
def test_an_alignment_that_is_none_is_made_again(
    learned: tuple[tuple[ToolDefinition, ...], Path, Translation], poison: Any
) -> None:
    tools, _, _ = learned
    made = alignment.align(tools[0], "en-us")
    kept = json.loads(json.dumps(alignment.packed(made, tools[0], "en-us")))
    assert alignment.unpacked(kept, tools[0], "en-us") == made
    with pytest.raises(ValueError, match="examples: "):
        alignment.unpacked(poison, tools[0], "en-us")


def test_an_alignment_with_the_part_of_a_day_is_kept() -> None:
    said = ToolExample("open the hall friday night", {"day": "2026-12-04"})
    hall = ToolDefinition("open_hall", "Opens the hall.", "new", {"type": "object"}, {}, examples=(said,))
    made = alignment.align(hall, "en-us")
    assert [x.value.part for x in made.examples[0].heard.mentions] == ["night"]
    assert alignment.packed(made, hall, "en-us") is not None


def test_a_new_tool_answers_before_it_is_learned(
    house: tuple[ToolDefinition, ...], context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = having_learned(house)
    wanted = old.translate(SAID[0], context)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("trained while somebody waits")

    monkeypatch.setattr(training, "train", refuse)
    roll = ToolDefinition("roll_dice", "Roll a dice.", "new", {"type": "object"}, {})
    new = ExampleTranslator((*house, roll), waits=False, before=old)
    assert new.translate(SAID[0], context).calls == wanted.calls
    assert [call.name for call in new.translate("roll the dice", context).calls] == ["roll_dice"]


def test_a_folder_that_cannot_be_written_is_no_failure(
    house: tuple[ToolDefinition, ...], tmp_path: Path, context: TranslationContext
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert ExampleTranslator(house[:1], cache_dir=blocked).translate("turn on the lights", context).calls


def test_fingerprints_tell_contents_apart(house: tuple[ToolDefinition, ...]) -> None:
    assert fingerprint(house) == fingerprint(tuple(house))
    assert fingerprint(house) != fingerprint(house[1:])
