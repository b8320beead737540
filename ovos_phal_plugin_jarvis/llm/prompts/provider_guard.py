"""The boundary between us and a prompt provider, which may be anybody's code.

Whatever it raises, returns or forgets ends here: an optional member that fails counts as its default, with a
log line once; a prompt that cannot be had is a :class:`ProviderError`, upon which another translator serves.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name
from ovos_phal_plugin_jarvis.llm.call_format import BARE_JSON, Call, CallFormat
from ovos_phal_plugin_jarvis.llm.prompts.family import Commands, FamilyProvider, SystemPrompt, Tools
from ovos_phal_plugin_jarvis.llm.prompts.notation import (
    PROBE_CALL,
    PROBE_TOOL,
    is_default_completion,
    notation_of_completion,
    notation_of_prompt,
)
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply
from ovos_phal_plugin_jarvis.llm.prompts.reply import ParsedReply
from ovos_phal_plugin_jarvis.llm.prompts.shared.context_builders import build_request_context
from ovos_phal_plugin_jarvis.llm.prompts.tool_builder import ToolBuilder
from ovos_phal_plugin_jarvis.llm.turns import PromptFormat

MAX_SECONDS = 10.0
"""Of one call of somebody's own provider."""
MAX_PROMPT_CHARS = 1_000_000
"""A longer system prompt fits no context window that a device can hold."""
MAX_SUFFIX_CHARS = 200
_T = TypeVar("_T")


class ProviderError(RuntimeError):
    """A prompt provider failed where nothing can stand in for it. The message names it and the member."""


@dataclass(frozen=True)
class _Kept:
    """The last prompt, and what it was made from."""

    tools: Tools
    commands: Commands | None
    context: Any
    stable: str


class GuardedProvider:
    """A prompt provider as the engine sees it: typed, bounded, and never raising anything but ProviderError."""

    def __init__(self, provider: Any, prompt_format: PromptFormat, *, named: bool = False) -> None:
        """
        Args:
            provider: anything with the members of ``IJarvisPromptProvider``; of one that does not derive from it,
                missing members count as their defaults.
            prompt_format: how the turns of the model that is loaded are written. A matter of the model, not of
                the provider.
            named: the user asked for it by its name.
        """
        self.provider = provider
        self.named = named
        self.prompt_format = prompt_format
        self._complained: set[str] = set()
        self._kept: _Kept | None = None
        self._is_stuck = False
        self.name: str = self._attribute("name", str, type_name(provider))
        self.use_tool_classifier: bool = self._attribute("use_tool_classifier", bool, True)
        """Whether routing hints may narrow the choice of tools."""
        self.supports_native_tools: bool = self._attribute("supports_native_tools", bool, False)
        self.user_message_suffix: str = self._attribute("user_message_suffix", str, "")[:MAX_SUFFIX_CHARS]
        self.call_format: CallFormat = self._find_call_format()
        """How this provider's model writes calls; what it renders, :meth:`read_reply` reads."""

    def system_prompt(
        self,
        tools: Tools,
        available_commands: Commands | None = None,
        node_context: Mapping[str, Any] | None = None,
        timezone: str | None = None,
        now: datetime | None = None,
        *,
        brief: bool = False,
    ) -> SystemPrompt:
        """The system prompt in its stable and its late part.

        *brief* asks for a shorter one, for a context window that the full one does not fit; a published provider
        has only one, and is then given the tools without their descriptions of parameters.

        A published provider writes all it knows into one text, which is stable as long as *node_context* is; only
        the day goes into the late part. The last prompt is kept: asked again with the very same *tools* and
        *available_commands* objects, nothing is built, so pass new ones whenever their content changes.

        Raises:
            ProviderError: it raised, gave no text, or more than :data:`MAX_PROMPT_CHARS` characters.
        """
        context = {} if node_context is None else dict(node_context)
        ours = isinstance(self.provider, FamilyProvider)
        late = build_request_context(context if ours else None, timezone, now)
        depends_on = brief, None if ours else (context, timezone)
        kept = self._kept
        if kept and kept.tools is tools and kept.commands is available_commands and kept.context == depends_on:
            return SystemPrompt(kept.stable, late)
        if isinstance(self.provider, FamilyProvider):
            stable = self._must("stable_prompt", tools, available_commands or (), brief=brief)
        else:
            shown = ToolBuilder.build(tools, include_param_descriptions=False) if brief else _plain(tools)
            commands = [] if brief else _plain(available_commands or ())
            stable = self._must("build_system_prompt", _fresh(context), timezone, shown, commands)
        self._check_prompt(stable)
        self._kept = _Kept(tools, available_commands, depends_on, stable.strip())
        return SystemPrompt(self._kept.stable, late)

    def read_reply(self, raw: Any) -> ParsedReply:
        """What the model's text says and calls: the provider's reading, and ours of what it passes through."""
        if not isinstance(raw, str):
            return parse_reply(raw)
        read = self._call("parse_response", None, raw)
        if read is not None and not isinstance(read, str):
            self._complain("parse_response", f"returned {type_name(read)} instead of text")
            read = None
        return parse_reply(raw if read is None else read)

    def native_tools(self, tools: Tools) -> list[dict[str, Any]]:
        """The tools for the request body, for engines with a ``tools`` parameter."""
        built = self._call("build_tools", None, _plain(tools))
        if isinstance(built, list) and all(isinstance(tool, Mapping) for tool in built):
            return [dict(tool) for tool in built]
        self._complain("build_tools", "returned no list of tools")
        return _plain(tools)

    @property
    def is_published(self) -> bool:
        """Whether it is somebody's own, whose prompt is one text with all that it is told."""
        return not isinstance(self.provider, FamilyProvider)

    @property
    def response_format(self) -> dict[str, Any] | None:
        """What it wants the server to hold replies to; None leaves that to the server."""
        wanted = self._call("get_response_format", None)
        if wanted is None or isinstance(wanted, Mapping):
            return None if wanted is None else dict(_fresh(wanted))
        self._complain("get_response_format", f"returned {type_name(wanted)} instead of a mapping")
        return None

    def capabilities(self) -> dict[str, Any]:
        """What the provider says of itself, for status; at least its name."""
        said = self._call("get_capabilities", None)
        return {"provider_name": self.name, **(said if isinstance(said, Mapping) else {})}

    def _find_call_format(self) -> CallFormat:
        if isinstance(self.provider, FamilyProvider):
            return self.provider.call_format
        completion = self._call("build_training_completion", None, dict(PROBE_CALL))
        prompt = self._call("build_system_prompt", "", {}, None, [PROBE_TOOL], [])
        shown = notation_of_prompt(prompt) if isinstance(prompt, str) else None
        trained = notation_of_completion(completion)
        candidates = [shown, trained] if is_default_completion(completion) else [trained, shown]
        for candidate in candidates:
            if candidate is not None and self._reads(candidate, 1):
                return candidate if self._reads(candidate, 2) else replace(candidate, several=False)
        return BARE_JSON if self._reads(BARE_JSON, 2) else replace(BARE_JSON, several=False)

    def _reads(self, call_format: CallFormat, count: int) -> bool:
        """Whether *count* calls that *call_format* writes are what :meth:`read_reply` reads."""
        calls = [Call(PROBE_CALL["name"], PROBE_CALL["arguments"])] * count
        read = self.read_reply(call_format.render(calls)).calls
        return [Call(call.name, dict(call.arguments)) for call in read] == calls

    def _check_prompt(self, prompt: Any) -> None:
        if not isinstance(prompt, str) or not prompt.strip():
            got = "an empty text" if isinstance(prompt, str) else type_name(prompt)
            raise ProviderError(f"prompt provider {self.name!r}: build_system_prompt returned {got}, not a prompt")
        if len(prompt) > MAX_PROMPT_CHARS:
            raise ProviderError(
                f"prompt provider {self.name!r}: build_system_prompt returned {len(prompt)} characters, "
                f"more than {MAX_PROMPT_CHARS}"
            )

    def _must(self, member: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return self._within_time(lambda: getattr(self.provider, member)(*args, **kwargs))
        except Exception as error:  # an author's code may raise anything
            raise ProviderError(f"prompt provider {self.name!r}: {member} raised {error_text(error)}") from error

    def _call(self, member: str, default: Any, *args: Any) -> Any:
        method: Callable[..., Any] | None
        try:
            method = getattr(self.provider, member, None)
            return default if method is None else self._within_time(lambda: method(*args))
        except Exception as error:  # noqa: BLE001 - an author's code may raise anything
            self._complain(member, f"raised {error_text(error)}")
            return default

    def _within_time(self, call: Callable[[], Any]) -> Any:
        """What *call* returns, or raises; of somebody's own provider within :data:`MAX_SECONDS`.

        One that loops is stopped by an exception in its own thread, and is not called again.
        """
        if isinstance(self.provider, FamilyProvider):
            return call()
        if self._is_stuck:
            raise TimeoutError("it did not come to an end before")
        answers: list[Any] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                answers.append(call())
            except BaseException as error:  # noqa: BLE001 - handed over to who waits
                errors.append(error)

        thread = threading.Thread(target=run, name="jarvis-prompt-provider", daemon=True)
        thread.start()
        thread.join(MAX_SECONDS)
        if answers:
            return answers[0]
        if errors:
            if isinstance(errors[0], Exception):
                raise errors[0]
            raise RuntimeError(f"it raised {type_name(errors[0])}") from errors[0]
        self._is_stuck = True
        assert thread.ident is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
        raise TimeoutError(f"it did not come to an end within {MAX_SECONDS:g} s")

    def _attribute(self, member: str, kind: type[_T], default: _T) -> _T:
        try:
            value = getattr(self.provider, member, default)
        except Exception as error:  # noqa: BLE001 - a property is an author's code as well
            self._complain(member, f"raised {error_text(error)}")
            return default
        if not isinstance(value, kind):
            self._complain(member, f"is {type_name(value)}, not {kind.__name__}")
            return default
        return value

    def _complain(self, member: str, problem: str) -> None:
        """Log once for each member: these run for every request."""
        if member not in self._complained:
            self._complained.add(member)
            name = self.__dict__.get("name", type_name(self.provider))
            LOG.warning(f"prompt provider {name!r}: {member} {problem}; its default is used")


def _plain(values: Any) -> list[dict[str, Any]]:
    """Fresh dictionaries, so that a provider that changes what it is given changes nothing of ours."""
    return [_fresh(value) for value in values if isinstance(value, Mapping)]


def _fresh(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _fresh(item) for key, item in value.items()}
    return [_fresh(item) for item in value] if isinstance(value, list | tuple) else value
