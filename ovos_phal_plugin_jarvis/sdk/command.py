"""The interface of a command. Everything that has a body here may be overridden; the rest must be."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from ovos_phal_plugin_jarvis.sdk.auth import AuthStatus, MissingSecretsError, TokenBundle
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.base import JarvisCommandBase
from ovos_phal_plugin_jarvis.sdk.context_provider import ContextOperation, ContextResult
from ovos_phal_plugin_jarvis.sdk.data_browser import BrowsableRecords
from ovos_phal_plugin_jarvis.sdk.examples import (
    CommandAntipattern,
    CommandExample,
    FastPathPattern,
    PreRouteResult,
    callback,
    callbacks_of,
)
from ovos_phal_plugin_jarvis.sdk.package import JarvisPackage
from ovos_phal_plugin_jarvis.sdk.proposable import ProposableAction
from ovos_phal_plugin_jarvis.sdk.request import RequestInformation
from ovos_phal_plugin_jarvis.sdk.response import CommandResponse, ReferenceableItem
from ovos_phal_plugin_jarvis.sdk.schema import check_examples, command_schema, openai_tool_schema
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret
from ovos_phal_plugin_jarvis.sdk.secret_service import get_secret_value
from ovos_phal_plugin_jarvis.sdk.token_grant import TokenRefused, refresh_grant
from ovos_phal_plugin_jarvis.sdk.validation import ValidationResult

__all__ = [
    "CommandAntipattern",
    "CommandExample",
    "CommandResponse",
    "FastPathPattern",
    "IJarvisCommand",
    "JarvisCommandBase",
    "MissingSecretsError",
    "PreRouteResult",
    "ReferenceableItem",
    "RequestInformation",
    "ValidationResult",
    "callback",
]

_LOG = logging.getLogger(__name__)

PATTERN_SECONDS = 0.05
"""Seconds that one fast path may search an utterance."""


class IJarvisCommand(JarvisCommandBase, BrowsableRecords):
    """A command: something a user can ask for by voice."""

    # -- what every command says of itself (with command_name, parameters and required_secrets) --

    @property
    @abstractmethod
    def description(self) -> str:
        """What it is for and what it is not for: the first thing that a model decides by."""

    @property
    @abstractmethod
    def keywords(self) -> list[str]:
        """Words that point to it."""

    @abstractmethod
    def generate_prompt_examples(self) -> list[CommandExample]:
        """Three to seven examples that go into every prompt; at most one is primary."""

    @abstractmethod
    def generate_adapter_examples(self) -> list[CommandExample]:
        """Twenty to forty varied examples: other wordings, edge cases. Translators learn from these."""

    # -- what it may say --

    @property
    def rules(self) -> list[str]:
        """Guidance for a model."""
        return []

    @property
    def critical_rules(self) -> list[str]:
        """Guidance that a model must follow."""
        return []

    @property
    def antipatterns(self) -> Sequence[CommandAntipattern] | Mapping[str, str]:
        """Commands that this one is mistaken for, or command → how to tell them apart."""
        return []

    @property
    def examples_by_language(self) -> Mapping[str, Any] | Path:
        """Examples in other languages: BCP-47 tag → a list of them or utterance → arguments; or a folder with a file
        ``<tag>.yaml`` for each, which holds ``command_name`` → utterance → arguments and is read when somebody speaks
        that language to the device."""
        return {}

    @property
    def allow_direct_answer(self) -> bool:
        """Whether a model that knows the answer may give it without calling the command."""
        return False

    @property
    def is_risky(self) -> bool:
        """Whether the user is asked before it runs."""
        return False

    @property
    def supported_platforms(self) -> list[str]:
        """Values of ``sys.platform`` it runs on; empty means all."""
        return []

    @property
    def required_packages(self) -> list[JarvisPackage]:
        """The pip packages it imports, installed with it."""
        return []

    @property
    def all_possible_secrets(self) -> list[IJarvisSecret]:
        """Every secret it could need in any configuration; installing makes room for each."""
        return self.required_secrets

    @property
    def authentication(self) -> AuthenticationConfig | None:
        """How its user logs in; commands that name the same provider share the login."""
        return None

    @property
    def associated_service(self) -> str | None:
        """The heading it stands under on a settings screen: by default, the name of what it logs in to."""
        authentication = self.authentication
        return authentication.friendly_name if authentication else None

    @property
    def setup_guide(self) -> str | None:
        """Markdown that walks its user through setting it up."""
        return None

    @property
    def listening_signal_types(self) -> list[str]:
        """Signals it would like to hear of, such as ``presence.transition``."""
        return []

    # -- before a call --

    @property
    def fast_path_patterns(self) -> list[FastPathPattern]:
        """Words that it claims without a model."""
        return []

    def pre_route(
        self, voice_command: str, *, disabled_pattern_ids: AbstractSet[str] = frozenset()
    ) -> PreRouteResult | None:
        """Claim an utterance before any model sees it. Called for every utterance, so be quick and be sure.

        The default tries :attr:`fast_path_patterns` in their order: each one's ``regex`` is searched for
        whatever the case, and its ``handler`` called with the match and the utterance. A search ends after
        ``PATTERN_SECONDS``; the match is one of the package ``regex``, which has the members that ``re`` has.

        Args:
            voice_command: the user's words.
            disabled_pattern_ids: patterns the user has switched off.

        Returns:
            The arguments to run with, or None to leave the utterance to others.
        """
        # The standard library's re has no bound: "^(a|a)*$" takes for ever over thirty letters, and no other thread of
        # the process runs meanwhile. This one reads the same patterns, under a deadline.
        import regex

        for pattern in self.fast_path_patterns:
            if pattern.id in disabled_pattern_ids or not pattern.regex or not pattern.handler:
                continue
            try:
                match = regex.search(
                    pattern.regex, voice_command, regex.IGNORECASE, timeout=PATTERN_SECONDS, concurrent=True
                )
            except TimeoutError:
                _LOG.warning(
                    "%s: the fast path '%s' took more than %g s and is passed over",
                    self.command_name,
                    pattern.id,
                    PATTERN_SECONDS,
                )
                continue
            handler = getattr(self, pattern.handler, None)
            if match is None or handler is None:
                continue
            result: PreRouteResult | None = handler(match, voice_command)
            if result is not None:
                return result
        return None

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Mend the arguments a model chose, before they are checked."""
        return args

    # -- after a response --

    def handle_action(self, action_name: str, context: dict[str, Any]) -> CommandResponse:
        """Answer a button.

        Args:
            action_name: the button's ``button_action``.
            context: the ``context_data`` of the response that showed the button.

        Returns:
            The default answers ``cancel_click`` with a final response that carries ``cancelled: True`` and
            any other action with an error.
        """
        if action_name == "cancel_click":
            return CommandResponse.final_response({"cancelled": True, "message": "Cancelled."})
        return CommandResponse.error_response(f"Action '{action_name}' is not supported by {self.command_name}.")

    def get_callbacks(self) -> dict[str, Callable[..., CommandResponse]]:
        """Name → method, called with ``(data, request_info)``, of all that is marked with :func:`callback`.

        Raises:
            ValueError: where one class uses a name twice.
        """
        return callbacks_of(self)

    # -- logging in --

    def store_auth_values(self, values: dict[str, str]) -> None:
        """Keep what a login gave: the ``keys`` of :attr:`authentication`, and ``_base_url`` where the
        provider was found in the home. The default keeps nothing."""

    def needs_auth(self, *, secrets: Mapping[str, str] | None = None, auth_status: AuthStatus | None = None) -> bool:
        """Whether the user has to log in (again). False without :attr:`authentication`; else true where a
        required secret is empty or the host knows that the login was refused. Without *secrets* they are looked
        up."""
        if self.authentication is None:
            return False
        for secret in self.required_secrets:
            value = get_secret_value(secret.key, secret.scope) if secrets is None else secrets.get(secret.key)
            if secret.required and not value:
                return True
        return auth_status is not None and auth_status.needs_auth

    def refresh_token(
        self, *, refresh_token: str, client_secret: str | None = None, timeout_seconds: float = 15.0
    ) -> TokenBundle | None:
        """Renew the access token with the standard ``refresh_token`` grant (RFC 6749, section 6).

        Returns:
            The new tokens, with the old refresh token where no new one came; None without an ``exchange_url``
            and on any failure, which is logged without the tokens.
        """
        authentication = self.authentication
        if authentication is None or not authentication.exchange_url:
            return None
        secret = client_secret or getattr(authentication, "client_secret", None)
        try:
            # urlopen is looked up here, so that a test of a command may replace it.
            return refresh_grant(
                urlopen,
                authentication.exchange_url,
                authentication.client_id,
                secret,
                refresh_token,
                timeout_seconds,
            )
        except TokenRefused as error:
            _LOG.warning("%s: %s renewed no token: %s", self.command_name, authentication.provider, error)
            return None

    # -- installing --

    def init_data(self) -> dict[str, Any]:
        """Set up once, after installing: fetch devices, ask for an address. Returns what to show the user."""
        return {"status": "no_init_required"}

    # -- described as data --

    def to_openai_tool_schema(self, date_context: Any = None) -> dict[str, Any]:
        """The command as an OpenAI tool, with ``allow_direct_answer``, ``is_risky``, ``keywords``,
        ``examples`` and, where there are any, ``antipatterns`` beside ``function``. *date_context* is not
        read.

        Raises:
            ValueError: where more than one example is primary.
        """
        return openai_tool_schema(self)

    def get_command_schema(self, date_context: Any = None, use_adapter_examples: bool = False) -> dict[str, Any]:
        """Everything the command declares. *date_context* is not read; True in its place asks for the adapter
        examples, as the one argument that some callers give.

        Raises:
            ValueError: where more than one example is primary.
        """
        return command_schema(self, use_adapter_examples or date_context is True)

    def get_primary_example(self, date_context: Any = None) -> CommandExample:
        """The primary prompt example, else the first.

        Raises:
            ValueError: where there is none, or more than one is primary.
        """
        examples = self.generate_prompt_examples()
        check_examples(self.command_name, examples)
        if not examples:
            raise ValueError(f"Command '{self.command_name}' has no examples for its prompt")
        return next((example for example in examples if example.is_primary), examples[0])

    def _validate_examples(self, examples: list[CommandExample]) -> None:
        check_examples(self.command_name, examples)

    # -- queries that planners ask, and actions that agents propose --

    @property
    def context_operations(self) -> list[ContextOperation]:
        """Queries it answers without changing anything."""
        return []

    def execute_context_operation(self, operation: str, params: dict[str, Any]) -> ContextResult:
        """Answer one of :attr:`context_operations`; the default fails, naming the command and *operation*."""
        return ContextResult.failed(f"{self.command_name} does not implement the context operation '{operation}'")

    @property
    def proposable_actions(self) -> list[ProposableAction]:
        """Callbacks that others may put before the user to confirm."""
        return []

    def get_proposable_actions(self) -> dict[str, ProposableAction]:
        """Callback name → its entry in :attr:`proposable_actions`.

        Raises:
            ValueError: where there is no such callback, or it stands there twice.
        """
        actions = self.proposable_actions
        if not actions:
            return {}
        callbacks = self.get_callbacks()
        found: dict[str, ProposableAction] = {}
        for action in actions:
            if action.callback not in callbacks:
                raise ValueError(
                    f"Command '{self.command_name}' proposes '{action.callback}' but has no @callback of that name"
                )
            if action.callback in found:
                raise ValueError(f"Command '{self.command_name}' proposes '{action.callback}' more than once")
            found[action.callback] = action
        return found
