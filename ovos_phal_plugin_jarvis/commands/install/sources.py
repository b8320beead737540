"""Where a package comes from when it is not on the disk yet: a git repository at a tag or commit, or an archive.

Nothing here asks for a password: a repository that wants one is refused at once.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import signal
import subprocess
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit, urlunsplit

import requests
from packaging.version import InvalidVersion, Version

from ovos_phal_plugin_jarvis.commands.install.files import MAX_BYTES
from ovos_phal_plugin_jarvis.commands.loading.loader import is_package

GIT_TIMEOUT = 180.0
"""Seconds that git may take."""
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_SCHEMES = ("https", "http", "ssh", "git", "file")
_SCP = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9._-]+:[^\s:]+")
_DOWNLOAD_TIMEOUT = (10, 60)
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_MAX_FILES = 20_000
_MAX_TAR_BYTES = MAX_BYTES + _MAX_FILES * 2048
"""Of a tar with the headers of its files."""
_OPENERS = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ", lzma.open))
_BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError,
    NotImplementedError,
)  # fmt: skip
"""What is raised for archives that are damaged, locked, or of a kind that nobody here knows."""


class SourceError(ValueError):
    """A package can't be fetched from there; one line that names the place and what to do."""


@dataclass(frozen=True)
class GitPlace:
    """A repository, and what of it is wanted."""

    url: str
    ref: str | None = None
    """A tag, a branch or a commit; None for what the repository shows first."""

    def __str__(self) -> str:
        return f"{without_password(self.url)}@{self.ref}" if self.ref else without_password(self.url)


@dataclass(frozen=True)
class Fetched:
    """A package that was brought here for the time of an installation."""

    folder: Path
    source: str
    """Where it came from, as it can be fetched again; never with a password."""
    commit: str | None = None
    """Of a repository: what was taken."""


def git_place(target: str) -> GitPlace | None:
    """*target* as a repository: ``https://…``, ``git+https://…``, ``ssh://…``, ``git@host:…`` or ``file://…``, with
    ``@TAG`` behind it where one version is meant; None where it is something else."""
    plain = target.removeprefix("git+").partition("#")[0]
    try:
        urlsplit(plain)
    except ValueError as error:
        raise SourceError(f"{plain:.200} is no address: {error}") from None
    scheme = urlsplit(plain).scheme if "://" in plain else ""
    if scheme not in _SCHEMES and not _SCP.fullmatch(plain):
        return None
    if _is_archive(plain):
        return None
    head, slash, last = plain.rpartition("/")
    name, at, ref = last.partition("@")
    if at and not ref:
        raise SourceError(f"{without_password(plain)}: name a tag, a branch or a commit after the '@'")
    if ref.startswith("-"):
        raise SourceError(f"{without_password(plain)}: '{ref}' is no tag, branch or commit")
    return GitPlace(f"{head}{slash}{name}", ref or None)


def is_fetched(target: str) -> bool:
    """Whether *target* names something that has to be brought here first."""
    return git_place(target) is not None or _is_archive(target)


@contextmanager
def fetched(target: str) -> Iterator[Fetched | None]:
    """The package that *target* names, in a folder that lasts as long as the block; None where it is a folder, a file
    or a name, which is taken as it is.

    Raises:
        SourceError: there is none, it asks for a password, or it holds no package.
    """
    if not is_fetched(target):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ovos-jarvis-fetch-") as folder:
        into = Path(folder) / "package"
        place = git_place(target)
        if place is not None:
            commit = _clone(place, into)
            yield Fetched(into, _again(target, place), commit)
        else:
            yield Fetched(_unpack(target, into), _absolute(target))


def latest_of(place: GitPlace) -> tuple[str | None, str | None]:
    """What an update of *place* would take: the newest tag where the wanted one is a version, else None; and the
    commit behind it.

    Raises:
        SourceError: see :func:`fetched`.
    """
    listed = _git(["ls-remote", "--", place.url], place)
    refs: dict[str, str] = {}
    for line in listed.splitlines():
        commit, _, name = line.partition("\t")
        refs[name.removesuffix("^{}")] = commit  # the commit that an annotated tag points to comes last
    if place.ref is None:
        return None, refs.get("HEAD")
    if _version(place.ref) is None:
        return None, refs.get(f"refs/heads/{place.ref}") or refs.get(f"refs/tags/{place.ref}")
    tags = {name.removeprefix("refs/tags/"): commit for name, commit in refs.items() if name.startswith("refs/tags/")}
    versions = {name: version for name in tags if (version := _version(name)) and not version.is_prerelease}
    if not versions:
        return None, None
    newest = max(versions, key=lambda name: versions[name])
    return newest, tags[newest]


def name_of_source(source: str) -> str:
    """What a package without a manifest is called: the last word of the address that it came from."""
    place = git_place(source)
    last = (place.url if place else source).rstrip("/").rpartition("/")[2].removesuffix(".git")
    for ending in sorted(_ARCHIVES, key=len, reverse=True):
        last = last.removesuffix(ending)
    return re.sub(r"[^A-Za-z0-9._-]", "-", last).lstrip("._-") or "package"


def local_path(target: str) -> Path:
    """*target* on this machine; a ``~`` stays what it is where nobody has that name."""
    try:
        return Path(target).expanduser()
    except RuntimeError:
        return Path(target)


def without_password(url: str) -> str:
    """*url* as it may be shown and kept."""
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if at and parts.scheme in ("http", "https"):
        return urlunsplit(parts._replace(netloc=host))
    if ":" in user:
        return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}@{host}"))  # ssh needs the name
    return url


def _again(target: str, place: GitPlace) -> str:
    return f"git+{place}" if target.startswith("git+") else str(place)


def _clone(place: GitPlace, into: Path) -> str:
    if place.ref is None:
        _git(["clone", "--quiet", "--depth", "1", "--", place.url, str(into)], place)
    else:
        # A whole clone: servers give no commit by its number alone, and packages are small.
        _git(["clone", "--quiet", "--no-checkout", "--", place.url, str(into)], place)
        wanted = place.ref
        if not _COMMIT.fullmatch(wanted):
            known = _git(["-C", str(into), "for-each-ref", "--format=%(refname)"], place).split()
            names = (f"refs/tags/{wanted}", f"refs/remotes/origin/{wanted}")
            wanted = next((name for name in names if name in known), wanted)
        _git(["-C", str(into), "checkout", "--quiet", "--detach", wanted, "--"], place)
    return _git(["-C", str(into), "rev-parse", "HEAD"], place).strip()


def _git(arguments: Sequence[str], place: GitPlace) -> str:
    """What git answers; it is never able to ask anybody for anything.

    Raises:
        SourceError: git is not there, takes too long, or says no.
    """
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "true",
        "SSH_ASKPASS": "true",
        "SSH_ASKPASS_REQUIRE": "never",
        "GCM_INTERACTIVE": "never",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh") + " -oBatchMode=yes -oConnectTimeout=20",
        "GIT_LFS_SKIP_SMUDGE": "1",
    }
    # Helpers that keep passwords may answer; with no terminal and a deadline, one that asks its user can't hold us up.
    settings = ["-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never"]
    try:
        process = subprocess.Popen(
            ["git", *settings, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=environment,
            start_new_session=True,  # no terminal to ask on, and one group to end
        )
    except OSError:
        raise SourceError("git is not installed, and a package from a repository needs it: install git") from None
    try:
        answer, told = process.communicate(timeout=GIT_TIMEOUT)
    except subprocess.TimeoutExpired:
        _end(process)
        raise SourceError(f"{place}: git took more than {GIT_TIMEOUT:g} s and was ended: check the network") from None
    except BaseException:
        _end(process)
        raise
    if process.returncode:
        raise SourceError(f"{place}: {_why(told, place)}")
    return answer


def _end(process: subprocess.Popen[str]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # it ended by itself
    process.communicate()


def _why(told: str, place: GitPlace) -> str:
    low = told.lower()
    if re.search(r"could not read (username|password)|authentication failed|permission denied|terminal prompts", low):
        return "it asks for a password, and none is typed here: clone it yourself and install its folder"
    if "could not resolve host" in low or "network is unreachable" in low or "failed to connect" in low:
        return "it can't be reached: check the address and the network"
    if re.search(r"not found|does not exist|not a git repository|not appear to be a git repository|error: 40", low):
        return "there is no git repository there: check the address"
    if "pathspec" in low or "did not match any" in low or "invalid reference" in low or "unable to read tree" in low:
        return f"it has no tag, branch or commit '{place.ref}'"
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    return without_password((lines or ["git gave no reason"])[-1].removeprefix("fatal: "))[:300]


def _version(name: str) -> Version | None:
    try:
        return Version(name)
    except InvalidVersion:
        return None


# -- archives --


def _is_archive(target: str) -> bool:
    if "://" in target:
        return urlsplit(target).path.lower().endswith(_ARCHIVES)
    return target.lower().endswith(_ARCHIVES) and not local_path(target).is_dir()


def _absolute(target: str) -> str:
    return without_password(target) if "://" in target else str(local_path(target).resolve())


def _unpack(target: str, into: Path) -> Path:
    scheme = urlsplit(target).scheme if "://" in target else ""
    archive = local_path(urlsplit(target).path if scheme == "file" else target)
    if scheme in ("http", "https"):
        archive = into.with_name(urlsplit(target).path.rpartition("/")[2])
        _download(target, archive)
    elif scheme not in ("", "file"):
        raise SourceError(f"{target}: an archive is fetched by https, http or from a file")
    if not archive.is_file():
        raise SourceError(f"there is no file {archive}")
    into.mkdir()
    try:
        if archive.name.lower().endswith(".zip"):
            _unzip(archive, into)
        else:
            _untar(archive, into)
    except _BROKEN as error:
        raise SourceError(f"{target} is no archive that can be unpacked: {error}") from None
    if is_package(into):
        return into
    folders = [child for child in into.iterdir() if child.is_dir()]
    if len(folders) == 1:
        return folders[0]  # what hosts of repositories put round an archive's content
    raise SourceError(f"{target} holds no jarvis_package.yaml and no command.py, so it is no Jarvis package")


def _download(url: str, archive: Path) -> None:
    shown = without_password(url)
    try:
        with requests.get(url, stream=True, timeout=_DOWNLOAD_TIMEOUT) as response:
            if not response.ok:
                raise SourceError(f"{shown} answers {response.status_code} {response.reason}".rstrip())
            size = 0
            with archive.open("wb") as file:
                for chunk in response.iter_content(1 << 16):
                    size += len(chunk)
                    if size > MAX_BYTES:
                        raise SourceError(f"{shown} is larger than {MAX_BYTES // 1_000_000} MB")
                    file.write(chunk)
    except requests.RequestException:
        raise SourceError(f"{shown} can't be fetched: check the address and the network") from None


def _unzip(archive: Path, into: Path) -> None:
    with zipfile.ZipFile(archive) as content:
        members = content.infolist()
        _check_size(archive, len(members), sum(member.file_size for member in members))
        content.extractall(into)  # which keeps every member inside


def _check_size(archive: Path, files: int, size: int) -> None:
    if size > MAX_BYTES:
        raise SourceError(f"{archive.name} unpacks to more than {MAX_BYTES // 1_000_000} MB")
    if files > _MAX_FILES:
        raise SourceError(f"{archive.name} holds more than {_MAX_FILES} files")


@contextmanager
def _plain_tar(archive: Path) -> Iterator[IO[bytes]]:
    """The tar in *archive*, decompressed to its end: so its checksum is looked at, and a header that says how much is
    to be read can't ask for more than there is."""
    with archive.open("rb") as file:
        start = file.read(8)
    opener = next((opener for magic, opener in _OPENERS if start.startswith(magic)), open)
    with opener(archive, "rb") as packed, tempfile.TemporaryFile() as plain:
        while chunk := packed.read(1 << 20):
            plain.write(chunk)
            if plain.tell() > _MAX_TAR_BYTES:
                raise SourceError(f"{archive.name} unpacks to more than {MAX_BYTES // 1_000_000} MB")
        plain.seek(0)
        yield plain


def _untar(archive: Path, into: Path) -> None:
    with _plain_tar(archive) as file, tarfile.open(fileobj=file, mode="r:") as content:
        members = content.getmembers()
        _check_size(archive, len(members), sum(member.size for member in members))
        root = into.resolve()
        for member in members:
            if "\0" in member.name + member.linkname:
                raise SourceError(f"{archive.name}: a file has a name that none can have")
            place = (root / member.name).resolve()
            link = (place.parent / member.linkname).resolve() if member.issym() else None
            link = (root / member.linkname).resolve() if member.islnk() else link
            if not place.is_relative_to(root) or (link is not None and not link.is_relative_to(root)):
                raise SourceError(f"{archive.name}: {member.name} leads out of the archive")
            if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
                raise SourceError(f"{archive.name}: {member.name} is no ordinary file")
            member.mode = (member.mode | 0o600) & 0o755
            content.extract(member, into, set_attrs=False)
