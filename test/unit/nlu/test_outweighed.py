"""What speaks against a request and may be outweighed, by how surely it is said to an assistant and what it means."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import ENGLISH, tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.reasons import Reason, Weight
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc))
FERRY = tool(
    "book_ferry",
    "Books places on a ferry.",
    [
        ToolParameter("harbour", "string", True, "Where the ferry goes"),
        ToolParameter("people", "int", False, "How many people travel"),
    ],
    {
        "book a ferry to oban": {"harbour": "oban"},
        "book the ferry to mull for two": {"harbour": "mull", "people": 2},
        "get me on the ferry to iona": {"harbour": "iona"},
        "reserve four places on the ferry to skye": {"harbour": "skye", "people": 4},
        "ferry to harris for five people": {"harbour": "harris", "people": 5},
        "i need a ferry to arran": {"harbour": "arran"},
        "a ferry to bute for three please": {"harbour": "bute", "people": 3},
        "put us on the ferry to jura": {"harbour": "jura"},
        "places for six on the ferry to tiree": {"harbour": "tiree", "people": 6},
        "take the ferry to coll": {"harbour": "coll"},
    },
)


@pytest.fixture(scope="module")
def harbour() -> ExampleTranslator:
    return having_learned([FERRY, *ENGLISH], lang="en-us")


@pytest.mark.parametrize(("directed", "confidence", "counts"), [(1.5, 0.7, False), (0.5, 0.7, True), (1.5, 0.5, True)])
def test_a_reason_counts_until_all_that_outweighs_it_is_there(directed: float, confidence: float, counts: bool) -> None:
    assert Reason("stated", ["the", "car"], Weight(1.0, 0.6)).counts(directed, confidence) is counts
    assert Reason("negated", ["not"]).counts(directed, confidence), "nothing outweighs it"


def test_what_tells_something_and_asks_is_a_request_that_waits_for_a_yes(harbour: ExampleTranslator) -> None:
    found = harbour.candidates("the bridge is closed get me on the ferry to skye", CONTEXT)[0]
    assert (found.definition.name, found.filled.arguments) == ("book_ferry", {"harbour": "skye"})
    assert found.refused == "stated"
    assert found.in_spite is not None and found.in_spite.refused is None
    assert found.in_spite.confidence < 0.75


def test_what_nothing_outweighs_is_read_without_what_only_tells(harbour: ExampleTranslator) -> None:
    found = harbour.translate("the road's blocked get me on the ferry to skye", CONTEXT)
    assert [(call.name, call.arguments) for call in found.calls] == [("book_ferry", {"harbour": "skye"})]


@pytest.mark.parametrize(
    "said",
    ["my sister was late for the ferry to skye", "my sister took the ferry to mull", "we missed the ferry to mull"],
)
def test_what_only_tells_something_is_not(harbour: ExampleTranslator, said: str) -> None:
    assert not harbour.translate(said, CONTEXT).calls
