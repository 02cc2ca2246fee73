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
- `optional`: True if a number may also be None: a toggle in front of the slider; `none` is its label ("No limit").
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
