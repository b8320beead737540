"""``python -m ovos_phal_plugin_jarvis.nlu.encoder.recipe --data FOLDER --out FOLDER``: from the named data to weights.

FOLDER of the data holds clinc150, hwu64, sgd, slurp, snips, oewn and the two tables of descriptions; its default is
$OVOS_JARVIS_TEST_DATA. A run that was cut off goes on where its last checkpoint in --out stands.
"""

from __future__ import annotations

import argparse
import logging
import os
from dataclasses import fields
from pathlib import Path

from ovos_phal_plugin_jarvis.nlu.encoder.recipe.options import Options
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.training import Trainer, finish, train


def main() -> None:
    """Parse, train, export, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("OVOS_JARVIS_TEST_DATA"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--export-only", action="store_true", help="export and report the last checkpoint")
    for option in fields(Options):
        if option.name not in ("data", "out"):
            kind = Path if option.name in ("tools", "words", "spoken", "start", "teacher") else type(option.default)
            parser.add_argument(f"--{option.name.replace('_', '-')}", type=kind, default=option.default)
    given = vars(parser.parse_args())
    if given["data"] is None:
        parser.error("--data, or OVOS_JARVIS_TEST_DATA, must name the folder of the data")
    only = given.pop("export_only")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options = Options(**given)
    try:
        options.check()
        options.claim()
    except ValueError as error:
        parser.error(str(error))
    if not only:
        train(options)
    elif (options.out / "checkpoint.pt").is_file():
        trainer = Trainer(options)
        trainer.resume()
        finish(trainer)
    else:
        parser.error(f"{options.out} holds no checkpoint to export")


if __name__ == "__main__":
    main()
