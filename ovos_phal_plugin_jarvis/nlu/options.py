"""Arguments whose values come from the tool when it is asked: found in an utterance, and settled before anything runs.

Three steps, all without learning. The names in an utterance are put into the arguments before the rest of the words
is read (``Spoken``). An answer that points to one of the choices becomes that choice (``picked``). And whoever planned
the calls, an argument keeps only a value that the tool gives (``settled``): what is called so, or what is clearly
meant; else it is asked about, unless the tool takes other words as they were said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.lang import language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang.guess import called
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import declared_parameter, leads_of
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT, Wording
from ovos_phal_plugin_jarvis.nlu.names import ALIKE, SAID, SEVERAL, UNSAID, Match, Names, Resolution, names_of
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.sdk import locale
from ovos_phal_plugin_jarvis.sdk.options import Option, Options
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext, things_of

_MOST_NAMED = 4
"""Names that a question tells, of many."""
_TAGGED, _LED = 2.0, 1.5
"""What it counts for a name being an argument that other reading saw it there, and that the word before it says so."""


class Spoken:
    """The options of all tools in the texts of one request."""

    def __init__(self, options: Options, lang: str) -> None:
        """
        Args:
            options: tool → argument → what may be chosen.
            lang: BCP-47 tag of what is spoken.
        """
        self._lang = language(lang)
        self._options = options
        self._found: dict[tuple[str, tuple[str, ...], str, str], list[Match]] = {}

    def general(self, heard: Heard, tools: Collection[str]) -> dict[str, list[str]]:
        """Tool → the words of *heard* with what is meant for each name that the tool gives: "turn off lamp" for "turn
        off desk two". What knows words in general knows that, and no names. Only tools of which a name, or a part of
        one, is surely said, and only where something is asked for: "Bob is my friend" is about somebody, whoever that
        is.
        """
        found: dict[str, list[str]] = {}
        if not self._options:
            return found
        verbs, lang = {*heard.request_verbs}, heard.lang
        if heard.words and heard.words[0] in lang.verbs - lang.function_words - lang.question_words:
            verbs.add(0)
        if not verbs:
            return found
        for tool, arguments in self._options.items():
            if tool not in tools:
                continue
            words: list[str | None] = list(heard.words)
            said: set[int] = set()
            for name in arguments:
                for match in self._spoken(tool, name, heard):
                    if not match.weak:
                        kind = split_name(name)[-1:] or [name]
                        words[match.start : match.end] = [*kind, *[None] * (match.end - match.start - 1)]
                        said.update(range(match.start, match.end))
            if said and verbs - said:
                found[tool] = [word for word in words if word is not None]
        return found

    def reading(self, definition: ToolDefinition, heard: Heard, wording: Wording) -> NamesIn | None:
        """What is to be done about the names of one tool; None where it gives none."""
        given = self._options.get(definition.name)
        parameters = [p for p in definition.parameters if p.name in given] if given else []
        if not parameters:
            return None
        return NamesIn(
            definition, heard, wording, {p.name: self._spoken(definition.name, p.name, heard) for p in parameters}
        )

    def _spoken(self, tool: str, argument: str, heard: Heard) -> list[Match]:
        key = (tool, tuple(heard.words), heard.text, argument)
        if key not in self._found:
            names, said = names_of(self._options[tool][argument], self._lang), heard.as_said
            self._found[key] = names.spoken(said) or (names.spoken(heard) if heard.is_word_for_word else [])
        return self._found[key]


@dataclass
class NamesIn:
    """The names of one tool in one utterance."""

    definition: ToolDefinition
    heard: Heard
    wording: Wording
    matches: Mapping[str, list[Match]]
    """Argument → the names that are said."""
    _unclear: set[str] = field(default_factory=set)
    _named: set[str] = field(default_factory=set)

    def put(self, filled: Filled) -> Filled:
        """*filled* with the names that are said, in the place of what was read there."""
        free = self._free_texts(filled)
        pairs = self._pairs(filled)
        taken: list[Match] = []
        for _, _, name, match in pairs:
            parameter = self.definition.parameter(name)
            assert parameter is not None
            if any(match.start < other.end and other.start < match.end for other in taken):
                continue
            if parameter.lists_texts:
                if name not in self._named:
                    filled.drop(name)
                filled.arguments.setdefault(name, []).append(self._value(match))
            elif name not in self._named:
                filled.drop(name)
                filled.arguments[name] = self._value(match)
            elif filled.arguments.get(name) == self._value(match) or free:
                continue
            else:
                self._unclear.add(name)
                continue
            self._named.add(name)
            taken.append(match)
            if self._make_room(filled, match):
                filled.take(match.start, match.end, name)
        for name in self._unclear:
            filled.drop(name)
        return filled

    def close(self, filled: Filled) -> Filled:
        """*filled*, with nothing that nobody said: a name that an example shows may be gone, or another's."""
        said = {name for _, _, name in filled.spans} | self._named
        for name in self.matches:
            if name not in said or name in self._unclear:
                filled.drop(name)
            elif name in self._named:
                self._extend(filled, name)
            missing = name not in filled.arguments
            required = any(p.name == name and p.required and p.default is None for p in self.definition.parameters)
            if name in filled.missing and not missing:
                filled.missing.remove(name)
            elif missing and (required or name in self._unclear) and name not in filled.missing:
                filled.missing.append(name)
        return filled

    def _pairs(self, filled: Filled) -> list[tuple[float, int, str, Match]]:
        """Each argument with each name that it may be, the likeliest first."""
        several = len(self.matches) > 1
        own = {name: [s for s in filled.spans if s[2] == name] for name in self.matches}
        pairs = []
        for name, matches in self.matches.items():
            for match in matches:
                tagged = any(start < match.end and match.start < end for start, end, _ in own[name])
                doubtful = match.weak or not match.whole and not (self._tells(match) and self._is_alone(match))
                if doubtful and not tagged:
                    continue
                score = (_TAGGED if tagged else 0.0) + (_LED if several and self._is_led(name, match) else 0.0)
                pairs.append((-score, match.start, name, match))
        return sorted(pairs, key=lambda pair: pair[:3])

    def _tells(self, match: Match) -> bool:
        """Whether a word of it is no wording of the tool: the "bedroom" of "bedroom light", not the "light"."""
        return any(self.wording.how(word) == LEFT for word in self.heard.words[match.start : match.end])

    def _is_alone(self, match: Match) -> bool:
        """Whether no strange word stands right beside it, with which it might be another name."""
        before, after = match.start - 1, match.end
        heard = self.heard
        if (
            before > 0
            and not heard.breaks_before(match.start)
            and heard.words[before] not in heard.lang.verbs
            and self.wording.how(heard.words[before]) == LEFT
        ):
            return False
        return after >= len(heard.words) or heard.breaks_before(after) or self.wording.how(heard.words[after]) != LEFT

    def _is_led(self, name: str, match: Match) -> bool:
        parameter = self.definition.parameter(name)
        assert parameter is not None
        lang = self.heard.lang
        leads = leads_of(lang.code, declared_parameter(parameter, lang).roles)
        at = match.start - 1
        while at > 0 and self.heard.words[at] in lang.articles:
            at -= 1
        return at >= 0 and self.heard.words[at] in leads

    def _value(self, match: Match) -> str:
        return match.options[0].value if len(match.options) == 1 else self.heard.said(match.start, match.end)

    def _free_texts(self, filled: Filled) -> bool:
        """Whether another argument takes any words, names too: "tell Anna that Bob is late"."""
        return any(
            p.name not in self.matches and p.param_type in ("string", "str") and not p.enum_values
            for p in self.definition.parameters
        )

    def _make_room(self, filled: Filled, match: Match) -> bool:
        """Take the words of *match* from other arguments; False where it stands in the middle of another's words."""
        for span in list(filled.spans):
            start, end, other = span
            if end <= match.start or match.end <= start:
                continue
            if start < match.start and match.end < end:
                return False
            filled.drop(other)
            rest = (start, match.start) if start < match.start else (match.end, end)
            first, last = rest
            while first < last and self.heard.words[last - 1] in self.heard.lang.function_words:
                last -= 1
            parameter = self.definition.parameter(other)
            if first < last and parameter is not None and parameter.param_type in ("string", "str"):
                filled.arguments[other] = self.heard.said(first, last)
                filled.take(first, last, other)
        return True

    def _extend(self, filled: Filled, name: str) -> None:
        """Words beside a name that nothing explains may belong to it: "kitchen ceiling" where there is only a kitchen.
        The value is then what was said, to be asked about."""
        parameter = self.definition.parameter(name)
        spans = [span for span in filled.spans if span[2] == name]
        if parameter is None or parameter.lists_texts or len(spans) != 1 or self._free_texts(filled):
            return
        start, end, _ = spans[0]
        first, last = start, end
        while last < len(self.heard.words) and self._is_strange(last, filled) and not self.heard.breaks_before(last):
            last += 1
        while first > 1 and self._is_strange(first - 1, filled) and not self.heard.breaks_before(first):
            first -= 1
        if (first, last) != (start, end):
            filled.move(name, first, last, self.heard)

    def _is_strange(self, at: int, filled: Filled) -> bool:
        word = self.heard.words[at]
        mentioned = any(x.start <= at < x.end for x in self.heard.mentions)
        return at not in filled.covered and not mentioned and self.wording.how(word) == LEFT


def picked(question: Question | None, utterance: str, lang: str) -> str:
    """*utterance*, or the choice of *question* that it points to: "yes" to a single one, "the lamp" where one of them
    is a lamp."""
    if question is None or not question.choices or not all(isinstance(choice, str) for choice in question.choices):
        return utterance
    if len(question.choices) == 1 and yes_or_no(utterance, lang) is True:
        return str(question.choices[0])
    spoken = language(lang)
    heard = hear(utterance, lang, EPOCH)
    if not heard.words or len(heard.words) > len(max(question.choices, key=len).split()) + 2:
        return utterance
    found = Names([Option(choice, (choice,)) for choice in question.choices], spoken).resolve(heard.text)
    if found.one is None:
        return utterance
    # What is said beside the name is for whoever reads answers: "the light, and turn it off".
    more = len([word for word in heard.words if word not in spoken.articles]) > len(found.one.name.split())
    return utterance if more and found.kind == SAID else found.one.value


def settled(
    translation: Translation,
    context: TranslationContext,
    utterance: str,
    definition_of: Callable[[ToolCall], ToolDefinition | None],
) -> Translation:
    """*translation* with each argument that the tool gives the values of as one of these, or a question about it.

    The calls before one that has to be asked about stay; what stands behind it is told, and not done.

    Args:
        translation: what was understood, by whomever.
        context: what was known; its options are those that may be chosen.
        utterance: what was said.
        definition_of: call → its tool.
    """
    if not context.options:
        return translation
    kept: list[ToolCall] = []
    for at, call in enumerate(translation.calls):
        definition = definition_of(call)
        outcome = _settle(call, definition, context, utterance) if definition is not None else call
        if isinstance(outcome, ToolCall):
            kept.append(outcome)
            continue
        later = translation.calls[at + 1 :]
        asked = (translation.question.call,) if translation.question is not None else ()
        left = tuple(c.said or locale.Spoken(c.name.replace("_", " "), locale.ENGLISH) for c in (*later, *asked))
        told: list[str] = [translation.say]
        if left:
            told.append(locale.say("left_out", context.lang, said=locale.together(left, context.lang, "; ")))
        question, refusal = outcome
        return replace(
            translation,
            calls=tuple(kept),
            question=question,
            say=locale.together([*told, refusal], context.lang),
            dropped=translation.dropped + len(later),
            left=(*translation.left, *left),
        )
    question = translation.question
    say = translation.say
    if question is not None:
        definition = definition_of(question.call)
        if definition is not None:
            question, refusal = _settle_question(question, definition, context, utterance)
            say = locale.together([say, refusal], context.lang)
    return replace(translation, calls=tuple(kept), question=question, say=say)


_Asked = tuple[Question | None, str]
"""A question, or what is said where there is nothing to ask."""


def _settle(
    call: ToolCall, definition: ToolDefinition, context: TranslationContext, utterance: str
) -> ToolCall | _Asked:
    """*call* with its values settled; else what has to be asked."""
    given = context.options.get(call.name, {})
    arguments, called = dict(call.arguments), dict(call.called)
    for parameter in definition.parameters:
        value = arguments.get(parameter.name)
        if parameter.name not in given or value is None:
            continue
        names = names_of(given[parameter.name], language(context.lang))
        own = _own_words(definition, parameter)
        items = things_of(value)
        found: list[Any] = []
        said: list[str] = []
        for item in items:
            if not isinstance(item, str):
                found.append(item)  # the tool's own validation says what it thinks of that
                said.append(str(item))
                continue
            resolution = _resolve(item, names, own, call, parameter, context)
            if resolution.one is not None:
                found.append(resolution.one.value)
                said.append(_told_apart(resolution.one, names.options))
            elif parameter.free_text and resolution.kind not in (SEVERAL, ALIKE, UNSAID):
                found.append(item)
                said.append(item)
            else:
                rest = {n: v for n, v in arguments.items() if n != parameter.name}
                return _asked(replace(call, arguments=rest, called=called), parameter, item, resolution, names, context)
        arguments[parameter.name] = found if isinstance(value, list) else found[0]
        named: Any = said if isinstance(value, list) else said[0]
        if named != arguments[parameter.name]:
            called[parameter.name] = (arguments[parameter.name], named)
    return replace(call, arguments=arguments, called=called)


def _resolve(
    said: str,
    names: Names,
    own: frozenset[str],
    call: ToolCall,
    parameter: ToolParameter,
    context: TranslationContext,
) -> Resolution:
    """Which option *said* is; in answer to a question about it, one of its choices before any other."""
    resolution = names.resolve(said, own)
    asked = context.question
    if (
        resolution.one is None
        and asked is not None
        and (asked.call.name, asked.parameter) == (call.name, parameter.name)
    ):
        offered = [option for option in names.options if _told_apart(option, names.options) in asked.choices]
        narrowed = Names(offered, language(context.lang)).resolve(said)
        return narrowed if narrowed.one is not None else resolution
    return resolution


def _settle_question(
    question: Question, definition: ToolDefinition, context: TranslationContext, utterance: str
) -> _Asked:
    """*question* with the names of the moment, where it asks for one; and with what it knows settled."""
    call = _settle(question.call, definition, context, utterance)
    if not isinstance(call, ToolCall):
        return call
    question = replace(question, call=call)
    options = context.options.get(call.name, {}).get(question.parameter)
    parameter = definition.parameter(question.parameter)
    if options is None or parameter is None or question.choices:
        return question, ""
    names = names_of(options, language(context.lang))
    matches = [m for m in names.spoken(hear(utterance, context.lang, EPOCH)) if m.whole and not m.weak]
    said = tuple(dict.fromkeys(option for match in matches for option in match.options))
    if len(said) > 1:
        return _question(call, parameter, "ask_choice", said[:_MOST_NAMED], names, context.lang), ""
    if parameter.free_text:
        return question, ""
    if not options:
        return _nothing(parameter, context.lang)
    key = "ask_choice" if len(options) <= _MOST_NAMED else "ask_choice_of_many"
    return _question(call, parameter, key, options[:_MOST_NAMED], names, context.lang), ""


def _asked(
    call: ToolCall,
    parameter: ToolParameter,
    said: str,
    resolution: Resolution,
    names: Names,
    context: TranslationContext,
) -> _Asked:
    """What to ask where *said* is no name, or that of several."""
    if not names.options:
        return _nothing(parameter, context.lang)
    if resolution.kind == SEVERAL or resolution.kind == UNSAID:
        resolution = resolution if resolution.options else Resolution(UNSAID, names.options)
        some = resolution.options[:_MOST_NAMED]
        key = "ask_choice" if len(some) == len(resolution.options) else "ask_choice_of_many"
        return _question(call, parameter, key, some, names, context.lang), ""
    if resolution.kind == ALIKE:
        return _question(call, parameter, "ask_unknown", resolution.options, names, context.lang, said), ""
    some = names.options[:_MOST_NAMED]
    key = "ask_unknown" if len(some) == len(names.options) else "ask_unknown_of_many"
    return _question(call, parameter, key, some, names, context.lang, said), ""


def _question(
    call: ToolCall,
    parameter: ToolParameter,
    key: str,
    options: Sequence[Option],
    names: Names,
    lang: str,
    said: str = "",
) -> Question:
    choices = tuple(_told_apart(option, names.options) for option in options)
    slots = {"choices": locale.listed(choices, lang, "or")}
    if said:
        slots["said"] = locale.Spoken(said)
    return Question(call, parameter.name, _named(key, parameter, lang, **slots), choices)


def _named(key: str, parameter: ToolParameter, lang: str, **slots: str) -> str:
    """A sentence with the argument's name, or the one without where that name is of another language."""
    name = called(" ".join(split_name(parameter.name)), parameter.description, lang)
    if name.sayable(lang):
        return locale.say(key, lang, name=name, **slots)
    return locale.say(f"{key}_unnamed", lang, **slots)


def _nothing(parameter: ToolParameter, lang: str) -> _Asked:
    return None, _named("none_now", parameter, lang)


def _told_apart(option: Option, others: Sequence[Option]) -> str:
    """What *option* is called where others may be called the same: then its value is said as well."""
    rivals = [other for other in others if other is not option and other.name.casefold() == option.name.casefold()]
    if not rivals:
        return option.name
    own = [name for name in option.names if all(name not in other.names for other in rivals)]
    return own[0] if own else option.value


def _own_words(definition: ToolDefinition, parameter: ToolParameter) -> frozenset[str]:
    """What the tool calls such a thing."""
    told = [*split_name(parameter.name), *split_name(definition.name)]
    told += [token.norm for token in tokenize(parameter.description[:120])]
    return frozenset(word.lower() for word in told)
