"""Which tools a prompt describes, where there is no room, or no time, to describe all of them.

Those that the examples find likely are described in full and the others named. The grammar holds all, so that a tool
that is only named can be called; the model is then asked once more, with that one described.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from ovos_phal_plugin_jarvis.llm.schema import openai_tool
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

RANKED = 40
"""Tools that are ranked for an utterance, at most."""
LIKELY_TOKENS = 1000
"""Of descriptions that are chosen for one utterance: they have to be read anew for the next."""
_TOKENS_PER_CHARACTER = 0.3
"""Of JSON in a real vocabulary, until a prompt was counted."""


class Retrieval:
    """What prompts cost, and what goes into them. May be used from several threads."""

    def __init__(self, definitions: Collection[ToolDefinition], tokens: int):
        """
        Args:
            definitions: all tools, whose names are unlike.
            tokens: of a prompt up to which it describes all of them.
        """
        self._lengths = {d.name: len(json.dumps(openai_tool(d), ensure_ascii=False)) for d in definitions}
        self._tokens = tokens
        self._likely = min(LIKELY_TOKENS, tokens)
        self._rate = _TOKENS_PER_CHARACTER

    def describes_all(self, characters: int) -> bool:
        """Whether a prompt of *characters* with all tools in it is short enough."""
        return characters * self._rate <= self._tokens

    def counted(self, tokens: int, characters: int) -> None:
        """A prompt of *characters* had *tokens*."""
        if tokens and characters:
            self._rate = tokens / characters

    def was_too_long(self, tokens: int, room: int, characters: int, of_all: bool) -> None:
        """A prompt of *characters*, with all tools described or some, needs *tokens*, and there is *room* for fewer."""
        self.counted(tokens, characters)
        self._tokens = min(self._tokens, room)
        self._likely = min(self._likely, room // 2) if of_all else self._likely // 2

    def likely(self, ranked: Sequence[str], without: Collection[str] = (), *, again: bool = False) -> frozenset[str]:
        """The tools to describe: of *ranked*, the likeliest first, as many as there is room for, and one at least.

        Args:
            without: those that were described already.
            again: whether none of those was what the model wanted; then there is twice the room.
        """
        room = min(2 * self._likely, max(self._likely, self._tokens / 2)) if again else self._likely
        left = room / self._rate
        chosen: list[str] = []
        for name in dict.fromkeys((*ranked, *self._lengths)):
            if name in without or name not in self._lengths:
                continue
            if chosen and self._lengths[name] > left:
                break
            chosen.append(name)
            left -= self._lengths[name]
        return frozenset(chosen)

    def names(self) -> str:
        """A line that names every tool, as far as there is room; the same for all prompts, which begin with it."""
        left = self._likely / self._rate
        named: list[str] = []
        for name in self._lengths:
            left -= len(name) + 2
            if left < 0:
                break
            named.append(name)
        return f"Tools: {', '.join(named)}. Some of them are described below." if named else ""
