"""``add_to_list``, ``remove_from_list``, ``read_list`` and ``clear_list``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.sdk import NotMeant, ToolRefused, ValidationResult, fast_path
from ovos_phal_plugin_jarvis.sdk.locale import Spoken
from ovos_toolbox_everyday.command_base import EverydayTool
from ovos_toolbox_everyday.lists.list_examples import ADD_TO_LIST, CLEAR_LIST, READ_LIST, REMOVE_FROM_LIST
from ovos_toolbox_everyday.lists.naming import (
    MAX_LETTERS,
    SHOPPING,
    is_a_place,
    is_none_of,
    joined_again,
    list_called,
    list_named,
    loses_what_is_behind,
    matching,
    names_last,
    names_no_list,
    of_another,
    of_two_places,
    on_list,
    only_tells_behind,
    read_request,
    takes_one_of_two,
    things,
    things_behind,
    things_beside,
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
        if of_another(voice_command) or of_two_places(voice_command):
            raise NotMeant(voice_command)
        read = read_request(voice_command, self.request, device_lang(), whole=False) if self.request else None
        if read is not None and "items" in read:
            given = args.get("items")
            given = (
                joined_again([str(item) for item in given], voice_command, lang()) if isinstance(given, list) else []
            )
            items = things(given, lang())
            if not takes_one_of_two(items, voice_command, self.request, device_lang()):
                lost = loses_what_is_behind(items, read["items"], voice_command)
                if lost and not only_tells_behind(voice_command, self.request, device_lang()):
                    more = things_behind(voice_command, self.request, device_lang())
                    if not more:
                        raise NotMeant(voice_command)  # another order
                    read = {**read, "items": things([*read["items"], *more], lang())}
                other = args.get("list_name")
                if isinstance(other, str) and names_last(other, voice_command):
                    read["list_name"] = other  # "… the shopping list", and then "I meant the packing list"
                return read
            if any(item in read["items"] for item in items):
                raise NotMeant(voice_command)  # one list would get what is for two, or one thing be lost
        mended = {name: value for name, value in args.items() if value not in (None, "")}
        named = list_named(voice_command)
        if named is not None and "list_name" not in mended:
            mended["list_name"] = named  # else the shopping list would be meant
        if isinstance(mended.get("items"), str):
            mended["items"] = [mended["items"]]
        if isinstance(mended.get("items"), list):
            said = joined_again([str(item) for item in mended["items"]], voice_command, lang())
            mended["items"] = on_list(said, mended.get("list_name"), lang())
            if any(is_none_of(item) for item in mended["items"]):
                raise NotMeant(voice_command)
        if "list_name" in mended and names_no_list(str(mended["list_name"]), voice_command):
            del mended["list_name"]
        if "list_name" in mended:
            # "take it off the travel list" is of the list "travel".
            mended["list_name"] = list_called(str(mended["list_name"]), lang())
            if mended["list_name"] == SHOPPING:
                del mended["list_name"]
            elif (
                self.request == "add"
                and is_a_place(mended["list_name"], voice_command)
                and mended["list_name"] not in self._names()
            ):
                raise NotMeant(voice_command)  # the light in the hall
        return mended

    def _names(self) -> list[str]:
        """The lists that there are; none where they can't be read, which running the call will tell."""
        try:
            return self.store.names()
        except ListStoreError as error:
            LOG.debug(f"the names of lists are not known: {error}")
            return []

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


def whole_requests(example: str) -> Any:
    """The fast path of a tool over lists, which claims *example* and what is like it."""

    @fast_path(r"^.{6,}$", example=example, sure=False)
    def claim_request(self: ListTool, match: re.Match[str], voice_command: str) -> dict[str, Any] | None:
        """A whole request, with the list named, in any language that it is read in"""
        return self.claimed(voice_command)

    return claim_request


class AddToList(ListTool):
    """Put things on the shopping list or on any other list: to-do, packing, books. Several at once. Not for reminders
    or anything at a time."""

    request = "add"
    keywords = ["add to list", "shopping list", "to do list", "put on the list", "groceries", "we need"]
    examples = ADD_TO_LIST
    antipatterns = {
        "set_reminder": "Something to be told of at a time. Use set_reminder.",
        "remove_from_list": "Taking things off a list. Use remove_from_list.",
        "calculate": "'Add 5 and 3' is a sum. Use calculate.",
    }
    annotations = {"destructiveHint": False}

    claim_request = whole_requests("add milk to the shopping list")

    def __call__(  # type: ignore[override]
        self,
        items: Annotated[list[str], "The things, each by itself"],
        list_name: ListName = None,
    ) -> dict[str, Any]:
        name, wanted = list_called(list_name, lang()), _bounded(on_list(items, list_name, lang()))
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
    examples = REMOVE_FROM_LIST
    antipatterns = {
        "clear_list": "Everything on a list. Use clear_list.",
        "calculate": "'Take 5 from 20' is a sum. Use calculate.",
    }
    # What is taken off by mistake is put back in a breath: nobody wants to be asked each time.
    is_risky = False
    annotations = {"destructiveHint": False}

    claim_request = whole_requests("take eggs off the shopping list")

    def __call__(  # type: ignore[override]
        self,
        items: Annotated[list[str], "The things, each by itself"],
        list_name: ListName = None,
    ) -> dict[str, Any]:
        name, wanted = list_called(list_name, lang()), _bounded(on_list(items, list_name, lang()))
        there = self.kept(lambda: self.store.items(name))
        # Two titles that were put there one by one are taken off together.
        wanted = [one for item in wanted for one in ([item] if matching(item, there) else things([item], lang()))]
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
    examples = READ_LIST
    antipatterns = {"list_reminders": "Reminders. Use list_reminders.", "list_timers": "Timers. Use list_timers."}
    annotations = {"readOnlyHint": True}

    claim_request = whole_requests("what's on the shopping list")

    def post_process_tool_call(self, args: dict[str, Any], voice_command: str) -> dict[str, Any]:
        """Also read nothing where things are named that may be meant to be put there: "pins on the sewing list"."""
        if things_beside(voice_command, device_lang()):
            raise NotMeant(voice_command)
        return super().post_process_tool_call(args, voice_command)

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

    request = "clear"
    keywords = ["clear the list", "empty the list", "delete the list", "wipe the list"]
    examples = CLEAR_LIST
    antipatterns = {
        "remove_from_list": "Single things. Use remove_from_list.",
        "cancel_timer": "Timers. Use cancel_timer.",
        "cancel_reminder": "Reminders. Use cancel_reminder.",
    }
    is_risky = True
    annotations = {"destructiveHint": True}
    claim_request = whole_requests("clear the shopping list")

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
