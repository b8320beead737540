"""What people call places beside the names in ``cities.tsv`` and the IANA tables: nicknames, regions,
countries.

Keys are folded as :func:`ovos_toolbox_everyday.places.fold` folds: lower case, no accents, no punctuation.
"""
from __future__ import annotations

CITY_NAMES: dict[str, str] = {
    "new york": "New York City", "nyc": "New York City", "manhattan": "New York City",
    "brooklyn": "New York City",
    "the big apple": "New York City", "la": "Los Angeles", "l a": "Los Angeles", "hollywood": "Los Angeles",
    "sf": "San Francisco", "frisco": "San Francisco", "vegas": "Las Vegas", "philly": "Philadelphia",
    "washington dc": "Washington", "washington d c": "Washington", "d c": "Washington",
    "st louis": "St. Louis",
    "nola": "New Orleans", "bombay": "Mumbai", "calcutta": "Kolkata", "madras": "Chennai",
    "bangalore": "Bengaluru", "peking": "Beijing", "saigon": "Ho Chi Minh City", "rangoon": "Yangon",
    "kiev": "Kyiv", "rio": "Rio de Janeiro", "sampa": "São Paulo", "cdmx": "Mexico City", "koln": "Cologne",
    "nurnberg": "Nuremberg", "frankfurt am main": "Frankfurt", "sevilla": "Seville", "goteborg": "Gothenburg",
    "st petersburg": "Saint Petersburg", "petersburg": "Saint Petersburg",
    "constantinople": "Istanbul", "leningrad": "Saint Petersburg", "canton": "Guangzhou",
    "new delhi": "Delhi", "basle": "Basel", "den haag": "The Hague",
    "praha": "Prague", "wien": "Vienna", "munchen": "Munich", "roma": "Rome", "milano": "Milan",
    "firenze": "Florence", "torino": "Turin", "napoli": "Naples", "lisboa": "Lisbon", "moskva": "Moscow",
    "warszawa": "Warsaw", "bruxelles": "Brussels", "kobenhavn": "Copenhagen", "athina": "Athens",
}
"""Another name → the name in cities.tsv."""

PLACES: dict[str, tuple[str, str]] = {
    "utc": ("UTC", "UTC"), "coordinated universal time": ("UTC", "UTC"), "zulu": ("UTC", "UTC"),
    "gmt": ("GMT", "GMT"), "greenwich mean time": ("GMT", "GMT"), "greenwich": ("GMT", "GMT"),
    "eastern": ("Eastern Time", "America/New_York"), "est": ("Eastern Time", "America/New_York"),
    "edt": ("Eastern Time", "America/New_York"), "east coast": ("Eastern Time", "America/New_York"),
    "central": ("Central Time", "America/Chicago"), "cdt": ("Central Time", "America/Chicago"),
    "mountain": ("Mountain Time", "America/Denver"), "mdt": ("Mountain Time", "America/Denver"),
    "pacific": ("Pacific Time", "America/Los_Angeles"), "pst": ("Pacific Time", "America/Los_Angeles"),
    "pdt": ("Pacific Time", "America/Los_Angeles"), "west coast": ("Pacific Time", "America/Los_Angeles"),
    "central european": ("Central European Time", "Europe/Berlin"),
    "cet": ("Central European Time", "Europe/Berlin"), "cest": ("Central European Time", "Europe/Berlin"),
    "bali": ("Bali", "Asia/Makassar"), "venice": ("Venice", "Europe/Rome"),
    "venezia": ("Venice", "Europe/Rome"),
    "cannes": ("Cannes", "Europe/Paris"), "ibiza": ("Ibiza", "Europe/Madrid"),
    "lhasa": ("Lhasa", "Asia/Shanghai"),
    "mallorca": ("Mallorca", "Europe/Madrid"), "tenerife": ("Tenerife", "Atlantic/Canary"),
    "canary islands": ("the Canary Islands", "Atlantic/Canary"), "azores": ("the Azores", "Atlantic/Azores"),
    "madeira": ("Madeira", "Atlantic/Madeira"), "galapagos": ("the Galápagos", "Pacific/Galapagos"),
    "galapagos islands": ("the Galápagos", "Pacific/Galapagos"),
    "easter island": ("Easter Island", "Pacific/Easter"),
    "phuket": ("Phuket", "Asia/Bangkok"), "goa": ("Goa", "Asia/Kolkata"), "crete": ("Crete", "Europe/Athens"),
    "sicily": ("Sicily", "Europe/Rome"), "sardinia": ("Sardinia", "Europe/Rome"),
    "corsica": ("Corsica", "Europe/Paris"),
    "tibet": ("Tibet", "Asia/Shanghai"), "siberia": ("Novosibirsk", "Asia/Novosibirsk"),
    "bavaria": ("Bavaria", "Europe/Berlin"), "catalonia": ("Catalonia", "Europe/Madrid"),
    "tuscany": ("Tuscany", "Europe/Rome"), "queenstown": ("Queenstown", "Pacific/Auckland"),
    "tasmania": ("Tasmania", "Australia/Hobart"), "silicon valley": ("Silicon Valley", "America/Los_Angeles"),
    "key west": ("Key West", "America/New_York"), "aspen": ("Aspen", "America/Denver"),
    "lake tahoe": ("Lake Tahoe", "America/Los_Angeles"), "banff": ("Banff", "America/Edmonton"),
    "south pole": ("the South Pole", "Pacific/Auckland"), "mcmurdo": ("McMurdo", "Antarctica/McMurdo"),
}
"""A place or zone that is no city of the table → (spoken name, IANA zone)."""

COUNTRY_NAMES: dict[str, str] = {
    "usa": "US", "us": "US", "u s": "US", "u s a": "US", "america": "US", "united states": "US",
    "united states of america": "US", "the states": "US", "states": "US", "uk": "GB", "u k": "GB",
    "united kingdom": "GB", "great britain": "GB", "britain": "GB", "england": "GB", "scotland": "GB",
    "wales": "GB",
    "northern ireland": "GB", "holland": "NL", "the netherlands": "NL", "south korea": "KR", "korea": "KR",
    "north korea": "KP", "russia": "RU", "czech republic": "CZ", "czechia": "CZ", "ivory coast": "CI",
    "uae": "AE", "u a e": "AE", "emirates": "AE", "united arab emirates": "AE", "vatican": "VA",
    "vatican city": "VA", "burma": "MM", "myanmar": "MM", "swaziland": "SZ", "macedonia": "MK",
    "north macedonia": "MK", "cape verde": "CV", "east timor": "TL", "congo": "CD", "drc": "CD",
    "bosnia": "BA",
    "bosnia and herzegovina": "BA", "trinidad": "TT", "trinidad and tobago": "TT", "turkiye": "TR",
    "republic of ireland": "IE", "bahamas": "BS", "gambia": "GM", "philippines": "PH",
    "the philippines": "PH",
    "antigua": "AG", "antigua and barbuda": "AG", "palestine": "PS", "reunion": "RE", "curacao": "CW",
    "samoa": "WS", "saint lucia": "LC", "brunei": "BN", "laos": "LA", "syria": "SY", "iran": "IR",
    "vietnam": "VN",
    "viet nam": "VN", "taiwan": "TW", "moldova": "MD", "tanzania": "TZ", "venezuela": "VE", "bolivia": "BO",
    "falklands": "FK", "micronesia": "FM", "falkland islands": "FK", "cocos islands": "CC", "hong kong": "HK",
    "macau": "MO", "macao": "MO",
}
"""What a country is called, where the ISO table calls it otherwise → ISO 3166 code."""

MAIN_ZONES: dict[str, str] = {"UA": "Europe/Kyiv"}
"""Countries where the table's first zone is not the capital's."""

NAMESAKES: dict[str, tuple[str, ...]] = {"georgia": ("Atlanta", "Tbilisi")}
"""A name of two regions → a city of each, to ask back with."""

WIDE_COUNTRIES: dict[str, tuple[str, ...]] = {
    "US": ("New York City", "Chicago", "Denver", "Phoenix", "Los Angeles", "Anchorage", "Honolulu"),
    "CA": ("Toronto", "Vancouver", "Calgary", "Winnipeg", "Halifax", "St. John's, Newfoundland"),
    "AU": ("Sydney", "Brisbane", "Adelaide", "Darwin", "Perth"),
    "BR": ("São Paulo", "Manaus", "Rio Branco"),
    "MX": ("Mexico City", "Cancún", "Hermosillo", "Tijuana"),
    "RU": ("Moscow", "Kaliningrad", "Yekaterinburg", "Novosibirsk", "Vladivostok"),
    "ID": ("Jakarta", "Denpasar", "Jayapura"),
    "CD": ("Kinshasa", "Lubumbashi"),
    "AQ": ("McMurdo",),
}
"""Countries so wide that their name says no time: asked back with one city of each zone that counts."""

STATES: dict[str, tuple[str, str, str, str]] = {
    name: (country, code, spoken, zone)
    for country, rows in {
        "US": (
            ("AL", "Alabama", "America/Chicago"), ("AK", "Alaska", "America/Anchorage"),
            ("AZ", "Arizona", "America/Phoenix"), ("AR", "Arkansas", "America/Chicago"),
            ("CA", "California", "America/Los_Angeles"), ("CO", "Colorado", "America/Denver"),
            ("CT", "Connecticut", "America/New_York"), ("DE", "Delaware", "America/New_York"),
            ("DC", "District of Columbia", "America/New_York"), ("FL", "Florida", "America/New_York"),
            ("GA", "Georgia", "America/New_York"), ("HI", "Hawaii", "Pacific/Honolulu"),
            ("ID", "Idaho", "America/Boise"), ("IL", "Illinois", "America/Chicago"),
            ("IN", "Indiana", "America/Indiana/Indianapolis"), ("IA", "Iowa", "America/Chicago"),
            ("KS", "Kansas", "America/Chicago"), ("KY", "Kentucky", "America/New_York"),
            ("LA", "Louisiana", "America/Chicago"), ("ME", "Maine", "America/New_York"),
            ("MD", "Maryland", "America/New_York"), ("MA", "Massachusetts", "America/New_York"),
            ("MI", "Michigan", "America/Detroit"), ("MN", "Minnesota", "America/Chicago"),
            ("MS", "Mississippi", "America/Chicago"), ("MO", "Missouri", "America/Chicago"),
            ("MT", "Montana", "America/Denver"), ("NE", "Nebraska", "America/Chicago"),
            ("NV", "Nevada", "America/Los_Angeles"), ("NH", "New Hampshire", "America/New_York"),
            ("NJ", "New Jersey", "America/New_York"), ("NM", "New Mexico", "America/Denver"),
            ("NY", "New York State", "America/New_York"), ("NC", "North Carolina", "America/New_York"),
            ("ND", "North Dakota", "America/Chicago"), ("OH", "Ohio", "America/New_York"),
            ("OK", "Oklahoma", "America/Chicago"), ("OR", "Oregon", "America/Los_Angeles"),
            ("PA", "Pennsylvania", "America/New_York"), ("RI", "Rhode Island", "America/New_York"),
            ("SC", "South Carolina", "America/New_York"), ("SD", "South Dakota", "America/Chicago"),
            ("TN", "Tennessee", "America/Chicago"), ("TX", "Texas", "America/Chicago"),
            ("UT", "Utah", "America/Denver"), ("VT", "Vermont", "America/New_York"),
            ("VA", "Virginia", "America/New_York"), ("WA", "Washington State", "America/Los_Angeles"),
            ("WV", "West Virginia", "America/New_York"), ("WI", "Wisconsin", "America/Chicago"),
            ("WY", "Wyoming", "America/Denver"),
        ),
        "CA": (
            ("AB", "Alberta", "America/Edmonton"), ("BC", "British Columbia", "America/Vancouver"),
            ("MB", "Manitoba", "America/Winnipeg"), ("NB", "New Brunswick", "America/Moncton"),
            ("NL", "Newfoundland", "America/St_Johns"), ("NS", "Nova Scotia", "America/Halifax"),
            ("ON", "Ontario", "America/Toronto"), ("PE", "Prince Edward Island", "America/Halifax"),
            ("QC", "Quebec", "America/Toronto"), ("SK", "Saskatchewan", "America/Regina"),
            ("YT", "Yukon", "America/Whitehorse"),
        ),
        "AU": (
            ("NSW", "New South Wales", "Australia/Sydney"), ("NT", "Northern Territory", "Australia/Darwin"),
            ("QLD", "Queensland", "Australia/Brisbane"), ("SA", "South Australia", "Australia/Adelaide"),
            ("TAS", "Tasmania", "Australia/Hobart"), ("VIC", "Victoria", "Australia/Melbourne"),
            ("WA", "Western Australia", "Australia/Perth"),
        ),
    }.items()
    for code, spoken, zone in rows
    for name in (spoken.lower(),)
}
"""State or province → (country, postal code, spoken name, the zone of most of its people)."""
