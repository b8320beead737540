"""Texts held to a grammar, token by token, by llguidance.

A model chooses among the tokens that :meth:`Matcher.allowed` names. llguidance works on bytes, so it makes no
difference where a vocabulary cuts: inside a character, across marks of JSON, with a space before each word.
"""

from __future__ import annotations

import importlib.util
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError

_OPTIONS: Any = {
    "whitespace_flexible": False,
    "lenient": True,
    "coerce_one_of": True,
    "json_allowed_escapes": 'nt"\\',
}
"""Compact JSON; keywords that can't be held to are left to validation; no escape that could stand as it is."""
_NO_WAY_ON = "the model's vocabulary can't write what has to come next"
_MAX_STEPS = 1500
_MAX_CLOSING = 1200
"""Bytes that end a text; a schema that asks for more is of no use to anyone who speaks."""


def is_installed() -> bool:
    """Whether llguidance can be imported."""
    return importlib.util.find_spec("llguidance") is not None


def json_grammar(schema: Mapping[str, Any]) -> str:
    """What :meth:`Vocabulary.matcher` takes, for the values of *schema* as compact JSON."""
    from llguidance import LLMatcher

    return LLMatcher.grammar_from_json_schema(json.dumps(schema), overrides=_OPTIONS)


def lark_grammar(source: str) -> str:
    """What :meth:`Vocabulary.matcher` takes, for what *source*, in llguidance's Lark, describes."""
    from llguidance import LLMatcher

    return LLMatcher.grammar_from_lark(source)


def text_grammar(expression: str) -> str:
    """What :meth:`Vocabulary.matcher` takes, for the texts that a regular expression matches as a whole."""
    from llguidance import LLMatcher

    return LLMatcher.grammar_from_regex(expression)


def warnings(grammar: str) -> list[str]:
    """What llguidance says that *grammar* does not hold to.

    Raises:
        GrammarError: nothing matches it.
    """
    from llguidance import LLMatcher

    is_error, messages = LLMatcher.validate_grammar_with_warnings(grammar)
    if is_error:
        raise GrammarError(_first_line(messages[0]))
    return list(messages)


@cache
def pattern_problem(expression: str) -> str | None:
    """Why llguidance can't hold a text to *expression*; None where it can."""
    try:
        warnings(json_grammar({"type": "string", "pattern": expression}))
    except GrammarError as error:
        return str(error).rpartition("error: ")[2]
    return None


class Vocabulary:
    """The tokens of a model, as grammars need them. Not safe for threads."""

    def __init__(
        self,
        pieces: Sequence[bytes],
        end_tokens: Sequence[int],
        control_tokens: Iterable[int],
        tokenize: Callable[[str], Sequence[int]],
        capacity: int = 256,
    ):
        """
        Args:
            pieces: the bytes that each token writes.
            end_tokens: those that end a reply.
            control_tokens: those that are part of no text.
            tokenize: the tokens that write a text and nothing else.
            capacity: grammars that are kept ready.
        """
        from llguidance import LLTokenizer, TokenizerWrapper

        self.pieces = pieces
        self._capacity = capacity
        self._matchers: OrderedDict[str, Any] = OrderedDict()
        special = {*control_tokens, *end_tokens}
        end = end_tokens[0] if end_tokens else len(pieces)
        tokens = [b"\xff" + piece if token in special else piece for token, piece in enumerate(pieces)]
        if not end_tokens:
            tokens.append(b"\xff")
            special.add(end)
        self._tokenizer = LLTokenizer(
            TokenizerWrapper(_Tokens(tokens, sorted(special), end, tokenize)),
            eos_token=list(end_tokens) or end,
            slices=LLTokenizer.json_slices() if len(pieces) > 1000 else [],
        )
        self._mask = _Mask.of(len(tokens))

    def matcher(self, grammar: str) -> Matcher:
        """*grammar* at its beginning.

        Raises:
            GrammarError: llguidance does not take it.
        """
        from llguidance import LLMatcher

        ready = self._matchers.get(grammar)
        if ready is None:
            ready = LLMatcher(self._tokenizer, grammar, log_level=0)
            if ready.is_error():
                raise GrammarError(_first_line(ready.get_error()))
            self._matchers[grammar] = ready
            if len(self._matchers) > self._capacity:
                self._matchers.popitem(last=False)
        else:
            self._matchers.move_to_end(grammar)
        return Matcher(ready.deep_copy(), self._mask)


class _Tokens:
    """What llguidance's TokenizerWrapper asks of a tokenizer."""

    bos_token_id = None

    def __init__(self, tokens: list[bytes], special: list[int], end: int, tokenize: Callable[[str], Sequence[int]]):
        self.tokens, self.special_token_ids, self.eos_token_id = tokens, special, end
        self._tokenize = tokenize

    def __call__(self, text: str) -> list[int]:
        return list(self._tokenize(text))


class _Mask(NamedTuple):
    """Memory for one bit a token, shared by the matchers of a vocabulary."""

    address: int
    size: int
    bits: Any

    @classmethod
    def of(cls, tokens: int) -> _Mask:
        import numpy as np

        bits = np.zeros((tokens + 31) // 32 * 4, dtype=np.uint8)
        return cls(bits.ctypes.data, bits.nbytes, bits)


class Matcher:
    """One text as it is written."""

    def __init__(self, matcher: Any, mask: _Mask):
        self._matcher = matcher
        self._mask = mask

    def allowed(self) -> Any:
        """The tokens that may come next, as an array of numbers; the end tokens among them where the text is whole.

        Raises:
            GrammarError: working that out costs more than llguidance's bounds, or the vocabulary has no way to go on.
        """
        import numpy as np

        self._matcher.unsafe_compute_mask_ptr(self._mask.address, self._mask.size)
        self._check()
        tokens = np.unpackbits(self._mask.bits, bitorder="little").nonzero()[0]
        if not len(tokens):
            raise GrammarError(_NO_WAY_ON)
        return tokens

    def take(self, tokens: Sequence[int]) -> None:
        """Go on by *tokens*.

        Raises:
            GrammarError: they are not allowed.
        """
        self._matcher.consume_tokens(list(tokens))
        self._check()

    def forced(self) -> list[int]:
        """The tokens that have to come next, as far as there is no choice."""
        tokens = list(self._matcher.compute_ff_tokens())
        self._check()
        return tokens

    def forced_bytes(self) -> bytes:
        """The bytes that have to come next, as far as there is no choice."""
        forced = bytes(self._matcher.compute_ff_bytes())
        self._check()
        return forced

    @property
    def is_whole(self) -> bool:
        """Whether the text may end here."""
        return bool(self._matcher.is_accepting())

    def take_back(self) -> None:
        """Undo the last token."""
        self._matcher.rollback(1)
        self._check()

    def allows_after(self, token: int, following: int) -> bool:
        """Whether *following* may come after *token*, which may come next."""
        return bool(self._matcher.validate_tokens([token, following]) == 2)

    def _check(self) -> None:
        if self._matcher.is_error():
            reason = _first_line(self._matcher.get_error())
            raise GrammarError(_NO_WAY_ON if reason.startswith("NoExtension") else reason)


class _Bytes:
    """A vocabulary of single bytes, made when it is first used, and the lock to use it under."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._made: Vocabulary | None = None

    def matcher(self, grammar: str) -> Matcher:
        if self._made is None:
            self._made = Vocabulary([bytes([byte]) for byte in range(256)], (), (), lambda text: text.encode())
        return self._made.matcher(grammar)


# Schemas are compiled and calls are closed on whichever thread asks; no call waits for a schema that takes its time.
_COMPILING, _CLOSING = _Bytes(), _Bytes()


def beginning(grammar: str) -> tuple[str, bool]:
    """How every text of *grammar* begins, and whether that is all of it.

    Raises:
        GrammarError: nothing matches *grammar*.
    """
    with _COMPILING.lock:
        matcher = _COMPILING.matcher(grammar)
        forced = matcher.forced_bytes().decode("utf-8", "ignore")
        matcher.take(list(forced.encode()))
        return forced, matcher.is_whole and not any(token < 256 for token in matcher.allowed())


def closing(grammar: str, text: str, escape: str = "") -> str:
    """A short ending that makes a value of *grammar* of *text*, which is the beginning of some.

    Args:
        escape: the mark round a text, where the value is no JSON.

    Raises:
        GrammarError: nothing begins like this, or nothing ends within bounds.
    """
    with _CLOSING.lock:
        return _closing(grammar, text, escape.encode())


def _closing(grammar: str, text: str, escape: bytes) -> str:
    matcher = _CLOSING.matcher(grammar)
    matcher.take(list(text.encode()))
    place = _Place(escape or b'"').after(text.encode())
    written = bytearray()
    branches = [(place, _candidates(matcher, place))]
    for _ in range(_MAX_STEPS):
        if matcher.is_whole:
            return written.decode()
        place, candidates = branches[-1]
        byte = next(candidates, None) if len(written) < _MAX_CLOSING else None
        if byte is not None:
            matcher.take([byte])
            written.append(byte)
            place = place.after(bytes([byte]))
            branches.append((place, _candidates(matcher, place)))
        elif written:
            branches.pop()
            matcher.take_back()
            written.pop()
        else:
            break
    raise GrammarError("nothing that is allowed comes to an end within bounds")


@dataclass(frozen=True)
class _Place:
    """Where in a value the next byte stands."""

    mark: bytes
    """What stands on either side of a text: the quotes of JSON, within which a backslash escapes, or another."""
    in_string: bool = False
    is_escaped: bool = False
    begun: int = 0
    """Bytes of the mark that stand there already."""
    run: int = 0
    """Bytes of the string or number so far."""

    def after(self, written: bytes) -> _Place:
        in_string, is_escaped, begun, run = self.in_string, self.is_escaped, self.begun, self.run
        for byte in written:
            run += 1
            if is_escaped:
                is_escaped = False
                continue
            begun = begun + 1 if byte == self.mark[begun] else int(byte == self.mark[0])
            if in_string and byte == 0x5C and len(self.mark) == 1:
                is_escaped = True
            elif begun == len(self.mark):
                in_string, begun, run = not in_string, 0, 0
            elif not in_string and byte in b"{}[],:":
                run = 0
        return _Place(self.mark, in_string, is_escaped, begun, run)


_ENDINGS = b'}],:0123456789"<ntf[{-'
"""Outside a string, what is nearest to the end first."""


def _candidates(matcher: Matcher, place: _Place) -> Iterator[int]:
    """The bytes that may come next, the one that is likely the nearest to the end first."""
    allowed = [byte for byte in matcher.allowed().tolist() if byte < 256]
    # What goes on and on with the first of two ways, as the digits after "more than 0.5", may end with the other.
    turn = -1 if place.run // 8 % 2 else 1
    if place.in_string and len(place.mark) > 1:
        end = place.mark[place.begun]
        yield from (byte for byte in allowed if byte == end)
        yield from sorted({*allowed} - {end}, key=lambda b: (b >= 0x80, b < 0x20, turn * b))
    elif place.in_string and 0x22 not in allowed and place.run % 16 == 15:  # look for what lets it end
        yield from (byte for byte in allowed if byte < 0x80 and byte != 0x5C and matcher.allows_after(byte, 0x22))
        yield from allowed
    elif place.in_string:
        best = [0x22] if 0x22 in allowed else [b for b in allowed if b < 0x80 and b != 0x5C][::turn][:1]
        yield from best
        yield from sorted(set(allowed) - {*best}, key=lambda b: (b >= 0x80, b == 0x5C, turn * b))
    else:
        is_digit = range(0x30, 0x3A).__contains__
        yield from sorted(allowed, key=lambda b: (3 if is_digit(b) else _ENDINGS.find(b) % 99, turn * b))


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    if any("regex parse error" in line for line in lines):
        return "regex parse error: " + next((li for li in lines if li.startswith("error:")), lines[-1])
    return lines[0][:200] if lines else "llguidance gives no reason"
