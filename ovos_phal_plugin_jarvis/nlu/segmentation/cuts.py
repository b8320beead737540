"""Where an utterance may be cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.bounds import bound_end
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, Mention, mentions
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.reader import Reader
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Joint
from ovos_phal_plugin_jarvis.nlu.segmentation.words import MAX_JOINTS, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, tokenize, trimmed, trimmed_left

_JOINING = ("joints", "last", "contrasts", "before")
"""Tables of words that join the parts of an utterance."""
_HALF = 0.5
_PAUSE = r"\s*[,.;!?]+(?=\s)\s*"
"""A colon is none: what follows it is what the words before it announce ("add a task: call the plumber")."""


@lru_cache(maxsize=32)
def _pauses(language: Language) -> re.Pattern[str]:
    """What stands where an utterance may be cut, before the words that join its parts."""
    pattern = phrase_pattern(language, *_JOINING)
    return re.compile(rf"(?:{_PAUSE})|(?:\s*,\s*|\s+)(?={pattern.pattern})" if pattern else _PAUSE, re.IGNORECASE)


@lru_cache(maxsize=32)
def _joints(language: Language) -> frozenset[str]:
    """The words and phrases that join two parts."""
    return frozenset(language.joints)


class Cuts(Words):
    """Finds where an utterance may be cut."""

    def __init__(self, reader: Reader, dialogue: Dialogue) -> None:
        super().__init__(reader, dialogue)
        self._found: dict[str, list[Joint]] = {}
        """The joints of the texts of this utterance, which are asked for by most of its readers."""

    def joints(self, text: str) -> list[Joint]:
        """Where *text* may be cut: between words that are no value together."""
        if text not in self._found:
            self._found[text] = self._joints(text)
        return self._found[text]

    def _joints(self, text: str) -> list[Joint]:
        pattern = phrase_pattern(self._language, *_JOINING)
        none, negations = (phrase_pattern(self._language, table) for table in ("no_joints", "negations"))
        often = phrase_pattern(self._language, "now_and_then")
        inside = [x.span() for x in often.finditer(text)] if often is not None else []
        found: list[Joint] = []
        taken = 0
        for pause in _pauses(self._language).finditer(text):
            if pause.start() < taken:
                continue
            end = pause.end()
            joint = pattern.match(text, end) if pattern else None
            strong = first = limits = False
            other = none.match(text, end) if joint and none else None
            if joint and other and joint.end() < other.end():
                continue  # "depois do jantar"
            if joint and any(start < joint.start() and joint.end() <= end for start, end in inside):
                continue  # "time and again"
            if joint and self._goes_on_telling(text[: pause.start()]):
                continue  # "un momento que [luego sigue]"
            if joint:
                behind = joint.end() + len(text[joint.end() :]) - len(trimmed_left(text[joint.end() :]))
                said = " ".join(re.findall(r"[\w']+", fold(joint.group())))
                if said in self._language.before and " " not in said:
                    continue  # "before lunch"
                first = said in self._language.last
                limits = said in self._language.contrasts
                if limits and self._denies(text, *joint.span()):
                    continue  # "but not the large"
                negated = limits or (negations is not None and negations.match(text, behind) is not None)
                if negated and bound_end(text, behind, self._reader.lang):
                    continue  # "but at most five euros", "and no more than ten"
                strong = first or limits or " " in said or said in self._language.after
                end = behind
            if text[: pause.start()].strip() and text[end:].strip():
                found.append(
                    Joint(pause.start(), end, strong or pause.group().strip() in (".", ";", "!", "?"), first, limits)
                )
                taken = end
        return [joint for joint in found if not self._inside_mention(text, joint)][:MAX_JOINTS]

    def _goes_on_telling(self, before: str) -> bool:
        """Whether *before* ends in a word that can only begin a clause which says more of what was named."""
        spoken, words = self._language, before.lower().split()
        alone = spoken.articles | spoken.demonstratives | spoken.persons | spoken.points | set(spoken.pronouns)
        return bool(words) and words[-1] in spoken.relatives - alone

    def _inside_mention(self, text: str, joint: Joint) -> bool:
        """Whether *joint* is a part of "two hundred and five" or of "three and a half"."""
        heard = self._reader.hear_raw(text)
        offset = max(0, text.find(heard.text))
        for mention in heard.mentions:
            start = heard.tokens[mention.start].start + offset
            end = heard.tokens[mention.end - 1].end + offset
            if start < joint.start and joint.end < end:
                return True
            unit = heard.tokens[mention.end].end + offset if mention.end < len(heard.tokens) else joint.end
            if unit <= joint.start and not text[unit : joint.start].strip() and self._has_half_behind(heard, mention):
                return True
        return False

    def _has_half_behind(self, heard: Heard, mention: Mention) -> bool:
        """Whether a half that is said behind the unit is one of the number *mention*: "twenty degrees and a half"."""
        if mention.kind != NUMBER or mention.value % 1 != _HALF:
            return False
        said = heard.said(mention.start, mention.end)
        alone = mentions(said, heard.lang.code, heard.now)
        return all(x.value != mention.value for x in alone if x.kind == NUMBER)

    def _holds_order(self, heard: Heard, start: int, end: int) -> bool:
        """Whether the value from word *start* on ends in the middle of an order behind a joint: "the tuner and read" of
        "cancel the reminder about the tuner and read me the others"; or is one to do something for the speaker."""
        words, spoken = heard.words, self._language
        cut = end - start > 2 and words[end - 2] in _joints(spoken) and end < len(words)
        if cut and self._orders(words[end - 1]) and words[end] in spoken.persons:
            return True
        mine = end - start > 1 and words[start + 1] in spoken.persons and words[start + 1] in spoken.addressing
        return mine and self._orders(words[start]) and start > 0 and is_content(words[start - 1], spoken)

    def _orders(self, word: str) -> bool:
        return word in self._language.verbs and word not in self._language.question_words

    def sane(self, text: str) -> Candidate | None:
        """The tool that the whole of *text* is believed to be for, none of whose values begins or ends with "and"."""
        whole = self._reader.best(text)
        heard = self._reader.hear(text)
        if whole is not None and self.joints(text) and self._names_number(whole, heard):
            return None
        none = phrase_pattern(self._language, "no_joints")
        for start, end, _ in whole.filled.spans if whole else ():
            words = heard.words[start:end]
            begins = none is None or none.match(heard.said(start, end)) is None  # "[depois de] amanhã" joins nothing
            joins = not _joints(self._language).isdisjoint((words[-1], *words[:begins]))
            if joins or self._holds_order(heard, start, end):
                return None
            if self._begins_again(heard.said(start, end)):
                return None
        return whole

    def _begins_again(self, value: str) -> bool:
        """Whether *value* ends in what another part begins with that is like the first: "call mum [and again] on …"."""
        again, joints = phrase_pattern(self._language, "repeats"), _joints(self._language)
        for found in again.finditer(value.lower()) if again is not None else ():
            beside = (*value[: found.start()].lower().split()[-1:], *found.group().split()[:1])
            if found.end() == len(value) and not joints.isdisjoint(beside):
                return True
        return False

    def points_outside(self, whole: Candidate, text: str) -> bool:
        """Whether *text* ends with a pronoun that no value of *whole* holds: "put balloons and plates on it"."""
        heard = self._reader.hear(text)
        last = len(heard.words) - 1
        return last > 0 and heard.words[last] in self._language.persons and last not in whole.filled.covered

    def reverses(self, text: str, joint: Joint) -> bool:
        pattern = phrase_pattern(self._language, "reversals")
        return bool(pattern and pattern.fullmatch(trimmed(text[joint.end :])))

    def chunks(self, text: str, joints: Sequence[Joint]) -> list[str]:
        starts = [0, *(joint.end for joint in joints)]
        ends = [*(joint.start for joint in joints), len(text)]
        return [trimmed(text[start:end]) for start, end in zip(starts, ends, strict=True)]

    def merged(self, chunks: Sequence[str], text: str, joints: Sequence[Joint]) -> Iterator[tuple[str, ...]]:
        """The text cut at one of several joints only."""
        if len(chunks) > 2:
            for joint in joints:
                yield trimmed(text[: joint.start]), trimmed(text[joint.end :])


def may_be_several(text: str, lang: str) -> bool:
    """Whether *text* may ask for more than one thing: whether an order or another thing is said behind a joint.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    joint = phrase_pattern(spoken, "joints")
    for found in joint.finditer(text) if joint is not None else ():
        words = [token.norm for token in tokenize(text[found.end() :], lang)]
        if len(words) > 1 and found.start() and (words[0] in spoken.verbs or words[0] in spoken.articles):
            return True
    return False


def holds_joint(text: str, lang: str) -> bool:
    """Whether something stands on both sides of a joint in *text*.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    joint = phrase_pattern(language(lang), "joints")
    found = joint.search(text.strip()) if joint is not None else None
    return found is not None and found.start() > 0 and found.end() < len(text.strip())
