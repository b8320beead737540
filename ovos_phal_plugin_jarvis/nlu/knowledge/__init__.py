"""What is known of words in general, from named sources and never from anybody's benchmark."""

from ovos_phal_plugin_jarvis.nlu.knowledge.people import FAMILY, GIVEN, People, names_of_people
from ovos_phal_plugin_jarvis.nlu.knowledge.verbs import Verbs, english_verbs
from ovos_phal_plugin_jarvis.nlu.knowledge.word_classes import WordClasses, english_word_classes
from ovos_phal_plugin_jarvis.nlu.knowledge.wordnet import WordNet, english_wordnet

__all__ = [
    "FAMILY",
    "GIVEN",
    "People",
    "Verbs",
    "WordClasses",
    "WordNet",
    "english_verbs",
    "english_word_classes",
    "english_wordnet",
    "names_of_people",
]
