"""The registry's immutable state: which toolboxes are loaded, which tools they have, and which failed and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolBox, ToolOutput

from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.errors import AmbiguousTool, UnknownTool, UnknownToolbox


@dataclass(frozen=True)
class DeclaredRisk:
    """What the author of a tool says of its effects; None where nothing is said. The last four are MCP's tool
    annotations, where a tool carries them."""

    is_risky: bool | None = None
    """A user confirms before it runs."""
    read_only: bool | None = None
    """It changes nothing."""
    destructive: bool | None = None
    """What it changes may be lost."""
    idempotent: bool | None = None
    """A second call with the same arguments changes nothing more."""
    open_world: bool | None = None
    """It deals with others than this device, such as the web."""


@dataclass(frozen=True)
class Proposal:
    """A callback that its author wants to be offered after an answer that has what it needs."""

    callback: str
    required: tuple[str, ...]
    """What the answer or the call must hold for it."""
    optional: tuple[str, ...] = ()
    title: str = ""
    """What it does, as it is offered."""
    confirm: str = ""
    """What is said or pressed for it, and what against it."""
    dismiss: str = ""
    irreversible: bool = False
    key: str | None = None
    """The parameter by which the command knows an equal proposal again."""


@dataclass(frozen=True, eq=False)
class ToolActions:
    """The buttons and callbacks of a tool."""

    callbacks: frozenset[str]
    """Their names; a button's name is known from the response that shows it."""
    press: Callable[[str, dict[str, Any], InvocationContext], Any]
    """``(button or callback, data, context)`` → what it answers, as ``LoadedTool.run``. Raises ``UnknownAction``."""
    proposals: tuple[Proposal, ...] = ()
    keeper: Any = None
    """The object that says what its records are, for whoever looks at them by hand; None where it is in another
    process."""
    questions: Callable[[str, dict[str, Any], int | None], dict[str, Any]] | None = None
    """``(context operation, params, user id)`` → ``ok``, ``data`` and ``error``. Changes nothing and never raises. None
    for a tool that answers none."""
    operations: tuple[Mapping[str, Any], ...] = ()
    """Those questions: ``name``, ``description``, ``params_schema``."""


@dataclass(frozen=True, eq=False)
class LoadedTool:
    """One tool and what can be done with it. Every member that is a function is its author's code, which may raise
    anything or never return; the ``Invoker`` calls it.
    """

    definition: ToolDefinition
    toolbox: ToolBox
    """For as long as a call on it runs, it is not closed."""
    validate: Callable[[Mapping[str, Any]], ToolArguments]
    """Arguments → the same as the tool's own model."""
    output_schema: type[ToolOutput]
    run: Callable[[ToolArguments, InvocationContext], Any]
    """Valid arguments → what the tool returns; nobody has checked it yet."""
    pre_route: Callable[[str, frozenset[str], int | None], Any] | None = None
    """``(utterance, disabled pattern ids, user id)`` → the arguments it claims the words with, and what it says then
    (``arguments``, ``spoken_response``); None where it leaves them to others. None for a tool that claims nothing."""
    follow_up: Callable[[str, dict[str, Any], dict[str, Any]], Any] | None = None
    """``(utterance, arguments of the last call, its result)`` → as ``pre_route``. Asked where its call was the last of
    the conversation and nobody claims the words. None for a tool that goes on with nothing."""
    post_process: Callable[[dict[str, Any], str], Any] | None = None
    """``(arguments, utterance)`` → the arguments mended, before they are checked."""
    actions: ToolActions | None = None
    """None for a tool that has none; every Jarvis command has."""
    risk: DeclaredRisk = DeclaredRisk()
    options: Callable[[str], Any] | None = None
    """``(argument)`` → the values that it may take at the moment, in any form that ``tools.options`` reads. None for a
    tool that gives none."""
    secrets: Callable[[], Iterable[str]] | None = None
    """Gives the values that must stand in nothing that it says or that is logged of it. None for a tool without."""
    own_name: str = ""
    """What its toolbox calls it, where it is served by another name."""

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def toolbox_id(self) -> str:
        return self.definition.toolbox_id


@dataclass(frozen=True, eq=False)
class LoadedToolBox:
    """One toolbox and its tools as they were when the snapshot was made."""

    toolbox_id: str
    entry_point: str
    """The name it was found under; mostly the same as the id."""
    toolbox: ToolBox
    tools: tuple[LoadedTool, ...]
    failed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Tool → why it is left out, where the toolbox itself says so."""
    name_prefix: str = ""
    """Stands before the names of those of its tools that another toolbox has too; empty for one whose names stay."""

    @cached_property
    def wire_tools(self) -> list[dict[str, Any]]:
        """The tool definitions as the bus sends them."""
        return [tool.definition.wire() for tool in self.tools]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What is loaded. Never changes; a reload makes another one."""

    toolboxes: Mapping[str, LoadedToolBox] = field(default_factory=lambda: MappingProxyType({}))
    """Toolbox id → toolbox, in the order they were found."""
    failed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Entry-point name or tool → why it is left out."""

    @cached_property
    def by_name(self) -> Mapping[str, tuple[LoadedTool, ...]]:
        """Tool name → every tool of that name."""
        names: dict[str, list[LoadedTool]] = {}
        for tool in self:
            names.setdefault(tool.name, []).append(tool)
        return {name: tuple(tools) for name, tools in names.items()}

    @cached_property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """Every tool's definition."""
        return tuple(tool.definition for tool in self)

    @cached_property
    def understood(self) -> tuple[ToolDefinition, ...]:
        """The definitions of the tools that users ask for in words."""
        return tuple(definition for definition in self.definitions if not definition.for_programs)

    @cached_property
    def wire_tools(self) -> list[dict[str, Any]]:
        """Every tool's definition as the bus sends it."""
        return [tool for box in self.toolboxes.values() for tool in box.wire_tools]

    @cached_property
    def written_tools(self) -> str:
        """``wire_tools`` as JSON, made once."""
        return f"[{', '.join(tool.definition.written for tool in self)}]"

    def __iter__(self) -> Iterator[LoadedTool]:
        for box in self.toolboxes.values():
            yield from box.tools

    def __len__(self) -> int:
        return sum(len(box.tools) for box in self.toolboxes.values())

    def toolbox(self, toolbox_id: str) -> LoadedToolBox:
        """The toolbox with that id, or found under that entry-point name.

        Raises:
            UnknownToolbox: there is none.
        """
        box = self.toolboxes.get(toolbox_id)
        if box is None:
            box = next((b for b in self.toolboxes.values() if b.entry_point == toolbox_id), None)
        if box is None:
            raise UnknownToolbox(toolbox_id, self.toolboxes)
        return box

    def find(self, name: str, toolbox_id: str | None = None) -> LoadedTool:
        """The tool of that name.

        Raises:
            UnknownTool: there is none.
            UnknownToolbox: *toolbox_id* is given and not loaded.
            AmbiguousTool: more than one toolbox has it and *toolbox_id* does not say which.
        """
        found = self.by_name.get(name, ())
        if toolbox_id is not None:
            box = self.toolbox(toolbox_id)
            found = tuple(tool for tool in found if tool.toolbox_id == box.toolbox_id)
        if not found:
            raise UnknownTool(name)
        if len(found) > 1:
            raise AmbiguousTool(name, (tool.toolbox_id for tool in found))
        return found[0]


def with_distinct_names(toolboxes: Mapping[str, LoadedToolBox]) -> dict[str, LoadedToolBox]:
    """*toolboxes*, with a prefix before each name that another has too, where the toolbox has a prefix to give."""
    if not any(box.name_prefix for box in toolboxes.values()):
        return dict(toolboxes)
    names = Counter(tool.own_name or tool.name for box in toolboxes.values() for tool in box.tools)
    return {key: _prefixed(box, names) if box.name_prefix else box for key, box in toolboxes.items()}


def _prefixed(box: LoadedToolBox, names: Mapping[str, int]) -> LoadedToolBox:
    tools = []
    for tool in box.tools:
        own = name = tool.own_name or tool.name
        if names[own] > 1:
            while name in names:  # the name with the prefix may be another's as well
                name = f"{box.name_prefix}_{name}"
        if name != tool.name:
            renamed = replace(tool.definition, name=name)
            tool = replace(tool, definition=renamed, own_name=own if name != own else "")
        tools.append(tool)
    return replace(box, tools=tuple(tools))


@dataclass(frozen=True)
class Difference:
    """What a reload changed, by tool name."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def difference(old: Snapshot, new: Snapshot) -> Difference:
    """Which tools came, went, or are defined differently."""
    if [t.definition for t in old] == [t.definition for t in new]:
        return Difference()
    before = {name: [t.definition for t in tools] for name, tools in old.by_name.items()}
    after = {name: [t.definition for t in tools] for name, tools in new.by_name.items()}
    return Difference(
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in before and after[name] != before[name]),
    )
