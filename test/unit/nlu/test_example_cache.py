"""Trained models are kept by content: read back where they fit, trained again where they are damaged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, training
from ovos_phal_plugin_jarvis.nlu.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

SAID = ("turn the kitchen lights off", "Send twenty dollars to Mike", "wake me at ten past six")


def test_a_kept_model_answers_alike_without_training(
    house: tuple[ToolDefinition, ...], tmp_path: Path, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = ExampleTranslator(house, cache_dir=tmp_path)
    wanted = [fresh.translate(said, context) for said in SAID]

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("trained again")

    monkeypatch.setattr(training, "train_classifier", refuse)
    monkeypatch.setattr(training, "train_tagger", refuse)
    kept = ExampleTranslator(house, cache_dir=tmp_path)
    assert [kept.translate(said, context) for said in SAID] == wanted


def test_a_new_tool_costs_only_itself(
    house: tuple[ToolDefinition, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ExampleTranslator(house[:-1], cache_dir=tmp_path).train()
    trained: list[int] = []
    original = training.train_tagger

    def count(*args: object) -> object:
        trained.append(1)
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(training, "train_tagger", count)
    ExampleTranslator(house, cache_dir=tmp_path).train()
    assert len(trained) == 1


def test_a_changed_example_is_learned(house: tuple[ToolDefinition, ...], tmp_path: Path) -> None:
    ExampleTranslator(house, cache_dir=tmp_path).train()
    before = len(list(tmp_path.rglob("*.model")))
    changed = replace(house[0], description="Something else.")
    ExampleTranslator([changed, *house[1:]], cache_dir=tmp_path).train()
    assert len(list(tmp_path.rglob("*.model"))) > before


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_trained_again(
    house: tuple[ToolDefinition, ...], tmp_path: Path, context: TranslationContext, damage: bytes | None
) -> None:
    wanted = ExampleTranslator(house, cache_dir=tmp_path).translate(SAID[0], context)
    for path in tmp_path.rglob("*.model"):
        path.write_bytes(path.read_bytes()[:-20] if damage is None else damage)
    assert ExampleTranslator(house, cache_dir=tmp_path).translate(SAID[0], context) == wanted


class Evil:
    def __reduce__(self) -> object:
        return print, ("let loose",)


def test_a_cache_file_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache = ModelCache(tmp_path)
    cache.store("x", Evil())
    assert cache.load("x", object) is None
    assert "let loose" not in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_no_failure(
    house: tuple[ToolDefinition, ...], tmp_path: Path, context: TranslationContext
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert ExampleTranslator(house[:1], cache_dir=blocked).translate("turn on the lights", context).calls


def test_fingerprints_tell_contents_apart(house: tuple[ToolDefinition, ...]) -> None:
    assert fingerprint(house) == fingerprint(tuple(house))
    assert fingerprint(house) != fingerprint(house[1:])
