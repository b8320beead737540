"""The plan is checked before anything runs: only installed tools, only valid arguments, no more than allowed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.config import AssistantConfig
from ovos_phal_plugin_jarvis.nlu.acts.exclusions import lists_left_out
from ovos_phal_plugin_jarvis.nlu.lent import without_lent
from ovos_phal_plugin_jarvis.sdk.declared import NotMeant
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.errors import DeadlinePassed, InvalidArguments, ToolError, ToolHangs
from ovos_phal_plugin_jarvis.tools.execution.hooks import Hooks
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool, Snapshot
from ovos_phal_plugin_jarvis.tools.validation import ValidCall, validate_call
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, TranslationContext


@dataclass(frozen=True)
class PlannedCall:
    """One call that may run, and the same as it was asked for and as a reply shows it."""

    valid: ValidCall
    said: ToolCall


@dataclass(frozen=True)
class AllowedCalls:
    """The part of a plan that may run."""

    planned: tuple[PlannedCall, ...] = ()
    question: Question | None = None
    """What has to be asked, where a call only lacks something that the user can tell."""
    dropped: int = 0
    failed: tuple[Outcome, ...] = ()
    """Calls that could not be checked: the tool's own code hung, or has hung too often."""
    unmeant: tuple[str, ...] = ()
    """Parts of the utterance whose own tool says that it is not meant by them."""

    @property
    def calls(self) -> tuple[ValidCall, ...]:
        """What runs."""
        return tuple(planned.valid for planned in self.planned)

    @property
    def plan(self) -> tuple[ToolCall, ...]:
        """What is shown."""
        return tuple(planned.said for planned in self.planned)

    def without(self, refused: Container[int]) -> AllowedCalls:
        """The same without the calls at the places *refused*, nor what would only have made room for them."""
        kept = {place: planned for place, planned in enumerate(self.planned) if place not in refused}
        return replace(self, planned=_needed(kept), dropped=self.dropped + len(self.planned) - len(kept))


async def allow(
    planned: Sequence[ToolCall],
    snapshot: Snapshot,
    utterance: str | None,
    config: AssistantConfig,
    hooks: Hooks,
    lang: str = ENGLISH,
    known: TranslationContext | None = None,
    *,
    in_part: bool = False,
) -> AllowedCalls:
    """Those of the planned calls that are installed and valid, in order.

    An unknown or invalid one is dropped and counted; the first that only lacks an argument becomes a question.

    Args:
        planned: the calls.
        snapshot: what is installed.
        utterance: what commands' own post-processing gets to see; None for a plan that has been through it, such as
            one that the user has agreed to, which must run as it was shown.
        config: how many there may be, and how long a tool may take to mend and check its arguments.
        hooks: calls the tools' own code.
        lang: language that a question is wanted in.
        known: what the translator knew beside the words; None where the calls are not its reading of them. With it,
            values that only an author's example has lent to a call are taken out of it (``nlu/lent.py``).
        in_part: whether something of *utterance* is left that is none of *planned*.
    """
    kept: dict[int, PlannedCall] = {}
    question: Question | None = None
    failed: list[Outcome] = []
    unmeant: list[str] = []
    dropped = max(0, len(planned) - config.max_commands)
    for place, planned_call in enumerate(planned[: config.max_commands]):
        try:
            tool = snapshot.find(planned_call.name, planned_call.toolbox_id)
            shown = replace(planned_call, toolbox_id=tool.toolbox_id)
            # Of several requests each is judged by its own words: "every weekday" is not when the other one is wanted;
            # and what a follow-up changes by those of the request that it makes of the last.
            by_itself = (len(planned) > 1 or in_part or planned_call.spelt_out) and planned_call.said
            said = utterance
            if utterance is not None:
                said = planned_call.shown or (planned_call.said if by_itself else utterance)
            if planned_call.takes_back:
                said = None  # its values are those of the call before
            if said is not None and known is not None:
                # "Tick off reading and how's the streak on it": what the call before has, this one may lean on.
                before = replace(known, last_call=kept[max(kept)].said) if kept else known
                shown = own_values(shown, tool.definition, said, before)
            if said is not None and tool.post_process is not None:
                mended = await _post_processed(tool, dict(shown.arguments), said, hooks, config.hook_timeout)
                if mended is None and shown.said not in ("", said):
                    # "Again" alone says nothing of a coin; what it stands for does.
                    mended = await _post_processed(tool, dict(shown.arguments), shown.said, hooks, config.hook_timeout)
                if mended is not None and known is not None and lists_left_out(mended, lang):
                    mended = None  # the tool's own code took "eggs not milk" for a thing
                if mended is not None and not by_itself and _changes_nothing(planned_call, mended, said, known):
                    mended = None  # nothing of "a third rather" is in what the tool's own code made of it
                if mended is None:
                    LOG.info(f"a planned call is dropped: '{tool.name}' says that it is not meant")
                    dropped += 1
                    unmeant += [planned_call.said] * (len(planned) > 1)
                    continue
                shown = replace(shown, arguments=mended)
            check = partial(validate_call, tool, shown.arguments)
            kept[place] = PlannedCall(await hooks.call(tool, "validate", check, config.hook_timeout), shown)
        except InvalidArguments as error:
            asked = _question_for(shown, tool, error, lang) if question is None else None
            question = question or asked
            dropped += asked is None
        except (DeadlinePassed, ToolHangs) as error:
            LOG.warning(f"a planned call can't be checked: {error}")
            failed.append(Outcome.refused(tool, error))
        except ToolError as error:
            LOG.info(f"a planned call is dropped: {error}")
            dropped += 1
    return AllowedCalls(_needed(kept), question, dropped, tuple(failed), tuple(filter(None, unmeant)))


def _changes_nothing(
    call: ToolCall, mended: Mapping[str, Any], utterance: str, known: TranslationContext | None
) -> bool:
    """Whether *call*, which *utterance* made of the last one by a change, has only that one's values once its tool's
    own code has *mended* it: the same would be told again for something else that was asked."""
    last = known.last_call if known is not None else None
    if last is None or last.name != call.name or call.said in ("", utterance):
        return False
    return dict(mended) == dict(last.arguments) != dict(call.arguments)


def _needed(kept: Mapping[int, PlannedCall]) -> tuple[PlannedCall, ...]:
    """*kept*, which are calls by their places in a plan, without what takes something back for a call behind it that is
    not among them: nothing is lost for what does not come."""
    return tuple(call for place, call in kept.items() if not call.said.takes_back or place + 1 in kept)


async def meant(
    calls: Sequence[ToolCall], snapshot: Snapshot, utterance: str, config: AssistantConfig, hooks: Hooks
) -> tuple[ToolCall, ...]:
    """Those of *calls*, of which one is wanted, whose tools do not say that *utterance* does not mean them: "to ninety"
    is no step, whatever the words around it are like.

    Args:
        calls: in any order.
        snapshot: what is installed.
        utterance: what was said.
        config: how long a tool may take to look at it.
        hooks: calls the tools' own code.
    """
    kept = []
    for call in calls:
        try:
            tool = snapshot.find(call.name, call.toolbox_id)
            own = tool.post_process is not None
            if own and await _post_processed(tool, dict(call.arguments), utterance, hooks, config.hook_timeout) is None:
                continue
        except ToolError as error:
            LOG.info(f"whether '{call.name}' is meant can't be asked: {error}")
        kept.append(call)
    return tuple(kept)


def question_for_refusal(
    call: ToolCall, error: InvalidArguments, lang: str
) -> tuple[Question, Mapping[str, Any]] | None:
    """What to ask when a tool's own validation refused a value (lifecycle, validation flow), and the refusal.

    A refusal that says which values it would take is asked about first.
    """
    refused = [detail for detail in error.details if detail.get("param")]
    refused.sort(key=lambda detail: not detail.get("valid_values"))
    if not refused:
        return None
    detail, parameter = refused[0], str(refused[0]["param"])
    rest = {k: v for k, v in call.arguments.items() if k != parameter}
    text = phrases.refusal(parameter, detail.get("message") or "", lang, detail.get("valid_values"))
    choices = tuple(detail.get("valid_values") or ())
    return Question(replace(call, arguments=rest), parameter, text, choices), detail


def own_values(call: ToolCall, definition: ToolDefinition, utterance: str, known: TranslationContext) -> ToolCall:
    """*call* without the values that only an example of the tool has lent it."""
    kept, left_out = without_lent(call, definition, utterance, known)
    if left_out:
        LOG.info(f"left out of a call of '{call.name}', as only its examples say so: {', '.join(left_out)}")
    return kept


def _question_for(call: ToolCall, tool: LoadedTool, error: InvalidArguments, lang: str) -> Question | None:
    """What to ask first where a call lacks arguments and nothing else is wrong with it."""
    missing = [d["param"] for d in error.details if str(d.get("message", "")).startswith("Field required")]
    if not missing or len(missing) != len(error.details):
        LOG.info(f"a planned call is dropped: {error}")
        return None
    parameter = tool.definition.parameter(missing[0])
    choices = parameter.enum_values or () if parameter is not None else ()
    return Question(call, missing[0], phrases.question(missing[0], lang, choices), tuple(choices))


async def _post_processed(
    tool: LoadedTool, arguments: dict[str, Any], utterance: str, hooks: Hooks, seconds: float
) -> dict[str, Any] | None:
    """The arguments after the command's own ``post_process_tool_call`` (lifecycle, step 3); None where it says that it
    is not meant."""

    def mend() -> dict[str, Any] | None:
        assert tool.post_process is not None
        try:
            processed = tool.post_process(dict(arguments), utterance)
        except NotMeant:
            return None
        return dict(processed) if isinstance(processed, dict) else arguments

    try:
        return await hooks.call(tool, "post_process_tool_call", mend, seconds)
    except ToolError as error:
        LOG.warning(f"post_process_tool_call of '{tool.name}' failed: {error}")
        return arguments  # they stand without it
