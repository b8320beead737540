"""What is said to the planner and to the everyday tools, as a translator reads it with those of both."""

from __future__ import annotations

from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_planner import PlannerToolBox

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
Calls = list[tuple[str, dict[str, Any]]]


@lru_cache(maxsize=1)
def translator() -> ExampleTranslator:
    """What has learned the tools of both toolboxes."""
    boxes = (load_toolbox("planner", PlannerToolBox()), load_toolbox("everyday", EverydayToolBox()))
    return having_learned([tool.definition for box in boxes for tool in box.tools])


def calls(said: str) -> Calls:
    """What *said* asks for, on a Saturday at ten."""
    found = translator().translate(said, TranslationContext(now=NOW, lang="en-us"))
    return [(call.name, dict(call.arguments)) for call in found.calls]
