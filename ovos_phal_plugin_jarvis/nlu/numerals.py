"""The name under which the translator knows the numbers of ``nlu.entities``."""

from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word

__all__ = ["is_number_word"]
