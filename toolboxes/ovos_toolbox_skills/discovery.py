"""What the skills on a messagebus offer, asked of them and followed while they come and go.

A skill that publishes methods (``@skill_api_method``) answers ``<skill_id>.public_api``. ovos-core knows the intents,
and answers ``ovos.intent.list`` and ``ovos.intent.describe`` (OVOS-INTENT-4).
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ovos_bus_client.message import Message
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_toolbox_skills.asking import ask, listen

ANSWER_SECONDS = 1.5
"""That a skill, or ovos-core, has to say what it offers, which it does from memory."""
CLOSE_SECONDS = 5.0
"""That the thread has to end: it gives up what it waits for."""
QUIET_SECONDS = 2.0
"""Without news, before the skills are asked: a skill that loads registers its intents one by one."""
LATEST_SECONDS = 15.0
"""After the first news, however much more there is."""
AGAIN_SECONDS = (3.0, 10.0, 30.0, 60.0)
"""After which each they are asked once more where not everyone has answered: a device that starts has more to do. Who
publishes no methods never answers, which looks the same."""
MAX_SKILLS = 300
MAX_OFFERS = 500
"""Methods, and again intents: each is a tool that everyone who lists the tools gets to read."""
_NAME = re.compile(r"[A-Za-z0-9._:-]+")
_RESERVED = ("self", "request_info", "secrets")
"""Names that no argument of a command can have."""
NEWS = (
    "ovos.skill.loaded",
    "ovos.skill.deregister",
    "ovos.intent.register.keyword",
    "ovos.intent.register.template",
    "ovos.intent.deregister",
    "ovos.intent.enable",
    "ovos.intent.disable",
    "mycroft.skills.loaded",
    "mycroft.skills.unloaded",
    "mycroft.ready",
    "detach_skill",
)
"""Topics after which skills may offer something else."""


@dataclass(frozen=True)
class Method:
    """A method that a skill publishes."""

    skill_id: str
    name: str
    topic: str
    """It is called by a message of this type, with ``args`` and ``kwargs``."""
    help: str
    """Its docstring."""


@dataclass(frozen=True)
class Slot:
    """A value that an intent takes from what is said."""

    name: str
    required: bool = False
    values: tuple[str, ...] = ()
    """Those that are known; empty where anything may be said."""


@dataclass(frozen=True)
class Intent:
    """An intent of a skill."""

    skill_id: str
    name: str
    lang: str
    samples: tuple[str, ...]
    """Templates of what is said for it; empty for an intent by keywords."""
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Offers:
    """All that was found."""

    methods: tuple[Method, ...] = ()
    intents: tuple[Intent, ...] = ()
    complete: bool = field(default=True, compare=False)
    """Whether everyone who was asked has answered."""


def look(bus: Any, lang: str, seconds: float | None = None, given_up: threading.Event | None = None) -> Offers:
    """Ask everyone. Takes a few seconds; what a stranger answers amiss is left out.

    Args:
        bus: a messagebus client.
        lang: the language whose sentences are wanted; another one where a skill has none in it.
        seconds: for each of the three rounds of questions; ``ANSWER_SECONDS`` where it is None.
        given_up: set where nobody wants to know any more.
    """
    seconds = ANSWER_SECONDS if seconds is None else seconds
    lists = ask(
        bus,
        [Message("ovos.skills.list"), Message("skillmanager.list"), Message("ovos.intent.list")],
        ["ovos.skills.list.response", "ovos.intent.list.response"],
        seconds,
        lambda found: len({message.msg_type for message in found}) == 2,
        given_up=given_up,
    )
    told = [entry for message in lists for key in ("skills", "intents") for entry in _rows(message.data, key)]
    entries = [entry for entry in told if _is_name(entry.get("skill_id"))]
    skills = sorted({entry["skill_id"] for entry in entries})[:MAX_SKILLS]
    with_intents = {entry["skill_id"] for entry in entries if _is_name(entry.get("intent_name"))}
    apis = ask(
        bus,
        [Message(f"{skill}.public_api") for skill in skills],
        [f"{skill}.public_api.response" for skill in skills],
        seconds,
        lambda found: len(found) == len(skills),
        given_up=given_up,
    )
    asked = [skill for skill in skills if skill in with_intents]
    described = ask(
        bus,
        [Message("ovos.intent.describe", {"skill_id": skill}) for skill in asked],
        ["ovos.intent.describe.response"],
        seconds,
        lambda found: len(found) == len(asked),
        given_up=given_up,
    )
    disabled = {(e["skill_id"], str(e.get("intent_name"))) for e in entries if e.get("enabled") is False}
    methods = [method for message in apis for method in _methods(message)]
    rows = [row for message in described for row in _rows(message.data, "definitions")]
    intents = [intent for intent in _intents(rows, lang) if (intent.skill_id, intent.name) not in disabled]
    return Offers(
        tuple(sorted(methods, key=lambda m: (m.skill_id, m.name))[:MAX_OFFERS]),
        tuple(sorted(intents, key=lambda i: (i.skill_id, i.name))[:MAX_OFFERS]),
        len({m.msg_type for m in lists}) == 2 and len(apis) == len(skills) and len(described) == len(asked),
    )


def _rows(data: Any, key: str) -> list[Mapping[str, Any]]:
    rows = data.get(key) if isinstance(data, Mapping) else None
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def _is_name(value: Any) -> bool:
    """Whether it can stand in a topic (OVOS-MSG-1 §2.1)."""
    return isinstance(value, str) and len(value) <= 200 and _NAME.fullmatch(value) is not None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_sentence(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 300 and value.isprintable()


def _methods(message: Message) -> list[Method]:
    skill = message.msg_type.removesuffix(".public_api.response")
    found = []
    for name, entry in (message.data or {}).items():
        topic = entry.get("type") if isinstance(entry, Mapping) else None
        if _is_name(name) and isinstance(topic, str) and _is_name(topic):
            found.append(Method(skill, name, topic, str(entry.get("help") or "")))
    return found


def _intents(rows: list[Mapping[str, Any]], lang: str) -> list[Intent]:
    """One for each intent of each skill: in *lang* where it has that, else in English, else in any."""
    by_intent: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for row in rows:
        if all(_is_name(row.get(key)) for key in ("skill_id", "intent_name", "lang")):
            by_intent.setdefault((row["skill_id"], row["intent_name"]), {}).setdefault(row["lang"], row)
    found = []
    for (skill, name), by_lang in by_intent.items():
        tag = closest(lang, by_lang) or closest("en-US", by_lang) or sorted(by_lang)[0]
        definition = by_lang[tag].get("definition")
        if isinstance(definition, Mapping):
            samples = tuple(text for text in _listed(definition.get("samples")) if _is_sentence(text))
            slots = _template_slots(samples) if samples else _keyword_slots(definition)
            found.append(Intent(skill, name, tag, samples, slots))
    return found


def _template_slots(samples: tuple[str, ...]) -> tuple[Slot, ...]:
    held = [slots_of(sample) for sample in samples]
    names = dict.fromkeys(name for names in held for name in names)
    return tuple(Slot(name, all(name in names for names in held)) for name in names)


def slots_of(sample: str) -> list[str]:
    """The names in the braces of a template; ``{type:name}`` is called by its name."""
    parts = [part.partition("}")[0] for part in sample.split("{")[1:]]
    return [name for part in parts if _is_argument(name := part.rpartition(":")[2].strip())]


def _is_argument(name: str) -> bool:
    return name.isidentifier() and name not in _RESERVED


def _keyword_slots(definition: Mapping[str, Any]) -> tuple[Slot, ...]:
    """The vocabularies of an intent by keywords. One that is needed has words, of which the first will do."""
    found: dict[str, Slot] = {}
    for role in ("required", "one_of", "optional"):
        given = _listed(definition.get(role))
        flat = [v for entry in given for v in (entry if isinstance(entry, list) else [entry])]
        for entry in flat:
            name = entry.get("name") if isinstance(entry, Mapping) else entry
            words = entry.get("samples") if isinstance(entry, Mapping) else None
            if isinstance(name, str) and _is_argument(name):
                values = tuple(word for word in _listed(words) if _is_sentence(word))
                found.setdefault(name, Slot(name, role == "required", values))
    return tuple(found.values())


class Watch:
    """Follows what is offered, on a thread of its own, until ``close``."""

    def __init__(self, bus: Any, lang: str, changed: Callable[[Offers], None]) -> None:
        """
        Args:
            bus: a messagebus client.
            lang: as for ``look``.
            changed: told of what is offered now, whenever that is something else than before.
        """
        self._bus = bus
        self._lang = lang
        self._changed = changed
        self._news = threading.Event()
        self._ending = threading.Event()
        self._news.set()
        self._stop_listening = listen(bus, NEWS, self._hear)
        self._thread = threading.Thread(target=self._follow, name="skills-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Follow no more; returns once the thread has ended."""
        self._ending.set()
        self._news.set()
        self._stop_listening()
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_SECONDS)

    def _hear(self, message: Message) -> None:
        self._news.set()

    def _follow(self) -> None:
        offers, again = Offers(), iter(AGAIN_SECONDS)
        pause: float | None = None
        while True:
            if self._news.wait(pause):
                again = iter(AGAIN_SECONDS)
                latest = time.monotonic() + LATEST_SECONDS
                while self._news.is_set() and time.monotonic() < latest and not self._ending.is_set():
                    self._news.clear()
                    self._ending.wait(QUIET_SECONDS)
                self._news.clear()
            if self._ending.is_set():
                return
            try:
                now = look(self._bus, self._lang, given_up=self._ending)
            except Exception as error:  # noqa: BLE001 - a bus that goes away must not end the watching
                LOG.warning(f"the skills could not be asked what they offer: {error}")
                pause = next(again, None)
                continue
            pause = None if now.complete else next(again, None)
            if now != offers and not self._ending.is_set():
                offers = now
                self._changed(offers)
