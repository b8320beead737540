"""A model and its context in llama.cpp, through the C interface that llama-cpp-python publishes.

Not safe for threads: the one thread that opens it uses and closes it. Every call counts its time in
:attr:`LlamaModel.native_seconds`, so that what is spent around llama.cpp can be told from what is spent in it.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from ovos_phal_plugin_jarvis.llm.engines.base import ModelInfo
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineUnavailable, ModelLoadError
from ovos_phal_plugin_jarvis.llm.engines.llama.log import error_messages, reason
from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE
from ovos_phal_plugin_jarvis.llm.grammar.matching import Vocabulary

INSTALL_HINT = "llama-cpp-python or llguidance is not installed: pip install ovos-phal-plugin-jarvis[llama]"
_BATCH = 512
_BYTES_OF_A_VALUE = 2
"""Of keys and values in the context."""
_FIXES = {
    "corrupted": "; download it again",
    "unknown model architecture": "; use another model, or a newer llama-cpp-python",
}
"""What can be done about llama.cpp's reasons."""


class Stopped(Exception):
    """llama.cpp gave up the computation because it was told to."""


def is_installed() -> bool:
    """Whether llama-cpp-python, and llguidance that holds its replies to a grammar, can be imported."""
    return all(importlib.util.find_spec(name) is not None for name in ("llama_cpp", "llguidance"))


def check_file(path: Path) -> None:
    """
    Raises:
        ModelLoadError: *path* is plainly no GGUF file.
    """
    if path.is_dir():
        raise ModelLoadError(f"{path} is a folder: llm.model has to name a .gguf file in it")
    if not path.exists():
        raise ModelLoadError(f"{path} does not exist: set llm.model to a .gguf file")
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelLoadError(f"{path} cannot be read: {error.strerror}") from error
    if magic != b"GGUF":
        raise ModelLoadError(f"{path} is no GGUF file (it begins with {magic!r})")


def file_identity(path: Path) -> str:
    """A digest that changes when another model is put in the file's place."""
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        for offset in (0, size // 2, max(0, size - 65536)):
            file.seek(offset)
            digest.update(file.read(65536))
    return digest.hexdigest()


def physical_cores(root: Path = Path("/sys/devices/system/cpu")) -> int:
    """Cores that this process may use, two threads of one core counted once: more only wait for each other."""
    try:
        usable = sorted(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return max(1, (os.cpu_count() or 2) // 2)
    cores = set()
    for cpu in usable:
        topology = root / f"cpu{cpu}" / "topology"
        try:
            cores.add(tuple((topology / name).read_text().strip() for name in ("physical_package_id", "core_id")))
        except OSError:
            cores.add((f"cpu{cpu}",))  # where the system tells nothing, each counts
    return max(1, len(cores))


def available_memory(table: Path = Path("/proc/meminfo")) -> int | None:
    """Bytes that can be had without ending anything; None where the system does not tell."""
    try:
        line = next(line for line in table.read_text().splitlines() if line.startswith("MemAvailable:"))
        return int(line.split()[1]) * 1024
    except (OSError, StopIteration, IndexError, ValueError):
        return None


class LlamaModel:
    """An open model."""

    def __init__(
        self,
        path: Path,
        *,
        n_ctx: int,
        n_gpu_layers: int = -1,
        threads: int | None = None,
        progress: Callable[[float], bool] | None = None,
    ):
        """
        Args:
            n_ctx: tokens of the context window; cut to what the model was trained for.
            threads: for computing; None is one for each physical core.
            progress: called with 0 … 1 while loading; False stops it.

        Raises:
            EngineUnavailable: llama-cpp-python or llguidance is missing.
            ModelLoadError: the file cannot be used; the message has llama.cpp's reason.
        """
        check_file(path)
        try:
            import llama_cpp
            import llguidance  # noqa: F401 - found missing here, and not at the first request
        except (ImportError, OSError, RuntimeError) as error:
            broken = f"llama-cpp-python is broken: {error}"
            raise EngineUnavailable(broken if is_installed() else INSTALL_HINT) from error
        self._lib: Any = llama_cpp
        self.native_seconds = 0.0
        self._model: Any = None
        self._context: Any = None
        self._logits: tuple[int, Any] | None = None
        self.path = path
        try:
            # Before it is opened: another file may be put in its place at any time after.
            self.identity = file_identity(path)
        except OSError as error:
            raise ModelLoadError(f"{path} cannot be read: {error.strerror}") from error
        # llama.cpp's messages are kept to explain a failure, and do not go to the process's stderr.
        with error_messages(llama_cpp) as messages:
            self._open(path, n_ctx, n_gpu_layers, threads, progress, messages)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._one = (llama_cpp.llama_token * 1)()
        self._one_batch = llama_cpp.llama_batch_get_one(self._one, 1)
        self._read_vocabulary()

    def _open(
        self,
        path: Path,
        n_ctx: int,
        n_gpu_layers: int,
        threads: int | None,
        progress: Callable[[float], bool] | None,
        messages: list[str],
    ) -> None:
        lib = self._lib
        lib.llama_backend_init()
        params = lib.llama_model_default_params()
        params.n_gpu_layers = n_gpu_layers if n_gpu_layers >= 0 else 0x7FFFFFFF
        if progress is not None:
            self._progress = lib.llama_progress_callback(lambda part, _: progress(part))
            params.progress_callback = self._progress
        self._model = lib.llama_model_load_from_file(str(path).encode(), params)
        if not self._model:
            why = reason(messages)
            fix = next((fix for word, fix in _FIXES.items() if word in why), "")
            raise ModelLoadError(f"{path} cannot be loaded: {why}{fix}")
        trained = lib.llama_model_n_ctx_train(self._model)
        options = lib.llama_context_default_params()
        options.n_ctx = min(n_ctx, trained) if trained > 0 else n_ctx
        self._check_memory(path, options.n_ctx)
        options.n_batch = options.n_ubatch = min(_BATCH, options.n_ctx)
        if not lib.llama_supports_gpu_offload() and hasattr(options, "flash_attn_type"):
            # On a CPU the plain product of matrices is faster (measured: 1.3 times for one token, 2.4 times for
            # 40 at 4,000 tokens of context); it needs more memory, which a smaller batch makes up for.
            options.flash_attn_type = 0
            options.n_ubatch = min(_BATCH // 2, options.n_ctx)
        options.no_perf = True
        options.n_threads = options.n_threads_batch = threads or physical_cores()
        # A flag that native code reads: a Python callback at every node of the graph would cost more than
        # a small model's arithmetic. `atoi` has the callback's signature and looks at the flag.
        self._stop = ctypes.create_string_buffer(b"0", 2)
        self._abort = ctypes.cast(ctypes.CDLL(None).atoi, lib.ggml_abort_callback)
        options.abort_callback = self._abort
        options.abort_callback_data = ctypes.cast(self._stop, ctypes.c_void_p)
        self._context = lib.llama_init_from_model(self._model, options)
        if not self._context:
            self.close()
            raise ModelLoadError(
                f"{path} loads, but there is no memory for a context of {n_ctx} tokens: lower llm.n_ctx"
                f" ({reason(messages)})"
            )
        self.n_ctx = int(lib.llama_n_ctx(self._context))
        self.vocab = lib.llama_model_get_vocab(self._model)

    def _check_memory(self, path: Path, n_ctx: int) -> None:
        """
        Raises:
            ModelLoadError: the context alone would need more than there is. The system would promise it all the same,
                and end this or another process once it is written to.
        """
        lib, model = self._lib, self._model
        there = available_memory()
        if there is None or lib.llama_supports_gpu_offload():
            return
        head = lib.llama_model_n_embd(model) / max(1, lib.llama_model_n_head(model))
        values = 2 * lib.llama_model_n_layer(model) * lib.llama_model_n_head_kv(model) * head
        needed = int(n_ctx * values * _BYTES_OF_A_VALUE)
        # A sliding window keeps fewer: half of what full attention takes is too much for any.
        if needed / 2 > there:
            self.close()
            raise ModelLoadError(
                f"{path} loads, but a context of {n_ctx} tokens needs {needed / 1e9:.1f} GB of memory, and "
                f"{there / 1e9:.1f} GB are left: lower llm.n_ctx"
            )

    def _read_vocabulary(self) -> None:
        lib, vocab = self._lib, self.vocab
        self.n_vocab = int(lib.llama_vocab_n_tokens(vocab))
        buffer = ctypes.create_string_buffer(512)
        self.pieces: list[bytes] = []
        self.end_tokens: list[int] = []
        self.control_tokens: list[int] = []
        """Tokens that mark structure, and those that could never be part of valid text."""
        self._spelling: dict[bytes, int] = {}
        """The token that writes these bytes and nothing else."""
        no_text = lib.LLAMA_TOKEN_ATTR_UNKNOWN | lib.LLAMA_TOKEN_ATTR_UNUSED
        for token in range(self.n_vocab):
            size = lib.llama_token_to_piece(vocab, token, buffer, 512, 0, True)
            piece = buffer.raw[: max(size, 0)]
            self.pieces.append(piece)
            if lib.llama_vocab_is_eog(vocab, token):
                self.end_tokens.append(token)
            elif lib.llama_vocab_is_control(vocab, token) or lib.llama_vocab_get_attr(vocab, token) & no_text:
                self.control_tokens.append(token)
            else:
                self._spelling[piece] = token
        self.bos = int(lib.llama_vocab_bos(vocab)) if lib.llama_vocab_get_add_bos(vocab) else None
        self._marks = frozenset((*self.control_tokens, *self.end_tokens))
        # A mark round a text in the arguments stands in the grammar as a text, whether it is one token or several.
        self._mark = next((token for token in self.control_tokens if self.pieces[token] == ESCAPE.encode()), None)
        control = [token for token in self.control_tokens if token != self._mark]
        self.vocabulary = Vocabulary(self.pieces, self.end_tokens, control, self._written)

    def info(self) -> ModelInfo:
        """The file's metadata, the long lists left out."""
        lib, buffer = self._lib, ctypes.create_string_buffer(65536)
        metadata: dict[str, str] = {}
        for index in range(lib.llama_model_meta_count(self._model)):
            lib.llama_model_meta_key_by_index(self._model, index, buffer, len(buffer))
            key = buffer.value.decode("utf-8", "replace")
            lib.llama_model_meta_val_str_by_index(self._model, index, buffer, len(buffer))
            metadata[key] = buffer.value.decode("utf-8", "replace")
        return ModelInfo(
            architecture=metadata.get("general.architecture", ""),
            name=metadata.get("general.name", ""),
            chat_template=metadata.get("tokenizer.chat_template", ""),
            context_length=self.n_ctx,
            vocabulary=self.n_vocab,
            path=str(self.path),
            identity=self.identity,
            metadata=metadata,
        )

    def tokenize(self, text: str, special: bool) -> tuple[int, ...]:
        """The tokens of *text*; control tokens in it are recognised only if *special*."""
        data = text.encode("utf-8", "replace")
        size = len(data) + 16
        array = (self._lib.llama_token * size)()
        start = perf_counter()
        count = self._lib.llama_tokenize(self.vocab, data, len(data), array, size, False, special)
        self.native_seconds += perf_counter() - start
        if count < 0:
            raise ModelLoadError(f"the model's tokenizer failed on {text[:40]!r}")
        return tuple(array[:count])

    def plain(self, text: str) -> tuple[int, ...]:
        """Tokens that write *text* and nothing else, none of them a control token.

        A SentencePiece vocabulary puts a space before what it is given (Llama 2, Mistral 7B), and takes its own sign
        for a space for one. What its tokenizer can't write is written byte by byte.

        Raises:
            ModelLoadError: this vocabulary can't write *text*.
        """
        tokens = self._without_space_before(text, self.tokenize(text, False))
        if b"".join(self.pieces[token] for token in tokens) == text.encode():
            return tokens
        spelled = self._spelled(text.encode())
        if spelled is None:
            raise ModelLoadError(f"{self.path}: the model's tokenizer makes another text of {text[:40]!r}")
        return tuple(spelled)

    def _written(self, text: str) -> tuple[int, ...]:
        """Tokens that write *text* as :meth:`plain` does, with the mark round texts as the family was taught it."""
        if self._mark is None or ESCAPE not in text:
            return self.plain(text)
        tokens: list[int] = []
        for at, part in enumerate(text.split(ESCAPE)):
            tokens += [self._mark] * bool(at)
            tokens += self.plain(part) if part else ()
        return tuple(tokens)

    def continuing(self, text: str, special: bool = True) -> tuple[int, ...]:
        """The tokens of *text* as :meth:`tokenize` has them, where it goes on in a text: no space is put before it."""
        return self._without_space_before(text, self.tokenize(text, special))

    def marks(self, token: int) -> bool:
        """Whether *token* marks structure and is no part of a text."""
        return token in self._marks

    def _without_space_before(self, text: str, tokens: tuple[int, ...]) -> tuple[int, ...]:
        first = self.pieces[tokens[0]] if tokens else b""
        written, spaces = b"".join(self.pieces[token] for token in tokens), len(text) - len(text.lstrip(" "))
        if not written.startswith(b" " * (spaces + 1)):
            return tokens
        spelled = self._spelled(first[1:])
        return tokens if spelled is None else (*spelled, *tokens[1:])

    def _spelled(self, text: bytes) -> list[int] | None:
        """Tokens that write *text*, the longest first; None where a byte has none."""
        tokens = []
        while text:
            size = next((n for n in range(len(text), 0, -1) if text[:n] in self._spelling), 0)
            if not size:
                return None
            tokens.append(self._spelling[text[:size]])
            text = text[size:]
        return tokens

    def beginnings(self, text: str) -> list[int]:
        """The tokens that write a beginning of *text*."""
        data = text.encode()
        return [self._spelling[data[:n]] for n in range(1, len(data) + 1) if data[:n] in self._spelling]

    def evaluate(self, tokens: Sequence[int]) -> int:
        """Read *tokens* after what the context holds; returns how many were read before it was told to stop.

        Raises:
            Stopped: :meth:`stop` was called meanwhile.
            EngineUnavailable: llama.cpp failed.
        """
        start = perf_counter()
        if len(tokens) == 1:
            self._one[0] = tokens[0]
            code = self._lib.llama_decode(self._context, self._one_batch)
            self.native_seconds += perf_counter() - start
        else:
            code = 0
            for at in range(0, len(tokens), _BATCH):
                part = tokens[at : at + _BATCH]
                array = (self._lib.llama_token * len(part))(*part)
                start = perf_counter()
                code = self._lib.llama_decode(self._context, self._lib.llama_batch_get_one(array, len(part)))
                self.native_seconds += perf_counter() - start
                if code != 0 or self._stop.raw[0] != 48:
                    break
        if self._stop.raw[0] != 48:
            raise Stopped
        if code != 0:
            raise EngineUnavailable(f"llama.cpp could not decode (code {code})")
        return len(tokens)

    def forget(self, keep: int) -> bool:
        """Drop what the context holds after its first *keep* tokens; False where this model cannot do that."""
        if keep == 0:
            self._lib.llama_memory_clear(self._memory, True)
            return True
        return bool(self._lib.llama_memory_seq_rm(self._memory, 0, keep, -1))

    def logits(self) -> Any:
        """The scores of the next token as an array, indexed by token; valid until the next :meth:`evaluate`."""
        start = perf_counter()
        scores = self._lib.llama_get_logits_ith(self._context, -1)  # which waits for the computation
        self.native_seconds += perf_counter() - start
        address = ctypes.addressof(scores.contents)
        if self._logits is None or address != self._logits[0]:
            import numpy as np

            self._logits = (address, np.ctypeslib.as_array(scores, shape=(self.n_vocab,)))
        return self._logits[1]

    def stop(self) -> None:
        """Have a running :meth:`evaluate` end soon. May be called from any thread."""
        self._stop[0] = b"1"

    def resume(self) -> None:
        """Take :meth:`stop` back."""
        self._stop[0] = b"0"

    def save_state(self, path: Path, tokens: Sequence[int]) -> bool:
        """Write the state of *tokens*, which is all the context holds, to *path*."""
        array = (self._lib.llama_token * len(tokens))(*tokens)
        return self._lib.llama_state_seq_save_file(self._context, str(path).encode(), 0, array, len(tokens)) > 0

    def load_state(self, path: Path, tokens: Sequence[int]) -> bool:
        """Take up the state that was saved for exactly *tokens*; False, and an empty context, where it is not that."""
        array = (self._lib.llama_token * len(tokens))()
        count = ctypes.c_size_t()
        self.forget(0)
        with error_messages(self._lib):
            size = self._lib.llama_state_seq_load_file(
                self._context, str(path).encode(), 0, array, len(tokens), ctypes.byref(count)
            )
        if size > 0 and tuple(array[: count.value]) == tuple(tokens):
            return True
        self.forget(0)
        return False

    def state_size(self) -> int:
        """Bytes that :meth:`save_state` would write."""
        return int(self._lib.llama_state_seq_get_size(self._context, 0))

    def close(self) -> None:
        """Free everything; a second call does nothing."""
        context, self._context = self._context, None
        model, self._model = self._model, None
        if context:
            self._lib.llama_free(context)
        if model:
            self._lib.llama_model_free(model)
