"""The file of weights: what must be in it, reading it, refusing it by name, and writing one."""

from __future__ import annotations

import json
import mmap
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

VERSION = 1
"""Of the network's form: weights of another version don't fit this code."""

DEFAULT = Path(__file__).parent / "data" / "encoder_en.safetensors"
LARGEST = 64 * 2**20  # bytes of a file that is opened at all

_TABLES = {"words", "ngrams"}
"""Tensors that are by far the largest, and of which an utterance needs a few rows."""

Tensors = dict[str, npt.NDArray[Any]]


class EncoderUnavailable(Exception):
    """There are no usable weights; the message names the file and what is wrong with it."""


@dataclass(frozen=True)
class Shape:
    """Sizes of a network."""

    vocabulary: int
    buckets: int
    word: int
    width: int
    heads: int
    encoder_layers: int
    reader_layers: int
    inner: int
    similarity: int
    reach: int
    flags: int = 4
    kinds: int = 4
    types: int = 9

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Name and shape of each tensor of the network itself."""
        d, s = self.width, self.similarity
        out: dict[str, tuple[int, ...]] = {
            "embed.weight": (d, 3 * self.word),
            "embed.bias": (d,),
            "kind.weight": (self.kinds, d),
            "types.weight": (self.types, d),
            "required.weight": (2, d),
            "flag.weight": (self.flags, d),
            "segment.weight": (3, d),
            "encoder.norm.weight": (d,),
            "pool.weight": (1, d),
            "pooled.weight": (s, d),
            "token.weight": (s, d),
            "importance.weight": (1, d),
            "similarity.scale": (2,),
            "reader.norm.weight": (d,),
            "fit.0.weight": (d, d),
            "fit.0.bias": (d,),
            "fit.2.weight": (1, d),
            "fit.2.bias": (1,),
            "fit.similarity": (2,),
            "span.parameter.weight": (3 * s, d),
            "span.word.weight": (3 * s, d),
            "span.absent.weight": (1, d),
            "span.absent.bias": (1,),
            "choice.parameter.weight": (s, d),
            "choice.value.weight": (s, d),
            "choice.word.weight": (s, d),
            "choice.said.weight": (s, d),
            "choice.match": (3,),
            "choice.absent.weight": (1, d),
            "choice.absent.bias": (1,),
            "calibration": (2,),
        }
        for part, layers, buckets in (
            ("encoder", self.encoder_layers, 2 * self.reach + 1),
            ("reader", self.reader_layers, 2 * self.reach + 1 + 12),
        ):
            for i in range(layers):
                out |= {
                    f"{part}.{i}.norm1.weight": (d,),
                    f"{part}.{i}.qkv.weight": (3 * d, d),
                    f"{part}.{i}.out.weight": (d, d),
                    f"{part}.{i}.relative.weight": (buckets, self.heads),
                    f"{part}.{i}.norm2.weight": (d,),
                    f"{part}.{i}.ff1.weight": (self.inner, d),
                    f"{part}.{i}.ff1.bias": (self.inner,),
                    f"{part}.{i}.ff2.weight": (d, self.inner),
                }
        return out


def quantised(name: str, shape: tuple[int, ...]) -> bool:
    """Whether a tensor stands in the file as int8 rows with a scale each."""
    return len(shape) == 2 and shape[0] * shape[1] >= 4096


def read(path: Path) -> tuple[Shape, Tensors]:
    """The network's sizes and tensors: matrices of the network as float32, the two word tables as int8 with scales.

    Raises ``EncoderUnavailable`` for a file that is absent, truncated, of another version or shape, or not
    finite.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise EncoderUnavailable(f"{path}: the package safetensors is missing: {error}") from error
    if not path.is_file():
        raise EncoderUnavailable(f"{path}: no such file")
    if path.stat().st_size > LARGEST:
        raise EncoderUnavailable(f"{path}: larger than {LARGEST >> 20} MB, so no weights of this encoder")
    try:
        with safe_open(path, framework="np") as file:
            about = file.metadata() or {}
            shape = _shape(path, about)
            names = set(file.keys())
            found: Tensors = {name: file.get_tensor(name) for name in names - _TABLES}
        found |= {name: _mapped(path, name) for name in names & _TABLES}
    except (SafetensorError, OSError, ValueError, TypeError, KeyError) as error:
        raise EncoderUnavailable(f"{path}: not readable as safetensors: {error}") from error
    return shape, _checked(path, shape, found)


def _mapped(path: Path, name: str) -> npt.NDArray[Any]:
    """The table *name* as it stands in the file: what of it is asked for is shared between processes."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        told = json.loads(file.read(size))[name]
    if told["dtype"] != "I8":
        raise ValueError(f"{name} is {told['dtype']}, not I8")
    return np.asarray(np.memmap(path, np.int8, "r", 8 + size + told["data_offsets"][0], tuple(told["shape"])))


def let_go(table: npt.NDArray[Any]) -> None:
    """Let the system have back what of *table* was read, where it stands in a file (:func:`read`): it is read from
    there again when it is asked for. Nothing where the system can't."""
    owner: object = table
    while isinstance(owner, np.ndarray):
        owner = owner.base
    if isinstance(owner, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        owner.madvise(mmap.MADV_DONTNEED)


def _shape(path: Path, about: Mapping[str, str]) -> Shape:
    if about.get("format") != "ovos-jarvis-encoder":
        raise EncoderUnavailable(f"{path}: not weights of this encoder")
    if about.get("version") != str(VERSION):
        raise EncoderUnavailable(
            f"{path}: weights of version {about.get('version')}, this code reads version {VERSION}"
        )
    try:
        sizes = json.loads(about["shape"])
        shape = Shape(**{f.name: int(sizes[f.name]) for f in fields(Shape)})
    except (KeyError, ValueError, TypeError) as error:
        raise EncoderUnavailable(f"{path}: the sizes of the network are missing or wrong: {error}") from error
    if min(asdict(shape).values()) < 1 or max(asdict(shape).values()) > 1_000_000 or shape.width % shape.heads:
        raise EncoderUnavailable(f"{path}: impossible sizes {asdict(shape)}")
    return shape


def _checked(path: Path, shape: Shape, found: Tensors) -> Tensors:
    out: Tensors = {}

    def take(name: str, dims: tuple[int, ...], kinds: str = "f") -> npt.NDArray[Any]:
        if name not in found:
            raise EncoderUnavailable(f"{path}: {name} is missing")
        tensor = found[name]
        if tensor.shape != dims or tensor.dtype.kind not in kinds:
            raise EncoderUnavailable(f"{path}: {name} is {tensor.dtype}{list(tensor.shape)}, not {list(dims)}")
        if tensor.dtype.kind == "f" and not np.isfinite(tensor).all():
            raise EncoderUnavailable(f"{path}: {name} holds values that are not finite")
        return tensor

    for name, dims in shape.tensors().items():
        if quantised(name, dims):
            scale = take(f"{name}.scale", dims[:1]).astype(np.float32)
            out[name] = take(name, dims, "i").astype(np.float32) * scale[:, None]
        else:
            out[name] = take(name, dims).astype(np.float32)
    for name, rows in (("words", shape.vocabulary), ("ngrams", shape.buckets)):
        out[name] = take(name, (rows, shape.word), "i")
        out[f"{name}.scale"] = take(f"{name}.scale", (rows,)).astype(np.float32)
    if "vocabulary" not in found or found["vocabulary"].dtype != np.uint8 or found["vocabulary"].ndim != 1:
        raise EncoderUnavailable(f"{path}: the vocabulary is missing")
    try:
        words = found["vocabulary"].tobytes().decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise EncoderUnavailable(f"{path}: the vocabulary is not text: {error}") from error
    if len(words) != shape.vocabulary:
        raise EncoderUnavailable(f"{path}: {len(words)} words in the vocabulary, not {shape.vocabulary}")
    out["vocabulary"] = np.array(words, dtype=object)
    return out


def notice_of(path: Path) -> str:
    """The notice of licence in weights that :func:`write` wrote; "" if it has none."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        return str((file.metadata() or {}).get("note", ""))


def quantise(matrix: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float16]]:
    """``matrix`` as int8 rows and a scale for each row."""
    largest = np.abs(matrix).max(axis=1)
    scale = np.maximum(largest / 127, 1e-7).astype(np.float16)
    rows = np.clip(np.rint(matrix / np.maximum(scale.astype(np.float32), 1e-7)[:, None]), -127, 127).astype(np.int8)
    return rows, scale


def write(path: Path, shape: Shape, tensors: Mapping[str, npt.NDArray[Any]], vocabulary: list[str], note: str) -> None:
    """Write weights. ``tensors`` are floats, the two word tables among them; ``note`` is the notice of licence."""
    from safetensors.numpy import save_file

    out: Tensors = {"vocabulary": np.frombuffer("\n".join(vocabulary).encode(), np.uint8)}
    for name, dims in (
        shape.tensors() | {"words": (shape.vocabulary, shape.word), "ngrams": (shape.buckets, shape.word)}
    ).items():
        if quantised(name, dims) or name in ("words", "ngrams"):
            out[name], out[f"{name}.scale"] = quantise(np.asarray(tensors[name], np.float32))
        else:
            out[name] = np.asarray(tensors[name], np.float32)
    about = {"format": "ovos-jarvis-encoder", "version": str(VERSION), "shape": json.dumps(asdict(shape)), "note": note}
    save_file(out, path, metadata=about)
