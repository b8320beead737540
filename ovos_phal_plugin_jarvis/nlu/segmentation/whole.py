"""An utterance that is one request although it holds a joint: "show films with ghosts and robots".

A joint parts things as well as requests. Where a part can't be done by itself, or all parts are for one tool that
takes all of the words at once, it is one request, if hardly a word of it is left over. What is left is told, and the
rest asks first: a part that nobody understood may have been another request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.nlu.acts.words import may_order
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request, request_of
from ovos_phal_plugin_jarvis.nlu.lang import is_content
from ovos_phal_plugin_jarvis.nlu.learning.booleans import is_yes_or_no
from ovos_phal_plugin_jarvis.nlu.learning.wording import LEFT
from ovos_phal_plugin_jarvis.nlu.reading import found_words
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import Cuts
from ovos_phal_plugin_jarvis.nlu.segmentation.leftovers import Leftovers
from ovos_phal_plugin_jarvis.nlu.segmentation.plan import Plan
from ovos_phal_plugin_jarvis.nlu.segmentation.sentences import Sentences
from ovos_phal_plugin_jarvis.nlu.segmentation.words import Part, Words, fold
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, single_words, trimmed
from ovos_phal_plugin_jarvis.translation.values import things_of

_SURELY = 0.8
"""Confidence in the whole from which a part is taken for a piece of it."""
_MOST_STRANGE = 1
"""Words of meaning in what can't be done that the whole does not explain, at the most."""
_MOST_STRANGE_BESIDE = 2
"""The same in what completes a request: it says a value of it."""
_ASKS = 0.7
"""Confidence of such a request, at the most: what changes something asks first."""


class Whole(Words):
    """Reads as one request what was cut in vain."""

    _cuts = Part(Cuts)
    _leftovers = Part(Leftovers)
    _sentences = Part(Sentences)

    def instead(self, text: str, found: Plan) -> Plan:
        """*found*, or the one request that all of *text* is.

        Args:
            text: an utterance.
            found: what is understood of it, cut where it may be.
        """
        # What is beside a lone request may be a remark, or say more of it.
        beside = len(found.requests) == 1 and fold(found.requests[0].call.said) != fold(text)
        if found.cancelled or found.unclear is not None or not (found.left or beside or len(found.requests) > 1):
            return found
        whole = self._reader.best(text)
        if whole is None or whole.confidence < _SURELY or whole.filled.missing or not whole.explained.wording:
            return found
        request = replace(request_of(whole, text), confidence=min(whole.confidence, _ASKS))
        if len(found.requests) == 1 and self._completes(text, whole, found):
            left = tuple(part for part in found.left if self._says_no_value(part, whole))
            return replace(found, requests=(request,), left=left)
        if found.requests:
            return self._of_one_tool(text, whole, request, found)
        if self._limits(whole, found):
            return found
        strange = self._strange(whole, found)
        others = any(not self._is_piece(part, whole) for part in found.left)
        if others or len(strange) > _MOST_STRANGE or self._leftovers.left_numbers(whole, text):
            return found
        return Plan((request,), found.left if strange else ())

    def _limits(self, whole: Candidate, found: Plan) -> bool:
        """Whether what is left of *found* denies something or takes it out, which *whole* has no value for: "but
        [don't] lock it" is one of a yes or no."""
        limiting = phrase_pattern(self._language, "negations", "exceptions")
        if limiting is None or not any(limiting.search(part) for part in found.left):
            return False
        places = {at for start, end in found_words(whole.heard, limiting) for at in range(start, end)}
        return not places or not places <= whole.filled.flags

    def _completes(self, text: str, whole: Candidate, found: Plan) -> bool:
        """Whether what *found* has no request for says by itself nothing, and more of its one request: "i checked box
        nine [and counted four eggs]". Only what is told things is told them in several clauses; and a number has to be
        said with its name: a text may say anything, and completes nothing."""
        only = found.requests[0].call
        own, before = whole.filled.arguments, only.arguments
        if only.name != whole.definition.name or any(own.get(name) != value for name, value in before.items()):
            return False
        model = self._reader.trained.models.get(only.name)
        more = own.keys() - before.keys()
        if not whole.account.told or model is None or not more or self._limits(whole, found):
            return False
        closed = {p.name for p in whole.definition.parameters if p.enum_values or is_yes_or_no(p)}
        if not more <= model.named(whole.heard) | closed:
            return False  # the nine of "… and be there at nine" is what nobody said it to be
        behind = [trimmed(text[joint.end :]) for joint in self._cuts.joints(text)]
        if any(self._may_order(part, whole) for part in behind) or any(map(self._reader.best, found.left)):
            return False
        strange = len(self._strange(whole, found)) <= _MOST_STRANGE_BESIDE
        return strange and not self._leftovers.left_numbers(whole, text)

    def _may_order(self, part: str, whole: Candidate) -> bool:
        """Whether *part* begins as an order that the tool of *whole* knows nothing of: "[order] nine more"."""
        first = next(iter(self._reader.raw_words(part)), "")
        return may_order(first, self._language) and first not in {
            word for word, how in zip(whole.heard.words, whole.account.how, strict=True) if how != LEFT
        }

    def _says_no_value(self, part: str, whole: Candidate) -> bool:
        """Whether no word of *part* says a value of *whole*."""
        said = {whole.heard.words[at] for at in whole.filled.covered}
        return said.isdisjoint(self._reader.raw_words(part))

    def _of_one_tool(self, text: str, whole: Candidate, request: Request, found: Plan) -> Plan:
        """*found*, or *request*, where the parts are all for its tool and say nothing that it does not: "a boat for
        ivo and lena" is one boat."""
        if len(found.requests) < 2 or any(part.call.name != whole.definition.name for part in found.requests):
            return found
        if _share(whole, found.requests):
            return replace(found, requests=(request,))
        if any(self._is_order(part.call.said, text) for part in found.requests[1:]):
            return found  # "flip a coin and then flip a coin" is two
        again = phrase_pattern(self._language, "repeats")
        behind = (trimmed(text[joint.end :]) for joint in self._cuts.joints(text))
        if again is not None and any(again.match(part) for part in behind):
            return found  # "remind me tomorrow to water the ferns and again in a week"
        if self._sentences.says_twice(whole, text, self._cuts.joints(text)):
            return found  # "soap to the bath list and rope to the camping list"
        together = self._listed_together(whole, found.requests)
        if together is not None:
            return replace(found, requests=(replace(request, call=replace(request.call, arguments=together)),))
        joints = single_words(self._language, "joints")
        lists = {p.name for p in whole.definition.parameters if p.is_list}
        holds = any(
            name not in lists and not joints.isdisjoint(whole.heard.words[start:end])
            for start, end, name in whole.filled.spans
        )
        more = not all(_says_no_more(part.call.arguments, whole) for part in found.requests)
        return found if holds or more or _left(whole) or self._leftovers.left_numbers(whole, text) else Plan((request,))

    def _is_order(self, part: str, text: str) -> bool:
        """Whether *part* is said in *text* as an order by itself: "pears to the market list" is none."""
        words = self._reader.raw_words(part)
        return fold(part) in fold(text) and bool(words) and words[0] in self._reader.trained.openers

    def _is_piece(self, part: str, whole: Candidate) -> bool:
        """Whether *part* asks by itself for nothing but what *whole* asks for."""
        alone = self._reader.best(part)
        if alone is None:
            return True
        return alone.definition.name == whole.definition.name and _says_no_more(alone.filled.arguments, whole)

    @staticmethod
    def _listed_together(whole: Candidate, parts: Sequence[Request]) -> dict[str, Any] | None:
        """The arguments of one call that names the things of all *parts*, where these say nothing that contradicts
        another and each but the first shares the words around it with the first."""
        told = [part.call.arguments for part in parts]
        for parameter in whole.definition.parameters:
            if not parameter.is_list or not all(parameter.name in arguments for arguments in told):
                continue
            others = [(n, v) for arguments in told for n, v in arguments.items() if n != parameter.name]
            shared = dict(others)
            things = [thing for arguments in told for thing in things_of(arguments[parameter.name])]
            if all(value == shared[name] for name, value in others):
                distinct = [thing for at, thing in enumerate(things) if thing not in things[:at]]
                return {**shared, parameter.name: distinct}
        return None

    def _strange(self, whole: Candidate, found: Plan) -> list[str]:
        """The words of meaning in what is left of *found* that *whole* can't explain."""
        parts = {word for part in found.left for word in self._reader.raw_words(part)}
        return [word for word in _left(whole) if word in parts and is_content(word, self._language)]


def _share(whole: Candidate, parts: Sequence[Request]) -> bool:
    """Whether *parts* have the values of *whole* between them, each its own, and one lacks what another has: "i checked
    box nine" and "counted four eggs" are one entry."""
    told = [value for part in parts for value in part.call.arguments.items()]
    alone = len({name for name, _ in told}) == len(told)
    return alone and any(part.missing for part in parts) and dict(told) == whole.filled.arguments


def _left(whole: Candidate) -> list[str]:
    """The words that *whole* can't explain, but for the one it begins with: people have many verbs to ask with."""
    return [whole.heard.words[at] for at in whole.explained.left if at]


def _says_no_more(arguments: Mapping[str, Any], whole: Candidate) -> bool:
    """Whether *whole* has each thing of *arguments*, in whatever argument."""
    taken = [thing for value in whole.filled.arguments.values() for thing in things_of(value)]
    return all(thing in taken for value in arguments.values() for thing in things_of(value))
