"""Writes one reply: which tool, its arguments under their grammar, the next call or the end; or words.

What leaves no choice (the marks round a call, the rest of a name, the first key) is not decoded token by token
but read in one batch together with the last token that was chosen.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from ovos_phal_plugin_jarvis.engines.base import EngineCall, GenerationRequest
from ovos_phal_plugin_jarvis.engines.errors import EngineCancelled, EngineTimeout
from ovos_phal_plugin_jarvis.engines.grammar import ArgumentGrammar, CallGrammar, answer_chars
from ovos_phal_plugin_jarvis.engines.grammar_nodes import Choice, Literal, Repeat, Rules, render_gbnf, sequence
from ovos_phal_plugin_jarvis.engines.llama_choices import TokenTree, choose_token
from ovos_phal_plugin_jarvis.engines.llama_model import STRICT_LEADS, LlamaModel
from ovos_phal_plugin_jarvis.engines.llama_sampling import GrammarCache, Sampler

_END = "\0end"
_ANSWER = "\0answer"
_FREE_TEXT = render_gbnf(Rules(Repeat(answer_chars(""), 1, None)))


class DecoderCache:
    """What is worked out once for a model and a set of tools: grammars and trees of choices."""

    def __init__(self, model: LlamaModel):
        self.model = model
        self.grammars = GrammarCache(model)
        self._trees: OrderedDict[tuple[Any, ...], TokenTree] = OrderedDict()

    def tree(self, grammar: CallGrammar, names: frozenset[str] | None, is_first: bool, may_answer: bool) -> TokenTree:
        """The choice of a tool: at the start of the reply, or after a call, where the end is one choice too."""
        key = (grammar.digest, names, is_first, may_answer)
        if key not in self._trees:
            self._trees[key] = self._build(grammar, names, is_first, may_answer)
            if len(self._trees) > 256:
                self._trees.popitem(last=False)
        return self._trees[key]

    def _build(self, grammar: CallGrammar, names: frozenset[str] | None, is_first: bool, may_answer: bool) -> TokenTree:
        shape = grammar.shape
        start = (shape.open if is_first else shape.after_arguments + shape.separator) + shape.before_name
        # What begins a reply is tokenized as the model was taught it; what goes on in one adds nothing to it.
        tokens_of = partial(self.model.tokenize, special=True) if is_first else self.model.continuing
        options: list[tuple[str, tuple[int, ...]]] = [
            (name, tokens_of(start + name + shape.between + arguments.forced))
            for name, arguments in grammar.arguments.items()
            if names is None or name in names
        ]
        if is_first and may_answer:
            options.append((_ANSWER, self.model.tokenize(shape.answer_open, True)))
        elif not is_first and shape.close:
            options.append((_END, self.model.continuing(shape.after_arguments + shape.close)))
        elif not is_first:
            after = self.model.continuing(shape.after_arguments)
            options += [(_END, (*after, token)) for token in self.model.end_tokens]
        return TokenTree.build(options)

    def close(self) -> None:
        """Free the grammars."""
        self.grammars.close()


class Decoder:
    """One reply. The prompt has been read when :meth:`run` is called."""

    def __init__(self, cache: DecoderCache, request: GenerationRequest, deadline: float, stopped: Callable[[], bool]):
        """
        Args:
            deadline: of the monotonic clock.
            stopped: whether the request was withdrawn.
        """
        self._cache = cache
        self._model = cache.model
        self._request = request
        self._deadline = deadline
        self._stopped = stopped
        self._random = Random(request.seed)
        self._pending: list[int] = []
        self.decoded = 0
        self.forced = 0
        self.written: list[int] = []
        """Tokens of the reply that the context holds."""
        self.calls: list[EngineCall] = []
        self.text = ""
        self.raw = ""
        self.cut = False

    def run(self) -> None:
        """Write the reply into :attr:`calls`, :attr:`text` and :attr:`raw`.

        Raises:
            EngineTimeout, EngineCancelled: as the request's deadline and its maker say.
        """
        grammar = self._request.grammar
        if grammar is None or self._request.answer == "only" or not grammar.arguments:
            self._words(_FREE_TEXT if grammar is None else grammar.answer_gbnf, None)
            return
        if self._request.answer == "allowed" and not grammar.shape.answer_open and not self._wants_call(grammar):
            return
        may_answer = self._request.answer == "allowed" and bool(grammar.shape.answer_open)
        name = self._choose(self._cache.tree(grammar, self._request.names, True, may_answer))
        if name == _ANSWER:
            if self._request.keep_answer:
                self._words(grammar.answer_gbnf, grammar.shape)
            return
        shape = grammar.shape
        while True:
            text = self._arguments(grammar.arguments[name])
            self.calls.append(EngineCall(name, json.loads(text)))
            start = shape.separator if len(self.calls) > 1 else shape.open
            self.raw += start + shape.before_name + name + shape.between + text + shape.after_arguments
            if len(self.calls) >= self._request.max_calls or self.decoded >= self._request.max_tokens:
                break
            name = self._choose(self._cache.tree(grammar, self._request.names, False, False))
            if name == _END:
                break
        self.raw += shape.close

    def _choose(self, tree: TokenTree) -> str:
        while tree.leaf is None:
            if len(tree.branches) == 1:
                ((token, tree),) = tree.branches.items()
                self.forced += 1
            else:
                self._read()
                token = choose_token(list(tree.branches), self._model.logits(), self._request.temperature, self._random)
                tree = tree.branches[token]
                self.decoded += 1
            self._pending.append(token)
        return tree.leaf

    def _arguments(self, grammar: ArgumentGrammar) -> str:
        if grammar.is_constant:
            return grammar.forced
        text = bytearray(grammar.forced.encode())
        end = JsonEnd()
        end.feed(text)
        sampler = self._sampler(grammar.gbnf, grammar.forced)
        pieces, limit = self._model.pieces, self._request.max_tokens
        try:
            while self.decoded < limit:
                self._read()
                if text[-1] >= 0x80:
                    self._forbid_broken_utf8(text)
                token = sampler.draw()
                self.decoded += 1
                self._pending.append(token)
                text += pieces[token]
                if end.feed(pieces[token]):
                    return text.decode()
        finally:
            sampler.close()
        self.cut = True
        partial = text.decode("utf-8", "ignore")  # a character that is cut in the middle is not there yet
        self._pending.clear()
        return partial + grammar.closing(partial)

    def _wants_call(self, grammar: CallGrammar) -> bool:
        """Let the model begin: with a call, which its first token tells, or with words, which are then written."""
        shape = grammar.shape
        opening = shape.open + shape.before_name
        first = self._model.tokenize(opening, True)[0]
        gbnf = _opening_gbnf(opening, shape.answer_forbidden)
        sampler = self._sampler(gbnf, "", allowed_control=(first,))
        try:
            self._read()
            token = sampler.draw()
        finally:
            sampler.close()
        self.decoded += 1
        if token == first or opening.encode().startswith(self._model.pieces[token]):
            return True
        if self._request.keep_answer:
            self._words(grammar.answer_gbnf, None, token)
        return False

    def _words(self, gbnf: str, shape: Any, begun: int | None = None) -> None:
        sampler = self._sampler(gbnf, "")
        text = bytearray()
        limit = min(self._request.max_answer_tokens, self._request.max_tokens)
        closing = shape.answer_close.encode() if shape is not None else b""
        stops = [stop.encode() for stop in self._request.stop]
        try:
            if begun is not None:
                sampler.accept(begun)
                self._pending.append(begun)
                text += self._model.pieces[begun]
            written = 0
            while written < limit:
                self._read()
                if text and text[-1] >= 0x80:
                    self._forbid_broken_utf8(text)
                token = sampler.draw()
                self.decoded += 1
                written += 1
                if token in self._model.end_tokens:
                    break
                self._pending.append(token)
                text += self._model.pieces[token]
                if closing and text.endswith(closing):
                    break
                if stops and (end := _first_stop(text, stops)) is not None:
                    del text[end:]
                    break
            else:
                self.cut = True
        finally:
            sampler.close()
        words = text.decode("utf-8", "ignore")
        self.text = words.removesuffix(shape.answer_close) if shape is not None else words
        self.raw = shape.answer_open + self.text + shape.answer_close if shape is not None else words

    def _sampler(self, gbnf: str, accepted: str, allowed_control: tuple[int, ...] = ()) -> Sampler:
        request = self._request
        return Sampler(
            self._model,
            self._cache.grammars.copy(gbnf, accepted),
            temperature=request.temperature,
            seed=self._random.getrandbits(31) if request.temperature > 0 else 0,
            allowed_control=allowed_control,
        )

    def _forbid_broken_utf8(self, text: bytearray) -> None:
        """llama.cpp's grammars check that a character is continued, but not that it may be continued so."""
        lead = text[-1]
        if lead in STRICT_LEADS:
            logits = self._model.logits()
            for token in self._model.continuations_that_break_utf8(lead):
                logits[token] = float("-inf")

    def _read(self) -> None:
        """Have the model read what was decided, so that it can say what comes next."""
        if self._stopped():
            raise EngineCancelled("the request was withdrawn")
        if monotonic() >= self._deadline:
            raise EngineTimeout(f"no reply within {self._request.timeout:g} s; decoding has stopped")
        if self._pending:
            self._model.evaluate(self._pending)
            self.written += self._pending
            self._pending = []


def _first_stop(text: bytearray, stops: list[bytes]) -> int | None:
    found = [at for at in map(text.find, stops) if at >= 0]
    return min(found) if found else None


class JsonEnd:
    """Sees when a JSON object that arrives in pieces is complete."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def feed(self, piece: bytes | bytearray) -> bool:
        """Whether *piece* closed the object."""
        for byte in piece:
            if self._in_string:
                if self._escaped:
                    self._escaped = False
                elif byte == 0x5C:
                    self._escaped = True
                elif byte == 0x22:
                    self._in_string = False
            elif byte == 0x22:
                self._in_string = True
            elif byte in (0x7B, 0x5B):
                self._depth += 1
            elif byte in (0x7D, 0x5D):
                self._depth -= 1
                if self._depth == 0:
                    return True
        return False


def _opening_gbnf(opening: str, forbidden: str) -> str:
    words = Repeat(answer_chars(forbidden), 1, None)
    return render_gbnf(Rules(Choice((Literal(opening), sequence([words])))))
