"""Values that an argument may have: those of all examples that name it."""
from __future__ import annotations

from collections.abc import Iterable

from ovos_phal_plugin_jarvis.assistant.translators.examples.alignment import AlignedExample


def value_pools(aligned: Iterable[Iterable[AlignedExample]]) -> dict[str, list[str]]:
    """Parameter name → values, with repetitions. Arguments of one name share their values between tools.

    General knowledge (``gazetteers``) is no source of values: measured, cities and genres that no example shows made the
    taggers worse, while the same lists as features made them better.
    """
    pools: dict[str, list[str]] = {}
    for examples in aligned:
        for example in examples:
            for span in example.spans:
                pools.setdefault(span.parameter, []).append(
                    example.text[example.tokens[span.start].start: example.tokens[span.end - 1].end])
    return pools
