"""Whether a class is a command, an agent or a device protocol, and whether it can be used. By shape: it may be written
to any Jarvis SDK."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import a_type_name
from ovos_phal_plugin_jarvis.sdk.declared import FunctionTool
from ovos_phal_plugin_jarvis.sdk.schema import parameter_schema
from ovos_phal_plugin_jarvis.sdk.secret import SCOPES, as_scope

_INTERFACES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "command": frozenset({"IJarvisCommand", "JarvisCommandBase"}),
        "agent": frozenset({"IJarvisAgent"}),
        "device_protocol": frozenset({"IJarvisDeviceProtocol"}),
    }
)
"""Type of component → the names of the classes that all of it derives from."""
_SHAPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "command": ("command_name", "description", "parameters", "run"),
        "agent": ("name", "description", "schedule", "run", "get_context_data"),
        "device_protocol": ("protocol_name", "supported_domains", "discover", "control", "get_state"),
    }
)
"""Type of component → what tells one that derives from nothing."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RESERVED = frozenset({"self", "request_info", "secrets"})


class BrokenCommand(ValueError):
    """A command that can't be used. The message says what to change."""


def looks_like(kind: str, candidate: Any) -> bool:
    """Whether *candidate* is a class of that type of component, which derives from an interface of that name or has its
    members, or a function that ``@tool`` has made a command."""
    if isinstance(candidate, FunctionTool):
        return kind == "command"
    interfaces = _INTERFACES[kind]
    if not isinstance(candidate, type) or candidate.__name__ in interfaces:
        return False
    if any(base.__name__ in interfaces for base in candidate.__mro__[1:]):
        return True
    return all(hasattr(candidate, name) for name in _SHAPES[kind])


def looks_like_command(candidate: Any) -> bool:
    """Whether *candidate* is a class of commands, or such a function."""
    return looks_like("command", candidate)


def component_classes(kind: str, module: ModuleType, owns: Any) -> list[Any]:
    """The classes of that type of component in *module*, and its functions that ``@tool`` has made commands: those it
    defines, else those it takes from its package's helpers.

    A class that another one derives from, and that can't be built itself, is a base and no component.

    Args:
        kind: ``command``, ``agent`` or ``device_protocol``.
        module: an imported module.
        owns: module name → whether it belongs to the same package.
    """
    found = (member for member in vars(module).values() if looks_like(kind, member))
    classes = list(dict.fromkeys(found))
    own = [c for c in classes if c.__module__ == module.__name__]
    own = own or [c for c in classes if owns(c.__module__)]
    bases = {base for c in own if isinstance(c, type) for base in c.__mro__[1:]}
    return [c for c in own if not (c in bases and inspect.isabstract(c))]


def toolbox_classes(module: ModuleType) -> list[type]:
    """The classes of OPM toolboxes that *module* defines; one that another derives from is a base and no toolbox."""
    from ovos_plugin_manager.templates.agent_tools import ToolBox

    found = [
        member
        for member in dict.fromkeys(c for c in vars(module).values() if isinstance(c, type))
        if issubclass(member, ToolBox) and member.__module__ == module.__name__
    ]
    bases = {base for cls in found for base in cls.__mro__[1:]}
    return [cls for cls in found if cls not in bases and not inspect.isabstract(cls)]


def build(command_class: Any) -> Any:
    """An instance of a class; a function that ``@tool`` has made a command is one already.

    Raises:
        BrokenCommand: where members are missing or it wants arguments.
        BaseException: whatever its own constructor raises.
    """
    if isinstance(command_class, FunctionTool):
        if command_class.is_method:
            raise BrokenCommand(f"'{command_class.command_name}' takes self; put it into a class of FunctionToolBox")
        return command_class
    missing = sorted(getattr(command_class, "__abstractmethods__", ()))
    if missing:
        raise BrokenCommand(f"the class {command_class.__name__} lacks {', '.join(missing)}")
    try:
        wanted = [
            p.name
            for p in inspect.signature(command_class).parameters.values()
            if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        ]
    except (TypeError, ValueError):
        wanted = []
    if wanted:
        raise BrokenCommand(
            f"the constructor of {command_class.__name__} wants {', '.join(wanted)}; it must work without arguments"
        )
    return command_class()


def check_agent(agent: Any) -> str:
    """Look at what a host reads of *agent* before it runs it.

    Returns:
        Its name.

    Raises:
        BrokenCommand: naming the member and what it should be.
        BaseException: whatever one of its members raises.
    """
    name = _name(agent, "name")
    schedule = _value(agent, "schedule")
    every = getattr(schedule, "interval_seconds", None)
    if isinstance(every, bool) or not isinstance(every, (int, float)) or not 0 < every < float("inf"):
        raise BrokenCommand(f"schedule has the interval_seconds {every!r:.40}; return an AgentSchedule of some seconds")
    for member in ("run", "get_context_data"):
        _check_method(agent, member)
    return name


def check_protocol(protocol: Any) -> str:
    """As ``check_agent``, of a device protocol."""
    name = _name(protocol, "protocol_name")
    if not all(isinstance(domain, str) for domain in _list(protocol, "supported_domains")):
        raise BrokenCommand("supported_domains holds something that is no text; return a list such as ['light']")
    for member in ("discover", "control", "get_state"):
        _check_method(protocol, member)
    return name


def _name(part: Any, member: str) -> str:
    name = _value(part, member)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BrokenCommand(f"{member} is {name!r:.80}; use 1 to 64 letters, digits, '_' and '-'")
    return name


def _check_method(part: Any, member: str) -> None:
    if not callable(getattr(part, member, None)):
        raise BrokenCommand(f"{member} is no method; define it with 'def {member}(self, …)' or 'async def'")


def check_command(command: Any) -> str:
    """Look at everything a host will read of *command*.

    Returns:
        Its name.

    Raises:
        BrokenCommand: naming the member and what it should be.
        BaseException: whatever one of its members raises.
    """
    name = _name(command, "command_name")
    description = _value(command, "description")
    if not isinstance(description, str) or not description.strip():
        raise BrokenCommand(f"description is {description!r}; say in a sentence what the command is for")
    _check_parameters(_list(command, "parameters"))
    for member in ("keywords", "rules", "critical_rules", "supported_platforms"):
        if not all(isinstance(word, str) for word in _list(command, member)):
            raise BrokenCommand(f"{member} holds something that is no text; return a list of texts")
    for member in ("required_secrets", "all_possible_secrets"):
        _check_secrets(member, _list(command, member))
    _check_examples("generate_prompt_examples", command.generate_prompt_examples())
    _check_examples("generate_adapter_examples", command.generate_adapter_examples())
    for pattern in _list(command, "fast_path_patterns"):
        _check_pattern(command, pattern)
    if not callable(getattr(command, "run", None)):
        raise BrokenCommand("run is no method; define run(self, request_info, **kwargs)")
    command.get_callbacks()
    command.get_proposable_actions()
    json.dumps(command.to_openai_tool_schema(), default=str)
    return name


def _value(command: Any, member: str) -> Any:
    value = getattr(command, member)
    if inspect.ismethod(value):
        raise BrokenCommand(f"{member} is a method; write @property above it")
    return value


def _list(command: Any, member: str) -> list[Any]:
    value = _value(command, member)
    if not isinstance(value, (list, tuple)):
        raise BrokenCommand(f"{member} is {_kind(value)}; return a list")
    return list(value)


def _check_parameters(parameters: Iterable[Any]) -> None:
    seen = set()
    for param in parameters:
        if not all(hasattr(param, m) for m in ("name", "param_type", "required", "validate", "to_dict")):
            raise BrokenCommand(f"parameters holds {_kind(param)}; use JarvisParameter")
        if not isinstance(param.name, str) or not param.name.isidentifier() or param.name in _RESERVED:
            raise BrokenCommand(
                f"the parameter name {param.name!r} can't be passed to run; use letters, digits and '_', "
                f"and none of {', '.join(sorted(_RESERVED))}"
            )
        if param.name in seen:
            raise BrokenCommand(f"the parameter '{param.name}' stands in parameters twice")
        seen.add(param.name)
        parameter_schema(param)


def _check_secrets(member: str, secrets: Iterable[Any]) -> None:
    for secret in secrets:
        if not all(hasattr(secret, m) for m in ("key", "scope", "required")):
            raise BrokenCommand(f"{member} holds {_kind(secret)}; use JarvisSecret")
        if not isinstance(secret.scope, str) or as_scope(secret.scope) not in SCOPES:
            raise BrokenCommand(
                f"the secret '{secret.key}' has the scope '{secret.scope}'; use one of {', '.join(SCOPES)}"
            )


def _check_examples(member: str, examples: Any) -> None:
    if not isinstance(examples, (list, tuple)):
        raise BrokenCommand(f"{member} returned {_kind(examples)}; return a list of CommandExample")
    for example in examples:
        if not isinstance(getattr(example, "voice_command", None), str):
            raise BrokenCommand(f"{member} returned {_kind(example)} in its list; use CommandExample")
        if not isinstance(getattr(example, "expected_parameters", None), dict):
            raise BrokenCommand(f"{member}: the example '{example.voice_command}' has no dict as expected_parameters")
    primary = sum(1 for example in examples if getattr(example, "is_primary", False))
    if primary > 1:
        raise BrokenCommand(f"{member} returned {primary} primary examples; mark at most one with is_primary=True")


def _check_pattern(command: Any, pattern: Any) -> None:
    if not isinstance(getattr(pattern, "id", None), str):
        raise BrokenCommand(f"fast_path_patterns holds {_kind(pattern)}; use FastPathPattern")
    if pattern.regex is not None:
        import regex  # only some commands have patterns

        try:
            regex.compile(pattern.regex)
        except regex.error as error:
            raise BrokenCommand(f"the regex of the fast path '{pattern.id}' does not compile: {error}") from None
    if pattern.handler is not None and not callable(getattr(command, pattern.handler, None)):
        raise BrokenCommand(f"the fast path '{pattern.id}' names the handler '{pattern.handler}', which is no method")


def _kind(value: Any) -> str:
    if callable(value) and not isinstance(value, type):
        return "a function"
    return a_type_name(value)
