"""How lists and what is on them are told apart in what people say."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_everyday.lists.named_things import ENDS, GLUE, named_things
from ovos_toolbox_everyday.lists.store import fold
from ovos_toolbox_everyday.spoken_numbers import parse_duration, parse_number
from ovos_toolbox_everyday.word_tables import word_table

SHOPPING = "shopping"
"""The list that is meant where none is named, as it is kept; answers call it by the user's language."""
MAX_LETTERS = 200
"""Of one thing, and of a list's name."""
_MAX_REQUEST = 500
_SHORTEST_NAME = 3
"""Letters of what one word names before "list": "packliste"."""
_COUNTED = 4
"""Items within which it may be said how many there are."""
_LONGEST_PLAIN = 4
"""Words of a thing that only joins a request."""
_FILE = Path(__file__).parent / "words.yaml"
_TAKING = ("remove", "clear")
"""Requests behind which somebody may tell what is not wanted any more."""
_LISTS = frozenset({"list", "lists", "liste", "lista", "lijst"})
_SETS = (
    *("shopping", "words", "and", "it", "all", "known", "heads", "alone", "articles", "also", "apart"),
    *("modifiers", "ends", "starts", "does", "binds", "clause", "no_thing", "compounds", "sounds", "parts", "pairs"),
    *("orders", "beside", "contents", "leading", "unchanging", "whole", "own_names", "titles", "taken", "counting"),
)
_FORMS = ("masculine", "feminine", "singular", "several")
"""What the form of a noun tells, in languages whose adjectives agree with theirs."""


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, frozenset[str]]]:
    return {tag: _sets(tag, words) for tag, words in word_table(_FILE).items()}


def _sets(tag: str, words: dict[str, Any]) -> dict[str, frozenset[str]]:
    sets = {name: frozenset(fold(form) for form in words.get(name, "").split(" | ") if form) for name in _SETS}
    return sets | {"alone_in_a_row": named_things(tag).plain | sets["ends"]}


@lru_cache(maxsize=128)
def _patterns(tag: str, what: str, whole: bool) -> tuple[re.Pattern[str], ...]:
    words = word_table(_FILE)[tag]
    found = []
    # What ends with the things has no end within other words.
    # One that can do without a list's name has to be all that is said.
    open_ended = ("<items>", ")?", "<order>", "<again>")
    forms = words.get(what, ())
    loose = [form for form in forms if not form.endswith(open_ended) and "<more>" not in form]
    for form in forms if whole else loose:
        text = _bare(form)
        for part in ("order", "listed", "again", "shops", "carrier", "pointed", "together"):
            text = text.replace(f"<{part}>", _bare(words.get(part, "")))
        text = text.replace("<deeds>", "|".join(words.get("does", "").split(" | ")))
        text = text.replace("<several>", r"(?P<several>[^\n]{1,300}?)")
        text = text.replace("<items>", r"(?P<items>[^\n]{1,300}?)")
        for part in ("list", "named", "put", "take"):
            text = text.replace(f"<{part}>", f"(?:{_bare(words.get(part, ''))})")
        remarks = [words[each] for each in ("remark", *(["unwanted"] if what in _TAKING else [])) if each in words]
        told = f"(?:,? (?:{'|'.join(map(_bare, remarks))}))?" if remarks and form in loose else ""
        text = f"{_bare(words['lead'])}{text}{_bare(words['tail'])}{told}" if whole else rf"(?<!\w){text}(?!\w)"
        found.append(re.compile(rf"{text}[.!?]*" if whole else text, re.IGNORECASE))
    return tuple(found)


def _bare(text: str) -> str:
    """*text* without accents, as many letters as before: "anotalo" is said as well as "anótalo"."""
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)


def list_called(name: str | None, lang: str) -> str:
    """The list that *name* means, as it is kept: without "my", "whole" and "list", which may be the end of one
    word with it."""
    tables = _tables()
    said = fold(name or "").strip(" .,!?")
    if not said or any(said in words["shopping"] for words in tables.values()):
        return SHOPPING
    own = tables[closest(lang, tables) or "en-us"]
    words = own["words"]
    pieces = said.split()
    around = words | own["whole"]
    while len(pieces) > 1 and pieces[0] in around and " ".join(pieces) not in own["own_names"]:
        pieces = pieces[1:]
    while len(pieces) > 1 and pieces[-1] in around and " ".join(pieces) not in own["own_names"]:
        pieces = pieces[:-1]
    glued = next((end for end in own["compounds"] if pieces[-1].endswith(end)), "")
    if len(pieces[-1]) >= len(glued) + _SHORTEST_NAME:
        pieces[-1] = pieces[-1].removesuffix(glued).rstrip("-")
    bare = " ".join(pieces)[:MAX_LETTERS]
    general = bare in around or any(bare in words["shopping"] for words in tables.values())
    return SHOPPING if general else bare


_OF_ANOTHER = re.compile(
    r"\b(?:her|his|their)(?: own)? (?:\w+ ){0,2}lists?\b|"
    r"^(?:(?:he|she|they|you|somebody|someone|everybody|everyone|nobody)(?:'ve|'s| have| has| had)?|"
    r"(?:the|my|our) \w+)(?: (?:just|already|also|never|always))* (?:puts|added|adds|wrote|stuck|took|"
    r"put(?! (?:it|them|that|those|these|some|both|all)\b))\b",
    re.IGNORECASE,
)


def of_another(text: str) -> bool:
    """Whether *text* speaks of a list that somebody else keeps, or of what somebody else did with one: "she crossed me
    off her guest list", "he put me on the list of suspects"."""
    return _OF_ANOTHER.search(text) is not None


_TWO_PLACES = re.compile(
    r"\b(?:add|put|write|stick|pop) (?:(?! and ).)+? (?:to|onto) (?:the|my|our) (?:[\w'-]+ ){1,3}"
    r"(?:to|onto) (?:the|my|our) (?:[\w'-]+ ){0,3}list\b",
    re.IGNORECASE,
)


def of_two_places(text: str) -> bool:
    """Whether *text* puts things in two places, one of which is no list by its words: what is left of "eggs to the
    party list and a cake to the kitchen one" where it was cut in the wrong place."""
    return _TWO_PLACES.search(text) is not None


def names_no_list(name: str, text: str) -> bool:
    """Whether *name* is no list's in *text*, which speaks of one list without a name: the "eggs" of "have i got eggs on
    my list"."""
    said = fold(text)
    bare = re.search(r"(?<!\w)(?:on|off|from|to|onto|in) (?:my|the|our) lists?(?! of)(?!\w)", said) is not None
    called = re.escape(fold(name))
    told = rf"(?<!\w)(?:{called} (?:list|one)|lists? for (?:the |my |our )?{called}(?!\w))"
    return bare and not re.search(told, said)


def list_named(text: str) -> str | None:
    """The list that *text*, of any language, names behind the word for one, or in one word with it, by the first word
    of its name: "a lista da viagem", "die zeltliste". None where it names none or several, or the language puts the
    name first."""
    called, said = set(), unicodedata.normalize("NFC", text[:_MAX_REQUEST])
    for tag, words in word_table(_FILE).items():
        form = _bare(words.get("named", "(?!)"))
        for match in re.finditer(rf"(?<!\w)(?:{form})(?!\w)", _bare(said), re.IGNORECASE):
            called |= {list_called(name, tag) for name in _groups(match, said).values()}
    called -= {SHOPPING, *(word for words in _tables().values() for word in words["all"])}  # "a lista de tudo"
    return called.pop() if len(called) == 1 else None


def names_last(name: str, text: str) -> bool:
    """Whether *text* names several lists, that of *name* as the last one: "the shopping list the packing list"."""
    words = [re.escape(word) for word in _LISTS]
    named = re.findall(rf"(\w+) (?:{'|'.join(words)})(?!\w)", fold(text))
    return len(set(named)) > 1 and bool(named) and fold(name).split()[-1:] == [named[-1]]


def speaks_of_lists(text: str) -> bool:
    """Whether a word of *text* means a list: "packliste" as well."""
    ends = (*_LISTS, *(end for words in _tables().values() for end in words["compounds"]))
    return any(word.endswith(ends) for word in re.findall(r"\w+", fold(text)))


def is_a_place(name: str, text: str) -> bool:
    """Whether *name* is where something is in *text*, rather than a list: "put the light on in the hall" has an article
    before it and speaks of no list, "add batteries to hardware" has none."""
    articles = "|".join(re.escape(each) for words in _tables().values() for each in words["articles"])
    return (
        not speaks_of_lists(text)
        and re.search(rf"(?<!\w)(?:{articles}) ?{re.escape(fold(name))}(?!\w)", fold(text)) is not None
    )


def read_request(text: str, what: str, lang: str, whole: bool) -> dict[str, Any] | None:
    """The arguments of a request about a list, by its words.

    Args:
        text: the words.
        what: ``add``, ``remove``, ``read`` or ``clear``; ``beside_list`` as ``things_beside`` tells it.
        lang: the language that is tried first.
        whole: the request is all that is said; else it stands somewhere in the words.

    Returns:
        ``items`` and ``list_name``, the latter where it is not the shopping list; None where *text* is no such request,
        or its things are not named ("add it to the list").
    """
    return next((arguments for arguments, _ in _requests(text, what, lang, whole)), None)


def things_beside(text: str, lang: str) -> list[str]:
    """The things that *text* names beside a list, where it says nothing else: the "pins" of "pins on the sewing list".
    None where it may ask for the list: "repeat the things on the list".

    Args:
        text: the words.
        lang: the language that they are in.
    """
    tag = closest(lang, word_table(_FILE)) or "en-us"
    words = _tables()[tag]
    read = read_request(text, "beside_list", tag, whole=True) if "beside_list" in word_table(_FILE)[tag] else None
    items: list[str] = (read or {}).get("items", [])
    kept = all(fold(item).split()[-1] not in words["contents"] for item in items)
    # "water" by itself is no order.
    plain = all(len(item.split()) == 1 or _is_plain_thing(item, words) for item in items)
    return items if kept and plain else []


def takes_one_of_two(items: list[str], text: str, what: str, lang: str) -> bool:
    """Whether *items*, which a translator found in *text*, are also of the list that *text* speaks of behind the one
    that it is read for, or before it: the "socks" of "put tea on the shopping list and socks on the travel list".

    Args:
        items: each by itself.
        text: the words.
        what: as for ``read_request``.
        lang: the language that is tried first.
    """
    for arguments, behind in _requests(text, what, lang, whole=False):
        read = {fold(item) for item in arguments.get("items", ())}
        said = fold(text)
        before = said[: min((at for each in read if (at := said.find(each)) >= 0), default=0)]
        others = [fold(item) for item in items if fold(item) not in read]
        return any(any(item in part for item in others) and speaks_of_lists(part) for part in (fold(behind), before))
    return False


def loses_what_is_behind(items: list[str], read: list[str], text: str) -> bool:
    """Whether one of *items*, which a translator found in *text*, stands behind all that is *read* and is none of it:
    the "take the eggs" of "add bread and jam to the list and take the eggs off".

    Args:
        items: each by itself.
        read: the things that the words are read for.
        text: the words.
    """
    words, said = {word for thing in read for word in fold(thing).split()}, fold(text)
    words -= {each for table in _tables().values() for each in table["articles"]}
    last = max((said.rfind(fold(thing)) for thing in read), default=-1)
    others = [item for item in items if words.isdisjoint(fold(item).split()) and not _is_purpose(item, said)]
    return any(said.rfind(fold(item)) > last for item in others)


def only_tells_behind(text: str, what: str, lang: str) -> bool:
    """Whether all that *text* says behind a request is a remark: "take tea off the list the boss has brought some".

    Args:
        text: the words.
        what: as for ``read_request``.
        lang: the language that is tried first.
    """
    tables = word_table(_FILE)
    form = tables[closest(lang, tables) or "en-us"].get("remark")
    behind = next((behind for _, behind in _requests(text, what, lang, whole=False)), "")
    return form is not None and re.fullmatch(form, behind.strip(" ,.!?"), re.IGNORECASE) is not None


def things_behind(text: str, what: str, lang: str) -> list[str]:
    """The things that *text* names behind the list, where it says nothing else there: the "rice" of "add tea to the
    shopping list oh and rice".

    Args:
        text: the words.
        what: as for ``read_request``.
        lang: the language that is tried first.
    """
    tag = closest(lang, word_table(_FILE)) or "en-us"
    words = _tables()[tag]
    joining, around = ("|".join(map(re.escape, sorted(each, key=len, reverse=True))) for each in _joining(words))
    tail = word_table(_FILE)[tag]["tail"]
    form = re.compile(
        rf"(?:(?:{around}),? )*(?:{joining})(?: (?:{around}))* (?P<more>[^\n]{{2,120}}?){tail}",
        re.IGNORECASE,
    )
    behind = next((behind for _, behind in _requests(text, what, lang, whole=False)), "")
    found = form.fullmatch(behind.strip(" ,.!?"))
    more = things([found["more"]], tag) if found is not None else []
    return more if all(_is_plain_thing(thing, words) for thing in more) else []


def _joining(words: dict[str, frozenset[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """What joins more things to those that were said, and what may stand around it."""
    return words["and"] | words["beside"], words["sounds"] | words["also"]


def _is_plain_thing(thing: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *thing* can be no order and no sentence: "rye bread", neither "dim the lights" nor "what time is it"."""
    pieces = fold(thing).split()
    inside = words["articles"] | words["it"] | words["clause"] | words["no_thing"] | _LISTS
    begun = words["orders"] | words["does"] | words["clause"] | words["no_thing"] | words["it"] | words["all"]
    plain = len(pieces) <= _LONGEST_PLAIN and pieces[0] not in begun and inside.isdisjoint(pieces[1:])
    return plain and parse_duration(thing) is None


def _ends_in_order(thing: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *thing* ends in an order with what stands for it: "onions put them"."""
    pieces = fold(thing).split()
    return len(pieces) > 2 and pieces[-2] in words["orders"] and pieces[-1] in words["it"]


def _ends_in_all(thing: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *thing* ends in a word for all of those before it: "jam all", "oats all of that"."""
    return any(f" {fold(thing)}".endswith(f" {every}") for every in words["all"])


def _is_purpose(item: str, said: str) -> bool:
    """Whether *item* says what things are for, right behind the list: "eggs to the shopping list for the cake"."""
    return re.search(rf"(?<!\w)lists? for (?:the |a |my |our )?{re.escape(fold(item))}(?!\w)", said) is not None


def _requests(text: str, what: str, lang: str, whole: bool) -> Iterator[tuple[dict[str, Any], str]]:
    """Each reading of *text* as ``read_request`` tells it, with the words behind what is read."""
    tables = _tables()
    said = unicodedata.normalize("NFC", " ".join(text.replace("’", "'").split()))
    if len(said) > _MAX_REQUEST:
        return
    bare = _bare(said)
    own = closest(lang, tables) or "en-us"
    for tag in (own, *(tag for tag in tables if tag != own)):
        for pattern in _patterns(tag, what, whole):
            match = pattern.fullmatch(bare) if whole else pattern.search(bare)
            arguments = None if match is None else _arguments(_groups(match, said), tag)
            while match is not None and arguments is None and not whole:
                # "I can't write at all put tape on the list": of two orders the first may be none.
                match = pattern.search(bare, match.start() + 1)
                arguments = None if match is None else _arguments(_groups(match, said), tag)
            if match is not None and arguments is not None:
                yield arguments, said[match.end() :]


_QUOTED = re.compile(r"[\"“”„«»]\s*([^\"“”„«»]+?)\s*[\"“”„«»]")
_NONE_OF = re.compile(
    r"(?:\w+ ){0,2}(?:kein(?:e[nrsm]?)?|ning[uú]n[ao]?s?|aucune?s?|nessun[oa]?|geen|nenhum(?:a|as)?|nenhuns)\b",
    re.IGNORECASE,
)


def is_none_of(item: str) -> bool:
    """Whether *item* says that there is to be none of it: "keine Milch", "bloß keine Milch"."""
    return _NONE_OF.match(item.strip()) is not None


def _groups(match: re.Match[str], said: str) -> dict[str, str]:
    """What the groups of *match* hold of *said*, whose accents were taken off for it."""
    return {name: said[match.start(name) : match.end(name)] for name, held in match.groupdict().items() if held}


def _arguments(groups: dict[str, str], tag: str) -> dict[str, Any] | None:
    words = _tables()[tag]
    arguments: dict[str, Any] = {}
    if "items" in groups or "several" in groups:
        more, said = groups.get("more"), groups.get("items") or groups["several"]
        items = things([said, *([more] if more else [])], tag, several="several" in groups)
        if "several" in groups and len(items) < 2:
            return None  # nobody knows where the first of them ends
        spoken = " ".join(fold(said + (f" and {more}" if more else "")).split())
        if any(_ends_in_order(item, words) or _ends_in_all(item, words) for item in items):
            return None  # "we need onions [put them] on the list", "jam [all] on the list"
        if fold(said).split()[-1] in words["and"]:
            return None  # "ask the vet if there's straw and [write it on the list]"
        pieces = set(spoken.split())
        lists = _LISTS | words["shopping"]
        if not (words["clause"].isdisjoint(pieces) or (items and items[0].split()[0].lower() in words["does"])):
            return None  # a whole sentence is no thing
        if more and any(item.split()[0].lower() in words["does"] for item in things([more], tag)):
            return None  # "bread on the list and set a timer"
        if more and fold(more).split()[-1] in words["taken"]:
            return None  # "bread on the list and the jam off"
        if not words["no_thing"].isdisjoint(_opposed(tag).sub(" ", spoken).split()):
            return None  # "get rid of the milk on the list", "bleach doesn't need to be on the list"
        stands_for = spoken in words["it"] | words["all"] or pieces - words["also"] <= words["it"]
        if not items or is_none_of(items[0]) or stands_for or pieces & lists:
            return None
        if any(parse_duration(item) is not None for item in items):
            return None  # "eggs on the list and ten minutes timer for the rice": a length of time is no thing
        arguments["items"] = items
    name = next((groups[key] for key in ("name", "glued", "glued2", "heading", "heading2") if groups.get(key)), None)
    apart = _LISTS | words["apart"]
    if "named" in word_table(_FILE)[tag]:  # where the name stands behind the list, it has no end of its own
        apart |= words["clause"]
    if name is not None and not apart.isdisjoint(fold(name).split()):
        return None  # "add milk to the list and eggs to the list", "esvazia a lista da festa que já acabou"
    called = list_called(name, tag)
    if called in words["titles"] and "items" in arguments:
        arguments["items"] = on_list([said, *([more] if more else [])], called, tag)
    return arguments if called == SHOPPING else {**arguments, "list_name": called}


@lru_cache(maxsize=16)
def _opposed(tag: str) -> re.Pattern[str]:
    """A negation with the word that it makes one of what a thing is not: "acqua [non gassata]"."""
    return re.compile(word_table(_FILE)[tag].get("opposed", r"(?!)"), re.IGNORECASE)


def binding(lang: str) -> frozenset[str]:
    """Words that no thing begins behind: the "with" of "a coat with a hood"."""
    tables = _tables()
    return tables[closest(lang, tables) or "en-us"]["binds"]


def joints(lang: str) -> list[str]:
    """What stands between things, such as "and"."""
    tables = _tables()
    return sorted(tables[closest(lang, tables) or "en-us"]["and"], key=len, reverse=True)


def with_pairs_as_one(text: str, lang: str) -> str:
    """*text* in which no space parts a thing whose name has several words ("mac and cheese", "toilet roll"), for
    ``things``."""
    tag = closest(lang, _tables()) or "en-us"
    for form in _joined(tag):
        text = form.sub(lambda one: GLUE.join(one[0].split()), text)
    return named_things(tag).as_one(text)


@lru_cache(maxsize=16)
def _joined(tag: str) -> tuple[re.Pattern[str], ...]:
    """Names of several words that the table of the language *tag* knows: its pairs, and what tastes of two things."""
    pairs = "|".join(map(re.escape, sorted(_tables()[tag]["pairs"], key=len, reverse=True)))
    forms = (f"(?:{pairs})" if pairs else "", word_table(_FILE)[tag].get("flavoured", ""))
    return tuple(re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE) for form in forms if form)


def dishes_as_one(text: str, lang: str) -> str:
    """*text*, a row of things, in which no space parts a name of several words, or a dish from the food before it:
    "fish pie" of "sausages fish pie". Those of one kind are told apart by that: "straw hat top hat"."""
    tag = closest(lang, _tables()) or "en-us"
    words, named, plural = _tables()[tag], named_things(tag), _plural(lang)
    found: list[str] = []
    said, joined = Counter(fold(text).split()), with_pairs_as_one(text, lang).split()
    kinds = [fold(piece).rpartition(GLUE)[2] for piece in joined]
    pieces = [p.replace(GLUE, " ") if said[kind] > 1 else p for p, kind in zip(joined, kinds, strict=True)]
    for word in " ".join(pieces).split():
        dish = fold(word.strip(ENDS)) in named.dishes
        before = fold(found[-1]) if found else ""
        food = _is_known(before, words) and (plural is None or plural.fullmatch(before) is None)
        found[-1:] = [f"{found[-1]}{GLUE}{word}"] if dish and food else [*found[-1:], word]
    return " ".join(found)


def names_a_thing(piece: str, lang: str) -> bool:
    """Whether *piece*, a word or what is one, names a thing by itself, as far as its language's table knows."""
    return GLUE in piece or _is_known(fold(piece), _tables()[closest(lang, _tables()) or "en-us"])


def joined_again(items: list[str], text: str, lang: str) -> list[str]:
    """*items* with those as one that are the parts of a name of several words in *text*: a translator parts "salt and
    vinegar crisps" at its "and"."""
    between = {word for joint in joints(lang) for word in joint.split()}
    named = (word for word in with_pairs_as_one(text, lang).split() if GLUE in word)
    for name in (word.replace(GLUE, " ").strip(ENDS) for word in named):
        words = [word for word in fold(name).split() if word not in between]
        for start, end in itertools.combinations(range(len(items) + 1), 2):
            said = [word for item in items[start:end] for word in fold(item).split() if word not in between]
            if end - start > 1 and said == words:
                items = [*items[:start], name, *items[end:]]
                break
    return items


def on_list(items: list[str], list_name: str | None, lang: str) -> list[str]:
    """The things of *items* on the list of *list_name*: one of titles has none that ends at "and" alone, since nobody
    can tell "sense and sensibility" from two books, and what was done is told with the words as they were said. With a
    comma among them, they are several."""
    tables = _tables()
    if fold(list_called(list_name, lang)) not in tables[closest(lang, tables) or "en-us"]["titles"]:
        return things(items, lang)
    between = "|".join(map(re.escape, joints(lang)))
    joint = re.compile(rf"(?<=\S)\s+(?:{between})\s+(?=\S)", re.IGNORECASE)
    # What "and" joins has no end within it for ``things``.
    return things([item if "," in item else joint.sub(_glued, item) for item in map(str, items)], lang)


def _glued(joint: re.Match[str]) -> str:
    return GLUE + GLUE.join(joint[0].split()) + GLUE


def things(items: list[str], lang: str, *, several: bool = False) -> list[str]:
    """Each thing by itself: "milk, eggs and bread" are three, and so are "milk eggs and bread".

    Args:
        items: what may each be several things.
        lang: the language that they are in.
        several: whether there are several beyond doubt, so that "wipes oats" are two without an "and".
    """
    tables = _tables()
    words = tables[closest(lang, tables) or "en-us"]
    between = "|".join(map(re.escape, joints(lang)))
    parting = re.compile(rf"\s*[,;\n]\s*|\s+(?:{between})\s+", re.IGNORECASE)
    articles = "|".join(
        re.escape(each) + ("" if each.endswith("'") else r"\s+")
        for each in sorted(words["articles"] | words["also"], key=len, reverse=True)
    )
    leading = re.compile(rf"(?:(?:{between})\s+|{articles})(?=\S)", re.IGNORECASE)
    found: dict[str, str] = {}
    parts: list[str] = []
    for item in items:
        item = with_pairs_as_one(str(item), lang)
        for quoted in _QUOTED.findall(str(item)):
            found.setdefault(fold(quoted), quoted)  # what stands in quotes is one thing
        parts.extend(parting.split(_QUOTED.sub(" ", str(item))))
    ending = _plural(lang)
    sounds = "|".join(map(re.escape, sorted(words["sounds"])))
    also = "|".join(map(re.escape, sorted(words["sounds"] | words["also"])))
    begun = re.compile(rf"^(?:(?:{sounds})\s+)+(?=\S)", re.IGNORECASE) if sounds else None
    ended = re.compile(rf"(?<=\S)(?:\s+(?:{also}))+$", re.IGNORECASE) if also else None  # "und salz [auch]"
    for part in parts:
        part = begun.sub("", part) if begun is not None else part
        part = ended.sub("", part) if ended is not None else part
        row = several or len(parts) > 1
        if row and ending is not None:
            ones = _in_a_row(part.split(), words, ending)
        else:
            ones = _unlike(part.split(), words, _forms(lang)) if row else [part]
        for one in ones:
            text = " ".join(one.split()).strip(f' {ENDS}"“”„«»')
            while lead := leading.match(text) or (begun.match(text) if begun is not None else None):
                text = text[lead.end() :]
            for thing in _side_by_side(text, words):
                thing = thing.replace(GLUE, " ")
                found.setdefault(fold(thing), thing)
    return _without_count([*found.values()], words)


def _without_count(items: list[str], words: dict[str, frozenset[str]]) -> list[str]:
    """*items* without those at their beginning that only say how many more there are: "two more things" before "tea and
    sugar"."""
    said = " ".join(items[:_COUNTED]).lower().split()
    at = next((at for at, word in enumerate(said) if word in words["contents"]), None)
    small = words["also"] | words["counting"]
    if not at or not all(word in small or parse_number(word) is not None for word in said[:at]):
        return items
    counted = next((n for n in range(1, len(items)) if len(" ".join(items[:n]).split()) == at + 1), None)
    return items[counted:] if counted else items


@lru_cache(maxsize=16)
def _plural(lang: str) -> re.Pattern[str] | None:
    """A word that ends a thing by its form, where the language has such words."""
    tables = word_table(_FILE)
    form = tables[closest(lang, tables) or "en-us"].get("plural")
    return None if form is None else re.compile(form, re.IGNORECASE)


def _in_a_row(pieces: list[str], words: dict[str, frozenset[str]], ending: re.Pattern[str]) -> list[str]:
    """The things in what stands before "and": of "nail files conditioner and soap", which a recogniser writes without
    commas, "nail files" and "conditioner" by themselves."""
    said = [fold(piece.strip(ENDS)) for piece in pieces]
    if not said or said[0] in words["does"]:
        return [" ".join(pieces)]
    found, begin = [], 0
    starts = words["starts"] | (words["articles"] if said[0] in words["articles"] else frozenset())
    for at in range(1, len(pieces)):
        last, word = said[at - 1].rpartition(GLUE)[2], said[at].partition(GLUE)[0]
        if word in words["binds"] or last in words["binds"] or said[at - 1] in starts:
            continue
        plural = ending.fullmatch(last) is not None and last not in words["modifiers"]
        begins = word in starts and (GLUE in said[at] or at + 1 < len(pieces))  # "toy story three" is one
        named = GLUE in said[at - 1] and _begins_alone(said[at], words)
        if plural or begins or named or (last in words["ends"] and said[at] not in words["heads"]):
            found.append(" ".join(pieces[begin:at]))
            begin = at
    return [*found, " ".join(pieces[begin:])]


def _begins_alone(piece: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *piece* is a thing by itself behind one whose name has several words: the "bleach" of "toilet roll
    bleach", and not the "biscuits" of "peanut butter biscuits"."""
    return GLUE in piece or piece in words["ends"] or (_is_known(piece, words) and piece not in words["heads"])


def _is_known(piece: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *piece* names a thing that is sold by that name, one or several."""
    return piece in words["known"] | words["alone_in_a_row"]


def _is_sure(piece: str, words: dict[str, frozenset[str]]) -> bool:
    """Whether *piece* stands for itself beside others like it, with no "and": the "rice" of "rice olive oil". What else
    is known may belong to what is behind it ("raspberry jam"), as a name of several words to what is before it ("lemon
    washing powder"); what is joined in a name ("mac and cheese") tells where it begins."""
    own = piece.split(GLUE)
    return all(each in words["known"] | words["heads"] for each in own) or not words["and"].isdisjoint(own)


@lru_cache(maxsize=16)
def _forms(lang: str) -> dict[str, re.Pattern[str]]:
    """What the form of a noun tells in *lang*, as far as its table knows: ``_FORMS``."""
    tables = word_table(_FILE)
    own = tables[closest(lang, tables) or "en-us"]
    return {name: re.compile(own[name], re.IGNORECASE) for name in _FORMS if name in own}


def _unlike(pieces: list[str], words: dict[str, frozenset[str]], forms: dict[str, re.Pattern[str]]) -> list[str]:
    """The things in what stands before "and" in a language whose adjectives agree with their noun: a word of another
    gender or number begins a new thing, "arroz lentejas" and "sedano zucca", unless a word binds it ("pan de molde") or
    the one before it counts what follows, or is a dish or a piece of it ("dos cervezas", "zumo naranja")."""
    if not forms or not pieces or not words["clause"].isdisjoint(map(fold, pieces)):
        return [" ".join(pieces)]
    said = [fold(piece.strip(ENDS)) for piece in pieces]
    told = [_told(word, words, forms) for word in said]
    binding = words["binds"] | words["articles"] | words["no_thing"]
    found, begin = [], 0
    for at in range(1, len(pieces)):
        last, word = said[at - 1], said[at]
        bound = word in binding or last in binding or last in words["leading"] or not word.isalpha()
        against = any({one, other} <= told[at - 1] | told[at] for one, other in _AGAINST)
        if not bound and against:
            found.append(" ".join(pieces[begin:at]))
            begin = at
    return [*found, " ".join(pieces[begin:])]


_AGAINST = (("masculine", "feminine"), ("singular", "several"))


def _told(word: str, words: dict[str, frozenset[str]], forms: dict[str, re.Pattern[str]]) -> frozenset[str]:
    """The names of *forms* that *word* has; none where it has the same form for one and for several."""
    if word in words["unchanging"] or not word.isalpha():
        return frozenset()
    return frozenset(name for name, form in forms.items() if form.fullmatch(word))


def _side_by_side(text: str, words: dict[str, frozenset[str]]) -> Iterator[str]:
    """Things that stand side by side, where each is known by its name."""
    pieces = text.split()
    heads = words["heads"]
    if len(pieces) < 2 or not all(_is_sure(fold(piece), words) for piece in pieces):
        yield from _between_known(pieces, words) if not heads else [text] if text else []
        return
    at = 0
    while at < len(pieces):
        pair = at + 1 < len(pieces) and fold(pieces[at + 1]) in heads and not fold(pieces[at]).endswith("s")
        # "milk bread" are two, "oat milk" and "orange juice" one: what stands alone in shops stands alone here.
        alone = GLUE in pieces[at] or fold(pieces[at]) in heads or (pair and fold(pieces[at]) in words["alone"])
        if pair and (not alone or fold(pieces[at + 1]) in words["parts"]):
            yield f"{pieces[at]} {pieces[at + 1]}"
            at += 2
        else:
            yield pieces[at]
            at += 1


def _between_known(pieces: list[str], words: dict[str, frozenset[str]]) -> Iterator[str]:
    """*pieces* parted where two words stand side by side that are each known for a thing, whatever belongs to the last
    one: "carottes" and "pommes de terre"."""
    begin = 0
    for at in range(1, len(pieces)):
        if fold(pieces[at - 1]) in words["known"] and fold(pieces[at]) in words["known"]:
            yield " ".join(pieces[begin:at])
            begin = at
    if pieces:
        yield " ".join(pieces[begin:])


def matching(wanted: str, there: list[str]) -> str | None:
    """What *wanted* is on a list: the same, else the shortest that has it as words of its own, or one of its forms."""
    key = fold(wanted)
    by_key = {fold(text): text for text in there}
    if key in by_key:
        return by_key[key]
    singular = {_stem(other): text for other, text in reversed(by_key.items())}
    if _stem(key) in singular:
        return singular[_stem(key)]
    inside = [text for other, text in by_key.items() if re.search(rf"(?<!\w){re.escape(key)}(?!\w)", other)]
    return min(inside, key=len) if inside else None


def _stem(word: str) -> str:
    return re.sub(r"(?:es|s|n|en)$", "", word) if len(word) > 3 else word
