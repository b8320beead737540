"""Whole requests about timers, as different people put them."""

from __future__ import annotations

from typing import Any

import pytest

from ovos_toolbox_everyday.timers.reading import read_request


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("twelve minute timer", {"duration_seconds": 720}),
        ("forty second timer, plank", {"duration_seconds": 40, "label": "plank"}),
        ("set a timer six and a half minutes for the bagels", {"duration_seconds": 390, "label": "bagels"}),
        ("couscous timer seven minutes", {"duration_seconds": 420, "label": "couscous"}),
        ("fifteen minute yoga timer go", {"duration_seconds": 900, "label": "yoga"}),
        ("put the timer on for eleven minutes please", {"duration_seconds": 660}),
        ("time the waffles for three minutes", {"duration_seconds": 180, "label": "waffles"}),
        ("the waffles require three minutes be so kind as to time them", {"duration_seconds": 180, "label": "waffles"}),
        ("scones need eighteen minutes set a scone timer", {"duration_seconds": 1080, "label": "scone"}),
        ("count for me half an hour with name stew", {"duration_seconds": 1800, "label": "stew"}),
        ("thirteen mins on the clock", {"duration_seconds": 780}),
        ("thirteen minutes for the waffles", {"duration_seconds": 780, "label": "waffles"}),
        ("tiny timer for the gravy nine minutes", {"duration_seconds": 540, "label": "gravy"}),
        ("make timer for dal eleven minutes", {"duration_seconds": 660, "label": "dal"}),
        ("make a timer for ten eleven minutes", None),
        ("a tea timer please two and a half minutes", {"duration_seconds": 150, "label": "tea"}),
        ("twelve minute timer for the stew mate", {"duration_seconds": 720, "label": "stew"}),
        ("can you set a timer for an hour and a half called dough", {"duration_seconds": 5400, "label": "dough"}),
        # An alarm after a length of time is one.
        ("set my alarm for five and a half hours please", {"duration_seconds": 19_800}),
        ("an alarm in ninety minutes", {"duration_seconds": 5400}),
        ("can you wake us up in two hours' time", {"duration_seconds": 7200}),
        ("alarm at five", None),
        ("set an alarm for five", None),
        ("set an alarm for half past five", None),
        ("wake me in the morning", None),
        ("cancel the alarm in two hours", None),
        # Another thing is asked of a timer that runs, or nothing at all.
        ("the twelve minute timer", None),
        ("add ten minutes to the stew timer", None),
        ("stew timer ten more minutes", None),
        ("set the stew timer to ten minutes", None),
        ("pause the stew timer for ten minutes", None),
        ("stop the timer for ten minutes", None),
        ("ten minute timer how long left", None),
        ("ten minutes for you", None),
        ("how long is ten minutes for the eggs", None),
        ("a ten minute stretching timer for the team", {"duration_seconds": 600, "label": "stretching"}),
        ("scones need an hour set a scone timer", {"duration_seconds": 3600, "label": "scone"}),
        ("set a tea timer for ten minutes and call it oolong", {"duration_seconds": 600, "label": "oolong"}),
    ],
)
def test_a_new_timer(said: str, arguments: dict[str, Any] | None) -> None:
    assert read_request(said, "set") == arguments


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("kill the stew timer", {"label": "stew"}),
        ("stop the timer for the dryer", {"label": "dryer"}),
        ("stop the timer of the stew please", {"label": "stew"}),
        ("bin the mud mask one the timer i meant", {"label": "mud mask"}),
        ("timer for the stew please cancel it", {"label": "stew"}),
        ("do away with the twelve minute timer", {"duration_seconds": 720}),
        ("we can bin the mud mask timer", {"label": "mud mask"}),
        ("the timer is no longer required", {}),
        ("i don't need the stew timer anymore", {"label": "stew"}),
        ("turn that timer off", {}),
        ("stop the timer for a moment", None),
        ("pause the stew timer", None),
        ("stop the timer for ten minutes and carry on", None),
        ("stop the music", None),
        ("don't stop the stew timer", None),
        ("cancela el temporizador de las lentejas que ya comimos", None),
        ("stoppe den timer für die linsen die sind gar", None),
        ("annulla il timer delle lenticchie che sono pronte", None),
        ("stop de timer voor de linzen want we eten al", None),
        ("cancela o temporizador das lentilhas que já comemos", None),
        ("annule le minuteur des lentilles car c'est prêt", None),
    ],
)
def test_a_timer_that_is_to_end(said: str, arguments: dict[str, Any] | None) -> None:
    assert read_request(said, "cancel") == arguments


@pytest.mark.parametrize(
    ("said", "all_of_them"),
    [
        ("get rid of every timer i've set", True),
        ("knock all them timers off every one", True),
        ("clear every single timer", True),
        ("turn all the timers off", True),
        ("kill the timer", False),
    ],
)
def test_all_timers_that_are_to_end(said: str, all_of_them: bool) -> None:
    assert (read_request(said, "cancel_all") is not None) == all_of_them


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("which timers are going", {}),
        ("is there any timer running at the moment", {}),
        ("have i got any timers on the go", {}),
        ("is the stew timer done yet", {"label": "stew"}),
        ("the stew timer how long left", {"label": "stew"}),
        ("my half an hour timer where's it at", {"duration_seconds": 1800}),
        ("any timer apps you would recommend", None),
        ("what timers do chefs use", None),
    ],
)
def test_the_timers_that_run(said: str, arguments: dict[str, Any] | None) -> None:
    assert read_request(said, "list") == arguments


@pytest.mark.parametrize(
    ("said", "what", "arguments"),
    [
        ("the stew timer could do with another four minutes", "extend", {"duration_seconds": 240, "label": "stew"}),
        ("my timer has to run ten minutes longer", "extend", {"duration_seconds": 600}),
        ("the stew timer needs ten minutes", "extend", None),
        ("the stew timer make it half an hour instead", "anew", {"duration_seconds": 1800, "label": "stew"}),
        ("the time remaining on the timer must be six minutes", "anew", {"duration_seconds": 360}),
        ("set the stew timer to ten minutes", "anew", None),
    ],
)
def test_a_timer_that_gets_another_time(said: str, what: str, arguments: dict[str, Any] | None) -> None:
    assert read_request(said, what) == arguments


def test_how_much_more_stands_before_its_unit_or_behind_it() -> None:
    wanted = {"label": "stew", "duration_seconds": 540}
    assert read_request("the stew timer needs nine more minutes", "extend") == wanted
    assert read_request("the stew timer needs nine minutes more", "extend") == wanted
    assert read_request("the stew timer needs more salt", "extend") is None
