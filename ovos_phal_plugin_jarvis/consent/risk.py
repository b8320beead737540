"""How risky a tool is: what its author declares, then a conservative reading of its name, arguments and description.

A reading says that a tool asks wherever it can't tell that nothing is lost by a wrong call. It is a pure function, and
raises for no definition whatever.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ovos_phal_plugin_jarvis.consent import vocabulary as words
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

Verdict = Literal["allow", "ask", "deny"]

MAX_TEXT = 2000
"""Characters of a name or a description that are read."""
MAX_ARGUMENTS = 400
MAX_DEPTH = 12
CACHED = 2048
"""Words of which it is remembered what they are."""
MAX_PARTS = 2000
"""Members, branches and definitions of a schema that are looked at; one with more asks."""
MAX_TOKENS = 120
"""Words of a description that are read; a description's deed stands at its beginning."""

RUNS = "runs commands or code"

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_CAMEL = re.compile(r"(?<=[a-z0-9ß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT = re.compile(r"[^a-z]+")
_SENTENCE = re.compile(r"[.!?:;\n]")


@dataclass(frozen=True)
class Decision:
    """What becomes of a call, and why."""

    decision: Verdict
    reason: str
    """In words, to follow "because": "its name says that it deletes ('purge')"."""
    rule: str
    """A code: where the decision comes from. ``config.*``, ``declared.*`` or ``reading.*``."""


def risk(definition: ToolDefinition, arguments: Mapping[str, Any] | None = None) -> Decision:
    """Whether a call of that tool asks first, as far as its author or its definition tell.

    Args:
        definition: the tool.
        arguments: of the call; None judges the tool by the riskiest call that its definition shows.
    """
    return declared(definition) or reading(definition, arguments)


def declared(definition: ToolDefinition) -> Decision | None:
    """What the author says of the risk: ``is_risky``, or the annotations of the Model Context Protocol; None where
    that decides nothing."""
    if definition.is_risky:
        return Decision("ask", "its author calls it risky", "declared.risky")
    hints = definition.annotations
    reads, destroys, world = (hints.get(h) for h in ("readOnlyHint", "destructiveHint", "openWorldHint"))
    if destroys:
        return Decision("ask", "its author calls it destructive", "declared.destructive")
    if reads:
        return Decision("allow", "its author says that it only reads", "declared.read_only")
    if destroys is False and world is False:
        return Decision("allow", "its author says that it destroys nothing and reaches nobody", "declared.harmless")
    if reads is False and destroys is None:
        return Decision("ask", "its author says that it changes something", "declared.writes")
    return None


def reading(definition: ToolDefinition, arguments: Mapping[str, Any] | None = None) -> Decision:
    """What name, arguments and description tell, where the author says nothing. Arguments as for ``risk``."""
    name = _Name(tokens(definition.name))
    found = name.deed()
    if found is not None:
        return _asks(f"its name says that it {found[1]} ('{found[0]}')", "name", found[1])
    members = _members(definition.argument_schema)
    if members is None:
        return _asks("its arguments are too many to be read", "arguments", "many")
    described = _Description(definition.description)
    queries = [m for m in members if _holds_a_query(m, members, definition)]
    selects = arguments is not None and bool(queries) and all(_only_selects(arguments, m) for m in queries)
    for argument in members:
        what = _dangerous_argument(argument, arguments)
        if what is not None and not (selects and argument in queries):
            return _asks(f"its argument '{_short(argument.name)}' {what}", "argument", what)
    if queries and not selects:
        return _asks(f"its argument '{_short(queries[0].name)}' is a query that may change data", "argument", "queries")
    chosen = _chosen(members, name, arguments, definition.declares_risk) or _web_request(members, arguments)
    if chosen is not None:
        return chosen
    found = described.deed(anywhere=not name.reads, lead_only=definition.declares_risk)
    if found is not None and not (selects and found[1] == RUNS):
        return _asks(f"its description says that it {found[1]} ('{found[0]}')", "description", found[1])
    return _harmless(name, described, members) or _unknown(definition, name, described, members)


def depends_on_arguments(definition: ToolDefinition) -> bool:
    """Whether calls of that tool may differ in risk: an argument chooses what it does."""
    members = _members(definition.argument_schema) or []
    return _is_web_request(members) or any(
        _is_choice(m) or m.key in words.QUERIES or m.options is not None for m in members
    )


def tokens(text: Any) -> list[str]:
    """The words of a name: "deleteFile", "delete-file" and "DELETE_FILE" are two each."""
    text = unicodedata.normalize("NFC", text[:MAX_TEXT]) if isinstance(text, str) else ""
    return [word for word in _SPLIT.split(plain(_CAMEL.sub(" ", text))) if word]


def plain(text: str) -> str:
    """*text* in lower case without accents."""
    text = unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS)
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _asks(reason: str, source: str, what: str) -> Decision:
    return Decision("ask", reason, f"reading.{source}.{what.split()[0]}")


class _Name:
    """The words of a tool's name, and what kind each is of."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        self.reads = any(part in words.READS or _singular(part) in words.READS for part in parts[:4])
        lead = next((i for i, part in enumerate(parts) if _kind(part)), None)
        self.lead = lead
        also = {parts[i + 1] for i, part in enumerate(parts[:-1]) if part in words.CONJUNCTIONS}
        self.leads_reading = (
            lead is not None
            and _kind(parts[lead]) == "reads"
            and not any(_kind(part) == "other" for part in also)
            and not (parts[lead] in words.NAMED_AFTER and any(part in words.CHANGING for part in parts[lead + 1 :]))
        )
        self.is_a_thing = self.leads_reading and parts[lead or 0] in words.NAMED_AFTER
        """Whether it is named after what it tells ("payment_info"): its description alone says what it does."""

    def has(self, listed: frozenset[str]) -> bool:
        return any(part in listed for part in self.parts)

    def deed(self) -> tuple[str, str] | None:
        """The word that says that it does something risky, and what."""
        for pair in zip(self.parts, self.parts[1:], strict=False):
            if pair in words.PHRASES:
                return " ".join(pair), words.PHRASES[pair]
        for index, part in enumerate(self.parts):
            what = strong(part)
            if what is not None and not self._excused(part):
                return part, what
            what = _weak(part)
            if what is not None and self._is_deed(index, part) and not self._excused(part):
                return part, what
        for verb in self.parts:
            if verb in words.GUARDED_VERBS and self.has(words.GUARDED) and not self.leads_reading:
                thing = next(part for part in self.parts if part in words.GUARDED)
                return f"{verb} {thing}", "operates what keeps a house safe"
        return None

    def _is_deed(self, index: int, part: str) -> bool:
        """Whether a word that is also the name of a thing is a verb here."""
        before = self.parts[:index]
        if before and before[-1] in words.CONJUNCTIONS:
            return True
        if before and index == len(self.parts) - 1 and part in words.ENDS_IN_A_DEED:
            return before[0] not in words.ASKING
        if self.parts[-1] in words.NOUN_ENDINGS or (index < len(self.parts) - 1 and self.parts[-1] in words.READS):
            return False
        if index == 0:
            return True
        known = [b for b in before if _kind(b)]
        return not known or known[-1] in words.LEADS_TO_DEED

    def _excused(self, part: str) -> bool:
        """Harmless objects of words that are risky with others."""
        form = _base(part)
        if form == "format":
            return self.has(words.HARMLESS_FORMATS)
        if form == "write" or part in (
            "schreiben",
            "schreibe",
            "escribir",
            "ecrire",
            "scrivere",
            "escrever",
            "schrijven",
        ):
            return self.has(words.MADE_TEXTS) or self.has(words.PERSONAL_NOUNS)
        if form in ("run", "invoke"):
            return self.has(frozenset(("scene", "routine", "search", "vacuum", "timer")))
        if part in ("apagar", "apaga", "ligar", "subir", "poster"):  # also: switch off, connect, raise
            return self.has(words.HOME_NOUNS)
        if part in ("buchen", "leeren", "legen", "wis", "virer", "caricare", "donner", "pedir", "quitar"):
            return self.leads_reading
        return False


class _Description:
    """The words of a tool's description, as far as they are read."""

    def __init__(self, text: Any) -> None:
        text = str(text)[:MAX_TEXT] if isinstance(text, str) else ""
        self.sentences = [s for s in (self._words(s) for s in _SENTENCE.split(text)) if s]
        count = 0
        for number, sentence in enumerate(self.sentences):
            count += len(sentence)
            if count > MAX_TOKENS:
                del self.sentences[number + 1 :]
                break
        self.first = _without_opening(self.sentences[0]) if self.sentences else []

    @staticmethod
    def _words(sentence: str) -> list[str]:
        sentence = plain(sentence).replace("’", "'").replace(",", " , ")
        return [w.strip("\"'`()[]*<>") for w in re.split(r"[\s/_–—-]+", sentence) if w.strip("\"'`()[]*<>")]

    @property
    def reads(self) -> bool:
        """Whether it begins like that of a tool that only tells."""
        if not self.first:
            return False
        head = _base_reading(self.first[0])
        if head in words.TOLD_READS:
            return True
        if head in words.HOME_VERBS | words.OTHER_VERBS or strong(self.first[0]):
            return False
        beginning = self.first[:6]
        return any(w in words.READ_NOUNS for w in beginning) and not any(
            _base_reading(w) in words.OTHER_VERBS for w in self.first
        )

    @property
    def acts(self) -> bool:
        """Whether it begins like that of a tool that changes something: "Make a payment", not "Payment details"."""
        if self.reads or not self.first:
            return False
        head, follows = self.first[0], self.first[1] if len(self.first) > 1 else ""
        if {head, _singular(head)} & (words.OTHER_VERBS | words.CHANGING | words.HOME_VERBS) or strong(head):
            return True
        is_noun = not follows or follows in words.NOUN_ENDINGS | words.READ_NOUNS | words.BESIDE_NOUNS
        return bool(_weak(head)) and not is_noun

    def deed(self, anywhere: bool, lead_only: bool = False) -> tuple[str, str] | None:
        """A risky deed that it tells of.

        Args:
            anywhere: also inside a sentence; False hears only verbs that begin a clause.
            lead_only: hear the first verb alone: a description written for a model tells of other things too.
        """
        if lead_only:
            word = (_without_opening(self.sentences[0]) if self.sentences else [""])[0]
            what = _finite(word) or (_weak(word) if _followed_by_object(self.first[1:2]) else None)
            harmless = what is None or _written_harmlessly(word, self.first)
            return None if harmless else (word, str(what))
        for sentence in self.sentences:
            sentence = _without_opening(sentence)
            for index, word in enumerate(sentence):
                what = _told(sentence, index, anywhere)
                if what is None or words.NEGATIONS & set(sentence[max(0, index - 4) : index]):
                    continue
                if not _written_harmlessly(word, sentence):
                    return word, what
        return None


def _told(sentence: Sequence[str], index: int, anywhere: bool) -> str | None:
    """What the word at *index* of a description's sentence does that is risky; None for what is no deed there."""
    word, rest = sentence[index], sentence[index + 1 : index + 4]
    what = _finite(word)
    if what is not None and (anywhere or word in words.CODE_RUNNERS):
        return what
    if word in words.INTERPRETS and words.PROGRAMS & set(rest):
        return RUNS
    before = index - 1
    while before >= 0 and (sentence[before] in words.SKIPPED or sentence[before].endswith("ly")):
        before -= 1
    led_by = sentence[before] if before >= 0 else ""
    if led_by and led_by not in words.CLAUSE_BEGINS:
        return _done(sentence, index)
    reads = bool(sentence) and _reads(sentence[0])
    has_object = _followed_by_object(rest[:1])
    if index > 0 and led_by == "to" and reads:
        return None  # what it is read for
    if led_by in (",", "by") and reads and not has_object and not word.endswith("ing"):
        return None
    if _singular(word) == "share" and {"user", "you"} & set(sentence[index + 1 :]):
        return None
    if what is not None:
        return what
    if not has_object or (index == 0 and word.endswith("ing")) or "how" in sentence[max(0, index - 6) : index]:
        return None
    what = _weak(word) if word in words.WEAK or _singular(word) in words.WEAK or word.endswith("ing") else None
    if what is None and index > 0 and reads and {word, _singular(word)} & words.CHANGING:
        what = "changes something"
    return what


def _done(sentence: Sequence[str], index: int) -> str | None:
    """What is done by a sentence in the passive: "The results are mailed to you.", "…, which is published."."""
    word = sentence[index]
    if sentence[index - 1] not in ("is", "are", "be", "gets"):
        return None
    what = _participle(word) or ("changes or sends something" if word in words.DONE else None)
    before = set(sentence[:index])
    which = index > 2 and list(sentence[index - 3 : index - 1]) == [",", "which"]
    if what is None or (not which and (_reads(sentence[0]) or before & words.SUBORDINATES or "which" in before)):
        return None
    return what


@dataclass(frozen=True)
class _Argument:
    """A member of an argument schema, wherever in it."""

    name: str
    key: str
    """The name in lower case, its words joined by ``_``."""
    schema: Mapping[str, Any]
    top: bool

    @property
    def options(self) -> tuple[str, ...] | None:
        """The texts that it may be; None where it may be any."""
        return _options(self.schema)


def _members(schema: Any) -> list[_Argument] | None:
    """Every named member of a schema, its inner objects and its definitions; None where they are too many."""
    waiting: deque[tuple[Any, int]] = deque([(schema, 0)])
    found: list[_Argument] = []
    seen = 0
    while waiting:
        here, depth = waiting.popleft()
        if not isinstance(here, Mapping):
            continue
        seen += 1
        if depth > MAX_DEPTH or seen > MAX_PARTS:
            return None
        properties = here.get("properties")
        if isinstance(properties, Mapping) and len(properties) > MAX_ARGUMENTS:
            return None
        for name, member in properties.items() if isinstance(properties, Mapping) else ():
            inner = member if isinstance(member, Mapping) else {}
            found.append(_Argument(str(name), "_".join(tokens(str(name))), _resolved(inner, schema), depth == 0))
            waiting.append((inner, depth + 1))
        listed = [here.get(keyword) for keyword in ("items", "additionalProperties")]
        for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            branches = here.get(keyword)
            listed += branches if isinstance(branches, list) else []
        if depth == 0:
            for keyword in ("$defs", "definitions"):
                definitions = here.get(keyword)
                listed += definitions.values() if isinstance(definitions, Mapping) else []
        if len(found) > MAX_ARGUMENTS or len(listed) > MAX_PARTS:
            return None
        waiting.extend((inner, depth + 1) for inner in listed)
    return found


def _resolved(schema: Mapping[str, Any], root: Any) -> Mapping[str, Any]:
    """A reference followed one step: how pydantic writes an enumeration."""
    reference = schema.get("$ref")
    if isinstance(reference, str) and isinstance(root, Mapping):
        for place in ("$defs", "definitions"):
            found = root.get(place)
            inner = found.get(reference.rpartition("/")[2]) if isinstance(found, Mapping) else None
            if isinstance(inner, Mapping):
                return {**inner, **{k: v for k, v in schema.items() if k != "$ref"}}
    return schema


def _options(schema: Mapping[str, Any], depth: int = 0) -> tuple[str, ...] | None:
    if "const" in schema:
        return (str(schema["const"]),)
    listed = schema.get("enum")
    if isinstance(listed, list):
        return tuple(str(value) for value in listed[:MAX_ARGUMENTS])
    for keyword in ("anyOf", "oneOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list) and branches:
            kept = [b for b in branches[:MAX_ARGUMENTS] if isinstance(b, Mapping) and b.get("type") != "null"]
            found = [_options(b, depth + 1) for b in kept] if depth < MAX_DEPTH else [None]
            if found and all(options is not None for options in found):
                return tuple(value for options in found if options is not None for value in options)
    if schema.get("type") in ("integer", "number", "boolean", "null"):
        return ()
    return None


def _dangerous_argument(argument: _Argument, arguments: Mapping[str, Any] | None) -> str | None:
    """What a member does that is risky in any tool; a yes or no of the call that says no does nothing."""
    parts = argument.key.split("_")
    if _switches(argument):
        if arguments is not None and argument.top and not arguments.get(argument.name, argument.schema.get("default")):
            return None
        return "says that it does more than reading"
    if len(parts) == 2 and parts[1] == "to" and (strong(parts[0]) or _weak(parts[0])):
        return "says that it reaches others"
    if argument.options is None:
        executed = argument.key in words.EXECUTED or (parts[-1] in words.EXECUTED and not set(parts) & words.CODES)
        if executed and not (parts[-1] == "code" and _is_a_mere_code(argument)):
            return "is run as a command or as code"
        if parts[0] in ("shell", "bash", "sql", "python", "powershell") and len(parts) > 1:
            return "is run as a command or as code"
    if argument.key in words.WRITTEN_TO:
        return "names what is written"
    return None


def _switches(argument: _Argument) -> bool:
    """Whether a yes or no of a call makes it do something risky: "delete_after"."""
    parts = argument.key.split("_")
    if argument.schema.get("type") != "boolean" or parts[0] in words.SWITCHES_OFF:
        return False
    return any(strong(part) for part in parts) or parts[0] in words.ENDS_IN_A_DEED | {"install", "save", "notify"}


def _is_web_request(members: Sequence[_Argument]) -> bool:
    """Whether it asks the web, with a method or a body that says what it does there."""
    keys = {member.key for member in members}
    return bool(keys & words.URLS) and bool(keys & (words.HTTP_METHODS | words.HTTP_BODIES))


def _web_request(members: Sequence[_Argument], arguments: Mapping[str, Any] | None) -> Decision | None:
    """A web request that writes: its method is none that only reads, or it carries a body."""
    if not _is_web_request(members):
        return None
    for member in members:
        is_method, is_body = member.key in words.HTTP_METHODS, member.key in words.HTTP_BODIES
        if not is_method and not is_body:
            continue
        if arguments is None:
            options = member.options
            if is_body or options is None or any(o.lower() not in words.HTTP_READS for o in options):
                return _asks(
                    f"its argument '{_short(member.name)}' may make it a web request that writes", "web", "web"
                )
            continue
        for value in [*_given(arguments, member.name), member.schema.get("default") if is_method else None]:
            if is_method and value is not None and str(value).strip().lower() not in words.HTTP_READS:
                return _asks(f"it is a web request that writes ({_short(str(value))})", "web", "web")
            if is_body and value not in (None, "", {}, []):
                return _asks(f"it is a web request that carries '{_short(member.name)}'", "web", "web")
            if is_method and value is not None:
                break
    return None


def _given(arguments: Any, name: str) -> list[Any]:
    """Every value of that name in the arguments of a call, outermost first."""
    waiting: deque[Any] = deque([arguments])
    found: list[Any] = []
    for _ in range(MAX_PARTS):
        if not waiting:
            break
        here = waiting.popleft()
        if isinstance(here, Mapping):
            found += [value for key, value in here.items() if key == name]
            waiting.extend(here.values())
        elif isinstance(here, list | tuple):
            waiting.extend(here)
    return found


def _holds_a_query(argument: _Argument, members: Sequence[_Argument], definition: ToolDefinition) -> bool:
    """Whether an argument is a query in a language that can write, as far as names and descriptions tell."""
    if argument.options is not None or argument.key not in words.QUERIES:
        return False
    parts = set(argument.key.split("_"))
    own = argument.schema.get("description")
    said = set(tokens(own)) | parts
    if len([m for m in members if m.key in words.QUERIES]) == 1 or argument.key == "query":
        said |= set(tokens(definition.description)) | set(tokens(definition.name))
    if said & words.QUERY_LANGUAGES or "statement" in parts:
        return True
    return bool(said & words.DATABASES) and not isinstance(own, str) and not definition.description.strip()


_SQL_TEXT = re.compile(r"'[^'\\]*'|\"[^\"\\]*\"|`[^`\\]*`")
_SQL_LEFT = re.compile(r"[\w\s,.*=<>!()+\-/%|]*")


def only_selects(text: Any) -> bool:
    """Whether a query surely reads and does nothing else: one plain ``SELECT``, with known functions."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        return False
    bare = _SQL_TEXT.sub(" 0 ", text.strip().removesuffix(";")).lower()
    if "--" in bare or "/*" in bare or not _SQL_LEFT.fullmatch(bare):
        return False
    said = re.findall(r"\w+", bare)
    called = set(re.findall(r"(\w+)\s*\(", bare))
    return said[:1] == ["select"] and not words.SQL_CHANGES & set(said) and called <= words.SQL_FUNCTIONS


def _only_selects(arguments: Mapping[str, Any], argument: _Argument) -> bool:
    return all(only_selects(value) for value in _given(arguments, argument.name))


def _is_a_mere_code(argument: _Argument) -> bool:
    """Whether a "code" is one of a country or a product, by its description, its pattern or its length."""
    text = f"{argument.schema.get('description', '')} {argument.schema.get('title', '')}"
    said = set(tokens(text))
    if said & {"run", "execute", "executed", "python", "javascript", "shell", "script", "source", "snippet", "program"}:
        return False
    longest = argument.schema.get("maxLength")
    return bool(said & words.CODES) or (isinstance(longest, int) and longest <= 16)


def _chosen(
    members: Sequence[_Argument], name: _Name, arguments: Mapping[str, Any] | None, declares_risk: bool
) -> Decision | None:
    """What an argument chooses to do: ``action="unlock"``."""
    # Who could have called it risky and keeps a list has thought of striking something off it.
    own = declares_risk and name.has(words.PERSONAL_NOUNS)
    for argument in members:
        is_choice = _is_choice(argument)
        options = argument.options
        given = [] if arguments is None or argument.top else _given(arguments, argument.name)
        if arguments is not None and (argument.top or given):
            value = arguments.get(argument.name) if argument.top else given
            listed = value if isinstance(value, list | tuple) else [value]
            values: tuple[str, ...] = tuple(v for v in listed[:MAX_ARGUMENTS] if isinstance(v, str))
            if not is_choice and options is None:
                continue
            if is_choice and options is None and len(tokens(value)) > 4:
                continue  # a sentence chooses nothing
        else:
            values = options or ()
        for value in values:
            parts = tokens(value)
            what = next((w for w in (strong(p) or _participle(p) for p in parts) if w), None)
            if what is None and is_choice and parts:
                what = _weak(parts[0]) if parts[0] not in ("call", "text", "code") else None
                what = what or ("sends something out" if parts[0] in words.HTTP_WRITES else None)
            if what is None and is_choice and set(parts) & words.GUARDED_VERBS and name.has(words.GUARDED):
                what = "operates what keeps a house safe"
            if what is not None and not (own and what == "deletes"):
                may = "may be" if arguments is None else "is"
                return _asks(f"'{_short(argument.name)}' {may} '{_short(value)}', which {what}", "choice", what)
    return None


def _is_choice(argument: _Argument) -> bool:
    return argument.key in words.CHOICES or argument.key.split("_")[-1] in words.CHOICES


def _harmless(name: _Name, description: _Description, members: Sequence[_Argument]) -> Decision | None:
    """The reason why nothing is lost by a wrong call, where there is one."""
    keys = {member.key for member in members}
    reaches = bool(keys & words.RECIPIENTS)
    writes = bool(keys & words.PATHS) and bool(keys & words.CONTENTS)
    if name.is_a_thing and (description.acts or (keys & words.AMOUNTS and not description.reads)):
        return None
    if name.leads_reading and not (writes and not description.reads):
        return Decision("allow", "it only reads", "reading.reads")
    if reaches or writes:
        return None
    if name.lead is None and description.reads and not keys & words.AMOUNTS:
        return Decision("allow", "it only reads", "reading.reads")
    numbers = all(m.schema.get("type") in ("integer", "number", "boolean") for m in members if m.top)
    computing = name.has(words.COMPUTES) or (bool(description.first) and _base(description.first[0]) in words.COMPUTES)
    if members and numbers and computing and not keys & words.AMOUNTS:
        return Decision("allow", "it computes from numbers", "reading.computes")
    if name.has(words.SECURES) and name.has(words.GUARDED | words.HOME_NOUNS):
        return Decision("allow", "it closes or locks, which can be undone", "reading.reversible")
    if "format" in name.parts and name.has(words.HARMLESS_FORMATS):
        return Decision("allow", "it only words something", "reading.reads")
    at_home = name.has(words.HOME_VERBS) and name.has(words.HOME_NOUNS | words.HOME_ALONE)
    if at_home and not name.has(words.GUARDED):
        return Decision("allow", "it does what can be undone at once", "reading.reversible")
    if name.has(words.PERSONAL_ALONE) or (name.has(words.PERSONAL_VERBS) and name.has(words.PERSONAL_NOUNS)):
        return Decision("allow", "it keeps a note of the user's own", "reading.personal")
    if name.has(words.MADE_TEXTS):
        return Decision("allow", "it only makes a text", "reading.reads")
    return None


def _unknown(
    definition: ToolDefinition, name: _Name, description: _Description, members: Sequence[_Argument]
) -> Decision:
    if definition.declares_risk:
        # A Jarvis author has a place to say it, and a command asks by itself where it has to.
        return Decision("allow", "its author does not call it risky", "reading.command")
    keys = [member.name for member in members if member.key in words.RECIPIENTS | words.AMOUNTS]
    if keys:
        return Decision(
            "ask", f"its argument '{_short(keys[0])}' says that it reaches others or money", "reading.argument.reaches"
        )
    return Decision("ask", "nothing says that it only reads", "reading.unknown")


# Words.


@lru_cache(CACHED)
def strong(word: str) -> str | None:
    """What a word does that is risky wherever it stands in a name."""
    if word in words.STRONG:
        return words.STRONG[word]
    singular = _singular(word)
    if singular in words.STRONG and len(singular) > 3:
        return words.STRONG[singular]
    for verb in words.FUSED:
        if word.startswith(verb) and word[len(verb) :] in words.FUSED_OBJECTS:
            return words.STRONG.get(verb) or words.WEAK[verb]
    for verb in words.FUSED_LAST:
        if word.endswith(verb) and len(word) > len(verb) + 2:
            return words.STRONG[verb]
    if len(word) > 7:
        return next((what for stem, what in words.INNER_STEMS.items() if stem in word), None)
    return None


@lru_cache(CACHED)
def _weak(word: str) -> str | None:
    """What a word does that is risky where it is a verb; "writer" and "deleting" count as nouns."""
    if word in words.WEAK:
        return words.WEAK[word]
    for base in _bases(word):
        if base in words.WEAK and len(base) > 3:
            return words.WEAK[base]
        if base in words.STRONG and len(base) > 2 and base != word:
            return words.STRONG[base]
    return None


def _finite(word: str) -> str | None:
    """What a word of a description does, where it is an English verb in a form that tells of a deed."""
    what = strong(word)
    if what is None and word.endswith(("ing", "s")):
        what = next((words.STRONG[b] for b in _bases(word) if b in words.STRONG and len(b) > 2), None)
    return what


def _participle(word: str) -> str | None:
    if not word.endswith("ed") or len(word) < 5:
        return None
    return next((words.STRONG[b] for b in (word[:-2], word[:-1], word[:-3]) if b in words.STRONG), None)


@lru_cache(CACHED)
def _kind(word: str) -> str | None:
    """What kind of verb a word of a name is; None for what is none."""
    if strong(word):
        return "strong"
    if _base_reading(word) in words.READS:
        return "reads"
    if word in words.COMPUTES | words.HOME_VERBS | words.PERSONAL_VERBS | words.OTHER_VERBS:
        return "other"
    return None


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _bases(word: str) -> list[str]:
    """The verbs that an English noun of doing may come from: "writer", "deleting", "runs"."""
    found = [_singular(word)]
    for ending in ("ing", "er", "or", "ers", "ors"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            root = word[: -len(ending)]
            found += [root, root + "e"]
            if len(root) > 3 and root[-1] == root[-2]:
                found.append(root[:-1])
    return found


def _base(word: str) -> str:
    return next((b for b in _bases(word) if b in words.STRONG or b in words.WEAK or b in words.COMPUTES), word)


@lru_cache(CACHED)
def _base_reading(word: str) -> str:
    if word in words.TOLD_READS:
        return word
    for base in (_singular(word), word[:-2] if word.endswith("es") else word, *_bases(word)[1:3]):
        if base in words.TOLD_READS and not word.endswith(("er", "or")):
            return base
    return _singular(word)


def _reads(word: str) -> bool:
    return _base_reading(word) in words.TOLD_READS


def _without_opening(sentence: list[str]) -> list[str]:
    """A sentence from its verb on: "This tool allows you to delete" → "delete"."""
    index = 0
    while index < len(sentence) and sentence[index] in words.OPENING:
        index += 1
    return sentence[index:] or sentence


def _followed_by_object(rest: Sequence[str]) -> bool:
    return bool(rest) and rest[0] in words.OBJECT_BEGINS


def _written_harmlessly(word: str, sentence: Sequence[str]) -> bool:
    """ "Write a poem", "write a note"."""
    return _base(word) == "write" and bool(set(sentence) & (words.MADE_TEXTS | words.PERSONAL_NOUNS))


def _short(text: str) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(text)[:60])
    return text if len(text) < 60 else text[:57] + "…"
