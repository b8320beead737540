"""Reading what a package declares without running it: any file is an answer or a problem, never a crash."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.commands.install.pip import PipError, merge
from ovos_phal_plugin_jarvis.commands.install.scan import scan

LITERALS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["integration", "user", "string"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)


@settings(max_examples=80, deadline=None)
@given(maker=st.sampled_from(["JarvisSecret", "JarvisPackage"]), args=st.lists(LITERALS, max_size=6))
def test_any_literals(tmp_path_factory, maker, args):
    file = tmp_path_factory.mktemp("scan") / "command.py"
    file.write_text(f"x = {maker}({', '.join(map(repr, args))})\n", encoding="utf-8", errors="replace")
    found = scan([file], file.parent)
    assert len(found.secrets) + len(found.packages) + len(found.problems) <= 1
    for package in found.packages:
        try:
            merge([package.to_pip_spec()])
        except PipError as error:
            assert str(error)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("scan") / "command.py"
    file.write_bytes(content)
    assert all("\n" not in problem for problem in scan([file], file.parent).problems)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('JarvisSecret("K", "d", "planet", "string")', "Scope must be integration or user for K"),
        ('JarvisSecret("K", "d", "user", "float")', "Value Type must be"),
        ("JarvisPackage(5)", "made of texts"),
        ('JarvisPackage("httpx", 0.25)', "version of a JarvisPackage is a text"),
        ("JarvisSecret()", "missing"),
    ],
)
def test_what_the_sdk_would_refuse_is_a_problem_with_its_line(tmp_path, line, said):
    (tmp_path / "command.py").write_text(f"\n{line}\n")
    (problem,) = scan([tmp_path / "command.py"], tmp_path).problems
    assert problem.startswith("command.py, line 2: ") and said in problem
