"""The first-party toolbox for every day: the time and date anywhere, arithmetic, and timers that really
run."""

from ovos_toolbox_everyday.toolbox import EverydayToolBox

__all__ = ["EverydayToolBox"]
