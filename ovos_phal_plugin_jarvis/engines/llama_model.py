"""A model and its context in llama.cpp, through the C interface that llama-cpp-python publishes.

Not safe for threads: the one thread that opens it uses and closes it. Every call counts its time in
:attr:`LlamaModel.native_seconds`, so that what is spent around llama.cpp can be told from what is spent in it.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from ovos_phal_plugin_jarvis.engines.base import ModelInfo
from ovos_phal_plugin_jarvis.engines.errors import EngineUnavailable, ModelLoadError
from ovos_phal_plugin_jarvis.engines.llama_log import error_messages, reason

INSTALL_HINT = "llama-cpp-python is not installed: pip install ovos-phal-plugin-jarvis[llama]"
_BATCH = 512


class Stopped(Exception):
    """llama.cpp gave up the computation because it was told to."""


def is_installed() -> bool:
    """Whether llama-cpp-python can be imported."""
    return importlib.util.find_spec("llama_cpp") is not None


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
            threads: for computing; None is one a core.
            progress: called with 0 … 1 while loading; False stops it.

        Raises:
            EngineUnavailable: llama-cpp-python is missing.
            ModelLoadError: the file cannot be used; the message has llama.cpp's reason.
        """
        check_file(path)
        try:
            import llama_cpp
        except (ImportError, OSError, RuntimeError) as error:
            broken = f"llama-cpp-python is broken: {error}"
            raise EngineUnavailable(broken if is_installed() else INSTALL_HINT) from error
        self._lib: Any = llama_cpp
        self.native_seconds = 0.0
        self._model: Any = None
        self._context: Any = None
        self.path = path
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
            raise ModelLoadError(f"{path} cannot be loaded: {reason(messages)}")
        trained = lib.llama_model_n_ctx_train(self._model)
        options = lib.llama_context_default_params()
        options.n_ctx = min(n_ctx, trained) if trained > 0 else n_ctx
        options.n_batch = options.n_ubatch = min(_BATCH, options.n_ctx)
        if not lib.llama_supports_gpu_offload() and hasattr(options, "flash_attn_type"):
            # On a CPU the plain product of matrices is faster (measured: 1.3 times for one token, 2.4 times for
            # 40 at 4,000 tokens of context); it needs more memory, which a smaller batch makes up for.
            options.flash_attn_type = 0
            options.n_ubatch = min(_BATCH // 2, options.n_ctx)
        options.no_perf = True
        if threads is not None:
            options.n_threads = options.n_threads_batch = threads
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
            elif (
                lib.llama_vocab_is_control(vocab, token)
                or lib.llama_vocab_get_attr(vocab, token) & no_text
                or any(b in _NEVER_UTF8 for b in piece)
            ):
                self.control_tokens.append(token)
            else:
                self._spelling[piece] = token
        self.bos = int(lib.llama_vocab_bos(vocab)) if lib.llama_vocab_get_add_bos(vocab) else None
        self._continuations: dict[int, list[int]] = {}
        self.bias_arrays: dict[tuple[int, ...], Any] = {}
        """Kept for samplers: native arrays by the control tokens that they allow."""

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

    def exactly(self, text: str) -> tuple[int, ...]:
        """Tokens that write *text* and nothing else, none of them a control token.

        A SentencePiece vocabulary puts a space before what it is given (Llama 2, Mistral 7B). A grammar that is told of
        tokens which it does not allow makes llama.cpp end the process.

        Raises:
            ModelLoadError: this vocabulary can't write *text*.
        """
        tokens = self._without_space_before(text, self.tokenize(text, False))
        if b"".join(self.pieces[token] for token in tokens) != text.encode():
            raise ModelLoadError(f"{self.path}: the model's tokenizer makes another text of {text[:40]!r}")
        return tokens

    def continuing(self, text: str) -> tuple[int, ...]:
        """The tokens of *text*, control tokens among them, where it goes on in a text: no space is put before it."""
        return self._without_space_before(text, self.tokenize(text, True))

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
        """The scores of the next token, indexed by token; valid until the next :meth:`evaluate`."""
        return self._lib.llama_get_logits_ith(self._context, -1)

    def stop(self) -> None:
        """Have a running :meth:`evaluate` end soon. May be called from any thread."""
        self._stop[0] = b"1"

    def resume(self) -> None:
        """Take :meth:`stop` back."""
        self._stop[0] = b"0"

    def continuations_that_break_utf8(self, lead: int) -> list[int]:
        """Tokens that may not follow *lead*, the first byte of a character, because no character is written so."""
        if lead not in self._continuations:
            low, high = _SECOND_BYTES[lead]
            self._continuations[lead] = [
                token
                for token, piece in enumerate(self.pieces)
                if piece and 0x80 <= piece[0] <= 0xBF and not low <= piece[0] <= high
            ]
        return self._continuations[lead]

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

    @property
    def lib(self) -> Any:
        """The C interface, for samplers."""
        return self._lib

    @property
    def context(self) -> Any:
        """llama.cpp's context, for samplers."""
        return self._context

    def close(self) -> None:
        """Free everything; a second call does nothing."""
        context, self._context = self._context, None
        model, self._model = self._model, None
        if context:
            self._lib.llama_free(context)
        if model:
            self._lib.llama_model_free(model)


_NEVER_UTF8 = frozenset({0xC0, 0xC1, *range(0xF5, 0x100)})
_SECOND_BYTES = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
"""Where UTF-8 allows less than any continuation byte: no overlong forms, no surrogates, nothing over U+10FFFF."""

STRICT_LEADS = frozenset(_SECOND_BYTES)
