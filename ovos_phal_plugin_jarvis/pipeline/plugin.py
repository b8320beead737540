"""Matches utterances to what the service would do with them, and has it done."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ovos_bus_client.message import Message
from ovos_bus_client.session import Session
from ovos_plugin_manager.templates.pipeline import ConfidenceMatcherPipeline, IntentHandlerMatch
from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.pipeline.service_end import Asked, ServiceEnd

PIPELINE_ID = "ovos-jarvis-pipeline-plugin"
"""The entry point's name, and the skill id of what we match."""
ASK = f"{PIPELINE_ID}:ask"
BUDGETS = {"high": 0.15, "medium": 0.5, "low": 8.0}
"""Seconds that a match may take on each level, where ``intents.ovos-jarvis-pipeline-plugin`` does not say. ovos-core
gives up after 10."""
MAX_BUDGET = 9.0
MAX_CHARS = 2000
"""Characters of an utterance that is looked at; nobody speaks more."""
MAX_ROUNDS = 1024
ROUND_SECONDS = 15.0
"""After which an utterance is another one, where ovos-core does not name it."""
HANDLER_SECONDS = 290.0
"""That the service may take; ovos-core gives up after 300."""
ANSWER_SECONDS = 60.0
"""That a question waits for its answer, as the service has it."""
LEVELS = ("high", "medium", "low")


class _Round:
    """One utterance on its way down the pipeline: asked about once, however often it is matched."""

    def __init__(self, key: tuple[Any, ...], asked: Asked | None) -> None:
        self.key = key
        self.at = time.monotonic()
        self.asked = asked
        """None where the service was away."""
        self.model: Asked | None = None
        """The second question, to a model."""
        self.lock = threading.Lock()


class JarvisPipeline(ConfidenceMatcherPipeline):
    """``ovos-jarvis-pipeline-plugin-high``, ``-medium`` and ``-low``."""

    def __init__(self, bus: Any = None, config: Mapping[str, Any] | None = None) -> None:
        """
        Args:
            bus: ovos-core's messagebus client.
            config: ``intents.ovos-jarvis-pipeline-plugin`` of mycroft.conf: ``high``, ``medium`` and ``low``, seconds.
        """
        super().__init__(bus, dict(config) if isinstance(config, Mapping) else {})
        self._budgets = {level: _budget(self.config, level) for level in LEVELS}
        self._late: set[str] = set()
        """Levels whose budget the last answer did not keep: nobody waits there until one does. ``model`` is the low
        level where a model is asked."""
        self._service = ServiceEnd(self.bus)
        self._lock = threading.Lock()
        self._rounds: OrderedDict[tuple[Any, ...], _Round] = OrderedDict()
        self._stopped: OrderedDict[Any, None] = OrderedDict()
        self._handlers: dict[str, Callable[[Message], None]] = {
            ASK: self._handle,
            f"{PIPELINE_ID}:response": self._handle,
            f"{PIPELINE_ID}.converse.get_response": self._handle,
            "ovos.converse.ping": self._decline_converse,
            f"{PIPELINE_ID}.converse.ping": self._decline_converse,
            "ovos.stop.ping": self._stop_ping,
            f"{PIPELINE_ID}.stop.ping": self._stop_ping,
            f"{PIPELINE_ID}:stop": self._stop,
            f"{PIPELINE_ID}.stop": self._stop,
        }
        for topic, handler in self._handlers.items():
            self.bus.on(topic, handler)

    def shutdown(self) -> None:
        """Listen no more; what is being handled ends with an error."""
        for topic, handler in self._handlers.items():
            self.bus.remove(topic, handler)
        self._service.close()

    # Matching: decides, and runs nothing

    def match_high(self, utterances: list[str], lang: str, message: Message) -> IntentHandlerMatch | None:
        """What a command claims, what answers our question, what fits nearly certainly."""
        return self._match("high", utterances, lang, message)

    def match_medium(self, utterances: list[str], lang: str, message: Message) -> IntentHandlerMatch | None:
        """What fits what tools declare."""
        return self._match("medium", utterances, lang, message)

    def match_low(self, utterances: list[str], lang: str, message: Message) -> IntentHandlerMatch | None:
        """What a model makes of it, and what we would have to ask back about."""
        return self._match("low", utterances, lang, message)

    def _match(self, level: str, utterances: Any, lang: Any, message: Message) -> IntentHandlerMatch | None:
        utterance = _first_utterance(utterances)
        holder = _response_holder(message)
        if utterance is None or holder not in (None, PIPELINE_ID):
            return None  # another skill waits for just these words
        this = self._round(utterance, lang if isinstance(lang, str) else "", message)
        if this.asked is None:
            return None
        found = self._answer(this.asked, level)
        confidence = found.get("confidence") if found is not None else None
        if confidence not in LEVELS and level == "low" and found is not None and found.get("model") is True:
            with this.lock:
                if this.model is None:
                    this.model = self._ask_for_match(utterance, this.key[-1], message, model=True)
            found = self._answer(this.model, "model")
            confidence = found.get("confidence") if found is not None else None
        if found is None or confidence not in LEVELS:
            return None
        # Where we have asked, words that we understand are the answer, however they would be understood else.
        if holder is None and LEVELS.index(confidence) > LEVELS.index(level):
            return None
        data = {"jarvis_match": found.get("id"), "jarvis_tools": found.get("tools"), "confidence": confidence}
        return IntentHandlerMatch(match_type=ASK, match_data=data, skill_id=PIPELINE_ID, utterance=utterance)

    def _round(self, utterance: str, lang: str, message: Message) -> _Round:
        key = (_session_id(message), str(message.context.get("utterance_id")), utterance, lang)
        now = time.monotonic()
        with self._lock:
            known = self._rounds.get(key)
            if known is not None and now - known.at < ROUND_SECONDS:
                return known
            away = self._service.away
            this = self._rounds[key] = _Round(key, None)
            self._rounds.move_to_end(key)
            while len(self._rounds) > MAX_ROUNDS:
                self._rounds.popitem(last=False)
            if not away:
                this.asked = self._ask_for_match(utterance, lang, message)
        return this

    def _ask_for_match(self, utterance: str, lang: str, message: Message, model: bool = False) -> Asked:
        def in_time(seconds: float) -> None:
            for level in ("model",) if model else LEVELS:
                if seconds <= self._budget(level):
                    self._late.discard(level)

        data = {"utterance": utterance, **({"lang": lang} if lang else {}), **({"model": True} if model else {})}
        return self._service.ask(topics.JARVIS_MATCH, data, message, on_time=in_time)

    def _budget(self, level: str) -> float:
        return self._budgets["low" if level == "model" else level]

    def _answer(self, asked: Asked, level: str) -> Mapping[str, Any] | None:
        """What the service says, within the level's budget. One that was late the last time is not waited for again
        before it has been in time once."""
        if not asked.answered.is_set() and level not in self._late:
            patience = max(self._budgets["high"], self._budgets["medium"])
            self._service.wait(asked, self._budget(level), patience)
        if not asked.answered.is_set():
            self._late.add(level)
        return asked.data

    # Handling: has it done

    def _handle(self, message: Message) -> None:
        data = message.data if isinstance(message.data, Mapping) else {}
        utterance = data.get("utterance") or _first_utterance(data.get("utterances"))
        request = {
            "utterance": utterance,
            "lang": data.get("lang"),
            "match": data.get("jarvis_match"),
            "speak": True,
        }
        self._signal("start", message)
        if self._service.away:
            self._failed(message, "the tool service is away")
            return

        def ended(answer: Mapping[str, Any] | None) -> None:
            if answer is None:
                self._failed(message, "the tool service went away, or took too long")
            elif "error" in answer:
                self._failed(message, str(answer["error"]))
            else:
                self._complete(message, asks=answer.get("expect_response") is True)

        kept = {key: value for key, value in request.items() if value is not None}
        self._service.ask(topics.JARVIS_ASK, kept, message, ended, HANDLER_SECONDS)

    def _complete(self, message: Message, asks: bool) -> None:
        """The handler has ended; where we have asked something, the next utterance is ours."""
        session = Session.from_message(message)
        if asks:
            session.set_response_mode(PIPELINE_ID, time.time() + ANSWER_SECONDS)
        else:
            session.clear_response_mode(PIPELINE_ID)
        self._signal("complete", message, session=session)

    def _failed(self, message: Message, why: str) -> None:
        LOG.error(f"an utterance that was matched is not answered: {why}")
        session = Session.from_message(message)
        session.clear_response_mode(PIPELINE_ID)
        # No words: whose language they would have to be in is known to the service. ovos-core does the same where
        # nothing matches.
        self.bus.emit(message.forward("mycroft.audio.play_sound", {"uri": "snd/error.mp3"}))
        self._signal("error", message, {"exception": why}, session)

    def _signal(
        self, what: str, message: Message, data: Mapping[str, Any] | None = None, session: Session | None = None
    ) -> None:
        """What ovos-core waits for, 300 s if need be."""
        told = message.forward(f"mycroft.skill.handler.{what}", {"name": "JarvisPipeline.ask", **(data or {})})
        told.context["skill_id"] = PIPELINE_ID
        if session is not None:
            told.context["session"] = session.serialize()
        self.bus.emit(told)

    # Beside it

    def _decline_converse(self, message: Message) -> None:
        """ovos-core asks every skill that was dispatched to, and waits for all: 0.5 s for one that says nothing."""
        handlers = Session.from_message(message).converse_handlers
        broadcast = message.msg_type == "ovos.converse.ping"
        if broadcast and all(handler.get("skill_id") != PIPELINE_ID for handler in handlers):
            return
        topic, claim = ("ovos.converse.pong", "result") if broadcast else ("skill.converse.pong", "can_handle")
        self.bus.emit(message.reply(topic, {"skill_id": PIPELINE_ID, claim: False}, {"skill_id": PIPELINE_ID}))

    def _stop_ping(self, message: Message) -> None:
        """Tell whether something of ours runs, rings or waits in that session."""
        if self._seen("ping", message):
            return

        def pong(answer: Mapping[str, Any] | None) -> None:
            can = bool(answer and answer.get("found"))
            data = {"skill_id": PIPELINE_ID, "can_handle": can}
            self.bus.emit(message.reply("ovos.stop.pong", data, {"skill_id": PIPELINE_ID}))

        if self._service.away:
            pong(None)
        else:
            self._service.ask(topics.JARVIS_STOP, {"look": True}, message, pong)

    def _stop(self, message: Message) -> None:
        """End what runs, rings and waits in that session."""
        if self._seen("stop", message):
            return
        self._signal("start", message)

        def ended(answer: Mapping[str, Any] | None) -> None:
            stopped = bool(answer and answer.get("found"))
            told = {"skill_id": PIPELINE_ID, "result": stopped}
            self.bus.emit(message.reply(f"{PIPELINE_ID}.stop.response", told, {"skill_id": PIPELINE_ID}))
            self._complete(message, asks=False)

        if self._service.away:
            ended(None)
        else:
            self._service.ask(topics.JARVIS_STOP, {}, message, ended)

    def _seen(self, what: str, message: Message) -> bool:
        """Whether this arrived before: ovos-core and the bus client each say it in an old and a new form."""
        round_id = message.context.get("utterance_id")
        if round_id is None:
            return False
        key = (what, _session_id(message), str(round_id))
        with self._lock:
            if key in self._stopped:
                return True
            self._stopped[key] = None
            while len(self._stopped) > MAX_ROUNDS:
                self._stopped.popitem(last=False)
        return False


def _budget(config: Mapping[str, Any], level: str) -> float:
    value = config.get(level, BUDGETS[level])
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MAX_BUDGET:
        LOG.error(
            f"intents.{PIPELINE_ID}.{level}: expected seconds above 0 and up to {MAX_BUDGET:g}, got {value!r:.60}; "
            f"{BUDGETS[level]:g} is used"
        )
        return BUDGETS[level]
    return float(value)


def _first_utterance(utterances: Any) -> str | None:
    """The likeliest transcription; None where there is none that can be read."""
    if isinstance(utterances, str):
        utterances = [utterances]
    if not isinstance(utterances, list | tuple):
        return None
    for utterance in utterances:
        if isinstance(utterance, list | tuple) and utterance:
            utterance = utterance[0]  # as older speech services send them, with variants
        if isinstance(utterance, str) and utterance.strip():
            return utterance if len(utterance) <= MAX_CHARS else None
    return None


def _session_of(message: Message) -> Mapping[str, Any]:
    session = message.context.get("session")
    return session if isinstance(session, Mapping) else {}


def _session_id(message: Message) -> str:
    return str(_session_of(message).get("session_id") or "default")


def _response_holder(message: Message) -> str | None:
    """The skill that waits for the next utterance of this session."""
    mode = _session_of(message).get("response_mode")
    if not isinstance(mode, Mapping) or not isinstance(mode.get("skill_id"), str):
        return None
    expires = mode.get("expires_at")
    if isinstance(expires, int | float) and expires <= time.time():
        return None
    return str(mode["skill_id"])
