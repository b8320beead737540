"""Several numbers or times of a request, told apart by how the examples put them: "subtract # from #"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile

Roles = tuple[str, ...]
_LONGEST = 12
_USUAL = 0.7
"""Share of the templates that must agree on an order."""


class RoleTemplates:
    """Templates such as "subtract # from #" with the argument that each place stands for."""

    def __init__(self, aligned: Sequence[AlignedExample], parameters: frozenset[str]) -> None:
        """
        Args:
            aligned: the tool's examples.
            parameters: arguments that are made from mentions of the same kind.
        """
        self._wide: dict[tuple[str, ...], Counter[Roles]] = {}
        self._narrow: dict[tuple[str, ...], Counter[Roles]] = {}
        for example in aligned:
            spans = [span for span in example.spans if span.parameter in parameters]
            if len(spans) < 2:
                continue
            roles = tuple(span.parameter for span in spans)
            places = [(span.start, span.end) for span in spans]
            wide, narrow = _cores(example.words, places)
            self._wide.setdefault(wide, Counter())[roles] += 1
            self._narrow.setdefault(narrow, Counter())[roles] += 1

    def roles(self, words: Sequence[str], places: Sequence[tuple[int, int]]) -> Roles | None:
        """The arguments that mentions at *places* stand for, in order; None where no template fits or they disagree."""
        if len(places) < 2 or places[-1][1] - places[0][0] > _LONGEST:
            return None
        wide, narrow = _cores(words, places)
        for known, core in ((self._wide, wide), (self._narrow, narrow)):
            seen = known.get(core)
            if seen and len(seen) == 1:
                return next(iter(seen))
        return None

    def usual(self, count: int) -> Roles | None:
        """The order in which *count* arguments mostly come, where nothing better is known."""
        orders: Counter[Roles] = Counter()
        for seen in self._wide.values():
            orders.update({roles: number for roles, number in seen.items() if len(roles) == count})
        best = orders.most_common(1)
        return best[0][0] if best and best[0][1] >= _USUAL * sum(orders.values()) else None


def _cores(words: Sequence[str], places: Sequence[tuple[int, int]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words from the first place to the last with ``#`` in the places: with the word before them, and without."""
    narrow: list[str] = []
    at = places[0][0]
    for start, end in places:
        narrow.extend(words[at:start])
        narrow.append("#")
        at = end
    before = words[places[0][0] - 1] if places[0][0] else "^"
    return (before, *narrow), tuple(narrow)


def role_templates(profiles: Mapping[str, Profile], aligned: Sequence[AlignedExample]) -> dict[str, RoleTemplates]:
    """Kind of mention → templates, for each kind that more than one argument is made from."""
    by_kind: dict[str, set[str]] = {}
    for name, profile in profiles.items():
        kind = values.kind_of(profile.formats[0]) if profile.formats else None
        if kind:
            by_kind.setdefault(kind, set()).add(name)
    return {kind: RoleTemplates(aligned, frozenset(names)) for kind, names in by_kind.items() if len(names) > 1}
