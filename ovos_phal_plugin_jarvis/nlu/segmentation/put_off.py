"""What is to be done at another time than now, by a tool that knows no time: "drain the pond later"."""

from __future__ import annotations

from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu.bounds import is_least
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.entities import DATE, DATE_RANGE, DURATION, TIME
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.moments import Moment, When, moments
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.recurring import is_recurrence, meaning_of
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Words
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.nlu.told_beside import told_beside
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING
from ovos_phal_plugin_jarvis.translation.values import things_of

_SELDOM = frozenset(["hourly", "monthly", "yearly"])
"""How often something comes that no days of the week make up."""
_ENDS = frozenset(["end", "ends", "to", "till", "until", "due", "deadline", "by", "checkout", "return"])
"""Words by which the name of an argument says that it is the end of something; English, as most names are."""
_AHEAD = frozenset(["in", "after", "delay"])
"""Words by which the name of an argument says that it is a length of time from now on; English, as most names are."""
_WHEN = frozenset(
    [
        "when",
        "time",
        "times",
        "day",
        "days",
        "date",
        "often",
        "frequency",
        "repeat",
        "recurrence",
        "schedule",
        "interval",
    ]
)
"""Words by which an author says that a text is a moment; English, as most names are."""
_LONG = frozenset(["length", "duration", "long", "days", "nights", "weeks", "months", "period"])
"""Words by which an author says that a text is how long something lasts, a day or more; in English, as are those of
tools that are put into it."""
_TIMES = frozenset([DATE, DATE_RANGE, TIME])


class PutOff(Words):
    """Tells what may not be done now."""

    def lost(self, plan: Plan) -> str:
        """When a request of *plan* is to be done, where its tool takes nothing of that; empty where there is nothing.

        What only tells may be told in any case, but not of another time.
        """
        for request in plan.requests:
            definition = self._reader.trained.definitions[request.call.name]
            telling = bool(definition.annotations.get("readOnlyHint"))
            if request.missing or not request.call.said:
                continue
            heard = self._reader.hear(request.call.said)
            beside = told_beside(heard)
            for moment in moments(heard):
                if telling and moment.when is not When.AHEAD:
                    continue
                if not beside.issuperset(range(moment.start, moment.end)) and not self._takes(request, moment, heard):
                    return heard.said(moment.start, moment.end)
        return ""

    def _takes(self, request: Request, moment: Moment, heard: Heard) -> bool:
        """Whether *request* has what is said at *moment*: in a text, as a time or as how often; or its tool's examples
        say so, and its author knows what that means."""
        definition, values = self._reader.trained.definitions[request.call.name], request.call.arguments
        said = " ".join(words_of(heard.said(moment.start, moment.end)))
        for name, value in values.items():
            texts = [" ".join(words_of(thing)) for thing in things_of(value) if isinstance(thing, str)]
            if any(said in text and (said != text or self._says_when(request, name)) for text in texts):
                return True
        often = any(
            isinstance(v, str) and meaning_of(v) and self._says_when(request, name) for name, v in values.items()
        )
        offered = {meaning_of(v) for p in definition.parameters if is_recurrence(p) for v in p.enum_values or ()}
        if moment.when is When.OFTEN and offered:
            # What a tool offers it may hear by itself; "every month" is nothing that comes again every week.
            return moment.often in offered or (moment.often not in _SELDOM and often)
        # "Until friday" of "from monday until friday" is the end of a range.
        known = moment.when is not When.UNTIL and self._knows(definition, said)
        if known or any(self._is_said_alike(moment, each) for each in self._examples(request)):
            return True
        if moment.when is When.OFTEN:
            return often
        if moment.when is When.UNTIL:
            told = self._reader.trained.told(definition.name).parameters
            return any(is_least(p) is not None or not _ENDS.isdisjoint(split_name(p.named)) for p in told)
        kinds = self._reader.trained.wordings[definition.name].kinds
        if moment.when is When.LASTING:
            return self._is_length(request, moment, heard) or any(
                DURATION in kinds.get(name, frozenset()) and _AHEAD.isdisjoint(self._called(request, name))
                for name in values
            )
        # A length from now on is when what is made ends or is due; it does not say how long what is taken away was.
        long = moment.when is When.AHEAD and ENDING.isdisjoint(words_of(definition.name))
        wanted = _TIMES | {DURATION} if long else _TIMES
        return often or any(not kinds.get(name, frozenset()).isdisjoint(wanted) for name in values)

    def _is_length(self, request: Request, moment: Moment, heard: Heard) -> bool:
        """Whether an argument of *request* that is how long something lasts is said by the words of *moment*: "for
        [five days]"."""
        lengths = (x for x in heard.mentions if x.kind == DURATION and moment.start <= x.start and x.end <= moment.end)
        said = next((words_of(heard.said(x.start, x.end)) for x in lengths), [])
        return any(
            isinstance(value, str) and words_of(value) == said and not _LONG.isdisjoint(self._told(request, name))
            for name, value in request.call.arguments.items()
        )

    def _says_when(self, request: Request, name: str) -> bool:
        """Whether the argument *name*, which is nothing but a moment, is one by what its author says: "later" is the
        name of no room."""
        parameter = self._reader.trained.definitions[request.call.name].parameter(name)
        known = parameter is not None and parameter.enum_values
        return bool(known) or not _WHEN.isdisjoint(self._told(request, name))

    def _told(self, request: Request, name: str) -> list[str]:
        """The words by which the author tells what the argument *name* is."""
        parameter = self._reader.trained.told(request.call.name).parameter(name)
        return [*self._called(request, name), *words_of(parameter.description if parameter is not None else "")]

    def _called(self, request: Request, name: str) -> list[str]:
        """The words of the name of an argument."""
        parameter = self._reader.trained.told(request.call.name).parameter(name)
        return split_name(parameter.named) if parameter is not None else []

    def _examples(self, request: Request) -> Iterator[Heard]:
        for example in self._reader.trained.aligned.get(request.call.name, ()):
            yield example.heard

    @staticmethod
    def _is_said_alike(moment: Moment, example: Heard) -> bool:
        """Whether *example* says a moment in the same way, where such a moment is no value of its tool."""
        return moment.when in (When.LATER, When.UNTIL, When.LASTING) and any(
            each.when is moment.when for each in moments(example)
        )
