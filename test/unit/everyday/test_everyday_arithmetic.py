"""Sums: exact where they can be, refused in plain words where they can't."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_toolbox_everyday.arithmetic import OPERATIONS, UNARY, ArithmeticRefusedError, calculate


@pytest.mark.parametrize(
    ("operation", "num1", "num2", "result"),
    [
        ("multiply", 12, 12, 144),
        ("multiply", 12.0, 12.0, 144),
        ("add", 0.1, 0.2, 0.3),
        ("subtract", 7, 50, -43),
        ("divide", 8, 2, 4),
        ("divide", 7, 2, 3.5),
        ("power", 2, 10, 1024),
        ("power", 2, 100, 2**100),
        ("power", 2.5, 2, 6.25),
        ("power", 2, -2, 0.25),
        ("power", -2, 3, -8),
        ("power", 0, 0, 1),
        ("power", -1, 10**9 + 1, -1),
        ("power", 9, 0.5, 3),
        ("percent", 15, 80, 12),
        ("percent", 12.5, 33, 4.125),
        ("modulo", 17, 5, 2),
        ("modulo", -7, 3, 2),
        ("modulo", 7.5, 2, 1.5),
        ("square_root", 81, None, 9),
        ("add", 12345678901234567890, 1, 12345678901234567891),
    ],
)
def test_results(operation: str, num1: float, num2: float | None, result: float) -> None:
    got = calculate(operation, num1, num2)
    assert got == result
    assert type(got) is type(result)


def test_a_third_and_a_root_are_as_exact_as_a_double() -> None:
    assert calculate("divide", 1, 3) == pytest.approx(1 / 3, rel=1e-15)
    assert calculate("square_root", 2, None) == pytest.approx(math.sqrt(2), rel=1e-15)


@pytest.mark.parametrize(
    ("operation", "num1", "num2", "words"),
    [
        ("divide", 1, 0, "divide_by_zero"),
        ("modulo", 1, 0, "divide_by_zero"),
        ("power", 0, -1, "divide_by_zero"),
        ("square_root", -1, None, "negative_root"),
        ("power", -8, 1 / 3, "no_real_result"),
        ("power", 9, 10**9, "too_large"),
        ("power", 10**200, 10**200, "too_large"),
        ("power", 1e-200, -1e200, "too_large"),
        ("multiply", 1e200, 1e200, "too_large"),
        ("add", float("inf"), 1, "too_large"),
        ("add", float("nan"), 1, "too_large"),
        ("add", 10**4000, 1, "too_large"),
        ("add", 5, None, "second_number"),
    ],
)
def test_refusals(operation: str, num1: float, num2: float | None, words: str) -> None:
    with pytest.raises(ArithmeticRefusedError, match=words):
        calculate(operation, num1, num2)


_NUMBERS = st.one_of(st.integers(), st.floats(), st.integers(-50, 50), st.integers(10**299, 10**301))


@settings(max_examples=400)
@given(st.sampled_from([*OPERATIONS, *UNARY]), _NUMBERS, _NUMBERS)
def test_any_sum_has_a_finite_result_or_is_refused(operation: str, num1: float, num2: float) -> None:
    try:
        result = calculate(operation, num1, num2)
    except ArithmeticRefusedError as error:
        assert str(error)
    else:
        assert isinstance(result, (int, float))
        assert abs(result) < 10**301


@settings(max_examples=200)
@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_whole_numbers_are_counted_as_python_counts(a: int, b: int) -> None:
    assert calculate("add", a, b) == a + b
    assert calculate("subtract", a, b) == a - b
    assert calculate("multiply", a, b) == a * b
    if b:
        assert calculate("modulo", a, b) == a % b
        assert calculate("divide", a * b, b) == a
