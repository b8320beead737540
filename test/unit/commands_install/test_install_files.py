"""Installing, mending, upgrading and removing packages that need no pip."""

from __future__ import annotations

import json

import pytest

from ovos_phal_plugin_jarvis.commands.install.installer import InstallError, install, plan_install, remove
from ovos_phal_plugin_jarvis.commands.install.record import InstallRecord
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands

SECRETS = """
@property
def all_possible_secrets(self):
    return [*self.required_secrets, JarvisSecret("THING_" + "PORT", "Port", "integration", "int", required=False)]
"""
REQUIRED = 'JarvisSecret("THING_KEY", "Its key", "integration", "string")'


def put(target, config, stores):
    return install(plan_install(str(target), config, stores), stores)


def names(config) -> list[str]:
    found = find_commands(config, points=())
    found.close()
    return [command.name for command in found.commands]


def test_a_package_is_copied_seeded_and_found(package, config, stores, tmp_path):
    folder = package(
        required=REQUIRED,
        more=SECRETS,
        manifest="secrets: [{key: THING_URL, scope: user, description: u}]",
    )
    (folder / "helper_pkg").mkdir()
    (folder / "helper_pkg" / "data.json").write_text("{}")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / "__pycache__").mkdir()
    result = put(folder, config, stores)
    assert result.commands == ("get_thing",) and result.failed == {} and result.packages == ()
    assert sorted(result.secrets) == ["THING_KEY", "THING_PORT", "THING_URL"]
    assert names(config) == ["get_thing"]
    copied = tmp_path / "installed" / "thing-pack"
    assert (copied / "helper_pkg" / "data.json").read_text() == "{}"
    assert not (copied / ".git").exists() and not list(copied.rglob("__pycache__"))
    assert [p.name for p in copied.parent.iterdir()] == ["thing-pack"], "nothing of the staging is left"
    assert {row.key: row.value_type for row in stores.secrets.all("integration")} == {
        "THING_KEY": "string",
        "THING_PORT": "int",
    }


def test_values_survive_an_upgrade_and_removing(package, config, stores, tmp_path):
    put(package(required=REQUIRED), config, stores)
    stores.secrets.set("THING_KEY", "value", "integration")
    stores.data.save("get_thing", "k", {"n": 1})
    folder = package(required=REQUIRED, version="2.0", name="thing-pack")
    (folder / "old_name.py").write_text("")
    plan = plan_install(str(folder), config, stores)
    assert plan.replaces == "1.2.0"
    assert install(plan, stores).secrets == ()
    assert stores.secrets.get("THING_KEY", "integration") == "value"
    result = remove("get_thing", stores)
    assert (result.name, result.commands, result.purged, result.left) == (
        "thing-pack",
        ("get_thing",),
        (),
        None,
    )
    assert names(config) == [] and list((tmp_path / "installed").iterdir()) == []
    assert stores.secrets.get("THING_KEY", "integration") == "value"
    assert stores.data.get("get_thing", "k") == {"n": 1}
    with pytest.raises(InstallError, match="'get_thing' was not installed by ovos-jarvis; installed: nothing"):
        remove("get_thing", stores)


def test_purge_deletes_secrets_that_nothing_else_needs(package, config, stores, command_source):
    own = REQUIRED.replace("THING_KEY", "OWN")
    put(package("one", required=f"{REQUIRED}, {own}"), config, stores)
    put(package("two", files={"command.py": command_source("other", required=REQUIRED)}), config, stores)
    stores.secrets.set("OWN", "v", "integration")
    assert remove("one", stores, purge=True).purged == ("OWN",)
    assert [row.key for row in stores.secrets.all("integration")] == ["THING_KEY"]


def test_a_single_file_and_a_folder_without_manifest(config, stores, tmp_path, command_source):
    (tmp_path / "alone.py").write_text(command_source("alone"))
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "command.py").write_text(command_source("plain_one", top="from plain_helper import VALUE"))
    (plain / "plain_helper.py").write_text("VALUE = 1")
    assert put(tmp_path / "alone.py", config, stores).commands == ("alone",)
    assert put(plain, config, stores).commands == ("plain_one",)
    assert sorted(names(config)) == ["alone", "plain_one"]
    assert sorted(p.name for p in (tmp_path / "installed").iterdir()) == ["alone.py", "plain"]
    remove("alone", stores)
    assert names(config) == ["plain_one"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"more": "def command_name(self):\n    return 'x'"}, "command_name is a method; write @property"),
        ({"more": "def generate_prompt_examples(self):\n    return None"}, "return a list of CommandExample"),
        (
            {"required": 'JarvisSecret("K", "d", "planet", "string")'},
            "Scope must be integration or user for K",
        ),
        ({"top": "raise RuntimeError('no')"}, "RuntimeError: no"),
        ({"top": "import jarvis_no_such_module"}, "jarvis_no_such_module"),
    ],
)
def test_a_package_without_a_usable_command_changes_nothing(package, config, stores, tmp_path, change, said):
    with pytest.raises(InstallError, match=said) as refused:
        put(package(**change), config, stores)
    assert "thing-pack" in str(refused.value) or "get_thing" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert list((tmp_path / "installed").iterdir()) == []
    assert InstallRecord(stores.directory).all() == {}
    assert stores.secrets.all("integration") == []


def test_a_broken_upgrade_keeps_what_was_there(package, config, stores, tmp_path):
    put(package(), config, stores)
    with pytest.raises(InstallError):
        put(package(version="2.0", top="1/0"), config, stores)
    assert names(config) == ["get_thing"]
    assert InstallRecord(stores.directory).all()["thing-pack"].version == "1.2.0"
    assert [p.name for p in (tmp_path / "installed").iterdir()] == ["thing-pack"]


def test_one_broken_command_does_not_take_the_other_down(package, config, stores, command_source):
    folder = package(
        files={
            "commands/good/command.py": command_source("good"),
            "commands/bad/command.py": command_source("bad", more="def description(self):\n    return 'x'"),
        }
    )
    result = put(folder, config, stores)
    assert result.commands == ("good",)
    assert list(result.failed) == ["bad"] and "description" in result.failed["bad"]


def test_something_installed_is_mended_by_its_name(package, config, stores, tmp_path):
    folder = package(required=REQUIRED)
    put(folder, config, stores)
    stores.secrets.delete("THING_KEY", "integration")
    plan = plan_install("get_thing", config, stores)
    assert plan.kind == "in_place"
    assert install(plan, stores).secrets == ("THING_KEY",)
    row = InstallRecord(stores.directory).all()["thing-pack"]
    assert (row.kind, row.source) == ("copy", str(folder))
    remove("thing-pack", stores)
    assert not (tmp_path / "installed" / "thing-pack").exists()


def test_what_lies_in_place_already_stays_there(config, stores, tmp_path, command_source):
    place = tmp_path / "installed" / "mine"
    place.mkdir(parents=True)
    (place / "command.py").write_text(command_source("mine", required=REQUIRED))
    result = put(place, config, stores)
    assert result.commands == ("mine",) and result.secrets == ("THING_KEY",)
    assert remove("mine", stores).left == str(place)
    assert (place / "command.py").exists()


def test_a_damaged_record_is_set_aside(package, config, stores, log_lines):
    put(package(), config, stores)
    path = stores.directory / "installed.json"
    path.write_text("[{]")
    assert InstallRecord(stores.directory).all() == {}
    assert any("installed.json is damaged" in line for line in log_lines)
    assert [p.read_text() for p in stores.directory.glob("installed.json.corrupt-*")] == ["[{]"]


def test_the_record_is_plain_json(package, config, stores):
    put(package(), config, stores)
    (row,) = json.loads((stores.directory / "installed.json").read_text())
    assert row["name"] == "thing-pack" and row["commands"] == ["get_thing"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "@property\ndef required_packages(self):\n    return ['httpx']",
            "required_packages raised AttributeError",
        ),
        (
            "@property\ndef required_packages(self):\n    return [JarvisPackage(5)]",
            "required_packages holds 5",
        ),
        (
            "@property\ndef required_packages(self):\n    return [JarvisPackage('a b')]",
            "'a b' is no pip requirement",
        ),
    ],
)
def test_packages_that_are_none_are_named(package, config, stores, tmp_path, more, said):
    with pytest.raises(InstallError, match=said) as refused:
        put(package(more=more), config, stores)
    assert "thing-pack" in str(refused.value)
    assert not (tmp_path / "installed").exists() or list((tmp_path / "installed").iterdir()) == []


def test_a_secret_of_an_unknown_type_from_another_sdk(package, config, stores, tmp_path):
    shape = "class Odd:\n    key, scope, value_type, required = 'K', 'user', 'float', True\n"
    with pytest.raises(InstallError, match="get_thing: the secret 'K' has the value type 'float'; use one of string"):
        put(package(top=shape, required="Odd()"), config, stores)
    assert list((tmp_path / "installed").iterdir()) == []
