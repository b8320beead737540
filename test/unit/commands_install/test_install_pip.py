"""pip packages: merged, installed once, recorded, removed; and pip's failures in one line each."""

from __future__ import annotations

import json
import subprocess
import venv
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import Requirement

from ovos_phal_plugin_jarvis.commands.install.pip import (
    MissingPackagesError,
    PipError,
    ensure_packages,
    install_packages,
    merge,
    missing,
    parse_requirement,
    write_requirements,
)
from ovos_phal_plugin_jarvis.sdk import JarvisPackage

NAMES = st.sampled_from(["httpx", "HTTPX", "pydantic", "my_pkg", "my-pkg", "My.Pkg"])
VERSIONS = st.sampled_from(["", ">=1.0", "<3", "==2.0.1", "!=2.1", "~=1.4"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(NAMES, VERSIONS).map("".join), max_size=6))
def test_merging_asks_for_all_that_was_asked(specs):
    merged = [Requirement(line) for line in merge(specs)]
    names = [requirement.name.lower().replace("_", "-").replace(".", "-") for requirement in merged]
    assert len(set(names)) == len(names), "pip refuses a file that names a package twice"
    for version in ("0.9", "1.4", "1.5", "2.0.1", "2.1", "2.9", "3.1"):
        for name in names:
            asked = [
                Requirement(s) for s in specs if Requirement(s).name.lower().replace("_", "-").replace(".", "-") == name
            ]
            fits = all(requirement.specifier.contains(version) for requirement in asked)
            assert merged[names.index(name)].specifier.contains(version) == fits
    assert merge(merge(specs)) == merge(specs)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_requirement_or_one_line_of_error(text):
    try:
        assert parse_requirement(text).name
    except PipError as error:
        assert len(str(error).splitlines()) == 1 or "\n" in text


def test_missing_knows_what_is_there():
    assert missing(
        ["pydantic>=2", "pydantic>=999", "no-such-thing-here", "no-such-thing-here", "x; python_version<'3'"]
    ) == [
        "pydantic>=999",
        "no-such-thing-here",
    ]


class Command:
    command_name = "weather"
    required_packages = [JarvisPackage("no-such-thing-here", ">=1")]


def test_a_missing_package_names_the_command_that_installs_it():
    with pytest.raises(MissingPackagesError, match=r"weather needs .*no-such-thing-here>=1.*commands install weather"):
        ensure_packages(Command(), False)  # type: ignore[arg-type]


def test_nothing_is_run_where_nothing_is_missing():
    class Content(Command):
        required_packages = [JarvisPackage("pydantic", ">=2")]

    def run(arguments):
        raise AssertionError(arguments)

    assert ensure_packages(Content(), True, run=run) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("ERROR: Could not find a version that satisfies the requirement nope (from versions: none)\n"
         "ERROR: No matching distribution found for nope", "finds no package called nope: check the spelling"),
        ("ERROR: Could not find a version that satisfies the requirement six==99 (from versions: 1.15, 1.16)\n"
         "ERROR: No matching distribution found for six==99", "no version that fits six==99; there are: 1.15, 1.16"),
        ("ERROR: Cannot install a and b\nERROR: ResolutionImpossible: for help", "versions exclude each other"),
        ("error: externally-managed-environment\n× This environment is", "virtual environment"),
        ("WARNING: Retrying after NewConnectionError(': Failed to establish')\nERROR: Max retries exceeded",
         "cannot reach the package index"),
        ("building\nERROR: Failed to build wheel", "could not install nope-nope: ERROR: Failed to build wheel"),
    ],
)  # fmt: skip
def test_what_pip_says_becomes_one_line(output, said):
    def run(arguments):
        return subprocess.CompletedProcess(arguments, 1, "", output)

    with pytest.raises(PipError, match=said) as failure:
        install_packages(["nope-nope"], run=run)
    assert "\n" not in str(failure.value)


def test_the_requirements_file(tmp_path):
    path = tmp_path / "custom-requirements.txt"
    write_requirements(path, ["b>=1", "a", "B<2"])
    assert path.read_text().splitlines()[1:] == ["a", "b<2,>=1"]


def make_wheel(folder: Path, name: str, version: str, files: dict[str, str], entry_points: str = "") -> None:
    """A wheel by hand, so that real pip has something to install without a network."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    content = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if entry_points:
        content[f"{info}/entry_points.txt"] = entry_points
    content[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*content, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in content.items():
            wheel.writestr(path, text)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A virtual environment that sees everything this one has; pip installs into it and finds wheels in a folder."""
    base = tmp_path_factory.mktemp("env")
    venv.create(base / "venv", with_pip=False, symlinks=True)
    site = next((base / "venv" / "lib").glob("python3*/site-packages"))
    # `addsitedir`, not a plain path: this project itself may be installed through a .pth file.
    (site / "outer.pth").write_text(f"import site; site.addsitedir({_site_packages()!r})\n")
    return base


def _site_packages() -> str:
    import pydantic

    return str(Path(pydantic.__file__).parent.parent)


@pytest.fixture
def in_environment(environment, tmp_path):
    """Runs the command line there; what it printed as JSON, and its exit status."""
    import os

    def run(*arguments: str):
        settings = {"PHAL": {"ovos-phal-plugin-jarvis": {"commands": {"paths": [str(tmp_path / "installed")]}}}}
        (tmp_path / "config" / "mycroft").mkdir(parents=True, exist_ok=True)
        (tmp_path / "config" / "mycroft" / "mycroft.conf").write_text(json.dumps(settings))
        program = "from ovos_phal_plugin_jarvis.cli.commands import app; app()"
        done = subprocess.run(
            [str(environment / "venv" / "bin" / "python"), "-c", program, *arguments],
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "wheels"),
                 "PIP_EXTRA_INDEX_URL": ""},
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, json.loads(done.stdout)

    return run


def test_packages_are_installed_once_recorded_and_removed(in_environment, package, tmp_path):
    make_wheel(tmp_path / "wheels", "jarvis_test_dep", "1.5", {"jarvis_test_dep.py": "VALUE = 7"})
    needs = '@property\ndef required_packages(self):\n    return [JarvisPackage("jarvis-test-dep", ">=1.0")]'
    folder = package(
        top="import jarvis_test_dep",
        more=needs,
        manifest="packages: [{name: jarvis-test-dep, version: '<2'}]",
    )
    status, told = in_environment("install", str(folder), "--yes", "--json")
    assert status == 0, told
    assert told["plan"]["missing_packages"] == ["jarvis-test-dep<2,>=1.0"]
    assert told["commands"] == ["get_thing"] and told["packages"] == ["jarvis-test-dep"]
    requirements = tmp_path / "data" / "ovos-jarvis" / "custom-requirements.txt"
    assert requirements.read_text().splitlines()[1:] == ["jarvis-test-dep<2,>=1.0"]
    status, told = in_environment("install", "get_thing", "--yes", "--json")
    assert status == 0 and told["plan"]["missing_packages"] == [] and told["packages"] == []
    status, told = in_environment("remove", "thing-pack", "--json")
    assert status == 0 and told["packages"] == ["jarvis-test-dep"]
    assert requirements.read_text().splitlines()[1:] == []
    status, told = in_environment("list", "--json")
    assert told["services"] == [] and told["failed"] == {}


def test_a_pip_package_with_commands(in_environment, command_source, tmp_path):
    secret = 'JarvisSecret("DIST_KEY", "Key", "integration", "string")'
    make_wheel(
        tmp_path / "wheels", "jarvis_test_dist", "0.3", {"jarvis_test_dist.py": command_source("from_dist",
        required=secret)}, "[jarvis.command]\nfrom_dist = jarvis_test_dist:FromDist\n",
    )  # fmt: skip
    status, told = in_environment("install", "jarvis-test-dist", "--yes", "--json")
    assert status == 0, told
    assert told["commands"] == ["from_dist"] and told["secrets"] == ["DIST_KEY"]
    status, told = in_environment("list", "--json")
    assert [c["name"] for group in told["services"] for c in group["commands"]] == ["from_dist"]
    status, told = in_environment("remove", "from_dist", "--json")
    assert (status, told["packages"]) == (0, ["jarvis-test-dist"])


def test_a_pip_name_that_does_not_exist(in_environment):
    status, told = in_environment("install", "no-such-thing-here", "--yes", "--json")
    assert status == 1
    assert told["error"] == (
        "no-such-thing-here: pip finds no package called no-such-thing-here: check the spelling, or give a path instead"
    )


def test_a_pip_package_without_commands_is_taken_away_again(in_environment, tmp_path):
    make_wheel(tmp_path / "wheels", "jarvis_test_plain", "1.0", {"jarvis_test_plain.py": ""})
    status, told = in_environment("install", "jarvis-test-plain", "--yes", "--json")
    assert status == 1 and "has no Jarvis command" in told["error"]
    status, told = in_environment("install", "jarvis-test-plain", "--dry-run", "--json")
    assert told["missing_packages"] == ["jarvis-test-plain"]
