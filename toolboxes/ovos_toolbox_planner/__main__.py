"""``python -m ovos_toolbox_planner export|import``: a user's planner to a file and back."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ovos_toolbox_planner.scope import owner_of
from ovos_toolbox_planner.storage import Storage, StorageFailed
from ovos_toolbox_planner.transfer import ImportFailed, exported, imported, markdown


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. 0, or 1 where it could not be done; the reason is on stderr."""
    parser = argparse.ArgumentParser(prog="python -m ovos_toolbox_planner", description=__doc__)
    parser.add_argument("--database", type=Path, help="the planner's file, where it is not in the data folder")
    parser.add_argument("--user", type=int, help="whose planner; that of the household where it is left out")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("export", help="write everything to stdout")
    writing.add_argument("--format", choices=("json", "markdown"), default="json")
    reading = commands.add_parser("import", help="add what 'export --format json' wrote")
    reading.add_argument("file", type=Path)
    asked = parser.parse_args(arguments)
    storage, owner = Storage(asked.database), owner_of(asked.user)
    try:
        if asked.command == "import":
            counts = imported(storage, owner, json.loads(asked.file.read_text(encoding="utf-8")))
            print(", ".join(f"{count} {name}" for name, count in counts.items()))
        elif asked.format == "markdown":
            print(markdown(storage, owner))
        else:
            print(json.dumps(exported(storage, owner), indent=2, ensure_ascii=False))
    except (ImportFailed, StorageFailed, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        storage.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
