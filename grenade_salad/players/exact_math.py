"""Arithmetic with the same bits on every machine, for the choices of players.

numpy's matrix products add in an order that depends on the processor, and the last bit of its `exp`, `log`, `tanh` and
`hypot` does, too. This module uses only what IEEE 754 defines exactly: single sums, products, quotients and square
roots, and tables made of these. A matrix product is safe when every number in it is a multiple of a power of two
(`on_grid`) and no sum needs more than the 53 bits of a float64: then nothing is rounded, whatever the order.
"""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42feep-1"), float.fromhex("0x1.a39ef35793c76p-33")
"""ln 2 in two parts, as in fdlibm's e_log.c.

Products of the first with small whole numbers are exact.
"""
_EXP_TERMS = tuple(1 / factorial(power) for power in reversed(range(14)))
"""Taylor coefficients of exp, the highest power first.

They suffice for float64 where the absolute value is at most ln 2 / 2.
"""
_LOG_TERMS = tuple(1 / (2 * power + 1) for power in reversed(range(13)))
"""Taylor coefficients of artanh(x) / x in powers of x², the highest first."""
_MAX_EXPONENT = 700.0
"""Limit of exponents; float64 overflows at 709.8."""
_STEPS = 4096
"""Number of entries of a table for each step of 1."""
_TANH_LIMIT, _LOGISTIC_LIMIT = 8, 16
"""Ends of the tables; beyond them the curves are flat at the values' precision."""
_FINE_BITS = 20
"""Bits after the point of probabilities and shares.

Sums of thousands of them, and of their squares, are exact.
"""
COARSE_BITS = 12
"""Bits after the point of the inputs of networks and of their hidden layers."""


def on_grid(values: NDArray[np.floating], bits: int = COARSE_BITS) -> Floats:
    """Round to multiples of 2 to the power of -`bits`.

    >>> on_grid(np.array([0.3, 1.0]), bits=2)
    array([0.25, 1.  ])
    """
    scale = 2.0**bits
    rounded: Floats = np.rint(np.multiply(values, scale, dtype=np.float64)) / scale
    return rounded


def exp(values: NDArray[np.floating] | float) -> Floats:
    """Return the exponential function; exponents are limited to ±700.

    The error is a few units of the last bit.
    """
    exponents = np.clip(np.asarray(values, dtype=np.float64), -_MAX_EXPONENT, _MAX_EXPONENT)
    halvings = np.rint(exponents / (_LN2_HIGH + _LN2_LOW))
    rest = exponents - halvings * _LN2_HIGH - halvings * _LN2_LOW
    power: Floats = np.ldexp(_polynomial(_EXP_TERMS, rest), halvings.astype(np.intp))
    return power


def log(values: NDArray[np.floating] | float) -> Floats:
    """Return the natural logarithm of numbers above 0.

    That they are above 0 is not checked. The error is a few units of the last bit.
    """
    mantissa, exponent = np.frexp(np.asarray(values, dtype=np.float64))
    # The mantissa is from 0.5 to 1; from 0.7 to 1.4 it is near 1, where few terms suffice.
    is_small = mantissa < 0.7
    mantissa, exponent = np.where(is_small, 2 * mantissa, mantissa), exponent - is_small
    ratio = (mantissa - 1) / (mantissa + 1)
    small = 2 * ratio * _polynomial(_LOG_TERMS, ratio * ratio) + exponent * _LN2_LOW
    logarithm: Floats = exponent * _LN2_HIGH + small
    return logarithm


def _polynomial(terms: tuple[float, ...], values: Floats) -> Floats:
    """Return a polynomial, the highest power first."""
    total = np.full_like(values, terms[0])
    for term in terms[1:]:
        total = total * values + term
    return total


def length(x: Floats, y: Floats) -> Floats:
    """Return the lengths of vectors."""
    root: Floats = np.sqrt(x * x + y * y)
    return root


def tanh(values: NDArray[np.floating]) -> Floats:
    """Look up the hyperbolic tangent, in multiples of 2 ** -12.

    >>> tanh(np.array([-20.0, 0.0, 20.0]))
    array([-1.,  0.,  1.])
    """
    return _look_up(_tanh_table(), values, _TANH_LIMIT)


def logistic(values: NDArray[np.floating]) -> Floats:
    """Look up the probabilities of logarithms of odds, in multiples of 2 ** -20.

    >>> logistic(np.array([-20.0, 0.0, 20.0]))
    array([0. , 0.5, 1. ])
    """
    return _look_up(_logistic_table(), values, _LOGISTIC_LIMIT)


def decay(values: NDArray[np.floating]) -> Floats:
    """Look up e to the power of numbers up to 0, in multiples of 2 ** -20.

    >>> decay(np.array([-20.0, 0.0]))
    array([0., 1.])
    """
    return _look_up(_decay_table(), values, _LOGISTIC_LIMIT)


def _look_up(table: Floats, values: NDArray[np.floating], limit: int) -> Floats:
    """Return the nearest entry of a table that begins at -`limit`.

    Beyond its end it is the last entry.
    """
    steps = np.multiply(values, _STEPS, dtype=np.float64)
    steps += limit * _STEPS
    np.maximum(steps, 0, out=steps)
    np.minimum(steps, len(table) - 1, out=steps)
    entries: Floats = table.take(np.rint(steps, out=steps).astype(np.intp))
    return entries


@cache
def _tanh_table() -> Floats:
    return on_grid(1 - 2 / (exp(2 * _arguments(_TANH_LIMIT, _TANH_LIMIT)) + 1))


@cache
def _logistic_table() -> Floats:
    return on_grid(1 / (1 + exp(-_arguments(_LOGISTIC_LIMIT, _LOGISTIC_LIMIT))), _FINE_BITS)


@cache
def _decay_table() -> Floats:
    return on_grid(exp(_arguments(_LOGISTIC_LIMIT, 0)), _FINE_BITS)


def _arguments(lower: int, upper: int) -> Floats:
    """Return the arguments of a table's entries, from -`lower` to `upper`."""
    return np.arange(-lower * _STEPS, upper * _STEPS + 1) / _STEPS
