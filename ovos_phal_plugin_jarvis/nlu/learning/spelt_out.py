"""What people say for the short forms that authors write as values: "medium" for ``m``, "german" for ``de``."""

from __future__ import annotations

from collections.abc import Sequence

from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH

_LEAST = 2
"""Values that have to be of one kind: a single "m" may be metres, minutes or a man."""
_SHORT = 3
"""Letters up to which a value is a short form, and of another kind where it is none of this: ``h``, ``m``, ``s``."""


def spelt_out(values: Sequence[str], lang: Language) -> dict[str, tuple[str, ...]]:
    """Those of *values* that are short forms of one kind, as most of them are, with what is said for each in *lang*, or
    in English where it has no words for that kind."""
    for spoken in (lang, language(ENGLISH)):
        for kind in spoken.spelt_out.values():
            found = {value: kind[value.lower()] for value in values if value.lower() in kind}
            others = any(len(value) <= _SHORT for value in values if value not in found)
            if len(found) >= max(_LEAST, len(values) / 2) and not others:
                return found
    return {}
