"""How people go from day to day in the planner, and take back what they did."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.sdk import DateKeys
from ovos_toolbox_planner.examples.marked import Examples, plain

DATE_SHIFT: Examples = {
    "tomorrow": {"days": 1},
    "yesterday": {"days": -1},
    "today": {"days": 0},
    "the following day": {"days": 1},
    "on to the next day in my planner": {"days": 1},
    "planner one day further": {"days": 1},
    "the previous day": {"days": -1},
    "back to the previous day in the planner": {"days": -1},
    "the day after tomorrow": {"days": 2},
    "two days after that": {"days": 2},
    "three days after that": {"days": 3},
    "in three days": {"days": 3},
    "two days ago": {"days": -2},
    "go to tomorrow": {"days": 1},
    "go to yesterday in the planner": {"days": -1},
    "go back to yesterday": {"days": -1},
    "back to today please": {"days": 0},
    "take me back to today": {"days": 0},
    "return to today": {"days": 0},
    "a week from today": {"days": 7},
    "move on to the day after tomorrow": {"days": 2},
    "move the planner to tomorrow": {"days": 1},
    "let's plan tomorrow": {"days": 1},
    "switch the planner to tomorrow": {"days": 1},
    "planner to yesterday": {"days": -1},
    "planner tomorrow": {"days": 1},
    "open the planner for tomorrow": {"days": 1},
    "open tomorrow in my planner": {"days": 1},
    "show me the day before yesterday": {"days": -2},
    "jump to the day before yesterday in my planner": {"days": -2},
    "jump five days ahead": {"days": 5},
    "go four days forward in the planner": {"days": 4},
    "move my planner two days ahead": {"days": 2},
    "planner two weeks ahead": {"days": 14},
    "take the planner ahead six days": {"days": 6},
    "skip forward nine days": {"days": 9},
    "go back three days": {"days": -3},
    "planner back two days": {"days": -2},
    "move the planner back one week": {"days": -7},
    "go five days back in my planner": {"days": -5},
    "turn my planner back four days": {"days": -4},
}

DATE_SET: Examples = {
    "on friday": {"ymd": DateKeys.NEXT_FRIDAY},
    "next monday": {"ymd": DateKeys.NEXT_MONDAY},
    "for wednesday": {"ymd": DateKeys.NEXT_WEDNESDAY},
    "from thursday": {"ymd": DateKeys.NEXT_THURSDAY},
    "go to sunday": {"ymd": DateKeys.NEXT_SUNDAY},
    "go to next saturday in the planner": {"ymd": DateKeys.NEXT_SATURDAY},
    "go to the eighth of november twenty twenty eight in my planner": {"ymd": "2028-11-08"},
    "switch to next tuesday": {"ymd": DateKeys.NEXT_TUESDAY},
    "switch the planner to monday": {"ymd": DateKeys.NEXT_MONDAY},
    "jump to saturday in the planner": {"ymd": DateKeys.NEXT_SATURDAY},
    "jump to the second of april 2029": {"ymd": "2029-04-02"},
    "take me to thursday": {"ymd": DateKeys.NEXT_THURSDAY},
    "take the planner to wednesday": {"ymd": DateKeys.NEXT_WEDNESDAY},
    "open the planner for next friday": {"ymd": DateKeys.NEXT_FRIDAY},
    "open the planner at january twentieth twenty thirty": {"ymd": "2030-01-20"},
    "open my planner on tuesday": {"ymd": DateKeys.NEXT_TUESDAY},
    "let's plan monday": {"ymd": DateKeys.NEXT_MONDAY},
    "set the date to next wednesday": {"ymd": DateKeys.NEXT_WEDNESDAY},
    "set the planner to 2028-09-10": {"ymd": "2028-09-10"},
    "this weekend": {"ymd": DateKeys.THIS_WEEKEND},
    "planner friday": {"ymd": DateKeys.NEXT_FRIDAY},
    "move my planner to sunday": {"ymd": DateKeys.NEXT_SUNDAY},
    "show me sunday": {"ymd": DateKeys.NEXT_SUNDAY},
    "on 2029-03-13": {"ymd": "2029-03-13"},
    "go to 2028-06-15": {"ymd": "2028-06-15"},
    "show me july first 2028 in the planner": {"ymd": "2028-07-01"},
}

PLANNER_UNDO: Examples = plain(
    """
    undo that
    undo
    undo it
    undo the last change
    undo the last thing
    undo that last step please
    can you undo that
    no undo that
    oh no undo that
    take that back
    take back what you just did
    revert that
    revert the last change
    undo what you just did
    put it back the way it was
    oops undo
    oops undo that last one
    reverse the last change in the planner
    undo my last change please
    undo the planner
    undo the change to my planner
    that was a mistake undo it
    that was wrong undo it
    sorry undo that
    bring back what i just deleted
    go back one step in the planner undo
    undo my last entry
    undo what i said
    please undo
    undo please
    cancel that last change
    revert what you did
    """,
)
