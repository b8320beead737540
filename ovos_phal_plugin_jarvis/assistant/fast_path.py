"""Pre-route: any command may claim the words by itself, with no model and at no cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, validate_call


@dataclass(frozen=True, eq=False)
class Claim:
    """A command wants the words."""

    call: ValidCall
    arguments: Mapping[str, Any]
    spoken_response: str | None
    """Said instead of what the command answers, where the command says so."""


def claim(
    utterance: str, snapshot: Snapshot, disabled_patterns: frozenset[str] = frozenset(), user_id: int | None = None
) -> Claim | None:
    """The first command, in the snapshot's order, that claims *utterance*; None where none does. Commands that look
    up what belongs to a user find what belongs to *user_id*.

    A command whose ``pre_route`` raises, or that claims with arguments of the wrong form, is passed over with a
    log line.
    """
    for tool in snapshot:
        if tool.pre_route is None:
            continue
        try:
            result = tool.pre_route(utterance, disabled_patterns, user_id)
        except Exception as error:  # noqa: BLE001 - pre_route is foreign code
            LOG.warning(f"pre_route of '{tool.name}' failed and is passed over: {error_text(error)}")
            continue
        if result is None:
            continue
        arguments = getattr(result, "arguments", None)
        try:
            call = validate_call(tool, arguments)
        except InvalidArguments as error:
            LOG.warning(f"pre_route of '{tool.name}' claimed with unusable arguments and is passed over: {error}")
            continue
        return Claim(call, dict(arguments or {}), getattr(result, "spoken_response", None))
    return None
