"""The first-party planner: tasks and a note for each day, and habits; the command set of the AI-commands guide."""

from ovos_toolbox_planner.toolbox import PlannerToolBox

__all__ = ["PlannerToolBox"]
