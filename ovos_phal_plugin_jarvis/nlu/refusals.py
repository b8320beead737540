"""What of a request may not be dropped in silence: why a tool is refused, however sure the rest is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.deeds import Spoken
from ovos_phal_plugin_jarvis.nlu.acts.questions import asks_ability
from ovos_phal_plugin_jarvis.nlu.acts.statements import Stated, request_behind
from ovos_phal_plugin_jarvis.nlu.acts.words import (
    fields_of,
    is_thing,
    may_be_somebody,
    may_order,
    only_names,
    orders,
    sided,
)
from ovos_phal_plugin_jarvis.nlu.bounds import out_of_bounds
from ovos_phal_plugin_jarvis.nlu.entities import (
    DATE,
    DATE_RANGE,
    DURATION,
    MONEY,
    NO_DAY,
    NUMBER,
    ORDINAL,
    PERCENT,
    PLACE,
    TIME,
    Clock,
    Mention,
    weekday_of,
)
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import (
    DECLARED,
    ENGLISH,
    EXAMPLE,
    FILLER,
    LEFT,
    MEANING,
    VALUE,
    Wording,
    base,
    meanings_of,
    opposites,
    parted_opposites,
)
from ovos_phal_plugin_jarvis.nlu.negations import negated
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.reasons import (
    BY_MEANT,
    BY_SAID,
    DAY_LEFT,
    INQUIRY,
    NEGATED,
    NOT_FOR,
    NUMBER_LEFT,
    OPPOSITE,
    PAST,
    PLACE_LEFT,
    STATED,
    UNSETTLED,
    WORDS_LEFT,
    Reason,
    Weight,
)
from ovos_phal_plugin_jarvis.nlu.recurring import WEEKDAYS, meaning_of
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, phrases_pattern, single_words, words_of
from ovos_phal_plugin_jarvis.nlu.told_beside import told_beside
from ovos_phal_plugin_jarvis.nlu.tool_verbs import ENDING, KEEPING, TAKING
from ovos_phal_plugin_jarvis.nlu.unsettled import unsettled

_ALIKE = {
    TIME: (TIME,),
    DURATION: (DURATION, NUMBER),
    MONEY: (MONEY, NUMBER),
    PERCENT: (PERCENT, NUMBER),
    DATE: (DATE, DATE_RANGE),
    DATE_RANGE: (DATE, DATE_RANGE),
}
"""Kinds of mentions → those that arguments for them are made from; a number may be for any."""
_COUNTING = frozenset([DURATION, NUMBER, ORDINAL, MONEY, PERCENT])
"""Kinds of mentions that say no moment."""
_PARTED = 6
"""Words within which the particle of a verb follows it ("take the milk off")."""
_TAKING_BACK = TAKING - {"drop"}
"""English verbs that take something back, and mean nothing else."""
COUNTED = (NUMBER, DURATION, TIME, PERCENT, MONEY)
"""Kinds of mentions that count something."""


_DEED = 3
"""Words from the verb of a statement on of which one says what was done: "[have already added] milk"."""


def reasons(heard: Heard, tool: Wording, filled: Filled, how: Sequence[str], dated: bool) -> Iterator[Reason]:
    """What speaks against dropping what is left, up to what nothing outweighs.

    Args:
        heard: the request.
        tool: what the tool explains.
        filled: its arguments as found in the words.
        how: what explains each word.
        dated: a day may be for another tool, which moves this one's.
    """
    for reason in _told_in_turn(heard, tool, filled, how, dated):
        if reason.about:
            yield reason
            if reason.outweighed is None:
                return


def _told_in_turn(heard: Heard, tool: Wording, filled: Filled, how: Sequence[str], dated: bool) -> Iterator[Reason]:
    """Each reason there may be; those that are none are about no words."""
    yield Reason(NEGATED, [heard.words[at] for at in sorted(filled.unclear)])
    yield from negated(heard, tool, filled, how)
    yield Reason(OPPOSITE, _opposite(heard, tool, filled) or _taken_back(heard, tool, filled))
    yield Reason(OPPOSITE, _other_side(heard, tool, filled) or _opposite_word_for_word(heard, tool))
    yield Reason(OPPOSITE, out_of_bounds(heard, tool, filled))
    if (heard.acts.question or heard.as_said.acts.question) and not tool.answers:
        yield Reason(INQUIRY, heard.words[:1])
    if not tool.reads and not filled.spans and asks_ability(heard.as_said.spoken, heard.as_said.lang):
        yield Reason(INQUIRY, heard.words[:1])
    if heard.acts.question and _asks_in_general(heard, tool, how):
        yield Reason(INQUIRY, heard.words[:1], BY_MEANT)
    yield Reason(UNSETTLED, unsettled(heard, filled, tool))
    yield Reason(NOT_FOR, _done_by_oneself(heard, tool))
    yield Reason(PAST, () if tool.answers else _told_of_the_past(heard, filled))
    if heard.acts.why and not tool.reasons:
        yield Reason(INQUIRY, heard.words[:1])
    yield Reason(PAST, () if tool.recounted or tool.recounted is None else _own_past(heard, tool))
    yield _only_spoken_of(heard, tool)
    yield Reason(STATED, _only_stated(heard, tool, filled), None if _tells_a_story(heard) else BY_SAID)
    yield from _numbers_left(heard, tool, filled)
    yield Reason(NUMBER_LEFT, _figures_left(heard, tool, filled))
    yield from () if dated else _days_left(heard, tool, filled)
    yield Reason(PLACE_LEFT, _place_left(heard, filled, how))
    yield Reason(NOT_FOR, _of_another(heard, filled, how), BY_MEANT)
    yield Reason(NOT_FOR, _beside_its_thing(heard, tool, filled))
    left = [word for word, why in zip(heard.words, how, strict=True) if why == LEFT]
    yield Reason(NOT_FOR, [word for word in left if word.removesuffix("s") in tool.excluded])
    known = sum(why not in (VALUE, FILLER, LEFT) for why in how)
    yield Reason(WORDS_LEFT, left if len(left) > 2 and len(left) > known else ())


def _done_by_oneself(heard: Heard, tool: Wording) -> Sequence[str]:
    """The order by which whoever speaks wants to be told to do something, where the tool knows nothing of it: who says
    "remind me to sweep the yard" sweeps it themselves."""
    said = heard.as_said
    lang, words = said.lang, words_of(said.spoken or said.text)
    for at, word in enumerate(words[:-3]):
        told = words[at + 1] in lang.addressing and words[at + 2] in lang.relayed
        if told and orders(word, lang) and not tool.says(word):
            return words[at : at + 2]
    return ()


def _of_another(heard: Heard, filled: Filled, how: Sequence[str]) -> Sequence[str]:
    """A thing that the tool knows nothing of, where what it knows is that thing's: "the level [of the pond]"."""
    lang, words = heard.lang, heard.words
    for at in range(1, len(words) - 2):
        if words[at] not in lang.genitives or at in filled.covered or how[at - 1] not in (EXAMPLE, DECLARED):
            continue
        named = words[at + 1] in lang.articles and how[at + 2] == LEFT and at + 2 not in filled.covered
        if named and is_content(words[at - 1], lang) and is_thing(words[at + 2], lang):
            return words[at : at + 3]
    return ()


def _beside_its_thing(heard: Heard, tool: Wording, filled: Filled) -> Sequence[str]:
    """A thing that is said beside the tool's own, and was taken for a text of it: "stop the kiln [and the music]" names
    no kiln."""
    for start, end, name in filled.spans:
        joint = _joint_of(heard, start, end) if filled.arguments.get(name) == heard.said(start, end) else 0
        own, free = heard.words[joint - 1], joint - 1 == start or joint - 1 not in filled.covered
        if joint and free and tool.says(own) and _names(own, heard.lang):
            return heard.words[joint:end]
    return ()


def _joint_of(heard: Heard, start: int, end: int) -> int:
    """Where "and" stands right before the text from *start* up to *end*, or behind its first word: "the kiln [and] the
    music"; 0 where none does."""
    joining, determining = single_words(heard.lang, "joints"), heard.lang.articles | heard.lang.owners
    if start + 2 < end and heard.words[start + 1] in joining:
        return start + 1
    before = next((at for at in range(start - 1, 0, -1) if heard.words[at] not in determining), 0)
    return before if heard.words[before] in joining else 0


def _names(word: str, lang: Language) -> bool:
    """Whether *word* may be a noun, and orders nothing."""
    return not orders(word, lang) and any(field.startswith("noun.") for field in fields_of(word, lang))


def _asks_in_general(heard: Heard, tool: Wording, how: Sequence[str]) -> bool:
    """Whether a question is about the world, and not about what whoever speaks can do: it has no word of the tool's
    beside values, and no example asks so. "Where do leeks come from" is for no recipe, whatever can be cooked with
    them."""
    lang = heard.lang
    own = lang.speakers | (lang.persons & lang.addressing)
    told = any(
        why in (EXAMPLE, DECLARED, MEANING) and is_content(word, lang)
        for word, why in zip(heard.words, how, strict=True)
    )
    return bool(tool.carriers) and not told and how[0] == FILLER and own.isdisjoint(heard.words)


def _only_stated(heard: Heard, tool: Wording, filled: Filled) -> Sequence[str]:
    """Who or what the words say something of, where they order nothing and no example of the tool says it so."""
    told = heard.acts.statement
    if told is None or _opened(heard):
        return ()
    subject = heard.words[: told.subject or 1]
    if tool.stated is None:
        return (
            subject if told.past and tool.recounted == frozenset() and not tool.takes_told(_deed(heard, told)) else ()
        )
    may_be_told = filled.spans and not filled.missing and tool.takes_told(_deed(heard, told))
    if may_be_told and _may_be_own(heard, tool, filled, told):
        return ()  # it writes down what people tell, and all that it writes down is told
    # "The sandals are thirty five" may set what they cost; what was so once sets nothing. What is so now may stand for
    # a request, where no example tells how those are put.
    named = any(at in filled.covered for at in range(told.subject))
    taken = all(at in filled.covered or not is_content(word, heard.lang) for at, word in enumerate(subject))
    # What is all one value with its verb ("mi madre siempre lleva") sets nothing either.
    sets = named and taken and not told.negated and told.verb not in filled.covered
    if told.past or not told.subject or (tool.carriers and not sets):
        # "The screen is dim" asks for light, "the screen was dim" tells a story; "that was loud" speaks of just now.
        over = told.past and tool.carriers and heard.words[0] not in heard.lang.demonstratives
        known = tool.stated_past if over else tool.stated
        return subject if known.isdisjoint(subject) else ()
    return ()


def _tells_a_story(heard: Heard) -> bool:
    """Whether what the words only say was once so, or is so of somebody else ("he's on mute again"): no way of putting
    it makes a request of that."""
    told, lang = heard.acts.statement, heard.lang
    if told is None or (told.past and heard.words[0] in lang.demonstratives):
        return False
    return told.past or (told.subject == 1 and heard.words[0] in lang.subjects - lang.speakers - lang.points)


def _own_past(heard: Heard, tool: Wording) -> Sequence[str]:
    """What whoever speaks did, or what was on a day before: "i set a timer yesterday" orders nothing, however surely it
    speaks of timers."""
    told = heard.acts.statement
    if told is None or _opened(heard) or tool.takes_told(_deed(heard, told)):
        return ()
    return heard.words[: told.subject] if told.past and (told.speaking or told.verb < told.subject) else ()


def _only_spoken_of(heard: Heard, tool: Wording) -> Reason:
    """What the tool does, and what is only told, asked about or not to be done: "i already cancelled the timer"."""
    deed = heard.acts.deed
    if deed is None or _opened(heard) or tool.is_spoken_to_by(deed):
        return Reason(PAST, ())
    code = {Spoken.ASKED: INQUIRY, Spoken.DECLINED: NEGATED, Spoken.USUAL: STATED}.get(deed.how, PAST)
    return Reason(code, deed.words)


def _deed(heard: Heard, told: Stated) -> Sequence[str]:
    """The words that may say what was done: "i've just [added]"."""
    return heard.words[told.verb : told.verb + _DEED]


def _opened(heard: Heard) -> bool:
    """Whether the politeness before it asks for something: "i'd like to get | the oil changed"."""
    said = heard.as_said
    openings = phrase_pattern(said.lang, "openings")
    return openings is not None and openings.search(said.spoken.partition(said.text)[0]) is not None


def _may_be_own(heard: Heard, tool: Wording, filled: Filled, told: Stated) -> bool:
    """Whether what *told* says it of names who speaks, a thing or a value, and nobody else: "our cook weighed ten kilos
    of flour" is no entry of one's own."""
    lang, words = heard.lang, heard.words[: told.subject]
    if not words:
        return told.speaking
    if not lang.speakers.isdisjoint(words) or words[0] in lang.points:
        return True
    if not lang.subjects.isdisjoint(words):
        return False
    articled = words[0] in lang.articles | lang.demonstratives
    somebody = articled and any(may_be_somebody(word, lang) for word in words)
    if somebody and not tool.told:
        return False  # whoever is meant is no value of what only its author says to be a record
    return all(
        at in filled.covered
        or not is_content(word, lang)
        or tool.says(word)
        or is_thing(word, lang)
        or (articled and not somebody)
        for at, word in enumerate(words)
    )


def day_left(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """Another day than today that no argument took, or one that there is none of: what is wanted then must not be done
    now."""
    return next((list(reason.about) for reason in _days_left(heard, tool, filled)), [])


def _days_left(heard: Heard, tool: Wording, filled: Filled) -> Iterator[Reason]:
    today = heard.now.date()
    for mention in heard.mentions:
        if mention.kind not in (DATE, DATE_RANGE) or mention.value.moment:
            continue
        said, span = heard.words[mention.start : mention.end], mention.value.span(today)
        if mention.value == NO_DAY and not _in_a_text(heard, mention, filled):
            yield Reason(DAY_LEFT, said)
            continue
        if _is_taken(heard, mention, tool, filled) or _counted_from_now(heard, mention, filled):
            continue
        if span is None or span[0] <= today <= span[1] or _comes_again(heard, mention, filled):
            continue
        if all(tool.says(word) for word in said) and (filled.missing or not _is_day_of_none(heard, mention, filled)):
            continue
        yield Reason(DAY_LEFT, said, _beside(heard, mention, tool, filled))


def _comes_again(heard: Heard, mention: Mention, filled: Filled) -> bool:
    """Whether *mention* is the days of each week that a value is for: "monday through friday" are weekdays."""
    often = heard.as_said.lang.frequencies
    again = phrases_pattern(often.get(WEEKDAYS, ())) if mention.kind == DATE_RANGE else None
    said = again is not None and again.fullmatch(heard.said(mention.start, mention.end)) is not None
    return said and any(meaning_of(value) == WEEKDAYS for value in filled.arguments.values())


def _is_day_of_none(heard: Heard, mention: Mention, filled: Filled) -> bool:
    """Whether *mention* is a day of the week in no range, and no value names one: that examples say "every monday"
    explains no "starting monday"."""
    inside = any(x is not mention and x.start <= mention.start and mention.end <= x.end for x in heard.mentions)
    values = (value for value in filled.arguments.values() if isinstance(value, str))
    return bool(weekday_of(mention)) and not inside and not any(weekday_of(mention) in value for value in values)


def _is_taken(heard: Heard, mention: Mention, tool: Wording, filled: Filled) -> bool:
    """Whether an argument took the day *mention*, and did more than stretch over it: "two hours tomorrow" for a
    length of time says nothing of the day, and "through thursday" of "monday through thursday" is no name."""
    places = range(mention.start, mention.end)
    if filled.covered.isdisjoint(places):
        return False
    over = [span for span in filled.spans if not set(places).isdisjoint(range(*span[:2]))]
    return not over or any(_tells_day(heard, mention, tool, filled, span) for span in over)


def _tells_day(heard: Heard, mention: Mention, tool: Wording, filled: Filled, span: tuple[int, int, str]) -> bool:
    start, end, name = span
    whole = start <= mention.start and mention.end <= end
    value = filled.arguments.get(name)
    if whole and isinstance(value, str) and words_of(value.replace("_", " ")) == heard.words[start:end]:
        return True  # "last month" of a period that may be ``LAST_MONTH``
    if tool.kinds.get(name):
        return bool(tool.kinds[name] - _COUNTING)
    return whole or mention.kind != DATE_RANGE or value != heard.said(start, end)


def _counted_from_now(heard: Heard, mention: Mention, filled: Filled) -> bool:
    """Whether the day *mention* is so long from now, and an argument took that length: "in two days"."""
    lengths = [x for x in heard.mentions if x.kind == DURATION and mention.start < x.start and x.end == mention.end]
    return any(start <= x.start and x.end <= end for x in lengths for start, end, _ in filled.spans)


def _beside(heard: Heard, mention: Mention, tool: Wording, filled: Filled) -> Weight | None:
    """What outweighs that *mention* is left over: it stands in a clause that only tells something, and all arguments
    that could be made from such a thing are told."""
    whole = max((x for x in heard.mentions if x.start <= mention.start and mention.end <= x.end), key=_length)
    kinds = _ALIKE.get(whole.kind, (*COUNTED, ORDINAL))
    told = told_beside(heard).issuperset(range(mention.start, mention.end))
    return BY_SAID if told and not tool.takes_more(kinds, filled.arguments) else None


def _in_a_text(heard: Heard, mention: Mention, filled: Filled) -> bool:
    """Whether an argument holds the very words of *mention*."""
    said = heard.said(mention.start, mention.end).lower()
    values = [value if isinstance(value, list) else [value] for value in filled.arguments.values()]
    return any(isinstance(each, str) and said in each.lower() for value in values for each in value)


def _opposite(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word that means the opposite of what the tool does, and that the tool itself never says. What is wet may be why
    something is to be dried, and what an article stands before names something: "at the end"."""
    does = _deeds(tool.does, heard.lang)
    undoes = not ENDING.isdisjoint(does | tool.declared.words.keys())
    ordered = request_behind(heard.words, heard.lang)
    for at, word in enumerate(heard.words):
        form = base(word, heard.lang)
        if at < ordered or at in filled.covered or tool.says(word) or form in does or form in tool.declared.words:
            continue
        if _is_called(heard, at) and fields_of(word, heard.lang):
            continue
        if undoes and not ENDING.isdisjoint((form, *meanings_of(word, heard.lang))):
            continue  # "cancel everything on the list" is no opposite of emptying it, which may start it over
        # A noun excludes only what the tool is called by: "after these nights what day is it" orders nothing.
        excluding = tool.declared.name if only_names(word, heard.lang) else does | tool.declared.name
        against = opposites(word, heard.lang) & excluding
        # What starts and stops is not stopped from running by "run".
        if any(not opposites(other, heard.lang) & does for other in against):
            return [word]
    forms = [base(word, heard.lang) for word in heard.words]
    for verb, particle, excluded in parted_opposites(heard.lang):
        if not excluded & (does | tool.declared.name) or tool.says(particle):
            continue
        for at, form in enumerate(forms):
            if form == verb and at not in filled.covered and particle in heard.words[at + 1 : at + 1 + _PARTED]:
                return [heard.words[at], particle]
    return []


def _is_called(heard: Heard, at: int) -> bool:
    """Whether the word at *at* stands behind an article or "that", with one quality between at the most: "erase the
    latest [record]"."""
    pointing = heard.lang.articles | heard.lang.demonstratives
    if at > 0 and heard.words[at - 1] in pointing:
        return True
    quality = heard.words[at - 1] if at > 1 and heard.words[at - 2] in pointing else ""
    return bool(quality) and quality not in heard.lang.verbs and is_content(quality, heard.lang)


def _other_side(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word for the other side of what the tool is called by, where its own side is not said: "turn the fan off" is
    for no ``turn_fan_on``, the only tool that there is for fans."""
    free = [at for at in range(len(heard.words)) if at not in filled.covered]
    said = {part for at in free for part in heard.words[at].split()}
    said |= {part for at in free for meant in heard.meanings.get(at, ()) for part in meant.split()}
    ways = single_words(heard.lang, "ways")
    for pair in sided(heard.lang):
        if any(ways.isdisjoint(side) for side in pair):
            continue  # "from" and "to" are no sides of a thing
        for own, other in (pair, pair[::-1]):
            named = own & tool.declared.named and not other & tool.declared.spelt
            if named and said & other and not said & own and not any(map(tool.says, other)):
                return sorted(said & other)
    return []


def _opposite_word_for_word(heard: Heard, tool: Wording) -> list[str]:
    """A verb of another language that may mean the opposite of what the tool does, and nothing that it does, whichever
    English word was taken for it: "baisse" is to lower something more than to "drop" it."""
    own = _deeds(tool.does, heard.lang) | tool.declared.name
    for at, meant in heard.meanings.items():
        forms = {base(part, heard.lang) for each in meant for part in each.split()}
        against = {other for each in meant if " " not in each for other in opposites(each, heard.lang)}
        parted = {tuple(each.split()) for each in meant}
        for verb, particle, excluded in parted_opposites(heard.lang):
            against |= excluded if (verb, particle) in parted else frozenset()
        if not forms & own and against & own:
            return [heard.as_said.words[at]]
    return []


@lru_cache(maxsize=4096)
def _deeds(does: frozenset[str], lang: Language) -> frozenset[str]:
    """What a tool *does*, in the form that a dictionary has as well."""
    return does | {base(word, lang) for word in does}


def _taken_back(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """A word that takes something back, to a tool that takes nothing back. In English WordNet's opposites tell most of
    it, but not that "cancel the four seats for hamlet" is for no ``reserve_seats``."""
    if not ENDING.isdisjoint(tool.declared.words):
        return []
    if heard.lang.code == ENGLISH:
        makes = not KEEPING.isdisjoint(_deeds(tool.does, heard.lang))
        asking = [heard.words[at] for at in sorted(heard.request_verbs - filled.covered)] if makes else []
        return [word for word in asking if base(word, heard.lang) in _TAKING_BACK and not tool.says(word)][:1]
    for at, word in enumerate(heard.words):
        if at in filled.covered or tool.says(word) or word in heard.lang.function_words:
            continue
        # A word for emptying a list ("limpa") cleans a room as well: only what has an opposite takes back.
        if not ENDING.isdisjoint(meanings_of(word, heard.lang)) and opposites(word, heard.lang):
            return [word]
    return []


def _told_of_the_past(heard: Heard, filled: Filled) -> list[str]:
    """A verb that else orders something, in a form that tells how things were: "mia nonna metteva la sveglia"."""
    endings = tuple(heard.lang.pasts)
    if not endings:
        return []
    ordered = _stems(heard.lang)
    for at, word in enumerate(heard.words):
        is_past = word.endswith(endings) and heard.lang.stem(word) in ordered and word not in heard.lang.verbs
        if is_past and at not in filled.covered:
            return [word]
    return []


@lru_cache(maxsize=32)
def _stems(lang: Language) -> frozenset[str]:
    return frozenset(map(lang.stem, lang.verbs - lang.function_words))


def _numbers_left(heard: Heard, tool: Wording, filled: Filled) -> Iterator[Reason]:
    """The numbers, lengths and times that no argument took."""
    lang = heard.lang
    for mention in heard.mentions:
        places = range(mention.start, mention.end)
        if mention.kind not in COUNTED or not filled.covered.isdisjoint(places):
            continue
        said = heard.words[mention.start : mention.end]
        # "one", "a second" and the like count nothing; what examples say outside values is wording.
        if all(word in lang.light_words or word in lang.function_words or tool.says(word) for word in said):
            continue
        # "For a minute" is said by whoever wants something at once.
        if mention.kind == DURATION and len(said) == 2 and said[0] in lang.function_words and mention.value <= 60:
            continue
        if mention.kind == NUMBER and len(said) == 1 and said[0].isalpha() and mention.value <= 1:
            continue
        if _is_said_again(heard, mention, tool, filled):
            continue
        yield Reason(NUMBER_LEFT, said, _beside(heard, mention, tool, filled))


def _figures_left(heard: Heard, tool: Wording, filled: Filled) -> list[str]:
    """The first word of figures that is no number at all, or too long for one, and that no argument took; nothing where
    something is asked for besides, which these may be meant for."""
    if filled.missing:
        return []
    places = (at for at, word in enumerate(heard.words) if word[:1].isdigit() and at not in filled.covered)
    read = {at for x in heard.mentions for at in range(x.start, x.end)}
    return next(([heard.words[at]] for at in places if at not in read and not tool.says(heard.words[at])), [])


def _is_said_again(heard: Heard, mention: Mention, tool: Wording, filled: Filled) -> bool:
    """Whether *mention* says what an argument took elsewhere, and nothing of another thing: "three magpies three of
    them", "at twelve o'clock noon"."""
    following = heard.words[mention.end] if mention.end < len(heard.words) else ""
    if is_content(following, heard.lang) or tool.takes_more(_ALIKE.get(mention.kind, COUNTED), filled.arguments):
        return False
    return any(
        other.kind == mention.kind
        and _worth(other) == _worth(mention)
        and filled.covered.issuperset(range(other.start, other.end))
        for other in heard.mentions
    )


def _length(mention: Mention) -> int:
    """How many words say *mention*."""
    return mention.end - mention.start


def _worth(mention: Mention) -> object:
    """The value of *mention*; of a time what a clock's face shows."""
    value = mention.value
    return (value.hour % 12, value.minute, value.second) if isinstance(value, Clock) else value


def _place_left(heard: Heard, filled: Filled, how: Sequence[str]) -> list[str]:
    """A place that nothing took, beside one that something did: "how far behind lima is oslo" is about both."""
    places = [range(x.start, x.end) for x in heard.mentions if x.kind == PLACE]
    if all(filled.covered.isdisjoint(place) for place in places):
        return []  # the words of many a place mean something else
    asked = request_behind(heard.words, heard.lang)
    for place in places:
        # "Clara called so …" tells who did.
        if place.start >= asked and all(how[at] == LEFT for at in place) and _is_named(heard, place):
            return [heard.words[at] for at in place]
    return []


def _is_named(heard: Heard, place: range) -> bool:
    """Whether the words at *place* name a place rather than mean what a dictionary has for them: "victory" and "sock"
    are places as well, where a preposition says so and nothing that is done to something."""
    if len(place) > 1 or not fields_of(heard.words[place.start], heard.lang):
        return True
    before, lang = heard.words[place.start - 1] if place.start else "", heard.lang
    if may_order(heard.words[place.start], lang) and _begins_an_object(heard, place.stop):
        return False  # "mark it", "stock up on", "purchase nine"
    naming = lang.articles | lang.owners | lang.demonstratives | lang.persons | single_words(lang, "negations")
    return before in lang.function_words - naming


def _begins_an_object(heard: Heard, at: int) -> bool:
    """Whether what stands behind a verb follows at *at*: somebody or something, how many there are, a particle."""
    word, lang = heard.words[at] if at < len(heard.words) else "", heard.lang
    counted = any(x.kind == NUMBER and x.start == at for x in heard.mentions)
    return counted or word in lang.persons | lang.articles | lang.owners | single_words(lang, "ways")
