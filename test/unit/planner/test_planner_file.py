"""The file: nothing that was acknowledged is lost, whatever happens to process, disk and file."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import threading
import traceback
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from planner_person import Person

from ovos_toolbox_planner import PlannerToolBox
from ovos_toolbox_planner.__main__ import main
from ovos_toolbox_planner.planner import Planner
from ovos_toolbox_planner.storage import KEPT_CHANGES, MIGRATIONS, ChangedSince, Storage, StorageFailed
from ovos_toolbox_planner.transfer import ImportFailed, exported, imported, markdown

DAY = date(2026, 1, 5)


class Writer:
    """Another process, which writes to a file and says a number for each task and line that it was told is written."""

    def __init__(self, file: Path, name: str, count: int) -> None:
        readable, writable = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                planner = Planner(Storage(file))
                for number in range(count):
                    planner.create_task("household", DAY, f"{name} {number}", None)
                    planner.append_reflection("household", DAY, f"{name} {number}")
                    os.write(writable, f"{number}\n".encode())
            except Exception:  # noqa: BLE001 - whatever it is, the test sees that numbers are missing
                traceback.print_exc()
            finally:
                os._exit(0)  # nothing of the tests' ends here
        os.close(writable)
        self.told = os.fdopen(readable)

    def wait(self) -> None:
        os.waitpid(self.pid, 0)
        self.told.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "planner.db"


def test_what_a_killed_process_acknowledged_is_there(file: Path) -> None:
    writer = Writer(file, "killed", 10_000)
    told = [int(writer.told.readline()) for _ in range(12)]
    os.kill(writer.pid, signal.SIGKILL)
    told += [int(line) for line in writer.told.read().split("\n") if line.strip()]
    writer.wait()
    planner = Planner(Storage(file))
    titles = [task.title for task in planner.tasks("household", DAY)]
    assert titles[: len(told)] == [f"killed {number}" for number in told]
    assert len(titles) <= len(told) + 1, "what was not acknowledged is there whole or not at all"
    assert planner.reflection("household", DAY).split("\n")[: len(told)] == titles[: len(told)]
    planner.storage.close()


def test_two_processes_write_one_file_and_nothing_is_lost(file: Path) -> None:
    writers = [Writer(file, name, 8) for name in ("left", "right")]
    for writer in writers:
        assert writer.told.read().split() == [str(number) for number in range(8)]
        writer.wait()
    planner = Planner(Storage(file))
    titles = [task.title for task in planner.tasks("household", DAY)]
    assert sorted(titles) == sorted(f"{name} {number}" for name in ("left", "right") for number in range(8))
    assert sorted(planner.reflection("household", DAY).split("\n")) == sorted(titles)
    planner.storage.close()


def test_threads_of_one_process(file: Path) -> None:
    planner = Planner(Storage(file))

    def add(name: int) -> None:
        for number in range(5):
            planner.append_reflection("household", DAY, f"{name} {number}")

    threads = [threading.Thread(target=add, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(planner.reflection("household", DAY).split("\n")) == 20
    planner.storage.close()


def test_a_full_disk_is_told_and_changes_nothing(anna: Person, box: PlannerToolBox) -> None:
    anna.call("task_create", title="before")
    pages = box.storage._current().execute("PRAGMA page_count").fetchone()[0] + 8
    box.storage._current().execute(f"PRAGMA max_page_count = {pages}")
    said = ""
    for number in range(100):
        said = anna.say("reflection_append", text=f"{number} " + "x" * 1400)
        if "disk" in said:
            break
        noted = anna.call("read_reflection").context_data["reflection"]
    assert said == "The disk is full, so I changed nothing. Please free some space and try again."
    assert anna.call("read_reflection").context_data["reflection"] == noted
    assert anna.tasks() == [("before", False)]
    box.storage._current().execute("PRAGMA max_page_count = 1000000")
    anna.call("task_create", title="after")
    assert anna.tasks() == [("before", False), ("after", False)]


def test_a_read_only_file_is_told_and_still_read(anna: Person, box: PlannerToolBox) -> None:
    anna.call("task_create", title="before")
    # The tests may run as root, whom no permission stops; SQLite then says the same of a connection that may not write.
    box.storage._current().execute("PRAGMA query_only = ON")
    for name, arguments in (
        ("task_create", {"title": "x"}),
        ("task_delete", {"title": "before"}),
        ("planner_undo", {}),
    ):  # fmt: skip
        assert anna.say(name, **arguments).startswith("I can't write to the planner's file, so I changed nothing.")
    assert anna.tasks() == [("before", False)]


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    box = PlannerToolBox({"database": str(tmp_path / "file" / "planner.db")})
    said = Person(box).say("list_tasks")
    assert said.startswith("I can't use the planner's file, so I did nothing") and "planner.db" in said


def test_a_damaged_file_is_left_as_it_is_and_told(file: Path, make_box: Callable[..., PlannerToolBox]) -> None:
    file.write_bytes(b"not a database" * 100)
    anna = Person(make_box())
    for name in ("list_tasks", "planner_undo"):
        assert anna.say(name) == f"The planner's file is damaged. I left it as it is: {file}."
    assert file.read_bytes() == b"not a database" * 100


def test_a_file_that_is_locked_for_too_long(file: Path) -> None:
    Planner(Storage(file)).create_task("household", DAY, "a", None)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = Planner(Storage(file, busy_seconds=0.05))
    with pytest.raises(StorageFailed) as failed:
        waiting.create_task("household", DAY, "b", None)
    assert failed.value.dialog == "file_busy"
    assert [task.title for task in waiting.tasks("household", DAY)] == ["a"], "reading goes on"
    other.execute("ROLLBACK")
    other.close()
    waiting.create_task("household", DAY, "b", None)
    waiting.storage.close()


def test_a_file_of_a_newer_version_is_left_alone(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StorageFailed) as failed:
        Storage(file).select("SELECT 1")
    assert failed.value.dialog == "file_too_new"


def test_a_file_that_was_removed_is_begun_anew(anna: Person, file: Path) -> None:
    anna.call("task_create", title="a")
    for left in file.parent.glob("planner.db*"):
        left.unlink()
    anna.call("task_create", title="b")
    assert anna.tasks() == [("b", False)]
    assert file.stat().st_mode & 0o077 == 0, "nobody else reads it"


def test_the_file_writes_ahead_and_is_on_the_disk_at_each_commit(anna: Person, box: PlannerToolBox) -> None:
    anna.call("task_create", title="a")
    connection = box.storage._current()
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_what_was_changed_behind_the_journal_is_not_undone(anna: Person, box: PlannerToolBox) -> None:
    anna.call("task_create", title="a")
    box.storage._current().execute("UPDATE tasks SET title = 'b'")
    with pytest.raises(ChangedSince):
        box.planner.take_back("household")
    assert anna.say("planner_undo") == "That has changed since, so I left it as it is."
    assert anna.tasks() == [("b", False)]


def test_the_journal_is_bounded(file: Path) -> None:
    planner = Planner(Storage(file))
    with planner.storage.change("household", "reflection_set", {}) as change:
        change.put("reflections", day="2026-01-05", text="first")
    connection = planner.storage._current()
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO changes (owner, at, kind, about, rows) VALUES (?, '', '', '{}', '[]')", [("household",)] * 500
    )
    connection.execute("COMMIT")
    planner.set_reflection("household", DAY, "second")
    kept = planner.storage.select("SELECT COUNT(*) AS count FROM changes")[0]["count"]
    assert kept == KEPT_CHANGES
    planner.storage.close()


# Export and import


def fill(person: Person) -> None:
    for title, kind in (("call mom", None), ("🎉 party", "must-win"), ("call mom", "nice-to-do")):
        person.call("task_create", title=title, **({"task_type": kind} if kind else {}))
    person.call("task_set_completed", title="🎉 party", completed=True)
    person.plan(("date_shift", {"days": 3}), ("task_create", {"title": "לקנות חלב"}))
    for name in ("yoga", "reading"):
        person.call("habit_create", name=name)
    person.call("habit_set_completed", name="yoga", completed=True)
    person.call("reflection_append", text="one")
    person.call("reflection_append", text="# two")


def test_an_export_is_imported_whole_and_the_import_undone(make_box: Callable[..., PlannerToolBox]) -> None:
    first, second = make_box(), make_box("other.db")
    fill(Person(first))
    data = json.loads(json.dumps(exported(first.storage, "household")))
    assert imported(second.storage, "user 3", data) == {"tasks": 4, "habits": 2, "reflections": 1}
    assert exported(second.storage, "user 3") == data
    assert imported(second.storage, "user 3", data) and exported(second.storage, "user 3") == data, "twice is once"
    ben = Person(second, user=3)
    for _ in range(2):
        assert ben.say("planner_undo") == "Undone. What was imported is gone again."
    assert exported(second.storage, "user 3") == {**data, "tasks": [], "habits": [], "reflections": []}


def test_an_import_loses_nothing_that_is_there(anna: Person, box: PlannerToolBox) -> None:
    fill(anna)
    data = exported(box.storage, "household")
    ben = Person(box, user=2)
    ben.call("reflection_append", text="mine")
    ben.call("habit_create", name="Yoga")
    ben.call("task_create", title="call mom")
    imported(box.storage, "user 2", data)
    assert ben.call("read_reflection").context_data["reflection"] == "mine\none\n# two"
    assert [h["name"] for h in ben.call("habit_progress").context_data["habits"]] == ["Yoga", "reading"]
    assert [title for title, _ in ben.tasks()] == ["call mom", "call mom", "🎉 party", "call mom"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "other"}, "this is no export of a planner"),
        ({"version": 9}, "'version' must be 1, got 9"),
        ({"tasks": {}}, "tasks: must be a list"),
        ({"tasks": [7]}, r"tasks\[0\]: must be an object"),
        ({"tasks": [{"day": "2026-02-30"}]}, r"tasks\[0\].day: '2026-02-30' is no day"),
        ({"tasks": [{"day": "2026-01-05", "title": ""}]}, r"tasks\[0\].title: must be a text of 1 to 140"),
        ({"habits": [{"name": "x", "done": ["soon"]}]}, r"habits\[0\].done: 'soon' is no day"),
        ({"reflections": [{"day": "2026-01-05", "text": 4}]}, r"reflections\[0\].text: must be a text"),
    ],
)
def test_an_import_that_is_wrong_names_the_place_and_changes_nothing(
    anna: Person, box: PlannerToolBox, change: dict[str, Any], told: str
) -> None:
    fill(anna)
    before = exported(box.storage, "household")
    with pytest.raises(ImportFailed, match=told):
        imported(box.storage, "household", {**before, **change})
    assert exported(box.storage, "household") == before


def test_markdown_is_for_people(anna: Person, box: PlannerToolBox) -> None:
    fill(anna)
    assert markdown(box.storage, "household") == (
        "# Planner\n\n## 2026-01-05\n\n- [ ] call mom\n- [x] 🎉 party (must-win)\n- [ ] call mom (nice-to-do)\n\n"
        "> one\n> # two\n\n## 2026-01-08\n\n- [ ] לקנות חלב\n\n## Habits\n\n- yoga: 2026-01-05\n- reading: —\n"
    )


def test_the_command_line_exports_and_imports(
    anna: Person, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(anna)
    assert main(["--database", str(file), "export"]) == 0
    written = tmp_path / "export.json"
    written.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["--database", str(tmp_path / "new.db"), "--user", "4", "import", str(written)]) == 0
    assert capsys.readouterr().out == "4 tasks, 2 habits, 1 reflections\n"
    assert main(["--database", str(tmp_path / "new.db"), "--user", "4", "export", "--format", "markdown"]) == 0
    assert "- [x] 🎉 party (must-win)" in capsys.readouterr().out
    written.write_text("{")
    assert main(["--database", str(file), "import", str(written)]) == 1
    assert main(["--database", str(file), "import", str(tmp_path / "none.json")]) == 1
