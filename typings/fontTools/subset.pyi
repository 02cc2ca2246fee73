from collections.abc import Iterable, Sequence

from fontTools.ttLib import TTFont

class Options:
    def __init__(
        self,
        *,
        hinting: bool = ...,
        layout_features: Sequence[str] = ...,
        name_IDs: Sequence[int] = ...,
        notdef_outline: bool = ...,
    ) -> None: ...

class Subsetter:
    def __init__(self, options: Options) -> None: ...
    def populate(self, *, unicodes: Iterable[int]) -> None: ...
    def subset(self, font: TTFont) -> None: ...
