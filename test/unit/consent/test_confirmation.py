"""The plans that wait: whose yes counts, for how long, and what survives what."""

from __future__ import annotations

import threading

import pytest

from ovos_phal_plugin_jarvis.config import PolicyConfig
from ovos_phal_plugin_jarvis.consent.confirmation import SECONDS, CannotAsk, Consent
from ovos_phal_plugin_jarvis.consent.policy import Policy
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

TOOL = ToolDefinition("delete_file", "", "x", {"type": "object", "properties": {}}, {})


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def consent(clock, limit=240, **options):
    words = {"yes": True, "no": False}
    return Consent(Policy(PolicyConfig()), "risky", limit, lambda said, lang: words.get(said), clock, **options)


def who(session="s", user=None):
    return InvocationContext(conversation_id=session, user_id=user)


def ask(store, context=None, *arguments):
    plan = [ToolCall("delete_file", {"path": a}) for a in arguments or ("a",)]
    return store.ask([TOOL] * len(plan), plan, context or who(), "words", "examples")


def kinds(store, *said, context=None):
    found = (store.answer(text, context or who()) for text in said)
    return [answer and answer.kind for answer in found]


def test_a_yes_counts_once(clock):
    store = consent(clock)
    waiting = ask(store)
    assert waiting.question == "Shall I delete file, path a?"
    assert kinds(store, "yes", "yes") == ["yes", None]


@pytest.mark.parametrize("said", ["no", "what time is it"])
def test_anything_else_ends_it(clock, said):
    store = consent(clock)
    ask(store)
    assert kinds(store, said, "yes") == ["no" if said == "no" else "other", None]


def test_looking_changes_nothing(clock):
    store = consent(clock)
    ask(store)
    assert store.answer("yes", who(), look_only=True).kind == "yes"
    assert store.answer("hello", who(), look_only=True).kind == "other"
    assert kinds(store, "yes") == ["yes"]


def test_another_session_and_another_user_agree_to_nothing(clock):
    store = consent(clock)
    ask(store, who(user=1))
    assert kinds(store, "yes", context=who("other", 1)) == [None]
    assert kinds(store, "yes", context=who(user=2)) == ["not_yours"]
    assert kinds(store, "yes", context=who(user=None)) == ["not_yours"]
    assert kinds(store, "yes", context=who(user=1)) == ["yes"], "it went on waiting for who asked"


def test_anybody_at_hand_may_say_no(clock):
    store = consent(clock)
    ask(store, who(user=1))
    assert kinds(store, "no", context=who(user=2)) == ["no"]


def test_a_minute_is_a_minute(clock):
    store = consent(clock)
    ask(store)
    clock.now += SECONDS - 0.1
    assert store.waits("s")
    clock.now += 0.2
    assert not store.waits("s")
    assert kinds(store, "yes", "yes") == ["late", None]


def test_long_after_nothing_is_told(clock):
    store = consent(clock)
    ask(store)
    clock.now += 3600
    assert kinds(store, "yes") == [None]


def test_a_flood_of_other_sessions_puts_nothing_out(clock):
    store = consent(clock)
    ask(store)
    for number in range(3000):
        ask(store, who(f"flood-{number}"))
    assert kinds(store, "yes") == ["yes"]


def test_there_is_an_end_to_how_many_wait_and_it_is_said(clock):
    store = consent(clock, most=3)
    for number in range(3):
        ask(store, who(str(number)))
    with pytest.raises(CannotAsk, match="Too many"):
        ask(store, who("one more"))
    ask(store, who("0"))  # a session that waits already may ask anew
    clock.now += SECONDS + 1
    ask(store, who("one more"))


def test_a_new_plan_takes_the_place_of_the_old(clock):
    store = consent(clock)
    old, new = ask(store, None, "a"), ask(store, None, "b")
    assert old.id != new.id
    assert store.answer_by_id(old.id, True, who()) is None
    assert store.answer("yes", who()).waiting.plan[0].arguments == {"path": "b"}


def test_by_id_it_takes_the_session_and_the_user_too(clock):
    store = consent(clock)
    waiting = ask(store, who(user=1))
    assert store.answer_by_id("guessed", True, who(user=1)) is None
    assert store.answer_by_id("gü", True, who(user=1)) is None
    assert store.answer_by_id(waiting.id, True, who("other", 1)) is None
    assert store.answer_by_id(waiting.id, True, who(user=2)).kind == "not_yours"
    assert store.answer_by_id(waiting.id, True, who(user=1)).kind == "yes"
    assert store.answer_by_id(waiting.id, True, who(user=1)) is None


def test_a_long_plan_is_asked_about_in_parts_and_runs_after_the_last(clock):
    store = consent(clock, limit=80)
    waiting = ask(store, None, *(f"{'long ' * 6}{n}" for n in range(4)))
    total = len(waiting.questions)
    assert total > 1
    clock.now += 50
    assert kinds(store, *["yes"] * total) == ["next"] * (total - 1) + ["yes"]


def test_a_yes_pressed_twice_agrees_to_one_part(clock):
    store = consent(clock, limit=80)
    waiting = ask(store, None, *(f"{'long ' * 6}{n}" for n in range(4)))
    following = store.answer_by_id(waiting.id, True, who())
    assert following.kind == "next"
    assert store.answer_by_id(waiting.id, True, who()) is None
    assert store.answer_by_id(following.waiting.id, True, who()).kind in ("next", "yes")


def test_each_part_has_its_minute_and_a_no_ends_all(clock):
    store = consent(clock, limit=80)
    ask(store, None, *(f"{'long ' * 6}{n}" for n in range(4)))
    clock.now += 50
    assert kinds(store, "yes") == ["next"]
    clock.now += 50
    assert store.waits("s").asked == 1
    assert kinds(store, "no", "yes") == ["no", None]


def test_what_can_not_be_asked_waits_for_nothing(clock):
    store = consent(clock)
    with pytest.raises(CannotAsk) as caught:
        ask(store, None, "word " * 2000)
    assert "delete file" in str(caught.value) and len(str(caught.value)) < 240
    assert store.waits("s") is None


def test_what_is_nested_or_large_beyond_words_is_refused_at_once(clock):
    store, deep = consent(clock), []
    for _ in range(50_000):
        deep = [deep]
    for value in (deep, "x" * 10_000_000, [0] * 10_000_000, {str(n): n for n in range(100_000)}):
        with pytest.raises(CannotAsk):
            ask(store, None, value)
        with pytest.raises(CannotAsk):
            store.ask([TOOL], [ToolCall("delete_file")], who(), "", None, press=("all_click", {"a": value}))


def test_of_many_yeses_at_once_one_counts(clock):
    store, found = consent(clock), []
    ask(store)
    gate = threading.Barrier(8)

    def say():
        gate.wait()
        found.append(store.answer("yes", who()))

    threads = [threading.Thread(target=say) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [a.kind for a in found if a] == ["yes"]


def test_what_was_dropped_can_be_named(clock):
    store = consent(clock)
    ask(store)
    assert say("dropped", "en-us", what=store.drop("s")[0].deeds("en-us")) == "I did not delete file."
    assert store.drop("s") == ()


def test_what_another_user_says_leaves_a_plan_and_tells_nothing_of_it(clock):
    store = consent(clock)
    ask(store, who(user=1), "a")
    assert kinds(store, "what time is it", context=who(user=2)) == [None]
    ask(store, who(user=2), "b")
    assert store.answer("yes", who(user=1)).waiting.plan[0].arguments == {"path": "a"}
    assert store.answer("yes", who(user=2)).waiting.plan[0].arguments == {"path": "b"}
    assert kinds(store, "yes", context=who(user=2)) == [None]
