"""``add_to_list``, ``remove_from_list``, ``read_list`` and ``clear_list``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from ovos_phal_plugin_jarvis.sdk import NotMeant, ToolRefused, ValidationResult, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.lists.naming import (
    MAX_LETTERS,
    SHOPPING,
    is_none_of,
    list_called,
    matching,
    read_request,
    things,
)
from ovos_toolbox_everyday.lists.store import ListFullError, ListStore, ListStoreError
from ovos_toolbox_everyday.speech import device_lang, lang, say, say_list

MAX_AT_ONCE = 100
"""Things that one call adds or removes."""
_READ_OUT = 15
"""Things that are read out; of more, the number is told."""

ListName = Annotated[str | None, "Which list, as it was said; left out for the shopping list"]
T = TypeVar("T")


class ListTool(EverydayTool):
    """Shared by the tools over lists.

    Args:
        store: where they are kept.
    """

    request: ClassVar[str] = ""
    """What ``lists/words.yaml`` calls its requests."""

    def __init__(self, store: ListStore | None = None) -> None:
        self.store = store or ListStore()

    def __call__(self) -> Any:
        """Each tool has its own."""
        raise NotImplementedError

    def kept(self, work: Callable[[], T]) -> T:
        """What *work* on the store gives.

        Raises:
            ToolRefused: the store can't be used, or is full.
        """
        try:
            return work()
        except ListStoreError:
            raise ToolRefused(say("lists_not_kept")) from None
        except ListFullError:
            raise ToolRefused(say("list_full")) from None

    def claimed(self, voice_command: str) -> dict[str, Any] | None:
        """What the words ask of a list, where they are a whole request with the things in it."""
        return read_request(voice_command, self.request, device_lang(), whole=True) if self.request else None

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Read things where they stand before the list, part those that a translator took for one, and leave out a
        name that says nothing."""
        read = read_request(voice_command, self.request, device_lang(), whole=False) if self.request else None
        if read is not None and "items" in read:
            return read
        mended = {name: value for name, value in args.items() if value not in (None, "")}
        if isinstance(mended.get("items"), str):
            mended["items"] = [mended["items"]]
        if isinstance(mended.get("items"), list):
            mended["items"] = things([str(item) for item in mended["items"]], lang())
            if any(is_none_of(item) for item in mended["items"]):
                raise NotMeant(voice_command)
        if "list_name" in mended and list_called(str(mended["list_name"]), lang()) == SHOPPING:
            del mended["list_name"]
        return mended

    def validate_call(self, **kwargs: Any) -> list[ValidationResult]:
        """Also ask for things where there are none, and refuse those that are no names of things."""
        results = super().validate_call(**kwargs)
        items = kwargs.get("items")
        if results or not isinstance(items, list):
            return results
        if not things([str(item) for item in items], lang()):
            results.append(self.refuse("items", say("which_things")))
        elif len(items) > MAX_AT_ONCE or any(len(str(item)) > 10 * MAX_LETTERS for item in items):
            results.append(self.refuse("items", say("too_many_things")))
        return results


class AddToList(ListTool):
    """Put things on the shopping list or on any other list: to-do, packing, books. Several at once. Not for reminders
    or anything at a time."""

    request = "add"
    keywords = ["add to list", "shopping list", "to do list", "put on the list", "groceries", "we need"]
    examples = {
        "add milk to the shopping list": {"items": ["milk"]},
        "put eggs bread and butter on my shopping list": {"items": ["eggs", "bread", "butter"]},
        "add call the plumber to my to do list": {"items": ["call the plumber"], "list_name": "to do"},
        "put sunscreen on the packing list": {"items": ["sunscreen"], "list_name": "packing"},
        "we need toothpaste add it to the list": {"items": ["toothpaste"]},
        "add apples and oat milk to the groceries": {"items": ["apples", "oat milk"]},
        "can you write down washing powder on the shopping list": {"items": ["washing powder"]},
        "shopping list add two lemons": {"items": ["two lemons"]},
        "add a tent and sleeping bags to the camping list": {
            "items": ["tent", "sleeping bags"],
            "list_name": "camping",
        },
        "please put dog food on the list": {"items": ["dog food"]},
        "i want to add the martian to my reading list": {"items": ["the martian"], "list_name": "reading"},
        "stick some cheese on the shopping list would you": {"items": ["cheese"]},
        "note tomatoes onions and garlic on the shopping list": {"items": ["tomatoes", "onions", "garlic"]},
        "add batteries to hardware": {"items": ["batteries"], "list_name": "hardware"},
        "we're out of coffee put it on the list": {"items": ["coffee"]},
        "add paper towels": {"items": ["paper towels"]},
        "put a birthday card for anna on my errands list": {
            "items": ["birthday card for anna"],
            "list_name": "errands",
        },
    }
    antipatterns = {
        "set_reminder": "Something to be told of at a time. Use set_reminder.",
        "remove_from_list": "Taking things off a list. Use remove_from_list.",
        "calculate": "'Add 5 and 3' is a sum. Use calculate.",
    }
    annotations = {"destructiveHint": False}

    @fast_path(r"^.{6,}$", example="add milk to the shopping list")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A whole request, with the list named, in any language that it is read in"""
        return self.claimed(voice_command)

    def __call__(  # type: ignore[override]
        self,
        items: Annotated[list[str], "The things, each by itself"],
        list_name: ListName = None,
    ) -> dict[str, Any]:
        name, wanted = list_called(list_name, lang()), _bounded(things(items, lang()))
        added = self.kept(lambda: self.store.add(name, wanted))
        if not added.new:
            message = say("already_on_list", items=_spoken(added.there), list=_called(name))
        elif added.there:
            message = say("added_some", items=_spoken(added.new), list=_called(name), there=_spoken(added.there))
        else:
            message = say("added_to_list", items=_spoken(added.new), list=_called(name))
        return {"list": name, "added": list(added.new), "already": list(added.there), "message": message}


class RemoveFromList(ListTool):
    """Take things off a list because they are done, bought or not wanted. Not for emptying a whole list."""

    request = "remove"
    keywords = ["remove from list", "take off the list", "cross off", "delete from list", "tick off"]
    examples = {
        "remove milk from the shopping list": {"items": ["milk"]},
        "take eggs and butter off my list": {"items": ["eggs", "butter"]},
        "cross bread off the shopping list": {"items": ["bread"]},
        "tick call the plumber off my to do list": {"items": ["call the plumber"], "list_name": "to do"},
        "i bought the cheese take it off the list": {"items": ["cheese"]},
        "delete sunscreen from the packing list": {"items": ["sunscreen"], "list_name": "packing"},
        "we don't need onions anymore remove them from the shopping list": {"items": ["onions"]},
        "scratch dog food from the groceries": {"items": ["dog food"]},
        "please remove apples bananas and tea from the shopping list": {"items": ["apples", "bananas", "tea"]},
        "take the tent off the camping list": {"items": ["tent"], "list_name": "camping"},
        "strike paper towels off the list": {"items": ["paper towels"]},
        "shopping list remove coffee": {"items": ["coffee"]},
        "i've got the batteries already drop them from the hardware list": {
            "items": ["batteries"],
            "list_name": "hardware",
        },
    }
    antipatterns = {
        "clear_list": "Everything on a list. Use clear_list.",
        "calculate": "'Take 5 from 20' is a sum. Use calculate.",
    }
    # What is taken off by mistake is put back in a breath: nobody wants to be asked each time.
    is_risky = False
    annotations = {"destructiveHint": False}

    @fast_path(r"^.{6,}$", example="take eggs off the shopping list")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A whole request, with the list named, in any language that it is read in"""
        return self.claimed(voice_command)

    def __call__(  # type: ignore[override]
        self,
        items: Annotated[list[str], "The things, each by itself"],
        list_name: ListName = None,
    ) -> dict[str, Any]:
        name, wanted = list_called(list_name, lang()), _bounded(things(items, lang()))
        there = self.kept(lambda: self.store.items(name))
        found = {item: matching(item, there) for item in wanted}
        chosen = list(dict.fromkeys(text for text in found.values() if text is not None))
        removed = self.kept(lambda: self.store.remove(name, chosen)) if chosen else ()
        missing = [item for item, text in found.items() if text is None]
        data = {"list": name, "removed": list(removed), "missing": missing}
        if not removed:
            return data | {"message": say("not_on_list", items=_spoken(wanted), list=_called(name))}
        if missing:
            return data | {
                "message": say("removed_some", items=_spoken(removed), list=_called(name), missing=_spoken(missing))
            }
        return data | {"message": say("removed_from_list", items=_spoken(removed), list=_called(name))}


class ReadList(ListTool):
    """Read out what is on the shopping list or on another list. Not for reminders, alarms or timers."""

    request = "read"
    keywords = ["what's on my list", "read my list", "shopping list", "what do i need to buy"]
    examples = {
        "what's on my shopping list": {},
        "read me the to do list": {"list_name": "to do"},
        "what do we need to buy": {},
        "read out the packing list please": {"list_name": "packing"},
        "is there anything on the shopping list": {},
        "tell me what's on the list": {},
        "show me my reading list": {"list_name": "reading"},
        "what have i got on my errands list": {"list_name": "errands"},
        "what groceries do i still need": {},
        "how many things are on the camping list": {"list_name": "camping"},
        "shopping list": {},
        "go through the hardware list": {"list_name": "hardware"},
        "what was on that list again": {},
    }
    antipatterns = {"list_reminders": "Reminders. Use list_reminders.", "list_timers": "Timers. Use list_timers."}
    annotations = {"readOnlyHint": True}

    @fast_path(r"^.{6,}$", example="what's on the shopping list")
    def claim_request(self, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A whole request, with the list named, in any language that it is read in"""
        return self.claimed(voice_command)

    def __call__(self, list_name: ListName = None) -> dict[str, Any]:
        name = list_called(list_name, lang())
        items = self.kept(lambda: self.store.items(name))
        data = {"list": name, "items": items, "count": len(items)}
        if not items:
            others = [other for other in self.kept(self.store.names) if other != name]
            message = say("list_empty", list=_called(name))
            if others and name != SHOPPING:
                message = say(
                    "list_empty_others", list=_called(name), others=say_list([_called(o) for o in others[:8]])
                )
            return data | {"message": message}
        if len(items) > _READ_OUT:
            more = len(items) - _READ_OUT
            message = say("on_list_more", list=_called(name), items=_spoken(items[:_READ_OUT]), count=more)
        else:
            message = say("on_list", list=_called(name), items=_spoken(items))
        return data | {"message": message}


class ClearList(ListTool):
    """Empty a whole list. Not for taking single things off it."""

    keywords = ["clear the list", "empty the list", "delete the list", "wipe the list"]
    examples = {
        "clear the shopping list": {},
        "empty my to do list": {"list_name": "to do"},
        "delete everything on the shopping list": {},
        "wipe the packing list": {"list_name": "packing"},
        "remove everything from my list": {},
        "start the shopping list over": {},
        "i'm done shopping clear the list": {},
        "throw away my errands list": {"list_name": "errands"},
        "delete the camping list": {"list_name": "camping"},
        "get rid of the whole grocery list": {},
        "erase all items on the reading list": {"list_name": "reading"},
        "please make the shopping list empty": {},
    }
    antipatterns = {
        "remove_from_list": "Single things. Use remove_from_list.",
        "cancel_timer": "Timers. Use cancel_timer.",
        "cancel_reminder": "Reminders. Use cancel_reminder.",
    }
    is_risky = True
    annotations = {"destructiveHint": True}

    def __call__(self, list_name: ListName = None) -> dict[str, Any]:
        name = list_called(list_name, lang())
        count = self.kept(lambda: self.store.clear(name))
        message = say("list_cleared" if count else "list_was_empty", list=_called(name))
        return {"list": name, "removed": count, "message": message}


def list_tools() -> list[ListTool]:
    """The four, over one store."""
    store = ListStore()
    return [AddToList(store), RemoveFromList(store), ReadList(store), ClearList(store)]


def _bounded(items: list[str]) -> list[str]:
    return [item[:MAX_LETTERS] for item in items]


def _spoken(items: Sequence[str]) -> Spoken:
    return say_list(list(items))


def _called(name: str) -> Spoken:
    return say("the_shopping_list") if name == SHOPPING else say("the_list", name=name)
