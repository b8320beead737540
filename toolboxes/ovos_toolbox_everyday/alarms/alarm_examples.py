"""How people ask for alarms."""

from __future__ import annotations

from typing import Any

Rows = dict[str, dict[str, Any]]

SET_ALARM: Rows = {
    "Set an alarm for 7 am": {"time": "07:00"},
    "wake me up at half past six": {"time": "06:30"},
    "alarm at 6:45 on weekdays": {"time": "06:45", "repeat": "weekdays"},
    "set an alarm for 8 tomorrow morning": {"time": "08:00", "day": "tomorrow"},
    "wake me every day at seven": {"time": "07:00", "repeat": "daily"},
    "i need an alarm for quarter past five": {"time": "05:15"},
    "put an alarm on for nine in the evening": {"time": "21:00"},
    "set a gym alarm for 6 am": {"time": "06:00", "label": "gym"},
    "can you wake me at ten to eight please": {"time": "07:50"},
    "alarm for 4 pm called school run": {"time": "16:00", "label": "school run"},
    "get me up at 5:30": {"time": "05:30"},
    "wake me up on saturday at ten": {"time": "10:00", "day": "next_saturday"},
    "set my alarm for twenty past seven every monday": {"time": "07:20", "repeat": "monday"},
    "alarm every friday at 5 in the afternoon": {"time": "17:00", "repeat": "friday"},
    "on weekends wake me at nine thirty": {"time": "09:30", "repeat": "weekends"},
    "i have to be up by six tomorrow": {"time": "06:00", "day": "tomorrow"},
    "make an alarm for noon": {"time": "12:00"},
    "set an alarm for 22:15 tonight": {"time": "22:15", "day": "today"},
    "another alarm at five past seven": {"time": "07:05"},
    "don't let me sleep past eight": {"time": "08:00"},
    "start an alarm at 11 pm named night shift": {"time": "23:00", "label": "night shift"},
    "ring at a quarter to seven each weekday": {"time": "06:45", "repeat": "weekdays"},
    "set the alarm clock to 7": {"time": "07:00"},
    "alarm tomorrow 5 am": {"time": "05:00", "day": "tomorrow"},
    "every tuesday wake me at 6": {"time": "06:00", "repeat": "tuesday"},
}

LIST_ALARMS: Rows = {
    "What alarms do I have": {},
    "when is my next alarm": {},
    "list my alarms": {},
    "is there an alarm set for tomorrow": {"day": "tomorrow"},
    "do i have any alarms": {},
    "what time does my alarm go off": {},
    "show me all the alarms": {},
    "when will you wake me": {},
    "which alarms are on for saturday": {"day": "next_saturday"},
    "have i set an alarm": {},
    "what time am i getting woken up tomorrow": {"day": "tomorrow"},
    "tell me my alarms please": {},
    "how many alarms are set": {},
    "is my alarm on": {},
    "when does the alarm ring": {},
    "any alarms today": {"day": "today"},
}

CANCEL_ALARM: Rows = {
    "Cancel my alarm": {},
    "delete the 7 am alarm": {"time": "07:00"},
    "turn off all my alarms": {"all_alarms": True},
    "remove the gym alarm": {"label": "gym"},
    "cancel tomorrow's alarm for good": {"day": "tomorrow"},
    "stop the alarm": {},
    "get rid of the alarm at half past six": {"time": "06:30"},
    "i don't need the alarm anymore": {},
    "clear every alarm": {"all_alarms": True},
    "switch the alarm off": {},
    "cancel the alarm on saturday": {"day": "next_saturday"},
    "delete my six fifteen alarm": {"time": "06:15"},
    "no more alarms please": {"all_alarms": True},
    "drop the school run alarm": {"label": "school run"},
    "turn the alarm off": {},
    "remove the alarm i set for 9": {"time": "09:00"},
    "cancel the alarm called night shift": {"label": "night shift"},
}

SKIP_ALARM: Rows = {
    "Skip the next alarm": {},
    "skip my alarm tomorrow": {"day": "tomorrow"},
    "no alarm on friday": {"day": "next_friday"},
    "don't wake me tomorrow": {"day": "tomorrow"},
    "leave out tomorrow's alarm": {"day": "tomorrow"},
    "skip the seven o'clock alarm once": {"time": "07:00"},
    "i'm off on monday skip the alarm": {"day": "next_monday"},
    "let me sleep in tomorrow": {"day": "tomorrow"},
    "don't ring next time": {},
    "skip the 6:30 alarm tomorrow": {"time": "06:30", "day": "tomorrow"},
    "just this once no alarm": {},
    "pass over my next alarm": {},
    "suspend the alarm for tomorrow": {"day": "tomorrow"},
    "tomorrow i don't need the alarm": {"day": "tomorrow"},
    "skip wednesday's alarm": {"day": "next_wednesday"},
}

SNOOZE_ALARM: Rows = {
    "Snooze": {},
    "snooze for five minutes": {"duration_seconds": 300},
    "snooze the alarm": {},
    "give me ten more minutes": {"duration_seconds": 600},
    "five more minutes please": {"duration_seconds": 300},
    "let me sleep a little longer": {},
    "wake me again in a quarter of an hour": {"duration_seconds": 900},
    "ring again in 20 minutes": {"duration_seconds": 1200},
    "snooze it half an hour": {"duration_seconds": 1800},
    "not now remind me again later": {},
    "just a bit more sleep": {},
    "tell me again in an hour": {"duration_seconds": 3600},
    "put the alarm off for 3 minutes": {"duration_seconds": 180},
    "hit snooze": {},
    "another fifteen minutes in bed": {"duration_seconds": 900},
}
