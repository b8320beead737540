"""How people ask for a sum."""

from __future__ import annotations

from typing import Any

Rows = dict[str, dict[str, Any]]

CALCULATE: Rows = {
    "What is 12 times 12?": {"expression": "12 times 12"},
    "how much is seven times eight plus two": {"expression": "seven times eight plus two"},
    "What's 15 percent of 80?": {"expression": "15 percent of 80"},
    "what do i pay for 59.99 with 20 percent off": {"expression": "59.99 with 20 percent off"},
    "Square root of 81": {"expression": "Square root of 81"},
    "could you add up thirty six and fifty eight for me": {"expression": "add up thirty six and fifty eight"},
    "subtract 7 from 50": {"expression": "subtract 7 from 50"},
    "calculate (2 + 3) * 4": {"expression": "(2 + 3) * 4"},
    "um so what would 19 minus 4 times 3 be": {"expression": "19 minus 4 times 3"},
    "tell me the average of 4 8 and 12": {"expression": "the average of 4 8 and 12"},
    "i need to know what double 45 is": {"expression": "double 45"},
    "what's left when i take 12 away from 40": {"expression": "take 12 away from 40"},
    "do you know what 2 to the power of 10 comes to": {"expression": "2 to the power of 10"},
    "half of ninety please": {"expression": "half of ninety"},
    "ninety divided by six what's that": {"expression": "ninety divided by six"},
    "work out 100 plus 20 percent": {"expression": "100 plus 20 percent"},
    "what remains when 23 is divided by 6": {"expression": "what remains when 23 is divided by 6"},
    "can you work out three quarters of two hundred": {"expression": "three quarters of two hundred"},
    "my lunch was 18.50 and i want to tip 10 percent how much is 18.50 plus 10 percent": {
        "expression": "18.50 plus 10 percent"
    },
    "multiply eleven by thirteen and then add four": {"expression": "multiply eleven by thirteen and then add four"},
    "what's nine squared minus one": {"expression": "nine squared minus one"},
    "the cube root of 27": {"expression": "the cube root of 27"},
    "how many times does 7 go into 91": {"expression": "how many times does 7 go into 91"},
    "give me a third of 210": {"expression": "a third of 210"},
    "hey 250 plus 175 equals what": {"expression": "250 plus 175"},
    "what tip is 15 percent on 48": {"expression": "15 percent on 48"},
    "how much is an 18 percent tip on 45": {"expression": "18 percent tip on 45"},
    "quick sum 45 plus 38": {"expression": "45 plus 38"},
    "maths question 96 over 8": {"expression": "96 over 8"},
    "take 19 off 60 for me": {"expression": "take 19 off 60"},
    "do this sum 12 plus 13 plus 14": {"expression": "12 plus 13 plus 14"},
    "add 8 9 and 10": {"expression": "add 8 9 and 10"},
    "a tenth of 450": {"expression": "a tenth of 450"},
    "how many sixes are in 54": {"expression": "how many sixes are in 54"},
    "what percentage of 60 is 15": {"expression": "what percentage of 60 is 15"},
    "twelve plus nineteen what does that come to": {"expression": "twelve plus nineteen"},
    "300 split in 12 equal parts what's each one": {"expression": "300 divided by 12"},
    "forty guests and eight to a table how many tables do i need": {"expression": "forty divided by eight"},
}
