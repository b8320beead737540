"""What the commands of this toolbox share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    IJarvisCommand,
    IJarvisSecret,
    Tool,
    ValidationResult,
    examples_in,
)
from ovos_toolbox_everyday.speech import SENTENCES

_SPOKEN = Path(__file__).with_name("spoken.yaml")


class _Everyday(IJarvisCommand):
    """Named in questions and answers by the sentences of ``locale/``, and asked for as ``examples/`` has it."""

    examples_by_language: ClassVar[Mapping[str, Any] | Path] = Path(__file__).parent / "examples"

    @property
    def spoken_names(self) -> dict[str, str]:
        """What it does, by language."""
        return SENTENCES.phrases(f"{self.command_name}_name")

    @property
    def confirmation_phrases(self) -> dict[str, list[str]]:
        """How a question names a call of it, by language."""
        plain, labelled = (SENTENCES.wordings(f"{self.command_name}_ask{more}") for more in ("", "_label"))
        return {tag: [*phrases, *labelled.get(tag, ())] for tag, phrases in plain.items()}

    def refuse(self, param_name: str, message: str, valid_values: Sequence[str] | None = None) -> ValidationResult:
        """The result that refuses *param_name* with *message*, to be spoken."""
        return ValidationResult(
            success=False,
            param_name=param_name,
            command_name=self.command_name,
            message=message,
            valid_values=None if valid_values is None else [str(value) for value in valid_values],
        )


class EverydayTool(_Everyday, Tool):
    """A tool of this toolbox."""

    def generate_adapter_examples(self) -> list[CommandExample]:
        """Its own, and those of ``spoken.yaml``."""
        return [*super().generate_adapter_examples(), *examples_in(_SPOKEN, self.command_name)]


class EverydayCommand(_Everyday):
    """A command that needs no secrets."""

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """None."""
        return []


def examples(rows: Mapping[str, Mapping[str, Any]], primary: str | None = None) -> list[CommandExample]:
    """Examples from utterance → arguments; *primary* is the utterance of the primary one."""
    return [CommandExample(said, dict(given), is_primary=said == primary) for said, given in rows.items()]
