"""The toolbox: tools of its own for the whole assistant, and one for each thing that a skill offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from ovos_bus_client.message import Message
from ovos_config import Configuration

from ovos_phal_plugin_jarvis import FunctionToolBox
from ovos_phal_plugin_jarvis.sdk import CommandResponse, ToolRefused, tool
from ovos_phal_plugin_jarvis.sdk.locale import Locale, Spoken
from ovos_toolbox_skills.asking import ask
from ovos_toolbox_skills.discovery import Intent, Method, Offers, Watch
from ovos_toolbox_skills.media import search, title_of
from ovos_toolbox_skills.skill_tools import SkillIntent, SkillMethod, names_for

SENTENCES = Locale(Path(__file__).parent / "locale")
ANSWER_SECONDS = 10.0
"""That a skill has for a call, by default."""
QUESTION_SECONDS = 8.0
FIRST_SECONDS = 2.0
"""That anyone has to begin to answer a question, or to tell what plays."""
BEGIN_SECONDS = 0.5
"""In which skills begin one after the other."""
SPEAKS = ("speak", "ovos.utterance.speak")
"""The same words may come under both, the older and the newer topic."""
HANDLED = ("mycroft.skill.handler.complete", "mycroft.skill.handler.error")
OURS = "ovos-jarvis-pipeline-plugin"
"""Left out of the pipeline of what is asked here: it would come back to this service."""

_message_context: ContextVar[Mapping[str, Any]] = ContextVar("skills_message_context", default=MappingProxyType({}))
_lang: ContextVar[str] = ContextVar("skills_lang", default="en-us")

MediaKind = Literal["any", "audio", "music", "video", "audiobook", "podcast", "radio", "news", "movie"]


class SkillsToolBox(FunctionToolBox):
    """What the device's skills can do, for programs on the messagebus.

    Settings: ``skills`` and ``intents`` (true: offer the methods that skills publish, their intents), ``exclude`` (ids
    of skills that are left out), ``timeout`` (seconds that a skill has).
    """

    toolbox_id = "ovos-toolbox-skills"

    is_fallback = True
    """A package that somebody installs beside it is meant where it may be."""

    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        """
        Args:
            config: see above.
            bus: a messagebus client, or None.
        """
        self._offers = Offers()
        self._watch: Watch | None = None
        super().__init__(config, bus)

    # -- what it offers --

    def live_commands(self) -> Iterator[SkillMethod | SkillIntent]:
        """A command for each method and each intent that was found."""
        excluded = {str(skill) for skill in self.config.get("exclude") or ()}
        methods = self._offers.methods if self.config.get("skills", True) else ()
        intents = self._offers.intents if self.config.get("intents", True) else ()
        offers: list[Method | Intent] = [*methods, *intents]
        kept = [offer for offer in offers if offer.skill_id not in excluded]
        for name, offer in names_for(kept, lambda name: hasattr(type(self), name)):
            yield SkillMethod(name, offer, self) if isinstance(offer, Method) else SkillIntent(name, offer, self)

    def bind(self, bus: Any) -> None:
        """Serve on *bus*, and follow what the skills there offer."""
        super().bind(bus)
        lang = Configuration().get("lang")
        self._watch = Watch(bus, lang if isinstance(lang, str) else "en-US", self._changed)

    def unbind(self) -> None:
        """Leave the bus."""
        self._stop_watching()
        super().unbind()

    def shutdown(self) -> None:
        """Free what is left."""
        self._stop_watching()

    def _stop_watching(self) -> None:
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.close()

    def _changed(self, offers: Offers) -> None:
        self._offers = offers
        if self.bus is not None:
            # Whoever hosts this toolbox asks its toolboxes again then, and tells everyone what is new.
            self.bus.emit(Message("ovos.persona.tools.discover"))

    def run_tool(self, name: str, arguments: Any, context: Any) -> Any:
        """Run a tool, which then asks in the name of whoever called it."""
        tokens = _message_context.set(context.message_context or {}), _lang.set(context.lang)
        try:
            return super().run_tool(name, arguments, context)
        finally:
            _message_context.reset(tokens[0])
            _lang.reset(tokens[1])

    # -- its own tools --

    @tool(for_programs=True, annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False})
    def speak_text(
        self,
        text: Annotated[str, "What is spoken"],
        lang: Annotated[str | None, "Language of the text, such as de-DE; by default the request's"] = None,
    ) -> dict[str, Any]:
        """Speak a text at the device that the request comes from."""
        self._emit(Message("speak", {"utterance": text, "lang": lang or _lang.get(), "expect_response": False}))
        return {"spoken": text}

    @tool(for_programs=True)
    def ask_assistant(
        self, utterance: Annotated[str, "What a user would say, in the device's language"]
    ) -> CommandResponse:
        """Say something to the whole assistant, as a user would: any skill may take it. Its answer comes back, and is
        spoken at the device where the request belongs to the device's own session."""
        message = self._message("recognizer_loop:utterance", {"utterances": [utterance], "lang": _lang.get()})
        _without_us(message)
        # The last word: ovos-core is done with the utterance, whoever took it.
        end = "ovos.utterance.handled"
        found = ask(
            self._there(),
            [message],
            [*SPEAKS, end, "ovos.intent.unmatched", "complete_intent_failure"],
            self._seconds,
            lambda found: any(message.msg_type == end for message in found),
        )
        if not any(message.msg_type == end for message in found):
            raise ToolRefused(say("no_answer_in_time"))
        if any(m.msg_type in ("ovos.intent.unmatched", "complete_intent_failure") for m in found):
            raise ToolRefused(say("not_understood"))
        return _spoken(found)

    @tool(for_programs=True, annotations={"readOnlyHint": True})
    def answer_question(self, question: Annotated[str, "A question of general knowledge"]) -> dict[str, Any]:
        """Ask the skills that answer questions (common query) and return the answer of the surest."""
        asked = self._message("question:query", {"phrase": question, "lang": _lang.get()})
        bus = self._there()

        def is_over(found: list[Message]) -> bool:
            waiting = {m.data.get("skill_id") for m in found if m.data.get("searching")}
            told = {m.data.get("skill_id") for m in found if not m.data.get("searching")}
            return bool(waiting) and waiting <= told

        found = ask(bus, [asked], ["question:query.response"], QUESTION_SECONDS, is_over, FIRST_SECONDS, BEGIN_SECONDS)
        answers = [m.data for m in found if m.data.get("answer")]
        best = max(answers, key=lambda data: float(data.get("conf") or 0), default=None)
        if best is None:
            raise ToolRefused(say("nobody_knows"))
        return {"message": best["answer"], "skill_id": best.get("skill_id"), "confidence": best.get("conf")}

    @tool(for_programs=True, annotations={"readOnlyHint": True})
    def find_media(
        self,
        query: Annotated[str, "What is wanted, such as a title, an artist, a station"],
        kind: Annotated[MediaKind, "What kind of media"] = "any",
    ) -> dict[str, Any]:
        """Look for something to play among the media skills (OCP), and play nothing."""
        found = search(self._there(), query, kind, _message_context.get())
        return {"results": found[:20]}

    @tool(for_programs=True, annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False})
    def play_media(
        self,
        query: Annotated[str, "What is wanted, such as a title, an artist, a station"],
        kind: Annotated[MediaKind, "What kind of media"] = "any",
    ) -> dict[str, Any]:
        """Play something that a media skill (OCP) has: music, a station, a podcast, a film."""
        found = search(self._there(), query, kind, _message_context.get())
        if not found:
            raise ToolRefused(say("nothing_to_play"))
        self._emit(
            Message("ovos.common_play.play", {"media": found[0], "playlist": [found[0]], "disambiguation": found[:20]})
        )
        return {"message": say("playing", title=title_of(found[0])), "media": found[0]}

    @tool(for_programs=True, annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False})
    def control_media(
        self, action: Annotated[Literal["pause", "resume", "stop", "next", "previous"], "What to do with it"]
    ) -> None:
        """Pause, resume, stop or skip what plays."""
        self._emit(Message(f"ovos.common_play.{action}"))

    @tool(for_programs=True, annotations={"readOnlyHint": True})
    def media_status(self) -> dict[str, Any]:
        """What plays, where anything does."""
        question = self._message("ovos.common_play.track_info")
        topic = "ovos.common_play.track_info.response"
        found = ask(self._there(), [question], [topic], FIRST_SECONDS, bool)
        if not found or not found[0].data:
            raise ToolRefused(say("nothing_plays"))
        return dict(found[0].data)

    # -- what its commands call --

    def call(self, topic: str, data: dict[str, Any], skill_id: str) -> Any:
        """The ``result`` of a method that a skill publishes."""
        answer = f"{topic}.response"
        found = ask(self._there(), [self._message(topic, data)], [answer], self._seconds, bool)
        if not found:
            # A method that raises is logged by its skill, and answers nothing.
            raise ToolRefused(say("skill_is_silent", skill=skill_id))
        return found[0].data.get("result")

    def dispatch(self, topic: str, data: dict[str, Any], skill_id: str) -> CommandResponse:
        """What a skill says when it handles an intent."""
        found = ask(
            self._there(),
            [self._message(topic, data)],
            [*SPEAKS, *HANDLED],
            self._seconds,
            lambda found: any(message.msg_type in HANDLED for message in found),
        )
        if any(message.msg_type == HANDLED[1] for message in found):
            raise ToolRefused(say("skill_failed", skill=skill_id))
        if not found:
            raise ToolRefused(say("skill_is_silent", skill=skill_id))
        return _spoken(found)

    @property
    def _seconds(self) -> float:
        value = self.config.get("timeout", ANSWER_SECONDS)
        return float(value) if isinstance(value, int | float) and value > 0 else ANSWER_SECONDS

    def _there(self) -> Any:
        if self.bus is None:
            raise ToolRefused(say("no_bus"))
        return self.bus

    def _message(self, topic: str, data: dict[str, Any] | None = None) -> Message:
        """A message in the session of whoever called."""
        return Message(topic, data or {}, dict(_message_context.get()))

    def _emit(self, message: Message) -> None:
        message.context.update(_message_context.get())
        self._there().emit(message)


def say(name: str, /, **slots: Any) -> Spoken:
    """A sentence of this toolbox in the language of the request."""
    return SENTENCES.say(name, _lang.get(), **slots)


def _without_us(message: Message) -> None:
    """Take our own pipeline plugin out of the session's pipeline."""
    session = message.context.get("session")
    session = dict(session) if isinstance(session, Mapping) else {}
    pipeline = session.get("pipeline")
    if not isinstance(pipeline, list):
        intents = Configuration().get("intents")
        pipeline = intents.get("pipeline") if isinstance(intents, Mapping) else None
    if isinstance(pipeline, list):
        session["pipeline"] = [name for name in pipeline if not str(name).startswith(OURS)]
        session.setdefault("session_id", "default")
        message.context["session"] = session


def _spoken(found: list[Message]) -> CommandResponse:
    """What was said, as one answer; it is open where the last words were a question."""
    spoken = [message for message in found if message.msg_type in SPEAKS and message.data.get("utterance")]
    said = list(dict.fromkeys(str(message.data["utterance"]) for message in spoken))
    asks = bool(spoken) and spoken[-1].data.get("expect_response") is True
    skill = next((message.context.get("skill_id") for message in spoken), None)
    lang = next((message.data.get("lang") for message in spoken), None)
    text = " ".join(said)
    message = Spoken(text, lang) if isinstance(lang, str) and text else text
    return CommandResponse(context_data={"message": message, "said": said, "skill_id": skill}, wait_for_input=asks)
