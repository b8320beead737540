"""Tools of several languages for the tests of requests and dialogues: each a few examples, none of a benchmark."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter

_REQUIRED: dict[str, Any] = {"required": True}


def tool(
    name: str, description: str, parameters: list[ToolParameter], said: dict[str, dict[str, Any]]
) -> ToolDefinition:
    """A tool with examples: what is said → arguments."""
    return ToolDefinition(
        name,
        description,
        "box",
        {},
        {},
        parameters=tuple(parameters),
        examples=tuple(ToolExample(text, arguments) for text, arguments in said.items()),
    )


def of_cities(name: str, description: str, said: list[str]) -> ToolDefinition:
    """A tool for a city, which those of *said* name that hold ``{}``."""
    cities = iter(["rome", "oslo", "lima", "madrid", "bergen", "quito", "porto", "vienna"])
    named = {each: next(cities) if "{}" in each else "" for each in said}
    examples = {each.format(city): {"city": city} if city else {} for each, city in named.items()}
    return tool(name, description, [ToolParameter("city", "string", False, "Which city")], examples)


ENGLISH = (
    tool(
        "set_timer",
        "Start a countdown timer.",
        [
            ToolParameter("duration_seconds", "int", True, "How long it runs, in seconds", refinable=True),
            ToolParameter("label", "string", False, "What the timer is for"),
        ],
        {
            "set a timer for ten minutes": {"duration_seconds": 600},
            "start a timer for thirty seconds": {"duration_seconds": 30},
            "set a pasta timer for eight minutes": {"duration_seconds": 480, "label": "pasta"},
            "start a five minute timer": {"duration_seconds": 300},
            "timer for an hour": {"duration_seconds": 3600},
            "set an egg timer for four minutes": {"duration_seconds": 240, "label": "egg"},
            "start a tea timer for three minutes": {"duration_seconds": 180, "label": "tea"},
            "set a timer for 20 minutes called laundry": {"duration_seconds": 1200, "label": "laundry"},
        },
    ),
    tool(
        "cancel_timer",
        "Stop a running timer.",
        [
            ToolParameter("label", "string", False, "Which timer"),
            ToolParameter("duration_seconds", "int", False, "What the timer was set for, in seconds"),
        ],
        {
            "cancel the timer": {},
            "stop the timer": {},
            "turn off the timer": {},
            "cancel the pasta timer": {"label": "pasta"},
            "stop the tea timer": {"label": "tea"},
            "delete the laundry timer": {"label": "laundry"},
            "cancel the egg timer": {"label": "egg"},
            "cancel my timer": {},
        },
    ),
    tool(
        "get_time",
        "Tell the time of day at a place.",
        [ToolParameter("place", "string", False, "City")],
        {
            "what time is it": {},
            "what time is it in berlin": {"place": "berlin"},
            "what's the time in madrid": {"place": "madrid"},
            "tell me the time in oslo": {"place": "oslo"},
            "the time in lisbon": {"place": "lisbon"},
            "what's the time": {},
            "time in cairo": {"place": "cairo"},
        },
    ),
    tool(
        "get_weather",
        "Tell the weather forecast for a place.",
        [ToolParameter("city", "string", False), ToolParameter("day", "array<datetime>", False)],
        {
            "what's the weather": {},
            "what's the weather in vienna": {"city": "vienna"},
            "how is the weather in rome tomorrow": {"city": "rome", "day": ["tomorrow"]},
            "weather in oslo": {"city": "oslo"},
            "will it rain tonight": {"day": ["tonight"]},
            "do i need an umbrella in madrid": {"city": "madrid"},
            "what's the forecast for lisbon": {"city": "lisbon"},
            "is it going to be sunny tomorrow": {"day": ["tomorrow"]},
        },
    ),
    tool(
        "switch_device",
        "Turn a device on or off.",
        [
            ToolParameter("device", "string", True),
            ToolParameter("state", "string", True, enum_values=("on", "off")),
            ToolParameter("room", "string", False),
        ],
        {
            "turn on the lamp": {"device": "lamp", "state": "on"},
            "turn off the fan": {"device": "fan", "state": "off"},
            "switch on the heater in the bathroom": {"device": "heater", "state": "on", "room": "bathroom"},
            "turn the radio off": {"device": "radio", "state": "off"},
            "switch off the lamp in the kitchen": {"device": "lamp", "state": "off", "room": "kitchen"},
            "turn the television on": {"device": "television", "state": "on"},
            "turn off the light in the garage": {"device": "light", "state": "off", "room": "garage"},
            "turn on the fan in the bedroom": {"device": "fan", "state": "on", "room": "bedroom"},
        },
    ),
    tool(
        "set_volume",
        "Set the speaker volume.",
        [ToolParameter("level", "int", True, "Loudness of the sound", refinable=True, minimum=0, maximum=100)],
        {
            "set the volume to 30": {"level": 30},
            "volume 50": {"level": 50},
            "turn the volume to 70": {"level": 70},
            "put the volume at 20": {"level": 20},
            "volume to 10": {"level": 10},
            "change the volume to 80": {"level": 80},
        },
    ),
    tool(
        "call_contact",
        "Call somebody by phone.",
        [ToolParameter("contact", "string", True)],
        {
            "call mom": {"contact": "mom"},
            "phone peter": {"contact": "peter"},
            "call doctor miller": {"contact": "doctor miller"},
            "please call sarah": {"contact": "sarah"},
            "dial john smith": {"contact": "john smith"},
            "i want to call dad": {"contact": "dad"},
        },
    ),
    tool(
        "add_item",
        "Put something on the shopping list.",
        [ToolParameter("item", "string", True)],
        {
            "add milk to the shopping list": {"item": "milk"},
            "put bread on the shopping list": {"item": "bread"},
            "add salt and vinegar crisps to the shopping list": {"item": "salt and vinegar crisps"},
            "put batteries on the list": {"item": "batteries"},
            "add olive oil to the list": {"item": "olive oil"},
            "add eggs to the shopping list": {"item": "eggs"},
        },
    ),
    tool(
        "play_music",
        "Play music by an artist.",
        [ToolParameter("artist", "string", True)],
        {
            "play adele": {"artist": "adele"},
            "play some music by coldplay": {"artist": "coldplay"},
            "put on queen": {"artist": "queen"},
            "i want to hear bob marley": {"artist": "bob marley"},
            "listen to miles davis": {"artist": "miles davis"},
            "play something by nina simone": {"artist": "nina simone"},
        },
    ),
    tool(
        "set_reminder",
        "Remind the user of something.",
        [ToolParameter("text", "string", True)],
        {
            "remind me to call mom": {"text": "call mom"},
            "remind me to take out the trash": {"text": "take out the trash"},
            "set a reminder to buy milk and eggs": {"text": "buy milk and eggs"},
            "remind me to water the plants": {"text": "water the plants"},
            "remind me to check the oven and turn it off": {"text": "check the oven and turn it off"},
            "don't let me forget to pay rent": {"text": "pay rent"},
        },
    ),
)

_WORDS: dict[str, dict[str, list[str]]] = {
    "de": {
        "timer": ["stell einen timer auf {}", "starte einen timer über {}", "timer auf {}", "setz einen timer auf {}"],
        "lengths": ["zehn minuten", "eine stunde", "zwanzig minuten", "30 sekunden"],
        "cancel": ["brich den timer ab", "stopp den timer", "lösche den timer", "beende den timer"],
        "time": ["wie spät ist es in {}", "wie viel uhr ist es in {}", "uhrzeit in {}", "sag mir die uhrzeit in {}"],
        "weather": ["wie ist das wetter in {}", "wetter in {}", "brauche ich einen schirm in {}"],
        "later": ["wie wird das wetter morgen", "regnet es morgen in {}", "wie wird das wetter morgen in {}"],
    },
    "es": {
        "timer": ["pon un temporizador de {}", "inicia un temporizador de {}", "temporizador de {}"],
        "lengths": ["diez minutos", "una hora", "veinte minutos"],
        "cancel": ["cancela el temporizador", "para el temporizador", "quita el temporizador", "borra el temporizador"],
        "time": ["qué hora es en {}", "dime la hora en {}", "la hora en {}", "hora actual en {}"],
        "weather": ["qué tiempo hace en {}", "el tiempo en {}", "necesito paraguas en {}"],
        "later": ["qué tiempo hará mañana", "lloverá mañana en {}", "qué tiempo hará mañana en {}"],
    },
    "fr": {
        "timer": ["mets un minuteur de {}", "lance un minuteur de {}", "minuteur de {}"],
        "lengths": ["dix minutes", "une heure", "vingt minutes"],
        "cancel": ["annule le minuteur", "arrête le minuteur", "supprime le minuteur", "stoppe le minuteur"],
        "time": ["quelle heure est-il à {}", "l'heure à {}", "donne-moi l'heure à {}", "il est quelle heure à {}"],
        "weather": ["quel temps fait-il à {}", "la météo à {}", "ai-je besoin d'un parapluie à {}"],
        "later": ["quel temps fera-t-il demain", "va-t-il pleuvoir demain à {}", "quel temps fera-t-il demain à {}"],
    },
    "it": {
        "timer": ["imposta un timer di {}", "avvia un timer di {}", "timer di {}"],
        "lengths": ["dieci minuti", "un'ora", "venti minuti"],
        "cancel": ["annulla il timer", "ferma il timer", "cancella il timer", "elimina il timer"],
        "time": ["che ore sono a {}", "l'ora a {}", "dimmi l'ora a {}", "che ora è a {}"],
        "weather": ["che tempo fa a {}", "il meteo a {}", "mi serve l'ombrello a {}"],
        "later": ["che tempo farà domani", "pioverà domani a {}", "che tempo farà domani a {}"],
    },
    "nl": {
        "timer": ["zet een timer van {}", "start een timer van {}", "timer van {}"],
        "lengths": ["tien minuten", "een uur", "twintig minuten"],
        "cancel": ["annuleer de timer", "stop de timer", "verwijder de timer", "zet de timer uit"],
        "time": ["hoe laat is het in {}", "de tijd in {}", "wat is de tijd in {}", "zeg me hoe laat het is in {}"],
        "weather": ["wat is het weer in {}", "het weer in {}", "heb ik een paraplu nodig in {}"],
        "later": ["hoe wordt het weer morgen", "gaat het morgen regenen in {}", "hoe wordt het weer morgen in {}"],
    },
    "pt": {
        "timer": ["põe um temporizador de {}", "inicia um temporizador de {}", "temporizador de {}"],
        "lengths": ["dez minutos", "uma hora", "vinte minutos"],
        "cancel": ["cancela o temporizador", "para o temporizador", "apaga o temporizador", "desliga o temporizador"],
        "time": ["que horas são em {}", "a hora em {}", "diz-me as horas em {}", "hora atual em {}"],
        "weather": ["como está o tempo em {}", "o tempo em {}", "preciso de guarda-chuva em {}"],
        "later": ["como vai estar o tempo amanhã", "vai chover amanhã em {}", "como vai estar o tempo amanhã em {}"],
    },
}
_SECONDS = [600, 3600, 1200, 30]
_CITIES = ["london", "madrid", "berlin", "oslo"]


def tools_in(code: str) -> tuple[ToolDefinition, ...]:
    """The same four tools with examples in the language *code*."""
    if code == "en":
        return ENGLISH
    words = _WORDS[code]
    lengths = list(zip(words["lengths"], _SECONDS, strict=False))
    timers = {
        said.format(length): {"seconds": seconds}
        for at, said in enumerate(words["timer"])
        for length, seconds in (lengths[at % len(lengths)], lengths[(at + 1) % len(lengths)])
    }
    weather = {said.format(city): {"city": city} for said, city in zip(words["weather"], _CITIES, strict=False)}
    later = {
        said.format(city): {"day": ["tomorrow"], **({"city": city} if "{}" in said else {})}
        for said, city in zip(words["later"], _CITIES[1:], strict=True)
    }
    return (
        tool(
            "set_timer",
            "Start a countdown timer.",
            [ToolParameter("seconds", "int", True, "Duration in seconds", refinable=True)],
            timers,
        ),
        tool("cancel_timer", "Stop a timer.", [ToolParameter("seconds", "int")], {s: {} for s in words["cancel"]}),
        tool(
            "get_time",
            "Tell the time of day at a place.",
            [ToolParameter("place", "string")],
            {said.format(city): {"place": city} for said, city in zip(words["time"], _CITIES, strict=True)},
        ),
        tool(
            "get_weather",
            "Tell the weather forecast.",
            [ToolParameter("city", "string"), ToolParameter("day", "array<datetime>")],
            {**weather, **later},
        ),
    )


_STEPS: dict[str, tuple[list[str], list[str], list[str], list[str]]] = {
    "de": (
        ["die rollos höher", "fahr die rollos hoch", "zieh die rollos ein stück hoch", "rollos rauf"],
        ["die rollos tiefer", "fahr die rollos runter", "lass die rollos ein stück runter", "rollos runter"],
        ["stell die heizung auf {}", "heizung auf {}", "dreh die heizung auf {}", "mach die heizung auf {}"],
        ["setz {} auf die einkaufsliste", "schreib {} auf die einkaufsliste", "{} auf die liste bitte"],
    ),
    "es": (
        ["sube las persianas", "persianas arriba", "levanta las persianas", "sube un poco las persianas"],
        ["baja las persianas", "persianas abajo", "deja caer las persianas", "baja un poco las persianas"],
        ["pon la calefacción a {}", "calefacción a {}", "ajusta la calefacción a {}", "sube la calefacción a {}"],
        ["añade {} a la lista", "pon {} en la lista de la compra", "apunta {} en la lista"],
    ),
    "fr": (
        ["monte les stores", "les stores plus haut", "lève les stores", "monte un peu les stores"],
        ["baisse les stores", "les stores plus bas", "descends les stores", "baisse un peu les stores"],
        ["mets le chauffage à {}", "chauffage à {}", "règle le chauffage sur {}", "monte le chauffage à {}"],
        ["ajoute {} à la liste", "mets {} sur la liste de courses", "note {} sur la liste"],
    ),
    "it": (
        ["alza le tapparelle", "tapparelle su", "tira su le tapparelle", "alza un po' le tapparelle"],
        ["abbassa le tapparelle", "tapparelle giù", "tira giù le tapparelle", "abbassa un po' le tapparelle"],
        ["imposta il riscaldamento a {}", "riscaldamento a {}", "metti il riscaldamento a {}"],
        ["aggiungi {} alla lista", "metti {} sulla lista della spesa", "segna {} sulla lista"],
    ),
    "nl": (
        ["de rolluiken omhoog", "doe de rolluiken hoger", "haal de rolluiken op", "rolluiken een stukje omhoog"],
        ["de rolluiken omlaag", "doe de rolluiken lager", "laat de rolluiken zakken", "rolluiken een stukje omlaag"],
        ["zet de verwarming op {}", "verwarming op {}", "doe de verwarming op {}", "verwarming naar {}"],
        ["zet {} op de lijst", "zet {} op de boodschappenlijst", "schrijf {} op de lijst"],
    ),
    "pt": (
        ["sobe os estores", "estores para cima", "levanta os estores", "sobe um pouco os estores"],
        ["baixa os estores", "estores para baixo", "desce os estores", "baixa um pouco os estores"],
        ["põe o aquecimento em {}", "aquecimento em {}", "muda o aquecimento para {}", "aquecimento a {}"],
        ["põe {} na lista", "adiciona {} à lista de compras", "junta {} à lista"],
    ),
}
_NUMBERS_IN = {
    "de": ("zwanzig", "fünfzehn", "22"),
    "es": ("veinte", "quince", "22"),
    "fr": ("vingt", "quinze", "22"),
    "it": ("venti", "quindici", "22"),
    "nl": ("twintig", "vijftien", "22"),
    "pt": ("vinte", "quinze", "22"),
}
_THINGS_IN = {
    "de": ("milch", "eier", "brot"),
    "es": ("leche", "huevos", "pan"),
    "fr": ("lait", "oeufs", "pain"),
    "it": ("latte", "uova", "pane"),
    "nl": ("melk", "eieren", "brood"),
    "pt": ("leite", "ovos", "pão"),
}


def steps_in(code: str) -> tuple[ToolDefinition, ...]:
    """What is moved by steps, set to a level and put on a list in a language."""
    up, down, level, put = _STEPS[code]
    numbers = dict(zip(_NUMBERS_IN[code], (20, 15, 22), strict=True))
    heats = {
        level[at % len(level)].format(said): {"level": number} for at, (said, number) in enumerate(numbers.items())
    }
    heats[level[-1].format("18")] = {"level": 18}
    return (
        tool(
            "move_blinds",
            "Move the blinds a step.",
            [ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down"))],
            {said: {"direction": "up"} for said in up} | {said: {"direction": "down"} for said in down},
        ),
        tool(
            "set_heating",
            "Set the heating.",
            [ToolParameter("level", "int", True, "Degrees", refinable=True, minimum=5, maximum=30)],
            heats,
        ),
        tool(
            "put_on_list",
            "Put something on the list.",
            [ToolParameter("item", "string", True, "What")],
            {said.format(thing): {"item": thing} for said, thing in zip(put, _THINGS_IN[code], strict=True)},
        ),
    )


def _plain(name: str, description: str, *parameters: ToolParameter) -> ToolDefinition:
    return tool(name, description, list(parameters), {})


HALL = (
    tool(
        "book_sauna",
        "Book the sauna of the club.",
        [
            ToolParameter("minutes", "int", True, "For how many minutes", refinable=True),
            ToolParameter("name", "string", False, "Who comes"),
        ],
        {
            "book the sauna for ninety minutes": {"minutes": 90},
            "book the sauna for forty minutes for ruth": {"minutes": 40, "name": "ruth"},
            "i want the sauna for an hour": {"minutes": 60},
            "reserve the sauna for thirty minutes for oscar": {"minutes": 30, "name": "oscar"},
            "sauna for two hours please": {"minutes": 120},
        },
    ),
    tool(
        "update_sauna",
        "Change a booking of the sauna.",
        [
            ToolParameter("how", "string", True, "What changes", enum_values=("extend", "shorten", "set")),
            ToolParameter("minutes", "int", True, "How many minutes", refinable=True),
            ToolParameter("name", "string", False, "Whose booking"),
        ],
        {
            "extend the sauna by ten minutes": {"how": "extend", "minutes": 10},
            "make the sauna booking twenty minutes shorter": {"how": "shorten", "minutes": 20},
            "change ruth's sauna to fifty minutes": {"how": "set", "minutes": 50, "name": "ruth"},
            "set the sauna booking to seventy minutes": {"how": "set", "minutes": 70},
            "add five minutes to the sauna": {"how": "extend", "minutes": 5},
        },
    ),
    tool(
        "release_sauna",
        "Give a booking of the sauna back.",
        [
            ToolParameter("name", "string", False, "Whose booking"),
            ToolParameter("all_bookings", "bool", False, "Every booking"),
        ],
        {
            "release the sauna": {},
            "give back the sauna": {},
            "release ruth's sauna": {"name": "ruth"},
            "release all saunas": {"all_bookings": True},
            "cancel the sauna": {},
        },
    ),
    tool(
        "move_blinds",
        "Move the blinds of the hall a step.",
        [ToolParameter("direction", "string", True, "Which way", enum_values=("up", "down"))],
        {
            "raise the blinds": {"direction": "up"},
            "lower the blinds": {"direction": "down"},
            "blinds up a little": {"direction": "up"},
            "let the blinds down a bit": {"direction": "down"},
            "pull the blinds up": {"direction": "up"},
        },
    ),
    tool(
        "tell_locker",
        "Tell what is in a locker.",
        [ToolParameter("locker", "string", True, "Whose locker")],
        {
            "what's in oscar's locker": {"locker": "oscar"},
            "what is in the blue locker": {"locker": "blue"},
            "tell me what's in the coach locker": {"locker": "coach"},
            "show the guest locker": {"locker": "guest"},
            "what does the red locker hold": {"locker": "red"},
        },
    ),
    tool(
        "fill_locker",
        "Put something into a locker.",
        [ToolParameter("thing", "string", True, "What"), ToolParameter("locker", "string", True, "Whose locker")],
        {
            "put a towel into the blue locker": {"thing": "towel", "locker": "blue"},
            "put the shoes in oscar's locker": {"thing": "shoes", "locker": "oscar"},
            "add a lamp to the guest locker": {"thing": "lamp", "locker": "guest"},
            "put balls into the red locker": {"thing": "balls", "locker": "red"},
            "add the keys to the coach locker": {"thing": "keys", "locker": "coach"},
        },
    ),
    tool(
        "weigh",
        "Convert a weight from one unit into another.",
        [
            ToolParameter("amount", "float", True, "How much"),
            ToolParameter("from_unit", "string", True, "Unit of the amount"),
            ToolParameter("to_unit", "string", True, "Unit that is asked for"),
        ],
        {
            "how many stones are ninety kilos": {"amount": 90, "from_unit": "kilos", "to_unit": "stones"},
            "weigh twelve pounds in kilos": {"amount": 12, "from_unit": "pounds", "to_unit": "kilos"},
            "how many grams are two ounces": {"amount": 2, "from_unit": "ounces", "to_unit": "grams"},
            "weigh seventy grams in ounces": {"amount": 70, "from_unit": "grams", "to_unit": "ounces"},
            "how many tons are four hundred stones": {"amount": 400, "from_unit": "stones", "to_unit": "tons"},
        },
    ),
)
"""Tools of its hall, for what is said next: what changes, extends, gives back and goes into what was named before."""

CLUB = (
    tool(
        "book_court",
        "Book a court of the club.",
        [
            ToolParameter("sport", "string", True, "Which sport", enum_values=("badminton", "squash", "padel")),
            ToolParameter("start", "time", True, "When the booking begins"),
            ToolParameter("day", "date", False, "Day of the booking; today if left out"),
            ToolParameter("rackets", "bool", False, "Whether rackets are lent as well"),
        ],
        {
            "book a squash court at six": {"sport": "squash", "start": "six"},
            "reserve a badminton court on friday at half past seven": {
                "sport": "badminton",
                "day": "friday",
                "start": "half past seven",
            },
            "get me a padel court at 8 pm with rackets": {"sport": "padel", "start": "8 pm", "rackets": True},
            "i want to play squash at noon": {"sport": "squash", "start": "noon"},
            "book padel for tomorrow at nine, we need rackets": {
                "sport": "padel",
                "day": "tomorrow",
                "start": "nine",
                "rackets": True,
            },
            "is there a badminton court at ten": {"sport": "badminton", "start": "ten"},
        },
    ),
    tool(
        "order_sandwich",
        "Order sandwiches from the bar of the club.",
        [
            ToolParameter("filling", "string", True, "What is in it"),
            ToolParameter("bread", "string", False, "Kind of bread", enum_values=("white", "brown", "rye")),
            ToolParameter("quantity", "int", False, "How many sandwiches"),
            ToolParameter("time", "time", False, "When it shall be ready"),
        ],
        {
            "order a cheese sandwich": {"filling": "cheese"},
            "order two egg sandwiches on rye": {"filling": "egg", "quantity": 2, "bread": "rye"},
            "i want a white turkey sandwich": {"filling": "turkey", "bread": "white"},
            "get me a brown hummus sandwich at one": {"filling": "hummus", "bread": "brown", "time": "one"},
            "three beef sandwiches for half past twelve": {
                "filling": "beef",
                "quantity": 3,
                "time": "half past twelve",
            },
            "can you order a tomato sandwich for 1 pm": {"filling": "tomato", "time": "1 pm"},
        },
    ),
    tool(
        "bird_facts",
        "Tell something about a bird.",
        [
            ToolParameter("bird", "string", True, "Which bird"),
            ToolParameter("topic", "string", True, "What is asked", enum_values=("food", "nest", "song", "size")),
        ],
        {
            "what does a robin eat": {"bird": "robin", "topic": "food"},
            "what do barn owls feed on": {"bird": "barn owls", "topic": "food"},
            "how big is a wren": {"bird": "wren", "topic": "size"},
            "where does the swift nest": {"bird": "swift", "topic": "nest"},
            "what does a blackbird sound like": {"bird": "blackbird", "topic": "song"},
            "how large does a heron get": {"bird": "heron", "topic": "size"},
            "where do puffins build their nests": {"bird": "puffins", "topic": "nest"},
        },
    ),
    tool(
        "leave_word",
        "Leave a message for a member of the club.",
        [
            ToolParameter("member", "string", True, "Whom it is for"),
            ToolParameter("message", "string", True, "The words of the message"),
        ],
        {
            "leave a message for paula that the net is torn": {"member": "paula", "message": "the net is torn"},
            "leave word for henry i am in the sauna": {"member": "henry", "message": "i am in the sauna"},
            "tell oscar that we are out of balls": {"member": "oscar", "message": "we are out of balls"},
            "let nina know that court two is wet": {"member": "nina", "message": "court two is wet"},
            "message for ruth bring your shoes": {"member": "ruth", "message": "bring your shoes"},
            "tell the coach his bag is here": {"member": "coach", "message": "his bag is here"},
        },
    ),
    tool(
        "find_ferry",
        "Look up a ferry between two harbours.",
        [
            ToolParameter("to_harbour", "string", True, "Where it goes"),
            ToolParameter("from_harbour", "string", False, "Where it starts"),
            ToolParameter("date", "date", False, "Day of the crossing"),
            ToolParameter("departure_time", "time", False, "Earliest departure"),
        ],
        {
            "find a ferry to calais": {"to_harbour": "calais"},
            "ferry from dover to dunkirk": {"to_harbour": "dunkirk", "from_harbour": "dover"},
            "when is the next ferry to bergen": {"to_harbour": "bergen"},
            "ferries to larne on sunday": {"to_harbour": "larne", "date": "sunday"},
            "show me a ferry from hull to rotterdam tomorrow": {
                "to_harbour": "rotterdam",
                "from_harbour": "hull",
                "date": "tomorrow",
            },
            "find a ferry from cork to roscoff at nine": {
                "to_harbour": "roscoff",
                "from_harbour": "cork",
                "departure_time": "nine",
            },
        },
    ),
    tool(
        "control_mower",
        "Control the lawn mower robot.",
        [
            ToolParameter("action", "string", True, "What it does", enum_values=("mow", "pause", "return")),
            ToolParameter("lawn", "string", False, "Which lawn, only to mow"),
        ],
        {
            "mow the front lawn": {"action": "mow", "lawn": "front lawn"},
            "start the mower": {"action": "mow"},
            "pause the mower": {"action": "pause"},
            "send the mower home": {"action": "return"},
            "let the mower do the meadow": {"action": "mow", "lawn": "meadow"},
            "mow the orchard": {"action": "mow", "lawn": "orchard"},
            "call the mower back": {"action": "return"},
        },
    ),
    tool(
        "renew_book",
        "Renew a book from the library of the club.",
        [ToolParameter("title", "string", True, "Title of the book")],
        {
            "renew emma": {"title": "emma"},
            "renew the book silas marner": {"title": "silas marner"},
            "extend my loan of middlemarch": {"title": "middlemarch"},
            "keep sons and lovers for longer": {"title": "sons and lovers"},
            "can i have ulysses for another week": {"title": "ulysses"},
        },
    ),
    tool(
        "plan_chore",
        "Plan a chore of the club.",
        [
            ToolParameter("chore", "string", True, "What is to be done"),
            ToolParameter("day", "date", False, "On which day"),
            ToolParameter("every", "string", False, "How often", enum_values=("daily", "monday", "tuesday", "friday")),
        ],
        {
            "plan to sweep the stairs tomorrow": {"chore": "sweep the stairs", "day": "tomorrow"},
            "plan to mop the bar every monday": {"chore": "mop the bar", "every": "monday"},
            "we have to wash the shirts daily": {"chore": "wash the shirts", "every": "daily"},
            "put down to paint the fence on thursday": {"chore": "paint the fence", "day": "thursday"},
            "plan to oil the hinges on sunday": {"chore": "oil the hinges", "day": "sunday"},
            "every friday we must empty the bins": {"chore": "empty the bins", "every": "friday"},
        },
    ),
    _plain(
        "print_cards",
        "Print score cards.",
        ToolParameter("lines", "int", False, "Lines on each card"),
        ToolParameter("count", "int", False, "Number of cards"),
    ),
    _plain(
        "set_music",
        "Set the music of the hall.",
        ToolParameter("level", "int", False, "How loud, 0 to 100"),
        ToolParameter("change", "string", False, "Louder or quieter by a step", enum_values=("up", "down")),
        ToolParameter("mute", "bool", False, "Silence it altogether"),
    ),
    _plain(
        "convert_length",
        "Convert a length from one unit into another.",
        ToolParameter("amount", "number", True, "How much"),
        ToolParameter("from_unit", "string", True, "Unit to convert from", enum_values=("feet", "metres", "inches")),
        ToolParameter("to_unit", "string", True, "Unit to convert to", enum_values=("feet", "metres", "inches")),
    ),
)
"""Tools of a club and its bar, some without examples: what is said to one is often like what is said to another."""


def _bakes() -> tuple[ToolDefinition, ...]:
    dish = ToolParameter("dish", "string", False, "What is in the oven")
    return (
        tool(
            "start_bake",
            "Bake something for some time.",
            [ToolParameter("duration_seconds", "int", True, "How long, in seconds", refinable=True), dish],
            {
                "start a bake for ten minutes": {"duration_seconds": 600},
                "bake the bread for forty minutes": {"dish": "bread", "duration_seconds": 2400},
                "bake for half an hour": {"duration_seconds": 1800},
                "start a pizza bake for twelve minutes": {"dish": "pizza", "duration_seconds": 720},
                "start a bake for the cake forty five minutes": {"dish": "cake", "duration_seconds": 2700},
                "a bake of twenty minutes": {"duration_seconds": 1200},
            },
        ),
        tool(
            "cancel_bake",
            "End a bake that is going on.",
            [dish, ToolParameter("all_bakes", "bool", False, "All of them")],
            {
                "cancel the bake": {},
                "stop the bread bake": {"dish": "bread"},
                "end the bake": {},
                "cancel the pizza bake": {"dish": "pizza"},
                "stop all bakes": {"all_bakes": True},
                "cancel all bakes": {"all_bakes": True},
            },
        ),
        tool(
            "pause_bake",
            "Hold a bake.",
            [dish],
            {"pause the bake": {}, "hold the bread bake": {"dish": "bread"}, "pause the pizza bake": {"dish": "pizza"}},
        ),
        tool(
            "resume_bake",
            "Go on with a bake that was held.",
            [dish],
            {"resume the bake": {}, "go on with the bread bake": {"dish": "bread"}, "continue the bake": {}},
        ),
        tool(
            "list_bakes",
            "Tell what is in the oven and how long it still takes.",
            [dish],
            {
                "what bakes are on": {},
                "how long does the bread bake still need": {"dish": "bread"},
                "how much time is left on the bake": {},
                "how much longer for the pizza bake": {"dish": "pizza"},
            },
        ),
    )


def _notebooks() -> tuple[ToolDefinition, ...]:
    book = ToolParameter("notebook", "string", False, "Which notebook")
    entries = ToolParameter("entries", "array<string>", True, "What is written there")
    return (
        tool(
            "write_notebook",
            "Write something into a notebook.",
            [entries, book],
            {
                "write gravel into the pond notebook": {"entries": ["gravel"], "notebook": "pond"},
                "put nails in the shed notebook": {"entries": ["nails"], "notebook": "shed"},
                "write tape and glue into the shed notebook": {"entries": ["tape", "glue"], "notebook": "shed"},
                "add seeds to the garden notebook": {"entries": ["seeds"], "notebook": "garden"},
            },
        ),
        tool(
            "erase_notebook",
            "Take something out of a notebook.",
            [entries, book],
            {
                "take the gravel out of the pond notebook": {"entries": ["gravel"], "notebook": "pond"},
                "erase nails from the shed notebook": {"entries": ["nails"], "notebook": "shed"},
                "remove the seeds from the garden notebook": {"entries": ["seeds"], "notebook": "garden"},
            },
        ),
        tool(
            "read_notebook",
            "Read what is in a notebook.",
            [book],
            {
                "read the pond notebook": {"notebook": "pond"},
                "what's in the shed notebook": {"notebook": "shed"},
                "read me the garden notebook": {"notebook": "garden"},
            },
        ),
    )


def _level(name: str, thing: str) -> ToolDefinition:
    return tool(
        f"set_{name}",
        f"Set the {thing} to a level.",
        [ToolParameter("level", "int", True, "How strong", minimum=0, maximum=10)],
        {
            f"set the {thing} to three": {"level": 3},
            f"{thing} to five": {"level": 5},
            f"put the {thing} at two": {"level": 2},
            f"turn the {thing} to seven": {"level": 7},
        },
    )


BAKERY = (
    *_bakes(),
    *_notebooks(),
    _level("ventilator", "ventilator"),
    _level("burner", "burner"),
    replace(
        tool(
            "toss_die",
            "Toss a die.",
            [],
            {"toss a die": {}, "roll the die": {}, "throw a die": {}, "toss the die for me": {}},
        ),
        annotations={"readOnlyHint": True},
    ),
)
"""Tools of a bakery, none of which is the everyday toolbox's."""
