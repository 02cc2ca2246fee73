from collections.abc import Callable

from accesskit import Acts, TreeUpdate

class SubclassingAdapter:
    def __init__(self, hwnd: int | None, activation_handler: Callable[[], None], action_handler: Acts) -> None: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> object: ...
