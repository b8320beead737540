"""Finding providers: order, names, and failures that stay with their cause."""

import sys
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.llm.prompts.factory import (
    PromptProviderFactory,
    UnknownProviderError,
    package_provider_files,
    provider_files,
)

FIXTURES = Path(__file__).parents[2] / "fixtures" / "providers"


def write(folder, name, provider_name, body="return 'x'"):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"class P:\n    name = {provider_name!r}\n    def build_system_prompt(self, *a):\n        {body}\n")
    return file


@pytest.fixture
def loose():
    return PromptProviderFactory([FIXTURES / "loose"])


def test_finds_by_shape_and_keeps_the_reason_of_what_fails(loose):
    assert "ShapedSmallUntrained" in loose.list_providers()
    reasons = {Path(failure.source).name: failure.reason for failure in loose.failures}
    assert reasons == {
        "broken_import.py": "ModuleNotFoundError: No module named 'a_module_that_nobody_has'",
        "broken_constructor.py": "RuntimeError: no licence key",
    }
    with pytest.raises(UnknownProviderError, match="no licence key"):
        loose.create_provider("BrokenProvider")


def test_names_are_compared_without_case_and_the_first_wins(loose):
    assert loose.create_provider("QWEN25mediumUNTRAINED").build_system_prompt({}, None, []) == "Not Qwen."
    assert [name.casefold() for name in loose.list_providers()].count("qwen25mediumuntrained") == 1
    assert type(loose.create_provider(" shapedsmalluntrained ")).__name__ == "Shaped"


def test_each_creation_is_a_new_object(loose):
    assert loose.create_provider("ShapedSmallUntrained") is not loose.create_provider("ShapedSmallUntrained")


def test_info_says_where_each_comes_from(loose):
    info = {entry.name: entry for entry in loose.provider_info()}
    assert info["ShapedSmallUntrained"].source.endswith("shaped.py")
    assert info["Gemma2MediumUntrained"].source == "built-in"
    assert info["Gemma2MediumUntrained"].capabilities["model_family"] == "gemma"


def test_looks_in_folders_of_providers(tmp_path):
    write(tmp_path / "two", "provider.py", "Two")
    write(tmp_path, "three.py", "Three")
    write(tmp_path, "_helper.py", "Helper")
    names = PromptProviderFactory([tmp_path]).list_providers()
    assert {"Two", "Three"} <= set(names) and "Helper" not in names


def test_looks_in_packages_and_folders_of_packages_and_runs_nothing_else_there(tmp_path):
    for place in (tmp_path, tmp_path / "pack"):
        write(place / "prompt_providers" / "one", "provider.py", f"One of {place.name}")
        for file in ("command.py", "commands/x/command.py", "provider.py", "x/provider.py"):
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_text("raise SystemError('was run')\n")
    factory = PromptProviderFactory(packages=[tmp_path])
    assert factory.failures == ()
    assert {f"One of {tmp_path.name}", "One of pack"} <= set(factory.list_providers())


def test_a_folder_that_is_not_there_is_empty(tmp_path):
    nowhere = tmp_path / "nowhere"
    assert provider_files(nowhere) == package_provider_files(nowhere) == []
    assert "Qwen25MediumUntrained" in PromptProviderFactory([nowhere], [nowhere]).list_providers()


def test_two_files_of_one_name_do_not_see_each_other(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.py").write_text(f"WORD = {folder!r}\n")
        (tmp_path / folder / "provider.py").write_text(
            f"from .words import WORD\nclass P:\n    name = 'P{folder}'\n"
            "    def build_system_prompt(self, *a): return WORD\n"
        )
    factory = PromptProviderFactory([tmp_path])
    assert [factory.create_provider(n).build_system_prompt() for n in ("Pa", "Pb")] == ["a", "b"]


def test_a_file_is_read_anew_after_reload(tmp_path):
    write(tmp_path, "p.py", "Before")
    factory = PromptProviderFactory([tmp_path])
    assert "Before" in factory.list_providers()
    write(tmp_path, "p.py", "After--and longer")
    assert "Before" in factory.list_providers()
    factory.reload()
    assert "After--and longer" in factory.list_providers() and "Before" not in factory.list_providers()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n", "no class in it"),
        ("class P:\n    name = ''\n    def build_system_prompt(self): pass\n", "no name"),
        ("class P:\n    name = 7\n    def build_system_prompt(self): pass\n", "no name"),
        (
            "class P:\n    @property\n    def name(self): return 1 / 0\n    def build_system_prompt(self): pass\n",
            "ZeroDiv",
        ),
        ("def f(:\n", "SyntaxError"),
    ],
)
def test_what_is_no_provider_is_left_out_with_the_reason(tmp_path, text, reason):
    (tmp_path / "p.py").write_text(text)
    factory = PromptProviderFactory([tmp_path])
    assert len(factory.failures) == 1 and reason in factory.failures[0].reason
    assert "\n" not in factory.failures[0].reason
    assert "Qwen25MediumUntrained" in factory.list_providers()


def test_a_provider_whose_capabilities_fail_still_serves(tmp_path):
    (tmp_path / "p.py").write_text(
        "class P:\n    name = 'P'\n    def build_system_prompt(self, *a): return 'x'\n"
        "    def get_capabilities(self): raise OSError('no')\n"
    )
    factory = PromptProviderFactory([tmp_path])
    assert factory.provider_info()[0].capabilities == {"provider_name": "P"}
    assert factory.create_provider("p").build_system_prompt() == "x"


def test_a_constructor_that_fails_later_is_an_error_that_says_so(tmp_path):
    (tmp_path / "p.py").write_text(
        "made = []\nclass P:\n    name = 'P'\n    def __init__(self):\n        made.append(1)\n"
        "        if len(made) > 1: raise OSError('once only')\n    def build_system_prompt(self, *a): return 'x'\n"
    )
    with pytest.raises(UnknownProviderError, match="once only"):
        PromptProviderFactory([tmp_path]).create_provider("P")


def test_entry_points_come_first(tmp_path, monkeypatch, request):
    request.addfinalizer(lambda: sys.modules.pop("acme_entry", None))
    site = tmp_path / "site"
    info = site / "acme_prompts-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-prompts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[jarvis.prompt_provider]\nclass = acme_entry:P\nmodule = acme_entry\ngone = acme_gone:P\n"
        "factory = acme_entry:make\ninstance = acme_entry:ready\n"
    )
    (site / "acme_entry.py").write_text(
        "class P:\n    name = 'Qwen3MediumUntrained'\n    def build_system_prompt(self, *a): return 'mine'\n"
        "class Q(P):\n    name = 'Q'\ndef make():\n    made = P()\n    made.name = 'Made'\n    return made\n"
        "ready = Q()\nready.name = 'Ready'\n"
    )
    monkeypatch.syspath_prepend(str(site))
    factory = PromptProviderFactory()
    assert factory.create_provider("Qwen3MediumUntrained").build_system_prompt() == "mine"
    assert {"Q", "Made", "Ready"} <= set(factory.list_providers())
    assert [failure.source for failure in factory.failures] == ["entry point gone"]
