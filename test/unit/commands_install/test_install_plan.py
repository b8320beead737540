"""What a plan says, and what it refuses, before any foreign code has run."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, install, plan_install

SECRET = 'JarvisSecret("THING_KEY", "Its key", "integration", "string", friendly_name="Key")'
MANIFEST_PARTS = """
packages:
  - name: pydantic
    version: ">=2"
  - {name: no-such-thing-here, version: "1.0"}
secrets:
  - {key: THING_URL, scope: integration, value_type: string, description: Its address, required: false}
components:
  - {type: command, name: thing, path: commands/thing/command.py}
  - {type: device_manager, name: watcher, path: managers/watcher/manager.py}
"""


def test_a_plan_tells_everything_and_runs_nothing(package, config, stores, tmp_path):
    trap = f"from pathlib import Path; Path({str(tmp_path / 'ran')!r}).touch()"
    more = '@property\ndef required_packages(self):\n    return [JarvisPackage("httpx-not-there", ">=0.25")]'
    folder = package(manifest=MANIFEST_PARTS, top=trap, required=SECRET, more=more)
    stores.secrets.set("THING_KEY", "x", "integration")
    plan = plan_install(str(folder), config, stores)
    assert not (tmp_path / "ran").exists()
    assert (plan.name, plan.kind, plan.version, plan.display_name) == (
        "thing-pack", "copy", "1.2.0", "The thing-pack",
    )  # fmt: skip
    assert plan.destination == str(tmp_path / "installed" / "thing-pack")
    assert plan.commands == ("get_thing",)
    assert plan.packages == ("httpx-not-there>=0.25", "no-such-thing-here==1.0", "pydantic>=2")
    assert plan.missing_packages == ("httpx-not-there>=0.25", "no-such-thing-here==1.0")
    assert {(s.key, s.required, s.is_new) for s in plan.secrets} == {
        ("THING_KEY", True, False),
        ("THING_URL", False, True),
    }
    assert [(c.name, c.runs) for c in plan.components] == [("thing", True), ("watcher", False)]
    assert "device_manager" in (plan.components[1].reason or "")
    assert "manifest" not in plan.to_dict()
    assert not (tmp_path / "installed").exists()


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("platforms: [plan9]", "'thing-pack' is for plan9"),
        ("min_sdk_version: '99.0'", "needs version 99.0 of the SDK.*upgrade"),
        ("min_sdk_version: soon", "min_sdk_version 'soon' is no version"),
        ("secrets: [{key: K, scope: []}]", "scope"),
        ("packages: [{name: '--index-url=http://x'}]", "bare name"),
        ("components: [{type: command, name: t, path: ../out.py}]", "inside the package"),
        ("components: [{type: command, name: t, path: nothing.py}]", "'thing-pack'.*no file 'nothing.py'"),
        ("version: []", "'version'"),
    ],
)
def test_a_manifest_that_does_not_fit_here(package, config, stores, manifest, said):
    folder = package(manifest=manifest)
    with pytest.raises(InstallError, match=said):
        plan_install(str(folder), config, stores)


def test_a_min_sdk_version_that_is_met(package, config, stores):
    assert plan_install(str(package(manifest="min_sdk_version: 0.4.2")), config, stores).name == "thing-pack"


def test_links_that_lead_out_and_special_files(package, config, stores, tmp_path):
    import os

    (tmp_path / "private.txt").write_text("mine")
    folder = package()
    link = folder / "data.txt"
    link.symlink_to(tmp_path / "private.txt")
    with pytest.raises(InstallError, match=r"'thing-pack': data.txt is a link that leads out"):
        plan_install(str(folder), config, stores)
    link.unlink()
    link.symlink_to(folder / "nothing.txt")
    with pytest.raises(InstallError, match="is a link to no file"):
        plan_install(str(folder), config, stores)
    link.unlink()
    link.symlink_to(folder)
    with pytest.raises(InstallError, match="is a link to a folder that it stands in"):
        plan_install(str(folder), config, stores)
    link.unlink()
    os.mkfifo(link)
    with pytest.raises(InstallError, match="no ordinary file"):
        plan_install(str(folder), config, stores)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("./nowhere", "no file or folder ./nowhere"),
        ("nowhere.py", "no file or folder nowhere.py"),
        ("not a name!", "neither a file or folder nor the name of a pip package"),
        ("name @ http://example.org/x.whl", "there is no file or folder name @"),
    ],
)
def test_targets_that_are_nothing(config, stores, target, said):
    with pytest.raises(InstallError, match=said):
        plan_install(target, config, stores)


def test_a_folder_or_file_without_a_command(config, stores, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(InstallError, match=r"holds no jarvis_package.yaml and no command.py"):
        plan_install(str(tmp_path / "empty"), config, stores)
    with pytest.raises(InstallError, match="no Python file"):
        plan_install(str(tmp_path / "notes.txt"), config, stores)


def test_a_place_that_somebody_else_uses(package, config, stores, tmp_path):
    (tmp_path / "installed" / "thing-pack").mkdir(parents=True)
    with pytest.raises(InstallError, match="was not installed by ovos-jarvis: remove it first"):
        plan_install(str(package()), config, stores)


def test_a_command_that_another_package_has(package, config, stores):
    install(plan_install(str(package("first")), config, stores), stores)
    with pytest.raises(InstallError, match=r"brings the command 'get_thing', which 'first' has already"):
        plan_install(str(package("second")), config, stores)


def test_no_place_to_install_to(package, stores, tmp_path, command_source):
    from ovos_phal_plugin_jarvis.config import CommandsConfig

    with pytest.raises(InstallError, match="commands.paths is empty"):
        plan_install(str(package()), CommandsConfig(paths=()), stores)
    single = tmp_path / "one.py"
    single.write_text(command_source("other"))
    with pytest.raises(InstallError, match="is itself a command"):
        plan_install(str(package()), CommandsConfig(paths=(str(single),)), stores)


def test_what_cannot_be_read_statically_is_noted(package, config, stores):
    folder = package(files={"command.py": "def broken(:\n"})
    assert plan_install(str(folder), config, stores).notes == ("command.py: line 1: invalid syntax",)
