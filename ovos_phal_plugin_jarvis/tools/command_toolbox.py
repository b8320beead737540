"""Jarvis commands as a ToolBox: one tool a command, run in the order of the Jarvis execution lifecycle."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import MAX_NAME, a_type_name, error_text, plain_text, text_of, type_name
from ovos_phal_plugin_jarvis.sdk import IJarvisCommand, RequestInformation, set_current_user_id, set_home_context
from ovos_phal_plugin_jarvis.sdk.context_provider import ContextResult
from ovos_phal_plugin_jarvis.sdk.examples import antipatterns_of
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_phal_plugin_jarvis.tools.annotations import (
    annotations_of,
    confirmation_phrase_of,
    confirmation_phrases_of,
    spoken_names_of,
)
from ovos_phal_plugin_jarvis.tools.command_host import CommandHost
from ovos_phal_plugin_jarvis.tools.command_schema import CommandArguments, CommandOutput, arguments_model, plain_json
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolAntipattern, ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.tools.errors import (
    InvalidArguments,
    MissingSecrets,
    ToolFailed,
    UnknownAction,
    UnknownTool,
)
from ovos_phal_plugin_jarvis.tools.example_files import by_language, examples_of
from ovos_phal_plugin_jarvis.tools.snapshot import DeclaredRisk, LoadedTool, Proposal, ToolActions


class CommandToolBox(ToolBox):
    """A toolbox whose tools are Jarvis commands.

    Subclass it to ship commands as an OPM toolbox, with a constructor that takes ``config`` and ``bus`` and hands
    the commands on. Commands are recognised by shape, so they may be written to any Jarvis SDK.
    """

    is_fallback: ClassVar[bool] = False
    """Whether its tools give way to those of other packages that are about as likely to be meant."""

    def __init__(
        self, toolbox_id: str, commands: Sequence[Any] = (), config: dict[str, Any] | None = None, bus: Any = None
    ) -> None:
        """
        Args:
            toolbox_id: stable, without ``:`` and ``.``.
            commands: instances of command classes.
            config: the toolbox's own configuration.
            bus: a messagebus client, or None.
        """
        self.host = CommandHost()
        """What the commands run on; put in by the tool service."""
        self.failed: dict[str, str] = {}
        """Command name → why it is not offered."""
        self._commands: dict[str, Any] = {}
        self._definitions: dict[str, ToolDefinition] = {}
        self._agent_tools: list[AgentTool] = []
        self._offer(toolbox_id, commands)
        super().__init__(toolbox_id=toolbox_id, config=config, bus=bus)

    def unbind(self) -> None:
        """Leave the bus. OPM before 3.0 leaves what its ``bind`` registered, so that is removed here."""
        leave, bus = getattr(super(), "unbind", None), self.bus  # type: ignore[has-type]
        if leave is not None:
            leave()
        elif bus is not None:
            bus.remove("ovos.persona.tools.discover", self.handle_discover)
            bus.remove(f"ovos.persona.tools.{self.toolbox_id}.call", self.handle_call)
            self.bus = None

    def discover_tools(self) -> list[AgentTool]:
        """One tool for each command."""
        return list(self._agent_tools)

    def loaded_tool(self, tool: AgentTool) -> LoadedTool:
        """One of its tools with all that its command can do."""
        command, name = self._commands[tool.name], tool.name
        definition = self._definitions[name]
        return LoadedTool(
            definition,
            self,
            tool.argument_schema.model_validate,
            tool.output_schema,
            partial(self.run_tool, name),
            pre_route=_pre_route_of(command),
            follow_up=getattr(command, "follow_up", None),
            post_process=_post_process_of(command),
            actions=ToolActions(
                frozenset(self.callbacks(name)),
                partial(self.run_action, name),
                _proposals_of(command),
                command,
                *_questions_of(command, self._ready),
            ),
            risk=DeclaredRisk(is_risky=definition.is_risky),
            options=_options_of(command),
            secrets=lambda: self.host.sensitive(command),
        )

    def command(self, name: str) -> Any:
        """The command behind the tool called *name*.

        Raises:
            UnknownTool: there is none.
        """
        if name not in self._commands:
            raise UnknownTool(name)
        return self._commands[name]

    def run_tool(self, name: str, arguments: ToolArguments, context: InvocationContext) -> ToolOutput:
        """Run a command: secrets, presence, values, corrections, ``run`` (lifecycle, steps 4 to 9).

        Args:
            name: the command.
            arguments: an instance of the tool's argument model.
            context: who asks.

        Raises:
            InvalidArguments: the command's validation refused them; the details hold the values it would take.
            MissingSecrets: a required secret has no value.
            ToolFailed: the command answered that it could not do it.
        """
        command = self.command(name)
        assert isinstance(arguments, CommandArguments)
        request = self._request(context)

        def run() -> Any:
            self.host.make_ready(command)
            keywords = self.host.prepare_arguments(command, arguments.keyword_arguments(), context)
            return self._execute(command, request, keywords)

        return _output(name, "run()", _serve(name, request, run))

    def run_action(self, name: str, action: str, data: dict[str, Any], context: InvocationContext) -> ToolOutput:
        """Hand a button press to a command: to its callback of that name, else to ``handle_action``.

        Args:
            name: the command.
            action: the button's ``button_action``, or the callback's name.
            data: ``context_data`` of the response that showed the button, with what the press brings.
            context: who asks.

        Raises:
            UnknownAction: the command knows no such action.
            ToolFailed: the command answered that it could not do it.
        """
        command = self.command(name)
        request = self._request(context)
        called = self.callbacks(name).get(action)

        def run() -> Any:
            self.host.make_ready(command)
            return command.handle_action(action, data) if called is None else called(data, request)

        response = _serve(name, request, run)
        if called is None and _is_unknown_action(command, action, response):
            raise UnknownAction(name, action, self.callbacks(name))
        return _output(name, f"the action '{action}'", response)

    def _ready(self, command: Any, user_id: int | None) -> None:
        """What is done before a command is asked something outside a request."""
        home = self.host.home_context()
        set_current_user_id(user_id)
        set_home_context(dict(home) if home else None)
        self.host.make_ready(command)

    def callbacks(self, name: str) -> Mapping[str, Callable[..., Any]]:
        """Callback name → method, of the command *name*."""
        found = getattr(self.command(name), "get_callbacks", None)
        return found() if callable(found) else {}

    def _request(self, context: InvocationContext) -> RequestInformation:
        home = self.host.home_context()
        return RequestInformation(
            voice_command=context.utterance,
            conversation_id=context.conversation_id,
            is_validation_response=context.is_validation_response,
            validation_context=dict(context.validation_context) if context.validation_context else None,
            user_id=context.user_id,
            is_pre_routed=context.is_pre_routed,
            home_context=dict(home) if home else None,
            chunk_session_id=context.chunk_session_id,
            lang=context.lang,
        )

    def _execute(self, command: Any, request: RequestInformation, keywords: dict[str, Any]) -> Any:
        secrets = self.host.secrets(command)
        if secrets is not None and "secrets" in inspect.signature(command.execute).parameters:
            return command.execute(request, secrets=secrets, **keywords)
        return command.execute(request, **keywords)

    def _offer(self, toolbox_id: str, commands: Iterable[Any]) -> None:
        """Offer these commands, and no others. Calls that run meanwhile go on with what they have begun with."""
        found: dict[str, Any] = {}
        definitions: dict[str, ToolDefinition] = {}
        tools: list[AgentTool] = []
        self.failed = {}
        for command in commands:
            self._adopt(toolbox_id, command, found, definitions, tools)
        self._commands, self._definitions, self._agent_tools = found, definitions, tools

    def _adopt(
        self,
        toolbox_id: str,
        command: Any,
        found: dict[str, Any],
        definitions: dict[str, ToolDefinition],
        tools: list[AgentTool],
    ) -> None:
        name = type_name(command)
        try:
            name = text_of(command.command_name, MAX_NAME)
            if name in found:
                raise ValueError("another command of this toolbox has the same command_name")
            definition = replace(definition_of(command, toolbox_id, name), is_fallback=self.is_fallback)
            tool = AgentTool(
                name=name,
                description=definition.description,
                argument_schema=arguments_model(name, command.parameters, definition.argument_schema),
                output_schema=CommandOutput,
                tool_call=lambda arguments: self.run_tool(name, arguments, InvocationContext()),
            )
        except Exception as error:  # noqa: BLE001 - reading a foreign command may raise anything
            self.failed[name] = error_text(error)
            LOG.error(f"command '{name}' of '{toolbox_id}' is left out: {self.failed[name]}")
            return
        found[name] = command
        definitions[name] = definition
        tools.append(tool)


def put_on_host(toolbox: ToolBox, host: CommandHost) -> None:
    """Give the commands of *toolbox* what they run on; any other toolbox needs nothing of it."""
    if isinstance(toolbox, CommandToolBox):
        toolbox.host = host


def _pre_route_of(command: Any) -> Callable[[str, frozenset[str], int | None], Any] | None:
    """The command's ``pre_route``; None where it has none, or the SDK's own with nothing to try."""
    method, cls = getattr(command, "pre_route", None), type(command)
    if method is None or (
        getattr(method, "__func__", None) is IJarvisCommand.pre_route
        and getattr(cls, "fast_path_patterns", None) is IJarvisCommand.fast_path_patterns
    ):
        return None
    # Commands written before there were pattern ids take the words alone.
    takes_ids = "disabled_pattern_ids" in inspect.signature(method).parameters

    def pre_route(utterance: str, disabled_patterns: frozenset[str], user_id: int | None) -> Any:
        set_current_user_id(user_id)
        return method(utterance, disabled_pattern_ids=disabled_patterns) if takes_ids else method(utterance)

    # A copy of the context, so that the user is not left on the thread.
    return lambda *arguments: copy_context().run(pre_route, *arguments)


def _post_process_of(command: Any) -> Callable[[dict[str, Any], str], Any] | None:
    """The command's ``post_process_tool_call``; None where it is the SDK's, which changes nothing."""
    hook: Callable[[dict[str, Any], str], Any] | None = getattr(command, "post_process_tool_call", None)
    return None if getattr(hook, "__func__", None) is IJarvisCommand.post_process_tool_call else hook


def _options_of(command: Any) -> Callable[[str], Any] | None:
    """The command's ``parameter_options``, else the ``enum_values`` that a parameter with an ``options_source`` has
    when it is asked; None where it has neither."""
    hook: Callable[[str], Any] | None = getattr(command, "parameter_options", None)
    if callable(hook):
        return hook
    if not any(getattr(parameter, "options_source", None) for parameter in command.parameters):
        return None

    def live(name: str) -> Any:
        for parameter in command.parameters:
            if parameter.name == name and getattr(parameter, "options_source", None):
                return parameter.enum_values
        return None

    return live


def _proposals_of(command: Any) -> tuple[Proposal, ...]:
    """What the command wants to be offered after its answers."""
    found = getattr(command, "get_proposable_actions", None)
    proposals = []
    for action in (found() if callable(found) else {}).values():
        params = [(_plain(p.name), bool(p.required)) for p in action.params]
        key = None if action.idempotency_param is None else _plain(action.idempotency_param)
        proposals.append(
            Proposal(
                _plain(action.callback),
                tuple(name for name, required in params if required and name != key),
                tuple(name for name, required in params if not required and name != key),
                _plain(action.card_title or action.callback.replace("_", " ")),
                _plain(action.confirm_label),
                _plain(action.dismiss_label),
                getattr(action.blast_tier, "value", action.blast_tier) == "irreversible",
                key,
            )
        )
    return tuple(proposals)


def _questions_of(command: Any, ready: Callable[[Any, int | None], None]) -> tuple[Any, tuple[Mapping[str, Any], ...]]:
    """What ``LoadedTool.actions`` has of the command's context operations: how they are asked, and which there are."""
    declared = {_plain(operation.name): operation for operation in getattr(command, "context_operations", None) or ()}
    if not declared:
        return None, ()

    def answer(operation: str, params: dict[str, Any], user_id: int | None) -> dict[str, Any]:
        known = declared.get(operation)
        if known is None:
            return ContextResult.failed(f"there is no '{operation}'; use one of {', '.join(declared)}").to_dict()
        missing = known.missing_required(params)
        if missing:
            return ContextResult.failed(f"'{operation}' lacks {', '.join(map(_plain, missing))}").to_dict()
        try:
            ready(command, user_id)
            result = command.execute_context_operation(operation, params)
            return dict(plain_json({"ok": result.error is None, "data": result.data, "error": result.error}))
        except Exception as error:  # noqa: BLE001 - foreign code: the interface makes a failed result of it
            return ContextResult.failed(error_text(error)).to_dict()

    # A copy of the context, so that the user is not left on the thread.
    return lambda *arguments: copy_context().run(answer, *arguments), tuple(
        plain_json({"name": o.name, "description": o.description, "params_schema": o.params_schema})
        for o in declared.values()
    )


@lru_cache(maxsize=1)
def _output_schema() -> dict[str, Any]:
    # The same for every command, and a fourth of the time that loading one takes.
    return CommandOutput.model_json_schema()


def _output_schema_of(command: Any) -> dict[str, Any]:
    schema = deepcopy(_output_schema())
    answer = getattr(command, "answer_schema", None)
    if isinstance(answer, Mapping):
        schema["properties"]["context_data"] = plain_json(answer)
    return schema


def definition_of(command: Any, toolbox_id: str, name: str | None = None) -> ToolDefinition:
    """All that a command declares, as a tool definition: plain texts, whatever classes the command has them in.

    Args:
        command: the command.
        toolbox_id: whose it is.
        name: its name, where that has been read: it may be a property that gives another one the next time.

    Raises whatever the command's own properties raise.
    """
    schema = plain_json(command.to_openai_tool_schema()["function"]["parameters"])
    given = [*command.generate_prompt_examples(), *command.generate_adapter_examples()]
    # A published SDK's example has no language.
    tagged = [example for example in given if getattr(example, "lang", "")]
    called = _plain(command.command_name if name is None else name)
    return ToolDefinition(
        name=called,
        description=_plain(command.description),
        toolbox_id=toolbox_id,
        argument_schema=schema,
        output_schema=_output_schema_of(command),
        parameters=tuple(_parameter(p) for p in command.parameters),
        examples=examples_of([example for example in given if not getattr(example, "lang", "")], called),
        examples_by_language=by_language(getattr(command, "examples_by_language", None), called, tagged),
        keywords=tuple(map(_plain, command.keywords)),
        rules=tuple(map(_plain, command.rules)),
        critical_rules=tuple(map(_plain, command.critical_rules)),
        antipatterns=tuple(
            ToolAntipattern(_plain(a.command_name), _plain(a.description)) for a in antipatterns_of(command)
        ),
        allow_direct_answer=bool(command.allow_direct_answer),
        is_risky=bool(getattr(command, "is_risky", False)),
        declares_risk=True,
        annotations=annotations_of(command),
        confirmation_phrase=confirmation_phrase_of(command),
        confirmation_phrases=confirmation_phrases_of(command),
        spoken_names=spoken_names_of(command),
        for_programs=getattr(command, "for_programs", False) is True,
    )


def _plain(text: Any) -> str:
    """A text that a command declares; it may be of any class."""
    return plain_text(text) if isinstance(text, str) else text_of(text)


def _parameter(parameter: Any) -> ToolParameter:
    return ToolParameter(
        name=_plain(parameter.name),
        param_type=_plain(parameter.param_type),
        required=bool(parameter.required),
        description=_plain(parameter.description or ""),
        default=plain_json(getattr(parameter, "default_value", None)),
        enum_values=_declared_values(parameter),
        refinable=bool(getattr(parameter, "refinable", False)),
        role=str(getattr(parameter, "role", "") or ""),
        minimum=_number(getattr(parameter, "minimum", None)),
        maximum=_number(getattr(parameter, "maximum", None)),
        step=_number(getattr(parameter, "step", None)),
        free_text=bool(getattr(parameter, "free_text", False)),
    )


def _number(value: Any) -> float | None:
    """The same number whether it is written 10 or 10.0: a definition that goes to the process that learns has to come
    back as it was."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _declared_values(parameter: Any) -> tuple[str, ...] | None:
    """The values that may be learned: those of a parameter with an ``options_source`` change while the service runs."""
    values = None if getattr(parameter, "options_source", None) else parameter.enum_values
    return tuple(plain_json(list(values))) if values else None


def _serve(name: str, request: RequestInformation, work: Callable[[], Any]) -> Any:
    """What *work* returns, with the user and the home of *request* set for code that has no request at hand.

    Raises what *work* raises, as one of our errors where the SDK gives it a meaning.
    """

    def served() -> Any:
        set_current_user_id(request.user_id)
        set_home_context(request.home_context)
        return work()

    try:
        # A copy, so that nothing of it is left on a worker's thread.
        return copy_context().run(served)
    except Exception as error:
        known = _known_error(name, error)
        if known is None:
            raise
        raise known from None


def _is_unknown_action(command: Any, action: str, response: Any) -> bool:
    """Whether *response* is what the interface answers to an action that the command does not have."""
    if getattr(response, "success", True):
        return False
    unknown = IJarvisCommand.handle_action(command, action, {})
    return not unknown.success and getattr(response, "error_details", None) == unknown.error_details


def _known_error(name: str, error: Exception) -> Exception | None:
    """The error as one of ours where the SDK gives it a meaning; recognised by name, as any SDK may raise it."""
    if type_name(error) == "MissingSecretsError":
        keys = getattr(error, "missing_secrets", None) or error.args[0]
        return MissingSecrets(name, [text_of(key, MAX_NAME) for key in keys])
    prefix, text = "Missing required params: ", text_of(error)
    if isinstance(error, ValueError) and text.startswith(prefix):
        missing = text[len(prefix) :].split(", ")
        return InvalidArguments(f"'{name}': {text}", [{"param": m, "message": "Field required"} for m in missing])
    return None


def _output(name: str, what: str, response: Any) -> CommandOutput:
    if not hasattr(response, "context_data") or not hasattr(response, "success"):
        raise ToolFailed(f"'{name}': {what} returned {a_type_name(response)}; it must return a CommandResponse")
    data: Mapping[str, Any] = response.context_data or {}
    if data.get("_validation_error"):
        errors = list(data.get("errors", ()))
        details = [{key: value for key, value in entry.items() if value is not None} for entry in plain_json(errors)]
        for detail, error in zip(details, errors, strict=True):
            if isinstance(error, dict) and type(error.get("message")) is Spoken:
                detail["message"] = error["message"]  # which knows its languages
        said = "; ".join(text_of(d.get("message", "")) for d in details)
        raise InvalidArguments(f"'{name}': {said}", details)
    output = CommandOutput.from_response(response)
    if not output.success:
        raise ToolFailed(
            response.error_details or output.message or f"'{name}' failed without saying why",
            output.model_dump(mode="json"),
        )
    return output
