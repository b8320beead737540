"""What was learned about one tool: from the words that say its arguments to what each argument becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.entities.grammar import grammar
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import FEW, AlignedExample, Profile, are_beside, is_closed
from ovos_phal_plugin_jarvis.nlu.learning.booleans import Booleans, is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.choices import Choice
from ovos_phal_plugin_jarvis.nlu.learning.codes import Codes
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.edges import Edges, widened
from ovos_phal_plugin_jarvis.nlu.learning.ends import Ends
from ovos_phal_plugin_jarvis.nlu.learning.figured import Figures
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.hours import Hours
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import writes_down
from ovos_phal_plugin_jarvis.nlu.learning.linear import Linear
from ovos_phal_plugin_jarvis.nlu.learning.listed import ListReader
from ovos_phal_plugin_jarvis.nlu.learning.measures import (
    Measured,
    in_unit,
    is_of_length,
    is_price,
    unit_behind,
    unit_of,
)
from ovos_phal_plugin_jarvis.nlu.learning.named_numbers import NamedNumbers
from ovos_phal_plugin_jarvis.nlu.learning.past_days import as_past, is_past
from ovos_phal_plugin_jarvis.nlu.learning.role_templates import role_templates
from ovos_phal_plugin_jarvis.nlu.learning.shapes import Shapes
from ovos_phal_plugin_jarvis.nlu.learning.tagger import Tagged, TaggedSpan, Tagger
from ovos_phal_plugin_jarvis.nlu.learning.usage import is_told
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_SURE_ROLE = 0.8
"""Probability below which the tagger is not believed about which number is which."""
_HELD = 0.6
"""Probability from which a day or a time is a part of a text: the tagger of a few examples takes some for one."""
_USUAL = 0.3
"""Share of the examples that say an argument, from which on a number that is left may be it."""
_MEANT = 0.5
"""Probability from which a choice that nobody named is taken; a required one is asked for below it."""


class ToolModel:
    """What was learned about one tool."""

    def __init__(
        self,
        definition: ToolDefinition,
        aligned: Sequence[AlignedExample],
        profiles: dict[str, Profile],
        tagger: Tagger | None,
        lang: Language,
        models: Mapping[str, Linear | None] | None = None,
        *,
        chooses: bool = True,
    ) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            profiles: how its arguments are made from words.
            tagger: which words say which.
            lang: what is spoken.
            models: what choices learned before, by argument; they learn now where it is None.
            chooses: whether what nobody says in so many words is chosen by what is meant.
        """
        self.definition = definition
        self.profiles = profiles
        self.tagger = tagger
        rules = [
            *definition.rules,
            *definition.critical_rules,
            definition.description,
            " ".join(split_name(definition.named)),
            *(p.description for p in definition.parameters),
        ]
        self._typed = frozenset(name for name, profile in profiles.items() if profile.typed)
        said = {name: p.parameter for name, p in profiles.items() if not p.typed}
        moments = {name for name, profile in profiles.items() if profile.formats[:1] == ["date_time"]}
        self._moments = {name: [e.arguments[name] for e in aligned if name in e.arguments] for name in moments}
        """Moments → their values in the examples."""
        told = is_told(aligned, lang) or writes_down(definition, lang)
        over = (name for name in self._typed if is_past(profiles[name].parameter, aligned, lang, told=told))
        self._over = frozenset(over)
        """Days that are over, as the examples show."""
        measured = {name: Measured.of(name, aligned, definition) for name in self._typed}
        self._measured = {name: found for name, found in measured.items() if found is not None}
        self._times = {name: parameter for name, parameter in said.items() if values.is_time(parameter)}
        self._roles = role_templates(profiles, aligned)
        kinds = {n: [k for f in profiles[n].formats if (k := values.kind_of(f))] for n in sorted(self._typed)}
        self._ends = Ends(definition, lang, kinds, aligned)
        self._codes = Codes(profiles, aligned, lang)
        self._counted = _always_numbers(profiles, aligned)
        self._shapes = Shapes(aligned, lang) if lang.code != ENGLISH else None
        self._few = len(aligned) < FEW
        hours = {name: Hours.of(name, aligned) for name in self._typed if self._few}
        self._hours = {name: found for name, found in hours.items() if found is not None}
        plain = [p.parameter for p in profiles.values() if p.formats[:1] == ["number"] and self._few]
        chosen = (value for p in definition.parameters for value in p.enum_values or ())
        self._named = NamedNumbers(plain, lang, {word for value in chosen for word in words_of(str(value))})
        self._prices = [parameter.name for parameter in plain if is_price(parameter, lang)]
        self._edges = Edges(profiles, aligned, lang)
        self._lists = {
            name: ListReader(p.parameter, aligned, lang)
            for name, p in profiles.items()
            if p.parameter.lists_names and not p.typed
        }
        self._backward = {name: _backward(name, aligned) for name, p in profiles.items() if "days_back" in p.formats}
        self._booleans = Booleans(definition, aligned if chooses else (), lang)
        figures = {name: Figures.of(p.parameter, aligned, lang) for name, p in profiles.items()}
        self._figures = {name: found for name, found in figures.items() if found is not None}
        self.choices: dict[str, Choice] = {}
        for name, profile in profiles.items():
            if chooses and (_is_choice(profile) or _is_implied(profile)):
                others = [
                    value
                    for other, p in profiles.items()
                    if other != name and not is_yes_or_no(p.parameter)
                    for value in p.parameter.enum_values or ()
                ]
                choice = Choice(profile.parameter, aligned, rules, lang, self._typed, others=others, models=models)
                if choice.useful:
                    self.choices[name] = choice

    @property
    def learned(self) -> frozenset[str]:
        """Arguments that are chosen by what is meant, as examples show it."""
        return frozenset(
            name
            for name, profile in self.profiles.items()
            if name in self.choices and sum(profile.implied.values()) > 0 and not profile.parameter.enum_values
        )

    def fill(self, heard: Heard, tagged: Tagged | None = None) -> Filled:
        """The arguments that *heard* gives; *tagged* says which words say which, where that is known."""
        return self._chosen(heard, *self._said(heard, tagged))

    def spans(self, heard: Heard) -> Sequence[tuple[int, int, str]]:
        """Where they are said. What talk is misread as mostly is said nowhere, and nobody asks what is meant by it."""
        filled, not_meant = self._said(heard, None)
        return self._chosen(heard, filled, not_meant).spans if filled.spans else ()

    def _said(self, heard: Heard, tagged: Tagged | None) -> tuple[Filled, Mapping[str, set[int]]]:
        """What the words say of them, and the words by which a value of a few is not meant."""
        filled = Filled()
        tagged = self._tagged(heard) if tagged is None else tagged
        filled.marks = tagged.marks
        spans = self._with_lists(heard, widened(heard, tagged, self._typed, self._times))
        not_meant = {name: places for name, c in self.choices.items() if (places := c.not_meant(heard))}
        spans = [x for x in spans if not_meant.get(x.parameter, set()).isdisjoint(range(x.start, x.end))]
        spans = self._fill_codes(heard, spans, filled)
        for profile in self.profiles.values():
            if profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
                self._fill_dates(heard, profile, filled)
        self._fill_ends(heard, spans, filled)
        self._fill_figures(heard, spans, filled, not_meant)
        self._fill_measured(heard, spans, filled)
        self._fill_named(heard, spans, filled)
        self._fill_roles(heard, spans, filled)
        self._fill_moment(heard, spans, filled)
        for span in spans:
            self._fill_span(heard, span, spans, filled)
        if self._shapes is not None:
            self._shapes.mend(heard, filled, self._typed)
            wanted = [
                n
                for n, p in self.profiles.items()
                if p.parameter.required and n not in filled.arguments and n not in self.choices and not p.typed
            ]
            if len(wanted) == 1 and not self.profiles[wanted[0]].parameter.lists_names:
                self._shapes.find(heard, filled, wanted[0])
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.typed:
                self._fill_mention(heard, profile, filled, spans)
        self._fill_single(heard, filled)
        self._fill_counted(heard, filled)
        self._on_the_day(heard, filled)
        for name, words in self._backward.items():
            self._turn_back(heard, filled, name, words)
        self._booleans.fill(heard, filled)
        self._fill_bare_figures(heard, filled)
        return filled, not_meant

    def _chosen(self, heard: Heard, filled: Filled, not_meant: Mapping[str, set[int]]) -> Filled:
        """*filled* with what is chosen by what is meant, and with texts that are whole."""
        for name, choice in self.choices.items():
            if name in filled.arguments:
                continue
            taken = self._of_texts(filled) | not_meant.get(name, set())
            value, probability = choice.pick(heard, taken)
            if value is not None and probability > _MEANT:
                if choice.is_said(value, heard, taken):
                    filled.arguments[name] = value
                else:
                    filled.supposed[name] = str(value)
        for name in not_meant.keys() & filled.arguments.keys():
            filled.deny(not_meant[name])
        self.mend(heard, filled)
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.constant is not None:
                filled.arguments[name] = profile.constant
        filled.missing = [*self.definition.lacking(filled.arguments)]
        return filled

    def named(self, heard: Heard) -> frozenset[str]:
        """The numbers that *heard* says with the name of their argument."""
        return frozenset(name for name, _ in self._named.said(heard, set()))

    def of_others(self, heard: Heard, filled: Filled) -> frozenset[str]:
        """Choices of which *heard* says a value of somebody else than the examples do: none is meant."""
        taken = self._of_texts(filled)
        return frozenset(name for name, choice in self.choices.items() if choice.is_of_another(heard, taken))

    def unmeant(self, heard: Heard, filled: Filled) -> frozenset[str]:
        """Arguments for which *heard* has something that no example's words make one of them: a value of a few that is
        somebody else's, a number that counts something else."""
        counted = [x for x in heard.mentions if x.kind == m.NUMBER]
        others = {name for name in self._measured if len(self._own(counted, name, heard)) < len(counted)}
        return self.of_others(heard, filled) | others

    def _own(self, mentions: list[m.Mention], name: str, heard: Heard) -> list[m.Mention]:
        """Those of *mentions* that may be the number *name*: not the "hundred" of "a hundred nylon spacers" where each
        example says millimetres."""
        measured = self._measured.get(name)
        return [x for x in mentions if x.kind != m.NUMBER or measured is None or measured.may_be(heard, x)]

    def _counting(self, mentions: list[m.Mention], name: str, heard: Heard) -> list[m.Mention]:
        """Those that may be it beside a length of time that the tool takes: not the "forty five" of "for forty five
        minutes"."""
        own, parameter = self._own(mentions, name, heard), self.profiles[name].parameter
        if not own:
            return own
        others = (p for other, p in self.profiles.items() if other != name)
        lengths = any(p.typed and values.kind_of(p.formats[0]) == m.DURATION for p in others)
        return [x for x in own if not (lengths and is_of_length(x, heard, parameter))]

    def _of_texts(self, filled: Filled) -> set[int]:
        return {at for start, end, said in filled.spans if said not in self._typed for at in range(start, end)}

    def mend(self, heard: Heard, filled: Filled) -> None:
        """Let the texts of *filled* end where they do, as a few examples tell, what is to be done be whole, and moments
        be written as the examples have them."""
        for name, shown in self._moments.items():
            if name in filled.arguments:
                filled.arguments[name] = values.moment_as_shown(filled.arguments[name], shown)
        if self._few:
            self._edges.mend(heard, filled)
        self._edges.finish(heard, filled)

    @property
    def days(self) -> frozenset[str]:
        """Texts that hold a day in all of a few examples."""
        return self._edges.days if self._few else frozenset()

    def whole_places(self, heard: Heard, filled: Filled) -> None:
        """Let the texts of *filled* that are a part of a place's name be all of it, as far as a few examples tell."""
        if self._few:
            self._edges.whole_places(heard, filled)

    def _turn_back(self, heard: Heard, filled: Filled, name: str, words: frozenset[str]) -> None:
        """Count a number of days back where a word says so that only examples which count back have."""
        days = filled.arguments.get(name)
        lengths = {(x.start, x.end) for x in heard.mentions if x.kind == m.DURATION}
        counted = any(place == name and (start, end) in lengths for start, end, place in filled.spans)
        if counted and isinstance(days, int | float):
            said = {word for at, word in enumerate(heard.words) if at not in filled.covered}
            filled.arguments[name] = -abs(days) if said & words else abs(days)

    def _tagged(self, heard: Heard) -> Tagged:
        if self.tagger is None:
            return Tagged([], frozenset())
        return self.tagger.tag(heard)

    def _with_lists(self, heard: Heard, spans: list[TaggedSpan]) -> list[TaggedSpan]:
        """*spans* with the things that each list holds."""
        for name, reader in self._lists.items():
            own = [span for span in spans if span.parameter == name]
            if own:
                spans = [span for span in spans if span.parameter != name]
                # Of two places of one text the less sure one may belong to the list: "and aunt [eve] saying …".
                best = {s.parameter: s for s in sorted(spans, key=lambda s: s.probability)}
                others = {at for span in best.values() for at in range(span.start, span.end)}
                sure = min(span.probability for span in own)
                things = reader.things(heard, [(span.start, span.end, span.probability) for span in own], others)
                spans += [TaggedSpan(start, end, name, sure) for start, end in things]
        return sorted(spans, key=lambda span: span.start)

    def _fill_measured(self, heard: Heard, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        """Of several numbers the only one that is said in the unit of an argument is that one, wherever examples have
        it: "number eleven is low so give them two kilos"."""
        if sum(x.kind == m.NUMBER for x in heard.mentions) < 2:
            return
        measured = self._in_units(heard.lang)
        # A tagger that has seen a few examples takes the unit of a number for a text now and then.
        texts = self._in_texts([x for x in spans if x.probability >= _SURE_ROLE]) if measured else set()
        numbers = [x for x in heard.mentions if x.kind == m.NUMBER and texts.isdisjoint(range(x.start, x.end))]
        if not measured or len(numbers) < 2:
            return
        said = [x for x in numbers if unit_behind(heard, x.end) is not None]
        fitting = {name: in_unit(said, heard, self.profiles[name].parameter) for name in measured}
        for name, own in fitting.items():
            others = {x.start for other, found in fitting.items() if other != name for x in found}
            if len(own) == 1 and own[0].start not in others:
                self._give(name, own[0], own, heard, filled)

    def _fill_named(self, heard: Heard, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        """The numbers that are said with the name of their argument ("three nights and four bunks"), and the only sum
        of money, where one argument is a price."""
        texts = self._in_texts(spans)
        for name, number in self._named.said(heard, texts | filled.covered):
            said = in_unit([number], heard, self.profiles[name].parameter)
            if said:
                self._give(name, number, said, heard, filled)
        taken = texts | filled.covered
        sums = [x for x in heard.mentions if x.kind == m.MONEY and taken.isdisjoint(range(x.start, x.end))]
        if len(sums) == len(self._prices) == 1:
            self._give(self._prices[0], sums[0], sums, heard, filled)

    def _fill_moment(self, heard: Heard, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        """The one argument that is a day and a time of it, of the only day with a time beside it: "[on friday at four]
        at the quarry", also where the tagger takes but the day for it."""
        of_days = (m.DATE, m.TIME)
        own = [n for n in self._typed if values.kind_of(self.profiles[n].formats[0]) in of_days]
        if len(self._moments) != 1 or own != [*self._moments]:
            return
        texts = {
            at
            for span in spans
            if span.parameter not in self._typed and span.probability >= _HELD
            for at in range(span.start, span.end)
        }
        free = [x for x in heard.mentions if (texts | filled.covered).isdisjoint(range(x.start, x.end))]
        days, times = ([x for x in free if x.kind == kind] for kind in of_days)
        pairs = [(day, time) for day in days for time in times if are_beside(day, time, heard)]
        if len(pairs) != 1:
            return
        name, pair = own[0], pairs[0]
        value = self._converted(name, heard.said(pair[1].start, pair[1].end), pair, heard)
        if value is not None:
            filled.arguments[name] = value
            filled.take(min(x.start for x in pair), max(x.end for x in pair), name)

    def _fill_codes(self, heard: Heard, spans: list[TaggedSpan], filled: Filled) -> list[TaggedSpan]:
        """The texts that are codes, each of which is one text: its figures are no number. What is left of *spans*."""
        for name, start, end, value in self._codes.said(heard):
            if filled.covered.isdisjoint(range(start, end)):
                filled.arguments[name] = value
                filled.take(start, end, name)
                filled.settled.add(name)
        return [x for x in spans if filled.covered.isdisjoint(range(x.start, x.end))]

    def _fill_ends(self, heard: Heard, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        """The two ends of a stretch, each where it is said: its numbers are none of anything else."""
        for ends in self._ends.said(heard, self._in_texts(spans)):
            for name, end in ends:
                self._give(name, end, in_unit([end], heard, self.profiles[name].parameter), heard, filled)
            filled.join([end for _, end in ends])

    def _fill_figures(
        self, heard: Heard, spans: Sequence[TaggedSpan], filled: Filled, not_meant: Mapping[str, set[int]]
    ) -> None:
        """Values of a few that are numbers, where they are said with their unit: the number is none of anything else
        then."""
        texts = self._in_texts(spans) if self._figures else set()
        for name, figures in self._figures.items():
            self._choose(name, figures.said(heard, texts | filled.covered | not_meant.get(name, set())), filled)

    def _fill_bare_figures(self, heard: Heard, filled: Filled) -> None:
        """The same of the only number that is left, where the tool has no other argument for one."""
        wanted = [name for name in self._figures if name not in filled.arguments]
        numbers = (p for name, p in self.profiles.items() if p.typed and name not in filled.arguments)
        if len(wanted) == 1 and not any(m.NUMBER in map(values.kind_of, p.formats) for p in numbers):
            self._choose(wanted[0], self._figures[wanted[0]].bare(heard, filled.covered), filled)

    @staticmethod
    def _choose(name: str, place: tuple[int, int, Any] | None, filled: Filled) -> None:
        if place is not None and name not in filled.arguments:
            start, end, filled.arguments[name] = place
            filled.take(start, end, name)
            filled.settled.add(name)

    def _in_texts(self, spans: Sequence[TaggedSpan]) -> set[int]:
        """The words that the tagger takes for texts."""
        return {at for span in spans if span.parameter not in self._typed for at in range(span.start, span.end)}

    def _give(self, name: str, mention: m.Mention, said: Sequence[m.Mention], heard: Heard, filled: Filled) -> None:
        """Let the argument *name* be *mention*, which is what is *said* in its unit."""
        text = heard.said(mention.start, mention.end)
        value = self._converted(name, text, said, heard)
        if value is not None and name not in filled.arguments:
            filled.arguments[name] = value
            filled.take(mention.start, max(x.end for x in (mention, *said)), name)

    def _converted(self, name: str, text: str, inside: Sequence[m.Mention], heard: Heard) -> Any:
        """What the argument *name* is of the words *text* with the mentions *inside*; None where it is nothing."""
        profile = self.profiles[name]
        meant = as_past(inside, heard) if name in self._over else list(inside)
        if name in self._hours:
            meant = [self._hours[name].meant(mention, heard) for mention in meant]
        return values.convert(profile.formats, text, meant, profile.parameter, heard.now)

    def _fill_roles(self, heard: Heard, spans: list[TaggedSpan], filled: Filled) -> None:
        """Arguments of one kind whose places a template tells apart; what the tagger says of words goes first."""
        texts = self._in_texts(spans)
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
                if filled.covered.isdisjoint(range(mention.start, mention.end)):
                    said = in_unit([mention], heard, self.profiles[name].parameter)
                    self._give(name, mention, said, heard, filled)

    def _fill_span(self, heard: Heard, span: TaggedSpan, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        profile = self.profiles.get(span.parameter)
        if profile is None or profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
            return
        said = set(range(span.start, span.end))
        if said <= filled.covered or (profile.typed and said & filled.covered):
            return
        inside = [x for x in heard.mentions if span.start <= x.start and x.end <= span.end]
        if profile.typed:
            kinds = {values.kind_of(name) for name in profile.formats}
            near = [x for x in heard.mentions if x.start < span.end and x.end > span.start]
            near = [x for x in near if m.TIME in kinds or heard.counts(x)]
            # "An alarm for six": what is a time of day may be said as a bare hour.
            inside = [x for x in near if x.kind in kinds] or [x for x in near if m.TIME in kinds and x.kind == m.NUMBER]
            # "80 dollars" is a sum of money, and where "dollars" says another argument a number.
            others = {at for other in spans if other is not span for at in range(other.start, other.end)}
            first = values.kind_of(profile.formats[0])
            inside = [x for x in inside if x.kind == first or others.isdisjoint(range(x.start, x.end))] or inside
            meant = in_unit(self._counting(inside, span.parameter, heard), heard, profile.parameter)
            if inside and not meant:
                return  # it counts something else, whatever examples say with that number
            inside = meant
        value = None
        if not profile.typed or not inside:
            value = profile.known.get(" ".join(heard.words[span.start : span.end]))
            if value is not None and profile.typed:
                value = values.cast(value, profile.parameter)
        if value is None or isinstance(value, list):
            value = self._converted(span.parameter, heard.said(span.start, span.end), inside, heard)
        if value is None:
            return
        if profile.parameter.lists_names:
            filled.arguments.setdefault(span.parameter, []).append(value)
        elif span.parameter in filled.arguments:
            return
        else:
            filled.arguments[span.parameter] = value
        places = [(x.start, x.end) for x in inside] if profile.typed else []
        if places and values.kind_of(profile.formats[0]) in (m.DATE, m.TIME):
            for start, end in self._of_the_day(heard, places, (span.start, span.end)):
                filled.take(start, end, span.parameter)
        else:
            places.append((span.start, span.end))
            filled.take(min(start for start, _ in places), max(end for _, end in places), span.parameter)
        filled.probability = min(filled.probability, span.probability)

    @staticmethod
    def _of_the_day(
        heard: Heard, places: Sequence[tuple[int, int]], tagged: tuple[int, int]
    ) -> Iterator[tuple[int, int]]:
        """The runs of words in and between *places*, which say a day or a time, and *tagged*, which the tagger takes
        for it, that are of it: "[on friday at] the lake [at ten]"."""
        said = {at for start, end in places for at in range(start, end)}
        said |= {at for x in heard.mentions if x.kind in (m.DATE, m.TIME) for at in range(x.start, x.end)}
        first = None
        around = (*places, tagged)
        for at in range(min(start for start, _ in around), last := max(end for _, end in around)):
            own = at in said or not is_content(heard.words[at], heard.lang)
            if own and first is None:
                first = at
            elif not own and first is not None:
                yield first, at
                first = None
        if first is not None:
            yield first, last

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
        own = [x for x in heard.mentions if x.kind in kinds and (m.TIME in kinds or heard.counts(x))]
        free = [x for x in own if not filled.covered.intersection(range(x.start, x.end))]
        free = in_unit(self._counting(free, profile.parameter.name, heard), heard, profile.parameter)
        if not free and kind == m.TIME and profile.parameter.required:
            free = [x for x in heard.mentions if self._is_bare_hour(x, heard, filled)]
            free = free if len(free) == 1 else []
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
        is_day = profile.formats[0] in ("date_iso", "date_time")  # there is little else that a day may be
        if not profile.parameter.required and profile.spoken and share < _USUAL and not is_day:
            return
        mention = (
            max((x for x in free if x.kind == kind), key=lambda x: x.end - x.start, default=free[0])
            if not rivals
            else free[0]
        )
        self._give(profile.parameter.name, mention, [mention], heard, filled)

    def _fill_single(self, heard: Heard, filled: Filled) -> None:
        """The number in a unit of which one is said: "give hive three [a] kilo of sugar"."""
        wanted = [name for name in self._in_units(heard.lang) if name not in filled.arguments]
        left = (x for x in heard.mentions if x.kind == m.NUMBER and filled.covered.isdisjoint(range(x.start, x.end)))
        if not wanted or not heard.lang.installed or any(left):
            return  # "a litre and a half"
        single = grammar(heard.lang).articles
        units = [at + 1 for at, word in enumerate(heard.words) if word in single and at not in filled.covered]
        ones = [
            m.Mention(at - 1, at, m.NUMBER, 1.0)
            for at in units
            if unit_behind(heard, at) is not None
            and not is_content("".join(heard.words[at + 1 : at + 2]), heard.lang)  # "a litre pump"
        ]
        for name in wanted:
            said = in_unit(ones, heard, self.profiles[name].parameter)
            if len(said) == 1:
                self._give(name, said[0], said, heard, filled)

    def _in_units(self, lang: Language) -> list[str]:
        """The numbers that are told to be in a unit."""
        numbers = (name for name, profile in self.profiles.items() if profile.formats[:1] == ["number"])
        return [name for name in numbers if unit_of(self.profiles[name].parameter, lang) is not None]

    def _fill_counted(self, heard: Heard, filled: Filled) -> None:
        """The text that is a number in every example, where one number is left and one such text: "a four, and the best
        is [six]"."""
        wanted = [name for name in self._counted if name not in filled.arguments]
        left = [
            x
            for x in heard.mentions
            if x.kind == m.NUMBER and heard.counts(x) and filled.covered.isdisjoint(range(x.start, x.end))
        ]
        others = (x for x in heard.mentions if x.kind != m.NUMBER and left and x.start < left[0].end)
        if len(wanted) != 1 or len(left) != 1 or any(left[0].start < x.end for x in others):
            return
        filled.arguments[wanted[0]] = heard.said(left[0].start, left[0].end)
        filled.take(left[0].start, left[0].end, wanted[0])

    def _on_the_day(self, heard: Heard, filled: Filled) -> None:
        """Let each moment that was made of a time be on the one day that is said, or of several on the one beside the
        time, where no argument is a day and no text holds it; else they are left."""
        moments = [name for name in self._moments if name in filled.arguments]
        days = [x for x in heard.mentions if x.kind == m.DATE] if moments else []
        if not days or any(m.DATE in map(values.kind_of, p.formats[:1]) for p in self.profiles.values()):
            return
        for name in moments:
            places = [(start, end) for start, end, said in filled.spans if said == name]
            times = [x for x in heard.mentions if x.kind == m.TIME and any(s <= x.start < e for s, e in places)]
            day = _day_of(times[0], days, heard) if len(times) == 1 else None
            if day is None:
                continue
            holding = {name for start, end, name in filled.spans if start < day.end and day.start < end}
            if holding <= {*moments}:
                said = heard.said(times[0].start, times[0].end)
                filled.arguments[name] = self._converted(name, said, [times[0], day], heard)
                filled.take(day.start, day.end, name)

    @staticmethod
    def _is_bare_hour(mention: m.Mention, heard: Heard, filled: Filled) -> bool:
        """Whether *mention* is a number that may be an hour, and belongs to nothing else: "an alarm for seven"."""
        places = set(range(mention.start, mention.end))
        return (
            mention.kind == m.NUMBER
            and mention.value == int(mention.value)
            and 0 <= mention.value <= 24
            and heard.words[mention.start] not in heard.lang.articles
            and not places & filled.covered
            and not any(x is not mention and places & set(range(x.start, x.end)) for x in heard.mentions)
        )


def _day_of(time: m.Mention, days: Sequence[m.Mention], heard: Heard) -> m.Mention | None:
    """The one of *days* that *time* is on: the only one, or the only one beside it, where that is no row of days."""
    if len(days) == 1:
        return days[0]
    beside = [day for day in days if are_beside(day, time, heard)]
    row = any(are_beside(day, other, heard) for day in beside for other in days if other is not day)
    return beside[0] if len(beside) == 1 and not row else None


def _backward(name: str, aligned: Sequence[AlignedExample]) -> frozenset[str]:
    """Words beside the numbers of *name* that only examples have whose number is below zero: "back", "earlier"."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for example in aligned:
        days = example.arguments.get(name)
        counted = {(x.start, x.end) for x in example.heard.mentions if x.kind == m.DURATION}
        said = any(span.parameter == name and (span.start, span.end) in counted for span in example.spans)
        if said and isinstance(days, int | float):
            found[days < 0].update(word for at, word in enumerate(example.words) if example.outside(at))
    return frozenset(found[True] - found[False])


def _always_numbers(profiles: Mapping[str, Profile], aligned: Sequence[AlignedExample]) -> list[str]:
    """The texts of which every example that says them says a number and nothing else, most examples one."""
    said: dict[str, list[bool]] = {name: [] for name, profile in profiles.items() if not profile.typed}
    for example in aligned:
        numbers = {(x.start, x.end) for x in example.heard.mentions if x.kind == m.NUMBER}
        for span in example.spans:
            if span.parameter in said:
                said[span.parameter].append((span.start, span.end) in numbers)
    return [n for n, found in said.items() if found and all(found) and len(found) >= _USUAL * len(aligned)]


def _is_implied(profile: Profile) -> bool:
    """Whether a number may be meant without being said, as in "squared". A required one never is: it is asked for."""
    return (
        profile.typed
        and not profile.parameter.required
        and profile.constant is None
        and any(count > 1 for count in profile.implied.values())
    )


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
