"""Secrets are taken out of a text before anybody hears, reads or logs it.

What is known is replaced wherever it stands, also as a URL or base64 writes it. What merely has a secret's shape is
replaced where secrets stand: in a URL's query or user part, and behind an Authorization header.
"""

from __future__ import annotations

import base64
import json
import logging
import re
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

HIDDEN = "•••"
"""What stands in a secret's place."""
SHORTEST = 4
"""Characters from which a known value is looked for. A shorter one would take whole words out of every sentence."""
MAX_DEPTH = 50
"""Levels of a JSON value that are looked through; what lies deeper is replaced as a whole."""

_NAMES = (
    r"(?:[\w.-]*[_.-])?(?:api[_.-]?key|key|apikey|app[_.-]?id|appid|token|secret|password|passwd|pwd|auth|"
    r"authorization|credential|signature|sig|session[_.-]?id|sid|jwt|code)"
)
_NAME = re.compile(_NAMES, re.IGNORECASE)
_QUERY = re.compile(rf"([?&;]{_NAMES}=)([^&#\s'\"<>]+)", re.IGNORECASE)
_USER = re.compile(r"(\b[a-z][a-z0-9+.-]{1,20}://)([^/\s@'\"]{1,200}:[^/\s@'\"]{0,200})(@)", re.IGNORECASE)
_HEADER = re.compile(
    r"((?:proxy-)?authorization['\"]?\s*[:=]\s*['\"]?(?:(?:bearer|basic|token|digest|apikey|key)\s+)?"
    r"|x-[a-z-]{0,20}(?:key|token|secret)['\"]?\s*[:=]\s*['\"]?|\bbearer\s+(?=[\w.~+/-]{12}))([^\s'\",;]+)",
    re.IGNORECASE,
)
_SHAPES = (_QUERY, _USER, _HEADER)
_HINTS = ("=", "://", "uthorization", "UTHORIZATION", "earer", "EARER", "x-", "X-")
"""One of these stands in every text that a shape could match: most texts need no further look."""


def hide_shapes(text: str) -> str:
    """*text* without what has the shape of a secret where a secret stands."""
    if not any(hint in text for hint in _HINTS):
        return text
    for shape in _SHAPES:
        text = shape.sub(lambda found: found[1] + HIDDEN + "".join(found.groups()[2:]), text)
    return text


class Redactor:
    """Takes known values, and what has a secret's shape, out of texts. Immutable."""

    def __init__(self, values: Iterable[str] = (), *, shapes: bool = True) -> None:
        """
        Args:
            values: secrets; those shorter than ``SHORTEST`` are ignored.
            shapes: whether also what merely has a secret's shape goes.
        """
        self._shapes = shapes
        forms = {form for value in values if len(value.strip()) >= SHORTEST for form in _forms(value)}
        # The longest first: one secret may hold another.
        ordered = sorted(forms, key=lambda form: (-len(form), form))
        self._known = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def text(self, text: str) -> str:
        """*text* with ``HIDDEN`` where a secret was; the very same object where none was, which may know more than its
        letters, such as its languages."""
        told = text if self._known is None else self._known.sub(HIDDEN, text)
        told = hide_shapes(told) if self._shapes else told
        return text if told == text else told

    def json(self, value: Any, depth: int = MAX_DEPTH) -> Any:
        """A JSON value with every text in it, names of members too, redacted."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping | list | tuple) and depth == 0:
            return HIDDEN
        if isinstance(value, Mapping):
            return {self.text(str(key)): self.json(member, depth - 1) for key, member in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.json(member, depth - 1) for member in value)
        if self._known is not None and isinstance(value, int | float) and not isinstance(value, bool):
            # A numeric code or a card's number may come back as a number.
            return HIDDEN if self._known.fullmatch(str(value)) else value
        return value


SHAPES_ONLY = Redactor()


def _forms(value: str) -> Iterable[str]:
    """*value* as it may stand in a text: as it is, in a URL, in a JSON string, in base64."""
    raw = value.encode("utf-8", "replace")
    yield from (value, value.strip(), quote(raw), quote(raw, safe=""), quote_plus(raw))
    yield from (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1])
    if len(raw) >= 8:
        # Where it stands inside what was encoded, its place among the groups of three decides how it looks.
        for before in range(3):
            coded = base64.b64encode(b"\0" * before + raw).decode()
            start, end = (0, 2, 3)[before], len(coded) - ((len(raw) + before) % 3 and 4)
            if end - start >= 8:
                yield from (coded[start:end], coded[start:end].replace("+", "-").replace("/", "_"))


def secret_members(config: Any, depth: int = 5) -> Iterator[str]:
    """The texts of a configuration that stand under the name of a secret, such as ``api_key``."""
    if not isinstance(config, Mapping) or depth == 0:
        return
    for name, value in config.items():
        if isinstance(value, str) and isinstance(name, str) and _NAME.fullmatch(name):
            yield value
        else:
            yield from secret_members(value, depth - 1)


class LogRedaction:
    """Redacts whatever this process logs, by whichever library, while it is installed."""

    def __init__(self) -> None:
        self._known: frozenset[str] = frozenset()
        self._redactor = SHAPES_ONLY
        self._earlier: Callable[..., logging.LogRecord] | None = None
        self._lock = threading.Lock()

    def learn(self, values: Iterable[str]) -> None:
        """Redact *values* too from now on."""
        new = self._known.union(values)
        if new != self._known:
            self._known, self._redactor = new, Redactor(new)

    def install(self) -> None:
        """Begin. Stays in place until ``remove``, and lets through to whoever made the records before."""
        with self._lock:
            if self._earlier is None:
                self._earlier = logging.getLogRecordFactory()
                logging.setLogRecordFactory(self._record)

    def remove(self) -> None:
        """End. Where another has put itself on top meanwhile, its records pass through here unchanged."""
        with self._lock:
            if self._earlier is not None and logging.getLogRecordFactory() == self._record:
                logging.setLogRecordFactory(self._earlier)
                self._earlier = None
            self._known, self._redactor = frozenset(), _NOTHING

    def _record(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        record = (self._earlier or logging.LogRecord)(*args, **kwargs)
        redactor = self._redactor
        if redactor is _NOTHING:
            return record
        try:
            said = record.getMessage()
            told = redactor.text(said)
            if told != said:
                record.msg, record.args = told, ()
            if record.exc_info and record.exc_info[0] is not None:
                # The formatter takes this text instead of writing the traceback itself.
                record.exc_text = redactor.text("".join(traceback.format_exception(*record.exc_info)).rstrip("\n"))
        except Exception:  # noqa: BLE001 - a record that can't be read must not stop whoever logs
            record.msg, record.args, record.exc_info = "a log line could not be read", (), None
        return record


class _Nothing(Redactor):
    def text(self, text: str) -> str:
        return text


_NOTHING = _Nothing()
