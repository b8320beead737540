"""What is said of results and failures that bring no words for it: sentences, and nothing that is for programs."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.assistant.reply import spoken
from ovos_phal_plugin_jarvis.assistant.telling import from_result, moment
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.tools.errors import DeadlinePassed, InvalidOutput, MissingSecrets, ToolFailed, ToolRaised
from ovos_phal_plugin_jarvis.tools.execution.invoker import Outcome

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=timezone.utc)
EVENTS = [
    {"id": f"evt_{n}", "title": title, "start": "2026-03-05T15:30:00+00:00", "url": "https://example.org/e"}
    for n, title in enumerate(["Dentist", "Gym", "Choir", "Chess", "Dinner", "Bath"])
]


def told(result, lang="en-us"):
    return str(from_result(result, lang, NOW))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"result": 7}, "7."),
        ({"result": 7.0}, "7."),
        ({}, "Done."),
        ({"ok": True}, "Done."),
        ({"success": True, "request_id": "9f3c2d1e4b5a"}, "Done."),
        ({"enabled": False}, "No."),
        ({"city_name": "Rome", "degrees": 21}, "Rome. 21 degrees."),
        ({"items": ["a", "b"]}, "I found 2: a and b."),
        ({"results": []}, "I found nothing."),
        ({"total": 0, "articles": []}, "I found nothing."),
        ({"count": 3}, "I found 3."),
        ({"headlines": [{"title": "A"}, {"title": "B"}], "category": "sports"}, "I found 2: A and B."),
        (
            {"count": 12, "events": EVENTS},
            "I found 12: Dentist tomorrow at 3:30 PM, Gym tomorrow at 3:30 PM, Choir tomorrow at 3:30 PM, "
            "Chess tomorrow at 3:30 PM, Dinner tomorrow at 3:30 PM, and 7 more.",
        ),
        (
            {"reminders": [{"text": "buy milk", "due_at": "2026-03-04T18:00:00"}]},
            "I found one: buy milk today at 6 PM.",
        ),
        (
            {"items": [{"name": "milk", "quantity": 2}, {"name": "bread", "quantity": 1}]},
            "I found 2: 2 milk and bread.",
        ),
        ({"devices": [{"entity_id": "light.bed_left", "state": "on"}]}, "I found one: bed left on."),
        (
            {
                "city": "Rome",
                "temperature": 21.5,
                "condition": "light_rain",
                "humidity": 60,
                "icon": "10d",
                "lat": 41.9,
            },
            "Rome, light rain. The temperature is 21.5 and the humidity is 60.",
        ),
        ({"price": 42000, "currency": "EUR", "symbol": "BTC"}, "BTC. The price is 42000 euros."),
        ({"rates": {"USD": 1.1, "GBP": 0.86}}, "USD is 1.1 and GBP is 0.86."),
        (
            {"answer": "Paris is the capital. See https://e.org/Paris.", "source": "w"},
            "Paris is the capital.",
        ),
        ({"duration_seconds": 5400}, "1 hour and 30 minutes."),
        ({"date": "2026-03-06", "holiday": "Founders Day"}, "On Friday, Founders Day."),
        ({"path": "/home/me/x.txt", "note": "**Saved** the [list](https://x.y)"}, "Saved the list."),
    ],
)
def test_a_result_becomes_a_sentence(result, said):
    assert told(result) == said


@pytest.mark.parametrize(
    ("lang", "many", "when", "measured"),
    [
        (
            "de-de",
            "Ich habe 2 gefunden: Anna und Otto.",
            "morgen um 15:30 Uhr",
            "Die Temperatur ist 11,5 Grad Celsius.",
        ),
        ("es-es", "He encontrado 2: Anna y Otto.", "mañana a las 15:30", "La temperatura es 11,5 grados Celsius."),
        ("fr-fr", "J'en ai trouvé 2 : Anna et Otto.", "demain à 15:30", "La température est de 11,5 degrés Celsius."),
        ("it-it", "Ne ho trovati 2: Anna e Otto.", "domani alle 15:30", "La temperatura è 11,5 gradi Celsius."),
        ("nl-nl", "Ik heb er 2 gevonden: Anna en Otto.", "morgen om 15:30", "De temperatuur is 11,5 graden Celsius."),
        ("pt-pt", "Encontrei 2: Anna e Otto.", "amanhã às 15:30", "A temperatura é 11,5 graus Celsius."),
    ],
)
def test_in_seven_languages(lang, many, when, measured):
    assert told({"people": ["Anna", "Otto"]}, lang) == many
    assert moment(datetime(2026, 3, 5, 15, 30, tzinfo=timezone.utc), lang, NOW) == when
    said = told({"temperature_c": 11.5, "humidity_percent": 60, "wind": None, "id": 3}, lang)
    assert said.startswith(measured[:-1]) and "60" in said and "," not in said.replace("11,5", "")


def test_a_name_is_never_cut():
    long = "this is the first part of a name, " + "and so on without an end " * 9
    assert told({"titles": [long, "Short"]}) == "I found 2: this is the first part of a name and Short."
    assert told({"titles": ["word " * 100, "Short"]}) == "I found 2: Short, and 1 more."


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.sampled_from(
        ["https://x.y/z", "8f14e45f-ceea-467f-a0e6-2f3c1d9c3b11", "light.bed_left", "2026-03-05T15:30:00Z", "9999"]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from(["title", "start", "a_b", "url", "count", "Name"]), VALUES, max_size=5))
def test_of_anything_a_sentence_is_said_without_addresses_and_ids(result):
    said = told(result)
    assert said.strip() and "://" not in said and "8f14e45f" not in said and "light.bed_left" not in said


def said_of(error, name="tell_joke", lang="en-us"):
    tool = SimpleNamespace(name=name, definition=ToolDefinition(name, "", "box", {}, {}))
    return str(spoken(Outcome(tool, None, error, 1.0), lang))


def failed(text, message=None):
    return ToolFailed(text, {"context_data": {"message": message}} if message else None)


NOT = "Sorry, tell joke did not work: "
NETWORK = "HTTPSConnectionPool(host='api.x.y', port=443): Max retries exceeded with url: /j (Caused by [Errno -2] Name)"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (failed("Sorry, I'm having trouble finding a joke."), "Sorry, I'm having trouble finding a joke."),
        (failed(f"Sorry, no joke can be had: {NETWORK}"), "Sorry, no joke can be had."),
        (failed("no jokes left"), f"{NOT}no jokes left."),
        (failed("City not found"), "City not found."),
        (failed("ConnectionError: x", "I can't reach the jokes."), "I can't reach the jokes."),
        (failed(NETWORK), f"{NOT}it could not reach its service."),
        (failed("[Errno 111] Connection refused"), f"{NOT}it could not reach its service."),
        (failed("Run: pip install jokes"), f"{NOT}something unexpected went wrong."),
        (failed("401 Client Error: Unauthorized for url: x://x"), f"{NOT}its service did not let me in."),
        (failed("HTTP 503"), f"{NOT}it could not reach its service."),
        (failed("Read timed out. (read timeout=5)"), "Read timed out."),
        (ToolRaised("ReadTimeout: HTTPSConnectionPool(host='x')"), f"{NOT}it did not answer in time."),
        (ToolRaised("RuntimeError: the printer is out of paper"), f"{NOT}the printer is out of paper."),
        (ToolRaised("KeyError: 'setup'"), f"{NOT}something unexpected went wrong."),
        (ToolRaised("JSONDecodeError: Expecting value: line 1"), f"{NOT}what its service answered made no sense."),
        (ToolRaised("requests.ConnectionError: ('Connection aborted.', x)"), f"{NOT}it could not reach its service."),
        (ToolRaised("ValueError"), f"{NOT}something unexpected went wrong."),
        (failed("'tell_joke' failed without saying why"), f"{NOT}something unexpected went wrong."),
        (MissingSecrets("tell_joke", ["JOKE_KEY"]), f"{NOT}it still needs to be told: joke key."),
        (InvalidOutput("tell_joke", "b", "x"), f"{NOT}what its service answered made no sense."),
        (DeadlinePassed("tell_joke", 5), f"{NOT}it did not answer in time."),
    ],
)  # fmt: skip
def test_an_error_is_said_once_and_in_words_for_people(error, said):
    assert said_of(error) == said


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(["", "Sorry, it failed: ", "The service said: "]),
    st.sampled_from([NETWORK, "[Errno -3] Temporary failure", "KeyError: 'x'", "Traceback (most recent call last):"]),
    st.text(max_size=30),
)
def test_no_error_is_said_as_programs_write_it(before, error, after):
    for kind in (ToolFailed, ToolRaised):
        said = said_of(kind(f"{before}{error}{after}"))
        assert (
            not re.search(r"Errno|KeyError|Traceback|ConnectionPool|https?:", said) and said.lower().count("sorry") <= 1
        )
