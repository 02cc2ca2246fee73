from collections.abc import Callable

from accesskit import Acts, TreeUpdate

def add_focus_forwarder_to_window_class(class_name: str) -> None: ...

class SubclassingAdapter:
    @staticmethod
    def for_window(
        window: int | None, activation_handler: Callable[[], None], action_handler: Acts
    ) -> SubclassingAdapter: ...
    def update_if_active(self, update_factory: Callable[[], TreeUpdate]) -> object: ...
