"""How people ask for a timer: with the length alone, with what it is for, and in words without "timer"."""

from __future__ import annotations

from typing import Any


def _timer(seconds: int, label: str | None = None) -> dict[str, Any]:
    return {"duration_seconds": seconds} if label is None else {"duration_seconds": seconds, "label": label}


PROMPT_EXAMPLES: dict[str, dict[str, Any]] = {
    "Set a timer for five minutes": _timer(300),
    "Set a 10 minute timer": _timer(600),
    "Start a pasta timer for 8 minutes": _timer(480, "pasta"),
    "Timer for an hour and a half": _timer(5400),
    "Tell me when thirty seconds are up": _timer(30),
}

_PLAIN: dict[str, dict[str, Any]] = {
    "set timer 15 minutes": _timer(900),
    "ten minute timer please": _timer(600),
    "can you set a timer for forty five minutes": _timer(2700),
    "i need a timer for two hours": _timer(7200),
    "start a 30 second countdown": _timer(30),
    "count down from twenty seconds": _timer(20),
    "give me a three minute timer": _timer(180),
    "put on a timer for half an hour": _timer(1800),
    "set a timer for one hour and fifteen minutes": _timer(4500),
    "start a timer of 2 minutes and 30 seconds": _timer(150),
    "let me know when ten minutes have passed": _timer(600),
    "tell me when 5 minutes are up": _timer(300),
    "wake me in twenty five minutes": _timer(1500),
    "new timer for 12 minutes": _timer(720),
    "another timer for six minutes": _timer(360),
    "time one minute for me": _timer(60),
    "start the timer for 8 hours": _timer(28800),
    "set a timer for one day": _timer(86400),
    "run a fifteen second countdown": _timer(15),
    "begin a countdown of four minutes": _timer(240),
    "start counting down from two minutes": _timer(120),
    "do a countdown from ten seconds": _timer(10),
    "put seven minutes on the timer": _timer(420),
    "stick twenty minutes on the clock": _timer(1200),
    "i'd like a timer for a minute and a half": _timer(90),
    "could i have an eleven minute timer": _timer(660),
    "make a timer that runs for an hour": _timer(3600),
    "get a half hour timer going": _timer(1800),
    "two and a half minutes on the timer please": _timer(150),
    "timer 45 secs": _timer(45),
    "timer three quarters of an hour": _timer(2700),
    "create a new 50 minute timer": _timer(3000),
    "fire up a timer for sixteen minutes": _timer(960),
    "ping me in eight minutes": _timer(480),
    "give me a shout in a quarter of an hour": _timer(900),
    "buzz me after thirty five minutes": _timer(2100),
    "ring after 90 minutes": _timer(5400),
    "i want to be told when three minutes are over": _timer(180),
    "please time me for sixty seconds": _timer(60),
    "set one for five and a half hours": _timer(19800),
    "five minutes please": _timer(300),
    "give me twenty seconds": _timer(20),
    "hey give me ninety seconds on the timer": _timer(90),
    "i need to know when fifteen minutes are up": _timer(900),
    "shout when twelve minutes are gone": _timer(720),
    "pop a timer on for seven minutes": _timer(420),
    "can i get two minutes on the clock": _timer(120),
}

_LABEL_FIRST: dict[str, dict[str, Any]] = {
    "set a pizza timer for 12 minutes": _timer(720, "pizza"),
    "start a laundry timer for forty minutes": _timer(2400, "laundry"),
    "set up a roast chicken timer for 90 minutes": _timer(5400, "roast chicken"),
    "i need a green beans timer of six minutes": _timer(360, "green beans"),
    "meditation timer twenty minutes": _timer(1200, "meditation"),
    "a nap timer for half an hour please": _timer(1800, "nap"),
    "put a bath timer on for fifteen minutes": _timer(900, "bath"),
    "get a quick stretch timer going for two minutes": _timer(120, "quick stretch"),
    "begin a timer named chess move for two minutes": _timer(120, "chess move"),
    "new timer called soup fifteen minutes": _timer(900, "soup"),
    "timer for the oven 35 minutes": _timer(2100, "oven"),
    "time the potatoes for eighteen minutes": _timer(1080, "potatoes"),
    "time my plank for 60 seconds": _timer(60, "plank"),
    "set a timer for the sourdough loaf for fifty minutes": _timer(3000, "sourdough loaf"),
    "start a timer on the dishwasher for two hours": _timer(7200, "dishwasher"),
    "for the lasagne i need a timer of 25 minutes": _timer(1500, "lasagne"),
    "set a timer named workout for thirty minutes": _timer(1800, "workout"),
    "start a timer called study break for ten minutes": _timer(600, "study break"),
    "make me a timer labelled hair dye with 40 minutes on it": _timer(2400, "hair dye"),
    "soft boiled eggs timer for five minutes": _timer(300, "soft boiled eggs"),
    "the salmon needs twelve minutes set a timer": _timer(720, "salmon"),
    "tell me when the noodles have had three minutes": _timer(180, "noodles"),
}

_LABEL_LAST: dict[str, dict[str, Any]] = {
    "set a 7 minute egg timer": _timer(420, "egg"),
    "start a two hour parking timer": _timer(7200, "parking"),
    "ten minute rice timer": _timer(600, "rice"),
    "give me a 20 minute power nap timer": _timer(1200, "power nap"),
    "another one hour slow cooker timer": _timer(3600, "slow cooker"),
    "could you do a ninety second toothbrush timer": _timer(90, "toothbrush"),
    "start a twenty minute timer for the rice": _timer(1200, "rice"),
    "set a timer for nine minutes for the hard boiled eggs": _timer(540, "hard boiled eggs"),
    "start a 45 minute timer named yoga class": _timer(2700, "yoga class"),
    "start an hour and a half timer named sunday roast": _timer(5400, "sunday roast"),
    "one hour timer called piano practice": _timer(3600, "piano practice"),
    "six minute timer labelled garlic bread": _timer(360, "garlic bread"),
    "half an hour on the timer for the washing machine": _timer(1800, "washing machine"),
    "count down eight minutes for the brownies": _timer(480, "brownies"),
    "ten minutes for the cookies start a timer": _timer(600, "cookies"),
    "set a timer for three minutes it's for the coffee": _timer(180, "coffee"),
    "thirty five minute timer for the quiche": _timer(2100, "quiche"),
    "timer 3 minutes label it steak": _timer(180, "steak"),
    "forty minutes for the roast potatoes": _timer(2400, "roast potatoes"),
    "stick a 25 minute timer on for the pie": _timer(1500, "pie"),
    "my face mask needs a quarter of an hour time it": _timer(900, "face mask"),
    "set the cooker timer to half an hour": _timer(1800, "cooker"),
    "forty second timer plank": _timer(40, "plank"),
    "the waffles take four minutes would you time them": _timer(240, "waffles"),
}

ADAPTER_EXAMPLES: dict[str, dict[str, Any]] = {**_PLAIN, **_LABEL_FIRST, **_LABEL_LAST}
