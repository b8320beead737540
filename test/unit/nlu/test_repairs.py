"""What a speaker takes back within an utterance, told by the words alone."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.repairs import Repair, repaired
from ovos_phal_plugin_jarvis.nlu.thinking import without_thinking

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def repair(text: str, lang: str = "en-us") -> Repair | None:
    return repaired(text, lang, NOW)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        # a value for one of its kind
        ("log a swim of twenty laps no thirty laps", "log a swim of thirty laps"),
        ("dim the porch to forty percent I mean sixty percent", "dim the porch to sixty percent"),
        ("feed the koi at noon, sorry, at half past two", "feed the koi at half past two"),
        ("feed the koi at six pm tomorrow no half seven", "feed the koi at half seven tomorrow"),
        ("feed the koi at six pm on friday sorry half six", "feed the koi at half six on friday"),
        ("bake it for an hour wait make that ninety minutes", "bake it for ninety minutes"),
        ("a twelve minute nap oh make it fifteen minutes", "a fifteen minute nap"),
        ("run the pump for ten minutes no twelve", "run the pump for twelve minutes"),
        ("on mondays I mean thursdays", "on thursdays"),
        ("order a pizza make that a burger", "order a burger"),
        ("dim the porch light make that the cellar light", "dim the cellar light"),
        ("the glue needs another nine minutes no six six more", "the glue needs another six minutes more"),
        # a thing for the nearest of its kind
        ("fetch the ladder no the bucket from the shed", "fetch the bucket from the shed"),
        ("paint the fence green no blue", "paint the fence blue"),
        ("move the sofa to the attic no to the cellar", "move the sofa to the cellar"),
        ("put carrots in the red bowl no onions", "put onions in the red bowl"),
        ("open the second hatch no sorry the third one", "open the third hatch"),
        ("ferry from oslo to hull no to ghent", "ferry from oslo to ghent"),
        # how many of a thing that had no number
        ("fetch two buckets and a spade no make that three spades", "fetch two buckets and three spades"),
        ("fetch a spade and two buckets no three buckets", "fetch a spade and three buckets"),
        # the old thing denied behind the new one
        ("fetch two buckets and the rake no sorry the spade not the rake", "fetch two buckets and the spade"),
        ("paint the fence green no blue not the shed", "paint the fence blue not the shed"),
        # what is said again is not kept twice
        ("nine times four I mean nine times five", "nine times five"),
        ("tides tomorrow no winds tomorrow", "winds tomorrow"),
        ("water on monday and friday I mean tuesday and friday", "water on tuesday and friday"),
        # what stands around it stays
        ("ring the bell and feed two hens no three hens and lock the gate", None),
        ("close the vent in the attic for one hour no two hours", "close the vent in the attic for two hours"),
        # the last word alone
        ("switch the pump on no off", "switch the pump off"),
        # a request begun anew
        ("mow the lawn no play some polkas", "play some polkas"),
        # with the reason
        ("hang it forty high no that's crooked make it fifty", "hang it fifty high"),
        ("meet on monday no i'm away then make it thursday", "meet on thursday"),
        ("ring the bell at six no wait the choir sings make that nine", "ring the bell at nine"),
        ("ring the bell at six no that's too early half past nine", "ring the bell at half past nine"),
        ("ring the bell at six no i'm off on monday make it nine", "ring the bell at nine"),
        ("bring two no let's be sensible twelve crates", "bring twelve crates"),
        ("plant the bulbs on thursday or rather monday my knees hurt", "plant the bulbs on monday my knees hurt"),
        # with what is taken back said again, and with what tells only how it is
        ("set the loom to sixty no sixty's silly say forty five", "set the loom to forty five"),
        ("feed the carp on monday no monday's no good tuesday", "feed the carp on tuesday"),
        ("weigh in two hundred grams no wait it's two hundred twenty", "weigh in two hundred twenty grams"),
        ("note down 45 liters hang on is 54", "note down 54 liters"),
        ("the dial is at 45.2 no hang on i need my specs 42.5", "the dial is at 42.5"),
        ("a berth for friday no wait they moved my shift saturday for two", "a berth for saturday for two"),
        ("two boats in all no sorry three from june tenth", "three boats in all from june tenth"),
        # by other words for it
        ("ice the buns for nine minutes no my mistake eleven", "ice the buns for eleven minutes"),
        ("plough on tuesday or better still thursday we've guests", "plough on thursday we've guests"),
        ("find a loft under two hundred actually call it two hundred and ten", "find a loft under two hundred and ten"),
        ("carve twelve masks no let me think ten", "carve ten masks"),
        # numbers of several words
        ("heat it to three hundred no one hundred", "heat it to one hundred"),
        ("twelve fifty matt no twelve twenty and then wait an hour", "twelve twenty matt and then wait an hour"),
        ("from the third no the fourth of march", "from the fourth of march"),
        # two of them
        ("carve six no eight masks by friday I mean saturday", "carve eight masks by saturday"),
    ],
)
def test_what_follows_takes_the_place_of_the_nearest_of_its_kind(said: str, meant: str | None) -> None:
    found = repair(said)
    wanted = meant or "ring the bell and feed three hens and lock the gate"
    assert found is not None and found.settled
    assert found.readings[0].text == wanted


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("de-de", "stell den ofen auf zwölf nein auf vierzehn minuten", "stell den ofen auf vierzehn minuten"),
        ("de-de", "hol die leiter nein den eimer aus dem schuppen", "hol den eimer aus dem schuppen"),
        ("de-de", "mach die pumpe an nein aus", "mach die pumpe aus"),
        ("es-es", "riega las rosas perdón los tomates", "riega los tomates"),
        ("es-es", "el tren de las nueve no de las diez", "el tren de las diez"),
        ("fr-fr", "ouvre la grange non la serre", "ouvre la serre"),
        ("fr-fr", "chauffe à vingt non à trente degrés", "chauffe à trente degrés"),
        ("it-it", "accendi la pompa anzi la stufa", "accendi la stufa"),
        ("it-it", "un pullman per Torino no per Genova", "un pullman per Genova"),
        ("nl-nl", "zet de pomp op vier nee op zes uur", "zet de pomp op zes uur"),
        ("nl-nl", "open de schuur nee de kas", "open de kas"),
        ("pt-pt", "abre a estufa não a garagem", "abre a garagem"),
        ("pt-pt", "rega por dez quer dizer por vinte minutos", "rega por vinte minutos"),
        ("de-de", "heiz auf zwanzig nein das ist zu kalt mach es auf dreißig", "heiz auf dreißig"),
        ("de-de", "läute um sieben nein das ist zu früh um neun", "läute um neun"),
        ("es-es", "toca a las siete no es demasiado pronto a las nueve", "toca a las nueve"),
        ("fr-fr", "sonne à sept heures non c'est trop tôt à neuf heures", "sonne à neuf heures"),
        ("it-it", "suona alle sette no è troppo presto alle nove", "suona alle nove"),
        ("nl-nl", "stook op twintig nee dat is te koud maak het dertig", "stook op dertig"),
        ("pt-pt", "toca às sete não é muito cedo às nove", "toca às nove"),
        ("it-it", "cuoci dieci minuti no è troppo cinque minuti", "cuoci cinque minuti"),
        ("de-de", "hol zwei nein seien wir vernünftig vier kisten", "hol vier kisten"),
        ("es-es", "trae dos no seamos razonables cuatro cajas", "trae cuatro cajas"),
        ("fr-fr", "apporte deux non soyons raisonnables quatre caisses", "apporte quatre caisses"),
        ("it-it", "porta due no siamo ragionevoli quattro casse", "porta quattro casse"),
        ("nl-nl", "haal twee nee laten we redelijk zijn vier kratten", "haal vier kratten"),
        ("pt-pt", "traz duas não sejamos razoáveis quatro caixas", "traz quatro caixas"),
        ("de-de", "hol zehn nein zehn ist zu viel sieben", "hol sieben"),
        ("de-de", "pflüg am montag nein entschuldigung am dienstag", "pflüg am dienstag"),
        ("es-es", "ara el lunes no me equivoqué el martes", "ara el martes"),
        ("fr-fr", "laboure lundi non je me trompe mardi", "laboure mardi"),
        ("it-it", "ara lunedì no mi sbaglio martedì", "ara martedì"),
        ("nl-nl", "ploeg op maandag nee ik vergis me dinsdag", "ploeg dinsdag"),
        ("pt-pt", "lavra na segunda-feira não enganei-me na terça-feira", "lavra na terça-feira"),
    ],
)
def test_it_is_so_in_every_language(lang: str, said: str, meant: str) -> None:
    found = repair(said, lang)
    assert found is not None and found.settled
    assert found.readings[0].text == meant


@pytest.mark.parametrize(
    "said",
    [
        "is there no honey in the larder",
        "add no salt butter to the basket",
        "tea with no milk no sugar",
        "tell marek I'm sorry I'm late",
        "remind me to wait for the plumber at nine",
        "remind me to say no to dario",
        "what is actually the tallest tower",
        "turn on the fountain and make it loud",
        "play chess instead of poker",
        "scour the pans make that a chore",
        "write the essay make that a chore would you",
        "no",
        "no make that twelve",
        "ring the bell at six no that's when i sweep at nine",
        "ring the bell at six no he sweeps at nine",
        "ring the bell at six no it's only nine",
        "carve two masks no it's ten",
    ],
)
def test_words_of_the_request_take_nothing_back(said: str) -> None:
    assert repair(said) is None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("fr-fr", "porte de la farine non traitée à la cave"),
        ("es-es", "lleva sidra no alcohólica al sótano"),
        ("es-es", "lleva fruta no tratada al sótano"),
        ("pt-pt", "leva sidra não alcoólica para a cave"),
    ],
)
def test_a_no_that_says_what_a_thing_is_not_takes_nothing_back(lang: str, said: str) -> None:
    assert repair(said, lang) is None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "dile a marta que la bomba no funciona"),
        ("pt-pt", "diz à marta que a bomba não funciona"),
        ("en-us", "call zorblax quuxly no frobnitz"),
        ("en-us", "lay the table for four no wait my sister brings two"),
        ("en-us", "ring the bell in ten minutes hang on there are two"),
        ("en-us", "mow on friday no wait it's her birthday friday"),
    ],
)
def test_a_guess_is_not_settled(lang: str, said: str) -> None:
    found = repair(said, lang)
    assert found is None or not found.settled


def test_two_things_of_which_either_may_be_meant_are_not_settled() -> None:
    found = repair("stell die vase auf den tisch nein den krug", "de-de")
    assert found is not None and not found.settled
    assert len({reading.replaced for reading in found.readings}) > 1


@pytest.mark.parametrize("said", ["feed the koi at noon no wait don't", "mow the lawn no forget it"])
def test_all_of_it_is_taken_back(said: str) -> None:
    found = repair(said)
    assert found is not None and found.cancelled and found.settled


def test_never_mind_at_the_end_is_left_to_the_tools_to_judge() -> None:
    found = repair("feed the koi at noon never mind")
    assert found is not None and found.cancelled and not found.settled


@given(
    st.lists(
        st.sampled_from(["no", "I mean", "the", "koi", "ten", "and", ",", "make", "it", "one", "off"]), max_size=14
    )
)
@settings(deadline=None, max_examples=60)
def test_whatever_is_said_has_an_answer(words: list[str]) -> None:
    said = " ".join(words)
    found = repair(said)
    for reading in found.readings if found else ():
        assert reading.text
        assert 0 <= reading.replaced[0] <= reading.replaced[1]


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        # what was wanted is dropped by words that would drop all of it at the end
        ("en-us", "volume at forty no never mind that make it fifty", "volume at fifty"),
        ("en-us", "alarm for six actually scrap that make it seven", "alarm for seven"),
        # behind why, the order begins anew
        ("en-us", "add rice to the list hang on no we've got rice add pasta", "add pasta to the list"),
        # with why behind
        ("en-us", "put rice on the list no wait pasta we still have rice", "put pasta on the list"),
        ("en-us", "paint the fence green no sorry the shed we did the fence", "paint the shed green"),
        # the same number of something else
        ("en-us", "how many litres is six cups no six pints", "how many litres is six pints"),
        ("en-us", "how many kilos is twelve pounds no twelve stone", "how many kilos is twelve stone"),
        # what is denied is what is replaced
        ("en-us", "turn the heater on no not the heater the fan", "turn the fan on"),
        ("en-us", "call doctor miller no not doctor miller sarah", "call sarah"),
        # in a row without commas it is one thing still
        ("en-us", "add eggs bread no not bread rolls to the list", "add eggs, rolls to the list"),
        ("en-us", "add butter bread no not bread rolls to the list", "add butter rolls to the list"),
        ("en-us", "add leeks onions no not the onions shallots", "add leeks, shallots"),
        ("en-us", "add rye bread no not bread rolls", "add rye rolls"),
        # nobody may know that they are one, but what is no plural may belong to what is behind it
        ("en-us", "add leek soup no not soup quiche", "add leek quiche"),
        ("en-us", "add salt and plum tea no not tea cake", "add salt and plum cake"),
        ("en-us", "add salt, fig jam no not jam rolls", "add salt, fig rolls"),
        ("en-us", "call uncle ben no not ben tom", "call uncle tom"),
        ("de-de", "mach die lampe an nein nicht die lampe den ventilator", "mach den ventilator an"),
        ("fr-fr", "allume la lampe non pas la lampe le ventilateur", "allume le ventilateur"),
        ("nl-nl", "zet de lamp aan nee niet de lamp de ventilator", "zet de ventilator aan"),
        # behind a sound, in the same form
        ("en-us", "how long till the third of may uh the fifth of may", "how long till the fifth of may"),
        ("en-us", "set the heater to ten percent um thirty percent", "set the heater to thirty percent"),
        ("en-us", "stop the egg alarm er the cake one", "stop the cake alarm"),
        # numbers that can't be one together
        ("en-us", "set the heater to forty er thirty five", "set the heater to thirty five"),
        ("en-us", "set the heater to forty um fifty percent", "set the heater to fifty percent"),
        ("en-us", "ring the bell at eight uh nine", "ring the bell at nine"),
        ("en-us", "ring the bell at five thirty er six thirty", "ring the bell at six thirty"),
        ("en-us", "bake it for ten minutes uh twelve", "bake it for twelve minutes"),
        ("en-us", "bake it for thirty uh forty minutes please", "bake it for forty minutes please"),
        ("en-us", "bake it for twenty er thirty minutes", "bake it for thirty minutes"),
        ("en-us", "ring the bell at six uh half past six", "ring the bell at half past six"),
        ("en-us", "bake it for one hour uh two hours", "bake it for two hours"),
        ("de-de", "stell die heizung auf dreißig ähm zwanzig", "stell die heizung auf zwanzig"),
        ("fr-fr", "mets le chauffage à quarante euh trente cinq", "mets le chauffage à trente cinq"),
        ("de-de", "stell einen timer auf zehn minuten ähm zwölf minuten", "stell einen timer auf zwölf minuten"),
        ("es-es", "recuérdamelo el lunes eh el martes", "recuérdamelo el martes"),
    ],
)
def test_its_form_tells_what_it_takes_the_place_of(lang: str, said: str, meant: str) -> None:
    found = repaired(said, lang, NOW)
    assert found is not None and found.settled and found.readings[0].text == meant


@pytest.mark.parametrize(
    ("lang", "said", "meant"),
    [
        ("en-us", "put some um what are they called shallots on the list", "put some shallots on the list"),
        ("en-us", "what is three hundred and let me think twenty by four", "what is three hundred and twenty by four"),
        ("en-us", "convert let's say a hundred and um ten pounds", "convert a hundred and ten pounds"),
        ("en-us", "ring the bell at uh what was it half past six", "ring the bell at half past six"),
        ("en-us", "set the heater to shall we say forty", "set the heater to forty"),
        # several sounds or phrases behind each other
        ("en-us", "set the heater to let me see let's say forty", "set the heater to forty"),
        ("en-us", "what is two hundred and uh you know forty by two", "what is two hundred and forty by two"),
        ("en-us", "convert a hundred and erm uh ten thousand pounds", "convert a hundred and ten thousand pounds"),
        ("en-us", "what is two hundred and um er hmm one seven", "what is two hundred and one seven"),
        ("en-us", "convert a hundred and uh er 57 pounds", "convert a hundred and 57 pounds"),
        ("en-us", "what is a hundred and er, um, let me see, uh six by two", "what is a hundred and six by two"),
        ("en-us", "put some er let me think what's it called um sorrel on the list", "put some sorrel on the list"),
        ("de-de", "stell einen timer auf ähm äh sagen wir mal acht minuten", "stell einen timer auf acht minuten"),
        (
            "en-us",
            "add a hundred and uh ten to two hundred and er um twenty five",
            "add a hundred and ten to two hundred and twenty five",
        ),
        (
            "en-us",
            "put rye spelt and let's say two sacks of oats on the list",
            "put rye spelt and two sacks of oats on the list",
        ),
        ("de-de", "stell einen timer auf sagen wir mal acht minuten", "stell einen timer auf acht minuten"),
        ("de-de", "setz äh wie heißt das gleich kerbel auf die liste", "setz kerbel auf die liste"),
        ("es-es", "pon un temporizador de digamos ocho minutos", "pon un temporizador de ocho minutos"),
        ("fr-fr", "mets un minuteur de disons huit minutes", "mets un minuteur de huit minutes"),
        ("nl-nl", "zet een timer op laten we zeggen acht minuten", "zet een timer op acht minuten"),
    ],
)
def test_what_is_said_while_looking_for_a_word_is_no_part_of_it(lang: str, said: str, meant: str) -> None:
    assert without_thinking(said, lang) == meant


@pytest.mark.parametrize(
    "said",
    [
        "let me see the packing list",
        "clear the list and let me see the other one",
        "what's it called",
        "tell me what's it called",
        "ask him what's it called",
        "ring the bell and let's see",
        "add milk and um bread",
        "add milk and um er bread",
        "clear the list and uh let me see the other one",
        # a thing that has no better name, and a question
        "add thingy and milk",
        "put the whatsit on the shelf",
        "do you know two plus four",
        "do you know the time",
        # nothing that it would stand before
        "add what's it called and bread",
        "play let me think about it",
    ],
)
def test_what_asks_for_something_is_no_thinking_aloud(said: str) -> None:
    assert without_thinking(said, "en-us") == said
    assert repaired(said, "en-us", NOW) is None


def test_what_is_thought_aloud_takes_nothing_back() -> None:
    said = "put some um what are they called shallots on the list no the leeks"
    found = repaired(said, "en-us", NOW)
    assert found is not None and said[slice(*found.said)] == "no"
    assert repaired("put some um what are they called shallots on the list", "en-us", NOW) is None


@pytest.mark.parametrize(
    "said",
    [
        "set a timer for ten minutes um thirty seconds",
        "wake me at seven uh thirty",
        "set the heater to thirty uh five",
        "set the heater to a hundred uh and five",
        "in nineteen uh eighty four",
        "dial five five uh three",
        "bake it for ten minutes um at ninety degrees",
        "bake it for an hour uh twenty minutes",
        "wake me at seven um tomorrow",
        "wake me at seven um in two days",
        "two plus um three times four",
        "set a timer for um ten minutes",
        "remind me on monday uh to call the bank",
        "add milk uh bread",
        "put the um blue one on the list",
    ],
)
def test_a_sound_takes_nothing_back(said: str) -> None:
    assert repaired(said, "en-us", NOW) is None
