"""Dice, coins and choices."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import NotMeant, RequestInformation
from ovos_toolbox_everyday.chance.tools import ChanceTool, FlipCoin, PickOne, RollDice


def asked(tool: ChanceTool, **arguments: Any) -> dict[str, Any]:
    response = tool.run(RequestInformation("", "test"), **arguments)
    assert response.success, response.error_details
    return response.context_data or {}


def test_every_side_comes_up_and_no_other() -> None:
    chance = random.Random(3)
    rolls = [asked(RollDice(chance))["total"] for _ in range(300)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    many = asked(RollDice(chance), count=100, sides=20)
    assert len(many["rolls"]) == 100
    assert set(many["rolls"]) <= set(range(1, 21))
    assert many["message"] == f"100 dice, {many['total']} together."
    assert {asked(FlipCoin(chance))["side"] for _ in range(50)} == {"heads", "tails"}
    picked = {asked(PickOne(chance), options=["tea or coffee", "water"])["picked"] for _ in range(100)}
    assert picked == {"tea", "coffee", "water"}


@pytest.mark.parametrize("arguments", [{"count": 0}, {"count": 101}, {"sides": 1}, {"sides": 10**9}, {"count": -3}])
def test_impossible_dice_are_refused(arguments: dict[str, int]) -> None:
    assert [result for result in RollDice().validate_call(**arguments) if not result.success]


def test_one_thing_is_no_choice() -> None:
    response = PickOne().run(RequestInformation("", "test"), options=["tea"])
    assert (response.success, response.error_details) == (False, "What shall I choose from?")


@pytest.mark.parametrize(
    ("said", "given", "mended"),
    [
        ("roll two twelve sided dice", {"count": 212}, {"count": 2, "sides": 12}),
        ("roll a twenty sided die", {"count": 20}, {"sides": 20}),
        ("i want a d12 thrown four times", {"sides": 12}, {"count": 4, "sides": 12}),
        ("seven dice please throw them", {"sides": 7}, {"count": 7}),
        ("throw a d20 twice", {}, {"count": 2, "sides": 20}),
        ("some dice let's have nine of them", {"sides": 9}, {"count": 9}),
        ("roll 3 dice with 8 sides", {"sides": 3}, {"count": 3, "sides": 8}),
        ("roll three dice", {"count": 3}, {"count": 3}),
        ("roll three d twelves", {}, {"count": 3, "sides": 12}),
        ("throw four d twenties please", {"count": 4}, {"count": 4, "sides": 20}),
        ("roll two d sixes", {}, {"count": 2, "sides": 6}),
        ("any random number from one to eighty it's for the tombola", {"count": 1}, {"sides": 80}),
        ("pick a number between 1 and 90", {}, {"sides": 90}),
    ],
)
def test_dice_and_their_sides_are_kept_apart(said: str, given: dict[str, int], mended: dict[str, int]) -> None:
    assert RollDice().post_process_tool_call(given, said) == mended


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("choose between red green and blue", ["red", "green", "blue"]),
        ("pick one pizza pasta or salad", ["pizza", "pasta", "salad"]),
        ("pick one burgers chicken pie or chilli", ["burgers", "chicken pie", "chilli"]),
        ("choose tomato soup or salad", ["tomato soup", "salad"]),
        ("pick one cake pie or pudding", ["cake", "pie", "pudding"]),
        ("pick one stew or apple pie", ["stew", "apple pie"]),
        ("what shall we have rice pasta or stew you pick", ["rice", "pasta", "stew"]),
        ("what should we have prawns fish pie or stew you pick", ["prawns", "fish pie", "stew"]),
        ("please decide the red shirt or the blue shirt", ["red shirt", "blue shirt"]),
        ("wähle zwischen Tee und Kaffee", ["Tee", "Kaffee"]),
        ("elige entre té y café", ["té", "café"]),
        ("escoge tú cine o teatro", ["cine", "teatro"]),
        ("kies jij eens fietsen of lopen", ["fietsen", "lopen"]),
        ("entscheide du mal pizza oder nudeln", ["pizza", "nudeln"]),
        ("pick a letter alpha beta or gamma", ["alpha", "beta", "gamma"]),
        ("pick one of my two dogs rex or bella", ["rex", "bella"]),
        ("choose a name from these hugo tara and finn", ["hugo", "tara", "finn"]),
        ("Choose one: kayak, canoe, raft", ["kayak", "canoe", "raft"]),
        ("what shall we play chess or go you decide", ["chess", "go"]),
        ("draw a name between rosa and hugo for who begins", ["rosa", "hugo"]),
        ("draw one out of rosa hugo and tim for the first turn", ["rosa", "hugo", "tim"]),
        ("pull a slip from the jar rosa hugo or tim", ["rosa", "hugo", "tim"]),
        ("pick somebody out the tin rosa hugo and tim", ["rosa", "hugo", "tim"]),
        ("your choices are chess draughts and go pick one at random", ["chess", "draughts", "go"]),
        ("chess or go you decide because we can't", ["chess", "go"]),
        ("choose between the lake the farm or going home", ["lake", "farm", "going home"]),
        ("choose between a and b", ["a", "b"]),
        ("we can't agree lake or museum you pick", ["lake", "museum"]),
        ("i really can't make up my mind the old mill or the boat house you choose", ["old mill", "boat house"]),
        ("take a tree at random oak ash or elm", ["oak", "ash", "elm"]),
        ("elige tú entre sara luis y marta para cocinar", ["sara", "luis", "marta"]),
        ("scegli chi cucina fra luca eva e gianni", ["luca", "eva", "gianni"]),
        ("choisis qui commence entre paul léa et tom", ["paul", "léa", "tom"]),
        ("our options are slim", None),
        ("pick either rosa or hugo", ["rosa", "hugo"]),
        ("pick rosa or hugo to milk the goats", ["rosa", "hugo"]),
        ("choose rosa or hugo to take out the ash today", ["rosa", "hugo"]),
        ("choose a walk or go to see the lake", ["walk", "go to see the lake"]),
        ("pick up the kids or grandma", None),
        ("pick a random number between one and two hundred", None),
        ("pick me up at the station", None),
        ("choose your words", None),
        ("decide and move on", None),
        ("choose between tea and coffee and give me a ten minute timer", None),
        ("choose between rosa and hugo for the oars and then between tim and ida for the rudder", None),
        ("choose rosa or hugo for the oars and flip a coin for the rudder", None),
        ("choose rosa or hugo and roll a die", None),
        ("wähle rosa oder hugo für das ruder und wirf eine münze", None),
        ("vera or ludo for the attic and nan or sol for the shed pick for me", None),
        ("tonight's film alien brazil or contact pick one", None),
    ],
)
def test_a_whole_request_for_a_choice_is_claimed(said: str, options: list[str] | None) -> None:
    claimed = PickOne().pre_route(said)
    assert (claimed and claimed.arguments) == (options and {"options": options})


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("choose one of the twins to milk the goats rosa or hugo", ["rosa", "hugo"]),
        ("pick somebody to sweep the yard rosa hugo or tim", ["rosa", "hugo", "tim"]),
        ("draw someone who has to take the ash out rosa or hugo", ["rosa", "hugo"]),
        ("such jemanden aus der den hof fegt rosa oder hugo", None),
        ("wähl einen von uns der den hof fegt rosa oder hugo", ["rosa", "hugo"]),
        ("choisis quelqu'un pour balayer la cour rosa hugo ou tim", ["rosa", "hugo", "tim"]),
        ("elige a alguien para barrer el patio rosa o hugo", ["rosa", "hugo"]),
        ("scegli uno di noi per portare fuori il cane rosa o tim", ["rosa", "tim"]),
        ("kies een van ons om het erf te vegen rosa of tim", ["rosa", "tim"]),
        ("escolhe um de nós para varrer o pátio rosa ou tim", ["rosa", "tim"]),
        ("choose me one of those for the garden oak or elm", ["oak", "elm"]),
        ("pick one of these for lunch today soup or salad", ["soup", "salad"]),
        ("eeny meeny miny moe rosa hugo or tim", ["rosa", "hugo", "tim"]),
        ("we can't decide between the old tent and the green one just pick for us", ["old tent", "green one"]),
        ("pick the old tent or the green one", ["old tent", "green one"]),
        ("choose chi or psi", ["chi", "psi"]),
        ("scegli tu per stasera riso o pasta", None),
        ("wähl mal für heute abend reis oder nudeln", None),
    ],
)
def test_what_somebody_is_chosen_for_is_no_option(said: str, options: list[str] | None) -> None:
    claimed = PickOne().pre_route(said)
    assert (claimed and claimed.arguments) == (options and {"options": options})


def test_what_speaks_of_no_coin_and_no_choice_is_not_meant() -> None:
    with pytest.raises(NotMeant):
        FlipCoin().post_process_tool_call({}, "heads will roll")
    with pytest.raises(NotMeant):
        PickOne().post_process_tool_call({"options": ["the station"]}, "pick me up at the station")
    assert FlipCoin().post_process_tool_call({}, "wirf eine münze") == {}


@pytest.mark.parametrize(
    ("said", "given", "options"),
    [
        (
            "somebody must walk the goat is it rosa hugo or tim just pick",
            ["goat", "rosa hugo", "tim just"],
            ["rosa", "hugo", "tim"],
        ),
        ("can't make my mind up pine or teak whichever", ["pine", "teak whichever"], ["pine", "teak"]),
        ("for the lunch soup or salad choose you", ["lunch soup", "salad"], ["soup", "salad"]),
        ("rosa hugo or tim one of them has to drive choose", ["rosa hugo", "tim one"], ["rosa", "hugo", "tim"]),
        (
            "grey hat blue hat or straw hat i don't care so you decide",
            ["grey hat blue hat", "straw hat i don't care so"],
            ["grey hat", "blue hat", "straw hat"],
        ),
        (
            "ages now brown boots black boots or the grey ones just pick",
            ["ages"],
            ["brown boots", "black boots", "grey ones"],
        ),
        ("choose between rosa and hugo for the first turn", ["rosa", "hugo for the first turn"], ["rosa", "hugo"]),
        (
            "i can't make my mind up chess cards or a walk just pick",
            ["chess", "cards", "a"],
            ["chess", "cards", "walk"],
        ),
        ("who feeds the geese rosa or hugo", ["geese", "rosa", "hugo"], ["rosa", "hugo"]),
        ("the red shirt or the blue shirt", ["red shirt", "blue shirt"], ["red shirt", "blue shirt"]),
        ("stay in or go out tonight", ["stay in", "go out"], ["stay in", "go out"]),
    ],
)
def test_what_stands_around_a_choice_is_no_part_of_it(said: str, given: list[str], options: list[str]) -> None:
    assert PickOne().post_process_tool_call({"options": given}, said) == {"options": options}


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("pick one of us for the back seat ida or noah", ["ida", "noah"]),
        ("choose one of the girls for the sofa ida or jo", ["ida", "jo"]),
        ("we've got ludo chess or whist you pick", ["ludo", "chess", "whist"]),
        ("it's between the lake and the pool you decide", ["lake", "pool"]),
        ("between mac and cheese and soup you decide", ["mac and cheese", "soup"]),
        ("dumplings or stew tonight you choose", ["dumplings", "stew"]),
        ("the lake or the pool on saturday you decide", ["lake", "pool"]),
        ("should we have dumplings or stew for dinner", ["dumplings", "stew"]),
        ("shall i knit a scarf or a hat or mittens i leave it to you", ["scarf", "hat", "mittens"]),
        ("shall we go to the lake or the pool this weekend it's up to you", ["lake", "pool"]),
        ("today or tomorrow you pick", ["today", "tomorrow"]),
    ],
)
def test_what_a_choice_is_for_and_who_has_it_is_no_option(said: str, options: list[str]) -> None:
    assert PickOne().post_process_tool_call({"options": ["x"]}, said)["options"] == options


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("it's just the toss of a coin with her", False),
        ("that was a flip of the coin if you ask me", False),
        ("let it be the toss of a coin", True),
        ("flip of a coin please", True),
    ],
)
def test_what_is_as_uncertain_as_a_coin_flips_none(said: str, meant: bool) -> None:
    if meant:
        assert FlipCoin().post_process_tool_call({}, said) == {}
    else:
        with pytest.raises(NotMeant):
            FlipCoin().post_process_tool_call({}, said)
