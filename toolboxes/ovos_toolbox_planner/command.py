"""A tool of the planner: one typed method, and what is declared beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import (
    CommandAntipattern,
    CommandExample,
    CommandResponse,
    IJarvisCommand,
    IJarvisParameter,
    IJarvisSecret,
    JarvisParameter,
    RequestInformation,
    ValidationResult,
)
from ovos_toolbox_planner.scope import SENTENCES, say
from ovos_toolbox_planner.storage import StorageFailed

READS = {"readOnlyHint": True, "openWorldHint": False}
WRITES = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
"""Changes that are told at once and can be undone; nobody is asked before them."""
DESTROYS = {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False}
"""Changes that are confirmed."""
PROMPT_EXAMPLES = 4


class Refused(Exception):
    """An argument can't be used: the user is told why, and asked where there is something to choose from."""

    def __init__(self, argument: str, message: str, choices: Sequence[str] | None = None) -> None:
        super().__init__(message)
        self.argument = argument
        self.message = message
        self.choices = choices


class CannotDo(Exception):
    """The call can't be carried out; the message is spoken, and the rest of the plan goes on."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class DayParameter(JarvisParameter):
    """A day that the calls after it are about."""

    role = "date_context"

    def validate(self, value: Any) -> tuple[bool, str | None]:
        """Whether it has the type; a text that is no day is told by the planner, in the user's language."""
        return (True, None) if isinstance(value, str) and self.param_type == "date" else super().validate(value)


@dataclass(frozen=True)
class Declared:
    """What is said of a tool, for those who choose one."""

    name: str
    description: str
    keywords: Sequence[str]
    examples: Mapping[str, Mapping[str, Any]]
    """What people say → the arguments."""
    hints: Mapping[str, bool]
    parameters: Sequence[IJarvisParameter] = ()
    rules: Sequence[str] = ()
    not_for: Mapping[str, str] = field(default_factory=dict)
    """Other tool → what is for that one."""


class PlannerCommand(IJarvisCommand):
    """A command that calls one method of the planner's."""

    def __init__(
        self,
        declared: Declared,
        method: Callable[..., CommandResponse],
        check: Callable[..., None] | None = None,
    ) -> None:
        """
        Args:
            declared: what it is.
            method: does it, called with the arguments; raises ``CannotDo``.
            check: called with the arguments before; raises ``Refused``.
        """
        self._declared = declared
        self._method = method
        self._check = check

    @property
    def command_name(self) -> str:
        """The tool's name."""
        return self._declared.name

    @property
    def description(self) -> str:
        """What it is for."""
        return self._declared.description

    @property
    def keywords(self) -> list[str]:
        """Words that point to it."""
        return list(self._declared.keywords)

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """What it takes."""
        return list(self._declared.parameters)

    @property
    def rules(self) -> list[str]:
        """Guidance for a model."""
        return list(self._declared.rules)

    @property
    def antipatterns(self) -> list[CommandAntipattern]:
        """What it is mistaken for."""
        return [CommandAntipattern(tool, told) for tool, told in self._declared.not_for.items()]

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """None."""
        return []

    @property
    def annotations(self) -> dict[str, bool]:
        """Its effects, in the words of the Model Context Protocol."""
        return dict(self._declared.hints)

    @property
    def spoken_names(self) -> dict[str, str]:
        """What it does, by language."""
        return SENTENCES.phrases(f"{self.command_name}_name")

    @property
    def confirmation_phrases(self) -> dict[str, list[str]]:
        """How a question names a call of it, by language."""
        plain, full = (SENTENCES.phrases(f"{self.command_name}_ask{more}") for more in ("", "_all"))
        return {tag: [text, full[tag]] if tag in full else [text] for tag, text in plain.items()}

    def generate_prompt_examples(self) -> list[CommandExample]:
        """The first few, for every prompt."""
        return self._examples()[:PROMPT_EXAMPLES]

    def generate_adapter_examples(self) -> list[CommandExample]:
        """All, to learn from."""
        return self._examples()

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also refuse what the planner can't take, and ask which entry is meant where several may be."""
        results = super().validate_call(**kwargs)
        if results or self._check is None:
            return results
        try:
            self._check(**self._known(kwargs))
        except Refused as refused:
            choices = None if refused.choices is None else list(refused.choices)
            return [ValidationResult(False, refused.argument, self.command_name, refused.message, None, choices)]
        except StorageFailed:
            pass  # told by run, which meets it too
        return results

    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Do it."""
        try:
            return self._method(**self._known(kwargs))
        except (CannotDo, Refused) as error:
            return _told(error.message)
        except StorageFailed as error:
            LOG.error(f"{self.command_name} did nothing: {error}")
            return _told(say(error.dialog, path=str(error.path)))

    def _known(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        names = {parameter.name for parameter in self.parameters}
        return {name: value for name, value in arguments.items() if name in names}

    def _examples(self) -> list[CommandExample]:
        return [
            CommandExample(said, dict(given), is_primary=place == 0)
            for place, (said, given) in enumerate(self._declared.examples.items())
        ]


def _told(message: str) -> CommandResponse:
    return CommandResponse.error_response(message, {"message": message})
