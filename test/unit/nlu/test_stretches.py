"""Stretches: "from seven to ten in the evening", "pages four to nine"."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from ovos_phal_plugin_jarvis.nlu.entities import TIME, mentions

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


def times(text: str, lang: str) -> list[str]:
    """The times in *text*; one with a question mark where the half of the day is open."""
    found = [x for x in mentions(text, lang, NOW) if x.kind == TIME]
    return [x.value.render() + ("" if x.value.exact else "?") for x in found]


@pytest.mark.parametrize(
    ("lang", "text", "first", "last"),
    [
        ("en", "heat the sauna from five to eight in the evening", "17:00", "20:00"),
        ("en", "the gym is mine between three and four in the afternoon", "15:00", "16:00"),
        ("en", "from four till seven p m", "16:00", "19:00"),
        ("en", "between half past nine and eleven at night", "21:30", "23:00"),
        ("en", "tuesday six to eight in the evening", "18:00", "20:00"),
        ("en", "from seven thirty until nine in the morning", "07:30", "09:00"),
        ("en", "from ten to one in the afternoon", "10:00", "13:00"),
        ("en", "from eleven to two at night", "23:00", "02:00"),
        ("en", "from eight up to midnight", "20:00", "00:00"),
        ("en", "friday evening from six to nine", "18:00", "21:00"),
        ("en", "from two to four tomorrow afternoon", "14:00", "16:00"),
        ("de", "von sechs bis neun uhr abends", "18:00", "21:00"),
        ("de", "zwischen drei und vier uhr nachmittags", "15:00", "16:00"),
        ("de", "von sieben uhr bis halb elf am abend", "19:00", "22:30"),
        ("es", "de las seis a las nueve de la noche", "18:00", "21:00"),
        ("es", "entre las tres y las cuatro de la tarde", "15:00", "16:00"),
        ("fr", "de six heures à neuf heures du soir", "18:00", "21:00"),
        ("fr", "entre trois et quatre heures de l'après-midi", "15:00", "16:00"),
        ("it", "dalle sei alle nove di sera", "18:00", "21:00"),
        ("it", "tra le tre e le quattro del pomeriggio", "15:00", "16:00"),
        ("nl", "van zes tot negen uur 's avonds", "18:00", "21:00"),
        ("nl", "tussen drie en vier uur 's middags", "15:00", "16:00"),
        ("pt", "das seis às nove da noite", "18:00", "21:00"),
        ("pt", "entre as três e as quatro da tarde", "15:00", "16:00"),
    ],
)
def test_both_ends_of_a_stretch_are_in_the_half_of_the_day_that_is_said_once(
    lang: str, text: str, first: str, last: str
) -> None:
    assert times(text, lang) == [first, last]


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "wake me at ten to seven in the evening", ["18:50"]),
        ("en", "it starts at twenty to six in the evening", ["17:40"]),
        ("en", "from ten to six until noon", ["05:50", "12:00"]),
        ("en", "from twenty five to eight p m", ["19:35"]),
        ("en", "alarms at eight and at nine in the evening", ["08:00?", "21:00"]),
        ("en", "from nine a m to six p m", ["09:00", "18:00"]),
        ("en", "from eight to six", []),
        ("en", "turn it from four to six degrees friday evening", []),
        ("en", "print sheet two to five in the evening", ["17:00"]),
        ("de", "von sieben bis zwanzig uhr", ["20:00"]),
        ("de", "um zehn vor sieben abends", ["18:50"]),
        ("it", "alle dieci alle sette di sera", ["18:50"]),
    ],
)
def test_other_times_are_what_they_were(lang: str, text: str, wanted: list[str]) -> None:
    assert times(text, lang) == wanted
