"""What kind of thing a clause is, and what may be several requests, told by the words alone."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.nlu.acts import Kind, acts_of
from ovos_phal_plugin_jarvis.nlu.acts.conditions import condition, conditions
from ovos_phal_plugin_jarvis.nlu.acts.hearsay import reports
from ovos_phal_plugin_jarvis.nlu.acts.remarks import remark_of
from ovos_phal_plugin_jarvis.nlu.segmentation.cuts import may_be_several


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "she said open the hatch"),
        ("en-us", "the captain told us to lower the sails"),
        ("en-us", "my aunt asked me to feed the koi"),
        ("en-us", "grandpa says I should stop the pump"),
        ("en-us", "who told you to drain the pond"),
        ("de-de", "der nachbar hat gesagt öffne das tor"),
        ("es-es", "mi tía dijo que abras la reja"),
        ("fr-fr", "ma tante a dit d'ouvrir la grille"),
        ("it-it", "mia zia ha detto di aprire il cancello"),
        ("nl-nl", "mijn tante zei open de poort"),
        ("pt-pt", "a minha tia disse para abrir o portão"),
    ],
)
def test_what_somebody_else_says_is_told(lang: str, said: str) -> None:
    assert reports(said, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "I said open the hatch"),
        ("en-us", "tell the captain to lower the sails"),
        ("en-us", "ask aunt ines whether she comes"),
        ("en-us", "remind me to tell her what the vet said"),
        ("en-us", "she told me to hurry so start the pump"),
        ("en-us", "who said to be or not to be"),
        ("en-us", "open the hatch"),
        ("de-de", "sag der tante dass das essen fertig ist"),
        ("es-es", "dile a la tía que venga"),
        ("fr-fr", "dis à ma tante de venir"),
        ("it-it", "di' alla zia di venire"),
        ("nl-nl", "zeg tegen mijn tante dat het eten klaar is"),
        ("pt-pt", "diga à tia para vir"),
    ],
)
def test_who_speaks_or_is_spoken_to_is_not(lang: str, said: str) -> None:
    assert not reports(said, lang)


@pytest.mark.parametrize(
    ("lang", "said", "word"),
    [
        ("en-us", "if it freezes drain the pond", "if"),
        ("en-us", "drain the pond unless it is warm", "unless"),
        ("en-us", "open the gate when my aunt arrives", "when my"),
        ("de-de", "wenn es friert leere den teich", "wenn"),
        ("es-es", "si hiela vacía el estanque", "si"),
        ("fr-fr", "s'il gèle vide le bassin", "s'il"),
        ("it-it", "se gela svuota la vasca", "se"),
        ("nl-nl", "als het vriest leeg de vijver", "als"),
        ("pt-pt", "se gelar esvazia o tanque", "se"),
    ],
)
def test_conditions_are_found(lang: str, said: str, word: str) -> None:
    assert [said[start:end] for start, end in conditions(said, lang)] == [word]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en-us", "drain the pond if you can"),
        ("en-us", "what time is it if you don't mind"),
        ("fr-fr", "vide le bassin s'il te plaît"),
        ("es-es", "vacía el estanque si puedes"),
        ("en-us", "what if"),
    ],
)
def test_politeness_is_no_condition(lang: str, said: str) -> None:
    assert not list(conditions(said, lang))


def test_why_something_is_wanted_is_no_condition() -> None:
    assert acts_of("set an alarm for seven in case i don't wake up", "en").condition == ""
    assert acts_of("set an alarm for seven in case she comes", "en").condition == "in case"


@pytest.mark.parametrize(
    ("said", "several"),
    [
        ("pick plums or pears and set an alarm for six", True),
        ("read my notes and my letters", True),
        ("two plus two and four", False),
        ("add salt and pepper", False),
        ("open the hatch", False),
    ],
)
def test_an_order_or_a_thing_behind_a_joint_may_be_another_request(said: str, several: bool) -> None:
    assert may_be_several(said, "en-us") is several


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("if it freezes stop the pump", True),
        ("drain the pond if it freezes", True),
        ("if I walk nine miles how many leagues is that", False),
        ("if I take four from nine what is left", False),
        ("drain the pond", False),
    ],
)
def test_a_question_that_supposes_something_depends_on_nothing(said: str, wanted: bool) -> None:
    assert bool(condition(said, "en-us")) is wanted


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("drain the pond", Kind.REQUEST),
        ("could you drain the pond", Kind.REQUEST),
        ("the captain told us to drain the pond", Kind.HEARSAY),
        ("tell the captain to lower the sails", Kind.RELAY),
        ("we might drain the pond", Kind.MUSING),
        ("drain the pond or maybe not", Kind.DOUBT),
        ("drain the pond if it freezes", Kind.CONDITION),
        ("is the pond deep", Kind.QUESTION),
        ("how come the pond is empty", Kind.QUESTION),
        ("the captain asked me how deep the pond was", Kind.STORY),
        ("the captain drained the pond", Kind.STORY),
        ("the pond is deep", Kind.STATEMENT),
        ("because the pond leaks", Kind.REASON),
        ("sorry for my accent", Kind.APOLOGY),
        ("quick quick", Kind.ADDRESS),
    ],
)
def test_a_clause_is_one_thing_first_of_all(said: str, kind: Kind) -> None:
    assert acts_of(said, "en-us").kind is kind


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "hice una lista y la perdí"),
        ("es-es", "he olvidado la lista en casa"),
        ("it-it", "ho già dimenticato la lista a casa"),
        ("it-it", "mia nonna scriveva la lista su un foglio"),
        ("pt-pt", "esqueci a lista no carro"),
        ("fr-fr", "mon oncle mettait la liste sur la porte"),
        ("fr-fr", "je me suis couché à dix heures"),
        ("fr-fr", "ce matin j'ai vidé l'étang"),
        ("es-es", "me acosté a las diez"),
        ("es-es", "ayer vacié el estanque"),
        ("it-it", "mi sono coricato alle dieci"),
        ("pt-pt", "eu me deitei às dez"),
        ("pt-pt", "ontem esvaziei o tanque"),
        ("de-de", "ich bin um zehn eingeschlafen"),
        ("de-de", "gestern habe ich den teich geleert"),
        ("nl-nl", "ik ben om tien uur ingeslapen"),
        ("nl-nl", "vanmorgen heb ik de vijver geleegd"),
    ],
)
def test_what_somebody_did_is_a_story_in_any_language(lang: str, said: str) -> None:
    assert acts_of(said, lang).kind is Kind.STORY


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "he comprado leche quítala de la lista"),
        ("it-it", "ho comprato il latte toglilo dalla lista"),
        ("pt-pt", "comprei leite tira da lista"),
        ("fr-fr", "j'ai acheté du lait enlève-le de la liste"),
        ("de-de", "ich habe milch gekauft nimm sie von der liste"),
        ("nl-nl", "ik heb melk gekocht haal ze van de lijst"),
        ("es-es", "tengo una alarma mañana"),
        ("it-it", "ho una sveglia domani"),
    ],
)
def test_an_order_behind_what_somebody_did_is_no_story(lang: str, said: str) -> None:
    assert acts_of(said, lang).statement is None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de-de", "das baby schläft"),
        ("es-es", "el niño duerme ya"),
        ("fr-fr", "le bébé dort"),
        ("it-it", "il bambino dorme"),
        ("nl-nl", "de baby slaapt"),
        ("pt-pt", "o bebé dorme"),
    ],
)
def test_what_somebody_does_is_a_remark_where_no_dictionary_knows_the_verb(lang: str, said: str) -> None:
    assert remark_of(said, lang) is not None


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("gets dark early now doesn't it", True),
        ("smells of rain doesn't it", True),
        ("gets dark early now", False),
        ("lock the door will you", False),
        ("timers are quiet aren't they", True),
    ],
)
def test_what_only_asks_whether_others_find_so_too_is_told(said: str, tells: bool) -> None:
    assert (acts_of(said, "en").statement is not None) == tells


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("the shed is shut isn't it", True),
        ("my sister was here was she", True),
        ("the shed can go my brother did it", False),
        ("the shed can go there's a man coming to do it", False),
        ("the shed can go she has it", False),
    ],
)
def test_what_somebody_did_at_the_end_is_no_question(said: str, asks: bool) -> None:
    assert acts_of(said, "en").question == asks


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "i think the weather will be nice on sunday"),
        ("en", "i guess the lamp is still on"),
        ("en", "we hope it doesn't rain"),
        ("de", "ich glaube das wetter wird schön"),
        ("es", "creo que la cocina está limpia"),
        ("pt", "acho que a luz está acesa"),
    ],
)
def test_what_somebody_thinks_asks_for_nothing(lang: str, said: str) -> None:
    assert acts_of(said, lang).statement is not None


@pytest.mark.parametrize(
    "said", ["i think i need a timer", "i think you should turn the lamp on", "yes set a timer for ten minutes"]
)
def test_what_somebody_thinks_they_need_is_asked_for(said: str) -> None:
    assert acts_of(said, "en").statement is None
