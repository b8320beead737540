"""What may run without asking: the configuration first, then what authors declare, then the reading of definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ovos_phal_plugin_jarvis.config import CallerPolicy, PolicyConfig
from ovos_phal_plugin_jarvis.consent.risk import Decision, Verdict, depends_on_arguments, risk
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.errors import ToolError
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall

Rule = TypeVar("Rule", Verdict, int)

_STRICT = {"allow": 0, "ask": 1, "deny": 2}
DEVICE_SESSION = "default"
UNPROVEN = 1
"""The ``auth_level`` that nobody has to prove: that of whoever stands before the device."""


SURE, GUESSED = 0.75, 0.4
"""Confidence below which a remark, or a request to another, may have been mistaken for one of ours, and below which it
is little more than a guess."""
_READS = frozenset(["reading.reads", "reading.computes", "declared.read_only"])
"""Why a call may run: it changes nothing."""
_CONFIGURED = frozenset(["config.tool", "config.toolbox"])
"""The same: the user's configuration says so."""


class Forbidden(ToolError):
    """The policy denies a call."""

    def __init__(self, name: str, decision: Decision) -> None:
        super().__init__(f"'{name}' may not be called: {decision.reason}")
        self.decision = decision

    def fields(self) -> dict[str, Any]:
        return {"code": "forbidden", "rule": self.decision.rule}


@dataclass(frozen=True)
class Caller:
    """Who asks, as far as the message says."""

    sources: tuple[str, ...] = ("",)
    """A message may name several; a rule for one of them holds."""
    session: str = "default"
    site: str = ""
    claimed: Any = None
    """``auth_level`` of the session, as it came; None where there is none."""

    @property
    def source(self) -> str:
        """The sources in words."""
        return ", ".join(self.sources)

    @classmethod
    def of(cls, context: InvocationContext) -> Caller:
        """The caller that an invocation's context tells of."""
        source = (context.message_context or {}).get("source")
        site = context.session.get("site_id")
        return cls(
            tuple(str(s) for s in source) or ("",) if isinstance(source, list | tuple) else (str(source or ""),),
            context.session_id,
            str(site or ""),
            context.session.get("auth_level"),
        )


class Policy:
    """Decides. Calls may come from any thread; ``configure`` takes effect with the next one."""

    def __init__(self, config: PolicyConfig | None = None) -> None:
        """
        Args:
            config: the ``policy`` section.
        """
        self._config = config or PolicyConfig()
        # For each tool of the present snapshots what is read without arguments, and whether that is all.
        self._read: WeakKeyDictionary[LoadedTool, tuple[Decision, bool]] = WeakKeyDictionary()

    @property
    def config(self) -> PolicyConfig:
        """What is configured."""
        return self._config

    def configure(self, config: PolicyConfig) -> None:
        """Decide by *config* from now on."""
        self._config = config

    def decide(self, tool: LoadedTool, arguments: Mapping[str, Any] | None = None) -> Decision:
        """What is done with a call of *tool* that a user's words lead to.

        Args:
            tool: the tool.
            arguments: of the call; None judges the tool by the riskiest call that it takes.
        """
        configured = configured_of(self._config, tool)
        if configured is not None:
            return configured
        known = self._read.get(tool)
        if known is None:
            known = self._read[tool] = (risk(tool.definition), depends_on_arguments(tool.definition))
        decision, depends = known
        return risk(tool.definition, arguments) if depends and arguments is not None else decision

    def asks_first(
        self,
        calls: Sequence[ValidCall],
        arguments: Sequence[Mapping[str, Any]],
        mode: str,
        *,
        confidence: float = 1.0,
    ) -> bool:
        """Whether the user must agree before *calls* run.

        Args:
            calls: the plan.
            arguments: of each call, as they are shown.
            mode: ``assistant.confirm``: ``never``; ``risky`` where the policy asks about any; ``plural`` also where
                there is more than one; ``always``.
            confidence: that the user meant them, 0 to 1; see ``asks``.
        """
        if mode == "never" or not calls:
            return False
        if mode == "always" or (mode == "plural" and len(calls) > 1):
            return True
        decisions = [self.decide(c.tool, a) for c, a in zip(calls, arguments, strict=True)]
        return any(asks(decision, confidence) for decision in decisions)

    def refuses(self, tool: LoadedTool, context: InvocationContext, arguments: Any = None) -> Forbidden | None:
        """Why a call that a user's words lead to may not run at all; None where it may, if need be after a question."""
        return self._refuses(tool, context, arguments, by_program=False)

    def refuses_program(self, tool: LoadedTool, context: InvocationContext, arguments: Any = None) -> Forbidden | None:
        """As ``refuses``, for a program that calls the tool itself: nobody can be asked."""
        return self._refuses(tool, context, arguments, by_program=True)

    def _refuses(
        self, tool: LoadedTool, context: InvocationContext, arguments: Any, *, by_program: bool
    ) -> Forbidden | None:
        configured = configured_of(self._config, tool)
        if configured is not None and configured.decision == "deny":
            return Forbidden(tool.name, configured)
        needed = level_needed(self._config, tool)
        if not self._config.callers and needed is None:
            return None
        caller = Caller.of(context)
        level = level_of(self._config, caller)
        if needed is not None and level < needed:
            why = f"it needs level {needed}, and this session counts as level {level}"
            return Forbidden(tool.name, Decision("deny", why, "config.level"))
        for entry in self._config.callers:
            if not _fits(entry, caller):
                continue
            if any(_names(entry.deny, known) for known in _known_as(tool)):
                return Forbidden(tool.name, _denied(caller, "the configuration denies it to", "config.caller.deny"))
            if entry.allow is not None and not _names(entry.allow, tool.definition):
                return Forbidden(
                    tool.name, _denied(caller, "the configuration does not list it for", "config.caller.allow")
                )
            if by_program and entry.risky == "deny":
                decision = self.decide(tool, arguments if isinstance(arguments, Mapping) else {})
                if decision.decision == "ask":
                    return Forbidden(
                        tool.name,
                        _denied(caller, f"{decision.reason}, and nobody can be asked;", "config.caller.risky"),
                    )
        return None


def asks(decision: Decision, confidence: float = 1.0) -> bool:
    """Whether a call asks first by *decision*, where it was meant with *confidence*: what changes something asks below
    ``SURE``, and all but what the configuration allows below ``GUESSED``."""
    if decision.decision == "ask":
        return True
    if confidence >= SURE or decision.rule in _CONFIGURED:
        return False
    return confidence < GUESSED or decision.rule not in _READS


def configured_of(config: PolicyConfig, tool: LoadedTool) -> Decision | None:
    """What the configuration decides; None where it says nothing of that tool. One that is served by another name than
    its toolbox has for it, because somebody else's tool came with the same, is still denied and asked about by that."""
    found = _configured_for(config, tool.definition)
    served = (tool.name, f"{tool.toolbox_id}/{tool.name}")
    if not tool.own_name or any(name in config.tools for name in served):
        return found
    own = _configured_for(config, replace(tool.definition, name=tool.own_name))
    if own is None or own.decision == "allow":
        return found  # what allows one of that name did not mean the other's
    return own if found is None or _STRICT[own.decision] > _STRICT[found.decision] else found


def level_needed(config: PolicyConfig, tool: LoadedTool) -> int | None:
    """The ``auth_level`` that a session must have for a tool; None where the configuration asks for none."""
    return max((level for known in _known_as(tool) if (level := _level_for(config, known)) is not None), default=None)


def _known_as(tool: LoadedTool) -> list[ToolDefinition]:
    """Its definition, and beside it the one by the name that its toolbox has for it."""
    renamed = [replace(tool.definition, name=tool.own_name)] if tool.own_name else []
    return [tool.definition, *renamed]


def _configured_for(config: PolicyConfig, definition: ToolDefinition) -> Decision | None:
    """What the configuration decides; None where it says nothing of that tool. A tool's own name comes before patterns,
    a longer pattern before a shorter one, tools before toolboxes; of equal ones the strictest counts."""
    rules = _ranked(config.tools, (definition.name, f"{definition.toolbox_id}/{definition.name}"), _STRICT.__getitem__)
    if rules:
        _, key, decides = rules[0]
        return Decision(decides, f"the configuration says so (policy.tools.{key})", "config.tool")
    boxes = _ranked(config.toolboxes, (definition.toolbox_id,), _STRICT.__getitem__)
    if not boxes:
        return None
    _, key, decides = boxes[0]
    return Decision(decides, f"the configuration says so (policy.toolboxes.{key})", "config.toolbox")


def level_of(config: PolicyConfig, caller: Caller) -> int:
    """The ``auth_level`` (USER-ID-1) that *caller* counts as. What a message says of itself can lower it only: anybody
    could say it. The device's own session never counts as more than ``UNPROVEN``."""
    given = [entry.level for entry in config.callers if entry.level is not None and _fits(entry, caller)]
    level = min(given, default=UNPROVEN)
    if caller.session == DEVICE_SESSION:
        level = min(level, UNPROVEN)
    if caller.claimed is None:
        return level
    readable = isinstance(caller.claimed, int) and not isinstance(caller.claimed, bool) and caller.claimed >= 0
    return min(level, caller.claimed) if readable else 0


def _level_for(config: PolicyConfig, definition: ToolDefinition) -> int | None:
    rules = _ranked(config.levels, (definition.name, f"{definition.toolbox_id}/{definition.name}"), lambda level: level)
    return rules[0][2] if rules else None


def _ranked(
    rules: Mapping[str, Rule], names: Sequence[str], strict: Callable[[Rule], int]
) -> list[tuple[tuple[int, int, int], str, Rule]]:
    """The rules that match one of *names*, the one that counts first."""
    lowered = {name.lower() for name in names}
    found = [
        ((2 if key in names else key.lower() in lowered, len(key.replace("*", "")), strict(decides)), key, decides)
        for key, decides in rules.items()
        if any(matches(key, name) for name in names)
    ]
    return sorted(found, reverse=True)


def _disagreements(kind: str, rules: Mapping[str, Verdict], tools: Iterable[Sequence[str]]) -> list[str]:
    """Rules for the same tool that decide differently while neither is a closer one than the other, one line a pair."""
    found: dict[tuple[str, str], str] = {}
    for names in tools:
        ranked = _ranked(rules, names, _STRICT.__getitem__)
        if not ranked or ranked[0][1] in names:
            continue  # its own name, as it is written, leaves no doubt
        _, counts, decides = ranked[0]
        for _, other, otherwise in ranked[1:]:
            if otherwise != decides and (counts.lower() == other.lower() or not matches(other, counts)):
                found.setdefault(
                    (counts, other),
                    f"policy.{kind}: '{counts}' says {decides} and '{other}' says {otherwise} of '{names[0]}', and "
                    f"{decides} counts; write a rule of its own for it",
                )
    return list(found.values())


def problems(config: PolicyConfig, snapshot: Snapshot) -> list[str]:
    """What the configuration names and nobody has, and rules that disagree, one line each."""
    names = [(t.name, f"{t.toolbox_id}/{t.name}") for t in snapshot]
    no_such = "there is no such tool; ovos-jarvis tools lists them"

    def unknown(keys: Iterable[str]) -> list[str]:
        return [key for key in keys if not any(matches(key, own) or matches(key, boxed) for own, boxed in names)]

    found = [f"policy.tools.{key}: {no_such}" for key in unknown(config.tools)]
    found += [f"policy.levels.{key}: {no_such}" for key in unknown(config.levels)]
    for key in config.toolboxes:
        if not any(matches(key, box) for box in snapshot.toolboxes):
            found.append(
                f"policy.toolboxes.{key}: there is no such toolbox; loaded: {', '.join(snapshot.toolboxes) or 'none'}"
            )
    for number, entry in enumerate(config.callers):
        for field in ("allow", "deny"):
            for key in unknown(getattr(entry, field) or ()):
                found.append(
                    f"policy.callers[{number}].{field}: there is no tool '{key}'; ovos-jarvis tools lists them"
                )
    found += _disagreements("tools", config.tools, names)
    return found + _disagreements("toolboxes", config.toolboxes, [(box,) for box in snapshot.toolboxes])


def matches(pattern: str, text: str) -> bool:
    """Whether *text* is what *pattern* names, whatever the case; ``*`` stands for any characters."""
    # fnmatch knows "?" and "[" too, which names of tools may hold.
    return fnmatchcase(text.lower(), "".join(f"[{c}]" if c in "?[" else c for c in pattern.lower()))


def _fits(entry: CallerPolicy, caller: Caller) -> bool:
    return (
        any(matches(entry.source, source) for source in caller.sources)
        and matches(entry.session, caller.session)
        and matches(entry.site, caller.site)
    )


def _names(keys: Iterable[str], definition: ToolDefinition) -> bool:
    boxed = f"{definition.toolbox_id}/{definition.name}"
    return any(matches(key, definition.name) or matches(key, boxed) for key in keys)


def _denied(caller: Caller, why: str, rule: str) -> Decision:
    who = caller.source or f"session {caller.session}"
    return Decision("deny", f"{why} {who:.60}", rule)
