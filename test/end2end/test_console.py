"""The console in a real browser, over real HTTP, with a real service: what a person sees and does, step by step."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from uuid import uuid4

import pytest

from browser import SECONDS, chromium, violations
from processes import Home, free_port

pytestmark = pytest.mark.timeout(600)  # a slow machine learns the tools, and a person takes some twenty steps
RUN = "from ovos_phal_plugin_jarvis.cli import main; main()"
WITHOUT = """
get_date calculate convert_units time_difference sun_times days_until remove_from_list pick_one set_volume
change_volume mute_volume set_brightness change_brightness night_mode change_timer pause_timer resume_timer set_alarm
cancel_alarm skip_alarm snooze_alarm set_reminder cancel_reminder
"""
"""Everyday tools that nothing here is said to: fewer are learned sooner."""
VIEWS = {
    "talk": ".exchange",
    "now": ".due > *",
    "tools": ".tool-row",
    "why": ".tool-row",
    "settings": ".policy-choice",
    "log": "#app table",
    "numbers": "#app table",
}
"""Each view, and what is there once it has what it shows."""
EVIL = "<img src=x onerror=window.pwned=1><b>"
COMMANDS = """
import time
from jarvis_command_sdk import (
    CommandExample, CommandResponse, IJarvisButton, IJarvisCommand, JarvisSecret, ReferenceableItem,
    callback, cancelled,
)
from ovos_phal_plugin_jarvis.sdk import tell_progress

EVIL = EVIL_TEXT

class Command(IJarvisCommand):
    required_secrets = []
    parameters = []
    said = ""

    @property
    def keywords(self):
        return self.said.split()

    def generate_prompt_examples(self):
        return [CommandExample(self.said, {}, True)]

    generate_adapter_examples = generate_prompt_examples

class Post(Command):
    command_name = "read_post"
    description = "Read the letters in the box. " + EVIL
    said = "read my letters"
    associated_service = "Post"
    required_secrets = [JarvisSecret("POST_KEY", "Its key " + EVIL, "integration", "string", required=False)]

    def run(self, request_info, **kwargs):
        return CommandResponse(
            context_data={"message": "Two letters came. " + EVIL, "raw": EVIL},
            wait_for_input=False,
            actions=[IJarvisButton("Answer them " + EVIL, "answer_click", "primary")],
            referenceable_items=[
                ReferenceableItem("1", "From Ana: the garden", actions=["stamp"]),
                ReferenceableItem("2", EVIL),
            ],
        )

    def handle_action(self, action_name, context):
        if action_name == "answer_click":
            return CommandResponse.final_response({"message": "Both letters are answered."})
        return super().handle_action(action_name, context)

    @callback("stamp")
    def stamp(self, data, request_info):
        return CommandResponse.final_response({"message": "Stamped letter " + data["selected"][0]["key"] + "."})

class Dig(Command):
    command_name = "dig_archive"
    description = "Dig in the archive of old letters, which takes long."
    said = "dig in the archive"

    def run(self, request_info, **kwargs):
        for step in range(1, 1200):
            if cancelled():
                break
            tell_progress("Box number %d" % step if step % 20 == 1 else "", min(0.9, step / 100))
            time.sleep(0.05)
        return CommandResponse.final_response({"message": "Dug through it all."})
""".replace("EVIL_TEXT", repr(EVIL))


class Served:
    """A service in a process of its own, and who may come in."""

    def __init__(self, home, port):
        self.home, self.port = home, port
        self.url = f"http://127.0.0.1:{port}/"
        self._ends = None

    def start(self):
        self._ends = ExitStack()
        arguments = ("-c", RUN, "up", "--no-prompt", "--http", str(self.port))
        process = self._ends.enter_context(self.home.run(*arguments))
        self.home.wait_until(self._answers, process, "the service")

    def stop(self):
        self._ends.close()

    def _answers(self):
        try:
            return urllib.request.urlopen(self.url, timeout=5).status == 200
        except OSError:
            return False

    def token(self, *scopes):
        """A fresh token: what one test says is no other test's conversation."""
        from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

        store = TokenStore(self.home.folder / "data" / "ovos-jarvis")
        try:
            return store.new(f"page{uuid4().hex[:8]}", scopes or ("translate", "act", "admin"))
        finally:
            store.close()

    def ask(self, method, path, body=None, token=None):
        """A request beside the page's."""
        request = urllib.request.Request(self.url + path.lstrip("/"), method=method)
        request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.loads(answer.read())


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def served(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("console")
    (folder / "post").mkdir()
    (folder / "post" / "command.py").write_text(COMMANDS)
    settings = {
        "commands": {"paths": [str(folder / "post")]},
        "toolboxes": {
            "ovos-toolbox-everyday": {"without": WITHOUT.split()},
            "ovos-toolbox-planner": {"enabled": False},
            "ovos-toolbox-skills": {"enabled": False},
        },
        "audit": {"exchanges": True},
        "http": {"rpm": 120},
        "assistant": {"requests_per_minute": 600},
    }
    made = Served(Home(folder, free_port(), {"ovos-phal-plugin-jarvis": settings}, lang="en-US"), free_port())
    made.start()
    try:
        reader = made.token("translate")
        until = time.monotonic() + 2 * SECONDS
        while not made.ask("GET", "/api/status", token=reader)["learned"]:
            assert time.monotonic() < until, "the tools were not learned"
            time.sleep(0.2)
        yield made
    finally:
        made.stop()


@pytest.fixture
def open_page(browser, served):
    """Opens a page, signed in; whatever it was given, none of it ran as code, and nothing was broken."""
    contexts = []

    def opened(token=None, **how):
        context = browser.new_context(**{"locale": "en-US", "reduced_motion": "reduce", **how})
        context.set_default_timeout(SECONDS * 1000)
        page = context.new_page()
        page.broken = []
        page.on("pageerror", lambda error: page.broken.append(str(error)))
        page.on("console", lambda told: "Content Security Policy" in told.text and page.broken.append(told.text))
        contexts.append((context, page))
        page.goto(served.url)
        page.locator("#token").fill(token or served.token())
        page.keyboard.press("Enter")
        page.locator("#utterance").wait_for()
        return page

    yield opened
    for context, page in contexts:
        assert page.evaluate("window.pwned") is None and page.locator("img[src='x']").count() == 0
        assert not page.broken
        context.close()


def say(page, words):
    """Type it; the exchange that it becomes."""
    before = page.locator(".exchange").count()
    page.locator("#utterance").fill(words)
    page.keyboard.press("Enter")
    return page.locator(".exchange").nth(before)


def expect(locator):
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=SECONDS * 1000)
    return expected(locator)


def show(page, view):
    page.evaluate("view => { location.hash = '#/' + view }", view)
    expect(page.locator(f"#{view.split('/')[0]}-title")).to_be_visible()


def test_a_person_uses_the_whole_of_it(open_page, served):
    # 1 A greeting, and what may be said.
    page = open_page()
    expect(page).to_have_title("Talk – Jarvis")
    expect(page.locator(".welcome .chip").first).to_be_visible()
    # 2 A request is done, and it is shown what was called with what.
    made = say(page, "start a pasta timer for 50 minutes")
    expect(made.locator(".say")).to_contain_text("50 minutes")
    expect(made.locator(".calls .done")).to_contain_text("set_timer")
    expect(made.locator(".calls dl")).to_contain_text("3000")
    # 3 The plan comes first where that is chosen; nothing has run, and Escape leaves it so.
    page.get_by_label("Show the plan first").check()
    made = say(page, "add candles to the shopping list")
    plan = made.get_by_role("group", name="This would run")
    expect(plan).to_be_focused()
    expect(plan).to_contain_text("add_to_list")
    page.keyboard.press("Escape")
    expect(made).to_contain_text("Not run.")
    expect(page.locator("#utterance")).to_be_focused()
    # 4 What was shown runs when that is pressed, and not before.
    made = say(page, "add matches to the shopping list")
    made.get_by_role("button", name="Run it").click()
    expect(made.locator(".calls .done")).to_contain_text("add_to_list")
    page.get_by_label("Show the plan first").uncheck()
    made = say(page, "what's on my shopping list")
    expect(made.locator(".say")).to_contain_text("matches")
    expect(made.locator(".say")).not_to_contain_text("candles")
    # 5 What needs a yes asks for it: Escape is a no.
    made = say(page, "clear the shopping list")
    asked = made.locator(".confirm")
    expect(asked).to_be_focused()
    page.keyboard.press("Escape")
    expect(made).to_contain_text("You said no.")
    expect(made.locator(".reply")).to_have_count(2)
    # 6 … and Yes does it.
    made = say(page, "clear the shopping list")
    made.get_by_role("button", name="Yes").click()
    expect(made.locator(".calls .done")).to_contain_text("clear_list")
    # 7 A new conversation; a question back is answered by what is typed next.
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".exchange")).to_have_count(0)
    expect(page.locator(".greeting")).to_be_visible()
    made = say(page, "set a timer")
    expect(made.locator(".say")).to_contain_text("?")
    expect(page.locator("#utterance")).to_be_focused()
    expect(page.locator("#utterance-hint")).to_have_text("An answer is expected.")
    made = say(page, "25 minutes")
    expect(made.locator(".say")).to_contain_text("25 minutes")
    # 8 Lists and buttons; what a tool wrote is text.
    made = say(page, "read my letters")
    expect(made.locator(".say")).to_contain_text(EVIL)
    expect(made.locator(".items li")).to_have_count(2)
    expect(made.locator(".items li").nth(1)).to_contain_text(EVIL)
    page.get_by_role("button", name="Stamp: From Ana: the garden").click()
    expect(page.locator(".exchange").last).to_contain_text("Stamped letter 1.")
    # 9 A button of the answer.
    made = say(page, "read my letters")
    made.get_by_role("button", name="Answer them").click()
    expect(page.locator(".exchange").last).to_contain_text("Both letters are answered.")
    # 10 A call that takes long says how far it is, and ends when it is called off.
    made = say(page, "dig in the archive")
    expect(made.locator(".working-words")).to_contain_text("Box number")
    expect(made.locator("progress[value]")).to_be_visible()
    made.get_by_role("button", name="Cancel").click()
    expect(made.locator(".working")).to_have_count(0)
    expect(made.locator(".foot")).to_be_visible()
    # 11 What runs: a countdown, whose label is text.
    token = served.token()
    served.ask("POST", "/api/tools/set_timer", {"args": {"duration_seconds": 3000, "label": EVIL}}, token)
    show(page, "now")
    evil = page.locator(".card.timer", has_text=EVIL)
    expect(evil.get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    first = evil.get_by_role("timer").inner_text()
    expect(evil.get_by_role("timer")).not_to_have_text(first)
    # 12 … and a timer is cancelled there.
    page.get_by_role("button", name="Cancel: pasta").click()
    expect(page.locator(".card.timer", has_text="pasta")).to_have_count(0)
    # 13 What the service announces is told at once, whatever is shown, and stands under Now.
    show(page, "tools")
    served.ask("POST", "/api/tools/set_timer", {"args": {"duration_seconds": 1, "label": "egg " + EVIL}}, token)
    expect(page.locator(".notice")).to_contain_text("egg " + EVIL)
    expect(page.locator("[role=alert]#heard-at-once")).to_contain_text("egg")
    expect(page.get_by_role("link", name=re.compile("Now.*1 new alert", re.S))).to_be_visible()
    page.locator(".notice").get_by_role("button", name="Show").click()
    expect(page.locator("#now-title")).to_be_focused()
    expect(page.locator(".card.alert")).to_contain_text("egg")
    # 14 Tools: searched, and shown so that it can be read.
    show(page, "tools")
    page.get_by_label("Search").fill("dice")
    expect(page.locator(".tool-row")).to_have_count(1)
    page.locator(".tool-row").click()
    expect(page.get_by_role("heading", name="roll_dice")).to_be_focused()
    row = page.get_by_role("row", name=re.compile("^sides"))
    expect(row).to_contain_text("whole number")
    expect(row).to_contain_text("from 2 to 1000000")
    # 15 A form from its schema: what does not fit is told beside the field, what fits runs.
    page.get_by_label("sides").fill("1")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_label("sides")).to_be_focused()
    expect(page.get_by_label("sides")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("sides").fill("6")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".result pre")).to_contain_text('"success": true')
    # 16 A tool that needs a yes asks here as well.
    show(page, "tools/clear_list")
    expect(page.get_by_role("heading", name="clear_list")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".outcome .confirm")).to_be_focused()
    page.locator(".outcome").get_by_role("button", name="Yes").click()
    expect(page.locator(".result, .trouble")).to_be_visible()
    # 17 The policy of a tool is changed, kept, and holds.
    show(page, "tools/flip_coin")
    page.locator(".policy-choice select").select_option("deny")
    expect(page.locator(".policy-choice .badge-policy")).to_have_text("Forbidden")
    assert '"flip_coin": "deny"' in (served.home.folder / "config" / "mycroft" / "mycroft.conf").read_text()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".trouble")).to_contain_text("flip_coin")
    page.locator(".policy-choice select").select_option("")
    expect(page.locator(".policy-choice .badge-policy")).to_have_text("Runs")
    # 18 Why.
    show(page, "talk")
    page.get_by_role("link", name="Why: set a timer").click()
    expect(page.locator(".candidate.chosen").first).to_contain_text("set_timer")
    expect(page.locator(".candidate").first).to_contain_text("% sure")
    # 19 A secret goes in, and is nowhere after that.
    show(page, "settings")
    page.locator("form.secret input").fill("hunter2")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("form.secret").get_by_role("status")).to_contain_text("Set")
    assert page.locator("form.secret input").input_value() == "" and "hunter2" not in page.content()
    page.reload()
    expect(page.locator("form.secret").get_by_role("status")).to_contain_text("Set")
    assert "hunter2" not in page.content()
    # 20 The log and the numbers.
    show(page, "log")
    expect(page.locator(".said-then").filter(has_text="clear the shopping list").first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("set_timer")).first).to_contain_text("done")
    show(page, "numbers")
    expect(page.get_by_role("img")).to_have_count(2)
    expect(page.get_by_role("row", name=re.compile("^set_timer"))).to_be_visible()
    # 21 And out.
    show(page, "settings")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.goto(served.url + "#/log")
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_every_view_is_for_everyone(open_page):
    page = open_page()

    def is_fine(view):
        assert violations(page) == [], view
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert violations(page, "color-contrast") == [], f"{view}, dark"
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    expect(page.locator(".welcome .chip").first).to_be_visible()
    is_fine("welcome")
    say(page, "read my letters").locator(".items").wait_for()
    say(page, "clear the shopping list").locator(".confirm, .calls").first.wait_for()
    say(page, "start a soup timer for 40 minutes").locator(".calls").wait_for()
    for view, content in VIEWS.items():
        show(page, view)
        page.locator(content).first.wait_for()
        is_fine(view)
    for tool in ("roll_dice", "add_to_list", "read_post"):
        show(page, f"tools/{tool}")
        page.locator(".try").wait_for()
        is_fine(tool)
    show(page, "why")
    page.locator(".tool-row").first.click()
    page.locator(".candidate").first.wait_for()
    is_fine("why, one")


def test_a_phone_has_room_for_fingers_and_for_all_views(open_page):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    made = say(page, "read my letters")
    made.locator(".items").wait_for()
    assert violations(page) == []
    for view, content in VIEWS.items():
        if view in ("talk", "now", "tools"):
            page.locator(f"nav a[href='#/{view}']").click()
        else:
            page.get_by_role("button", name="More").click()
            page.locator(f"nav a[href='#/{view}']").click()
        expect(page.locator(f"#{view}-title")).to_be_visible()
        page.locator(content).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, summary, .entry, .tool-row, .check, .choice")]
                .filter(one => one.offsetParent)
                .map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
                .filter(([, at]) => at.height < 43.5 || at.width < 43.5)
                .map(([what, at]) => `${what} ${at.width}x${at.height}`)"""
        )
        assert small == [], view
    page.get_by_role("button", name="More").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="More")).to_be_focused()
    expect(page.get_by_role("button", name="More")).to_have_attribute("aria-expanded", "false")


def test_a_keyboard_is_enough(open_page):
    page = open_page()
    page.locator(".welcome .chip").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    show(page, "numbers")
    expect(page.locator("#numbers-title")).to_be_focused()
    page.keyboard.press("Control+k")
    expect(page.locator("#utterance")).to_be_focused()
    page.keyboard.type("clear the shopping list")
    page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_be_focused()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent") != "No":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".exchange").last).to_contain_text("You said no.")


def test_its_own_words_are_in_the_language_of_the_browser_and_the_theme_as_chosen(open_page, served):
    page = open_page(locale="de-AT")
    expect(page.locator("#talk-title")).to_have_text("Sprechen")
    assert page.evaluate("document.documentElement.lang") == "de"
    show(page, "settings")
    page.get_by_label("Sprache").select_option("fr")
    expect(page.locator("#talk-title, #settings-title")).to_have_text("Réglages")
    page.get_by_text("Sombre").click()
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.reload()
    expect(page.locator("#settings-title")).to_have_text("Réglages")
    assert page.evaluate(ground) == dark
    page.get_by_text("Clair").click()
    assert page.evaluate(ground) != dark
    other = open_page(locale="ja-JP")
    expect(other.locator("#talk-title")).to_have_text("Talk")


def test_what_is_refused_is_told_calmly(open_page, served, browser):
    # A token that nobody knows.
    context = browser.new_context(locale="en-US")
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(served.url)
    expect(page.locator("#token")).to_be_visible()
    assert violations(page) == []
    page.locator("#token").fill("guessed")
    page.keyboard.press("Enter")
    expect(page.locator("#token-problem")).to_have_text("This token is not known here.")
    context.close()
    # One that may not change anything.
    page = open_page(served.token("translate", "act"))
    show(page, "settings")
    expect(page.locator(".settings")).to_contain_text("scope 'admin'")
    expect(page.locator(".policy-choice select").first).to_be_disabled()
    # Too much at once: when it goes on is said, and it is tried again by a press.
    token = served.token()
    page = open_page(token)
    for _ in range(300):
        try:
            served.ask("POST", "/api/ask", {"utterance": ""}, token)
        except urllib.error.HTTPError as refused:
            if refused.code == 429:
                break
    made = say(page, "what time is it")
    expect(made.locator(".trouble")).to_contain_text(re.compile("Too many requests. It goes on in .* second"))
    expect(made.get_by_role("button", name=re.compile("again", re.I))).to_be_visible()


def test_a_service_that_comes_back_is_found_again(open_page, served):
    page = open_page()
    expect(page.locator(".state")).to_have_text("Connected")
    served.stop()
    try:
        made = say(page, "what time is it")
        expect(made.locator(".trouble")).to_contain_text("The service does not answer.")
        expect(page.locator(".state")).to_contain_text("Service away")
    finally:
        served.start()
    # Sessions of pages end with the service; the page says so by itself.
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.locator("#token-problem")).to_contain_text("signed out")
    page.locator("#token").fill(served.token())
    page.keyboard.press("Enter")
    expect(page.locator(".state")).to_have_text("Connected")
