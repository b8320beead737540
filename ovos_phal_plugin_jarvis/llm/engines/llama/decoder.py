"""Writes one reply: which tool, its arguments under their grammar, the next call or the end; or words.

What leaves no choice (the marks round a call, the rest of a name, the first key) is not decoded token by token
but read in one batch together with the last token that was chosen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import CallFormat
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineCancelled, EngineTimeout, EngineUnavailable
from ovos_phal_plugin_jarvis.llm.engines.llama.choices import TokenTree, draw
from ovos_phal_plugin_jarvis.llm.engines.llama.model import LlamaModel
from ovos_phal_plugin_jarvis.llm.engines.llama.wire import DecodedArguments, DecodedCalls, WireRequest
from ovos_phal_plugin_jarvis.llm.grammar.calls import answer_expression
from ovos_phal_plugin_jarvis.llm.grammar.matching import Matcher, text_grammar
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError

_END = "\0end"
_ANSWER = "\0answer"


class DecoderCache:
    """What is worked out once for a model and a set of tools: trees of choices."""

    def __init__(self, model: LlamaModel):
        self.model = model
        self._trees: OrderedDict[tuple[Any, ...], TokenTree] = OrderedDict()

    def tree(self, grammar: DecodedCalls, names: frozenset[str] | None, is_first: bool, may_answer: bool) -> TokenTree:
        """The choice of a tool: at the start of the reply, or after a call, where the end is one choice too."""
        key = (grammar.digest, names, is_first, may_answer)
        if key not in self._trees:
            self._trees[key] = self._build(grammar, names, is_first, may_answer)
            if len(self._trees) > 256:
                self._trees.popitem(last=False)
        return self._trees[key]

    def _build(
        self, grammar: DecodedCalls, names: frozenset[str] | None, is_first: bool, may_answer: bool
    ) -> TokenTree:
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


class Decoder:
    """One reply. The prompt has been read when :meth:`run` is called."""

    def __init__(self, cache: DecoderCache, request: WireRequest, deadline: float, stopped: Callable[[], bool]):
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
        self.calls: list[tuple[str, str]] = []
        """Name and arguments as JSON; those of the last call are the beginning of some where it was cut."""
        self.text = ""
        self.raw = ""
        """The words as the model wrote them."""
        self.cut = False

    def run(self) -> None:
        """Write the reply into :attr:`calls`, :attr:`text` and :attr:`raw`.

        Raises:
            EngineTimeout, EngineCancelled: as the request's deadline and its maker say.
            EngineUnavailable: what the grammar allows can't be worked out within bounds.
        """
        try:
            self._run()
        except GrammarError as error:
            raise EngineUnavailable(f"the grammar of a tool's arguments fails: {error}") from error

    def _run(self) -> None:
        grammar = self._request.grammar
        if grammar is None or self._request.answer == "only" or not grammar.arguments:
            self._words(None if grammar is None else grammar.shape, False)
            return
        if self._request.answer == "allowed" and not grammar.shape.answer_open and not self._wants_call(grammar):
            return
        may_answer = self._request.answer == "allowed" and bool(grammar.shape.answer_open)
        name = self._choose(self._cache.tree(grammar, self._request.names, True, may_answer))
        if name == _ANSWER:
            if self._request.keep_answer:
                self._words(grammar.shape, True)
            return
        while True:
            self.calls.append((name, self._arguments(grammar.arguments[name])))
            if len(self.calls) >= self._request.max_calls:
                break
            name = self._choose(self._cache.tree(grammar, self._request.names, False, False))
            if name == _END:
                break
            if self.decoded >= self._request.max_tokens:
                self.cut = True  # a further call is not left out without a word
                break

    def _choose(self, tree: TokenTree) -> str:
        while tree.leaf is None:
            if len(tree.branches) == 1:
                ((token, tree),) = tree.branches.items()
                self.forced += 1
            else:
                self._read()
                token = draw(list(tree.branches), self._model.logits(), self._request.temperature, self._random)
                tree = tree.branches[token]
                self.decoded += 1
            self._pending.append(token)
        return tree.leaf

    def _arguments(self, grammar: DecodedArguments) -> str:
        if grammar.is_constant:
            return grammar.forced
        text = bytearray(grammar.forced.encode())
        matcher = self._model.vocabulary.matcher(grammar.source)
        matcher.take(self._model.plain(grammar.forced))
        while self.decoded < self._request.max_tokens:
            tokens = matcher.forced()
            self.forced += len(tokens)
            if not tokens:
                self._read()
                tokens = [self._draw(matcher.allowed())]
            matcher.take(tokens)
            self._pending += tokens
            text += b"".join(self._model.pieces[token] for token in tokens)
            if matcher.is_whole:
                return text.decode()
        self.cut = True
        self._pending.clear()
        return text.decode("utf-8", "ignore")  # a character that is cut in the middle is not there yet

    def _draw(self, candidates: Any) -> int:
        self.decoded += 1
        return draw(candidates, self._model.logits(), self._request.temperature, self._random)

    def _wants_call(self, grammar: DecodedCalls) -> bool:
        """Let the model begin: with a call, which its first token tells, or with words, which are then written."""
        shape = grammar.shape
        opening = shape.open + shape.before_name
        begins = {self._model.tokenize(opening, True)[0], *self._model.beginnings(opening)}
        words = self._matcher_of_words(shape, False)
        self._read()
        token = self._draw([*begins, *words.allowed()])
        if token in begins:
            return True
        if self._request.keep_answer:
            self._words(shape, False, token)
        return False

    def _matcher_of_words(self, shape: CallFormat | None, is_marked: bool) -> Matcher:
        ending = shape.answer_close if shape is not None and is_marked else ""
        expression = answer_expression(shape.answer_forbidden if shape is not None else "", ending)
        return self._model.vocabulary.matcher(text_grammar(expression))

    def _words(self, shape: CallFormat | None, is_marked: bool, begun: int | None = None) -> None:
        """Write words.

        Args:
            shape: whose marks they may not hold; None: they may hold anything.
            is_marked: whether they end in that shape's mark.
            begun: their first token.
        """
        matcher = self._matcher_of_words(shape, is_marked)
        text = bytearray()
        limit = min(self._request.max_answer_tokens, self._request.max_tokens)
        closing = shape.answer_close.encode() if shape is not None and is_marked else b""
        stops = [stop.encode() for stop in self._request.stop]
        if begun is not None:
            matcher.take([begun])
            self._pending.append(begun)
            text += self._model.pieces[begun]
        for _ in range(limit):
            self._read()
            token = self._draw(matcher.allowed())
            if token in self._model.end_tokens:
                break
            matcher.take([token])
            self._pending.append(token)
            text += self._model.pieces[token]
            if closing and matcher.is_whole:
                break
            if stops and (end := _first_stop(text, stops)) is not None:
                del text[end:]
                break
        else:
            self.cut = True
        words = text.decode("utf-8", "ignore")
        self.text = words.removesuffix(closing.decode())
        opening = shape.answer_open if shape is not None and is_marked else ""
        self.raw = opening + self.text + closing.decode()

    def _read(self) -> None:
        """Have the model read what was decided, so that it can say what comes next."""
        if self._stopped():
            raise EngineCancelled("the request was withdrawn")
        if monotonic() >= self._deadline:
            raise EngineTimeout(f"no reply within {round(self._request.timeout, 2):g} s; decoding has stopped")
        if self._pending:
            self._model.evaluate(self._pending)
            self.written += self._pending
            self._pending = []


def _first_stop(text: bytearray, stops: list[bytes]) -> int | None:
    found = [at for at in map(text.find, stops) if at >= 0]
    return min(found) if found else None
