"""llama.cpp's samplers: which tokens a grammar lets through, and the draw among them."""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from ovos_phal_plugin_jarvis.engines.errors import EngineUnavailable
from ovos_phal_plugin_jarvis.engines.llama_model import LlamaModel

_SMALL_VOCABULARY = 4096
"""Up to here it costs less to run the grammar over all tokens than to try one first."""


class GrammarCache:
    """Compiled grammars, to be copied for each use: a copy costs microseconds, compiling can cost milliseconds."""

    def __init__(self, model: LlamaModel, capacity: int = 512):
        self._model = model
        self._capacity = capacity
        self._compiled: OrderedDict[tuple[str, str], Any] = OrderedDict()

    def copy(self, gbnf: str, accepted: str = "") -> Any:
        """A sampler for *gbnf* that has taken *accepted* as its beginning; the caller frees it."""
        lib = self._model.lib
        key = (gbnf, accepted)
        start = perf_counter()
        sampler = self._compiled.get(key)
        if sampler is None:
            sampler = lib.llama_sampler_init_grammar(self._model.vocab, gbnf.encode(), b"root")
            if not sampler:
                raise EngineUnavailable("llama.cpp does not accept the grammar of a tool's arguments")
            self._model.native_seconds += perf_counter() - start
            for token in self._model.exactly(accepted):
                lib.llama_sampler_accept(sampler, token)
            start = perf_counter()
            self._compiled[key] = sampler
            if len(self._compiled) > self._capacity:
                lib.llama_sampler_free(self._compiled.popitem(last=False)[1])
        else:
            self._compiled.move_to_end(key)
        copied = lib.llama_sampler_clone(sampler)
        self._model.native_seconds += perf_counter() - start
        return copied

    def close(self) -> None:
        """Free them all."""
        while self._compiled:
            self._model.lib.llama_sampler_free(self._compiled.popitem()[1])


class Sampler:
    """Draws tokens under one grammar, from its beginning to its end. Close it after."""

    def __init__(
        self,
        model: LlamaModel,
        grammar: Any,
        *,
        temperature: float,
        seed: int,
        allowed_control: Sequence[int] = (),
    ):
        """
        Args:
            grammar: from :meth:`GrammarCache.copy`; freed with the sampler.
            temperature: 0 takes the best token.
            allowed_control: control tokens that may be drawn; all others are ruled out.
        """
        lib = model.lib
        self._model, self._lib, self._grammar = model, lib, grammar
        start = perf_counter()
        self._banned = _bias(model, allowed_control)
        self._tries_first = model.n_vocab > _SMALL_VOCABULARY
        params = lib.llama_sampler_chain_default_params()
        self._strict = lib.llama_sampler_chain_init(params)
        lib.llama_sampler_chain_add(self._strict, self._banned_sampler())
        lib.llama_sampler_chain_add(self._strict, grammar)
        _add_draw(lib, self._strict, temperature, seed)
        self._free: Any = None
        if self._tries_first:
            self._free = lib.llama_sampler_chain_init(params)
            lib.llama_sampler_chain_add(self._free, self._banned_sampler())
            _add_draw(lib, self._free, temperature, seed + 1)
            self._one = (lib.llama_token_data * 1)()
            self._one_array = lib.llama_token_data_array(data=self._one, size=1, selected=-1, sorted=False)
        model.native_seconds += perf_counter() - start

    def draw(self) -> int:
        """The next token, which is then taken as chosen."""
        start = perf_counter()
        if self._free is None:
            token = self._lib.llama_sampler_sample(self._strict, self._model.context, -1)
        else:
            # Drawing freely and drawing again under the grammar only where that was refused gives the same
            # odds as the grammar alone, and mostly spares a walk over a vocabulary of 150,000 tokens.
            token = self._lib.llama_sampler_sample(self._free, self._model.context, -1)
            self._one[0].id, self._one[0].logit = token, 1.0
            self._lib.llama_sampler_apply(self._grammar, ctypes.byref(self._one_array))
            if self._one[0].logit == float("-inf"):
                token = self._lib.llama_sampler_sample(self._strict, self._model.context, -1)
            else:
                self._lib.llama_sampler_accept(self._grammar, token)
        self._model.native_seconds += perf_counter() - start
        return int(token)

    def accept(self, token: int) -> None:
        """Take *token*, which the grammar allows, as drawn."""
        self._lib.llama_sampler_accept(self._grammar, token)

    def close(self) -> None:
        """Free the sampler and its grammar."""
        start = perf_counter()
        self._lib.llama_sampler_free(self._strict)
        if self._free is not None:
            self._lib.llama_sampler_free(self._free)
        self._model.native_seconds += perf_counter() - start

    def _banned_sampler(self) -> Any:
        return self._lib.llama_sampler_init_logit_bias(self._model.n_vocab, len(self._banned), self._banned)


def _bias(model: LlamaModel, allowed: Sequence[int]) -> Any:
    """The control tokens of *model* but *allowed*, as llama.cpp wants them."""
    cache = model.bias_arrays
    key = tuple(allowed)
    if key not in cache:
        banned = [token for token in model.control_tokens if token not in key]
        array = (model.lib.llama_logit_bias * len(banned))()
        for entry, token in zip(array, banned, strict=True):
            entry.token, entry.bias = token, float("-inf")
        cache[key] = array
    return cache[key]


def _add_draw(lib: Any, chain: Any, temperature: float, seed: int) -> None:
    if temperature <= 0:
        lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_greedy())
        return
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_temp(temperature))
    lib.llama_sampler_chain_add(chain, lib.llama_sampler_init_dist(seed & 0xFFFFFFFF))
