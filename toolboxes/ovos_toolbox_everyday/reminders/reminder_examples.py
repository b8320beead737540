"""How people ask to be reminded."""

from __future__ import annotations

from typing import Any

Rows = dict[str, dict[str, Any]]

SET_REMINDER: Rows = {
    "Remind me to call mum at 6 pm": {"text": "call mum", "time": "18:00"},
    "remind me in ten minutes to check the oven": {"text": "check the oven", "in_seconds": 600},
    "remind me tomorrow at nine to pay the rent": {"text": "pay the rent", "day": "tomorrow", "time": "09:00"},
    "every monday remind me to put out the bins": {"text": "put out the bins", "repeat": "monday"},
    "remind me to take my pills every day at 8": {"text": "take my pills", "time": "08:00", "repeat": "daily"},
    "set a reminder for the dentist on friday at half past two": {
        "text": "the dentist",
        "day": "next_friday",
        "time": "14:30",
    },
    "in an hour remind me that the laundry is done": {"text": "the laundry is done", "in_seconds": 3600},
    "can you remind me to water the plants tonight at eight": {
        "text": "water the plants",
        "day": "today",
        "time": "20:00",
    },
    "remind me about the meeting at quarter past three": {"text": "the meeting", "time": "15:15"},
    "don't let me forget to buy milk tomorrow": {"text": "buy milk", "day": "tomorrow"},
    "i need a reminder to feed the cat at 7 in the evening": {"text": "feed the cat", "time": "19:00"},
    "remind me to stretch in half an hour": {"text": "stretch", "in_seconds": 1800},
    "set a reminder in 45 minutes to leave for the station": {"text": "leave for the station", "in_seconds": 2700},
    "remind me on weekdays at 5 to log my hours": {"text": "log my hours", "time": "17:00", "repeat": "weekdays"},
    "remind me next wednesday to renew the passport": {"text": "renew the passport", "day": "next_wednesday"},
    "make a reminder to back up the laptop every month": {"text": "back up the laptop", "repeat": "monthly"},
    "tell me to turn off the sprinkler in twenty minutes": {"text": "turn off the sprinkler", "in_seconds": 1200},
    "remind me at noon to eat something": {"text": "eat something", "time": "12:00"},
    "remind me to send the invoice": {"text": "send the invoice"},
    "remind me weekly to call grandma": {"text": "call grandma", "repeat": "weekly"},
    "give me a reminder at 10 am tomorrow about the parcel": {
        "text": "the parcel",
        "day": "tomorrow",
        "time": "10:00",
    },
    "reminder to pick up the kids at 15:45": {"text": "pick up the kids", "time": "15:45"},
    "remind me every thursday at six to go to choir": {"text": "go to choir", "time": "18:00", "repeat": "thursday"},
    "after two hours remind me to move the car": {"text": "move the car", "in_seconds": 7200},
    "i want to be reminded to charge the drill on sunday": {"text": "charge the drill", "day": "next_sunday"},
    "remind me about the school play next monday at five in the afternoon": {
        "text": "the school play",
        "day": "next_monday",
        "time": "17:00",
    },
    "tomorrow at quarter past ten remind me to phone the garage": {
        "text": "phone the garage",
        "day": "tomorrow",
        "time": "10:15",
    },
    "please remind me to lock the shed when it's nine pm": {"text": "lock the shed", "time": "21:00"},
}

LIST_REMINDERS: Rows = {
    "What reminders do I have": {},
    "list my reminders": {},
    "what are my reminders for tomorrow": {"day": "tomorrow"},
    "is there anything you have to remind me of": {},
    "do i have any reminders today": {"day": "today"},
    "show all reminders": {},
    "read me my reminders": {},
    "what did i ask you to remind me of": {},
    "which reminders are set": {},
    "any reminders on friday": {"day": "next_friday"},
    "what will you remind me about": {},
    "tell me the reminders for next monday": {"day": "next_monday"},
    "what's my next reminder": {},
    "how many reminders are there": {},
    "are there reminders left for today": {"day": "today"},
    "what have i got to remember on friday": {"day": "next_friday"},
    "what was i meant to remember": {},
}

CANCEL_REMINDER: Rows = {
    "Cancel the reminder to call mum": {"text": "call mum"},
    "delete my reminder": {},
    "forget all my reminders": {"all_reminders": True},
    "remove the reminder about the dentist": {"text": "the dentist"},
    "you don't have to remind me to water the plants anymore": {"text": "water the plants"},
    "clear every reminder": {"all_reminders": True},
    "drop the bins reminder": {"text": "bins"},
    "stop reminding me to take my pills": {"text": "take my pills"},
    "cancel that reminder": {},
    "delete the reminder for the meeting": {"text": "the meeting"},
    "i don't need the passport reminder any longer": {"text": "passport"},
    "scrap the reminder to back up the laptop": {"text": "back up the laptop"},
    "get rid of all the reminders": {"all_reminders": True},
    "never mind the reminder about the parcel": {"text": "the parcel"},
    "remove the reminder": {},
    "erase all reminders": {"all_reminders": True},
    "wipe my reminders all of them": {"all_reminders": True},
}
