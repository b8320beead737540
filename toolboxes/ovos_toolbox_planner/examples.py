"""How people ask for each tool: what they say → the arguments."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.sdk import DateKeys
from ovos_toolbox_planner.allowlist import TASK_TYPES

Examples = dict[str, dict[str, Any]]
MUST, NICE = TASK_TYPES


def _by(name: str, said: dict[str, str], **others: Any) -> Examples:
    return {utterance: {name: value, **others} for utterance, value in said.items()}


DATE_SHIFT: Examples = {
    "tomorrow": {"days": 1},
    "yesterday": {"days": -1},
    "today": {"days": 0},
    "the day after tomorrow": {"days": 2},
    "in three days": {"days": 3},
    "two days ago": {"days": -2},
    "go to tomorrow": {"days": 1},
    "go back to yesterday": {"days": -1},
    "back to today please": {"days": 0},
    "a week from today": {"days": 7},
    "move on to the day after tomorrow": {"days": 2},
    "let's plan tomorrow": {"days": 1},
    "switch the planner to tomorrow": {"days": 1},
    "show me the day before yesterday": {"days": -2},
}

DATE_SET: Examples = {
    "on friday": {"ymd": DateKeys.NEXT_FRIDAY},
    "next monday": {"ymd": DateKeys.NEXT_MONDAY},
    "for wednesday": {"ymd": DateKeys.NEXT_WEDNESDAY},
    "go to sunday": {"ymd": DateKeys.NEXT_SUNDAY},
    "switch to next tuesday": {"ymd": DateKeys.NEXT_TUESDAY},
    "jump to saturday in the planner": {"ymd": DateKeys.NEXT_SATURDAY},
    "take me to thursday": {"ymd": DateKeys.NEXT_THURSDAY},
    "open the planner for next friday": {"ymd": DateKeys.NEXT_FRIDAY},
    "let's plan monday": {"ymd": DateKeys.NEXT_MONDAY},
    "set the date to next wednesday": {"ymd": DateKeys.NEXT_WEDNESDAY},
    "this weekend": {"ymd": DateKeys.THIS_WEEKEND},
    "show me sunday": {"ymd": DateKeys.NEXT_SUNDAY},
}

HABIT_CREATE: Examples = _by(
    "name",
    {
        "add habit meditate": "meditate",
        "track reading": "reading",
        "stretch every day": "stretch",
        "new habit drink more water": "drink more water",
        "i want to start doing yoga daily": "yoga",
        "create a habit called evening walk": "evening walk",
        "start tracking my push ups": "push ups",
        "make flossing a habit": "flossing",
        "i want to start running every day": "running",
        "eat an apple every day": "eat an apple",
        "please add a daily habit for practising guitar": "practising guitar",
        "i'd like to learn spanish every day": "learn spanish",
        "keep track of my sleep": "sleep",
        "can you set up journaling as a habit": "journaling",
        "start a new habit no sugar": "no sugar",
        "write in my diary each day": "write in my diary",
        "begin a habit of cold showers": "cold showers",
    },
)

TASK_CREATE: Examples = {
    **_by(
        "title",
        {
            "add task call mom": "call mom",
            "new task water the plants": "water the plants",
            "put renew the insurance on my to do list": "renew the insurance",
            "i need to pick up the parcel": "pick up the parcel",
            "remember to buy a card for grandpa's birthday": "buy a card for grandpa's birthday",
            "add email bob to my tasks": "email bob",
            "create a task to book the dentist": "book the dentist",
            "um can you add a task pay the electricity bill": "pay the electricity bill",
            "i have to return the library books": "return the library books",
            "add a to do clean out the fridge": "clean out the fridge",
            "plan to wash the car": "wash the car",
            "i need to buy a new kettle": "buy a new kettle",
        },
    ),
    **_by(
        "title",
        {
            "add must win task finish the report": "finish the report",
            "must win hand in the tax return": "hand in the tax return",
            "add a must win call the landlord": "call the landlord",
            "new must win task prepare the slides": "prepare the slides",
            "i absolutely have to send the contract make it a must win": "send the contract",
        },
        task_type=MUST,
    ),
    **_by(
        "title",
        {
            "add nice to do task sort the photos": "sort the photos",
            "nice to do bake a cake": "bake a cake",
            "add a nice to do repaint the bench": "repaint the bench",
            "new nice to do task try the new cafe": "try the new cafe",
            "it would be nice to tidy the garage add that as a nice to do": "tidy the garage",
        },
        task_type=NICE,
    ),
}

TASK_SET_COMPLETED: Examples = {
    **_by(
        "title",
        {
            "complete task call mom": "call mom",
            "mark water the plants as done": "water the plants",
            "complete the task send the invoice": "send the invoice",
            "i finished the tax return": "tax return",
            "check off email bob": "email bob",
            "tick off the groceries": "groceries",
            "task book the dentist is done": "book the dentist",
            "i've paid the electricity bill mark it done": "electricity bill",
            "mark the task wash the car complete": "wash the car",
            "i fed the fish so tick it off": "fish",
            "tick answer the letter": "answer the letter",
            "done with the slides": "slides",
            "i'm done with the hoovering": "hoovering",
            "cross pick up the parcel off my list": "pick up the parcel",
        },
        completed=True,
    ),
    **_by(
        "title",
        {
            "mark call mom as not done": "call mom",
            "the ironing isn't done yet": "ironing",
            "i haven't done the dishes": "dishes",
            "actually the vacuuming is not finished": "vacuuming",
            "reopen task finish the report": "finish the report",
            "uncheck email bob": "email bob",
            "i haven't finished the slides after all mark them as open": "slides",
            "the task wash the car is not done yet": "wash the car",
            "untick water the plants": "water the plants",
        },
        completed=False,
    ),
}

TASK_DELETE: Examples = _by(
    "title",
    {
        "delete task call mom": "call mom",
        "remove the task water the plants": "water the plants",
        "take email bob off my tasks": "email bob",
        "drop the dentist task": "dentist",
        "get rid of the task wash the car": "wash the car",
        "delete my task about the tax return": "tax return",
        "remove the task about the broken window": "broken window",
        "cancel the task pick up the parcel": "pick up the parcel",
        "please remove pay the rent from today's tasks": "pay the rent",
        "scratch the task sort the photos": "sort the photos",
        "i don't need the task bake a cake anymore delete it": "bake a cake",
        "erase the to do clean out the fridge": "clean out the fridge",
        "throw out the task called repaint the bench": "repaint the bench",
    },
)

HABIT_SET_COMPLETED: Examples = {
    **_by(
        "name",
        {
            "mark habit meditate as done": "meditate",
            "i did my reading": "reading",
            "mark workout complete": "workout",
            "done my stretching habit": "stretching",
            "i did yoga today": "yoga",
            "check off my evening walk habit": "evening walk",
            "log that i meditated as done for my meditation habit": "meditation",
            "i practised guitar today": "guitar",
            "tick the habit drink more water": "drink more water",
            "i've done my push ups": "push ups",
            "complete my swimming habit": "swimming",
            "i did my vocabulary": "vocabulary",
            "habit journaling is done": "journaling",
        },
        completed=True,
    ),
    **_by(
        "name",
        {
            "mark habit meditate as not done": "meditate",
            "i didn't do my reading after all": "reading",
            "i missed my stretching habit": "stretching",
            "uncheck the habit workout": "workout",
            "i skipped my evening walk habit": "evening walk",
            "i did not do yoga": "yoga",
            "take back the push ups habit i did not do it": "push ups",
        },
        completed=False,
    ),
}

REFLECTION_APPEND: Examples = _by(
    "text",
    {
        "note a quiet day with a long walk": "a quiet day with a long walk",
        "note: slept well": "slept well",
        "jot down that the heating is fixed": "the heating is fixed",
        "dear diary i feel much better": "i feel much better",
        "reflection: too many meetings": "too many meetings",
        "add a note the garden looks good": "the garden looks good",
        "write down that the demo went well": "the demo went well",
        "reflection i should get up earlier": "i should get up earlier",
        "put in my journal we had dinner at the harbour": "we had dinner at the harbour",
        "note that lisa liked the present": "lisa liked the present",
        "add to my reflection that i was tired all day": "i was tired all day",
        "take a note finally fixed the boiler": "finally fixed the boiler",
        "journal: met an old friend": "met an old friend",
        "add to today's notes i forgot to call back": "i forgot to call back",
        "reflection today was better than i thought": "today was better than i thought",
        "note that we leave for the coast tomorrow": "we leave for the coast tomorrow",
        "note: i was nervous before but it all went fine": "i was nervous before but it all went fine",
        "write in my journal that the kids laughed a lot today": "the kids laughed a lot today",
    },
)

REFLECTION_SET: Examples = {
    **_by(
        "text",
        {
            "replace my note with a good day after all": "a good day after all",
            "set my reflection to calm and productive": "calm and productive",
            "overwrite the note with nothing went as planned": "nothing went as planned",
            "change my reflection to i learned a lot": "i learned a lot",
            "rewrite the note to say we won the match": "we won the match",
            "make my reflection read slow start strong finish": "slow start strong finish",
            "set the note to rained all day": "rained all day",
            "replace today's journal with stayed at home": "stayed at home",
        },
    ),
    **_by(
        "text",
        {
            "clear my reflection": "",
            "empty the note": "",
            "delete my note": "",
            "wipe the journal": "",
            "erase my reflection": "",
        },
    ),
}

LIST_TASKS: Examples = {
    "what are my tasks": {},
    "what did i have to do": {},
    "what's on": {},
    "what do i have to do": {},
    "list my tasks": {},
    "read me my to do list": {},
    "what's left to do": {},
    "which tasks are still open": {},
    "show my planner": {},
    "anything left on my list": {},
    "do i have any tasks": {},
    "how many tasks do i have": {},
    "what have i got planned": {},
    "tell me my must wins": {},
    "what's on my plate": {},
}

HABIT_PROGRESS: Examples = {
    "how are my habits going": {},
    "how did my habits go this week": {},
    "am i keeping up with my habits": {},
    "list my habits": {},
    "which habits do i have": {},
    "how is my habit tracking going this week": {},
    "what are my streaks": {},
    **_by(
        "name",
        {
            "how is my reading habit going": "reading",
            "what's my streak for meditate": "meditate",
            "how many days in a row have i done yoga": "yoga",
            "how often did i do my evening walk this week": "evening walk",
            "am i keeping up with the push ups": "push ups",
            "progress on drink more water": "drink more water",
            "did i keep up my journaling this week": "journaling",
            "how's the guitar habit doing": "guitar",
        },
    ),
}

READ_REFLECTION: Examples = {
    "read my reflection": {},
    "what did i note": {},
    "what have i written": {},
    "read me the note": {},
    "what's in my journal": {},
    "what did i write down": {},
    "read back my notes": {},
    "show my reflection": {},
    "what does my note say": {},
    "did i write anything in my journal": {},
    "tell me what i wrote": {},
    "is there a note": {},
    "read what i put in my reflection": {},
}

PLANNER_UNDO: Examples = {
    "undo that": {},
    "undo": {},
    "undo the last change": {},
    "take that back": {},
    "revert that": {},
    "undo what you just did": {},
    "put it back the way it was": {},
    "oops undo": {},
    "reverse the last change in the planner": {},
    "undo my last change please": {},
    "that was a mistake undo it": {},
    "bring back what i just deleted": {},
}
