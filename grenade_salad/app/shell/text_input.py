"""Text input of the system, with dead keys and input methods.

It begins and ends only when the text field changes, as each call of SDL that begins it discards what is being composed.
"""

from __future__ import annotations

import pygame

from grenade_salad.app.shell.input_translator import Translator
from grenade_salad.app.ui.widget import Widget


class TextInput:
    """Tells SDL and the translator which text field has the focus, and its cursor."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._field: Widget | None = None
        self._cursor: pygame.Rect | None = None
        pygame.key.stop_text_input()

    def follow(self, field: Widget | None, factor: float) -> None:
        """Follow the focus to a text field or another widget. `factor` is pixels a unit."""
        if field is not self._field:
            if self._field is not None:
                pygame.key.stop_text_input()
            if field is not None:
                pygame.key.start_text_input()
            self._field, self._cursor = field, None
            self._translator.begin_field(field is not None)
        if field is not None:
            cursor = pygame.Rect(*(round(side * factor) for side in field.text_cursor()))
            if cursor != self._cursor:
                self._cursor = cursor
                pygame.key.set_text_input_rect(cursor)
