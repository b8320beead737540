"""Files of arrays that knowledge is kept in."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from ovos_utils.log import LOG

Known = TypeVar("Known")
_BROKEN = (
    *(OSError, KeyError, ValueError, EOFError, IndexError, TypeError, AttributeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)
"""What numpy raises of a file of arrays that is none, or not the one that was expected."""


class KnowledgeError(Exception):
    """A knowledge file can't be used. The message names it and says what is wrong."""


@contextmanager
def arrays_of(path: Path, expected: int) -> Iterator[Mapping[str, Any]]:
    """The arrays of *path*, for as long as they are taken over; what goes wrong with them then is told of the file.

    Args:
        path: an ``.npz`` file with an array ``format``.
        expected: the format that is read.

    Raises:
        KnowledgeError: it is missing, of another format, or not what it should be.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        if int(arrays["format"][0]) != expected:
            raise KnowledgeError(f"{path.name}: format {int(arrays['format'][0])}, expected {expected}")
        yield arrays
    except _BROKEN as error:
        raise KnowledgeError(f"{path.name} can't be used: {type(error).__name__}: {error}") from None


def in_package(name: str, read: Callable[[Path], Known], without: str) -> Known | None:
    """What *read* makes of the file *name* among this package's data; None where it can't be used, with a warning that
    says what is so *without* it."""
    with resources.as_file(resources.files(__package__) / "data" / name) as path:
        try:
            return read(path)
        except KnowledgeError as error:
            LOG.warning(f"{without}: {error}")
            return None
