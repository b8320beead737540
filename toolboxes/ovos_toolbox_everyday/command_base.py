"""What the commands of this toolbox share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.sdk import CommandExample, IJarvisCommand, IJarvisSecret, ValidationResult


class EverydayCommand(IJarvisCommand):
    """A command that needs no secrets."""

    @property
    def required_secrets(self) -> list[IJarvisSecret]:
        """None."""
        return []

    def refuse(self, param_name: str, message: str, valid_values: list[str] | None = None) -> ValidationResult:
        """The result that refuses *param_name* with *message*, to be spoken."""
        return ValidationResult(
            success=False,
            param_name=param_name,
            command_name=self.command_name,
            message=message,
            valid_values=valid_values,
        )


def examples(rows: Mapping[str, Mapping[str, Any]], primary: str | None = None) -> list[CommandExample]:
    """Examples from utterance → arguments; *primary* is the utterance of the primary one."""
    return [CommandExample(said, dict(given), is_primary=said == primary) for said, given in rows.items()]
