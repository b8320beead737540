"""What is known of words in general, from named sources and never from anybody's benchmark."""

from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import WordNet, english_wordnet

__all__ = ["WordNet", "english_wordnet"]
