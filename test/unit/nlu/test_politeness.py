"""What stands around a request and means nothing, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.lang import languages
from ovos_phal_plugin_jarvis.nlu.text import strip_request, tokenize


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("en", "hi there jarvis lights out", "lights out"),
        ("en", "okay jarvis would you mind turning off the the lights if you can", "turning off the lights"),
        ("en", "i'd like to know what the capital of peru is", "what is the capital of peru"),
        ("en", "could you please tell me a joke", "tell me a joke"),
        ("en", "would you be so good as to close the gate if you please", "close the gate"),
        ("en", "ey up do us a favour and close the gate ta love", "close the gate"),
        ("en", "kindly inform me who has won the cup", "who has won the cup"),
        ("en", "i'd be grateful if you could close the gate", "close the gate"),
        ("en", "close the gate if that's okay with you", "close the gate"),
        ("en", "wool for saturday if you'd note that down", "wool for saturday"),
        ("en", "close the gate if that works for you", "close the gate"),
        ("en", "close the gate if that can be arranged", "close the gate"),
        ("en", "close the gate if it's at all doable", "close the gate"),
        ("en", "close the gate if that works on the latch", "close the gate if that works on the latch"),
        ("de", "mach das tor zu wenn das klappt", "mach das tor zu"),
        ("fr", "ferme le portail si ça marche", "ferme le portail"),
        ("en", "close the gate if that's okay with mum", "close the gate if that's okay with mum"),
        ("en", "close the gate if at all possible", "close the gate"),
        ("en", "mate who has won the cup", "who has won the cup"),
        ("en", "lad what does the fox say", "what does the fox say"),
        ("en", "mate rates what are they", "mate rates what are they"),
        ("es", "oye qué hora es", "qué hora es"),
        ("fr", "monsieur quelle heure est-il", "quelle heure est-il"),
        ("en", "close the gate for once", "close the gate"),
        ("en", "for pete's sake close the gate", "close the gate"),
        ("en", "close the gate for the time being", "close the gate"),
        ("en", "close the gate for the goats", "close the gate for the goats"),
        ("en", "sew a patch for pete's sack", "sew a patch for pete's sack"),
        ("de", "mach zur abwechslung mal das tor zu", "mach zur abwechslung mal das tor zu"),
        ("de", "mach das tor zu um himmels willen", "mach das tor zu"),
        ("es", "cierra la verja para variar", "cierra la verja"),
        ("fr", "ferme le portail pour une fois", "ferme le portail"),
        ("it", "chiudi il cancello una volta", "chiudi il cancello una volta"),
        ("it", "chiudi il cancello per una volta", "chiudi il cancello"),
        ("nl", "doe het hek dicht voor de verandering", "doe het hek dicht"),
        ("pt", "fecha o portão por uma vez", "fecha o portão"),
        ("de", "mach das tor zu falls möglich", "mach das tor zu"),
        ("de", "mach das tor zu falls du kannst", "mach das tor zu"),
        ("es", "cierra la verja si es posible", "cierra la verja"),
        ("fr", "ferme le portail si ça te dérange pas", "ferme le portail"),
        ("fr", "ferme le portail si possible", "ferme le portail"),
        ("it", "chiudi il cancello se possibile", "chiudi il cancello"),
        ("nl", "doe het hek dicht indien mogelijk", "doe het hek dicht"),
        ("pt", "fecha o portão se for possível", "fecha o portão"),
        ("pt", "fecha o portão se der chuva", "fecha o portão se der chuva"),
        ("de", "hallo jarvis könntest du bitte das licht im bad einschalten danke", "das licht im bad einschalten"),
        ("de", "kannst du mir sagen wie das wetter morgen ist", "wie ist das wetter morgen"),
        ("de", "äh mach äh das radio an", "mach das radio an"),
        ("de", "halt die musik an", "halt die musik an"),
        ("de", "spiel jazz nein warte spiel lieber etwas ruhiges", "spiel lieber etwas ruhiges"),
        ("es", "oye jarvis ¿puedes por favor encender la luz?", "encender la luz"),
        ("es", "¿me puedes decir qué hora es?", "qué hora es"),
        ("es", "este fin de semana", "este fin de semana"),
        ("fr", "est-ce que tu peux allumer la lumière s'il te plaît", "allumer la lumière"),
        ("fr", "dis-moi quelle heure il est", "quelle heure il est"),
        ("it", "ciao potresti per favore accendere la luce in cucina", "accendere la luce in cucina"),
        ("it", "mi sai dire che ore sono", "che ore sono"),
        ("nl", "hoi kun je alsjeblieft het licht aandoen", "het licht aandoen"),
        ("nl", "vertel me wat de hoofdstad van peru is", "wat is de hoofdstad van peru"),
        ("pt", "olá pode por favor ligar a luz da sala obrigado", "ligar a luz da sala"),
        ("pt", "é hoje", "é hoje"),
        ("xx", "hey jarvis zyx abc", "zyx abc"),
    ],
)
def test_only_what_means_nothing_goes(lang: str, said: str, meant: str) -> None:
    assert strip_request(said, lang) == meant


@pytest.mark.parametrize(("lang", "said"), [("en", "please"), ("de", "danke"), ("fr", "s'il te plaît"), ("es", "hola")])
def test_never_everything_goes(lang: str, said: str) -> None:
    assert strip_request(said, lang) == said


def test_elided_words_are_words_of_their_own() -> None:
    assert [t.norm for t in tokenize("éteins l'alarme d’hier", "fr")] == ["éteins", "l'", "alarme", "d'", "hier"]
    assert [t.norm for t in tokenize("tra un'ora", "it")] == ["tra", "un'", "ora"]
    assert [t.norm for t in tokenize("don't", "en")] == ["don't"]


def test_spellings_of_a_recogniser_are_evened_out() -> None:
    assert [t.norm for t in tokenize("i wanna see whats on", "en")] == ["i", "want", "to", "see", "what", "'s", "on"]
    assert [t.norm for t in tokenize("gi us owt cos i need em", "en")] == (
        ["give", "us", "anything", "because", "i", "need", "them"]
    )
    assert [t.norm for t in tokenize("perche no", "it")] == ["perché", "no"]


@given(st.text(max_size=200), st.sampled_from(languages()))
@settings(max_examples=200, deadline=None)
def test_tokens_are_places_in_the_text(text: str, lang: str) -> None:
    end = 0
    for token in tokenize(text, lang):
        assert end <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.text and token.norm
        end = token.end


@given(st.lists(st.sampled_from(["please", "can", "you", "um", "no", "wait", "tell", "me", "what", "is", "it", "the"])))
@settings(max_examples=150, deadline=None)
def test_something_is_always_left(words: list[str]) -> None:
    text = " ".join(words)
    assert bool(tokenize(strip_request(text))) == bool(words)


@pytest.mark.parametrize("text", ["please " * 400, "can you " * 300, "no wait " * 300, "tell me " * 300, "," * 2000])
def test_much_of_it_takes_no_time(text: str) -> None:
    for lang in languages():
        strip_request(text, lang)
