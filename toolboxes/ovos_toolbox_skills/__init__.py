"""The first-party toolbox for agents: what the skills of the device can do, as tools on the messagebus."""

from ovos_toolbox_skills.toolbox import SkillsToolBox

__all__ = ["SkillsToolBox"]
