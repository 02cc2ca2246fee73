from collections.abc import Callable

from accesskit import Acts, TreeUpdate

class Adapter:
    def __init__(
        self, activation_handler: Callable[[], None], action_handler: Acts, deactivation_handler: Callable[[], None]
    ) -> None: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> None: ...
