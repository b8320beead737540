"""Arguments that hold several things: which words say each of them.

A tagger that has seen ten lists takes any strange word for a thing more: the verb of "drop ivo and lena a line", its
"line", the first half of what is named by two words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.filled import Marks
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued_places
from ovos_phal_plugin_jarvis.nlu.text import single_words
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter

_BEGINS = 0.5
"""How likely another thing begins with a word of a list, above which it does."""
_SAID_WITH_JOINT = 2
"""Words up to which two things are said with what joins them: "tea towels" are one."""

Place = tuple[int, int]
"""The first word of a thing, and one past its last."""


def parted(heard: Heard, start: int, end: int) -> list[Place]:
    """The things that the words from *start* up to *end* name: parted by joints and commas, and by an article behind a
    word of meaning ("the rake [the] hoe"); without articles."""
    joints, articles = single_words(heard.lang, "joints"), heard.lang.articles
    found: list[Place] = []
    first = start
    for at in range(start, end + 1):
        begins = at < end and at > first and heard.words[at] in articles and is_content(heard.words[at - 1], heard.lang)
        if at < end and heard.words[at] not in joints and not (at > first and heard.breaks_before(at)) and not begins:
            continue
        place = _bare(heard, first, at)
        if place is not None:
            found.append(place)
        first = at + 1 if at < end and heard.words[at] in joints else at
    return found


def things_at(heard: Heard, start: int, end: int, marks: Marks | None, name: str) -> list[Place]:
    """The same, parted too where the examples of the list *name* let the next thing begin, as *marks* tell, and where
    the word that leads to the first thing stands before another: "[a] nieves [a] rubén y [a] inés"."""
    whole = [each for first, last in parted(heard, start, end) for each in _led_again(heard, start, first, last, end)]
    if marks is None or name not in marks.says or (len(whole) == 1 and end - start <= _SAID_WITH_JOINT):
        return whole
    begins, says = marks.begins[name], marks.says[name]
    found: list[Place] = []
    for first, last in whole:
        for at in range(first + 1, last):
            if begins[at] > _BEGINS * says[at] and not _is_one_name(heard, at - 1, at + 1):
                found.append((first, at))
                first = at
        found.append((first, last))
    return found


def _led_again(heard: Heard, start: int, first: int, last: int, end: int) -> Iterator[Place]:
    """The things in the words from *first* up to *last* of a list from *start* up to *end*, each led by the word of
    grammar that leads to the list, where one is behind a joint too; never by "of", which binds: "aceite de oliva"."""
    lead, joints = (heard.words[start - 1] if start else ""), single_words(heard.lang, "joints")
    joined = any(heard.words[at] in joints and heard.words[at + 1] == lead for at in range(start, end - 1))
    at, leads = first, joined and lead in heard.lang.function_words - heard.lang.articles - heard.lang.genitives
    for place in [*(i for i in range(first + 1, last) if leads and heard.words[i] == lead), last]:
        bare = _bare(heard, at, place)
        if bare is not None:
            yield bare
        at = place + 1


def _bare(heard: Heard, start: int, end: int) -> Place | None:
    """The place without words of grammar at its ends; None where it is nothing else."""
    while start < end and heard.words[start] in heard.lang.function_words:
        start += 1
    while start < end and heard.words[end - 1] in heard.lang.function_words:
        end -= 1
    return (start, end) if start < end else None


def _is_one_name(heard: Heard, start: int, end: int) -> bool:
    """Whether the words from *start* up to *end* are one name, as far as a dictionary knows: "spring onions"."""
    net = english_wordnet() if heard.lang.code == "en" else None
    words = heard.words[start:end]
    return net is not None and any(" ".join((*words[:-1], form)) in net for form in (words[-1], net.lemma(words[-1])))


class ListReader:
    """What a tool's examples show of the things in one argument."""

    def __init__(self, parameter: ToolParameter, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            parameter: the argument.
            aligned: the tool's examples.
            lang: what is spoken.
        """
        self._lang = lang
        self._required = parameter.required
        self._known: set[str] = set()
        self._before: set[str] = set()
        """Words before the first thing in an example."""
        self._between = set(single_words(lang, "joints"))
        """Words that part two: joints, and what stands alone between them in an example ("hay or straw")."""
        self._begins = self._side_by_side = False
        """Whether a request begins with one, and whether two stand beside each other without a word between."""
        self._outside = {lang.stem(word) for e in aligned for at, word in enumerate(e.words) if e.outside(at)}
        for example in aligned:
            places = [(x.start, x.end) for x in example.spans if x.parameter == parameter.name]
            for at, (start, end) in enumerate(places):
                self._known.add(" ".join(example.words[start:end]))
                self._begins |= start == 0
                between = set(example.words[places[at - 1][1] : start] if at else ()) - lang.articles
                if self._between.isdisjoint(between):  # beside a joint it parts nothing: "bread and of milk"
                    self._between |= between
                self._side_by_side |= at > 0 and places[at - 1][1] == start
                if not at and start:
                    self._before.add(example.words[start - 1])

    def things(self, heard: Heard, tagged: Sequence[tuple[int, int, float]], others: Collection[int]) -> list[Place]:
        """The things that *tagged* really are, in order.

        Args:
            heard: the request.
            tagged: what a tagger takes for things: first word, one past the last, and how sure that is.
            others: words that say other arguments.
        """
        found = [
            (place, sure) for start, end, sure in sorted(tagged) for place in self._without_verb(heard, start, end)
        ]
        runs: list[list[tuple[Place, float]]] = []
        for place, sure in self._joined(heard, found):
            if runs and self._goes_on(heard, runs[-1][-1][0][1], place[0]):
                runs[-1].append((place, sure))
            elif self._required or self._is_shown(heard, place):
                runs.append([(place, sure)])
        if not runs:
            return []
        best = max(runs, key=lambda run: (self._is_shown(heard, run[0][0]), max(sure for _, sure in run)))
        return list(self._whole(heard, [place for place, _ in best], others))

    def _joined(self, heard: Heard, found: Sequence[tuple[Place, float]]) -> list[tuple[Place, float]]:
        """*found* with those as one between which only words of grammar stand that part nothing: "pão [de] queijo"."""
        lang, joined = heard.lang, list(found[:1])
        joining = lang.function_words - lang.auxiliaries - lang.states - lang.subjects  # "the tent [has] a hole"
        for (start, end), sure in found[1:]:
            (first, last), other = joined[-1]
            between = set(heard.words[last:start])
            named = lang.stem(heard.words[first]) not in self._outside  # "a card to edda" is no name
            binds = between and named and between <= joining and self._between.isdisjoint(between)
            if binds and not any(heard.breaks_before(at) for at in range(last, start + 1)):
                joined[-1] = ((first, end), min(sure, other))
            else:
                joined.append(((start, end), sure))
        return joined

    def _without_verb(self, heard: Heard, start: int, end: int) -> list[Place]:
        """The things in the words from *start* up to *end* without the verb that asks, which names none."""
        words = heard.words
        if " ".join(words[start:end]) in self._known:
            return [(start, end)]
        asks = self._asks(heard, start) and not (start + 1 < len(words) and words[start + 1] in self._between)
        if asks and (not self._begins or self._is_addressed(heard, start)):
            start += 1
        while start < end and words[start] in self._lang.addressed and start - 1 in heard.request_verbs:
            start += 1
        return parted(heard, start, end)

    def _goes_on(self, heard: Heard, end: int, start: int) -> bool:
        """Whether the thing that begins at *start* is one more of the list whose last thing ends at *end*."""
        between = heard.words[end:start]
        return not between or not self._between.isdisjoint(between) or self._is_led(heard, start)

    def _is_shown(self, heard: Heard, place: Place) -> bool:
        """Whether examples name the thing at *place*, or have the words before it before one; or it stands right behind
        the verb that asks."""
        start, end = place
        return (
            " ".join(heard.words[start:end]) in self._known
            or self._is_led(heard, start)
            or (self._required and start == 1 and self._asks(heard, 0))
        )

    def _asks(self, heard: Heard, at: int) -> bool:
        return at in heard.request_verbs or heard.words[at] in self._lang.light_words

    def _is_addressed(self, heard: Heard, at: int) -> bool:
        """Whether a pronoun beside the verb at *at* tells that it asks: "[me] pones leche", "setzt [du] milch"."""
        pronouns = self._lang.persons | self._lang.addressed
        beside = {*heard.words[max(at - 1, 0) : at], *heard.words[at + 1 : at + 2]}
        return heard.words[at] in self._lang.verbs and not pronouns.isdisjoint(beside)

    def _is_led(self, heard: Heard, start: int) -> bool:
        """Whether a word of grammar that examples have before a first thing stands before *start*."""
        if not start:
            return self._begins
        before = heard.words[start - 1]
        return before in self._before or (
            before in self._lang.articles and start > 1 and heard.words[start - 2] in self._before
        )

    def _whole(self, heard: Heard, run: Sequence[Place], others: Collection[int]) -> Iterator[Place]:
        """The things of *run*, with the words of their names and the things before them that the tagger has missed."""
        joints = self._between
        taken = {*others, *(at for start, end in run for at in range(start, end))}
        taken |= valued_places(heard)

        def is_free(at: int) -> bool:
            word = heard.words[at]
            return (
                at not in taken
                and is_content(word, self._lang)
                and word.isalpha()
                and self._lang.stem(word) not in self._outside
            )

        verbs = heard.request_verbs
        start = run[0][0]
        at = start - 1
        joined = at > 0 and heard.words[at] in joints
        at -= joined
        missed: list[Place] = []
        while at >= 0 and is_free(at) and at not in verbs:
            if missed and not (self._side_by_side and not _is_one_name(heard, at, missed[0][1])):
                missed[0] = (at, missed[0][1])
            elif joined or missed:
                missed.insert(0, (at, at + 1))
            else:
                break
            at -= 1
        yield from missed
        for at, (first, last) in enumerate(run):
            behind = first and heard.words[first - 1] in joints
            final = at + 1 == len(run)
            if final and behind and last < len(heard.words) and is_free(last):
                last += 1
            yield first, last
