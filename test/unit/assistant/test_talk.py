"""What is talk and no request, in every language: whole utterances, made of phrases and of what means nothing."""

import pytest

from ovos_phal_plugin_jarvis.assistant.talk import KINDS, NEVER_MIND, asks_for_more, kind_of, rest_of
from ovos_phal_plugin_jarvis.sdk.locale import OURS, bare_words

TALK = [
    ("en-us", "oh thanks mate, bye for now", "thanks"),
    ("en-us", "Right then, night night, sleep well!", "good_night"),
    ("en-us", "hello again, so what can you actually do then", "help"),
    ("en-us", "good evening jarvis, who are you exactly", "who_are_you"),
    ("en-us", "lovely, ta very much", "thanks"),
    ("en-us", "well goodbye then love", "goodbye"),
    ("en-us", "whats your name again", "who_are_you"),
    ("en-us", "no thats all thanks", "thanks"),
    ("en-us", "can you help me please", "help"),
    ("de-de", "was kannst du denn eigentlich alles", "help"),
    ("de-de", "ach, wer bist du denn überhaupt", "who_are_you"),
    ("de-de", "Ja super, danke schön und tschüss", "thanks"),
    ("de-de", "na dann gute nacht, schlaf gut", "good_night"),
    ("de-de", "können sie mir mal helfen", "help"),
    ("de-de", "moin moin jarvis", "good_morning"),
    ("de-de", "also dann, bis morgen", "goodbye"),
    ("fr-fr", "bah, tu es qui toi au juste", "who_are_you"),
    ("fr-fr", "allez salut, à demain", "goodbye"),
    ("fr-fr", "ok super, merci beaucoup, bonne journée", "thanks"),
    ("fr-fr", "dis donc, tu sais faire quoi au juste", "help"),
    ("fr-fr", "bonne nuit, fais de beaux rêves", "good_night"),
    ("fr-fr", "aidez moi s'il vous plaît", "help"),
    ("es-es", "bueno, muchas gracias y adios", "thanks"),
    ("es-es", "oye, qué sabes hacer exactamente", "help"),
    ("es-es", "y tú quién eres, amigo", "who_are_you"),
    ("es-es", "venga, hasta luego guapa", "goodbye"),
    ("es-es", "hola, muy buenas tardes", "good_afternoon"),
    ("it-it", "allora, chi sei esattamente", "who_are_you"),
    ("it-it", "perfetto, grazie mille, a domani", "thanks"),
    ("it-it", "dai, che cosa sai fare di preciso", "help"),
    ("it-it", "buonanotte, sogni d'oro", "good_night"),
    ("it-it", "va bene, ci vediamo dopo", "goodbye"),
    ("nl-nl", "wat kun je eigenlijk allemaal", "help"),
    ("nl-nl", "nou, wie ben jij dan", "who_are_you"),
    ("nl-nl", "oké top, dank je wel hoor, doei", "thanks"),
    ("nl-nl", "nou welterusten, slaap lekker", "good_night"),
    ("nl-nl", "zeg, hoe heet je ook alweer", "who_are_you"),
    ("pt-pt", "então e tu quem és afinal", "who_are_you"),
    ("pt-pt", "ótimo, muito obrigado, até logo", "thanks"),
    ("pt-pt", "o que é que sabes fazer ao certo", "help"),
    ("pt-pt", "ora viva, bom dia", "good_morning"),
    ("pt-br", "valeu cara, tchau", "thanks"),
]
REQUESTS = {
    "en-us": """help me lift the sofa | tell anna thank you | good morning america is on at nine | play hello by adele |
        who are you voting for | thank you for the music | send mum a good night message | say goodbye to grandpa |
        what can you see in the garden | what is your name for this song | wake me when it is good morning | more milk |
        turn the lights off and good night | thanks but turn the heating up | goodbye yellow brick road |
        how can you help the cat | never mind the gap | stop the music then""",
    "de-de": """hilf mir das sofa zu heben | sag anna danke | spiel guten morgen sonnenschein |
        wer bist du gestern gewesen | was kannst du mir über paris sagen | gute nacht licht aus |
        danke und mach das licht aus |
        schreib oma gute nacht | mehr licht | wie heißt die hauptstadt von peru | bis morgen sieben uhr schlafen""",
    "fr-fr": """aide moi à porter le canapé | dis merci à anna | joue bonjour tristesse | qui es tu venu voir |
        bonne nuit éteins la lumière | comment t'appelles-tu un taxi | salut mets de la musique | plus de lumière |
        envoie à bientôt à paul""",
    "es-es": """ayúdame a mover el sofá | dile gracias a ana | pon buenos días de la radio | quién eres tú para maría |
        buenas noches apaga la luz | hola pon música | hasta luego cocodrilo en la tele | qué puedes hacer con arroz""",
    "it-it": """aiutami a spostare il divano | di' grazie ad anna | metti ciao bella ciao | chi sei andato a trovare |
        buonanotte spegni la luce | ciao metti la musica | cosa puoi fare con il riso""",
    "nl-nl": """help me de bank tillen | zeg anna bedankt | speel goedemorgen nederland | wie ben je tegengekomen |
        welterusten doe het licht uit | wat kun je koken met rijst | hallo zet de radio aan""",
    "pt-pt": """ajuda-me a levantar o sofá | diz obrigado à ana | toca bom dia comunidade | quem és tu para a maria |
        boa noite apaga a luz | olá põe música | o que podes fazer com arroz""",
}
REQUESTED = [(lang, " ".join(said.split())) for lang, all_ in REQUESTS.items() for said in all_.split("|")]


@pytest.mark.parametrize(("lang", "said", "kind"), TALK)
def test_phrases_of_talk_in_a_row_with_what_means_nothing_around_are_talk(lang, said, kind):
    assert kind_of(said, lang) == kind


@pytest.mark.parametrize(("lang", "said"), REQUESTED)
def test_what_says_anything_else_is_no_talk(lang, said):
    assert kind_of(said, lang) is None
    assert rest_of(said, lang) is None
    assert not asks_for_more(said, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "oh never mind then mate"),
        ("en-us", "actually dont bother, good night"),
        ("en-us", "ive changed my mind, thanks anyway"),
        ("de-de", "ach vergiss es einfach wieder"),
        ("de-de", "hat sich erledigt, danke, tschüss"),
        ("fr-fr", "bon allez, laisse tomber"),
        ("es-es", "bueno, olvidalo, gracias"),
        ("it-it", "ma dai, lascia perdere, ciao"),
        ("nl-nl", "ach laat maar zitten hoor"),
        ("pt-pt", "ah deixa lá, obrigado"),
    ],
)
def test_what_takes_a_request_back_counts_before_what_is_said_with_it(lang, said):
    assert kind_of(said, lang) is None
    assert rest_of(said, lang) == NEVER_MIND


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "thanks, go on then"),
        ("de-de", "ja, erzähl doch mal weiter"),
        ("fr-fr", "et alors la suite"),
        ("es-es", "vale, y qué más"),
        ("it-it", "e poi dai"),
        ("nl-nl", "ja, vertel maar verder"),
        ("pt-pt", "então, e depois"),
    ],
)
def test_the_rest_is_asked_for_and_is_no_talk_where_none_waits(lang, said):
    assert asks_for_more(said, lang)
    assert kind_of(said, lang) is None


def test_a_goodbye_does_not_ask_for_more():
    assert not asks_for_more("bye, more", "en-us")


@pytest.mark.parametrize("said", ["oh well", "then again", "please mate", "jarvis", "", "!", "good night " * 20])
def test_what_means_nothing_is_no_talk_by_itself(said):
    assert kind_of(said, "en-us") is None


@pytest.mark.parametrize("lang", sorted(OURS.languages("help", ".voc")))
def test_a_phrase_is_of_one_kind(lang):
    kinds = {}
    for kind in KINDS:
        for phrase in {bare_words(phrase) for phrase in OURS.words(kind, lang)}:
            assert kinds.setdefault(phrase, kind) == kind, phrase
