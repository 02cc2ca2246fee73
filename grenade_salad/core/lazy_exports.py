"""Names of a package that are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def import_lazily(module: str) -> Callable[[str], object]:
    """Return a `__getattr__` for a package that exports a module's names lazily.

    The module is imported when the first name is used. `from PACKAGE import *` imports all of them. Else it is only
    names with a capital: others are those of the package's own modules, which must not wait for that one.

    >>> import_lazily("decimal")("Decimal")
    <class 'decimal.Decimal'>
    """

    def get(name: str) -> object:
        if not name[0].isupper() and name != "__all__":
            raise AttributeError(name)
        return getattr(import_module(module), name)

    return get
