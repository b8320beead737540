"""Manifests: what is read, and what each mistake is told."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.commands.loading.manifest import (
    Component,
    Manifest,
    ManifestError,
    find_manifest,
    load_manifest,
    resolve_component,
)

MINIMAL = {"name": "weather", "description": "Weather", "version": "1.0"}


@pytest.fixture
def load(write):
    def load_content(content):
        text = content if isinstance(content, str) else yaml.safe_dump(content)
        return load_manifest(write("weather/jarvis_package.yaml", text))

    return load_content


def test_a_whole_manifest(load):
    manifest = load(
        {
            **MINIMAL,
            "schema_version": 1,
            "display_name": "Weather!",
            "author": {"github": "me"},
            "license": "MIT",
            "categories": ["info"],
            "platforms": ["linux"],
            "keywords": ["rain"],
            "min_sdk_version": 0.3,
            "components": [{"type": "command", "name": "w", "path": "commands/w/command.py"}],
            "packages": [
                {"name": "httpx"},
                {"name": "pydantic", "version": ">=2"},
                {"name": "x", "version": 1.5},
            ],
            "secrets": [{"key": "K", "scope": "user", "value_type": "int", "description": "d", "is_sensitive": False}],
            "something_newer": ["x"],
        }
    )
    assert manifest.author.github == "me"
    assert manifest.min_sdk_version == "0.3"
    assert [p.to_pip_spec() for p in manifest.packages] == ["httpx", "pydantic>=2", "x==1.5"]
    assert (manifest.secrets[0].required, manifest.secrets[0].is_sensitive) == (True, False)


def test_the_least_a_manifest_needs(load):
    assert load(MINIMAL).components == ()
    assert load("name: weather\ndescription: d\nversion: 2.0\ncomponents:\nsecrets:\nauthor:\n").version == "2.0"


@pytest.mark.parametrize("field", ["name", "description"])
def test_a_missing_field_is_named(load, field):
    with pytest.raises(ManifestError, match=f"^weather/jarvis_package.yaml: the field '{field}' is missing$"):
        load({k: v for k, v in MINIMAL.items() if k != field})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": 5}, "'name'"),
        ({"name": "../x"}, "'name'"),
        ({"schema_version": 2}, "'schema_version'"),
        ({"components": "command.py"}, "'components'"),
        ({"components": [{"type": "command", "name": "w"}]}, r"the field 'components\[0\].path' is missing"),
        (
            {"components": [{"type": "command", "name": "w", "path": "/etc/x.py"}]},
            "must lie inside the package",
        ),
        (
            {"components": [{"type": "command", "name": "w", "path": "../x.py"}]},
            "must lie inside the package",
        ),
        ({"components": [{"type": "command", "name": "w", "path": "a\\..\\..\\x.py"}]}, "must lie inside"),
        (
            {"components": [{"type": "command", "name": "w", "path": "C:/x.py"}]},
            "must lie inside the package",
        ),
        ({"secrets": [{"scope": "user"}]}, r"the field 'secrets\[0\].key' is missing"),
        ({"secrets": [{"key": "K", "scope": 5}]}, r"'secrets\[0\].scope'"),
        ({"packages": [7]}, r"'packages\[0\]'"),
        ({"packages": ["git+https://x/y"]}, r"'packages\[0\]'"),
        ({"packages": ["--index-url=http://evil"]}, r"'packages\[0\]'"),
        ({"post_install": ["rm -rf /"]}, r"'post_install\[0\]'"),
        ({"packages": [{"name": "--index-url=http://evil"}]}, "bare name of a pip package"),
        ({"packages": [{"name": "git+https://x/y"}]}, "bare name of a pip package"),
        ({"platforms": {"linux": True}}, "'platforms'"),
    ],
)
def test_a_wrong_field_is_named_with_what_is_expected(load, change, message):
    with pytest.raises(ManifestError, match=message) as caught:
        load({**MINIMAL, **change})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("weather/jarvis_package.yaml: ")


@pytest.mark.parametrize(
    ("change", "read", "note"),
    [
        ({}, lambda m: m.version == "1.0" and m.schema_version == 1, None),
        ({"version": None}, lambda m: m.version == "0.1.0", None),
        ({"version": 2}, lambda m: m.version == "2", None),
        ({"schema_version": "1.0"}, lambda m: m.schema_version == 1, None),
        ({"schema_version": None, "license": None, "display_name": None}, lambda m: m.license == "", None),
        ({"author": "me"}, lambda m: m.author.github == "me", None),
        ({"categories": None, "keywords": None, "packages": None, "secrets": None}, lambda m: m.secrets == (), None),
        ({"platforms": "linux"}, lambda m: m.platforms == ("linux",), "'platforms' is a text"),
        ({"packages": ["httpx>=0.2", "x"]}, lambda m: m.packages[0].to_pip_spec() == "httpx>=0.2", "'name: httpx'"),
        ({"packages": "httpx"}, lambda m: m.packages[0].name == "httpx", "'name: httpx'"),
        ({"secrets": ["K"]}, lambda m: m.secrets[0].required and m.secrets[0].scope == "integration", "'key: K'"),
        ({"secrets": [{"key": "K", "scope": "node"}]}, lambda m: m.secrets[0].scope == "integration", "scope 'node'"),
        ({"secrets": [{"key": "K", "value_type": "float"}]}, lambda m: m.secrets[0].value_type == "string", "'float'"),
        ({"apt_packages": ["mpv"], "post_install": None}, lambda m: m.apt_packages == ("mpv",), None),
        ({"authentication": None, "homepage": "", "min_jarvis_version": "0.9.0", "new": [1]}, lambda m: True, None),
    ],
)
def test_what_older_manifests_write_is_read_with_a_word_on_it(load, change, read, note):
    manifest = load({**MINIMAL, **change})
    assert read(manifest)
    assert (note is None) == (manifest.notes == ())
    assert note is None or note in manifest.notes[0]


@pytest.mark.parametrize(
    ("platforms", "fits"),
    [([], True), (["Linux"], True), (["darwin", "LINUX "], True), (["darwin"], False), (["win32", "windows"], False)],
)
def test_platforms_are_compared_as_the_original_does(load, monkeypatch, platforms, fits):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.system", lambda: "Linux")
    assert load({**MINIMAL, "platforms": platforms}).fits_here is fits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not nothing"),
        ("- a\n", "not a list"),
        ("name: [", "no valid YAML"),
        ("!!python/object:os.system x", "YAML"),
        ("a: &a [*a]\n", "missing"),
    ],
)
def test_what_is_no_manifest(load, text, message):
    with pytest.raises(ManifestError, match=message):
        load(text)


def test_unreadable_files(write, tmp_path):
    file = write("weather/jarvis_package.yaml", "")
    file.write_bytes(b"name: \xff\xfe")
    with pytest.raises(ManifestError, match="no valid YAML"):
        load_manifest(file)
    with pytest.raises(ManifestError, match="cannot be read"):
        load_manifest(tmp_path / "weather" / "gone.yaml")


def test_the_newer_name_is_preferred(write, tmp_path):
    assert find_manifest(tmp_path) is None
    write("jarvis_command.yaml", "")
    assert find_manifest(tmp_path).name == "jarvis_command.yaml"
    write("jarvis_package.yaml", "")
    assert find_manifest(tmp_path).name == "jarvis_package.yaml"


def test_a_component_is_a_file_of_the_package(write, tmp_path):
    file = write("pkg/commands/w/command.py", "")
    folder = tmp_path / "pkg"
    assert resolve_component(folder, Component(type="command", name="w", path="commands/w/command.py")) == file
    assert resolve_component(folder, Component(type="command", name="w", path="commands/w")) == file
    with pytest.raises(ManifestError, match="component 'w': there is no file 'gone.py'"):
        resolve_component(folder, Component(type="command", name="w", path="gone.py"))


def test_a_link_out_of_the_package_is_refused(write, tmp_path):
    write("outside.py", "")
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "command.py").symlink_to(tmp_path / "outside.py")
    with pytest.raises(ManifestError, match="leads out of the package"):
        resolve_component(tmp_path / "pkg", Component(type="command", name="w", path="command.py"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(Manifest.model_fields)), json_values))
def test_any_content_is_a_manifest_or_an_error_of_one_line(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("manifest") / "jarvis_package.yaml"
    file.write_text(yaml.safe_dump(content))
    try:
        load_manifest(file)
    except ManifestError as error:
        assert "\n" not in str(error)


def bomb():
    """Ten lines that stand for a billion values."""
    lines = ["a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"{to}: &{to} [{', '.join([f'*{of}'] * 9)}]" for of, to in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "license: !!bool maybe",
        "version: !!timestamp foo",
        "version: !!int ''",
        f"license: 0x{'f' * 6000}",
        "name: &n [*n]",
        f"{bomb()}\nlicense: *i",
        f"{bomb()}\nsecrets: [{{key: *i, scope: odd}}]",
    ],
)
def test_what_only_the_reader_of_yaml_stumbles_over_is_one_clear_error_too(load, text):
    with pytest.raises(ManifestError, match=r"^weather/jarvis_package\.yaml: ") as refused:
        load(f"description: d\n{'' if 'name:' in text else 'name: weather'}\n{text}\n")
    assert len(str(refused.value)) < 500


def test_a_path_that_is_too_long_to_be_one(tmp_path):
    with pytest.raises(ManifestError, match="its path can't be read"):
        resolve_component(tmp_path, Component(type="command", name="x", path="a" * 5000))
