"""No secret leaves in a text: known values in every form, and what has a secret's shape."""

import base64
import json
import logging
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_phal_plugin_jarvis.tools.redaction import HIDDEN, LogRedaction, Redactor, hide_shapes, secret_members

KEY = 'p/ss "w+rd&ü-4711'


@pytest.mark.parametrize(
    "text",
    [
        f"403 for url: https://api.example/v1?city=x&q={quote(KEY, safe='')}",
        f"login of {KEY} failed",
        json.dumps({"auth": KEY}),
        json.dumps({"auth": KEY}, ensure_ascii=False),
        "Authorization: Basic " + base64.b64encode(f"someone:{KEY}".encode()).decode(),
        repr({"password": KEY}),
    ],
)
def test_a_known_secret_goes_in_every_form(text):
    told = Redactor([KEY]).text(text)
    assert HIDDEN in told
    assert KEY not in told and quote(KEY, safe="") not in told
    assert "4711" not in told


@pytest.mark.parametrize("text", ["Lequel veux-tu dire ?", "a = b", "at https://example.org", "nothing"])
def test_a_text_without_a_secret_stays_what_it_is(text):
    said = Spoken(text, "fr-FR", None, lambda lang: Spoken("again", lang))
    for redactor in (Redactor([KEY]), Redactor()):
        assert redactor.text(said) is said
    assert type(Redactor([KEY]).text(Spoken(f"it is {KEY}", "en-US"))) is str


@given(st.text(min_size=4, max_size=30).filter(lambda s: len(s.strip()) >= 4), st.binary(max_size=5))
def test_no_secret_survives_base64_wherever_it_stands(secret, before):
    secret = f"{secret}-and-more"
    coded = base64.b64encode(before + secret.encode("utf-8", "replace")).decode()
    assert HIDDEN in Redactor([secret]).text(f"x {coded} y")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("GET https://x.example/w?appid=0a1b2c&q=Berlin", "0a1b2c"),
        ("GET https://x.example/w?q=Berlin&access_token=zzz.yyy", "zzz.yyy"),
        ("https://me:hunter2@host/x", "hunter2"),
        ("{'Authorization': 'Bearer abc.def'}", "abc.def"),
        ('"X-Api-Key": "k-123"', "k-123"),
        ("sent bearer eyJhbGciOiJIUzI1NiJ9.x to them", "eyJhbGciOiJIUzI1NiJ9"),
    ],
)
def test_what_has_a_secrets_shape_goes_unknown_as_it_is(text, gone):
    assert gone not in hide_shapes(text)
    assert "Berlin" in hide_shapes(text) or "Berlin" not in text


@pytest.mark.parametrize(
    "text",
    [
        "The bearer of this letter",
        "2 + 2 = 4",
        "see https://x.example/page?q=keys&lang=en#key",
        "Authorization is needed for that",
        "key = value",
    ],
)
def test_ordinary_words_stay(text):
    assert hide_shapes(text) == text


def test_results_are_looked_through_to_any_depth_and_kept_as_they_are_otherwise():
    deep = value = {}
    for _ in range(200):
        value["a"] = {}
        value = value["a"]
    value["b"] = "hunter22"
    told = Redactor(["hunter22", "123456"]).json(
        {"x": ["hunter22", {"hunter22": 1}], "pin": 123456, "n": 5, "ok": True, "none": None, "deep": deep}
    )
    assert "hunter22" not in json.dumps(told)
    assert told["pin"] == HIDDEN and told["n"] == 5 and told["ok"] is True and told["none"] is None


def test_too_short_values_do_not_eat_the_language():
    assert Redactor(["a", "", "  ", "on"]).text("turn on a lamp") == "turn on a lamp"


@pytest.fixture
def caught():
    lines = []

    class Keep(logging.Handler):
        def emit(self, record):
            lines.append(self.format(record))

    handler = Keep()
    log = logging.getLogger("a.stranger.s.library")
    log.addHandler(handler)
    yield log, lines
    log.removeHandler(handler)


def test_what_anybody_logs_is_redacted_while_installed(caught):
    log, lines = caught
    redaction = LogRedaction()
    before = logging.getLogRecordFactory()
    redaction.install()
    try:
        redaction.learn(["hunter22"])
        log.warning("failed with %s", "hunter22")
        try:
            raise ValueError("https://x/?token=abc hunter22")
        except ValueError:
            log.exception("it failed")
        log.warning("%d of them", "not a number")
    finally:
        redaction.remove()
    assert logging.getLogRecordFactory() is before
    assert len(lines) == 3 and not any("hunter22" in line or "abc" in line for line in lines)
    assert "Traceback" in lines[1]
    log.warning("hunter22")
    assert lines[-1] == "hunter22"


def test_an_exception_that_cannot_be_printed_is_logged_all_the_same(caught):
    class Unprintable(Exception):
        def __str__(self):
            raise RuntimeError("no")

    log, lines = caught
    redaction = LogRedaction()
    redaction.install()
    try:
        try:
            raise Unprintable
        except Unprintable:
            log.exception("it failed")
    finally:
        redaction.remove()
    assert len(lines) == 1


def test_a_configuration_tells_its_secrets_by_their_names():
    config = {"url": "http://x", "api_key": "k1234", "mail": {"password": "p1234", "user": "me"}, "n": 4, "token": 5}
    assert sorted(secret_members(config)) == ["k1234", "p1234"]
    assert list(secret_members(None)) == []
