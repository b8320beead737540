"""Words by language, as the YAML files beside the code hold them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml


@lru_cache(maxsize=32)
def word_table(file: Path) -> dict[str, Any]:
    """Language → what *file* holds of it; not to be changed, as it is read once."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    table: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), loader)
    return table
