"""A command in one short class, or in one typed function: what can be read from the code is not written again.

>>> @tool(examples={"make me a coffee": {}, "brew two large coffees": {"size": "large", "cups": 2}})
... def brew_coffee(size: Literal["small", "large"] = "small", cups: Annotated[int, Param(ge=1, le=4)] = 1) -> str:
...     \"\"\"Brew coffee. Not for buying or grinding it.\"\"\"
...     return f"Brewing {cups} {size}."

``brew_coffee`` is an :class:`IJarvisCommand`, and may be called as the function it was.
"""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import functools
import inspect
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar, overload

from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.sdk.examples import (
    CommandAntipattern,
    CommandExample,
    FastPathPattern,
    PreRouteResult,
    antipatterns_of,
)
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter
from ovos_phal_plugin_jarvis.sdk.request import RequestInformation
from ovos_phal_plugin_jarvis.sdk.response import CommandResponse
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret
from ovos_phal_plugin_jarvis.sdk.signature import Signature, read_signature
from ovos_phal_plugin_jarvis.sdk.validation import ValidationResult

PROMPT_EXAMPLES = 5
"""So many of a tool's examples, from the first on, stand in a model's prompt; translators learn from all."""

_F = TypeVar("_F", bound=Callable[..., Any])
_FAST_PATH = "__jarvis_fast_path__"
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class ToolRefused(Exception):
    """Raised by a tool that can't do what was asked. The message is spoken.

    Args:
        message: a sentence for the user.
        param: the argument that stands in the way; the user is asked for it again.
        valid_values: what would be accepted for it.
    """

    def __init__(self, message: str, *, param: str = "", valid_values: Sequence[Any] | None = None) -> None:
        super().__init__(message)
        self.message = message  # as it was given: a text may know its languages
        self.param = param
        self.valid_values = None if valid_values is None else [str(value) for value in valid_values]


class NotMeant(Exception):
    """Raised by ``post_process_tool_call``: the words ask nothing of this command, whatever a translator took them for.
    The call is dropped, and nobody is asked about it."""


class Tool(IJarvisCommand):
    """A command whose members are plain class attributes, and whose parameters are those of its ``__call__``.

    >>> class BrewCoffee(Tool):
    ...     \"\"\"Brew coffee. Not for buying or grinding it.\"\"\"
    ...
    ...     examples = {"make me a coffee": {}, "two coffees please": {"cups": 2}}
    ...
    ...     def __call__(self, cups: Annotated[int, Param("How many", ge=1, le=4)] = 1) -> str:
    ...         return f"Brewing {cups}."

    Every member of :class:`IJarvisCommand` may be given as an attribute; what is left out is read: ``command_name``
    from the class's name (``brew_coffee``), ``description`` from the docstring of the class or of ``__call__``, and
    ``parameters`` from the signature of ``__call__``.

    ``__call__`` takes its arguments as they are annotated (a ``date`` is a date), ``request_info`` and ``secrets``
    where it has parameters of these names, and may be ``async``. It returns what to say, or a mapping, a dataclass or a
    pydantic model (``message`` in it is spoken), or a ``CommandResponse``. It raises :class:`ToolRefused` where it
    can't.
    """

    keywords: list[str] = []
    required_secrets: list[IJarvisSecret] = []
    examples: ClassVar[Mapping[str, Mapping[str, Any]] | Sequence[CommandExample]] = {}
    """Utterance → arguments, the most telling first; or a list of ``CommandExample``."""
    examples_by_language: ClassVar[Mapping[str, Any] | Path] = {}
    """Language → examples as above, or a folder of files; see :class:`IJarvisCommand`."""
    answer_schema: ClassVar[Mapping[str, Any] | None] = None
    """JSON Schema of what ``context_data`` holds; read from what ``__call__`` is annotated to return."""

    _signature: ClassVar[Signature | None] = None
    _examples: ClassVar[tuple[CommandExample, ...]] = ()

    def __init_subclass__(cls, *, declared: bool = True, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = vars(cls)
        if "examples" in own:
            cls._examples = _read_examples(cls.__name__, own["examples"])
        if isinstance(own.get("antipatterns"), Mapping):
            cls.antipatterns = antipatterns_of(cls)  # type: ignore[method-assign,assignment]
        if declared and "__call__" in own and not getattr(own["__call__"], "__isabstractmethod__", False):
            cls._declare(own["__call__"], cls.__qualname__)
        if "command_name" not in own and cls._signature is not None:
            name = cls.__name__.removesuffix("Command").removesuffix("Tool") or cls.__name__
            cls.command_name = _WORDS.sub("_", name).lower()  # type: ignore[method-assign,assignment]
        marked = {attribute: getattr(method, _FAST_PATH, None) for attribute, method in own.items()}
        claims = [(attribute, mark) for attribute, mark in marked.items() if isinstance(mark, FastPathPattern)]
        if claims:
            before: list[FastPathPattern] = cls.fast_path_patterns if isinstance(cls.fast_path_patterns, list) else []
            name = cls.command_name if isinstance(cls.command_name, str) else cls.__name__
            patterns = [dataclasses.replace(p, id=p.id or f"{name}.{method}", handler=method) for method, p in claims]
            cls.fast_path_patterns = [*before, *patterns]  # type: ignore[method-assign,assignment]

    @classmethod
    def _declare(cls, function: Callable[..., Any], name: str) -> None:
        """Read what *function* tells; what the class says itself stays."""
        if cls.parameters is not Tool.parameters:
            return  # declared by hand, as in any command
        cls._signature = signature = read_signature(function, name)
        if cls.description is Tool.description or getattr(cls.description, "_is_read", False):
            text = _class_description(cls) or signature.description
            if text:
                cls.description = _ReadText(text)  # type: ignore[method-assign,assignment]
        if cls.answer_schema is None and signature.answer is not None:
            cls.answer_schema = signature.answer
        if any(param.options is not None for param in signature.parameters) and not hasattr(cls, "parameter_options"):
            cls.parameter_options = cls._options_now  # type: ignore[attr-defined]

    @property
    def command_name(self) -> str:
        """Made of the class's name, where that has a ``__call__``."""
        raise TypeError(f"{type(self).__name__} needs a __call__ with typed arguments")

    @property
    def description(self) -> str:
        """The docstring of the class or of ``__call__``."""
        raise TypeError(f"{type(self).__name__} needs a docstring that says what it is for")

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """Read from the signature of ``__call__``."""
        return [] if self._signature is None else list(self._signature.parameters)

    @abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it. Every check has passed; an optional argument that was not given has its default."""

    def generate_prompt_examples(self) -> list[CommandExample]:
        """The first of ``examples``; the very first stands for the command, unless another is marked."""
        return [example for example in self._examples if not getattr(example, "lang", "")][:PROMPT_EXAMPLES]

    def generate_adapter_examples(self) -> list[CommandExample]:
        """All of ``examples``."""
        return list(self._examples)

    def run(
        self, request_info: RequestInformation, *, secrets: Mapping[str, str] | None = None, **kwargs: Any
    ) -> CommandResponse:
        """Call it with its arguments as they are annotated, and make a response of what it returns."""
        signature = self._signature
        declared = () if signature is None else signature.parameters
        given = dict(kwargs)
        for param in declared:
            if given.get(param.name) is not None:
                given[param.name] = param.convert(given[param.name])
            elif param.nullable:
                given.setdefault(param.name, None)
        if signature is not None and signature.request is not None:
            given[signature.request] = request_info
        if signature is not None and signature.secrets:
            given["secrets"] = secrets or {}
        try:
            return _response(self(**given))
        except ToolRefused as refused:
            if not refused.param:
                return CommandResponse.error_response(refused.message, {"message": refused.message})
            return CommandResponse.validation_error(
                [ValidationResult(False, refused.param, self.command_name, refused.message, None, refused.valid_values)]
            )

    def _options_now(self, parameter: str) -> Any:
        """What ``Param(options=…)`` of that parameter gives at the moment."""
        declared = () if self._signature is None else self._signature.parameters
        options = next((param.options for param in declared if param.name == parameter), None)
        if isinstance(options, str):
            options = getattr(self._options_home(), options)
        return options() if callable(options) else options

    def _options_home(self) -> Any:
        return self


class FunctionTool(Tool, declared=False):
    """A function that is a tool: what :func:`tool` makes. Calling it calls the function."""

    _function: ClassVar[Callable[..., Any]]
    _owner: Any = None
    """The instance that a method of a toolbox is bound to."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function itself."""
        function = type(self)._function
        return function(*args, **kwargs) if self._owner is None else function(self._owner, *args, **kwargs)

    def __get__(self, owner: Any, owner_class: type | None = None) -> FunctionTool:
        if owner is None or not self.is_method:
            return self
        bound = copy.copy(self)
        bound._owner = owner
        return bound

    @property
    def is_method(self) -> bool:
        """Whether its first argument is ``self``: it belongs to instances of the class that it stands in."""
        return next(iter(inspect.signature(type(self)._function).parameters), "") == "self"

    def _options_home(self) -> Any:
        return self if self._owner is None else self._owner

    def claim_groups(self, match: re.Match[str], voice_command: str) -> PreRouteResult | None:
        """Claim the words with the named groups of the pattern as arguments, where each is a value of its type."""
        declared = {param.name: param for param in self.parameters}
        arguments = {}
        for name, text in match.groupdict().items():
            if text is None or name not in declared:
                continue
            try:
                arguments[name] = declared[name].read(text.strip())  # type: ignore[attr-defined]
            except ValueError:
                return None
        return PreRouteResult(arguments)


@overload
def tool(function: Callable[..., Any], /) -> FunctionTool: ...
@overload
def tool(
    *,
    name: str = ...,
    description: str = ...,
    examples: Mapping[str, Mapping[str, Any]] | Sequence[CommandExample] = ...,
    keywords: Sequence[str] = ...,
    antipatterns: Mapping[str, str] | Sequence[CommandAntipattern] = ...,
    fast_paths: Mapping[str, str] = ...,
    **members: Any,
) -> Callable[[Callable[..., Any]], FunctionTool]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str = "",
    description: str = "",
    examples: Mapping[str, Mapping[str, Any]] | Sequence[CommandExample] = (),
    keywords: Sequence[str] = (),
    antipatterns: Mapping[str, str] | Sequence[CommandAntipattern] = (),
    fast_paths: Mapping[str, str] | None = None,
    **members: Any,
) -> Any:
    """Make a typed function a command: ``@tool``, or ``@tool(examples={…})``.

    What it takes is read as :class:`Tool` reads its ``__call__``. A method whose first argument is ``self`` becomes a
    tool of the toolbox that it stands in.

    Args:
        function: with a type for each argument, and a docstring.
        name: the tool's name; the function's own where there is none.
        description: what it is for; the docstring where there is none.
        examples: utterance → arguments, the most telling first.
        keywords: words that point to it.
        antipatterns: tool that this one is mistaken for → how to tell them apart.
        fast_paths: utterance → regular expression that claims such words before any model; its named groups are the
            arguments.
        members: any other member of :class:`IJarvisCommand`, and ``annotations``, ``confirmation_phrase``,
            ``confirmation_phrases``, ``spoken_names``, ``for_programs`` (no utterance is understood as a call of it):
            ``is_risky=True``, ``rules=[…]``, ``required_secrets=[…]``.

    Raises:
        UnreadableSignature: an argument has no type, or none that has a form in JSON.
        TypeError: there is no docstring, an example has no arguments, or a member is not known.
    """
    if function is None:
        return lambda decorated: tool(  # type: ignore[call-overload]
            decorated,
            name=name,
            description=description,
            examples=examples,
            keywords=keywords,
            antipatterns=antipatterns,
            fast_paths=fast_paths,
            **members,
        )
    if not inspect.isfunction(function):
        raise TypeError(f"@tool stands above a function; a class derives from Tool instead ({function!r:.60})")
    unknown = sorted(set(members) - _MEMBERS)
    if unknown:
        raise TypeError(f"@tool of {function.__name__}: '{unknown[0]}' is no member of a command; see IJarvisCommand")
    if isinstance(keywords, str):
        raise TypeError(f"@tool of {function.__name__}: keywords is a list of words: [{keywords!r}]")
    called = name or function.__name__
    declared: dict[str, Any] = {
        "__module__": function.__module__,
        "__qualname__": function.__qualname__,
        "__doc__": function.__doc__,
        "_function": staticmethod(function),
        "command_name": called,
        "keywords": list(keywords),
        "examples": examples,
        **({"description": description} if description else {}),
        **({"antipatterns": antipatterns} if antipatterns else {}),
        **members,
    }
    if fast_paths:
        declared["fast_path_patterns"] = [
            FastPathPattern(f"{called}.{place}", f"“{said}”", said, regex, "claim_groups")
            for place, (said, regex) in enumerate(fast_paths.items(), 1)
        ]
    made: type[FunctionTool] = type(function.__name__, (FunctionTool,), declared)
    made._declare(function, function.__qualname__)
    if made.description is Tool.description:
        raise TypeError(f"{function.__qualname__} needs a docstring that says what it is for")
    return functools.update_wrapper(made(), function, updated=())


def fast_path(
    regex: str, *, example: str, id: str = "", description: str = "", sure: bool = True
) -> Callable[[_F], _F]:
    """Mark a method of a :class:`Tool` that claims words before any model sees them.

    The method takes the match, or the match and the utterance, and returns the arguments to run with, or None to leave
    the words to others.

    Args:
        regex: searched for anywhere in the utterance, whatever its case.
        example: words that it claims.
        id: users switch it off by it; by default ``<command_name>.<method>``.
        description: for a settings screen; the method's docstring where there is none.
        sure: see :class:`PreRouteResult`.
    """

    def mark(method: _F) -> _F:
        takes_words = len(inspect.signature(method).parameters) > 2

        @functools.wraps(method)
        def claim(self: Any, match: Any, voice_command: str) -> PreRouteResult | None:
            claimed = method(self, match, voice_command) if takes_words else method(self, match)
            if isinstance(claimed, PreRouteResult):
                return dataclasses.replace(claimed, sure=claimed.sure and sure)
            return None if claimed is None else PreRouteResult(dict(claimed), sure=sure)

        said = description or (inspect.getdoc(method) or example).partition("\n")[0]
        setattr(claim, _FAST_PATH, FastPathPattern(id, said, example, regex))
        return claim  # type: ignore[return-value]

    return mark


_MEMBERS = {member for member in dir(IJarvisCommand) if not member.startswith("_")} | {
    "annotations",
    "answer_schema",
    "confirmation_phrase",
    "confirmation_phrases",
    "for_programs",
    "spoken_names",
}


class _ReadText(str):
    """A description that was read from a docstring, which a subclass's own replaces."""

    _is_read = True


def _class_description(cls: type) -> str:
    from ovos_phal_plugin_jarvis.sdk.signature import read_docstring

    return read_docstring(inspect.cleandoc(cls.__dict__.get("__doc__") or ""))[0]


def _read_examples(owner: str, given: Any) -> tuple[CommandExample, ...]:
    if isinstance(given, Mapping):
        for said, arguments in given.items():
            if not isinstance(said, str) or not isinstance(arguments, Mapping):
                raise TypeError(
                    f"{owner}: the example {said!r} needs its arguments: {{{said!r}: {{}}}} where there are none"
                )
        return tuple(
            CommandExample(said, dict(arguments), is_primary=place == 0)
            for place, (said, arguments) in enumerate(given.items())
        )
    examples = tuple(given)
    if not all(isinstance(getattr(example, "voice_command", None), str) for example in examples):
        raise TypeError(f"{owner}: examples are a mapping of utterance to arguments, or a list of CommandExample")
    return examples


def _response(answer: Any) -> CommandResponse:
    """What a tool returned, as a response; awaited where it is a coroutine."""
    if inspect.iscoroutine(answer):
        answer = asyncio.run(answer)
    if hasattr(answer, "context_data") and hasattr(answer, "success"):
        return answer
    if answer is None:
        return CommandResponse.final_response({})
    if isinstance(answer, str):
        return CommandResponse.final_response({"message": answer})
    if isinstance(answer, Mapping):
        return CommandResponse.final_response(dict(answer))
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        return CommandResponse.final_response(dataclasses.asdict(answer))
    if callable(dump := getattr(answer, "model_dump", None)):
        return CommandResponse.final_response(dump(mode="json"))
    return CommandResponse.final_response({"result": answer})
