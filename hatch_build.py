"""Build hook: compile the language catalogs for wheels and editable installs."""

from __future__ import annotations

import sys

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogs(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the catalogs and adds them to the build, since git ignores them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, list[str]]) -> None:
        sys.path.insert(0, self.root)
        from grenade_salad.text import catalogs

        for code in catalogs.list_catalogs():
            catalogs.load_compiled(code)
        build_data["artifacts"].append("grenade_salad/text/locale/*/LC_MESSAGES/*.mo")
