"""Follows a text through a grammar: whether it can go on, whether it is whole, and the shortest way to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ovos_phal_plugin_jarvis.engines.grammar_nodes import (
    Chars,
    Choice,
    Literal,
    Node,
    Repeat,
    Rule,
    Rules,
    Sequence,
    shortest_texts,
)

Stack = tuple[Any, ...]
"""What still has to be matched: ``(next node, the stack below it)``, or ``()`` where nothing is left."""


class GrammarWalk:
    """One pass over one text. Characters are fed in order; the walk keeps every way they can be read."""

    def __init__(self, rules: Rules, shortest: Mapping[Node, str] | None = None):
        """
        Args:
            shortest: :func:`shortest_texts` of *rules*, where the caller keeps it; worked out if not given.
        """
        self._rules = rules
        self._shortest = shortest if shortest is not None else shortest_texts(rules)
        self._stacks: set[Stack] = set()
        self._expand((rules.root, ()), self._stacks)

    def feed(self, text: str) -> bool:
        """Go on by *text*; False, and nothing more can follow, where the grammar does not allow it."""
        for char in text:
            following: set[Stack] = set()
            for stack in self._stacks:
                if not stack:
                    continue
                node, below = stack
                if isinstance(node, Chars):
                    if node.holds(char):
                        self._expand(below, following)
                elif isinstance(node, Literal) and node.text[0] == char:
                    self._expand((Literal(node.text[1:]), below), following)
            self._stacks = following
            if not following:
                return False
        return True

    @property
    def is_whole(self) -> bool:
        """Whether the text fed so far is a sentence of the grammar."""
        return () in self._stacks

    def closing(self) -> str:
        """The shortest text that makes a sentence of what was fed."""
        return min((self._close(stack) for stack in self._stacks), key=len)

    def forced(self) -> str:
        """The text that has to follow, as far as there is no choice."""
        text = ""
        while len(self._stacks) == 1:
            (stack,) = self._stacks
            if not stack or not isinstance(stack[0], Literal):
                break
            text += stack[0].text
            self.feed(stack[0].text)
        return text

    def _close(self, stack: Stack) -> str:
        parts = []
        while stack:
            node, stack = stack
            parts.append(node.text if isinstance(node, Literal) else self._short(node))
        return "".join(parts)

    def _short(self, node: Node) -> str:
        if node in self._shortest:
            return self._shortest[node]
        if isinstance(node, Repeat):  # made by _expand, so not among the grammar's own nodes
            return self._shortest[node.item] * node.low
        return "".join(self._short(item) for item in node.items)  # type: ignore[union-attr]

    def _expand(self, start: Stack, into: set[Stack]) -> None:
        """Put into *into* every stack that *start* stands for and whose top is a terminal."""
        waiting, seen = [start], set()
        while waiting:
            stack = waiting.pop()
            if stack in seen:
                continue
            seen.add(stack)
            if not stack:
                into.add(stack)
                continue
            node, below = stack
            if isinstance(node, Chars):
                into.add(stack)
            elif isinstance(node, Literal):
                if node.text:
                    into.add(stack)
                else:
                    waiting.append(below)
            elif isinstance(node, Rule):
                waiting.append((self._rules.bodies[node.name], below))
            elif isinstance(node, Choice):
                waiting.extend((item, below) for item in node.items)
            elif isinstance(node, Sequence):
                for item in reversed(node.items):
                    below = (item, below)
                waiting.append(below)
            else:
                if node.low == 0:
                    waiting.append(below)
                if node.high is None or node.high > 0:
                    rest = Repeat(node.item, max(node.low - 1, 0), None if node.high is None else node.high - 1)
                    waiting.append((node.item, (rest, below)))


def matches(rules: Rules, text: str, shortest: Mapping[Node, str] | None = None) -> bool:
    """Whether *text* is a sentence of *rules*."""
    walk = GrammarWalk(rules, shortest)
    return walk.feed(text) and walk.is_whole
