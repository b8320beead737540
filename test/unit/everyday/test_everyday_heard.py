"""What English words say beyond doubt, whatever a translator made of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import NotMeant
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.dates.occasions import easter
from ovos_toolbox_everyday.device.control import DeviceControl
from ovos_toolbox_everyday.device.heard import direction_said, sound_back
from ovos_toolbox_everyday.device.tools import ChangeVolume
from ovos_toolbox_everyday.heard.counted_days import day_ahead, mend_from_day
from ovos_toolbox_everyday.heard.hours import mend_hour, mend_night, mend_part, mend_today
from ovos_toolbox_everyday.heard.month_days import mend_month_day, mend_no_day, mend_ordinal
from ovos_toolbox_everyday.heard.names import whole_name, without_address
from ovos_toolbox_everyday.heard.repeats import mend_repeat, repeat_said
from ovos_toolbox_everyday.heard.timers import holds_another, timer_said
from ovos_toolbox_everyday.heard.weekdays import day_said
from ovos_toolbox_everyday.recurrence import REPEATS

BOX = EverydayToolBox()
TODAY = date(2026, 3, 2)  # a Monday


def last_easter() -> str:
    today = date.today()
    return max(day for year in (today.year - 1, today.year) if (day := easter(year)) <= today).isoformat()


@pytest.mark.parametrize(
    ("words", "direction"),
    [
        ("a bit more low please", "down"),
        ("make it more dark", "down"),
        ("that lamp is too bright", "down"),
        ("the screen is strong too much", "down"),
        ("you are too quiet", "up"),
        ("less dark", "up"),
        ("as dim as it goes", "down"),
        ("more volume", None),
        ("too dark here and too loud", None),
        ("hold it there", None),
        # How something is counts less than what is to be done about it.
        ("turn it up", "up"),
        ("the lamp's so bright bring the screen up", "up"),
        ("the kettle is too loud so turn yourself up", "up"),
        ("it's so dim in here lower the screen", "down"),
        ("don't turn it up it's too loud", "down"),
    ],
)
def test_more_of_the_less_is_less(words: str, direction: str | None) -> None:
    assert direction_said(words) == direction


@pytest.mark.parametrize(
    ("words", "back"),
    [
        ("mute off", True),
        ("come off the mute", True),
        ("mute", False),
        ("turn off the sound", False),
        ("schalt den ton bitte wieder ein", True),
        ("schalt den ton ab", False),
        ("puedes volver a poner el sonido", True),
        ("vuelve a quitar el sonido", False),
        ("remets-moi le son", True),
        ("coupe le son", False),
        ("riattiva l'audio", True),
        ("togli l'audio", False),
        ("kun je het geluid weer aanzetten", True),
        ("zet het geluid uit", False),
        ("volta a ligar o som", True),
        ("desliga o som", False),
    ],
)
def test_off_mute_is_the_sound_back(words: str, back: bool) -> None:
    assert sound_back(words) == back


@pytest.mark.parametrize(
    ("time", "words", "meant"),
    [
        ("05:15", "cancel my quarter past five afternoon alarm", "17:15"),
        ("08:00", "every friday evening at eight feed the fish", "20:00"),
        ("08:00", "every friday evening feed the fish before the eight", "08:00"),
        ("08:00", "wake me at eight in the morning i was out all evening", "08:00"),
        ("19:00", "tonight at seven", "19:00"),
        ("03:00", "tonight at three", "03:00"),
        ("09:00", "wake the night nurse at nine every night", "21:00"),
        ("07:15", "each evening at quarter past seven", "19:15"),
        ("02:00", "every night at two check the boiler", "02:00"),
        ("09:00", "every morning and every night at nine", "09:00"),
    ],
)
def test_a_part_of_the_day_counts_on_either_side_of_the_time(time: str, words: str, meant: str) -> None:
    assert mend_part({"time": time}, words) == {"time": meant}


@pytest.mark.parametrize(
    ("words", "repeat"),
    [
        ("every other week put the cat out", "otherwise"),
        ("every 45 minutes look at the stew", "otherwise"),
        ("turn the eggs three times a day", "otherwise"),
        ("every second tuesday", "otherwise"),
        ("on the third monday of every month", "otherwise"),
        ("once a year", "otherwise"),
        ("for the next four evenings", "otherwise"),
        ("empty the barrel on the tenth of every month", "monthly"),
        ("every last day of the month", "monthly"),
        ("jeden dritten tag", "otherwise"),
        ("tous les deux jours", "otherwise"),
        ("cada tres horas", "otherwise"),
        ("a giorni alterni", "otherwise"),
        ("om de dag", "otherwise"),
        ("duas vezes por semana", "otherwise"),
    ],
)
def test_what_can_not_be_kept_again_and_again_is_no_other_rhythm(words: str, repeat: str) -> None:
    assert repeat_said(words) == repeat


def test_a_week_that_comes_once_is_no_rhythm() -> None:
    assert mend_repeat({"repeat": "monthly", "day": "next_month"}, "next month paint it", REPEATS) == {
        "day": "next_month"
    }
    assert mend_repeat({"repeat": "otherwise"}, "paint it tomorrow", (*REPEATS, "otherwise")) == {}
    for words, repeat in (
        ("in a week paint the shed", "weekly"),
        ("a month from now paint the shed", "monthly"),
        ("dans un mois peins la cabane", "monthly"),
        ("en una semana pinta la caseta", "weekly"),
        ("in einem monat den schuppen streichen", "monthly"),
    ):
        assert mend_repeat({"repeat": repeat, "in_seconds": 9}, words, REPEATS) == {"in_seconds": 9}
    assert mend_repeat({"repeat": "weekly"}, "at nine", REPEATS) == {"repeat": "weekly"}  # an answer to "when?"
    assert mend_repeat({"repeat": "weekly"}, "once a week", REPEATS) == {"repeat": "weekly"}


@pytest.mark.parametrize(
    ("given", "words", "repeat"),
    [
        ({}, "on tuesdays", "tuesday"),
        ({"day": "next_thursday"}, "on tuesdays thursdays", "thursday"),
        ({"repeat": "thursday"}, "on tuesdays and thursdays", "thursday"),
        ({"day": "next_thursday"}, "every tuesday and thursday", "thursday"),
        ({"repeat": "thursday"}, "dienstags und donnerstags", "thursday"),
        ({"repeat": "thursday"}, "on tuesdays", "tuesday"),
        ({"repeat": "thursday"}, "on thursdays no on tuesdays", "tuesday"),
        ({"day": "next_thursday"}, "every tuesday starting thursday", "tuesday"),
    ],
)
def test_of_several_weekdays_each_call_has_its_own(given: dict[str, Any], words: str, repeat: str) -> None:
    assert mend_repeat(given, words, REPEATS) == {"repeat": repeat}


@pytest.mark.parametrize(
    ("given", "words", "repeat"),
    [
        ({}, "sundays and saturdays at ten", "weekends"),
        ({}, "every saturday and sunday at ten", "weekends"),
        ({"repeat": "saturday"}, "on saturdays and on sundays", "weekends"),
        ({"day": "next_sunday"}, "on saturdays and sundays", "sunday"),
        ({}, "mondays tuesdays wednesdays thursdays and fridays", "weekdays"),
        ({}, "at six on saturdays", "saturday"),
        ({}, "at six on tuesdays and thursdays", "otherwise"),
        ({"repeat": "thursday"}, "at six on tuesdays and thursdays", "thursday"),
        ({}, "at six on tuesdays i mean thursdays", "thursday"),
    ],
)
def test_days_beside_each_other_are_one_rhythm_or_none_that_can_be_kept(
    given: dict[str, Any], words: str, repeat: str
) -> None:
    assert mend_repeat(given, words, (*REPEATS, "otherwise")) == {"repeat": repeat}


@pytest.mark.parametrize(
    ("given", "words", "mended"),
    [
        ({"label": "30th"}, "wake me on the 30th", {"day": "2026-03-30"}),
        ({"label": "the first"}, "an alarm the first", {"day": "2026-04-01"}),
        ({}, "wake me at five on the 31st", {"day": "2026-03-31"}),
        ({"label": "30th", "day": "2026-03-30"}, "monday the 30th", {"day": "2026-03-30"}),
        ({"label": "30th", "day": "next_friday"}, "friday the 30th", {"day": "30th"}),  # refused
        ({"label": "33rd"}, "on the 33rd", {"day": "33rd"}),
        ({"label": "30th birthday"}, "call it 30th birthday", {"label": "30th birthday"}),
        ({"day": "2026-06-05"}, "on june the 5th", {"day": "2026-06-05"}),
    ],
)
def test_a_number_of_a_day_is_a_day_and_no_name(given: dict[str, Any], words: str, mended: dict[str, Any]) -> None:
    assert mend_ordinal(given, "label", words, TODAY) == mended


@pytest.mark.parametrize(
    ("given", "words", "mended"),
    [
        ({"day": "2026-12-25", "in_seconds": 9}, "three days before christmas", {"day": "2026-12-22"}),
        ({"repeat": "monthly", "time": "18:00"}, "a month before christmas", {"time": "18:00", "day": "2026-11-25"}),
        ({"day": "2026-10-31"}, "the day after halloween hide it", {"day": "2026-11-01"}),
        ({"day": "next_friday"}, "two days before friday", {"day": "2026-03-04"}),
        ({"time": "09:00"}, "a week before the regatta at nine", {}),  # asked for
        ({"day": "day_after_tomorrow"}, "the day after tomorrow", {"day": "day_after_tomorrow"}),
        ({"day": "2026-03-04"}, "zwei tage vor dem urlaub koffer packen", {}),  # asked for
        ({"day": "2026-03-04", "time": "09:00"}, "dos días antes de la boda a las nueve", {}),
        ({"repeat": "weekends"}, "een week voor pasen", {"day": "2026-03-29"}),
        ({"in_seconds": 172800}, "deux jours avant vendredi", {"day": "2026-03-04"}),
        ({"day": "2026-04-26"}, "una settimana prima del tre maggio", {"day": "2026-04-26"}),
        ({"day": "2026-12-25"}, "um dia depois do natal", {"day": "2026-12-26"}),
    ],
)
def test_a_day_that_is_counted_from_another_is_not_that_other(
    given: dict[str, Any], words: str, mended: dict[str, Any]
) -> None:
    assert mend_from_day(given, words, TODAY) == mended


@pytest.mark.parametrize(
    ("words", "day"),
    [("on the tenth of every month", "2026-03-10"), ("every month on the last", "2026-03-31"), ("monthly", None)],
)
def test_a_day_of_every_month(words: str, day: str | None) -> None:
    assert mend_month_day({"repeat": "monthly"}, words, TODAY).get("day") == day


@pytest.mark.parametrize(
    ("given", "words", "mended"),
    [
        ({"time": "00:00", "day": "tonight"}, "tonight at midnight", {"time": "00:00"}),
        ({"time": "12:30", "day": "next_friday"}, "friday night half twelve", {"time": "00:30", "day": "2026-03-07"}),
        ({"time": "00:30", "day": "tomorrow_night"}, "tomorrow night", {"time": "00:30", "day": "2026-03-04"}),
        (  # said before, and the day was moved then
            {"time": "02:00", "day": "2026-03-07"},
            "friday night half twelve two",
            {"time": "02:00", "day": "2026-03-07"},
        ),
        ({"time": "01:00", "day": "2026-03-04"}, "tomorrow night one", {"time": "01:00", "day": "2026-03-04"}),
        ({"time": "12:00", "day": "tonight"}, "at noon, the gig is tonight", {"time": "12:00", "day": "tonight"}),
        (
            {"time": "02:00", "day": "2026-03-07"},
            "friday night at two",
            {"time": "02:00", "day": "2026-03-07"},  # the day behind it already
        ),
        ({"time": "22:00", "day": "tonight"}, "tonight at ten", {"time": "22:00", "day": "tonight"}),
        (
            {"time": "12:00", "day": "tomorrow", "text": "pack for friday night"},
            "tomorrow at twelve pack for friday night",
            {"time": "12:00", "day": "tomorrow", "text": "pack for friday night"},
        ),
    ],
)
def test_behind_midnight_it_is_the_next_day(given: dict[str, Any], words: str, mended: dict[str, Any]) -> None:
    assert mend_night(given, words, TODAY) == mended


@pytest.mark.parametrize(
    ("given", "words", "day"),
    [
        ({"time": "19:00"}, "remind me at seven tonight to ring mum", "today"),
        ({"time": "16:30"}, "wake me at half past four this afternoon", "today"),
        ({"time": "01:00"}, "wake me at one tonight", None),
        ({"time": "19:00"}, "wake me at seven in the evening", None),
        ({"time": "19:00", "repeat": "daily"}, "from tonight wake me at seven every day", None),
        ({"time": "19:00", "text": "book for tonight"}, "remind me at seven pm to book for tonight", None),
        ({"time": "19:00", "day": "tomorrow"}, "not tonight tomorrow at seven", "tomorrow"),
        ({"time": "19:00"}, "weck mich heute abend um sieben", "today"),
        ({"time": "19:00"}, "despiértame esta tarde a las siete", "today"),
        ({"time": "19:00"}, "réveille-moi ce soir à sept heures", "today"),
        ({"time": "19:00"}, "svegliami stasera alle sette", "today"),
        ({"time": "19:00"}, "wek me vanavond om zeven uur", "today"),
        ({"time": "19:00"}, "acorda-me esta noite às sete", "today"),
        ({"time": "19:00"}, "weck mich abends um sieben", None),
        ({"time": "01:00"}, "despiértame esta noche a la una", None),
        ({"time": "19:00", "day": "tomorrow"}, "pas ce soir demain à sept heures", "tomorrow"),
    ],
)
def test_at_seven_tonight_is_today(given: dict[str, str], words: str, day: str | None) -> None:
    assert mend_today(given, words).get("day") == day


def test_an_hour_of_the_night_is_none_of_the_afternoon() -> None:
    assert mend_hour({"time": "02:00"}, "at two tonight let the dog in") == {"time": "02:00"}
    assert mend_hour({"time": "02:30"}, "at half two let the dog in") == {"time": "14:30"}
    assert mend_hour({"time": "02:30"}, "at half two tonight let the dog in") == {"time": "02:30"}
    assert mend_hour({"time": "03:30"}, "half three is early to be up") == {"time": "03:30"}
    about = {"time": "02:00", "text": "book seats for tonight"}
    assert mend_hour(about, "at two book seats for tonight") == {**about, "time": "14:00"}


def test_a_day_that_is_in_no_calendar_is_no_other_day() -> None:
    assert mend_no_day({"day": "2026-03-31"}, "wash it on the 31st of june") == {"day": "31st of june"}
    fifth = "wash it on the fifth monday of february"
    assert mend_no_day({"day": "next_monday"}, fifth) == {"day": "fifth monday of february"}
    assert mend_no_day({"day": "2027-02-01"}, "on the first monday of february") == {"day": "2027-02-01"}
    assert mend_no_day({"day": "2028-02-29"}, "on february 29th") == {"day": "2028-02-29"}


def test_a_month_from_now_is_one_of_the_calendar() -> None:
    assert day_ahead(90 * 86_400, "in three months", TODAY) == date(2026, 6, 2)
    assert day_ahead(90 * 86_400, "in ninety days", TODAY) == date(2026, 5, 31)


def test_the_only_day_that_is_named_is_meant() -> None:
    assert day_said("i'm off tomorrow so leave the alarm out") == "tomorrow"
    assert day_said("not friday but saturday") is None
    assert day_said("leave the alarm out") is None


@pytest.mark.parametrize(
    ("name", "given", "words", "mended"),
    [
        ("mute_volume", {"mute": True}, "mute off", {"mute": False}),
        ("night_mode", {"enabled": False}, "show the dark clock so you don't wake her", {"enabled": True}),
        ("night_mode", {"enabled": False}, "we don't need night mode", {"enabled": False}),
        ("night_mode", {"enabled": False}, "haal de nachtmodus weg we zijn uit bed", {"enabled": False}),
        ("night_mode", {"enabled": False}, "quitte le mode nuit", {"enabled": False}),
        (
            "time_difference",
            {"location": "lima", "from_location": "retraso"},
            "cuántas horas va con retraso lima",
            {"location": "lima"},
        ),
        ("set_timer", {"duration_seconds": 25}, "set a timer for twenty five", {"duration_seconds": 1500}),
        ("set_timer", {"duration_seconds": 25}, "25 second timer", {"duration_seconds": 25}),
        ("set_timer", {"duration_seconds": 25}, "wecker auf fünfundzwanzig", {"duration_seconds": 1500}),
        ("set_timer", {"duration_seconds": 45}, "mets le sur quarante cinq", {"duration_seconds": 2700}),
        ("set_timer", {"duration_seconds": 45}, "the same again", {"duration_seconds": 45}),
        ("set_timer", {"duration_seconds": 2}, "stell einen wecker auf zwo", {"duration_seconds": 120}),
        ("set_timer", {"duration_seconds": 16}, "põe dezesseis", {"duration_seconds": 960}),
        ("set_timer", {"duration_seconds": 31}, "pon treinta y un", {"duration_seconds": 1860}),
        ("change_timer", {"duration_seconds": 20}, "mets le minuteur sur vingt", {"duration_seconds": 1200}),
        (
            "set_timer",
            {"duration_seconds": 30, "label": "rice"},
            "and for the rice",
            {"duration_seconds": 30, "label": "rice"},
        ),
        ("set_timer", {"duration_seconds": 600}, "make it ten", {"duration_seconds": 600}),
        ("snooze_alarm", {"duration_seconds": 7}, "snooze seven", {"duration_seconds": 420}),
        ("skip_alarm", {}, "skip the next one please", {}),
        ("set_alarm", {"time": "0640"}, "alarm for 0640", {"time": "06:40"}),
        ("mute_volume", {}, "no noise at all now", {"mute": True}),
        ("change_volume", {"direction": "up"}, "raise it by fifteen", {"direction": "up", "by": 15}),
        ("change_brightness", {"direction": "down", "by": 5}, "darker by the window", {"direction": "down"}),
        (
            "change_volume",
            {"direction": "down"},
            "lower the sound forty percent please",
            {"direction": "down", "by": 40},
        ),
        ("change_volume", {"direction": "up"}, "den ton um sieben prozent lauter", {"direction": "up", "by": 7}),
        ("change_brightness", {"direction": "up"}, "augmente la luminosité de quinze", {"direction": "up", "by": 15}),
        ("change_volume", {"direction": "up"}, "sube la música un quince por ciento", {"direction": "up", "by": 15}),
        ("change_volume", {"direction": "up"}, "aumenta l'audio dell'otto per cento", {"direction": "up", "by": 8}),
        (
            "change_brightness",
            {"direction": "down"},
            "het scherm tien procent donkerder",
            {"direction": "down", "by": 10},
        ),
        ("change_brightness", {"direction": "up"}, "sobe o brilho em trinta", {"direction": "up", "by": 30}),
        ("change_volume", {"direction": "up"}, "the play begins in ten minutes turn it up", {"direction": "up"}),
        ("change_volume", {"direction": "up"}, "ein bisschen lauter", {"direction": "up"}),
        ("set_volume", {"level": 15}, "turn it down to a volume of 15", {"level": 15}),
        ("set_volume", {"level": 80}, "alza il volume all'80", {"level": 80}),
        ("set_brightness", {"level": 40}, "baja el brillo de la pantalla al cuarenta", {"level": 40}),
        ("days_until", {"occasion": "easter"}, "days since easter", {"day": last_easter()}),
        ("change_timer", {"duration_seconds": 5}, "bump it up by five", {"duration_seconds": 300, "change": "extend"}),
        (
            "set_alarm",
            {"time": "06:50", "label": "shift"},
            "alarm at 6:50 called late shift",
            {"time": "06:50", "label": "late shift"},
        ),
        (
            "set_timer",
            {"duration_seconds": 60, "label": "break"},
            "one minute named tea break",
            {"duration_seconds": 60, "label": "tea break"},
        ),
        (
            "change_timer",
            {"duration_seconds": 900},
            "extend my judo timer by a quarter of an hour",
            {"duration_seconds": 900, "label": "judo", "change": "extend"},
        ),
        ("pause_timer", {"label": "waffles"}, "the waffles are hot hold the waffle timer", {"label": "waffle"}),
        ("resume_timer", {}, "let my timer go on", {}),
        (
            "convert_units",
            {"amount": 80, "from_unit": "fahrenheit", "to_unit": "mean nothing"},
            "they say eighty fahrenheit and those mean nothing how is it in celsius",
            {"amount": 80, "from_unit": "fahrenheit", "to_unit": "celsius"},
        ),
        ("read_list", {"list_name": "plums"}, "have i got plums on my list", {}),
        ("read_list", {"list_name": "boat"}, "what's on the boat list", {"list_name": "boat"}),
        ("change_volume", {"direction": "up"}, "the sound more low", {"direction": "down"}),
        ("change_brightness", {"direction": "up"}, "make her more dark", {"direction": "down"}),
        ("cancel_alarm", {"label": "swim", "all_alarms": True}, "lose that swim alarm", {"label": "swim"}),
        ("cancel_alarm", {"all_alarms": True}, "lose all my alarms", {"all_alarms": True}),
        ("skip_alarm", {}, "no work tomorrow so leave the alarm out", {"day": "tomorrow"}),
        ("skip_alarm", {}, "skip the next alarm i work on friday", {}),
        ("skip_alarm", {}, "leave it out on friday this once but keep it otherwise", {"day": "next_friday"}),
        ("skip_alarm", {"time": "09:15"}, "skip the quarter past nine one, i'm ill", {"time": "09:15"}),
        ("skip_alarm", {"day": "next_monday"}, "lunedì salta la sveglia", {"day": "next_monday"}),
        ("set_alarm", {"time": "08:00"}, "at eight on weekends no every day", {"time": "08:00", "repeat": "daily"}),
        ("set_alarm", {"time": "08:00", "label": "rounds love"}, "x", {"time": "08:00", "label": "rounds"}),
        ("cancel_alarm", {}, "lose the alarm named matins", {"label": "matins"}),
        ("cancel_alarm", {"time": "07:40", "label": "evening"}, "lose the 7 40 evening alarm", {"time": "19:40"}),
        ("cancel_reminder", {}, "lose that reminder about the roses", {"text": "the roses"}),
        ("cancel_timer", {"label": "waffles please"}, "stop the waffles please", {"label": "waffles"}),
        ("set_reminder", {"text": "feed the koi pal"}, "x", {"text": "feed the koi"}),
        ("set_reminder", {"text": "ring my love"}, "x", {"text": "ring my love"}),
        ("set_reminder", {"text": "feed the koi or she'll sulk"}, "x", {"text": "feed the koi"}),
        ("set_reminder", {"text": "ask if she walks or drives"}, "x", {"text": "ask if she walks or drives"}),
        ("cancel_reminder", {"text": "koi's fed"}, "the koi's fed so lose that koi reminder", {"text": "koi"}),
        ("cancel_reminder", {"text": "koi"}, "lose the tomorrow morning reminder", {"text": "koi"}),
        ("resume_timer", {"label": "roast"}, "start the paused roast duck timer again", {"label": "roast duck"}),
        ("resume_timer", {}, "i'm back continue the timer of chemistry", {"label": "chemistry"}),
        ("pause_timer", {}, "pause the timer for a moment", {}),
        ("cancel_reminder", {"text": "concerning the roses is superfluous"}, "x", {"text": "the roses"}),
        ("cancel_reminder", {"text": "roses", "all_reminders": True}, "lose the roses reminder", {"text": "roses"}),
        ("set_reminder", {"text": "too water the roses"}, "remind me too water the roses", {"text": "water the roses"}),
    ],
)
def test_what_the_words_say_wins(name: str, given: dict[str, Any], words: str, mended: dict[str, Any]) -> None:
    command = BOX.command(name)
    assert command.post_process_tool_call(given, words) == mended


def test_since_a_weekday_is_since_the_last_one() -> None:
    made = BOX.command("days_until").post_process_tool_call({"day": "next_friday"}, "how long is it since friday")
    day = date.fromisoformat(made["day"])
    assert day.weekday() == 4 and 0 < (date.today() - day).days <= 8


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("days_until", {}, "how many days since my operation"),
        ("change_volume", {"direction": "up"}, "turn the boiler up a bit"),
        ("change_volume", {"direction": "up"}, "turn the volume all the way up"),
        ("set_volume", {"level": 3}, "he sang at full volume for three hours"),
        ("set_volume", {"level": 15}, "music down by fifteen"),
        ("set_volume", {"level": 50}, "lower the sound by half"),
        ("set_brightness", {"level": 15}, "shave fifteen percent off the display"),
        ("set_volume", {"level": 45}, "raise the sound forty five percent"),
        ("set_brightness", {"level": 20}, "den bildschirm zwanzig prozent heller"),
        ("set_volume", {"level": 8}, "monte le son de huit pour cent"),
        ("set_volume", {"level": 30}, "aumenta o som em trinta por cento"),
        ("set_volume", {"level": 5}, "geluid met vijf procent"),
        ("change_volume", {"direction": "up"}, "bring the sound up by two fifths"),
        ("change_brightness", {"direction": "down"}, "um ein drittel dunkler"),
        ("change_volume", {"direction": "down", "by": 20}, "turn the sound down for twenty minutes"),
        ("change_volume", {"direction": "up", "by": 7}, "turn it up channel 7 is on"),
        ("change_volume", {"direction": "up"}, "raise the sound to eighty"),
        ("skip_alarm", {}, "skip the next chapter please"),
        ("skip_alarm", {}, "skip ahead a bit"),
        ("skip_alarm", {"day": "tomorrow"}, "skip lunch tomorrow"),
        ("skip_alarm", {"day": "next_friday"}, "leave out the swim on friday"),
        ("skip_alarm", {"day": "tomorrow"}, "skip tomorrow's lesson"),
        ("skip_alarm", {"day": "tomorrow", "time": "09:00"}, "skip the nine o'clock lesson tomorrow morning"),
        ("skip_alarm", {"day": "next_tuesday"}, "drop tuesday but keep the others"),
        ("skip_alarm", {"day": "tomorrow"}, "salta il pranzo domani"),
        ("skip_alarm", {"day": "tomorrow"}, "überspring das training morgen"),
        ("sun_times", {"event": "sunrise"}, "in which country does the sun rise first"),
        ("sun_times", {"event": "sunset"}, "en qué país se pone antes el sol"),
        ("set_timer", {"duration_seconds": 600}, "get me up ten minutes earlier"),
        ("get_time", {"location": "wise"}, "time wise we're fine"),
        ("set_timer", {"duration_seconds": 1200}, "after twenty minutes she gave up"),
        ("set_timer", {"duration_seconds": 900}, "after fifteen minutes"),
        ("sun_times", {"event": "sunset", "location": "rome"}, "when does the sun set in rome in may"),
        ("days_until", {"day": "2027-05-03"}, "how many days are between may 3rd"),
        ("roll_dice", {"count": 3, "sides": 9}, "a number from three to nine"),
        ("pick_one", {"options": ["three", "nine"]}, "choose a number between three and nine"),
        ("pick_one", {"options": ["tres", "nueve"]}, "elige un número entre tres y nueve"),
        ("pick_one", {"options": ["drie", "negen"]}, "kies een getal tussen drie en negen"),
        ("convert_units", {"amount": 9, "from_unit": "pounds", "to_unit": "in"}, "nine pounds in dollars"),
        ("mute_volume", {"mute": True}, "turn off the hallway lamp"),
        ("change_brightness", {"direction": "down"}, "dim the lamps in the hall"),
        ("set_brightness", {"level": 20}, "set it low and turn the lamps down to twenty"),
        ("cancel_alarm", {"label": "second shift"}, "call the alarm second shift"),
        ("set_timer", {"duration_seconds": 60, "label": "i'm saying"}, "not a timer i'm saying i wanted one"),
    ],
)
def test_another_thing_is_not_meant(name: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(NotMeant):
        BOX.command(name).post_process_tool_call(given, words)


def test_the_device_itself_is_meant_whatever_stands_around_it() -> None:
    for words in ("turn that down", "turn it up the kids are loud", "turn the noise down", "lower your voice"):
        assert BOX.command("change_volume").post_process_tool_call({"direction": "up"}, words)


@pytest.mark.parametrize(
    ("name", "words", "level"),
    [
        ("set_volume", "can you turn the volume all the way down please", 0),
        ("set_volume", "sound as loud as it goes", 100),
        ("set_volume", "speak up as loud as you can", 100),
        ("set_volume", "as quiet as possible please", 0),
        ("set_brightness", "screen fully up", 100),
        ("set_brightness", "my brightness went all the way down", None),
    ],
)
def test_an_end_of_all_levels_is_claimed(name: str, words: str, level: int | None) -> None:
    claimed = BOX.command(name).pre_route(words)
    assert (claimed and claimed.arguments) == (None if level is None else {"level": level})


@pytest.mark.parametrize(
    ("words", "volume", "brightness"),
    [
        ("shave twelve percent off the sound would you", ("down", 12), None),
        ("cut the volume by thirty percent", ("down", 30), None),
        ("bump your volume up another five percent", ("up", 5), None),
        ("forty percent louder please", ("up", 40), None),
        ("could you be ten percent quieter it's late", ("down", 10), None),
        ("screen up twenty percent i can hardly read this", None, ("up", 20)),
        ("zieh zwölf prozent von der lautstärke ab", ("down", 12), None),
        ("display fünfzehn prozent heller bitte", None, ("up", 15)),
        ("lautstärke auf zwölf prozent", None, None),
        ("quita un treinta y cinco por ciento al volumen", ("down", 35), None),
        ("sube el brillo un diez por ciento", None, ("up", 10)),
        ("sube el volumen al diez por ciento", None, None),
        ("enlève vingt-cinq pour cent à la luminosité", None, ("down", 25)),
        ("baisse le son de dix pour cent", ("down", 10), None),
        ("baisse le son à dix pour cent", None, None),
        ("togli il dodici per cento al volume", ("down", 12), None),
        ("abbassa il volume al dodici per cento", None, None),
        ("haal vijftien procent van het volume af", ("down", 15), None),
        ("scherm tien procent feller graag", None, ("up", 10)),
        ("zet het volume op tien procent", None, None),
        ("tira trinta por cento ao som", ("down", 30), None),
        ("aumenta o volume em quinze por cento", ("up", 15), None),
        ("aumenta o volume para quinze por cento", None, None),
        ("volume down ten percent it's late and the screen too", None, None),
        ("display ten percent dimmer", None, ("down", 10)),
        ("add 15 percent to the screen brightness", None, ("up", 15)),
        ("drop the sound to twenty percent", None, None),
        ("ten percent brighter", None, None),  # that may be a lamp
        ("don't cut the volume by ten percent", None, None),
        ("cut the price by ten percent", None, None),
        ("take ten percent off the volume and the screen", None, None),
        ("turn the volume up by two hundred percent", None, None),
    ],
)
def test_so_much_more_or_less_is_claimed(
    words: str, volume: tuple[str, int] | None, brightness: tuple[str, int] | None
) -> None:
    for name, asked in (("change_volume", volume), ("change_brightness", brightness)):
        claimed = BOX.command(name).pre_route(words)
        wanted = None if asked is None else {"direction": asked[0], "by": asked[1]}
        assert (claimed and claimed.arguments) == wanted, name


def test_what_is_turned_on_is_not_removed() -> None:
    with pytest.raises(NotMeant):
        BOX.command("cancel_alarm").post_process_tool_call({"time": "07:00"}, "turn on my seven o'clock alarm")


def test_what_is_put_in_two_places_is_put_in_none() -> None:
    command = BOX.command("add_to_list")
    with pytest.raises(NotMeant):
        command.post_process_tool_call({"items": ["rope"]}, "add a rope to the boat to my camping list")
    whole = {"items": ["rope for the boat"], "list_name": "camping"}
    assert command.post_process_tool_call(whole, "add rope for the boat to my camping list") == whole


def test_the_lists_of_others_are_left_alone() -> None:
    with pytest.raises(NotMeant):
        BOX.command("read_list").post_process_tool_call({}, "they took us off their guest list")


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("chicken mate", "chicken"),
        ("chicken please", "chicken"),
        ("say thank you", "say thank you"),
        ("pick up my sister's mate", "pick up my sister's mate"),
        ("ring our old pal", "ring our old pal"),
    ],
)
def test_a_word_for_whoever_is_spoken_to_is_cut_and_no_other(name: str, bare: str) -> None:
    assert without_address(name) == bare


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("metti un timer da dodici minuti", None),
        ("un timer da mezz'ora", None),
        ("stell den timer vom brot auf zwei minuten", "brot"),
        ("quanto manca al timer del pane", "pane"),
        ("a timer do not wait", None),
    ],
)
def test_what_is_no_name_in_its_own_language_is_none_in_another(words: str, label: str | None) -> None:
    assert timer_said(words) == label


def test_rather_than_corrects_nothing() -> None:
    assert repeat_said("every weekday at seven rather than every day") == "weekdays"
    assert repeat_said("on weekends or rather every day") == "daily"


def test_the_music_is_the_devices_sound() -> None:
    assert BOX.command("change_volume").post_process_tool_call({"direction": "down"}, "turn the music down") == {
        "direction": "down"
    }


@pytest.mark.parametrize(
    "words",
    [
        "make the telly in the kitchen quieter",
        "make the kids quiet",
        "get the fridge a bit quieter",
        "make the music in the next room quieter",
    ],
)
def test_another_thing_is_made_no_quieter(words: str) -> None:
    with pytest.raises(NotMeant):
        ChangeVolume(DeviceControl(lambda: None)).post_process_tool_call({"direction": "down"}, words)


@pytest.mark.parametrize(
    "words",
    [
        "make the music quieter",
        "make your voice softer",
        "make it quieter i'm watching the telly",
        "make the alarm louder",
    ],
)
def test_what_the_device_plays_is(words: str) -> None:
    tool = ChangeVolume(DeviceControl(lambda: None))
    assert tool.post_process_tool_call({"direction": "down"}, words) == {"direction": "down"}


@pytest.mark.parametrize(
    ("words", "another"),
    [
        ("hang on a minute", True),
        ("hold on", False),
        ("pause the music", True),
        ("hold on to the ticket for me", True),
        ("hold the stew timer", False),
        ("hold on with the timer", False),
        ("pause it a minute", False),
    ],
)
def test_who_is_to_wait_holds_no_timer(words: str, another: bool) -> None:
    assert holds_another(words) == another


@pytest.mark.parametrize(
    ("label", "words", "name"),
    [
        ("name rowing", "delete the alarm with the name rowing", "rowing"),
        ("rowing the river's frozen", "delete the alarm named rowing the river's frozen", "rowing"),
        ("rowing our boat is gone", "delete the alarm named rowing our boat is gone", "rowing"),
        ("feed the hens", "an alarm called feed the hens", "feed the hens"),
        ("rowing for", "an alarm called rowing for six", "rowing"),
    ],
)
def test_a_name_ends_where_a_clause_says_why(label: str, words: str, name: str) -> None:
    assert whole_name(label, words) == name
