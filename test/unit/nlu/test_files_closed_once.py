"""Learning closes its own files, and no other thread's: a number that was closed may be a stranger's a moment later."""

from __future__ import annotations

import os

from ovos_phal_plugin_jarvis.nlu.learning.linear import train_chain


def test_learning_closes_no_number_twice(monkeypatch):
    twice, close = [], os.close

    def closing(number):
        try:
            close(number)
        except OSError:
            twice.append(number)
            raise

    monkeypatch.setattr(os, "close", closing)
    rows = [{"a": 1.0}, {"b": 1.0}]
    model = train_chain([(rows, ["x", "y"])] * 3, c1=0.0, c2=0.1, iterations=5)
    assert set(model.labels) == {"x", "y"} and not twice
