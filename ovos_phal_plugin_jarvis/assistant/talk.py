"""Talk that is for the assistant and no tool: "help", "thank you", "who are you". Answered from what is installed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.consent.wording import clean, short_call
from ovos_phal_plugin_jarvis.nlu.lang import Language, calls_off, language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.nlu.text import fold
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, OURS, Spoken, closest, listed, say, together
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot

KINDS = (
    "help",
    "who_are_you",
    "thanks",
    "good_morning",
    "good_afternoon",
    "good_evening",
    "good_night",
    "hello",
    "goodbye",
)
"""What may be said, by the name of its ``.voc`` file; the answer is the ``.dialog`` file of that name."""
_MORE = "more"
NEVER_MIND, NOTHING_WAITS = "never_mind", "nothing_waits"
_DEEDS = 4
"""Things that a first answer to "help" names."""
_TRIES = 2
"""Examples that it gives."""
_MAX_DEED = 60
_MAX_TALK = 120
"""Characters of talk; anything longer is a request."""
_MAX_EMPTY = 6
"""Words of the longest phrase that means nothing."""
_MAX_HEARD = 80
"""Characters of what was heard that are told when nothing was understood."""
_NEAR = 0.15
"""Probability from which a tool is told to be the nearest to what was said."""
_CLAUSE = re.compile(r"\s*(?:[,;:(–]| - | that | which | who | when | where | so that | or | with its )")
_LEADS = re.compile(
    r"""(?x)
    add | adjust | announce | answer | ask | book | buy | calculate | call | cancel | change | check | close |
    compute | connect | control | convert | copy | count | create | decrease | delete | describe | detect | disable
    | display | do | download | draw | edit | enable | estimate | execute | explain | export | fetch | fill | filter
    | find | flip | forecast | generate | get | give | identify | import | increase | keep | list | load | lock | look |
    lower | make | manage | measure | move | multiply | mute | navigate | open | order | pause | perform | pick |
    play | post | predict | print | provide | publish | put | query | raise | read | record | remind | remove |
    rename | render | repeat | report | reset | restart | resume | retrieve | return | ring | roll | run | save |
    say | scan | schedule | search | select | send | set | show | shuffle | shut | skip | snooze | solve | sort |
    speak | start | stop | store | subscribe | subtract | suggest | summarize | switch | take | tell | toggle |
    track | transcribe | translate | turn | unlock | unmute | unpause | update | upload | verify | wake |
    wipe | write"""
)
"""What the descriptions of tools begin with where they tell what the tool does; "Weather for a city" does not."""


def kind_of(utterance: str, lang: str) -> str | None:
    """Which of ``KINDS`` *utterance* is, all of it; politeness, names and sounds around it aside. None for none.

    Args:
        utterance: what was said.
        lang: BCP-47 tag.
    """
    kind = _phrase(utterance, lang)
    return kind if kind in KINDS else None


def rest_of(utterance: str, lang: str) -> str | None:
    """What may be said where nothing waits for it: ``NEVER_MIND`` or ``NOTHING_WAITS``, a yes or a no; else None."""
    if calls_off(utterance, lang):
        return NEVER_MIND
    return NOTHING_WAITS if yes_or_no(utterance, lang) is not None else None


def asks_for_more(utterance: str, lang: str) -> bool:
    """Whether *utterance* asks for the rest of a long answer."""
    return _phrase(utterance, lang) == _MORE


def is_example(utterance: str, snapshot: Snapshot) -> bool:
    """Whether *utterance* is what a tool says that it is called with: then it is the tool's."""
    wanted = _words(utterance)
    return any(_words(example.utterance) == wanted for tool in snapshot for example in tool.definition.examples)


def same_words(one: str, other: str) -> bool:
    """Whether both are the same words, punctuation and case aside; not where there are none."""
    return bool(_words(one)) and _words(one) == _words(other)


def answer(kind: str, snapshot: Snapshot, lang: str) -> Spoken:
    """What is said to talk of that kind.

    Args:
        kind: as ``kind_of`` tells it.
        snapshot: what is installed.
        lang: that is spoken.
    """
    if kind == "help":
        return help_text(snapshot, lang)
    if kind == "who_are_you":
        return say(kind if len(snapshot) else "who_are_you_empty", lang, number=len(snapshot))
    return say(kind, lang)


def help_text(snapshot: Snapshot, lang: str) -> Spoken:
    """What the assistant can do: a few things, two examples, and then all of it by toolbox."""
    shown = _in_language(snapshot.definitions, lang)
    if not shown:
        return say("help_empty", lang)
    named, others = _spread(shown, _DEEDS), len(snapshot)
    parts = [_can(named, lang, others > len(named))]
    examples = _examples(named, lang)
    if examples:
        parts.append(say("try_saying", lang, examples=listed(examples, lang, "or")))
    parts += by_toolbox(snapshot, lang) if others > len(named) else []
    return together(parts, lang)


def by_toolbox(snapshot: Snapshot, lang: str) -> list[Spoken]:
    """Everything, a sentence for each toolbox."""
    told = []
    for box in snapshot.toolboxes.values():
        deeds = list(dict.fromkeys(_deed(tool.definition, lang) for tool in box.tools))
        if deeds:
            name = " ".join(part for part in re.split(r"[\s_.-]+", clean(box.toolbox_id)) if part)
            told.append(say("toolbox_can", lang, toolbox=name, deeds=listed(deeds, lang)))
    return told


def not_understood(utterance: str, snapshot: Snapshot, lang: str, ranked: Sequence[tuple[str, float]] = ()) -> Spoken:
    """What is said where nobody knew what to do: what was heard, and the nearest that can be done.

    Args:
        utterance: what was heard.
        snapshot: what is installed.
        lang: that is spoken.
        ranked: the likeliest tools of it, each with its probability.
    """
    heard = clean(utterance)
    short = heard if len(heard) <= _MAX_HEARD else heard[:_MAX_HEARD].rsplit(" ", 1)[0] + " …"
    parts = [say("no_tool", lang, heard=Spoken(short))]
    if not len(snapshot):
        return together([*parts, say("help_empty", lang)], lang)
    near = [name for name, probability in ranked if probability >= _NEAR][:1]
    nearest = [tool.definition for name in near for tool in snapshot.by_name.get(name, ())[:1]]
    if nearest:
        parts.append(say("nearest", lang, deed=_deed(nearest[0], lang)))
    else:
        parts.append(_can(_spread(_in_language(snapshot.definitions, lang), _DEEDS - 1), lang, False))
    examples = _examples(nearest, lang)
    if examples:
        parts.append(say("try_saying", lang, examples=examples[0]))
    return together(parts, lang)


def _can(definitions: Sequence[ToolDefinition], lang: str, more: bool) -> Spoken:
    deeds = list(dict.fromkeys(_deed(definition, lang) for definition in definitions))
    return say("can_and_more" if more else "can", lang, deeds=listed(deeds, lang))


def _examples(definitions: Iterable[ToolDefinition], lang: str) -> list[Spoken]:
    found = []
    for definition in definitions:
        ranked = sorted(definition.examples, key=lambda example: not example.is_primary)
        # Words of a kind that a person says: an example may be anything.
        said = next((clean(e.utterance) for e in ranked if 0 < len(e.utterance) <= _MAX_DEED), "")
        text = heard_from_outside(said, lang)
        # One English example would make all of a German answer English.
        if said and (text.sayable(lang) or not _deed(definition, lang).sayable(lang)):
            found.append(say("quoted", lang, text=text))
    return found[:_TRIES]


def _spread(definitions: Sequence[ToolDefinition], most: int) -> list[ToolDefinition]:
    """A few of them, of as many toolboxes as possible, those that show how they are called first."""
    boxes: dict[str, list[ToolDefinition]] = {}
    for definition in sorted(definitions, key=lambda d: not d.examples):
        boxes.setdefault(definition.toolbox_id, []).append(definition)
    kept: list[ToolDefinition] = []
    while boxes and len(kept) < most:
        for name in list(boxes):
            kept.append(boxes[name].pop(0))
            if not boxes[name]:
                del boxes[name]
    return kept[:most]


def _in_language(definitions: Sequence[ToolDefinition], lang: str) -> Sequence[ToolDefinition]:
    """The tools that can be told of in the language that is spoken; all of them where none can."""
    return [d for d in definitions if _deed(d, lang).sayable(lang)] or definitions


def _deed(definition: ToolDefinition, lang: str) -> Spoken:
    """What a tool does in a few words, to follow "I can": as its author calls it in that language, else the beginning
    of its description where that tells it, else its name."""
    if closest(lang, definition.spoken_names) or closest(ENGLISH, definition.spoken_names):
        return short_call(definition, lang)
    first = re.split(r"[.!?\n]", clean(definition.description[:400]), maxsplit=1)[0]
    clause = _CLAUSE.split(first, maxsplit=1)[0].strip()
    head, _, rest = clause.partition(" ")
    lead = head.lower()
    lead = next(
        (form for form in (lead, lead.removesuffix("es"), lead.removesuffix("s")) if _LEADS.fullmatch(form)), ""
    )
    if lead and rest and len(clause) <= _MAX_DEED:
        return Spoken(f"{lead} {rest}", ENGLISH)
    return short_call(definition, lang)


def _phrase(utterance: str, lang: str) -> str | None:
    """The ``.voc`` file that has *utterance*; with what means nothing before and behind it ("um", "please", "hey
    jarvis") or without."""
    if len(utterance) > _MAX_TALK:
        return None
    phrases, empty = _phrases(lang), _empty(language(lang))
    words = tuple(_words(utterance))
    windows = [(0, len(words))]
    for start, end in windows:
        if words[start:end] in phrases:
            return phrases[words[start:end]]
        for size in range(1, min(_MAX_EMPTY, end - start - 1) + 1):
            if words[start : start + size] in empty and (start + size, end) not in windows:
                windows.append((start + size, end))
            if words[end - size : end] in empty and (start, end - size) not in windows:
                windows.append((start, end - size))
    return None


@lru_cache(maxsize=32)
def _phrases(lang: str) -> dict[tuple[str, ...], str]:
    kinds = reversed((*KINDS, _MORE))  # the first one that has a phrase counts
    return {tuple(_words(phrase)): kind for kind in kinds for phrase in OURS.words(kind, lang)}


@lru_cache(maxsize=32)
def _empty(known: Language) -> frozenset[tuple[str, ...]]:
    phrases = (*known.fillers, *known.wake_words, *known.politeness, *known.openings)
    return frozenset(tuple(_words(phrase)) for phrase in phrases)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", fold(text))
