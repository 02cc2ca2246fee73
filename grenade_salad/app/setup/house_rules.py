"""The house rules before a match: presets, differences, and all rules.

All the rules are behind a button that unfolds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields

from grenade_salad.app.setup import presets
from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK_SOFT, SMALL
from grenade_salad.app.ui.widgets import Button, Choice, Toggle
from grenade_salad.core import Game, Options, to_json
from grenade_salad.lab import house_rules
from grenade_salad.text import Words, m

_MAX_NAME_LETTERS = 24
"""Letters of the longest name of a person's own house rules."""


class HouseRules:
    """The house rules that are chosen for a game and a number of seats.

    The widgets are put into a form. `on_change` gets house rules that were changed in place. `rebuild` makes the form
    again, after a preset was chosen or the rows were unfolded.
    """

    def __init__(
        self,
        app: AppContext,
        game: Game,
        options: Options,
        on_change: Callable[[Options], None],
        rebuild: Callable[[], None],
    ) -> None:
        self.app, self.game, self.options = app, game, options
        self._on_change, self._rebuild = on_change, rebuild
        self._last_options = options
        """The house rules of the last match, which are a preset."""
        self._own_name = ""
        """The name that is typed for the person's own house rules."""
        self.is_unfolded = False
        """True if all rules are in the form."""
        self._has_presets = not game.is_turnless
        """False if the game has no rules that presets could change."""
        self._seats = game.min_seats
        self._names: Sequence[str] = ()
        """Names of the seats."""

    def build(self, form: Form, names: Sequence[str], left_out: Sequence[str], toggles: Sequence[Toggle]) -> None:
        """Add all rows to a form.

        `toggles` are always there. A game without rules has no presets.
        """
        self._seats, self._names = len(names), names
        if toggles or self._has_presets or any(field.name not in left_out for field in fields(self.options)):
            form.add_heading(m("House rules"))
        if not self._has_presets:
            OptionsForm(form, self.options, names, self._on_change, left_out, self._measured_notes)
            for toggle in toggles:
                form.add_row("", toggle)
            return
        self._presets, index = presets.find_preset(self._list_presets(), self.options)
        self.choice = Choice([preset.words for preset in self._presets], index, self._choose)
        self.choice.label = m("Which house rules")
        form.add_row("", self.choice)
        self.differences = form.add_note(presets.describe_differences(self.options, names), SMALL, INK_SOFT)
        for toggle in toggles:
            form.add_row("", toggle)
        words = m("Hide the house rules") if self.is_unfolded else m("All house rules")
        self.fold_button = Button(words, self._toggle_unfolded, icon="arrow-up" if self.is_unfolded else "arrow-down")
        form.add_row("", self.fold_button)
        if self.is_unfolded:
            OptionsForm(form, self.options, names, self._on_change, left_out, self._measured_notes)
            self._build_own_presets(form)

    def _measured_notes(self, rule: str, options: Options) -> Sequence[Words]:
        """Return the known effects of a rule as it is chosen, a line each."""
        defaults = self.game.options().for_seats(self._seats)
        value = to_json(getattr(options, rule))
        measured_value = house_rules.nearest_measured(
            self.game.name, self._seats, rule, value, to_json(getattr(defaults, rule))
        )
        if measured_value is None:
            return ()
        rule_field = next(field for field in fields(options) if field.name == rule)
        words = m(
            "In matches between machines, with {rule}:",
            rule=presets.describe_rule(rule_field, measured_value, self._names),
        )
        return words, *house_rules.describe_changes(self.game.name, self._seats, rule, measured_value)

    def _build_own_presets(self, form: Form) -> None:
        entry = TextEntry(
            self._own_name, self._set_own_name, max_letters=_MAX_NAME_LETTERS, hint=m("A name for these rules")
        )
        form.add_row(m("My own house rules"), entry)
        form.add_row("", Button(m("Save under this name"), self._save, icon="save"))
        own_name = self._presets[self.choice.chosen].own_name
        if own_name:
            form.add_row("", Button(m("Delete {name}", name=own_name), lambda: self._delete(own_name), icon="trash"))

    def set_seats(self, seats: int) -> None:
        """Adapt the house rules to another number of seats.

        A preset stays the preset of the same name. If there is none for that number of seats, the plain rules are
        chosen.
        """
        named_rules = self._list_presets()
        _, index = presets.find_preset(named_rules, self.options)
        self._seats = seats
        if index == len(named_rules):
            self.options = self.options.for_seats(seats)
            return
        options_by_name = {preset.words: preset.options for preset in reversed(self._list_presets())}
        self.options = options_by_name.get(named_rules[index].words, options_by_name[presets.RULES])

    def set_options(self, options: Options) -> None:
        """Take other house rules, changed in place."""
        self.options = options
        if not self._has_presets:
            return
        self._presets, self.choice.chosen = presets.find_preset(self._list_presets(), options)
        self.choice.labels = [preset.words for preset in self._presets]
        self.differences.words = presets.describe_differences(options, self._names)

    @property
    def _own_presets(self) -> presets.OwnPresets:
        return self.app.settings.presets.setdefault(self.game.name, {})

    def _list_presets(self) -> list[presets.NamedRules]:
        return presets.list_presets(self.game, self._seats, self._last_options, self._own_presets)

    def _choose(self, index: int) -> None:
        self.options = self._presets[index].options
        self._rebuild()

    def _toggle_unfolded(self) -> None:
        self.is_unfolded = not self.is_unfolded
        self._rebuild()

    def _set_own_name(self, name: str) -> None:
        self._own_name = name

    def _save(self) -> None:
        name = self._own_name.strip()
        if not name:
            self.app.say(m("Give your house rules a name first."), refused=True)
            return
        self._own_presets[name] = presets.changed_values(self.options)
        self.app.save_settings()
        self.app.say(m("Saved as {name}.", name=name))
        self._rebuild()

    def _delete(self, name: str) -> None:
        self._own_presets.pop(name, None)
        self.app.save_settings()
        self._rebuild()
