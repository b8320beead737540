"""How people ask for a measure in another unit."""

from __future__ import annotations

from typing import Any

Rows = dict[str, dict[str, Any]]

CONVERT_UNITS: Rows = {
    "convert 5 miles to kilometers": {"amount": 5, "from_unit": "miles", "to_unit": "kilometers"},
    "how many grams are in two pounds": {"amount": 2, "from_unit": "pounds", "to_unit": "grams"},
    "what's 350 fahrenheit in celsius": {"amount": 350, "from_unit": "fahrenheit", "to_unit": "celsius"},
    "how many cups is half a liter": {"amount": 0.5, "from_unit": "liter", "to_unit": "cups"},
    "six feet in centimeters please": {"amount": 6, "from_unit": "feet", "to_unit": "centimeters"},
    "how many teaspoons are there in a tablespoon": {
        "amount": 1,
        "from_unit": "tablespoon",
        "to_unit": "teaspoons",
    },
    "i need 250 grams in ounces": {"amount": 250, "from_unit": "grams", "to_unit": "ounces"},
    "what is one hundred kilometers per hour in miles per hour": {
        "amount": 100,
        "from_unit": "kilometers per hour",
        "to_unit": "miles per hour",
    },
    "how much is 3 gallons in liters": {"amount": 3, "from_unit": "gallons", "to_unit": "liters"},
    "can you turn 12 inches into millimeters": {"amount": 12, "from_unit": "inches", "to_unit": "millimeters"},
    "twenty degrees celsius in fahrenheit": {"amount": 20, "from_unit": "degrees celsius", "to_unit": "fahrenheit"},
    "how many megabytes are in 4 gigabytes": {"amount": 4, "from_unit": "gigabytes", "to_unit": "megabytes"},
    "how many minutes are in a week": {"amount": 1, "from_unit": "week", "to_unit": "minutes"},
    "tell me how many acres 2.5 hectares are": {"amount": 2.5, "from_unit": "hectares", "to_unit": "acres"},
    "75 kilos in pounds": {"amount": 75, "from_unit": "kilos", "to_unit": "pounds"},
    "what would 80 square meters be in square feet": {
        "amount": 80,
        "from_unit": "square meters",
        "to_unit": "square feet",
    },
    "the recipe says 3 cups how many milliliters is that": {
        "amount": 3,
        "from_unit": "cups",
        "to_unit": "milliliters",
    },
    "how long is a marathon of 42 kilometers in miles": {
        "amount": 42,
        "from_unit": "kilometers",
        "to_unit": "miles",
    },
    "he weighs eleven stone what's that in kilograms": {
        "amount": 11,
        "from_unit": "stone",
        "to_unit": "kilograms",
    },
    "change minus 10 celsius to fahrenheit": {"amount": -10, "from_unit": "celsius", "to_unit": "fahrenheit"},
    "how many ounces in a pound": {"amount": 1, "from_unit": "pound", "to_unit": "ounces"},
    "how many seconds does an hour have": {"amount": 1, "from_unit": "hour", "to_unit": "seconds"},
    "9 inches to cm": {"amount": 9, "from_unit": "inches", "to_unit": "cm"},
    "fifteen stone to kilos": {"amount": 15, "from_unit": "stone", "to_unit": "kilos"},
    "what's 5 foot in meters": {"amount": 5, "from_unit": "foot", "to_unit": "meters"},
    "give me 200 milliliters in cups": {"amount": 200, "from_unit": "milliliters", "to_unit": "cups"},
    "my suitcase is 23 kilos how many pounds is that": {"amount": 23, "from_unit": "kilos", "to_unit": "pounds"},
    "the oven says 180 celsius what is that in fahrenheit": {
        "amount": 180,
        "from_unit": "celsius",
        "to_unit": "fahrenheit",
    },
    "it's 95 fahrenheit outside how hot is that in celsius": {
        "amount": 95,
        "from_unit": "fahrenheit",
        "to_unit": "celsius",
    },
    "how many yards make a mile": {"amount": 1, "from_unit": "mile", "to_unit": "yards"},
    "how many quarts go in a gallon": {"amount": 1, "from_unit": "gallon", "to_unit": "quarts"},
    "how many feet to the mile": {"amount": 1, "from_unit": "mile", "to_unit": "feet"},
    "a pint is how many milliliters": {"amount": 1, "from_unit": "pint", "to_unit": "milliliters"},
    "two tablespoons is how many teaspoons": {"amount": 2, "from_unit": "tablespoons", "to_unit": "teaspoons"},
    "express 90 minutes in hours": {"amount": 90, "from_unit": "minutes", "to_unit": "hours"},
    "work out 60 miles per hour in kilometers per hour": {
        "amount": 60,
        "from_unit": "miles per hour",
        "to_unit": "kilometers per hour",
    },
    "what does 3 pounds come to in grams": {"amount": 3, "from_unit": "pounds", "to_unit": "grams"},
    "in kilometers how far is 26 miles": {"amount": 26, "from_unit": "miles", "to_unit": "kilometers"},
    "how heavy are 70 kilograms in stone": {"amount": 70, "from_unit": "kilograms", "to_unit": "stone"},
    "could you put 4 ounces into grams": {"amount": 4, "from_unit": "ounces", "to_unit": "grams"},
    "i have 500 grams what's that in pounds": {"amount": 500, "from_unit": "grams", "to_unit": "pounds"},
    "i'd like 30 centimeters in inches": {"amount": 30, "from_unit": "centimeters", "to_unit": "inches"},
    "do you know how many liters 10 gallons are": {"amount": 10, "from_unit": "gallons", "to_unit": "liters"},
    "convert a kilometer into meters": {"amount": 1, "from_unit": "kilometer", "to_unit": "meters"},
    "how many days are 72 hours": {"amount": 72, "from_unit": "hours", "to_unit": "days"},
    "turn one and a half liters into milliliters": {"amount": 1.5, "from_unit": "liters", "to_unit": "milliliters"},
    "translate 40 celsius to fahrenheit for me": {"amount": 40, "from_unit": "celsius", "to_unit": "fahrenheit"},
    "1000 watts in kilowatts": {"amount": 1000, "from_unit": "watts", "to_unit": "kilowatts"},
    "the recipe wants six ounces and my scales only do grams what is that": {
        "amount": 6,
        "from_unit": "ounces",
        "to_unit": "grams",
    },
    "three inches how many millimeters does that make": {"amount": 3, "from_unit": "inches", "to_unit": "millimeters"},
}
