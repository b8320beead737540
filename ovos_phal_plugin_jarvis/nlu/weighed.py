"""The tools that one text may be for, each looked at closely once somebody needs to know how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.candidates import Candidate, by_confidence
from ovos_phal_plugin_jarvis.nlu.rivals import TWIN


@dataclass(frozen=True)
class Prospect:
    """A tool before its arguments are known, which to find takes longest."""

    name: str
    most: float
    """How likely it is at the most, whatever they turn out to be."""
    weigh: Callable[[], Candidate]
    closer: Callable[[], float] | None = None
    """The same more closely, which takes a while to find; None where nothing but weighing it tells more."""


class Weighed:
    """The tools that a text may be for."""

    def __init__(self, prospects: Iterable[Prospect] = ()) -> None:
        """
        Args:
            prospects: the tools, each with a name of its own. Of those that are as likely the earlier goes first.
        """
        self._prospects = {prospect.name: prospect for prospect in prospects}
        self._known: dict[str, Candidate] = {}

    def only(self, names: Collection[str]) -> Weighed:
        """Those of them that are among *names*."""
        some = Weighed(prospect for name, prospect in self._prospects.items() if name in names)
        some._known = {name: candidate for name, candidate in self._known.items() if name in names}
        return some

    def beside(self, others: Weighed) -> Weighed:
        """These and *others*, which are other tools."""
        both = Weighed([*self._prospects.values(), *others._prospects.values()])
        both._known = self._known | others._known
        return both

    def merged(self, others: Weighed, judged: Callable[[Candidate | None, Candidate], Candidate]) -> Weighed:
        """These and *others*, which read the same text in another way; those of *others* last.

        Args:
            others: may be of the same tools.
            judged: is given what these make of a tool, None where it is none of them, and what *others* do, and tells
                which of both it is.
        """

        def either(name: str) -> Prospect:
            own, other = self._prospects.get(name), others._prospects[name]
            if own is None:
                return Prospect(name, other.most, lambda: judged(None, others.of(name)), other.closer)
            return Prospect(
                name,
                max(own.most, other.most),
                lambda: judged(self.of(name), others.of(name)),
                lambda: max(each.closer() if each.closer is not None else each.most for each in (own, other)),
            )

        own = self.only(self._prospects.keys() - others._prospects.keys())
        return own.beside(Weighed(map(either, others._prospects)))

    def found(self, least: float = 0.0) -> list[Candidate]:
        """The likeliest tool, all that may be its rivals, and what was looked at besides, the likeliest first; none
        where no tool is as likely as *least*."""
        best = max((candidate.confidence for candidate in self._known.values()), default=0.0)
        for prospect in sorted(self._prospects.values(), key=lambda prospect: -prospect.most):
            needed = TWIN * best if best >= least else least
            if prospect.most < needed:
                break
            if prospect.closer is None or prospect.closer() >= needed:
                best = max(best, self._weigh(prospect).confidence)
        known = [self._known[name] for name in self._prospects if name in self._known]
        return by_confidence(known) if best >= least else []

    def every(self) -> list[Candidate]:
        """All tools, in the order they were given in."""
        return [self._weigh(prospect) for prospect in self._prospects.values()]

    def most(self, name: str) -> float:
        """How likely the tool *name* is at the most; 0 where it is none of them."""
        return self._prospects[name].most if name in self._prospects else 0.0

    def is_weighed(self, name: str) -> bool:
        """Whether the tool *name* was looked at closely."""
        return name in self._known

    def of(self, name: str) -> Candidate:
        """The tool *name*, which is one of them."""
        return self._weigh(self._prospects[name])

    def put(self, candidate: Candidate) -> None:
        """Let *candidate* stand for its tool, of which more is known now."""
        self._known[candidate.definition.name] = candidate

    def _weigh(self, prospect: Prospect) -> Candidate:
        if prospect.name not in self._known:
            self._known[prospect.name] = prospect.weigh()
        return self._known[prospect.name]
