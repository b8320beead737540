"""The order in which a call of a command is checked and run."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.sdk.auth import MissingSecretsError
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter
from ovos_phal_plugin_jarvis.sdk.request import RequestInformation
from ovos_phal_plugin_jarvis.sdk.response import CommandResponse
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret
from ovos_phal_plugin_jarvis.sdk.secret_service import get_secret_value
from ovos_phal_plugin_jarvis.sdk.validation import ValidationResult


class JarvisCommandBase(ABC):
    """What a host calls. Authors override ``run`` and the hooks, not :meth:`execute`."""

    @property
    @abstractmethod
    def command_name(self) -> str:
        """Unique on a device, in ``snake_case``: the tool's name for models, secrets and records."""

    @property
    @abstractmethod
    def parameters(self) -> list[IJarvisParameter]:
        """What ``run`` takes. A property, not a method."""

    @property
    @abstractmethod
    def required_secrets(self) -> list[IJarvisSecret]:
        """The secrets it uses as things stand; those with ``required`` must have a value before it runs."""

    @abstractmethod
    def run(self, request_info: RequestInformation, **kwargs: Any) -> CommandResponse:
        """Do it. Every check has passed; an optional parameter that was not given is not in *kwargs*."""

    def execute(
        self, request_info: RequestInformation, *, secrets: Mapping[str, str] | None = None, **kwargs: Any
    ) -> CommandResponse:
        """Check a call and run it: secrets, presence, values, corrections, ``run``.

        Args:
            request_info: the request behind the call.
            secrets: key → value of every secret there is; None leaves the check of secrets to the command,
            and
                ``run`` gets none.
            kwargs: the arguments.

        Returns:
            What ``run`` returned, or ``CommandResponse.validation_error`` where a value was refused.

        Raises:
            MissingSecretsError: where *secrets* lacks one that is required.
            ValueError: where a required parameter is missing; the message names each.
        """
        if secrets is not None:
            self._validate_secrets(secrets)
        self._validate_params(kwargs)
        results = self.validate_call(**kwargs)
        refused = [result for result in results if not result.success]
        if refused:
            return CommandResponse.validation_error(refused)
        for result in results:
            if result.suggested_value is not None:
                kwargs[result.param_name] = result.suggested_value
        if secrets is not None and accepts_keyword(self.run, "secrets"):
            return self.run(request_info, secrets=secrets, **kwargs)
        return self.run(request_info, **kwargs)

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Check the values. Override it, starting from ``super()``, for checks of several parameters
        together, of what exists right now, or to correct a value through ``suggested_value``.

        Returns:
            One failed result for each value that its parameter refuses; values that were not given are not
            checked.
        """
        results = []
        for param in self.parameters:
            value = kwargs.get(param.name)
            if value is None:
                continue
            accepted, reason = param.validate(value)
            if not accepted:
                results.append(
                    ValidationResult(
                        success=False,
                        param_name=param.name,
                        command_name=self.command_name,
                        message=reason,
                        valid_values=param.enum_values,
                    )
                )
        return results

    def _validate_secrets(self, secrets: Mapping[str, str] | None = None) -> None:
        missing = []
        for secret in self.required_secrets:
            if not secret.required:
                continue
            value = get_secret_value(secret.key, secret.scope) if secrets is None else secrets.get(secret.key)
            if not value:
                missing.append(secret.key)
        if missing:
            raise MissingSecretsError(missing)

    def _validate_params(self, kwargs: Mapping[str, Any]) -> None:
        missing = [p.name for p in self.parameters if p.required and kwargs.get(p.name) is None]
        if missing:
            raise ValueError(f"Missing required params: {', '.join(missing)}")


def accepts_keyword(function: Any, name: str) -> bool:
    """Whether *function* may be called with the keyword *name*: by that name, or through ``**kwargs``."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False  # built-in callables have no signature to read
    taken = parameters.get(name)
    if taken is not None and taken.kind in (taken.POSITIONAL_OR_KEYWORD, taken.KEYWORD_ONLY):
        return True
    return any(p.kind is p.VAR_KEYWORD for p in parameters.values())
