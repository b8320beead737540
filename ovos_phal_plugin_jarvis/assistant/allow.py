"""The plan is checked before anything runs: only installed tools, only valid arguments, no more than allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, ToolError
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, validate_call
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall


@dataclass(frozen=True)
class AllowedCalls:
    """The part of a plan that may run."""

    calls: tuple[ValidCall, ...] = ()
    plan: tuple[ToolCall, ...] = ()
    """The same calls as a reply shows them."""
    question: Question | None = None
    """What has to be asked, where a call only lacks something that the user can tell."""
    dropped: int = 0


def allow(planned: Sequence[ToolCall], snapshot: Snapshot, utterance: str | None, max_calls: int) -> AllowedCalls:
    """Those of the planned calls that are installed and valid, in order.

    An unknown or invalid one is dropped and counted; the first that only lacks an argument becomes a question.

    Args:
        planned: the calls.
        snapshot: what is installed.
        utterance: what commands' own post-processing gets to see; None for a plan that has been through it, such as
            one that the user has agreed to, which must run as it was shown.
        max_calls: calls beyond it are dropped.
    """
    calls: list[ValidCall] = []
    plan: list[ToolCall] = []
    question: Question | None = None
    dropped = max(0, len(planned) - max_calls)
    for planned_call in planned[:max_calls]:
        try:
            tool = snapshot.find(planned_call.name, planned_call.toolbox_id)
            shown = replace(planned_call, toolbox_id=tool.toolbox_id)
            if utterance is not None:
                shown = replace(shown, arguments=_post_processed(tool, dict(shown.arguments), utterance))
            calls.append(validate_call(tool, shown.arguments))
            plan.append(shown)
        except InvalidArguments as error:
            asked = _question_for(planned_call, error) if question is None else None
            question = question or asked
            dropped += asked is None
        except ToolError as error:
            LOG.info(f"a planned call is dropped: {error}")
            dropped += 1
    return AllowedCalls(tuple(calls), tuple(plan), question, dropped)


def question_for_refusal(call: ToolCall, error: InvalidArguments) -> tuple[Question, Mapping[str, Any]] | None:
    """What to ask when a tool's own validation refused a value (lifecycle, validation flow), and the refusal.

    A refusal that says which values it would take is asked about first.
    """
    refused = [detail for detail in error.details if detail.get("param")]
    refused.sort(key=lambda detail: not detail.get("valid_values"))
    if not refused:
        return None
    detail, parameter = refused[0], str(refused[0]["param"])
    rest = {k: v for k, v in call.arguments.items() if k != parameter}
    text = phrases.refusal(parameter, str(detail.get("message") or ""), detail.get("valid_values"))
    return Question(ToolCall(call.name, rest, call.toolbox_id), parameter, text), detail


def _question_for(call: ToolCall, error: InvalidArguments) -> Question | None:
    missing = [d["param"] for d in error.details if str(d.get("message", "")).startswith("Field required")]
    if len(missing) != 1 or len(error.details) != 1:
        LOG.info(f"a planned call is dropped: {error}")
        return None
    return Question(call, missing[0], phrases.question(missing[0]))


def _post_processed(tool: LoadedTool, arguments: dict[str, Any], utterance: str) -> dict[str, Any]:
    """The arguments after the command's own ``post_process_tool_call`` (lifecycle, step 3)."""
    if tool.post_process is None:
        return arguments
    try:
        processed = tool.post_process(dict(arguments), utterance)
    except Exception as error:  # noqa: BLE001 - the hook is foreign code; the arguments stand without it
        LOG.warning(f"post_process_tool_call of '{tool.name}' failed: {error_text(error)}")
        return arguments
    return processed if isinstance(processed, dict) else arguments
