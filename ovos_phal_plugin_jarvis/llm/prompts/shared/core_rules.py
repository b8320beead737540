"""The sentences that prompts of all families share.

A ``RULE_…`` may hold ``{terminology}``, which stands for what the family calls a tool; :func:`build_rules_block`
and providers that use a rule directly put ``function`` or ``tool`` in its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from ovos_phal_plugin_jarvis.sdk.date_keys import ALL_DATE_KEYS

RULE_POPULATE_REQUIRED = (
    "Fill in every required parameter of the {terminology}. Where the user implies a value without saying it, "
    'take the natural default: a request without a date means "today".'
)
RULE_ONE_AT_A_TIME = "Call one {terminology} for each thing the user asks for, in the order they were asked."
RULE_USE_ACTUAL_PARAM_NAMES = "Write parameter names exactly as they stand in the {terminology}'s schema."
RULE_BEST_MATCH_INTENT = (
    "Choose the {terminology} whose purpose fits what the user means, not the one that merely shares a word with it."
)
RULE_EXTRACT_PARAMS = (
    "Take values from the user's own words and invent none. Ask only when a required value is missing or could "
    "mean several things; leave out optional parameters that were not mentioned."
)
RULE_STT_AWARENESS = (
    'The words come from speech recognition: read past mistaken homophones ("whether" for "weather") and '
    "misspelled names of people and places."
)
RULE_DATE_PARAMS = (
    "Where a parameter wants dates (resolved_datetimes and the like), write these date keys and no timestamps; they "
    f"are turned into dates later: {', '.join(ALL_DATE_KEYS)}."
)
ANTI_HALLUCINATION_MANDATE = (
    "If a function covers the request, call it: never make up live data such as weather, scores, news or the state "
    "of a device, and never claim to have done something that no function did."
)
FALLBACK_BRIEF_REPLY = (
    "Where no {terminology} fits, as for small talk or general knowledge, answer in one or two short spoken sentences."
)
FALLBACK_BRIEF_REPLY_HERMES = "When no tool is needed, answer with a brief spoken reply."
TOOL_CALL_FORMAT = (
    "For each function call, return a json object with the function's name and arguments within "
    "<tool_call></tool_call> XML tags:\n"
    "<tool_call>\n"
    '{"name": "<function-name>", "arguments": {"<arg-name>": "<arg-value>"}}\n'
    "</tool_call>"
)

_STANDARD_RULES = (
    RULE_POPULATE_REQUIRED,
    RULE_ONE_AT_A_TIME,
    RULE_BEST_MATCH_INTENT,
    RULE_DATE_PARAMS,
    RULE_EXTRACT_PARAMS,
    RULE_STT_AWARENESS,
)


def with_terminology(rule: str, terminology: str) -> str:
    """*rule* with its placeholder filled in. Not ``str.format``: a rule may hold JSON."""
    return rule.replace("{terminology}", terminology)


def build_identity_header(room: str, user: str, voice_mode: str, user_memories: str = "") -> str:
    """Who the assistant is, and where and to whom it speaks.

    Args:
        room: where the device stands; ``unknown`` and empty are left out.
        user: who speaks; ``default`` and empty are left out.
        voice_mode: how long answers should be, such as ``brief``.
        user_memories: what is known of the speaker, one fact a line.
    """
    parts = [
        f"room={room}" if room and room != "unknown" else "",
        f"user={user}" if user and user != "default" else "",
        f"style={voice_mode}" if voice_mode else "",
    ]
    context = ", ".join(part for part in parts if part)
    header = "You are Jarvis, a voice assistant that acts by calling functions."
    if context:
        header += f"\nContext: {context}"
    if user_memories:
        header += f"\n\nKnown about the user, to be used when it answers a question:\n{user_memories}"
    return header


def build_rules_block(
    param_names_rule: str | None = None,
    extra_rules: Iterable[str] | None = None,
    terminology: str = "tool",
) -> str:
    """``Rules:`` and one line a rule.

    Args:
        param_names_rule: a rule about parameter names for families that need one.
        extra_rules: put behind the shared ones.
        terminology: what the family calls a tool.
    """
    rules = list(_STANDARD_RULES)
    if param_names_rule:
        rules.insert(2, param_names_rule)
    rules += extra_rules or ()
    return "\n".join(["Rules:", *(f"- {with_terminology(rule, terminology)}" for rule in rules)])


def build_fallback_line(hermes_style: bool = False) -> str:
    """What to do where no tool fits; *hermes_style* gives the shorter wording."""
    return FALLBACK_BRIEF_REPLY_HERMES if hermes_style else with_terminology(FALLBACK_BRIEF_REPLY, "tool")
