"""House rules as a form, made from the fields of a game's Options.

Nothing of a game is written here. The convention for Options, all of it in `field(metadata={...})`, every key optional:

- `label`: the name of the row ("Cube width"); without it, the field's name in words.
- `help`: one sentence in plain words, shown as a tooltip and under the row.
- `unit`: written after a number ("mm").
- `range`: `(low, high, step)` of a number: a slider. Its values have the type of the default (int or float).
- `choices`: `((value, label), ...)`: a choice among a few. Use it for `Literal` fields and wherever None is a value.
- `parts`: for a tuple of numbers of fixed length, a dictionary of these keys for each part:
  `parts=({"label": "Width", "range": (200, 1200, 50), "unit": "mm"}, {"label": "Height", ...})`.
- `seat`: True if the value is a seat or None: the choices are then "drawn at random" and the seats' names.
- `optional`: True if a number may also be None (a default of None implies it): its slider's lowest
  end is None then, labelled by `none` ("no limit").
- `form`: False leaves the field out of the form (only a record can set it).

Fields of type bool become toggles. A number without `range` or `choices` gets 0 to 20 in steps of 1. For example

    cube: float = field(default=8.0, metadata={"label": "Cube width", "unit": "mm", "range": (4, 20, 1)})
    blast: Literal["area", "width"] = field(
        default="area", metadata={"label": "Blast", "choices": (("area", "as large as a tile"), ("width", "as wide"))}
    )
    starter: int | None = field(default=None, metadata={"label": "Who starts", "seat": True})

The form cannot know which options fit together, and to how many seats. The game checks that: it raises `Illegal`
from `start`, and the scene before the match shows the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields, replace
from typing import Any

from grenade_salad.app.setup.presets import format_number
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widgets import Choice, Label, Slider, Toggle
from grenade_salad.core import Options
from grenade_salad.text import Words, m

NoteWriter = Callable[[str, Options], Sequence[Words]]
"""Returns the notes below the row of a field, a line each."""
_MAX_NOTES = 4
"""Maximum number of notes below a row."""
_USUAL_RANGE = (0, 20, 1)
"""Minimum, maximum and step of a number without `range`."""


class OptionsForm:
    """Puts the house rules of `options` into a form.

    `on_change` gets the new options. `names` are those of the seats, `left_out` are fields that the form does not show.
    `write_notes` returns the notes below a row.
    """

    def __init__(
        self,
        form: Form,
        options: Options,
        names: Sequence[str],
        on_change: Callable[[Options], None],
        left_out: Sequence[str] = (),
        write_notes: NoteWriter | None = None,
    ) -> None:
        self.options = options
        self._form, self._names, self._on_change, self._write_notes = form, names, on_change, write_notes
        self._notes: dict[str, list[Label]] = {}
        """Labels below the row of each field, empty ones included."""
        for field in fields(options):
            if field.metadata.get("form", True) and field.name not in left_out:
                self._add(field)
                if write_notes is not None:
                    self._notes[field.name] = [form.add_note("") for _ in range(_MAX_NOTES)]
                    self._update_notes(field.name)

    def _update_notes(self, name: str) -> None:
        if self._write_notes is not None:
            lines = (*self._write_notes(name, self.options), *[""] * _MAX_NOTES)
            for note, words in zip(self._notes[name], lines, strict=False):
                note.words = words

    def _set(self, name: str, value: object) -> None:
        self.options = replace(self.options, **{name: value})
        self._update_notes(name)
        self._on_change(self.options)

    def _add(self, field: Field[Any]) -> None:
        meta, name = field.metadata, field.name
        label: Words = meta.get("label", name.replace("_", " "))
        help_text: Words = meta.get("help", "")
        value = getattr(self.options, name)
        if meta.get("seat"):
            # Translators: a choice of "Who starts"
            choices: list[tuple[object, Words]] = [(None, m("Drawn at random")), *enumerate(self._names)]
            self._form.add_row(label, self._make_choice(name, choices, value), help_text)
        elif "choices" in meta:
            self._form.add_row(label, self._make_choice(name, list(meta["choices"]), value), help_text)
        elif isinstance(field.default, bool):
            self._form.add_row("", Toggle(label, bool(value), lambda on: self._set(name, on)), help_text)
        elif "parts" in meta:
            self._add_parts(name, label, meta, help_text)
        elif field.default is None or meta.get("optional"):
            self._add_optional(name, label, meta, help_text)
        else:
            slider = _make_slider(meta, value, type(field.default), lambda chosen: self._set(name, chosen))
            self._form.add_row(label, slider, help_text)

    def _make_choice(self, name: str, choices: Sequence[tuple[object, Words]], value: object) -> Choice:
        values = [choice for choice, _ in choices]
        selected = values.index(value) if value in values else 0
        return Choice([words for _, words in choices], selected, lambda index: self._set(name, values[index]))

    def _add_parts(self, name: str, label: Words, meta: Mapping[str, Any], help_text: Words) -> None:
        """Add a slider for each part of a tuple."""
        for index, part in enumerate(meta["parts"]):
            part_meta = {**meta, **part} if isinstance(part, Mapping) else {**meta, "label": part}
            initial: tuple[float, ...] = getattr(self.options, name)

            # The default binds the index of this turn of the loop.
            def set_part(value: float, index: int = index) -> None:
                current: tuple[float, ...] = getattr(self.options, name)
                self._set(name, (*current[:index], value, *current[index + 1 :]))

            slider = _make_slider(part_meta, initial[index], type(initial[index]), set_part)
            is_last = index == len(meta["parts"]) - 1
            part_label: Words = part_meta.get("label", "")
            # Translators: a house rule and its part, as in "Table: width"
            part_name = m(
                "{label}: {part}", label=label, part=part_label.lower() if isinstance(part_label, str) else part_label
            )
            self._form.add_row(part_name, slider, help_text if is_last else "")

    def _add_optional(self, name: str, label: Words, meta: Mapping[str, Any], help_text: Words) -> None:
        """Add a slider for a number or None, which is its lowest end."""
        minimum, maximum, step = meta.get("range", _USUAL_RANGE)
        # Translators: a choice: no value for this house rule
        none_label: Words = meta.get("none", m("none"))
        value = getattr(self.options, name)
        none_value = minimum - step

        def format_value(value: float) -> Words:
            return none_label if value < minimum else format_number(value, meta)

        def set_value(value: float) -> None:
            self._set(name, None if value < minimum else type(minimum)(value))

        slider = Slider(
            none_value, maximum, step, none_value if value is None else value, set_value, format_value=format_value
        )
        self._form.add_row(label, slider, help_text)


def _make_slider(meta: Mapping[str, Any], value: float, kind: type, on_change: Callable[[Any], None]) -> Slider:
    minimum, maximum, step = meta.get("range", _USUAL_RANGE)
    return Slider(
        minimum,
        maximum,
        step,
        value,
        lambda chosen: on_change(kind(chosen)),
        format_value=lambda chosen: format_number(chosen, meta),
    )
