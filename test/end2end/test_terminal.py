"""The conversation of ``ovos-jarvis`` in a terminal, in a file and for a program, in processes of its own."""

from __future__ import annotations

import codecs
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
OFFICE = Path(__file__).parents[1] / "fixtures" / "terminal" / "office.py"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")


def make_home(folder, **section):
    # A busy machine may take longer than a device does to ask the fast paths.
    patient = {"pre_route_timeout": 10, "pre_route_budget": 30}
    section = {"commands": {"paths": [str(OFFICE)]}, "assistant": patient, **section}
    phal = {"ovos-phal-plugin-tools": {"enabled": False}, "ovos-phal-plugin-jarvis": section}
    return Home(folder, free_port(), phal)


@contextmanager
def learned(home):
    """A service that has learned its tools: what is typed follows at once, and one that still learns would say so."""
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "on the messagebus" in home.log.read_text(), service, "up")
        caller = BusCaller(home.port)
        try:
            caller.until_learned()
            yield
        finally:
            caller.close()


@pytest.fixture
def home(tmp_path):
    return make_home(tmp_path)


def run(home, *arguments, stdin="", **environment):
    return subprocess.run(
        [PROGRAM, *arguments],
        env={**home.environment, **environment},
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=300,
        cwd=home.folder,
    )


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, home, *arguments, **environment):
        self.master, slave = pty.openpty()
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process = subprocess.Popen(
            [PROGRAM, *arguments],
            env={**home.environment, "TERM": "xterm-256color", "COLUMNS": "200", **environment},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=home.folder,
            start_new_session=True,
            # Whoever runs the tests in the background has it ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(slave)

    def until(self, wanted, seconds=60):
        """What appeared up to and with *wanted*, without colours; fails where it does not appear."""
        end = time.monotonic() + seconds
        watched = select.poll()  # select takes no descriptor above 1023
        watched.register(self.master, select.POLLIN)
        while wanted not in CONTROL.sub("", self.seen):
            ready = watched.poll(1000)
            assert time.monotonic() < end, self.seen
            if ready:
                self.seen += self.decoder.decode(os.read(self.master, 65536))
        raw = CONTROL.sub("", self.seen)
        self.raw, self.seen = self.seen, raw.partition(wanted)[2]
        return raw.partition(wanted)[0] + wanted

    def type(self, text):
        os.write(self.master, text.encode())

    def say(self, text, wanted):
        """Type a line at the prompt; what appears up to *wanted*, and the next prompt."""
        self.type(f"{text}\n")
        return self.until(wanted) + self.until("» ")


@contextmanager
def terminal(home, *arguments, **environment):
    opened = Terminal(home, *arguments, **environment)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait(10)
        os.close(opened.master)


def test_a_conversation_at_the_prompt(home):
    with terminal(home, "up") as prompt:
        start = prompt.until("» ")
        assert "You can say, for example:" in start and "Draft the letter" in start and "\x1b[36m" in prompt.raw
        assert "duration_seconds" not in start  # examples, and no table of parameters

        asked = prompt.say("shred the files", "yes or no?")
        assert "? shred_files()" in asked and "→" not in asked and "shredded" not in asked
        prompt.type("n\n")
        assert "shredded" not in prompt.until("» ")
        prompt.say("shred the files", "yes or no?")
        assert "→ shred_files()" in prompt.say("y", "All files are shredded.")

        assert "[1] Send" in prompt.say("draft the letter", "[2] Discard")
        prompt.say("2", "Discarded letter 7.")
        prompt.type("1\n")
        assert "Sent" not in prompt.until("» ")  # the buttons are gone: a number is a number again

        told = prompt.say("count the files", "thirty files.")
        assert told.index("The first drawer has twelve.") < told.index("There are thirty files.")

        prompt.type("check the cabinet\n")
        prompt.until("Looking into it.")
        prompt.process.send_signal(signal.SIGINT)
        prompt.until("Called off.")
        prompt.until("» ")
        started = time.monotonic()
        prompt.say("draft the letter", "The letter is ready.")
        assert time.monotonic() - started < 15  # the call of twenty seconds is not waited for
        prompt.type("\x04")
        assert prompt.process.wait(60) == 0


def test_what_ended_before_it_started_is_announced_without_colour_where_none_is_wanted(home):
    assert run(home, "say", "set a timer for one second").returncode == 0
    time.sleep(1.2)
    with terminal(home, "up", NO_COLOR="1") as prompt:
        prompt.until("Your 1 second timer is done.")
        prompt.until("» ")
        assert not COLOUR.search(prompt.raw)
        prompt.type("half a sen")
        prompt.until("half a sen")
        prompt.type("\x15\x04")
        assert prompt.process.wait(60) == 0
    assert "timer is done" not in run(home, "up", stdin="").stdout.decode()  # once


def test_a_file_is_a_conversation_too_and_has_no_colours(home):
    run(home, "say", "set a timer for one second")
    time.sleep(1.2)
    done = run(home, "up", stdin="draft the letter\nsend\nshred the files\nno\n")
    said = done.stdout.decode()
    assert done.returncode == 0 and "\x1b" not in said + done.stderr.decode()
    assert "» draft the letter\nThe letter is ready.\n  [1] Send\n  [2] Discard\n" in said
    assert "Sent letter 7." in said and "shredded" not in said and "Your 1 second timer is done." in said


def test_json_lines(home):
    lines = [
        {"utterance": "draft the letter", "id": 1},
        {"action": "send", "id": {"any": "thing"}},
        {"utterance": "shred the files", "id": None},
        "nonsense",
        [],
        {"utterance": "a", "confirm": "b", "yes": True},
        {"utterance": "a", "more": 1},
        {"utterance": ["a"]},
        {"utterance": ""},
        {"confirm": "nothing", "yes": True},
        {"confirm": "nothing", "yes": "yes"},
        {"utterance": "count the files", "id": "c", "lang": "en-us"},
    ]
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()
    text += b'\n\n"' + b"\xff" * 5 + b"\n" + b'{"utterance": "' + b"x" * 2_000_000 + b'"}\n' + b"[" * 100_000
    done = run(home, "up", "--json-lines", stdin=text)
    found = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert done.returncode == 0, done.stderr
    events = [line for line in found if "event" in line]
    answers = [line for line in found if "event" not in line]
    assert len(answers) == len(lines) + 3
    assert all({"utterance", "say", "commands", "results", "translator", "elapsed_ms"} <= set(a) for a in answers)
    assert [a["id"] for a in answers if "id" in a] == [1, {"any": "thing"}, None, "c"]
    assert answers[0]["actions"][0]["button_action"] == "send" and answers[1]["say"] == "Sent letter 7."
    assert answers[2]["confirmation_required"] and answers[2]["results"] == []
    assert all(a["code"] == "invalid" and a["error"] for a in answers[3:11] + answers[12:])
    # The plan that waited is not forgotten in silence.
    assert answers[11]["say"] == "I did not shred the files of last year. There are thirty files."
    assert events == [
        {"event": "progress", "id": "c", "say": "The first drawer has twelve.", "name": "count_files", "done": 0.5}
    ]


def test_json_lines_of_a_confirmation_and_of_what_is_announced(home):
    process = subprocess.Popen(
        [PROGRAM, "up", "--json-lines"],
        env=home.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=home.folder,
    )
    try:

        def ask(**fields):
            process.stdin.write(json.dumps(fields) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        asked = ask(utterance="shred the files")
        assert asked["confirmation_required"]
        assert ask(confirm=asked["confirmation"]["id"], yes=True)["say"] == "All files are shredded."
        assert ask(confirm=asked["confirmation"]["id"], yes=True)["code"] == "invalid"
        ask(utterance="set a timer for one second")
        events = (json.loads(line) for line in process.stdout)
        event = next(event for event in events if event.get("event") == "spoken")
        assert event == {"event": "spoken", "say": "Your 1 second timer is done.", "session": "default"}
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 128 + signal.SIGTERM
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(10)


@pytest.mark.parametrize(
    ("arguments", "stdin", "heard"),
    [
        (("say", "draft", "the", "letter", "--json"), "", "draft the letter"),
        (("say", "--json", "-"), "draft\n the letter\n", "draft the letter"),
        (("say", "--json"), "draft the letter", "draft the letter"),
    ],
)
def test_say_takes_words_and_stdin(home, arguments, stdin, heard):
    done = run(home, *arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["utterance"] == heard


@pytest.mark.parametrize("stdin", ["", "  \n", b"\xff\xfe"])
def test_say_without_anything_to_say_is_wrong_usage(home, stdin):
    done = run(home, "say", stdin=stdin)
    assert done.returncode == 2 and done.stdout == b"" and b"Traceback" not in done.stderr


@pytest.mark.parametrize("served", [False, True])
def test_say_goes_on_with_the_conversation_before_it_where_asked_to(home, served):
    with serving(home) if served else contextmanager(lambda: iter([None]))():
        first = run(home, "say", "shred", "the", "files")
        assert b"? shred_files()" in first.stderr and b"ovos-jarvis say -c" in first.stderr
        if served:
            assert b"shredded" not in run(home, "say", "yes").stdout  # another conversation: a yes to nothing
        again = run(home, "say", "shred the files", "--json")
        assert json.loads(again.stdout)["confirmation_required"]
        assert b"All files are shredded." in run(home, "say", "-c", "yes").stdout
        assert run(home, "say", "-c", "--session", "x", "yes").returncode == 2


@contextmanager
def serving(home):
    with home.run(PROGRAM, "up", "--no-prompt") as service:
        home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
        yield


PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text()


def test_the_transcript_of_the_page(tmp_path):
    (shown,) = re.findall(r"^```text\n(» .*?)^```$", PAGE, re.M | re.S)
    typed = "".join(f"{line[2:]}\n" for line in shown.splitlines() if line.startswith("» "))
    home = make_home(tmp_path, commands={})
    with learned(home):
        done = subprocess.run(
            [PROGRAM, "up"],
            env=home.environment,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
    assert done.stdout[done.stdout.index("» ") :].strip() == shown.strip()


def test_the_json_lines_of_the_page(tmp_path):
    (shown,) = re.findall(r"^```jsonl\n(.*?)^```$", PAGE, re.M | re.S)
    lines, home = shown.splitlines(), make_home(tmp_path, commands={})
    with learned(home):
        done = run(home, "up", "--json-lines", stdin="\n".join(lines[::2]))
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(answers) == len(lines[1::2])
    for answer, expected in zip(answers, map(json.loads, lines[1::2]), strict=True):
        assert answer | expected == answer


def test_what_was_said_is_kept_only_where_configured(tmp_path):
    silent = make_home(tmp_path / "silent")
    run(silent, "say", "draft the letter")
    told = run(silent, "log")
    assert b"draft_letter" in told.stdout and b"audit" in told.stderr
    assert not list(tmp_path.rglob("exchanges*"))
    keeping = make_home(tmp_path / "keeping", audit={"exchanges": True})
    asked = "draft the letter\n1\nshred the files\nn\n"
    lines = run(keeping, "up", stdin=asked)
    assert lines.returncode == 0
    shown = run(keeping, "log").stdout.decode()
    for words in (
        "» draft the letter\n→ draft_letter: done\nThe letter is ready.",
        "» [send]\n",
        "Sent letter 7.",
        "» no\n",
    ):
        assert words in shown
    kept = json.loads(run(keeping, "log", "--json").stdout)
    assert kept["exchanges"]["kept"] and len(kept["exchanges"]["entries"]) == 4
    assert [entry["tool"] for entry in kept["entries"]].count("shred_files") <= 1  # declined, at most
    assert oct((tmp_path / "keeping" / "state" / "ovos-jarvis" / "exchanges.jsonl").stat().st_mode)[-3:] == "600"
    assert "draft_letter" in run(keeping, "log", "--calls").stdout.decode()
