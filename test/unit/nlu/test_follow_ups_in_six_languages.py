"""What is said behind a request in German, Spanish, French, Italian, Dutch and Portuguese: what wants nothing of it,
and what changes it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dialogue_tools import steps_in, tools_in
from test_what_becomes_of_the_last import calls, talk

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu.acts.finite import begins_telling, tells_by_verb
from ovos_phal_plugin_jarvis.nlu.acts.statements import stated
from ovos_phal_plugin_jarvis.nlu.dialogue.state import GUESSED
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.translation.values import Translation, TranslationContext

_LISTED = {
    "de": "setz milch auf die einkaufsliste",
    "es": "añade leche a la lista",
    "fr": "ajoute lait à la liste",
    "it": "aggiungi latte alla lista",
    "nl": "zet melk op de lijst",
    "pt": "põe leite na lista",
}
_HEATED = {
    "de": "stell die heizung auf zwanzig",
    "es": "pon la calefacción a veinte",
    "fr": "mets le chauffage à vingt",
    "it": "imposta il riscaldamento a venti",
    "nl": "zet de verwarming op twintig",
    "pt": "põe o aquecimento em vinte",
}
_TIMED = {
    "de": "stell einen timer auf zehn minuten",
    "es": "pon un temporizador de diez minutos",
    "fr": "mets un minuteur de dix minutes",
    "it": "imposta un timer di dieci minuti",
    "nl": "zet een timer van tien minuten",
    "pt": "põe um temporizador de dez minutos",
}


def _then(context: TranslationContext, lang: str, first: str, then: str, kind: str = "steps") -> Translation:
    tools = steps_in(lang) if kind == "steps" else tools_in(lang)
    return talk(having_learned(tools, lang=lang), replace(context, lang=f"{lang}-{lang}"), first, then)


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        # how somebody or something is, or what it does
        ("de", "auch meine schulter tut weh"),
        ("de", "die wurst ist auch vergammelt"),
        ("es", "también me duele el pie"),
        ("es", "el jamón está rancio también"),
        ("fr", "le jambon est moisi aussi"),
        ("it", "mi fa male anche il piede"),
        ("it", "anche il prosciutto è ammuffito"),
        ("nl", "mijn voet doet ook zeer"),
        ("nl", "de ham is ook beschimmeld"),
        ("pt", "também me dói o pé"),
        ("pt", "o fiambre também está bolorento"),
        # what is asked of somebody
        ("de", "hast du die wurst gefunden"),
        ("es", "has encontrado el jamón"),
        ("fr", "t'as trouvé le jambon"),
        ("it", "hai trovato il prosciutto"),
        ("nl", "heb je de ham gevonden"),
        # what is not meant
        ("de", "die wurst nicht"),
        ("es", "el jamón no"),
        ("fr", "le jambon non"),
        ("it", "il prosciutto no"),
        ("nl", "de ham niet"),
        ("pt", "o fiambre não"),
    ],
)
def test_nothing_of_it_is_put_on_a_list(context: TranslationContext, lang: str, then: str) -> None:
    assert calls(_then(context, lang, _LISTED[lang], then)) == []


@pytest.mark.parametrize(
    ("lang", "then", "thing"),
    [
        ("de", "und die wurst auch", "wurst"),
        ("es", "y el jamón también", "jamón"),
        ("it", "anche il prosciutto", "prosciutto"),
        ("nl", "en de ham ook", "ham"),
        ("pt", "e o fiambre também", "fiambre"),
    ],
)
def test_what_is_wanted_is(context: TranslationContext, lang: str, then: str, thing: str) -> None:
    ((name, arguments),) = calls(_then(context, lang, _LISTED[lang], then))
    assert (name, arguments["item"].split()[-1]) == ("put_on_list", thing)


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "fünfzehn nicht"),
        ("es", "a quince no"),
        ("it", "a quindici no"),
        ("nl", "vijftien niet"),
        ("pt", "a quinze não"),
    ],
)
def test_a_value_that_is_denied_is_not_set(context: TranslationContext, lang: str, then: str) -> None:
    assert calls(_then(context, lang, _HEATED[lang], then)) == []


@pytest.mark.parametrize(("lang", "then"), [("es", "no quince"), ("pt", "não quinze")])
def test_a_no_that_may_deny_asks_first(context: TranslationContext, lang: str, then: str) -> None:
    found = _then(context, lang, _HEATED[lang], then)
    assert calls(found) == [("set_heating", {"level": 15})]
    assert found.confidence <= GUESSED
    assert _then(context, lang, _HEATED[lang], then.replace(" ", ", ")).confidence > GUESSED


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "mach fünfzehn draus"),
        ("de", "nehmen wir lieber fünfzehn"),
        ("es", "digamos mejor quince"),
        ("es", "que sean quince"),
        ("fr", "mets plutôt quinze"),
        ("fr", "disons quinze"),
        ("it", "facciamo quindici"),
        ("it", "fai pure quindici"),
        ("nl", "maak er vijftien van"),
        ("pt", "faz quinze"),
        ("pt", "muda para quinze"),
    ],
)
def test_what_it_is_to_be_instead(context: TranslationContext, lang: str, then: str) -> None:
    found = _then(context, lang, _TIMED[lang], then, "timers")
    assert calls(found) == [("set_timer", {"seconds": 900})]


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "gib ihm noch fünf minuten drauf"),
        ("es", "dale otros cinco minutitos"),
        ("fr", "encore cinq minutes"),
        ("it", "aggiungi altri cinque minuti"),
        ("nl", "geef hem nog vijf minuten"),
        ("pt", "mais cinco minutos"),
    ],
)
def test_how_much_more(context: TranslationContext, lang: str, then: str) -> None:
    assert calls(_then(context, lang, _TIMED[lang], then, "timers")) == [("set_timer", {"seconds": 900})]


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "noch nen tick"),
        ("es", "otro pelín más"),
        ("fr", "encore un chouïa"),
        ("it", "ancora un pochino"),
        ("nl", "nog een tikkie"),
        ("pt", "mais um bocadinho"),
    ],
)
def test_a_bit_more(context: TranslationContext, lang: str, then: str) -> None:
    first = {
        "de": "die rollos höher", "es": "sube las persianas", "fr": "monte les stores", "it": "alza le tapparelle",
        "nl": "de rolluiken omhoog", "pt": "sobe os estores",
    }  # fmt: skip
    assert calls(_then(context, lang, first[lang], then)) == [("move_blinds", {"direction": "up"})]


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "lass mal wieder sein ich koche doch nicht"),
        ("es", "olvídalo que al final no cocino"),
        ("fr", "laisse tomber je cuisine pas"),
        ("nl", "laat maar zitten ik kook toch niet"),
    ],
)
def test_what_is_called_off_with_a_reason_asks_first(context: TranslationContext, lang: str, then: str) -> None:
    found = _then(context, lang, _TIMED[lang], then, "timers")
    assert [name for name, _ in calls(found)] == ["cancel_timer"]
    assert found.confidence <= GUESSED


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("de", "halt ihn an hat oma gesagt"),
        ("es", "páralo dice la abuela"),
        ("fr", "arrête-le elle a dit"),
        ("it", "fermalo ha detto la nonna"),
        ("nl", "zet hem uit zei oma"),
        ("pt", "para isso disse a avó"),
        ("es", "no me lo quites"),
        ("fr", "ne me l'arrête pas"),
    ],
)
def test_what_somebody_says_or_forbids(context: TranslationContext, lang: str, then: str) -> None:
    assert calls(_then(context, lang, _TIMED[lang], then, "timers")) == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es", "los días no se acortan"),
        ("it", "le giornate si allungano"),
        ("pt", "o menino se machucou"),
        ("pt", "o queijo também está duro"),
        ("de", "ich mach das gleich"),
        ("fr", "on mange tard"),
        ("nl", "wij koken later"),
    ],
)
def test_what_is_a_clause(lang: str, said: str) -> None:
    assert stated(said.split(), language(lang), alone=True) is not None


@pytest.mark.parametrize(
    ("lang", "said", "found"),
    [
        ("de", "kommt tatort", True),
        ("de", "rote linsen", False),
        ("es", "estarán todos durmiendo", True),
        ("nl", "de was", False),
        ("it", "mi piace", True),
        ("pt", "pão de forma", False),
        ("fr", "gâteau au chocolat", False),
    ],
)
def test_what_is_no_name(lang: str, said: str, found: bool) -> None:
    words = said.split()
    assert tells_by_verb(words, 0, len(words), language(lang)) is found


@pytest.mark.parametrize(
    ("lang", "said", "found"),
    [
        ("es", "me duele la espalda", True),
        ("de", "hast du den käse gesehen", True),
        ("pt", "me lembra do leite", False),
        ("es", "me pones leche", False),
        ("it", "fai il pane", False),
    ],
)
def test_what_begins_by_telling(lang: str, said: str, found: bool) -> None:
    assert begins_telling(said.split(), language(lang)) is found
