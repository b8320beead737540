"""Talk that is for the assistant and no tool: "help", "thank you", "who are you". Answered from what is installed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.consent.wording import clean, short_call
from ovos_phal_plugin_jarvis.nlu.lang import Language, calls_off, language, yes_or_no
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH, OURS, Spoken, bare_words, closest, listed, say, together
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot

KINDS = (
    "help",
    "who_are_you",
    "thanks",
    "goodbye",
    "good_night",
    "good_morning",
    "good_afternoon",
    "good_evening",
    "hello",
)
"""What may be said, by the name of its ``.voc`` file; the answer is the ``.dialog`` file of that name. Where several
are said in a row the first of these is answered: a question before thanks, thanks before a greeting."""
_MORE = "more"
NEVER_MIND, NOTHING_WAITS = "never_mind", "nothing_waits"
_DEEDS = 4
"""Things that a first answer to "help" names."""
_TRIES = 2
"""Examples that it gives."""
_MAX_DEED = 60
_MAX_TALK = 120
"""Characters of talk; anything longer is a request."""
_MAX_PHRASE = 12
"""Words of the longest phrase."""
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

    Of several in a row ("hello, thanks a lot, bye") it is the one that stands first in ``KINDS``.

    Args:
        utterance: what was said.
        lang: BCP-47 tag.
    """
    found = _made_of(utterance, lang, _phrases(lang))
    return next((kind for kind in KINDS if kind in found), None)


def read_phrases(lang: str) -> None:
    """Write out now what the first utterance would otherwise wait for, a third of a second on a PC."""
    for kind in (_MORE, NEVER_MIND):
        _phrases_and(kind, lang)


def rest_of(utterance: str, lang: str) -> str | None:
    """What may be said where nothing waits for it: ``NEVER_MIND`` or ``NOTHING_WAITS``, a yes or a no; else None."""
    if calls_off(utterance, lang) or NEVER_MIND in _made_of(utterance, lang, _phrases_and(NEVER_MIND, lang)):
        return NEVER_MIND
    return NOTHING_WAITS if yes_or_no(utterance, lang) is not None else None


def asks_for_more(utterance: str, lang: str) -> bool:
    """Whether *utterance* asks for the rest of a long answer."""
    found = _made_of(utterance, lang, _phrases_and(_MORE, lang))
    return _MORE in found and found <= {_MORE, "thanks", "hello"}


def consists_of(utterance: str, lang: str, name: str) -> bool:
    """Whether *utterance* is made of phrases of the ``.voc`` file *name*, thanks and greetings beside them."""
    found = _made_of(utterance, lang, _phrases_and(name, lang))
    return name in found and found <= {name, *KINDS[2:]}


def is_one_of(utterance: str, lang: str, names: Iterable[str], beside: str) -> bool:
    """Whether *utterance* is one of *names*, with nothing beside it but what means nothing and the phrases of the
    ``.voc`` file *beside*."""
    if len(utterance) > _MAX_TALK:
        return False
    words = {bare_words(name): beside for name in names}
    words.pop((), None)
    return beside in _cover(
        bare_words(utterance), words, _empty(language(lang)) | (_beside(beside, lang) - words.keys())
    )


@lru_cache(maxsize=32)
def _beside(name: str, lang: str) -> frozenset[tuple[str, ...]]:
    return frozenset(bare_words(phrase) for phrase in OURS.words(name, lang))


def is_example(utterance: str, snapshot: Snapshot, lang: str) -> bool:
    """Whether *utterance* is what a tool says that it is called with: then it is the tool's."""
    wanted = bare_words(utterance)
    shown = (example for tool in snapshot for example in tool.definition.in_language(lang).examples)
    return any(bare_words(example.utterance) == wanted for example in shown)


def same_words(one: str, other: str) -> bool:
    """Whether both are the same words, punctuation and case aside; not where there are none."""
    return bool(bare_words(one)) and bare_words(one) == bare_words(other)


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
        return say(kind if len(snapshot.understood) else "who_are_you_empty", lang, number=len(snapshot.understood))
    return say(kind, lang)


def help_text(snapshot: Snapshot, lang: str) -> Spoken:
    """What the assistant can do: a few things, two examples, and then all of it by toolbox."""
    shown = _in_language(snapshot.understood, lang)
    if not shown:
        return say("help_empty", lang)
    named, others = _spread(shown, _DEEDS), len(snapshot.understood)
    parts = [_can(named, lang, others > len(named))]
    examples = _examples(named, lang)
    if examples:
        parts.append(say("try_saying", lang, examples=listed(examples, lang, "or")))
    parts += by_toolbox(snapshot, lang) if others > len(named) else []
    return together(parts, lang)


def to_try(snapshot: Snapshot, lang: str, most: int = 6) -> list[Spoken]:
    """Things to say, from the examples of as many toolboxes as possible; in the language where any are.

    Args:
        snapshot: what is installed.
        lang: that is spoken.
        most: how many.
    """
    said = _said(_spread(snapshot.understood, len(snapshot.understood)), lang)
    return list(dict.fromkeys([text for text in said if text.sayable(lang)] or said))[:most]


def by_toolbox(snapshot: Snapshot, lang: str) -> list[Spoken]:
    """Everything, a sentence for each toolbox."""
    told = []
    for box in snapshot.toolboxes.values():
        if all(tool.definition.for_programs for tool in box.tools):
            continue
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
    if not len(snapshot.understood):
        return together([*parts, say("help_empty", lang)], lang)
    near = [name for name, probability in ranked if probability >= _NEAR][:1]
    nearest = [tool.definition for name in near for tool in snapshot.by_name.get(name, ())[:1]]
    if nearest:
        parts.append(say("nearest", lang, deed=_deed(nearest[0], lang)))
    else:
        parts.append(_can(_spread(_in_language(snapshot.understood, lang), _DEEDS - 1), lang, False))
    examples = _examples(nearest, lang)
    if examples:
        parts.append(say("try_saying", lang, examples=examples[0]))
    return together(parts, lang)


def _can(definitions: Sequence[ToolDefinition], lang: str, more: bool) -> Spoken:
    deeds = list(dict.fromkeys(_deed(definition, lang) for definition in definitions))
    return say("can_and_more" if more else "can", lang, deeds=listed(deeds, lang))


def _examples(definitions: Iterable[ToolDefinition], lang: str) -> list[Spoken]:
    return [say("quoted", lang, text=said) for said in _said(definitions, lang)[:_TRIES]]


def _said(definitions: Iterable[ToolDefinition], lang: str) -> list[Spoken]:
    """What each tool is called with, where it says so."""
    found = []
    for definition in definitions:
        ranked = sorted(definition.in_language(lang).examples, key=lambda example: not example.is_primary)
        # Words of a kind that a person says: an example may be anything.
        said = next((clean(e.utterance) for e in ranked if 0 < len(e.utterance) <= _MAX_DEED), "")
        text = heard_from_outside(said, lang)
        # One English example would make all of a German answer English.
        if said and (text.sayable(lang) or not _deed(definition, lang).sayable(lang)):
            found.append(text)
    return found


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


def _made_of(utterance: str, lang: str, phrases: dict[tuple[str, ...], str]) -> set[str]:
    """The kinds of the *phrases* that *utterance* consists of, one or several in a row, with what means nothing before,
    between and behind them ("um", "please", "hey jarvis"); none where a word of it is something else.

    A particle may stand within a phrase as well: "was kannst du denn alles".
    """
    if len(utterance) > _MAX_TALK:
        return set()
    words, empty = bare_words(utterance), _empty(language(lang))
    found = _cover(words, phrases, empty)
    return found or _cover(tuple(word for word in words if word not in _particles(language(lang))), phrases, empty)


def _cover(words: tuple[str, ...], phrases: dict[tuple[str, ...], str], empty: frozenset[tuple[str, ...]]) -> set[str]:
    parts = [
        (start, end)
        for start in range(len(words))
        for end in range(start + 1, min(len(words), start + _MAX_PHRASE) + 1)
        if words[start:end] in phrases or words[start:end] in empty
    ]
    begun, ended = {0}, {len(words)}
    for start, end in parts:
        if start in begun:
            begun.add(end)
    for start, end in sorted(parts, reverse=True):
        if end in ended:
            ended.add(start)
    whole = (words[start:end] for start, end in parts if start in begun and end in ended)
    return {phrases[part] for part in whole if part in phrases}


@lru_cache(maxsize=32)
def _phrases(lang: str) -> dict[tuple[str, ...], str]:
    # The first kind that has a phrase counts.
    return {bare_words(phrase): kind for kind in reversed(KINDS) for phrase in OURS.words(kind, lang)}


@lru_cache(maxsize=32)
def _phrases_and(kind: str, lang: str) -> dict[tuple[str, ...], str]:
    """All talk, and the phrases of *kind*, which count before it."""
    phrases = language(lang).cancel if kind == NEVER_MIND else OURS.words(kind, lang)
    return _phrases(lang) | {bare_words(phrase): kind for phrase in phrases}


@lru_cache(maxsize=32)
def _empty(known: Language) -> frozenset[tuple[str, ...]]:
    phrases = (*known.fillers, *known.wake_words, *known.politeness, *known.openings, *known.particles)
    return frozenset(bare_words(phrase) for phrase in phrases)


@lru_cache(maxsize=32)
def _particles(known: Language) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in map(bare_words, known.particles) if len(phrase) == 1)
