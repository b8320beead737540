"""The example translator: utterances become tool calls, learned only from what the installed tools declare."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.nlu import dated, decided, dictated, reconsidered, within
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.candidates import LITTLE_SAID, Candidate
from ovos_phal_plugin_jarvis.nlu.certainty import certain
from ovos_phal_plugin_jarvis.nlu.chosen import with_chosen
from ovos_phal_plugin_jarvis.nlu.dialogue import Dialogue, Request, State, question_for, request_of, unclear_text
from ovos_phal_plugin_jarvis.nlu.doubted import is_doubted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.spoken_in import understood
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained
from ovos_phal_plugin_jarvis.nlu.learning.training import provisional, train
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH
from ovos_phal_plugin_jarvis.nlu.reader import Reader, TooMuchSaid
from ovos_phal_plugin_jarvis.nlu.recast import Recasts
from ovos_phal_plugin_jarvis.nlu.segmentation import Corrected, Plan, Segmenter
from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, identifiers, is_code, is_too_long, plain_apostrophes
from ovos_phal_plugin_jarvis.sdk.locale import ENGLISH as ENGLISH_TAG
from ovos_phal_plugin_jarvis.sdk.locale import closest, listed, say, together
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.translator import EXAMPLES
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

LearnElsewhere = Callable[[Sequence[ToolDefinition], str, Callable[[], object]], None]
_SURE_OF_ITSELF = 0.95
"""Confidence from which a tool is believed by what it declares while its examples are not learned yet."""
_READ_AHEAD = 100
"""Tools whose examples are aligned while others learn them, rather than when somebody waits for an answer."""
_MOST_OTHERS = 3
"""Languages beside the first one that are kept in memory, those that were spoken last."""
_MOST_TAGS = 64
"""Languages and regions of which it is remembered which examples serve them."""
_SURE_ENOUGH = 0.6
"""The same for a tool without examples, beside others whose examples are not learned."""


class ExampleTranslator:
    """Translates by example. Deterministic once trained; may be asked from several threads."""

    name = EXAMPLES

    def __init__(
        self,
        definitions: Sequence[ToolDefinition],
        *,
        cache_dir: Path | None = None,
        lang: str = "en-us",
        learn_elsewhere: LearnElsewhere | None = None,
        goes_on: Callable[[], None] = lambda: None,
        waits: bool = True,
        before: ExampleTranslator | None = None,
        begin: Callable[[Callable[[], None]], None] = lambda learn: None,
    ) -> None:
        """
        Args:
            definitions: the tools that may be called.
            cache_dir: where trained models are kept between runs; nowhere if None.
            lang: the language that is learned at first, and of examples of which nobody says the language.
            learn_elsewhere: trains in another process, into the same cache; calls what it gets besides meanwhile.
            goes_on: called while it learns; raises where that is to end.
            waits: whether the first utterance waits for the training. Where it does not, and until somebody has
                called :meth:`train`, tools answer by what they declare, and those that *before* has learned as before.
            before: the translator of the tools as they were.
            begin: is given what learns another language, when that is spoken first, to call it on a thread of its own;
                needed where nobody waits.
        """
        self._declared = tuple(definitions)
        self._tags_of = lru_cache(maxsize=_MOST_TAGS)(partial(_tags, self._declared))
        """By what is spoken, which examples of each tool are: each utterance asks twice, of all tools."""
        self._tags = self._tags_of(lang)
        self._definitions, self._english = understood(definitions, lang)
        self._cache_dir, self._begin = cache_dir, begin
        self._others: dict[tuple[str, ...], ExampleTranslator] = {}
        """Those of other languages that were spoken, by which examples of each tool they have learned."""
        self._before_others = dict(before._others) if before is not None else {}
        self._cache = ModelCache(cache_dir)
        self._lang = lang
        self._learn_elsewhere, self._goes_on = learn_elsewhere, goes_on
        self._lock, self._making, self._waiting_lock = threading.Lock(), threading.Lock(), threading.Lock()
        self._others_lock = threading.Lock()
        self._waits = waits
        self._before = before
        self._trained: Trained | None = None
        self._provisional: Trained | None = None
        self._waiting: list[Callable[[], None]] | None = []
        """Who wants to know when all is learned; None once it is, or will not be."""

    def train(self) -> None:
        """Learn now what would else be learned at the first utterance. Utterances meanwhile need not wait."""
        try:
            with self._lock:
                if self._trained is None:
                    elsewhere = self._elsewhere if self._learn_elsewhere is not None else None
                    self._trained = train(
                        self._definitions, self._lang, self._cache, elsewhere, self._goes_on, self._english
                    )
                    self._before = self._provisional = None
        finally:
            with self._waiting_lock:
                waiting, self._waiting = self._waiting or [], None
            for then in waiting:
                then()

    def _speaking(self, lang: str) -> ExampleTranslator:
        """The one that has learned, or learns now, the examples in *lang*: this one where they are the same."""
        tags = self._tags_of(lang)
        if tags == self._tags:
            return self
        with self._others_lock:
            found = self._others.pop(tags, None)
            if found is None:
                first = next(filter(None, tags[1:]), ENGLISH_TAG)  # another region that is served by the same examples
                found = ExampleTranslator(
                    self._declared,
                    cache_dir=self._cache_dir,
                    lang=first if self._tags_of(first) == tags else lang,
                    learn_elsewhere=self._learn_elsewhere,
                    goes_on=self._goes_on,
                    waits=self._waits,
                    before=self._before_others.pop(tags, None),
                )
                if not self._waits:
                    self._begin(found.train)
            self._others[tags] = found  # the last, as the one that was spoken last
            while len(self._others) > _MOST_OTHERS:
                del self._others[next(iter(self._others))]
            return found

    def _elsewhere(self, definitions: Sequence[ToolDefinition], lang: str) -> None:
        """Have *definitions* learned, and be ready meanwhile to answer without what is learned."""
        assert self._learn_elsewhere is not None
        self._learn_elsewhere(definitions, lang, self._get_ready)

    def _get_ready(self) -> None:
        templates = self._model().templates if not self._waits else None
        if templates is None:
            return
        for name in templates.names[:_READ_AHEAD]:
            self._goes_on()
            templates.read(name)

    def when_learned(self, then: Callable[[], None], lang: str) -> None:
        """Call *then* once nothing of *lang* is being learned any more: at once, or from the thread that learned."""
        self._speaking(lang)._when_learned(then)

    def _when_learned(self, then: Callable[[], None]) -> None:
        with self._waiting_lock:
            if self._waiting is not None:
                self._waiting.append(then)
                return
        then()

    @property
    def is_trained(self) -> bool:
        """Whether the tools' examples are learned; until then tools may answer by what they declare."""
        return self._trained is not None

    def rank(self, utterance: str, context: TranslationContext, limit: int) -> list[tuple[str, float]]:
        """The names of the likeliest tools, each with its probability, the likeliest first."""
        if limit <= 0:
            return []
        return self._reader(context).rank(_as_read(utterance), limit)

    def candidates(self, utterance: str, context: TranslationContext) -> list[Candidate]:
        """The tools that the whole of *utterance* may be for, accepted or not, the likeliest first."""
        return self._reader(context).candidates(_as_read(utterance))

    def explain(self, utterance: str, context: TranslationContext) -> dict[str, Any]:
        """Why *utterance* as a whole is understood as it is, as JSON: what was heard, and each tool that was looked at.

        Each candidate has ``tool``, ``confidence``, ``accept`` (the confidence from which it is believed),
        ``refused`` (the reason code why it can't be acted on, or None), what that is ``about`` and whether it is
        ``outweighed`` where no part of the words is understood by itself, ``arguments``, ``missing``, ``words`` (what
        explains each word), ``evidence``, and ``certain``, how surely the arguments are what was said.
        """
        reader = self._reader(context)
        text = _as_read(utterance)
        heard = reader.hear(text)
        found = reader.candidates(text)
        return {
            "utterance": utterance,
            "heard": heard.text,
            "kind": acts_of(text, context.lang).kind.value,
            "entities": [[heard.said(x.start, x.end), x.kind] for x in heard.mentions],
            "reason": LITTLE_SAID if not found else found[0].refused,
            "candidates": [{**c.why(heard), "certain": self._certain(c, reader)} for c in found],
        }

    @staticmethod
    def _certain(candidate: Candidate, reader: Reader) -> float:
        return round(certain(candidate, reader.trained, candidate.filled.arguments), 3)

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        """The calls that *utterance* asks for; see ``Translator``. ``unsure`` where examples that are not learned yet
        may tell something else."""
        return self._speaking(context.lang)._translate(utterance, context)

    def _translate(self, utterance: str, context: TranslationContext) -> Translation:
        reader = self._reader(context)
        text = _as_read(utterance)
        if is_code(text) or not reader.raw_words(text) or self._names_tools(text):
            return Translation()
        dialogue = Dialogue(reader, context.lang)
        segmenter = Segmenter(reader, dialogue)
        too_long = is_too_long(text, context.lang)
        if len(utterance.strip()) > MAX_CHARS:
            return _told_too_long(context)
        # What is taken back in so long a text is not looked for: one that takes something back is not taken down.
        try:
            corrected = Corrected(text.strip()) if too_long else segmenter.corrected(text, State.of(context))
            if corrected.cancelled:
                return self._called_off(dialogue, reader, text, context)
            if corrected.unclear is not None:
                return Translation(say=unclear_text(corrected.unclear, context.lang), left=(text,))
            answered = self._answered(dialogue, reader, corrected.text, context)
            found = answered or self._planned(dialogue, reader, segmenter, corrected.text, context)
        except TooMuchSaid:
            return _told_too_long(context)
        return found if corrected.text == text.strip() else replace(found, corrected=corrected.text)

    def _names_tools(self, text: str) -> bool:
        """Whether *text* calls a tool by its identifier: that was written for a program, by whomever."""
        return any(name == d.name for name in identifiers(text) for d in self._definitions)

    def _reader(self, context: TranslationContext) -> Reader:
        return Reader(self._speaking(context.lang)._model(), context.lang, context.now, context.options)

    def _model(self) -> Trained:
        trained = self._trained or self._provisional
        if trained is not None:
            return trained
        if self._waits:
            self.train()
            assert self._trained is not None
            return self._trained
        with self._making:  # once: it takes the better part of a second, and the first utterances come together
            known = self._trained or self._provisional
            if known is None:
                before = self._before._known() if self._before is not None else None
                known = self._provisional = provisional(self._definitions, self._lang, before, self._english)
            return known

    def _known(self) -> Trained | None:
        """What is learned so far."""
        return self._trained or self._provisional

    def _planned(
        self, dialogue: Dialogue, reader: Reader, segmenter: Segmenter, text: str, context: TranslationContext
    ) -> Translation:
        state, options = State.of(context), context.options
        plan = dictated.plan(
            reader,
            text,
            lambda tool, parameter: bool(options.get(tool, {}).get(parameter)),
            lambda said: dated.plan(reader, segmenter, said, state, dialogue.language),
        )
        if plan is None and is_too_long(text, context.lang):
            return _told_too_long(context)
        if plan is None:
            plan = dated.plan(reader, segmenter, text, state, dialogue.language)
        told = self._decided(self._told(plan, reader, text, context), plan, reader, text, context)
        # What is asked about has an answer somewhere in such words, and what leans on the last request is none alone.
        if state.call is not None and context.question is None and reconsidered.is_nothing(told, plan):
            recast = Recasts(reader, dialogue, state).plan(
                chain((text,), segmenter.cores(text, state.call)),
                lambda said: dated.plan(reader, segmenter, said, state, dialogue.language),
            )
            if recast is not None:
                plan, told = recast, self._told(recast, reader, text, context)
        alone = context.question is None and context.last_call is None
        may_hold_one = alone and not plan.held and reconsidered.is_nothing(told, plan)
        if may_hold_one and self._is_read_closely(reader, text, context):
            told = self._within(told, reader.likeliest(text), text, context)
        if any(self._is_doubted(call, text, reader, context) for call in told.calls):
            told = replace(told, certain=min(told.certain, decided.ASKED))
        unsure = self._waiting is not None and _is_unsure(plan, reader.trained)
        return replace(told, unsure=True) if unsure else told

    def _decided(
        self, told: Translation, plan: Plan, reader: Reader, text: str, context: TranslationContext
    ) -> Translation:
        """What is *told* of *plan*, or what one tool makes of all of *text*, as far as can be known of English: and how
        surely that is what was asked for. Behind another request it is left as it is: nothing was fitted on those."""
        if context.last_call is not None:
            return told
        if not self._is_read_closely(reader, text, context):
            return self._told_in_another(told, plan, reader, text, context)
        whole = reader.likeliest(text)
        if whole is None or decided.is_alike(told, whole):
            sure = told.certain  # known already, and worked out at the cost of a reading by the encoder
        else:
            sure = certain(whole, reader.trained, whole.filled.arguments)
        found = decided.decide(told, plan, whole, sure)
        if found.instead and whole is not None:
            told = self._told(Plan((request_of(whole, text),)), reader, text, context)
        elif whole is not None and not whole.filled.missing and reconsidered.is_nothing(told, plan):
            return self._reconsidered(told, plan, whole, sure, reader, text, context)
        return replace(told, certain=found.certain) if found.certain < told.certain else told

    def _told_in_another(
        self, told: Translation, plan: Plan, reader: Reader, text: str, context: TranslationContext
    ) -> Translation:
        """What is *told* of *plan*, or the question whether that is meant which the words are put for in another
        language than English."""
        lang = language(context.lang)
        alone = lang.installed and lang.code != ENGLISH and not is_too_long(text, context.lang)
        if not alone or context.question is not None or not reconsidered.is_nothing(told, plan):
            return told
        whole = reader.likeliest(text)
        if whole is None or whole.filled.missing or (plan.held and not reconsidered.is_of_it(plan, whole)):
            return told
        return self._reconsidered(told, plan, whole, reconsidered.CERTAIN, reader, text, context, by_trees=False)

    @staticmethod
    def _is_read_closely(reader: Reader, text: str, context: TranslationContext) -> bool:
        """Whether *text* is what trees were fitted on that look at all of it: English, read by the encoder, and not
        dictated."""
        known = language(context.lang).code == ENGLISH and reader.trained.second is not None
        return known and not is_too_long(text, context.lang)

    def _is_doubted(self, call: ToolCall, text: str, reader: Reader, context: TranslationContext) -> bool:
        """Whether *call* may only be told of; what takes back the last one is what was wanted before."""
        if call.takes_back:
            return False
        definition = reader.trained.definitions[call.name]
        return is_doubted(definition, call.said or text, language(context.lang).code, context.last_call)

    def _reconsidered(
        self,
        told: Translation,
        plan: Plan,
        whole: Candidate,
        sure: float,
        reader: Reader,
        text: str,
        context: TranslationContext,
        *,
        by_trees: bool = True,
    ) -> Translation:
        """What is *told* of *plan*, or the question whether *whole* is meant, with what that leaves aside."""
        meant = reconsidered.asked_about(told, plan, whole, text, sure, reader.likeliest, by_trees=by_trees)
        if meant is None:
            return told
        asked = self._asked_aside(meant.candidate, text, meant.aside, reader, context)
        if not meant.unchecked:
            return asked
        return replace(asked, say=together([asked.say, say("not_checked", context.lang)], context.lang))

    def _asked_aside(
        self, candidate: Candidate, text: str, aside: tuple[str, ...], reader: Reader, context: TranslationContext
    ) -> Translation:
        """The question whether *candidate* is meant by *text*, with what that leaves *aside* told."""
        request = replace(request_of(candidate, text), confidence=decided.ASKED)
        asked = self._told(Plan((request,)), reader, text, context)
        said = [asked.say, *(say("set_aside", context.lang, said=part) for part in aside)]
        return replace(asked, say=together(said, context.lang), certain=reconsidered.CERTAIN, left=aside)

    def _within(
        self, told: Translation, whole: Candidate | None, text: str, context: TranslationContext
    ) -> Translation:
        """What is *told*, or the question whether a request is meant that stands in *text* beside something else."""
        reader = self._reader(context)
        found = within.asked_about(
            text, whole, reader, lambda each: certain(each, reader.trained, each.filled.arguments)
        )
        if found is None:
            return told
        return self._asked_aside(found.candidate, found.piece.text, (found.piece.rest,), reader, context)

    def _called_off(self, dialogue: Dialogue, reader: Reader, text: str, context: TranslationContext) -> Translation:
        """What is said where *text* calls something off; the question whether what was made last is to go, where it
        says that nobody wants that."""
        unneeded = Recasts(reader, dialogue, State.of(context)).unneeded(text) if context.question is None else None
        if unneeded is None:
            return Translation(confidence=1.0, say=say("cancelled", context.lang))
        return self._told(Plan((unneeded,)), reader, text, context)

    def _told(self, plan: Plan, reader: Reader, text: str, context: TranslationContext) -> Translation:
        """What is to be done and said of *plan*."""
        lang = context.lang
        if plan.held:
            return Translation(say=say("held_back", lang, said="; ".join(plan.left)), left=plan.left)
        kept = [with_chosen(request, reader.trained) for request in plan.requests[: context.max_calls]]
        over = plan.requests[context.max_calls :]
        told: list[str] = []
        if plan.left:
            told.append(say("left_out" if kept else "misunderstood", lang, said="; ".join(plan.left)))
        if plan.unclear is not None:
            told.append(unclear_text(plan.unclear, lang))
        if over:
            told.append(say("too_many_requests", lang, said="; ".join(request.call.said for request in over)))
        left = (*plan.left, *(request.call.said for request in over))
        rivals = reader.rivals(text) if not kept and not told else ()
        if rivals:
            return Translation(confidence=rivals[0].confidence, question=_which(rivals, lang))
        if not kept:
            rejected = reader.likeliest(text)
            return Translation(confidence=rejected.confidence if rejected else 0.0, say=together(told, lang), left=left)
        calls: list[ToolCall] = []
        confidence = min(request.confidence for request in kept)
        sure = min(min(request.certain, _certainly(request, reader.trained, context)) for request in kept)
        for at, request in enumerate(kept):
            if request.missing:
                question = self._question(context, reader, request)
                after = tuple(later.call.said for later in kept[at + 1 :])
                if after:
                    told.append(say("left_out", lang, said="; ".join(after)))
                dropped = len(over) + len(after)
                return Translation(
                    tuple(calls),
                    confidence,
                    together(told, lang),
                    question,
                    dropped,
                    left=(*left, *after),
                    certain=sure,
                )
            calls += [call for call in (request.instead_of, request.call) if call is not None]
        return Translation(tuple(calls), confidence, together(told, lang), dropped=len(over), left=left, certain=sure)

    def _question(self, context: TranslationContext, reader: Reader, request: Request) -> Question:
        profile = reader.trained.profile(request.call.name, request.missing[0])
        choices = tuple(profile.parameter.enum_values or ())
        return Question(request.call, request.missing[0], question_for(profile, context.lang), choices)

    def _answered(
        self, dialogue: Dialogue, reader: Reader, text: str, context: TranslationContext
    ) -> Translation | None:
        """The call that was asked about, completed; None where *text* is something else."""
        question = context.question
        definition = reader.trained.definitions.get(question.call.name) if question else None
        asked = definition.parameter(question.parameter) if question and definition else None
        if question is None or definition is None or asked is None:
            return None
        declined = dialogue.answers.declines(text)
        if declined and asked.param_type not in ("bool", "boolean"):
            return Translation(confidence=1.0, say=say("cancelled", context.lang))
        if acts_of(text, context.lang).musing or (reader.is_new_request(text) and not _is_of(question, reader, text)):
            return None
        answers = dialogue.answers
        if answers.only_denies(question, text):
            return Translation(question=question)  # "not strong" is no request for anything strong either
        request = (answers.written if is_too_long(text, context.lang) else answers.answer)(question, text)
        if request is None:
            return Translation(confidence=1.0, say=say("cancelled", context.lang)) if declined else None
        if request.missing:
            return Translation(confidence=request.confidence, question=self._question(context, reader, request))
        return Translation((request.call,), request.confidence)


def _certainly(request: Request, trained: Trained, context: TranslationContext) -> float:
    """How sure the arguments of *request* are. Which of a tool's names of the moment is meant is settled elsewhere."""
    if request.read is None:
        return 1.0
    named = context.options.get(request.call.name, {})
    values = {name: value for name, value in request.call.arguments.items() if name not in named}
    return certain(request.read, trained, values)


def _is_of(question: Question, reader: Reader, text: str) -> bool:
    """Whether *text*, which looks like a request, would only ask *question* once more and leave a word unread: "can you
    say lisbon"."""
    best = reader.best(text)
    if best is None or best.definition.name != question.call.name:
        return False
    return not best.filled.arguments and bool(best.explained.left)


def _as_read(utterance: str) -> str:
    """*utterance* as it is read here, however long it is and whichever apostrophe it was written with."""
    return plain_apostrophes(utterance[:MAX_CHARS])


def _told_too_long(context: TranslationContext) -> Translation:
    """Nothing is done on a half of what was said; what was asked before is asked again."""
    return Translation(say=say("heard_too_much", context.lang), question=context.question)


def _tags(definitions: Sequence[ToolDefinition], lang: str) -> tuple[str, ...]:
    """The language, where tools that know only English understand it, and then which of its languages each tool is
    understood in where *lang* is spoken; empty for examples of which nobody says the language. Only tools that have a
    choice count."""
    code = language(lang).code if lexicon(language(lang)) is not None else ""
    return (code, *(closest(lang, d.examples_by_language) or "" for d in definitions if d.examples_by_language))


def _is_unsure(plan: Plan, trained: Trained) -> bool:
    """Whether tools that are not learned yet may be meant by some of it, or by what nobody understood."""
    unlearned = {
        name
        for each in (trained, trained.english)
        for name in (each.templates.names if each is not None and each.templates else ())
        if each is trained or name in trained.only_english
    }
    if not unlearned:
        return False

    def is_sure(request: Request) -> bool:
        name = request.call.name
        if name in trained.models:
            return True
        return request.confidence >= (_SURE_OF_ITSELF if name in unlearned else _SURE_ENOUGH)

    return bool(plan.left) or not plan.requests or not all(map(is_sure, plan.requests))


def _which(rivals: Sequence[Candidate], lang: str) -> Question:
    """The question which of some tools is meant."""
    definitions = [rival.definition for rival in rivals]
    names = [_called(definition, lang) for definition in definitions]
    if len(set(names)) < len(names):
        names = [f"{name} ({definition.toolbox_id})" for name, definition in zip(names, definitions, strict=True)]
    calls = tuple(
        ToolCall(definition.name, dict(rival.filled.arguments), definition.toolbox_id, said=rival.heard.text)
        for rival, definition in zip(rivals, definitions, strict=True)
    )
    text = say("unclear_choices", lang, choices=listed(names, lang, "or"))
    return Question(calls[0], "", text, tuple(call.name for call in calls), tuple(names), calls)


def _called(definition: ToolDefinition, lang: str) -> str:
    """What a tool does, as its author calls it in *lang*, else the words of its name."""
    tag = closest(lang, definition.spoken_names)
    return definition.spoken_names[tag] if tag else " ".join(split_name(definition.name))
