"""Lists: kept whole, by several processes at once, and told of where they can't be."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.sdk import CommandResponse, NotMeant, RequestInformation
from ovos_toolbox_everyday.lists.naming import list_called, matching, of_another, read_request, things
from ovos_toolbox_everyday.lists.store import MAX_ITEMS, ListFullError, ListStore
from ovos_toolbox_everyday.lists.tools import AddToList, ClearList, ReadList, RemoveFromList
from ovos_toolbox_everyday.request_scope import RequestScope, request_scope


class House:
    """The four tools over one file."""

    def __init__(self, path: Path) -> None:
        self.store = ListStore(path)
        self._tools = {
            t.command_name: t for t in (c(self.store) for c in (AddToList, RemoveFromList, ReadList, ClearList))
        }

    def ask(self, name: str, lang: str = "en-us", **arguments: Any) -> CommandResponse:
        tool = self._tools[name]
        with request_scope(RequestScope({}, lang)):
            refused = [result for result in tool.validate_call(**arguments) if not result.success]
            if refused:
                return CommandResponse.error_response(str(refused[0].message))
            return tool.run(RequestInformation("", "test"), **arguments)

    def say(self, name: str, lang: str = "en-us", **arguments: Any) -> str:
        response = self.ask(name, lang, **arguments)
        return str((response.context_data or {}).get("message") or response.error_details)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "data" / "lists.sqlite")


def test_a_list_from_the_first_thing_to_the_last(house: House) -> None:
    assert house.say("read_list") == "There is nothing on the shopping list."
    assert (
        house.say("add_to_list", items=["milk", "eggs and bread"]) == "I put milk, eggs and bread on the shopping list."
    )
    assert house.say("add_to_list", items=["Milk", "tea"]) == "I put tea on the shopping list. There already: Milk."
    assert house.say("add_to_list", items=["tea"]) == "Already on the shopping list: tea."
    assert (
        house.say("add_to_list", items=["call mum"], list_name="my to do list") == "I put call mum on the to do list."
    )
    assert house.say("read_list", list_name="groceries") == "On the shopping list: milk, eggs, bread and tea."
    removed = house.say("remove_from_list", items=["egg", "wine"])
    assert removed == "I took eggs off the shopping list. Not found: wine."
    assert house.say("remove_from_list", items=["wine"]) == "Not on the shopping list: wine."
    assert house.say("read_list", list_name="books") == (
        "There is nothing on the books list. Your lists: the shopping list and the to do list."
    )
    assert house.say("clear_list") == "I emptied the shopping list."
    assert house.say("clear_list") == "There was nothing on the shopping list."
    assert house.store.items("to do") == ["call mum"]


def test_only_emptying_a_whole_list_is_asked_about(house: House) -> None:
    assert ClearList(house.store).is_risky
    assert not RemoveFromList(house.store).is_risky


@pytest.mark.parametrize(
    ("lang", "items", "said", "read"),
    [
        ("de-de", ["Milch und Eier"], "Notiert auf der Einkaufsliste: Milch und Eier.", "einkaufszettel"),
        ("es-es", ["leche y huevos"], "He añadido leche y huevos a la lista de la compra.", "lista de la compra"),
        ("fr-fr", ["lait et œufs"], "J'ai ajouté lait et œufs à la liste de courses.", "courses"),
        ("it-it", ["latte e uova"], "Ora in lista della spesa: latte e uova.", "spesa"),
        ("nl-nl", ["melk en eieren"], "Gezet op de boodschappenlijst: melk en eieren.", "boodschappen"),
        ("pt-pt", ["leite e ovos"], "Agora em lista de compras: leite e ovos.", "compras"),
    ],
)
def test_in_the_other_languages(house: House, lang: str, items: list[str], said: str, read: str) -> None:
    assert house.say("add_to_list", lang, items=items) == said
    response = house.ask("read_list", lang, list_name=read)
    assert (response.context_data or {})["count"] == 2
    assert (response.context_data or {})["list"] == "shopping"


@pytest.mark.parametrize(
    ("lang", "said", "thing"),
    [
        ("en-us", "also some garlic", "garlic"),
        ("de-de", "auch noch etwas Milch", "Milch"),
        ("es-es", "también unas peras", "peras"),
        ("fr-fr", "aussi du lait", "lait"),
        ("it-it", "anche il latte", "latte"),
        ("nl-nl", "ook nog melk", "melk"),
        ("pt-pt", "também as peras", "peras"),
    ],
)
def test_what_only_says_that_there_is_more_is_no_part_of_a_thing(lang: str, said: str, thing: str) -> None:
    assert things([said], lang) == [thing]


def test_things_are_parted_and_found_again() -> None:
    assert things(["milk, eggs and bread", "and tea", "  "], "en-us") == ["milk", "eggs", "bread", "tea"]
    assert matching("tomato", ["tomatoes", "tomato paste"]) == "tomatoes"
    assert matching("paste", ["tomatoes", "tomato paste"]) == "tomato paste"
    assert matching("oat", ["goats milk"]) is None
    assert list_called("the Packing List", "en-us") == "packing"
    assert list_called("list", "en-us") == list_called(None, "de-de") == "shopping"
    assert list_called("zeltliste", "de-de") == list_called("die Zelt-Liste", "de-de") == "zelt"
    assert list_called("kampeerlijstje", "nl-nl") == "kampeer"
    assert list_called("playlist", "en-us") == "playlist"


@pytest.mark.parametrize(
    ("said", "items", "name"),
    [
        ("add sense and sensibility to my books list", ["sense and sensibility"], "books"),
        ("put beauty and the beast on the film list", ["beauty and the beast"], "film"),
        ("add emma, dune and ivanhoe to the reading list", ["emma", "dune", "ivanhoe"], "reading"),
        ("put rope and candles on the boat list", ["rope", "candles"], "boat"),
        ("pon rojo y negro en la lista de libros", ["rojo y negro"], "libros"),
    ],
)
def test_and_parts_no_title(house: House, said: str, items: list[str], name: str) -> None:
    lang = "es-es" if said.startswith("pon ") else "en-us"
    assert read_request(said, "add", lang, whole=True) == {"items": items, "list_name": name}
    assert (house.ask("add_to_list", lang, items=items, list_name=name).context_data or {})["added"] == items


def test_and_parts_no_title_where_only_the_words_name_the_list() -> None:
    tool = AddToList(ListStore(Path("/nowhere")))
    said = "when you have a moment jot sense and sensibility down on my books list"
    given = tool.post_process_tool_call({"items": ["sense and sensibility"]}, said)
    assert given == {"items": ["sense and sensibility"], "list_name": "books"}


def test_titles_put_there_one_by_one_are_taken_off_together(house: House) -> None:
    house.ask("add_to_list", items=["emma", "dune"], list_name="books")
    told = house.ask("remove_from_list", items=["emma and dune"], list_name="books").context_data or {}
    assert told["removed"] == ["emma", "dune"]


@pytest.mark.parametrize(
    ("lang", "said", "name"),
    [
        ("en-us", "the entire", "shopping"),
        ("en-us", "full", "shopping"),
        ("en-us", "my complete boat", "boat"),
        ("en-us", "whole foods", "whole foods"),
        ("de-de", "die ganze", "shopping"),
        ("es-es", "la lista entera", "shopping"),
        ("fr-fr", "toute la liste", "shopping"),
        ("it-it", "tutta la lista", "shopping"),
        ("nl-nl", "de hele", "shopping"),
        ("pt-pt", "lista inteira", "shopping"),
    ],
)
def test_that_all_of_a_list_is_meant_is_no_name(lang: str, said: str, name: str) -> None:
    assert list_called(said, lang) == name


@pytest.mark.parametrize(
    ("said", "each"),
    [
        ("conditioner nail files and cotton wool", ["conditioner", "nail files", "cotton wool"]),
        ("plums quinces and figs", ["plums", "quinces", "figs"]),
        ("camp stove warm blankets and matches", ["camp stove", "warm blankets", "matches"]),
        ("tins of tomatoes goat cheese and six bagels", ["tins of tomatoes", "goat cheese", "six bagels"]),
        ("milk two melons and rye bread", ["milk", "two melons", "rye bread"]),
        ("eggs kitchen foil plus washing powder", ["eggs", "kitchen foil", "washing powder"]),
        # One thing each: a verb's object, an English compound, what a preposition goes on with, and no row of things.
        ("clean the windows and book new tyres", ["clean the windows", "book new tyres"]),
        ("brussels sprouts and kids shoes", ["brussels sprouts", "kids shoes"]),
        ("flowers for gran and tomato paste", ["flowers for gran", "tomato paste"]),
        ("egg noodles and oat milk", ["egg noodles", "oat milk"]),
        ("a melon a head of garlic and some rocket", ["melon", "head of garlic", "rocket"]),
        ("rocky three and the big sleep", ["rocky three", "big sleep"]),
        ("running shoes laces", ["running shoes laces"]),
        # What has a name of its own is one thing, though each of its words is one as well; so is what is seldom alone.
        ("oat flakes and garlic bread", ["oat flakes", "garlic bread"]),
        ("cream cheese", ["cream cheese"]),
        ("tuna salad and ginger beer", ["tuna salad", "ginger beer"]),
        ("bread milk and pasta sauce", ["bread", "milk", "pasta sauce"]),
        ("milk cheese and rice", ["milk", "cheese", "rice"]),
        ("call the plumber and the bakers", ["call the plumber", "bakers"]),
        # A name of several words ends where a thing of its own begins, and goes on with what is none by itself.
        ("toilet roll bleach and a bag of rice", ["toilet roll", "bleach", "bag of rice"]),
        ("brown sauce milk and eggs", ["brown sauce", "milk", "eggs"]),
        ("cherry tomatoes courgette and feta", ["cherry tomatoes", "courgette", "feta"]),
        ("sugar whipped cream and peas", ["sugar", "whipped cream", "peas"]),
        ("olive oil spray and eggs", ["olive oil spray", "eggs"]),
        ("ice cream cones and jam", ["ice cream cones", "jam"]),
        ("figs lamb pie and peas", ["figs", "lamb pie", "peas"]),
        ("mushroom risotto", ["mushroom risotto"]),
        # Two things that a third tastes of are one with it.
        ("salt and vinegar chips and a bottle of beer", ["salt and vinegar chips", "bottle of beer"]),
        ("cheese and onion pasties ketchup and milk", ["cheese and onion pasties", "ketchup", "milk"]),
        ("salt and pepper eggs and milk", ["salt", "pepper", "eggs", "milk"]),
        ("some er chervil and um dill", ["chervil", "dill"]),
    ],
)
def test_things_in_a_row_without_commas_end_where_english_ends_them(said: str, each: list[str]) -> None:
    assert things([said], "en-us") == each


@pytest.mark.parametrize(
    "said",
    [
        # What is known as well may tell what the other is made of, and a name of several words may go on with it.
        *("raspberry jam", "mango chutney", "apricot jam", "garlic fries", "garlic mayo", "prawn noodles"),
        *("raspberry yoghurt", "mint tea", "coconut milk", "haddock soup", "dill butter", "pumpkin ravioli"),
        *("vanilla ice cream", "lemon washing powder", "almond body lotion", "chocolate birthday cake"),
        *("toilet roll cinnamon", "oats yeast rice", "tea raspberry jam"),
    ],
)
def test_what_stands_alone_is_parted_only_where_all_of_it_is_sure(said: str) -> None:
    assert things([said], "en-us") == [said]
    assert things([f"{said}, soap"], "en-us") == [said, "soap"]
    assert things(["soap", said], "en-us") == ["soap", said]


@pytest.mark.parametrize(
    ("said", "each"),
    [
        ("vanilla ice cream and tea", ["vanilla ice cream", "tea"]),
        ("plum jam and mango chutney", ["plum jam", "mango chutney"]),
        # Both are known to stand beside others, by themselves or as a name of words that do.
        ("milk bread", ["milk", "bread"]),
        ("rice olive oil", ["rice", "olive oil"]),
        ("mac and cheese milk", ["mac and cheese", "milk"]),
    ],
)
def test_what_is_sure_ends_a_thing_without_an_and(said: str, each: list[str]) -> None:
    assert things([said], "en-us") == each


@pytest.mark.parametrize(
    ("said", "each"),
    [
        # Each is known by itself, whatever else both of them may name.
        ("tea bread and eggs", ["tea", "bread", "eggs"]),
        ("rice beer and peas", ["rice", "beer", "peas"]),
        ("sugar water and jam", ["sugar", "water", "jam"]),
        ("water lemons and jam", ["water", "lemons", "jam"]),
        # What another stands before is one with it, and ends where a name ends.
        ("tomato sauce and rice", ["tomato sauce", "rice"]),
        ("peanut butter bleach and jam", ["peanut butter", "bleach", "jam"]),
        # What is in no house, or only rarely called so, ends nothing.
        ("lactic acid bleach and jam", ["lactic acid bleach", "jam"]),
        ("toilet roll chilly and jam", ["toilet roll chilly", "jam"]),
    ],
)
def test_two_things_that_are_known_are_no_name(said: str, each: list[str]) -> None:
    assert things([said], "en-us") == each


@pytest.mark.parametrize("name", ["paper clip", "paper clips", "safety pin", "maraschino cherries", "lunch boxes"])
def test_a_name_is_one_in_the_singular_and_in_the_plural(name: str) -> None:
    assert things([f"{name} bleach", "tea"], "en-us") == [name, "bleach", "tea"]


@pytest.mark.parametrize(
    ("said", "given", "items"),
    [
        ("add steak and ale pies and tea", ["steak", "ale pies", "tea"], ["steak and ale pies", "tea"]),
        ("add tea and mac and cheese", ["tea", "mac", "cheese"], ["tea", "mac and cheese"]),
        ("add toilet rolls", ["toilet", "rolls"], ["toilet rolls"]),
        ("add cheese and onion", ["cheese", "onion"], ["cheese", "onion"]),
        ("add tea and ham and cheese pies.", ["tea", "ham", "cheese pies"], ["tea", "ham and cheese pies"]),
        ("add mac and cheese, tea", ["mac", "cheese", "tea"], ["mac and cheese", "tea"]),
        ("add cheese and tea and onion crisps", ["cheese", "tea", "onion crisps"], ["cheese", "tea", "onion crisps"]),
    ],
)
def test_a_name_that_a_translator_parts_is_one_again(said: str, given: list[str], items: list[str]) -> None:
    assert AddToList().post_process_tool_call({"items": given}, said)["items"] == items


@pytest.mark.parametrize(
    "said",
    [
        *("pins on the sewing list", "pins and thread on the shopping list", "oh and pins on the list"),
        *("water on the shopping list", "some water and a book on the list", "brass drawing pins onto the list"),
    ],
)
def test_things_beside_a_list_do_not_ask_what_is_on_it(said: str) -> None:
    with pytest.raises(NotMeant):
        ReadList().post_process_tool_call({}, said)


@pytest.mark.parametrize(
    "said",
    [
        *("is thread on the sewing list", "any thread on the shopping list", "what's on the list"),
        *("repeat the things on the shopping list", "count the items on the list", "the stuff on my list"),
        *("stuff on my list", "contents on the list", "describe my entries on the list", "show tea on the list"),
        *("the thread and all things on the list", "pins i need on the list", "who put pins on the list"),
    ],
)
def test_a_question_about_a_list_is_one(said: str) -> None:
    assert ReadList().post_process_tool_call({}, said) == {}


def test_emoji_right_to_left_and_long_names_are_kept(house: House) -> None:
    items = ["🍎🍏", "חלב", "x" * 5_000, "'; DROP TABLE item; --"]
    house.say("add_to_list", items=items[:2] + items[3:], list_name="קניות 🛒")
    house.say("add_to_list", items=[items[2][:1500]])
    assert house.store.items("קניות 🛒") == ["🍎🍏", "חלב", "'", "DROP TABLE item", "--"]
    assert house.store.items("shopping") == ["x" * 200]
    assert house.say("add_to_list", items=[items[2]]) == "That is too much at once."
    assert house.say("add_to_list", items=[]) == "What is it?"


def test_a_list_has_an_end(house: House) -> None:
    house.store.add("books", [str(place) for place in range(MAX_ITEMS)])
    with pytest.raises(ListFullError):
        house.store.add("books", ["one more", "and another"])
    assert len(house.store.items("books")) == MAX_ITEMS
    assert house.say("add_to_list", items=["x"], list_name="books").endswith("nothing was added.")


def test_a_disk_that_is_full_loses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.say("add_to_list", items=["milk"])
    connect = sqlite3.connect

    def full(*arguments: Any, **named: Any) -> sqlite3.Connection:
        db = connect(*arguments, **named)
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")  # SQLITE_FULL, as a full disk gives it
        return db

    monkeypatch.setattr(sqlite3, "connect", full)
    response = house.ask("add_to_list", items=[f"thing {place} " + "x" * 190 for place in range(100)])
    assert not response.success
    assert response.error_details == "I can't get at the lists right now, so nothing was changed."
    monkeypatch.undo()
    assert house.store.items("shopping") == ["milk"]


def test_a_file_that_is_broken_or_in_the_way_is_told(tmp_path: Path) -> None:
    told = "I can't get at the lists right now, so nothing was changed."
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database " * 1000)
    assert House(broken).say("read_list") == told
    assert House(broken).say("add_to_list", items=["milk"]) == told
    (tmp_path / "file").write_text("")
    assert House(tmp_path / "file" / "lists.sqlite").say("add_to_list", items=["milk"]) == told


def test_a_database_that_may_only_be_read_is_read_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.say("add_to_list", items=["milk"])
    connect = sqlite3.connect

    def read_only(database: Any, **named: Any) -> sqlite3.Connection:  # root may write everywhere
        uri = database if str(database).startswith("file:") else f"{Path(database).as_uri()}?mode=ro"
        return connect(uri, **{**named, "uri": True})

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert house.say("read_list") == "On the shopping list: milk."
    assert not house.ask("add_to_list", items=["tea"]).success
    assert not house.ask("clear_list").success
    assert house.store.items("shopping") == ["milk"]


def test_two_processes_write_one_file_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "lists.sqlite"
    code = (
        "import sys; from pathlib import Path; from ovos_toolbox_everyday.lists.store import ListStore\n"
        "store = ListStore(Path(sys.argv[1]))\n"
        "for place in range(40): store.add('shopping', [f'{sys.argv[2]} {place}', 'shared'])\n"
        "store.remove('shopping', [f'{sys.argv[2]} 0'])\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(path), who]) for who in ("a", "b")]
    assert [process.wait(60) for process in both] == [0, 0]
    items = ListStore(path).items("shopping")
    assert sorted(items) == sorted(["shared", *(f"{who} {place}" for who in "ab" for place in range(1, 40))])


@pytest.mark.parametrize(
    ("tool", "said", "arguments"),
    [
        (AddToList, "put milk bread and yoghurt on the shopping list", {"items": ["milk", "bread", "yoghurt"]}),
        (AddToList, "add orange juice and oat milk to my list", {"items": ["orange juice", "oat milk"]}),
        (AddToList, "please add wash the car to my to do list", {"items": ["wash the car"], "list_name": "to do"}),
        (AddToList, "setze Milch und Eier auf die Einkaufsliste", {"items": ["Milch", "Eier"]}),
        (AddToList, "ajoute du lait et des œufs à la liste de courses", {"items": ["lait", "œufs"]}),
        (AddToList, "i need to buy shampoo add it to the shopping list", {"items": ["shampoo"]}),
        (AddToList, "setze keine Milch auf die Einkaufsliste", None),
        (AddToList, "add it to the list", None),
        (AddToList, "also put it on the shopping list", None),
        (AddToList, "put it also on the shopping list", None),
        (AddToList, "setz es auch auf die einkaufsliste", None),
        (AddToList, "zet het ook op de boodschappenlijst", None),
        (AddToList, "also put rice on the shopping list", {"items": ["rice"]}),
        (AddToList, "add milk to the list and eggs to the list", None),
        (AddToList, "add milk to the list and set a timer for five minutes", None),
        (AddToList, "add 5 and 3", None),
        (AddToList, "put the kettle on", None),
        (RemoveFromList, "cross wash the car off my to do list", {"items": ["wash the car"], "list_name": "to do"}),
        (RemoveFromList, "we have enough sugar remove it from the shopping list", {"items": ["sugar"]}),
        (RemoveFromList, "remove everything from the shopping list", None),
        (RemoveFromList, "take 5 from 20", None),
        (AddToList, "shopping list cumin, honey and lamb", {"items": ["cumin", "honey", "lamb"]}),
        (
            AddToList,
            "our boat list needs rope and two fenders add them",
            {"items": ["rope", "two fenders"], "list_name": "boat"},
        ),
        (AddToList, "we've run out of dog biscuits add them please", {"items": ["dog biscuits"]}),
        (AddToList, "there's no mustard left put it on the list", {"items": ["mustard"]}),
        (AddToList, "the packing list is too long", None),
        (RemoveFromList, "the kayak can come off the holiday list", {"items": ["kayak"], "list_name": "holiday"}),
        (
            RemoveFromList,
            "i found the goggles take them off the swimming list",
            {"items": ["goggles"], "list_name": "swimming"},
        ),
        (AddToList, "plums and candles ought to go on the shopping list", {"items": ["plums", "candles"]}),
        (
            AddToList,
            "put on the list of the boat the rope and a torch",
            {"items": ["rope", "torch"], "list_name": "boat"},
        ),
        (AddToList, "onto the boat list goes rope and tar", {"items": ["rope", "tar"], "list_name": "boat"}),
        (AddToList, "we're out of candles stick em on the list", {"items": ["candles"]}),
        (AddToList, "emma note that on my books list", {"items": ["emma"], "list_name": "books"}),
        (AddToList, "put it on the list", None),
        (AddToList, "almost out of tea bags stick some on the list", {"items": ["tea bags"]}),
        (AddToList, "we're low on tar put it down for the shop", {"items": ["tar"]}),
        (
            AddToList,
            "rope on the boat list yeah and tar while you're at it",
            {"items": ["rope", "tar"], "list_name": "boat"},
        ),
        (AddToList, "plums we need plums on the list and oh the small jars", {"items": ["plums", "small jars"]}),
        (AddToList, "i want also plums in the list", {"items": ["plums"]}),
        (AddToList, "boat list can you add um rope and a torch", {"items": ["rope", "torch"], "list_name": "boat"}),
        (AddToList, "tar the boat that should go on the to do list", {"items": ["tar the boat"], "list_name": "to do"}),
        (AddToList, "plums on the list and set a timer for ten minutes", None),
        (AddToList, "plums on the list and twelve minutes timer for the beans", None),
        (AddToList, "that's on the list and plums", None),
        (AddToList, "what's on the list and what isn't", None),
        (
            RemoveFromList,
            "turns out we've a cellar full of candles so scrap them from the list",
            {"items": ["candles"]},
        ),
        (
            RemoveFromList,
            "i found a tin of tar in the shed take it off the boat list",
            {"items": ["tar"], "list_name": "boat"},
        ),
        (RemoveFromList, "get them plums off the list", {"items": ["plums"]}),
        (RemoveFromList, "take the bag of rice off the list", {"items": ["bag of rice"]}),
        (AddToList, "we've just used up the last of the ginger so that needs to go on the list", {"items": ["ginger"]}),
        (AddToList, "i was at the market and you should put it on the list", None),
        (
            RemoveFromList,
            "the candles have been purchased so you may strike them from the list",
            {"items": ["candles"]},
        ),
        (
            RemoveFromList,
            "finished emma finally so cross it off my books list",
            {"items": ["emma"], "list_name": "books"},
        ),
        (
            RemoveFromList,
            "the rope we already bought take it out of the boat list",
            {"items": ["rope"], "list_name": "boat"},
        ),
        (RemoveFromList, "my uncle brought plums so lose them from the shopping list", {"items": ["plums"]}),
        (RemoveFromList, "got the rope already take em off the list", {"items": ["rope"]}),
        (RemoveFromList, "get rid of candles from the list", {"items": ["candles"]}),
        (RemoveFromList, "candles are no longer needed on the list", {"items": ["candles"]}),
        (ReadList, "what's on my list of books", {"list_name": "books"}),
        (ReadList, "what's on the list for the regatta", {"list_name": "regatta"}),
        (ReadList, "what's on the list for tomorrow", None),
        (ClearList, "clear the list for the regatta", {"list_name": "regatta"}),
        (RemoveFromList, "take the rope off the list for the regatta", {"items": ["rope"], "list_name": "regatta"}),
        (RemoveFromList, "from the boat list remove rope", {"items": ["rope"], "list_name": "boat"}),
        (ClearList, "take everything off the boat list", {"list_name": "boat"}),
        (ClearList, "remove all the things from my shopping list", {}),
        (ClearList, "svuota la lista della spesa", {}),
        (ClearList, "delete rope from the boat list", None),
        (ReadList, "run me through the boat list", {"list_name": "boat"}),
        (ReadList, "tell me everything on the boat list", {"list_name": "boat"}),
        (ReadList, "what's on my packing list", {"list_name": "packing"}),
        (ReadList, "was steht auf der Einkaufsliste", {}),
        (ReadList, "what's on the news", None),
        (AddToList, "wir haben kein salz mehr pack das bitte auf die liste", {"items": ["salz"]}),
        (AddToList, "der senf ist fast alle schreib ihn auf die liste", {"items": ["senf"]}),
        (AddToList, "pflaumen und quark müssen noch auf den zettel", {"items": ["pflaumen", "quark"]}),
        (AddToList, "auf die zeltliste kommt noch der kocher", {"items": ["kocher"], "list_name": "zelt"}),
        (AddToList, "setz es mal auf die liste", None),
        (RemoveFromList, "die pflaumen können von der liste runter", {"items": ["pflaumen"]}),
        (ReadList, "was steht denn noch auf der zeltliste", {"list_name": "zelt"}),
        (ReadList, "was steht auf der liste für das boot", {"list_name": "boot"}),
        (ReadList, "qué hay en la lista para la boda", {"list_name": "boda"}),
        (ReadList, "lis la liste pour le bateau", {"list_name": "bateau"}),
        (ReadList, "leggi la lista per la barca", {"list_name": "barca"}),
        (ReadList, "lees de lijst voor de boot", {"list_name": "boot"}),
        (ReadList, "lê a lista para a festa", {"list_name": "festa"}),
        (AddToList, "ya no queda sal apúntala en la lista", {"items": ["sal"]}),
        (AddToList, "se terminó la sal anotala en la lista", {"items": ["sal"]}),  # as they say it by the Plata
        (AddToList, "bota sal e azeite na lista", {"items": ["sal", "azeite"]}),
        (AddToList, "acabou o sal anota aí na lista", {"items": ["sal"]}),
        (AddToList, "aggiungi farina non trattata alla lista", {"items": ["farina non trattata"]}),
        (AddToList, "añade sidra no alcohólica a la lista", {"items": ["sidra no alcohólica"]}),
        (AddToList, "mets de la farine non traitée sur la liste", {"items": ["farine non traitée"]}),
        (AddToList, "setz bloß keine nüsse auf die liste", None),
        (
            AddToList,
            "füge zur zeltliste seile und heringe hinzu",
            {"items": ["seile", "heringe"], "list_name": "zelt"},
        ),
        (RemoveFromList, "das salz kannst du ruhig von der liste streichen", {"items": ["salz"]}),
        (RemoveFromList, "nimm das salz wieder von der liste", {"items": ["salz"]}),
        (ClearList, "de kampeerlijst mag helemaal leeg", {"list_name": "kampeer"}),
        (
            AddToList,
            "pon en la lista del barco la cuerda y un faro",
            {"items": ["cuerda", "faro"], "list_name": "barco"},
        ),
        (RemoveFromList, "hemos comprado ciruelas quítalas de la lista", {"items": ["ciruelas"]}),
        (AddToList, "on n'a plus de sel mets-en sur la liste", {"items": ["sel"]}),
        (AddToList, "mets sur la liste du savon et des prunes", {"items": ["savon", "prunes"]}),
        (AddToList, "des prunes à noter sur la liste de courses", {"items": ["prunes"]}),
        (AddToList, "mets-le sur la liste", None),
        (ReadList, "y a quoi encore sur la liste de courses", {}),
        (AddToList, "il sale è finito segnalo sulla lista", {"items": ["sale"]}),
        (AddToList, "metti sulla lista prugne e sapone", {"items": ["prugne", "sapone"]}),
        (AddToList, "aggiungi riso burro e prugne alla lista", {"items": ["riso", "burro", "prugne"]}),
        (AddToList, "het zout is bijna op zet het maar op het lijstje", {"items": ["zout"]}),
        (AddToList, "op de kampeerlijst moeten nog haringen", {"items": ["haringen"], "list_name": "kampeer"}),
        (AddToList, "zet die maar even op de lijst", None),
        (RemoveFromList, "de pruimen mogen van de lijst af", {"items": ["pruimen"]}),
        (AddToList, "já não há sal põe na lista", {"items": ["sal"]}),
        (AddToList, "acabaram-se as velas mete-as na lista", {"items": ["velas"]}),
        (AddToList, "anota na lista do barco corda e tinta", {"items": ["corda", "tinta"], "list_name": "barco"}),
        (
            AddToList,
            "packing list hurry up add rope and two tarps",
            {"items": ["rope", "two tarps"], "list_name": "packing"},
        ),
        (
            AddToList,
            "my packing list real quick put rope and pegs",
            {"items": ["rope", "pegs"], "list_name": "packing"},
        ),
        (AddToList, "packing list whatever you do add rope", None),
        (AddToList, "rope and tar on the boat list please", {"items": ["rope", "tar"], "list_name": "boat"}),
        (AddToList, "plums on the list before i forget it", {"items": ["plums"]}),
        (AddToList, "plums and rope ought to go on the list before i forget", {"items": ["plums", "rope"]}),
        (AddToList, "jot down varnish for the boat list", {"items": ["varnish"], "list_name": "boat"}),
        (AddToList, "note down the number for the list of members", None),
        (AddToList, "toss some plums on the list haha", {"items": ["plums"]}),
        (AddToList, "plums have to stand on the shopping list", {"items": ["plums"]}),
        (AddToList, "new entry for the boat list a bucket", {"items": ["bucket"], "list_name": "boat"}),
        (AddToList, "new entry for the diary a bucket", None),
        (
            AddToList,
            "a colleague of mine recommended emma so put it on my books list",
            {"items": ["emma"], "list_name": "books"},
        ),
        (
            AddToList,
            "boat list ropes tar and a bucket add them please",
            {"items": ["ropes", "tar", "bucket"], "list_name": "boat"},
        ),
        (AddToList, "boat list rope and tar add them", {"items": ["rope", "tar"], "list_name": "boat"}),
        (AddToList, "order the plums on the list and some rope", None),
        (AddToList, "order the plums on the list please", None),
        (AddToList, "add plums to the list i'm making jam", {"items": ["plums"]}),
        (AddToList, "add plums to the list we need jam", None),
        (AddToList, "add plums to the list i said two bags", None),
        (AddToList, "add plums to the list it's the small ones", None),
        (AddToList, "add plums to the list the jam is gone", None),
        (AddToList, "add plums to the list if the shop has them", None),
        (RemoveFromList, "cross out plums from the list my uncle brought some", {"items": ["plums"]}),
        (RemoveFromList, "rub out the rope from the boat list", {"items": ["rope"], "list_name": "boat"}),
        (
            RemoveFromList,
            "grabbed the rope and the tar so strike them from the boat list",
            {"items": ["rope", "tar"], "list_name": "boat"},
        ),
        (RemoveFromList, "no one here likes plums lose them from the list", {"items": ["plums"]}),
        (RemoveFromList, "take plums off the list and the rope too", None),
        (ClearList, "get rid of all that stuff on the boat list", {"list_name": "boat"}),
        # What somebody needs, and an order that points to it
        (AddToList, "we need firelighters put them on the list", {"items": ["firelighters"]}),
        (AddToList, "the hens want grit add it to the farm list", {"items": ["grit"], "list_name": "farm"}),
        (AddToList, "i must get lino so put that on the diy list", {"items": ["lino"], "list_name": "diy"}),
        (
            AddToList,
            "i have to mend the gate add that to the farm list",
            {"items": ["mend the gate"], "list_name": "farm"},
        ),
        (
            AddToList,
            "we mustn't forget the tent pegs put them on the camping list",
            {"items": ["tent pegs"], "list_name": "camping"},
        ),
        (
            AddToList,
            "i must not forget lamp oil on the camping list add it",
            {"items": ["lamp oil"], "list_name": "camping"},
        ),
        (AddToList, "the twine's run out so put it on the list", {"items": ["twine"]}),
        (AddToList, "i should like plums on the list", {"items": ["plums"]}),
        (AddToList, "sponges bin bags and twine all on the list please", {"items": ["sponges", "bin bags", "twine"]}),
        (AddToList, "sponges mops lamp oil put all of that on the list", {"items": ["sponges", "mops", "lamp oil"]}),
        (AddToList, "twine put all of that on the list", None),
        (AddToList, "the dog needs a walk add it", None),
        (AddToList, "i mustn't forget the tent put it in the car", None),
        (AddToList, "put all of that on the list", None),
        # What is not needed on it, and why something is taken off
        (RemoveFromList, "we don't need twine on the list anymore", {"items": ["twine"]}),
        (
            RemoveFromList,
            "bin the plums and the oats from the list we're not baking that cake",
            {"items": ["plums", "oats"]},
        ),
        (RemoveFromList, "strike grit off the farm list nobody uses it", {"items": ["grit"], "list_name": "farm"}),
        (RemoveFromList, "delete razor from packing", {"items": ["razor"], "list_name": "packing"}),
        (RemoveFromList, "take twine off shopping", {"items": ["twine"]}),
        (RemoveFromList, "take the lamp from the hall", None),
        (RemoveFromList, "strike grit off the list i'm not sure", None),
        (RemoveFromList, "strike grit off the list we don't need it but add twine", None),
        (AddToList, "add grit to the list we don't need twine", None),
        (ClearList, "everything can come off the camping list", {"list_name": "camping"}),
        (ClearList, "all the stuff on the farm list can go we sold up", None),
        (ClearList, "everything on the farm list can go we did it all", {"list_name": "farm"}),
        (ReadList, "did we add plums to the list or not", {}),
        (ReadList, "are plums on the farm list yet or did i forget", {"list_name": "farm"}),
        (ReadList, "are plums already on the list", {}),
        (ReadList, "have we got rope on the boat list yet", {"list_name": "boat"}),
        (ReadList, "is it on the list", None),
        (ReadList, "what's on the boat list i'm at the harbour now", {"list_name": "boat"}),
        (ClearList, "esvazia a lista do barco já voltámos", None),
        (AddToList, "ask ines if there's tar and write it on the boat list", None),
        (AddToList, "put rope on the boat list and the paint off", None),
    ],
)
def test_a_whole_request_is_claimed(tool: Any, said: str, arguments: dict[str, Any] | None) -> None:
    claimed = tool(ListStore(Path("/nowhere"))).pre_route(said)
    assert (claimed.arguments if claimed is not None else None) == arguments


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("podes esvaziar a lista do barco já voltámos", {"list_name": "barco"}),
        ("puedes vaciar la lista del barco ya hemos vuelto", {"list_name": "barco"}),
        ("kannst du die zeltliste leermachen wir sind zurück", {"list_name": "zelt"}),
        ("kun je het kampeerlijstje leegmaken", {"list_name": "kampeer"}),
        ("podes esvaziar a lista de compras", {}),
        ("podes esvaziar a lista de tudo", {}),
        ("kannst du die liste leermachen", {}),
        ("could you empty the list again", {}),
    ],
)
def test_a_list_that_the_words_name_is_meant_and_no_other(said: str, arguments: dict[str, str]) -> None:
    assert ClearList(ListStore(Path("/nowhere"))).post_process_tool_call({}, said) == arguments


def test_what_somebody_tells_behind_the_list_is_no_other_order() -> None:
    tool, given = RemoveFromList(ListStore(Path("/nowhere"))), {"items": ["plums", "uncle brought"]}
    told = "they're cheap now but cross out plums from the list the uncle brought a bag"
    assert tool.post_process_tool_call(given, told) == {"items": ["plums"]}
    with pytest.raises(NotMeant):
        tool.post_process_tool_call({"items": ["plums", "rope"]}, "cross out plums from the list the rope too")


def test_things_behind_the_list_are_read_to_their_end_or_not_at_all() -> None:
    tool = AddToList(ListStore(Path("/nowhere")))
    words = "rope on the boat list and tar for the hull because it leaks"
    assert tool.post_process_tool_call({"items": ["rope"]}, words) == {"items": ["rope"]}


def test_of_two_lists_neither_gets_what_is_for_the_other() -> None:
    tool = AddToList(ListStore(Path("/nowhere")))
    words = "put tea on the shopping list and socks on the travel list"
    with pytest.raises(NotMeant):
        tool.post_process_tool_call({"items": ["tea", "socks"], "list_name": "travel"}, words)
    assert tool.post_process_tool_call({"items": ["socks"], "list_name": "travel"}, words) == {
        "items": ["socks"],
        "list_name": "travel",
    }
    assert tool.post_process_tool_call({"items": ["tea"]}, words) == {"items": ["tea"]}
    words = "rope and oars on the boat list and jam on the shopping list"
    with pytest.raises(NotMeant):  # the rope and the oars would be dropped
        tool.post_process_tool_call({"items": ["rope", "oars", "jam"], "list_name": "boat"}, words)


def test_what_things_are_for_is_none_of_them_and_names_a_list_that_has_no_other_name() -> None:
    adding, reading = AddToList(ListStore(Path("/nowhere"))), ReadList(ListStore(Path("/nowhere")))
    words = "add eggs to the shopping list for the cake"
    assert adding.post_process_tool_call({"items": ["eggs", "cake"]}, words) == {"items": ["eggs"]}
    words = "tell me what we have on the list for the regatta"
    assert reading.post_process_tool_call({"list_name": "regatta"}, words) == {"list_name": "regatta"}


def test_none_of_a_thing_is_nothing_to_be_added() -> None:
    with pytest.raises(NotMeant):
        AddToList(ListStore(Path("/nowhere"))).post_process_tool_call({"items": ["keine Milch"]}, "x")


def test_things_are_read_where_they_stand_before_the_list() -> None:
    tool = RemoveFromList(ListStore(Path("/nowhere")))
    mended = tool.post_process_tool_call({"items": ["car"]}, "hm now cross wash the car off the list and then rest")
    assert mended == {"items": ["wash the car"]}
    assert (
        tool.post_process_tool_call({"items": ["rope"], "list_name": "boat list"}, "boat list")["list_name"] == "boat"
    )
    assert tool.post_process_tool_call({"items": ["milk and eggs"], "list_name": "list"}, "x") == {
        "items": ["milk", "eggs"]
    }
    said = "i can't write we're on a ladder stick rope and pegs on the packing list"
    read = AddToList().post_process_tool_call({"items": ["can't", "ladder", "rope", "pegs"]}, said)
    assert read == {"items": ["rope", "pegs"], "list_name": "packing"}


@pytest.mark.parametrize(
    "said",
    [
        "get rid of the soap on the shopping list",
        "soap doesn't need to be on the list",
        "i need to know everything that's on the packing list",
        "let's have a clean slate on the books list",
    ],
)
def test_what_is_not_to_be_there_is_no_thing(said: str) -> None:
    assert read_request(said, "add", "en-us", whole=True) is None


def test_all_of_a_list_is_no_thing() -> None:
    assert read_request("cross every single thing off the packing list", "remove", "en-us", whole=True) is None


def test_what_somebody_says_while_thinking_is_no_part_of_a_thing() -> None:
    assert things(["um rope", "olive oil um", "salt"], "en-us") == ["rope", "olive oil", "salt"]
    assert things(["äh brot", "milch ähm"], "de-de") == ["brot", "milch"]


def test_another_order_is_not_lost(house: House) -> None:
    said = "add bread butter and jam to the list and take the eggs off"
    with request_scope(RequestScope({}, "en-us")), pytest.raises(NotMeant):
        AddToList(house.store).post_process_tool_call({"items": ["jam", "take the eggs"]}, said)
    said = "oil the gate can come off the chores list and put mend the roof on there instead"
    with request_scope(RequestScope({}, "en-us")), pytest.raises(NotMeant):
        RemoveFromList(house.store).post_process_tool_call({"items": ["oil the gate", "put mend the roof"]}, said)


@pytest.mark.parametrize(
    ("said", "place"), [("doe het licht op de gang uit", "gang"), ("put the light on in the hall", "hall")]
)
def test_what_is_somewhere_is_on_no_list(house: House, said: str, place: str) -> None:
    tool = AddToList(house.store)
    with pytest.raises(NotMeant):
        tool.post_process_tool_call({"items": ["light"], "list_name": place}, said)
    house.store.add("hall", ["rope"])
    assert tool.post_process_tool_call({"items": ["nails"], "list_name": "hall"}, "put nails on the hall") == {
        "items": ["nails"],
        "list_name": "hall",
    }


@pytest.mark.parametrize(
    ("lang", "said"), [("de-de", "setzt du mir milch auf die liste"), ("nl-nl", "zet jij melk op de lijst")]
)
def test_who_is_asked_is_no_thing(lang: str, said: str) -> None:
    assert read_request(said, "add", lang, whole=True) == {"items": [said.split()[-4]]}


@pytest.mark.parametrize(
    ("lang", "said", "items"),
    [
        ("en-us", "stick soup on the shopping list and crackers", ["soup", "crackers"]),
        ("en-us", "stick soup on the shopping list oh and some rye crackers please", ["soup", "rye crackers"]),
        ("en-us", "stick soup on the shopping list and while you're at it mustard", ["soup", "mustard"]),
        ("de-de", "schreib seife auf die einkaufsliste und auch senf", ["seife", "senf"]),
        ("nl-nl", "zet zeep op de boodschappenlijst en ook mosterd", ["zeep", "mosterd"]),
    ],
)
def test_what_is_joined_behind_the_list_goes_on_it_too(
    house: House, monkeypatch: pytest.MonkeyPatch, lang: str, said: str, items: list[str]
) -> None:
    monkeypatch.setattr("ovos_toolbox_everyday.lists.tools.device_lang", lambda: lang)
    with request_scope(RequestScope({}, lang)):
        mended = AddToList(house.store).post_process_tool_call({"items": items}, said)
    assert mended == {"items": items}


@pytest.mark.parametrize(
    "behind",
    [
        "and turn the music down",
        "and dim the hall light",
        "and whether the shop is open",
        "and what day is it",
        "and louder please",
        "and ten minutes",
        "and it is cold",
    ],
)
def test_another_order_or_a_sentence_behind_the_list_is_no_thing(house: House, behind: str) -> None:
    said = f"stick soup on the shopping list {behind}"
    with request_scope(RequestScope({}, "en-us")), pytest.raises(NotMeant):
        AddToList(house.store).post_process_tool_call({"items": ["soup", behind.removeprefix("and ")]}, said)


@pytest.mark.parametrize(
    ("what", "said", "items"),
    [
        ("remove", "bin liners can come off the shopping list", ["bin liners"]),
        ("remove", "take away from the shopping list soap and rope", ["soap", "rope"]),
        ("add", "put sugar clotted cream and jam on the shopping list", ["sugar", "clotted cream", "jam"]),
    ],
)
def test_where_a_thing_begins(what: str, said: str, items: list[str]) -> None:
    assert read_request(said, what, "en-us", whole=True) == {"items": items}


def test_what_somebody_else_did_with_a_list_is_no_request() -> None:
    assert of_another("he put us on the list of helpers")
    assert of_another("my boss added the lot to the list")
    assert of_another("my aunt added it to the list")
    assert not of_another("the oats put them on the list")
    assert not of_another("put oats on the list")


@pytest.mark.parametrize(
    ("said", "lang", "each"),
    [
        ("melocotones queso y sal", "es-es", ["melocotones", "queso", "sal"]),
        ("harina pescado y pan", "es-es", ["harina", "pescado", "pan"]),
        ("melancias queijo e sal", "pt-pt", ["melancias", "queijo", "sal"]),
        ("finocchio zucca e pane", "it-it", ["finocchio", "zucca", "pane"]),
        ("melon pâtes et sel", "fr-fr", ["melon", "pâtes", "sel"]),
        ("carottes pommes de terre et sel", "fr-fr", ["carottes", "pommes de terre", "sel"]),
        ("farine ni de sucre", "fr-fr", ["farine", "sucre"]),
        ("mehl und salz auch", "de-de", ["mehl", "salz"]),
    ],
)
def test_things_beside_each_other_are_told_apart_by_their_form(said: str, lang: str, each: list[str]) -> None:
    assert things([said], lang) == each


@pytest.mark.parametrize(
    ("said", "lang", "each"),
    [
        ("calabazas rojas y pan blanco", "es-es", ["calabazas rojas", "pan blanco"]),
        ("zumo piña y dos cervezas", "es-es", ["zumo piña", "dos cervezas"]),
        ("pan de centeno y queso inglés", "es-es", ["pan de centeno", "queso inglés"]),
        ("melancia doce e queijo francês", "pt-pt", ["melancia doce", "queijo francês"]),
        ("zucca gialla e due limoni", "it-it", ["zucca gialla", "due limoni"]),
        ("gros sel et trois melons", "fr-fr", ["gros sel", "trois melons"]),
        ("carta da forno e riso integrale", "it-it", ["carta da forno", "riso integrale"]),
        ("frische milch und brot", "de-de", ["frische milch", "brot"]),
    ],
)
def test_what_belongs_to_a_thing_is_no_other(said: str, lang: str, each: list[str]) -> None:
    assert things([said], lang) == each


@pytest.mark.parametrize(
    ("said", "what", "lang", "items"),
    [
        ("acabou se o arroz mete na lista", "add", "pt-pt", ["arroz"]),
        ("o arroz está a acabar põe na lista", "add", "pt-pt", ["arroz"]),
        ("apunta en la compra cerezas", "add", "es-es", ["cerezas"]),
        ("on n'a plus de riz tu peux le noter sur la liste", "add", "fr-fr", ["riz"]),
        ("les cerises moet ik nog kopen", "add", "nl-nl", None),
        ("kersen moeten we nog kopen gooi die maar op de lijst", "add", "nl-nl", ["kersen"]),
        ("die kirschen hab ich schon die können von der liste runter", "remove", "de-de", ["kirschen"]),
        ("die kirschen hab ich schon", "remove", "de-de", None),
        ("retire le riz des courses", "remove", "fr-fr", ["riz"]),
        ("il rentre des courses", "remove", "fr-fr", None),
    ],
)
def test_requests_that_tell_first_what_they_are_about(said: str, what: str, lang: str, items: list[str] | None) -> None:
    found = read_request(said, what, lang, True)
    assert (found and found.get("items")) == items


@pytest.mark.parametrize(
    ("said", "lang"),
    [
        ("apaga tudo o que está na lista do campismo", "pt-pt"),
        ("borra todo lo que hay en la lista del camping", "es-es"),
        ("cancella tutto quello che c'è nella lista del campeggio", "it-it"),
    ],
)
def test_all_that_is_on_a_list_goes(said: str, lang: str) -> None:
    found = read_request(said, "clear", lang, True)
    assert found is not None and "list_name" in found


@pytest.mark.parametrize(
    ("given", "items"),
    [
        (["two", "things", "rope", "oars"], ["rope", "oars"]),
        (["three more things", "rope", "oars", "paint"], ["rope", "oars", "paint"]),
        (["a few other items rope", "oars"], ["rope", "oars"]),
        (["things"], ["things"]),
        (["rope", "things for the boat"], ["rope", "things for the boat"]),
        (["two", "oars"], ["two", "oars"]),
    ],
)
def test_how_many_things_there_are_is_none_of_them(given: list[str], items: list[str]) -> None:
    assert things(given, "en-us") == items
