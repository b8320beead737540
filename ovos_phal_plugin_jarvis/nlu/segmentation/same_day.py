"""The day that several requests share of which only the first says it: "wake me on saturday at six and [again] at
seven", in one breath or in two."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request
from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, TIME
from ovos_phal_plugin_jarvis.nlu.learning.values import is_time
from ovos_phal_plugin_jarvis.nlu.recurring import is_recurrence
from ovos_phal_plugin_jarvis.sdk.date_keys import ALL_DATE_KEYS, days_of
from ovos_phal_plugin_jarvis.translation.values import ToolCall


def on_the_same_day(request: Request, first: Request, dialogue: Dialogue) -> Request:
    """*request*, which has a time and no day, on the day of *first* and as often as that.

    Args:
        request: one that leans on the words of *first*: it has no verb of its own.
        first: the one before it.
        dialogue: knows which kinds of mention the arguments of their tool are made from.
    """
    given, known, read = request.call.arguments, first.call.arguments, first.read or request.read
    if request.call.name != first.call.name or read is None:
        return request
    definition = read.definition
    kinds = {parameter.name: dialogue.kinds(definition.name, parameter.name) for parameter in definition.parameters}
    days = {each.name for each in definition.parameters if DATE in kinds[each.name] or is_recurrence(each)}
    times = {each.name for each in definition.parameters if TIME in kinds[each.name] or is_time(each)} - days
    lengths = {each.name for each in definition.parameters if DURATION in kinds[each.name]} - times
    # "In two hours" is on no other day than that.
    if times.isdisjoint(given) or not days.isdisjoint(given) or not lengths.isdisjoint(given):
        return request
    shared = {name: value for name, value in known.items() if name in days}
    return replace(request, call=replace(request.call, arguments={**shared, **given})) if shared else request


def is_for(call: ToolCall, day: date) -> bool:
    """Whether an argument of *call* is *day* and no other, written as a date or by a key ("tonight")."""
    texts = [value for value in call.arguments.values() if isinstance(value, str)]
    named = [days_of(text, day)[0] for text in texts if text in ALL_DATE_KEYS]
    return day.isoformat() in texts or [day] in named
