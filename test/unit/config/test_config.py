from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.config import ConfigError, JarvisConfig, load_config, load_usable_config

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = st.sampled_from([*JarvisConfig.model_fields, "nope"])


@pytest.mark.parametrize("empty", [None, {}])
def test_nothing_is_a_working_configuration(empty):
    assert load_config(empty) == JarvisConfig()


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"invoke": {"workers": "many"}}, "invoke.workers"),
        ({"invoke": {"wrokers": 2}}, "invoke.wrokers: no such setting"),
        ({"asistant": 1}, "asistant: no such setting"),
        ({"tool_service": "maybe"}, "'auto', 'on' or 'off'"),
        ([], "expected an object"),
        ("x", "expected an object"),
        ({"llm": {"timeout": -1}}, "llm.timeout"),
        ({"commands": {"paths": "x"}}, "commands.paths"),
    ],
)
def test_a_mistake_is_named(section, words):
    with pytest.raises(ConfigError) as caught:
        load_config(section)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_the_usable_part_of_a_bad_section_is_kept():
    config, problems = load_usable_config(
        {"invoke": {"workers": "many", "timeout": 5}, "nope": 1, "commands": {"paths": [7], "disabled": ["x"]}}
    )
    assert (config.invoke.timeout, config.invoke.workers, config.commands.disabled) == (5, 32, ("x",))
    assert len(problems) == 3


@given(st.dictionaries(KEYS, JSON))
def test_no_section_is_fatal(section):
    config, _ = load_usable_config(section)
    assert isinstance(config, JarvisConfig)
