"""How requests about timers say it, in each language."""

from __future__ import annotations

from pathlib import Path

from ovos_toolbox_everyday.word_tables import Wording

WORDS = Wording(Path(__file__).with_name("words.yaml"))
"""The table beside this module."""
