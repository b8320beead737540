"""The words of all languages that say something beyond doubt, and what of a request may say it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ovos_toolbox_everyday.word_tables import Wording

WORDS = Wording(Path(__file__).with_name("words.yaml"))
"""How each language says it."""
SPANS = {span: re.compile(rf"\b(?:{WORDS.pattern(span).pattern})\b", re.IGNORECASE) for span in ("week", "month")}
"""What a week and a month are called in any language."""


def without_text(arguments: dict[str, Any], words: str) -> str:
    """*words* without the ``text`` of the call, whose parts of the day are none of its time."""
    about = str(arguments.get("text") or "").strip()
    return re.sub(re.escape(about), " ", words, flags=re.IGNORECASE) if about else words
