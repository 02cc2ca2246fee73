"""House rules as a form, made from the fields of a game's Options: nothing of a game is written here.

The convention for Options, all of it in `field(metadata={...})`, every key optional:

- `label`: what the row is called ("Cube width"); without it, the field's name in words.
- `help`: one sentence in plain words, shown as a tooltip and under the row.
- `unit`: written after a number ("mm").
- `range`: `(low, high, step)` of a number: a slider. Its values are of the type of the default (int or float).
- `choices`: `((value, label), ...)`: one of a few. Use it for `Literal` fields and wherever None is a value.
- `parts`: for a tuple of numbers of fixed length, one dictionary of these keys a part:
  `parts=({"label": "Width", "range": (200, 1200, 50), "unit": "mm"}, {"label": "Height", ...})`.
- `seat`: True if the value is a seat or None: the choices are then "drawn at random" and the seats' names.
- `optional`: True if a number may also be None (a default of None says so too): its slider's lowest
  end is None then, written as `none` says ("no limit").
- `form`: False leaves the field out of the form (only a record can set it).

Fields of type bool become toggles. A number without `range` or `choices` gets 0 to 20 in steps of 1. For example

    cube: float = field(default=8.0, metadata={"label": "Cube width", "unit": "mm", "range": (4, 20, 1)})
    blast: Literal["area", "width"] = field(
        default="area", metadata={"label": "Blast", "choices": (("area", "as large as a tile"), ("width", "as wide"))}
    )
    starter: int | None = field(default=None, metadata={"label": "Who starts", "seat": True})

What the form cannot know (which options fit together, and to how many seats) the game says itself: it raises Illegal
from `start`, and the set-up screen shows the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields, replace
from typing import Any

from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widgets import Choice, Label, Slider, Toggle
from grenade_salad.core import Options
from grenade_salad.text import Words, m

Changed = Callable[[Options], None]
Told = Callable[[str, Options], Sequence[Words]]
"""What is told below the row of a field, a line each."""
_LINES = 4
"""So many at most."""


class OptionsForm:
    """Puts the house rules of `options` into a form; `changed` gets the new options. `names` are of the seats,
    `left_out` are fields that the form does not show, `told` says what is written below a row."""

    def __init__(
        self,
        form: Form,
        options: Options,
        names: Sequence[str],
        changed: Changed,
        left_out: Sequence[str] = (),
        told: Told | None = None,
    ) -> None:
        self.options = options
        self._form, self._names, self._changed, self._told = form, names, changed, told
        self._notes: dict[str, list[Label]] = {}
        for field in fields(options):
            if field.metadata.get("form", True) and field.name not in left_out:
                self._add(field)
                if told is not None:
                    self._notes[field.name] = [form.note("") for _ in range(_LINES)]
                    self._tell(field.name)

    def _tell(self, name: str) -> None:
        if self._told is not None:
            lines = (*self._told(name, self.options), *[""] * _LINES)
            for note, words in zip(self._notes[name], lines, strict=False):
                note.words = words

    def _set(self, name: str, value: object) -> None:
        self.options = replace(self.options, **{name: value})
        self._tell(name)
        self._changed(self.options)

    def _add(self, field: Field[Any]) -> None:
        meta, name = field.metadata, field.name
        label: Words = meta.get("label", name.replace("_", " "))
        said: Words = meta.get("help", "")
        value = getattr(self.options, name)
        if meta.get("seat"):
            # Translators: a choice of "Who starts"
            choices: list[tuple[object, Words]] = [(None, m("Drawn at random")), *enumerate(self._names)]
            self._form.add(label, self._choice(name, choices, value), said)
        elif "choices" in meta:
            self._form.add(label, self._choice(name, list(meta["choices"]), value), said)
        elif isinstance(field.default, bool):
            self._form.add("", Toggle(label, bool(value), lambda on: self._set(name, on)), said)
        elif "parts" in meta:
            self._parts(name, label, meta, said)
        elif field.default is None or meta.get("optional"):
            self._maybe(name, label, meta, said)
        else:
            slider = _slider(meta, value, type(field.default), lambda number: self._set(name, number))
            self._form.add(label, slider, said)

    def _choice(self, name: str, choices: Sequence[tuple[object, Words]], value: object) -> Choice:
        values = [one for one, _ in choices]
        at = values.index(value) if value in values else 0
        return Choice([words for _, words in choices], at, lambda index: self._set(name, values[index]))

    def _parts(self, name: str, label: Words, meta: Mapping[str, Any], said: Words) -> None:
        """A tuple: one slider for each part."""
        for index, part in enumerate(meta["parts"]):
            own = {**meta, **part} if isinstance(part, Mapping) else {**meta, "label": part}
            before: tuple[float, ...] = getattr(self.options, name)

            def changed(number: float, index: int = index) -> None:
                now: tuple[float, ...] = getattr(self.options, name)
                self._set(name, (*now[:index], number, *now[index + 1 :]))

            slider = _slider(own, before[index], type(before[index]), changed)
            last = index == len(meta["parts"]) - 1
            part_of: Words = own.get("label", "")
            # Translators: a house rule and its part, as in "Table: width"
            named = m("{label}: {part}", label=label, part=part_of.lower() if isinstance(part_of, str) else part_of)
            self._form.add(named, slider, said if last else "")

    def _maybe(self, name: str, label: Words, meta: Mapping[str, Any], said: Words) -> None:
        """A number or None: the lowest end of the slider is None."""
        low, high, step = meta.get("range", (0, 20, 1))
        # Translators: a choice: no value for this house rule
        none: Words = meta.get("none", m("none"))
        value = getattr(self.options, name)
        below = low - step

        def shown(number: float) -> Words:
            return none if number < low else _written(number, meta)

        def changed(number: float) -> None:
            self._set(name, None if number < low else type(low)(number))

        slider = Slider(below, high, step, below if value is None else value, changed, shown=shown)
        self._form.add(label, slider, said)


def _written(number: float, meta: Mapping[str, Any]) -> Words:
    unit: Words = meta.get("unit", "")
    return m("{number:g} {unit}", number=number, unit=unit) if unit else m("{number:g}", number=number)


def _slider(meta: Mapping[str, Any], value: float, kind: type, changed: Callable[[Any], None]) -> Slider:
    low, high, step = meta.get("range", (0, 20, 1))
    return Slider(
        low, high, step, value, lambda number: changed(kind(number)), shown=lambda number: _written(number, meta)
    )
