"""One tool as the translator understands it: from the words of an utterance to the tool's arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu import mentions as m
from ovos_phal_plugin_jarvis.nlu import values
from ovos_phal_plugin_jarvis.nlu.alignment import AlignedExample, Profile, is_closed
from ovos_phal_plugin_jarvis.nlu.choices import Choice
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.roles import RoleTemplates
from ovos_phal_plugin_jarvis.nlu.tagger import Tagged, TaggedSpan, Tagger
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_SURE_ROLE = 0.8
"""Probability below which the tagger is not believed about which number is which."""


@dataclass
class Filled:
    """The arguments that were found in an utterance."""

    arguments: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Required arguments that nobody said."""
    covered: set[int] = field(default_factory=set)
    """Words that say an argument."""
    probability: float = 1.0
    """Of the least sure argument."""
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    """First word, one past the last, argument."""

    def take(self, start: int, end: int, parameter: str) -> None:
        """Note that the words from *start* up to *end* say *parameter*."""
        if self.covered.isdisjoint(range(start, end)):
            self.spans.append((start, end, parameter))
        self.covered.update(range(start, end))


class ToolModel:
    """What was learned about one tool."""

    def __init__(
        self,
        definition: ToolDefinition,
        aligned: Sequence[AlignedExample],
        profiles: dict[str, Profile],
        tagger: Tagger | None,
    ) -> None:
        self.definition = definition
        self.profiles = profiles
        self._tagger = tagger
        rules = [
            *definition.rules,
            *definition.critical_rules,
            definition.description,
            *(p.description for p in definition.parameters),
        ]
        self._typed = frozenset(name for name, profile in profiles.items() if profile.typed)
        self._roles = _role_templates(profiles, aligned)
        self._choices: dict[str, Choice] = {}
        for name, profile in profiles.items():
            if _is_choice(profile) or _is_implied(profile):
                choice = Choice(profile.parameter, aligned, rules, self._typed)
                if choice.useful:
                    self._choices[name] = choice

    @property
    def learned(self) -> frozenset[str]:
        """Arguments that are chosen by what is meant, as examples show it."""
        return frozenset(
            name
            for name, profile in self.profiles.items()
            if name in self._choices and sum(profile.implied.values()) > 0 and not profile.parameter.enum_values
        )

    def fill(self, heard: Heard) -> Filled:
        """The arguments that *heard* gives."""
        filled = Filled()
        tagged = self._tagged(heard)
        spans = _widened(heard, tagged, self._typed)
        for profile in self.profiles.values():
            if profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
                self._fill_dates(heard, profile, filled)
        self._fill_roles(heard, spans, filled)
        for span in spans:
            self._fill_span(heard, span, filled)
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.typed:
                self._fill_mention(heard, profile, filled, spans)
        for name, choice in self._choices.items():
            if name in filled.arguments:
                continue
            taken = {at for start, end, said in filled.spans if said not in self._typed for at in range(start, end)}
            value, probability = choice.pick(heard.words, taken, heard.mentions)
            if value is not None and (probability > 0.4 or self.profiles[name].parameter.required):
                filled.arguments[name] = value
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.constant is not None:
                filled.arguments[name] = profile.constant
            if name not in filled.arguments and profile.parameter.required and profile.parameter.default is None:
                filled.missing.append(name)
        return filled

    def _tagged(self, heard: Heard) -> Tagged:
        if self._tagger is None:
            return Tagged([], frozenset())
        return self._tagger.tag([token.text for token in heard.tokens], heard.words, heard.mentions)

    def _fill_roles(self, heard: Heard, spans: list[TaggedSpan], filled: Filled) -> None:
        """Arguments of one kind whose places a template tells apart; what the tagger says of words goes first."""
        texts = {at for span in spans if span.parameter not in self._typed for at in range(span.start, span.end)}
        for kind, templates in self._roles.items():
            places = [x for x in heard.mentions if x.kind == kind and texts.isdisjoint(range(x.start, x.end))]
            roles = templates.roles(heard.words, [(x.start, x.end) for x in places])
            if (
                roles is None
                and len(places) > 1
                and any(span.probability < _SURE_ROLE for span in spans if span.parameter in self._typed)
            ):
                roles = templates.usual(len(places))
            for mention, name in zip(places, roles or (), strict=False):
                profile = self.profiles[name]
                value = values.convert(
                    profile.formats, heard.said(mention.start, mention.end), [mention], profile.parameter, heard.now
                )
                if value is not None and name not in filled.arguments:
                    filled.arguments[name] = value
                    filled.take(mention.start, mention.end, name)

    def _fill_span(self, heard: Heard, span: TaggedSpan, filled: Filled) -> None:
        profile = self.profiles.get(span.parameter)
        if profile is None or profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
            return
        said = set(range(span.start, span.end))
        if said <= filled.covered or (profile.typed and said & filled.covered):
            return
        inside = [x for x in heard.mentions if span.start <= x.start and x.end <= span.end]
        if profile.typed:
            kinds = {values.kind_of(name) for name in profile.formats}
            inside = [x for x in heard.mentions if x.kind in kinds and x.start < span.end and x.end > span.start]
        value = None
        if not profile.typed or not inside:
            value = profile.known.get(" ".join(heard.words[span.start : span.end]))
            if value is not None and profile.typed:
                value = values.cast(value, profile.parameter)
        if value is None or isinstance(value, list):
            value = values.convert(
                profile.formats, heard.said(span.start, span.end), inside, profile.parameter, heard.now
            )
        if value is None:
            return
        if profile.parameter.param_type.lower().startswith(("list", "array")) or profile.parameter.param_type.endswith(
            "[]"
        ):
            filled.arguments.setdefault(span.parameter, []).append(value)
        elif span.parameter in filled.arguments:
            return
        else:
            filled.arguments[span.parameter] = value
        start = min([span.start, *(x.start for x in inside)]) if profile.typed else span.start
        end = max([span.end, *(x.end for x in inside)]) if profile.typed else span.end
        filled.take(start, end, span.parameter)
        filled.probability = min(filled.probability, span.probability)

    def _fill_dates(self, heard: Heard, profile: Profile, filled: Filled) -> None:
        """A list of dates is every date that was said, in order."""
        days = [x for x in heard.mentions if x.kind == m.DATE]
        if not profile.spoken and not profile.parameter.required and profile.implied and not days:
            return
        keys = [key for x in days for key in x.value.values()]
        if keys:
            filled.arguments[profile.parameter.name] = list(dict.fromkeys(keys))
            clocks = {at for x in heard.mentions if x.kind == m.TIME for at in range(x.start, x.end)}
            for x in days:
                # "half past six tonight" is a time as well; its argument shall find it whole.
                if clocks.isdisjoint(range(x.start, x.end)):
                    filled.take(x.start, x.end, profile.parameter.name)

    def _fill_mention(self, heard: Heard, profile: Profile, filled: Filled, spans: list[TaggedSpan]) -> None:
        """An argument made from a mention that the tagger left unmarked: the only one of its kind that is free."""
        kind = values.kind_of(profile.formats[0])
        kinds = {kind} | {values.kind_of(name) for name in profile.formats if name == "number"}
        free = [x for x in heard.mentions if x.kind in kinds and not filled.covered.intersection(range(x.start, x.end))]
        if not free or profile.parameter.name in filled.arguments:
            return
        rivals = [
            p
            for n, p in self.profiles.items()
            if n not in filled.arguments
            and p.typed
            and n != profile.parameter.name
            and values.kind_of(p.formats[0]) == kind
        ]
        if rivals and not profile.parameter.required:
            return
        share = profile.spoken / max(1, profile.spoken + profile.absent)
        if not profile.parameter.required and profile.spoken and share < 0.3:
            return
        mention = (
            max((x for x in free if x.kind == kind), key=lambda x: x.end - x.start, default=free[0])
            if not rivals
            else free[0]
        )
        value = values.convert(
            profile.formats, heard.said(mention.start, mention.end), [mention], profile.parameter, heard.now
        )
        if value is not None:
            filled.arguments[profile.parameter.name] = value
            filled.take(mention.start, mention.end, profile.parameter.name)


def _is_implied(profile: Profile) -> bool:
    """Whether a number may be meant without being said, as in "squared". A required one never is: it is asked for."""
    return (
        profile.typed
        and not profile.parameter.required
        and profile.constant is None
        and any(count > 1 for count in profile.implied.values())
    )


def _widened(heard: Heard, tagged: Tagged, typed: frozenset[str]) -> list[TaggedSpan]:
    """The spans, each text with the loose words beside it: "roast" of "the roast chicken timer"."""
    free = tagged.loose - {at for x in heard.mentions for at in range(x.start, x.end)}
    found = []
    for span in tagged.spans:
        start, end = span.start, span.end
        if span.parameter not in typed:
            while start - 1 in free:
                start -= 1
            while end in free:
                end += 1
        found.append(replace(span, start=start, end=end))
    return found


def _role_templates(profiles: dict[str, Profile], aligned: Sequence[AlignedExample]) -> dict[str, RoleTemplates]:
    """Kind of mention → templates, for each kind that more than one argument is made from."""
    by_kind: dict[str, set[str]] = {}
    for name, profile in profiles.items():
        kind = values.kind_of(profile.formats[0]) if profile.formats else None
        if kind:
            by_kind.setdefault(kind, set()).add(name)
    return {kind: RoleTemplates(aligned, frozenset(names)) for kind, names in by_kind.items() if len(names) > 1}


def _is_choice(profile: Profile) -> bool:
    """Whether the argument is one of a few values rather than something said."""
    parameter = profile.parameter
    if is_closed(parameter):
        return True
    if profile.typed or not profile.implied:
        return False
    distinct = len(profile.implied)
    return distinct <= 12 and sum(profile.implied.values()) >= max(
        1, 0.3 * (profile.spoken + sum(profile.implied.values()))
    )
