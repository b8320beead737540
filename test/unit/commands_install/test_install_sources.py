"""Packages that are not on the disk yet: git repositories, archives; and what is newer there."""

from __future__ import annotations

import gzip
import http.server
import io
import json
import os
import subprocess
import tarfile
import threading
import time
import zipfile

import pytest

from ovos_phal_plugin_jarvis.commands.install import sources
from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, install, plan_install
from ovos_phal_plugin_jarvis.commands.install.record import Installed, InstallRecord
from ovos_phal_plugin_jarvis.commands.install.sources import (
    GitPlace,
    SourceError,
    fetched,
    git_place,
    without_password,
)
from ovos_phal_plugin_jarvis.commands.install.updates import SearchError, look_for_update, search


def git(folder, *arguments):
    quiet = ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *quiet, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(package):
    """A git repository with a package: the tags v1.0.0 and v1.1.0, and an unreleased 1.2.0 on its branch."""
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        folder = package(version=version)
        if version == "1.0.0":
            git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", version)
        if version != "1.2.0":
            git(folder, "tag", "-a", f"v{version}", "-m", version)
    return folder


def version_in(source):
    with fetched(source) as brought:
        return (brought.folder / "jarvis_package.yaml").read_text().partition("\nversion: ")[2].partition("\n")[0]


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("https://example.org/a/b", GitPlace("https://example.org/a/b")),
        ("https://example.org/a/b.git@v1.0", GitPlace("https://example.org/a/b.git", "v1.0")),
        ("git+https://example.org/a/b@main", GitPlace("https://example.org/a/b", "main")),
        ("https://me:pw@example.org/a/b", GitPlace("https://me:pw@example.org/a/b")),
        ("ssh://git@example.org/a/b.git@1", GitPlace("ssh://git@example.org/a/b.git", "1")),
        ("git@example.org:a/b.git", GitPlace("git@example.org:a/b.git")),
        ("git@example.org:a/b.git@v2", GitPlace("git@example.org:a/b.git", "v2")),
        ("file:///srv/b", GitPlace("file:///srv/b")),
        ("git+file:///srv/b@v1#egg=b", GitPlace("file:///srv/b", "v1")),
        ("https://example.org/a/b.tar.gz", None),
        ("./folder", None),
        ("some-package", None),
        ("some-package>=1.0", None),
        ("ext::sh -c touch% /tmp/x", None),
    ],
)
def test_what_is_a_repository(target, place):
    assert git_place(target) == place


@pytest.mark.parametrize("target", ["https://example.org/a/b@", "https://example.org/a/b@--upload-pack=x"])
def test_what_stands_behind_the_at_sign_is_a_name(target):
    with pytest.raises(SourceError, match="tag, a branch or|no tag, branch"):
        git_place(target)


def test_a_tag_a_branch_a_commit_or_the_newest(repository):
    url = f"file://{repository}"
    first = git(repository, "rev-list", "--max-parents=0", "HEAD")
    git(repository, "branch", "1.1.x", "v1.1.0")
    assert version_in(url) == version_in(f"git+{url}") == "1.2.0"
    assert version_in(f"{url}@v1.0.0") == "1.0.0"
    assert version_in(f"{url}@1.1.x") == "1.1.0"
    assert version_in(f"{url}@{first[:10]}") == "1.0.0"
    with fetched(f"{url}@v1.0.0") as brought:
        assert (brought.source, brought.commit) == (f"{url}@v1.0.0", first)
        folder = brought.folder
    assert not folder.exists()


def test_a_repository_that_is_not_there_or_lacks_the_tag(repository, tmp_path):
    with pytest.raises(SourceError, match="no git repository there"), fetched(f"file://{tmp_path}/nothing"):
        pass
    with pytest.raises(SourceError, match="no tag, branch or commit 'v9'"), fetched(f"file://{repository}@v9"):
        pass
    with pytest.raises(SourceError, match="install git"):
        no_git(tmp_path, f"file://{repository}")


def no_git(tmp_path, target):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        with fetched(target):
            pass


@pytest.fixture
def asking():
    """A server that wants a password for everything, and one address with a list of packages."""
    listed = {"items": [{"name": "jarvis-command-tea", "description": "Makes tea", "clone_url": "https://x/tea.git"}]}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps(listed).encode() if self.path.startswith("/index") else b""
            self.send_response(200 if body else 401)
            self.send_header("WWW-Authenticate", 'Basic realm="private"')
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
            patch.delenv(name, raising=False)
        yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_repository_that_asks_for_a_password_is_refused_at_once(asking):
    started = time.monotonic()
    wanted = pytest.raises(SourceError, match="asks for a password, and none is typed here")
    with wanted as caught, fetched(f"{asking}/private/thing.git"):
        pass
    assert time.monotonic() - started < 100
    assert "\n" not in str(caught.value)


def test_a_password_in_an_address_is_neither_shown_nor_kept(asking):
    address = asking.replace("http://", "http://me:hunter2@")
    with pytest.raises(SourceError) as caught, fetched(f"{address}/private/thing.git"):
        pass
    assert "hunter2" not in str(caught.value)
    assert without_password(f"{address}/x") == f"{asking}/x"


def archive_of(folder, path, inside="thing-1.0"):
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as content:
            for file in folder.rglob("*"):
                content.write(file, f"{inside}/{file.relative_to(folder)}")
    else:
        with tarfile.open(path, "w:gz") as content:
            content.add(folder, inside)
    return path


@pytest.mark.parametrize("name", ["thing.zip", "thing.tar.gz", "thing.tgz"])
@pytest.mark.parametrize("inside", ["thing-1.0", "."])
def test_an_archive_is_unpacked(package, config, stores, tmp_path, name, inside):
    archive = archive_of(package(), tmp_path / name, inside)
    with fetched(str(archive)) as brought:
        result = install(plan_install(str(archive), config, stores, brought), stores)
    assert result.commands == ("get_thing",)
    row = InstallRecord(stores.directory).all()["thing-pack"]
    assert (row.source, row.kind) == (str(archive), "copy")


def test_archives_that_lead_out_or_are_none(package, tmp_path):
    outside = tmp_path / "evil.tar.gz"
    with tarfile.open(outside, "w:gz") as content:
        content.add(package() / "jarvis_package.yaml", "../../jarvis_package.yaml")
    linked = tmp_path / "linked.tar"
    with tarfile.open(linked, "w") as content:
        link = tarfile.TarInfo("out")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        content.addfile(link)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04 no")
    empty = tmp_path / "empty.tar"
    tarfile.open(empty, "w").close()
    for archive, said in (
        (outside, "leads out of the archive"),
        (linked, "leads out of the archive"),
        (broken, "no archive that can be unpacked"),
        (empty, "no Jarvis package"),
        (tmp_path / "gone.zip", "there is no file"),
    ):
        with pytest.raises(SourceError, match=said), fetched(str(archive)):
            pass


# -- installed from there, and newer there --


def installed(target, config, stores):
    with fetched(target) as brought:
        return install(plan_install(target, config, stores, brought), stores)


def test_installing_from_a_repository_remembers_it_and_finds_what_is_newer(repository, config, stores, tmp_path):
    url = f"file://{repository}"
    record = InstallRecord(stores.directory)
    installed(f"{url}@v1.0.0", config, stores)
    row = record.all()["thing-pack"]
    assert (row.source, row.version) == (f"{url}@v1.0.0", "1.0.0")
    found = look_for_update(row)
    assert (found.latest, found.target) == ("v1.1.0", f"{url}@v1.1.0")
    installed(found.target, config, stores)
    row = record.all()["thing-pack"]
    assert row.version == "1.1.0"
    assert look_for_update(row).target is None

    installed(url, config, stores)
    row = record.all()["thing-pack"]
    assert look_for_update(row).target is None
    (repository / "more.txt").write_text("x")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "more")
    assert look_for_update(row).target == url
    assert not (tmp_path / "installed" / "thing-pack" / ".git").exists()

    # To mend it leaves where it came from as it was.
    install(plan_install("thing-pack", config, stores), stores)
    assert record.all()["thing-pack"].source == url


def test_a_folder_and_things_that_do_not_tell(package, config, stores, tmp_path):
    folder = package()
    installed_row = Installed(name="thing-pack", kind="copy", source=str(folder), version="1.2.0")
    assert look_for_update(installed_row).target is None
    package(version="1.3.0")
    assert look_for_update(installed_row).target == str(folder)
    for row, said in (
        (Installed(name="a", kind="copy", source=str(tmp_path / "gone")), "is gone"),
        (Installed(name="a", kind="copy", source="a.zip"), "before it is fetched"),
        (Installed(name="a", kind="in_place", source=str(folder)), "not copied"),
        (Installed(name="a", kind="copy", source=f"file://{tmp_path}/nothing"), "no git repository"),
    ):
        assert said in look_for_update(row).reason


def test_pip_tells_what_is_newer():
    def pip(arguments):
        report = {"install": [{"metadata": {"name": "pytest", "version": "99.0"}}]}
        return subprocess.CompletedProcess(arguments, 0, json.dumps(report), "")

    def silent(arguments):
        return subprocess.CompletedProcess(arguments, 1, "", "ERROR: no network")

    row = Installed(name="pytest", kind="pip", source="pytest")
    assert look_for_update(row, pip).target == "pytest==99.0"
    assert "no network" in look_for_update(row, silent).reason


def test_searching_in_indexes(tmp_path, asking):
    own = tmp_path / "index.json"
    offered = [{"name": "tea_timer", "description": "Times tea", "source": "https://x/timer", "version": "2"}, {}, 5]
    own.write_text(json.dumps(offered))
    both = (str(own), f"{asking}/index?q={{query}}")
    assert [p.name for p in search("tea", both)] == ["jarvis-command-tea", "tea_timer"]
    assert [p.source for p in search("Tea TIMER", both)] == ["https://x/timer"]
    assert search("coffee", both) == []
    assert len(search("", both)) == 2
    for index, said in (
        (str(tmp_path / "gone.json"), "can't be read"),
        (f"{asking}/private", "answers 401"),
        ("http://127.0.0.1:9/x", "can't be reached"),
        (str(tmp_path), "can't be read"),
    ):
        with pytest.raises(SearchError, match=said):
            search("tea", [index])


# -- an installation that fails leaves things as they were --


class Pip:
    """Plays pip: what it installs counts as installed."""

    def __init__(self, monkeypatch, present=()):
        self.there = dict(present)
        self.calls = []
        monkeypatch.setattr("ovos_phal_plugin_jarvis.commands.install.pip.version_of", self.there.get)
        monkeypatch.setattr("ovos_phal_plugin_jarvis.commands.install.installer.version_of", self.there.get)

    def __call__(self, arguments):
        self.calls.append(list(arguments))
        for spec in arguments[1:]:
            name, _, version = spec.replace(">=", "==").partition("==")
            if arguments[0] == "install":
                self.there[name] = version or "1.0"
            else:
                self.there.pop(name, None)
        return subprocess.CompletedProcess(arguments, 0, "", "")


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("fails", ["load", "record", "secrets"])
def test_an_install_that_fails_leaves_everything_as_it_was(package, config, stores, tmp_path, monkeypatch, fails):
    pip = Pip(monkeypatch, {"old-helper": "1.0"})
    place = tmp_path / "installed"
    record = InstallRecord(stores.directory)
    install(plan_install(str(package()), config, stores), stores, run=pip)
    before, rows = tree(place), record.all()

    wanted = "packages: [{name: new-helper}, {name: old-helper, version: '>=2.0'}]\nsecrets: [{key: NEW}]"
    newer = package(version="2.0.0", manifest=wanted, top="import nothing_at_all" if fails == "load" else "")
    if fails == "record":
        monkeypatch.setattr(InstallRecord, "put", refuse)
    if fails == "secrets":
        monkeypatch.setattr(type(stores.secrets), "seed", refuse)
    with pytest.raises((InstallError, RuntimeError)):
        install(plan_install(str(newer), config, stores), stores, run=pip)
    monkeypatch.undo()
    assert pip.there == {"old-helper": "1.0"}
    assert tree(place) == before
    assert record.all() == rows
    assert [row.key for row in stores.secrets.all("integration")] == []
    assert [p.name for p in place.iterdir()] == ["thing-pack"]


def refuse(*args):
    raise RuntimeError("the disk is gone")


def test_links_inside_a_package_are_followed(package, config, stores, tmp_path):
    folder = package()
    (folder / "shared").mkdir()
    (folder / "shared" / "words.txt").write_text("tea")
    (folder / "words.txt").symlink_to("shared/words.txt")
    (folder / "commands" / "thing" / "shared").symlink_to("../../shared")
    install(plan_install(str(folder), config, stores), stores)
    place = tmp_path / "installed" / "thing-pack"
    assert (place / "words.txt").read_text() == (place / "commands/thing/shared/words.txt").read_text() == "tea"
    assert not any(p.is_symlink() for p in place.rglob("*"))


def test_what_is_to_be_done_next_is_told(package, config, stores):
    more = (
        "@property\ndef authentication(self):\n"
        "    from jarvis_command_sdk import AuthenticationConfig\n"
        "    return AuthenticationConfig('oauth', 'acme', 'Acme', 'id', ['access_token'])\n"
        "def init_data(self):\n    return {'status': 'success'}\n"
    )
    folder = package(manifest="secrets: [{key: KEY}, {key: MAYBE, required: false}]", more=more)
    result = install(plan_install(str(folder), config, stores), stores)
    assert result.steps == (
        "ovos-jarvis secrets set KEY",
        "ovos-jarvis auth login acme",
        "ovos-jarvis commands init get_thing",
    )
    stores.secrets.set("KEY", "x", "integration")
    again = install(plan_install(str(folder), config, stores), stores)
    assert "ovos-jarvis secrets set KEY" not in again.steps


def test_damaged_and_hostile_archives_are_told_in_one_line(tmp_path, monkeypatch):
    def damaged(name, mode):
        archive = tmp_path / name
        with tarfile.open(archive, mode) as content:
            member = tarfile.TarInfo("pack/command.py")
            member.size = 100_000
            content.addfile(member, io.BytesIO(os.urandom(member.size)))
        return spoil(archive)

    def spoil(archive):
        raw = bytearray(archive.read_bytes())
        raw[len(raw) // 2] ^= 0xFF
        archive.write_bytes(raw)
        return archive

    squeezed = tmp_path / "squeezed.zip"
    with zipfile.ZipFile(squeezed, "w", zipfile.ZIP_DEFLATED) as content:
        content.writestr("pack/command.py", os.urandom(100_000))
    named = tmp_path / "named.tar"
    with tarfile.open(named, "w") as content:
        member = tarfile.TarInfo("x")
        member.pax_headers = {"path": "pack/a\0b"}
        content.addfile(member)
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 40_000_000
    greedy = tmp_path / "greedy.tar.gz"
    with gzip.open(greedy, "wb", 1) as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT) + bytes(header.size))
    monkeypatch.setattr(sources, "_MAX_TAR_BYTES", 10_000_000)
    many = tmp_path / "many.zip"
    with zipfile.ZipFile(many, "w") as content:
        for number in range(30):
            content.writestr(f"{number}", "")
    monkeypatch.setattr(sources, "_MAX_FILES", 20)
    for archive, said in (
        (damaged("a.tar.gz", "w:gz"), "can be unpacked"),
        (damaged("a.tar.xz", "w:xz"), "can be unpacked"),
        (spoil(squeezed), "can be unpacked"),
        (named, "a name that none can have"),
        (greedy, "unpacks to more than"),
        (many, "more than 20 files"),
    ):
        with pytest.raises(SourceError, match=said), fetched(str(archive)):
            pass


@pytest.mark.parametrize("target", ["http://[x/y", "git+http://[", "file://[/x.zip"])
def test_what_is_no_address_is_told(target):
    with pytest.raises(SourceError, match="is no address"), fetched(target):
        pass


def test_a_home_that_nobody_has_is_no_crash(config, stores):
    with pytest.raises(SourceError, match="there is no file"), fetched("~nobody-of-that-name/x.zip"):
        pass
    with pytest.raises(InstallError, match="no file or folder"):
        plan_install("~nobody-of-that-name/x", config, stores)


def test_no_password_is_kept_of_an_ssh_address():
    assert without_password("ssh://git:hunter2@host/x") == "ssh://git@host/x"
    assert without_password("ssh://git@host/x") == "ssh://git@host/x"
