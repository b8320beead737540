"""Translators whose tools any test of the run has learned before: most of the processor time of tests that look at what
is understood went into learning the same tools again."""

from __future__ import annotations

import fcntl
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning import together
from ovos_phal_plugin_jarvis.nlu.learning.cache import fingerprint
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from processes import MODELS

_MOST = 12
"""Translators that a process keeps, those that were asked for last; the others it reads back from the disk."""
together.hear = lru_cache(maxsize=2048)(together.hear)
"""What nobody asks for is the same for all tools, and was heard again for each set of them that is learned. A service
learns once, in a process of its own."""
_kept: OrderedDict[str, ExampleTranslator] = OrderedDict()


def having_learned(definitions: Sequence[ToolDefinition], lang: str = "en-us") -> ExampleTranslator:
    """The translator of *definitions*, which is the same for every test that asks with the same: once trained it is
    deterministic. What it learns any process of the run reads back; a test of learning makes its own."""
    key = fingerprint(tuple(definitions), lang)
    found = _kept.pop(key, None)
    if found is None:
        found = ExampleTranslator(definitions, cache_dir=MODELS, lang=lang)
        # Where another process learns the same, this one would only take the processor from it.
        with (MODELS / f"{key}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            found.train()
    _kept[key] = found
    if len(_kept) > _MOST:
        _kept.popitem(last=False)
    return found
