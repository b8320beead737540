"""Dice, coins and choices."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import RequestInformation
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
