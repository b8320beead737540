"""What the engine and the process of its model say to each other, as plain values for ``isolation/frames.py``.

A conversation crosses as segments, so that prompt providers and chat templates, which are foreign code, stay with who
asks; a set of tools as the grammars that were compiled for it, once, named by their content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import Call, CallFormat
from ovos_phal_plugin_jarvis.llm.engines.base import Answer, EngineUsage, Generation, GenerationRequest, ModelInfo
from ovos_phal_plugin_jarvis.llm.engines.errors import EngineReplyError
from ovos_phal_plugin_jarvis.llm.grammar.calls import CallGrammar
from ovos_phal_plugin_jarvis.llm.grammar.schema import GrammarError
from ovos_phal_plugin_jarvis.llm.turns import Segment


@dataclass(frozen=True)
class DecodedArguments:
    """How the arguments of one tool are decoded: of :class:`~ovos_phal_plugin_jarvis.llm.grammar.calls.ArgumentGrammar`
    what it takes to write them."""

    source: str
    forced: str
    is_constant: bool


@dataclass(frozen=True)
class DecodedCalls:
    """How the calls of a set of tools are decoded."""

    digest: str
    shape: CallFormat
    arguments: Mapping[str, DecodedArguments]


@dataclass(frozen=True)
class WireRequest:
    """A request as the process reads it; see :class:`~ovos_phal_plugin_jarvis.llm.engines.base.GenerationRequest`."""

    segments: tuple[Segment, ...]
    stable: int
    """Segments at the beginning that later requests begin with as well."""
    timeout: float
    """Seconds that are left for it."""
    reserve: int = 0
    """Tokens that the reply may take."""
    prepares: bool = False
    """Nothing is decoded: the beginning is only to be read."""
    grammar: DecodedCalls | None = None
    names: frozenset[str] | None = None
    answer: Answer = "allowed"
    keep_answer: bool = True
    stop: tuple[str, ...] = ()
    max_calls: int = 1
    max_tokens: int = 0
    max_answer_tokens: int = 0
    temperature: float = 0.0
    seed: int | None = None


_AS_THEY_ARE = (
    "answer",
    "keep_answer",
    "stop",
    "max_calls",
    "max_tokens",
    "max_answer_tokens",
    "temperature",
    "seed",
)


def prompt_frame(segments: Sequence[Segment], stable: int) -> dict[str, Any]:
    """A beginning to read ahead."""
    return {"segments": [[s.text, int(s.special)] for s in segments], "stable": stable}


def request_frame(request: GenerationRequest, segments: Sequence[Segment], stable: int) -> dict[str, Any]:
    """*request*, whose turns are *segments*, without its deadline. The grammar goes by its name alone."""
    return {
        **prompt_frame(segments, stable),
        "reserve": request.max_tokens + 64 * request.max_calls,
        "grammar": request.grammar.digest if request.grammar is not None else None,
        "names": sorted(request.names) if request.names is not None else None,
        **{name: getattr(request, name) for name in _AS_THEY_ARE},
    }


def grammar_frame(grammar: CallGrammar) -> dict[str, Any]:
    """*grammar*, to be sent once to each process."""
    return {
        "digest": grammar.digest,
        "shape": asdict(grammar.shape),
        "arguments": {name: [a.source, a.forced, a.is_constant] for name, a in grammar.arguments.items()},
    }


def read_request(frame: Mapping[str, Any], grammar: DecodedCalls | None) -> WireRequest:
    """The request that *frame* holds."""
    segments = tuple(Segment(text, bool(special)) for text, special in frame["segments"])
    if frame["op"] == "prepare":
        return WireRequest(segments, frame["stable"], float("inf"), prepares=True)
    names = frame["names"]
    told = {name: frame[name] for name in _AS_THEY_ARE}
    return WireRequest(
        segments,
        frame["stable"],
        frame["timeout"],
        frame["reserve"],
        grammar=grammar,
        names=frozenset(names) if names is not None else None,
        **{**told, "stop": tuple(told["stop"])},
    )


def read_grammar(frame: Mapping[str, Any]) -> DecodedCalls:
    """The grammars that *frame* holds."""
    shape: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in frame["shape"].items()
    }
    arguments = {name: DecodedArguments(*parts) for name, parts in frame["arguments"].items()}
    return DecodedCalls(frame["digest"], CallFormat(**shape), arguments)


def read_generation(result: Any, request: GenerationRequest, seconds: float) -> Generation:
    """The reply that the process sent.

    A call that was cut is closed here, in the shortest valid way.

    Raises:
        EngineReplyError: it is none; native code that goes wrong can say anything.
    """
    try:
        cut, usage = bool(result["cut"]), result["usage"]
        calls, written = [], []
        for at, (name, text) in enumerate(result["calls"]):
            assert request.grammar is not None
            if cut and at == len(result["calls"]) - 1:
                text += request.grammar.arguments[name].closing(text)
            shape = request.grammar.shape
            calls.append(Call(name, shape.read_arguments(text)))
            written.append(shape.before_name + name + shape.between + text + shape.after_arguments)
        raw = str(result["raw"])
        if written and request.grammar is not None:
            shape = request.grammar.shape
            raw = shape.open + shape.separator.join(written) + shape.close
        told = EngineUsage(**{f.name: usage[f.name] for f in fields(EngineUsage) if f.name in usage})
        return Generation(
            tuple(calls),
            str(result["text"]),
            raw,
            request.grammar is not None,
            cut,
            EngineUsage(**{**asdict(told), "seconds": seconds}),
        )
    except (TypeError, KeyError, ValueError, AssertionError, AttributeError, RecursionError, GrammarError) as error:
        raise EngineReplyError(
            f"the model's process sent a reply that cannot be read ({type(error).__name__})"
        ) from None


def info_frame(info: ModelInfo) -> dict[str, Any]:
    """What the model says of itself."""
    return {**asdict(info), "metadata": dict(info.metadata)}


def read_info(told: Mapping[str, Any]) -> ModelInfo:
    """What the process told of its model.

    Raises:
        EngineReplyError: it told something else.
    """
    try:
        return ModelInfo(**{f.name: told[f.name] for f in fields(ModelInfo)})
    except KeyError as error:
        raise EngineReplyError(f"the model's process did not tell its {error.args[0]}") from None
