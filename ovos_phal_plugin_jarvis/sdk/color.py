"""Colours of lights, by name and by number."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

RGB = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


class Color(Enum):
    """The colours that have a name; as a lamp shows them."""

    RED = (255, 0, 0)
    ORANGE = (255, 165, 0)
    AMBER = (255, 191, 0)
    YELLOW = (255, 255, 0)
    GREEN = (0, 255, 0)
    BLUE = (0, 0, 255)
    CYAN = (0, 255, 255)
    TEAL = (0, 128, 128)
    TURQUOISE = (64, 224, 208)
    SKY_BLUE = (135, 206, 235)
    NAVY = (0, 0, 128)
    INDIGO = (75, 0, 130)
    PURPLE = (128, 0, 128)
    VIOLET = (148, 0, 211)
    MAGENTA = (255, 0, 255)
    PINK = (255, 105, 180)
    LAVENDER = (200, 162, 200)
    CORAL = (255, 127, 80)
    SALMON = (250, 128, 114)
    PEACH = (255, 218, 185)
    GOLD = (255, 215, 0)
    MINT = (152, 255, 152)
    MAROON = (128, 0, 0)
    BROWN = (139, 69, 19)
    OLIVE = (128, 128, 0)
    CRIMSON = (220, 20, 60)
    WHITE = (255, 255, 255)
    WARM_WHITE = (255, 214, 170)
    COOL_WHITE = (200, 220, 255)
    GRAY = (128, 128, 128)

    @property
    def rgb(self) -> RGB:
        """Its numbers."""
        return self.value

    @property
    def spoken_name(self) -> str:
        """Its name as it is said: ``sky blue``."""
        return self.name.lower().replace("_", " ")

    @classmethod
    def from_name(cls, name: str) -> Color | None:
        """The colour of that name or alias, however it is written; None where there is none."""
        return _BY_KEY.get(_key(name))


_ALIASES = {
    "lime": Color.GREEN,
    "grey": Color.GRAY,
    "aqua": Color.CYAN,
    "fuchsia": Color.MAGENTA,
    "light blue": Color.SKY_BLUE,
    "hot pink": Color.PINK,
    "soft white": Color.WARM_WHITE,
    "daylight": Color.COOL_WHITE,
}

NAMED_COLORS: dict[str, RGB] = {
    **{color.spoken_name: color.rgb for color in Color},
    **{alias: color.rgb for alias, color in _ALIASES.items()},
}
"""Every name and alias → its numbers."""


def resolve_color(value: Any) -> RGB | None:
    """The colour that *value* means.

    Args:
        value: a name or alias, ``"r,g,b"``, ``"#rrggbb"``, or a list or tuple of three numbers.

    Returns:
        Three numbers from 0 to 255; None for anything else.
    """
    if isinstance(value, (list, tuple)):
        return _triple(value)
    if not isinstance(value, str):
        return None
    text = value.strip()
    color = Color.from_name(text)
    if color is not None:
        return color.rgb
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    parts = [part.strip() for part in text.split(",")]
    return _triple([int(part) for part in parts]) if all(_WHOLE.fullmatch(part) for part in parts) else None


_WHOLE = re.compile(r"[0-9]{1,3}")


def _triple(parts: Any) -> RGB | None:
    if len(parts) != 3 or not all(_is_level(part) for part in parts):
        return None
    red, green, blue = (int(part) for part in parts)
    return red, green, blue


def _is_level(part: Any) -> bool:
    # JSON knows no whole numbers: a model's 255.0 is one.
    whole = isinstance(part, int) or (isinstance(part, float) and part.is_integer())
    return whole and not isinstance(part, bool) and 0 <= part <= 255


def _key(name: Any) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold() if isinstance(name, str) else ""


_BY_KEY = {
    **{_key(color.spoken_name): color for color in Color},
    **{_key(alias): color for alias, color in _ALIASES.items()},
}
