"""A planner on a file of its own, and somebody who asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from planner_person import NOW, Person

from ovos_toolbox_planner import PlannerToolBox


@pytest.fixture
def make_box(tmp_path: Path) -> Iterator[Callable[..., PlannerToolBox]]:
    """Makes toolboxes on one file."""
    made: list[PlannerToolBox] = []

    def make(file: str = "planner.db", now: datetime = NOW) -> PlannerToolBox:
        made.append(PlannerToolBox({"database": str(tmp_path / file)}, now=lambda session: now))
        return made[-1]

    yield make
    for box in made:
        box.shutdown()


@pytest.fixture
def box(make_box: Callable[..., PlannerToolBox]) -> PlannerToolBox:
    """A toolbox on an empty file."""
    return make_box()


@pytest.fixture
def anna(box: PlannerToolBox) -> Person:
    """Somebody in the kitchen."""
    return Person(box)
