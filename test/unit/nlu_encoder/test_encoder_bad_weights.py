"""Weights that can't be used are refused by name, and nothing else is."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder, EncoderUnavailable


def rewritten(source, target, *, change=None, about=None):
    """``source`` with some tensors or some of its metadata changed."""
    with safe_open(source, framework="np") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
        metadata = file.metadata() | (about or {})
    if change:
        change(tensors)
    save_file(tensors, target, metadata={k: v for k, v in metadata.items() if v is not None})
    return target


def refused(path, *parts):
    with pytest.raises(EncoderUnavailable) as caught:
        Encoder.load(path)
    message = str(caught.value)
    assert "\n" not in message
    for part in (str(path), *parts):
        assert part in message


def test_no_file(tmp_path):
    refused(tmp_path / "gone.safetensors", "no such file")


def test_a_folder(tmp_path):
    refused(tmp_path, "no such file")


@pytest.mark.parametrize("kept", [0, 7, 100, 0.5, 0.999])
def test_truncated(weights, tmp_path, kept):
    path = tmp_path / "cut.safetensors"
    data = weights.read_bytes()
    path.write_bytes(data[: kept if isinstance(kept, int) else int(len(data) * kept)])
    refused(path)


def test_not_weights_at_all(tmp_path):
    path = tmp_path / "text.safetensors"
    path.write_text("hello " * 1000)
    refused(path)


def test_larger_than_any(tmp_path):
    path = tmp_path / "huge.safetensors"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    refused(path, "larger")


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"version": "99"}, "version 99"),
        ({"version": None}, "version None"),
        ({"format": "other"}, "not weights of this encoder"),
        ({"shape": None}, "sizes"),
        ({"shape": "{"}, "sizes"),
        ({"shape": "{}"}, "sizes"),
    ],
)
def test_another_version(weights, tmp_path, about, said):
    refused(rewritten(weights, tmp_path / "w.safetensors", about=about), said)


@pytest.mark.parametrize("change", [{"width": 63}, {"width": -4}, {"heads": 0}, {"vocabulary": 10**9}])
def test_impossible_sizes(weights, tmp_path, change):
    with safe_open(weights, framework="np") as file:
        shape = json.dumps(json.loads(file.metadata()["shape"]) | change)
    refused(rewritten(weights, tmp_path / "w.safetensors", about={"shape": shape}), "sizes")


def _drop(tensors):
    del tensors["reader.0.qkv.weight"]


def _narrow(tensors):
    tensors["reader.0.qkv.weight"] = tensors["reader.0.qkv.weight"][:-1].copy()


def _kind(tensors):
    tensors["encoder.0.norm1.weight"] = tensors["encoder.0.norm1.weight"].astype(np.int64)


def _nan(tensors):
    tensors["fit.0.bias"][3] = np.nan


def _infinite_scale(tensors):
    tensors["words.scale"][3] = np.inf


def _vocabulary(tensors):
    tensors["vocabulary"] = tensors["vocabulary"][:-20].copy()


def _no_text(tensors):
    tensors["vocabulary"] = np.full(40, 0xFF, np.uint8)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_drop, "reader.0.qkv.weight is missing"),
        (_narrow, "reader.0.qkv.weight is int8"),
        (_kind, "encoder.0.norm1.weight is int64"),
        (_nan, "fit.0.bias holds values that are not finite"),
        (_infinite_scale, "words.scale holds values that are not finite"),
        (_vocabulary, "words in the vocabulary"),
        (_no_text, "not text"),
    ],
)
def test_wrong_tensors(weights, tmp_path, change, said):
    refused(rewritten(weights, tmp_path / "w.safetensors", change=change), said)


def test_a_copy_is_as_good(weights, tmp_path):
    shutil.copy(weights, tmp_path / "copy.safetensors")
    assert Encoder.load(tmp_path / "copy.safetensors").embed(["light"]).shape == (64,)


def test_doctor_says_what_is_missing(tmp_path, monkeypatch):
    from ovos_phal_plugin_jarvis.cli.doctor import _missing_weights

    assert _missing_weights() == []
    monkeypatch.setattr("ovos_phal_plugin_jarvis.nlu.encoder.encoder.DEFAULT", tmp_path / "gone.safetensors")
    (advice,) = _missing_weights()
    assert "gone.safetensors: no such file" in advice
    assert "pip install" in advice
