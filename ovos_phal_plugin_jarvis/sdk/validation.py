"""The outcome of checking one argument."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ValidationResult:
    """What ``validate_call`` says of one argument."""

    success: bool
    """False stops the call; the user or the model is told why."""
    param_name: str
    command_name: str
    message: str | None = None
    """Why it was refused, in words for a person."""
    suggested_value: str | None = None
    """Put in the argument's place before ``run``, where nothing was refused."""
    valid_values: list[str] | None = None
    """What would have been accepted; a model retries with these."""
