"""The house rules on the set-up: one choice by name, a line that says which differ, and all of them behind a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields

from grenade_salad.app.setup import presets
from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK_SOFT, SMALL
from grenade_salad.app.ui.widgets import Button, Choice, Toggle
from grenade_salad.core import Game, Options, to_json
from grenade_salad.lab import house_rules
from grenade_salad.text import Words, m

_LONGEST = 24
"""Characters of the longest name of one's own house rules."""


class HouseRules:
    """What is chosen of a game's house rules, for as many seats as there are. Its widgets are put into a form.

    `changed` gets house rules that were changed in place, `rebuild` makes the form anew: others were chosen by name,
    or the rows were unfolded.
    """

    def __init__(
        self,
        app: Shell,
        game: Game,
        options: Options,
        changed: Callable[[Options], None],
        rebuild: Callable[[], None],
    ) -> None:
        self.app, self.game, self.options = app, game, options
        self._changed, self._rebuild = changed, rebuild
        self._last = options
        self._own_name = ""
        self.unfolded = False
        self._nameless = game.is_turnless
        """Whether the game has no rules that house rules could be called by."""
        self._seats = game.min_seats
        self._names: Sequence[str] = ()

    def build(self, form: Form, names: Sequence[str], left_out: Sequence[str], more: Sequence[Toggle]) -> None:
        """All rows into a form; `more` are toggles that are always there. A game without rules has none by name."""
        self._seats, self._names = len(names), names
        if more or not self._nameless or any(one.name not in left_out for one in fields(self.options)):
            form.heading(m("House rules"))
        if self._nameless:
            OptionsForm(form, self.options, names, self._set, left_out, self._told)
            for toggle in more:
                form.add("", toggle)
            return
        self._found, at = presets.place(self._named(), self.options)
        self.choice = Choice([one.words for one in self._found], at, self._choose)
        self.choice.label = m("Which house rules")
        form.add("", self.choice)
        self.line = form.note(presets.differing(self.options, names), SMALL, INK_SOFT)
        for toggle in more:
            form.add("", toggle)
        words = m("Hide the house rules") if self.unfolded else m("All house rules")
        self.fold = Button(words, self._unfold, icon="arrow-up" if self.unfolded else "arrow-down")
        form.add("", self.fold)
        if self.unfolded:
            OptionsForm(form, self.options, names, self._set, left_out, self._told)
            self._build_own(form)

    def _told(self, rule: str, options: Options) -> Sequence[Words]:
        """What the rule as it is chosen is known to change."""
        usual = self.game.options().for_seats(self._seats)
        value = to_json(getattr(options, rule))
        near = house_rules.measured_near(self.game.name, self._seats, rule, value, to_json(getattr(usual, rule)))
        if near is None:
            return ()
        part = next(one for one in fields(options) if one.name == rule)
        words = m("In matches between machines, with {rule}:", rule=presets.said(part, near, self._names))
        return words, *house_rules.changes(self.game.name, self._seats, rule, near)

    def _build_own(self, form: Form) -> None:
        entry = TextEntry(self._own_name, self._call, most=_LONGEST, hint=m("A name for these rules"))
        form.add(m("My own house rules"), entry)
        form.add("", Button(m("Save under this name"), self._save, icon="save"))
        own = self._found[self.choice.chosen].own
        if own:
            form.add("", Button(m("Delete {name}", name=own), lambda: self._forget(own), icon="trash"))

    def for_seats(self, seats: int) -> None:
        """So many sit down: house rules with a name stay those of the name; if so many have none such, the rules."""
        found = self._named()
        _, at = presets.place(found, self.options)
        self._seats = seats
        if at == len(found):
            self.options = self.options.for_seats(seats)
            return
        again = {one.words: one.options for one in reversed(self._named())}
        self.options = again.get(found[at].words, again[presets.RULES])

    def set(self, options: Options) -> None:
        """Other house rules, changed in place."""
        self.options = options
        if self._nameless:
            return
        self._found, self.choice.chosen = presets.place(self._named(), options)
        self.choice.labels = [one.words for one in self._found]
        self.line.words = presets.differing(options, self._names)

    @property
    def _kept(self) -> presets.OwnPresets:
        return self.app.settings.presets.setdefault(self.game.name, {})

    def _named(self) -> list[presets.Named]:
        return presets.named(self.game, self._seats, self._last, self._kept)

    def _set(self, options: Options) -> None:
        self._changed(options)

    def _choose(self, index: int) -> None:
        self.options = self._found[index].options
        self._rebuild()

    def _unfold(self) -> None:
        self.unfolded = not self.unfolded
        self._rebuild()

    def _call(self, name: str) -> None:
        self._own_name = name

    def _save(self) -> None:
        name = self._own_name.strip()
        if not name:
            self.app.say(m("Give your house rules a name first."), refused=True)
            return
        self._kept[name] = presets.changed(self.options)
        self.app.save_settings()
        self.app.say(m("Saved as {name}.", name=name))
        self._rebuild()

    def _forget(self, name: str) -> None:
        self._kept.pop(name, None)
        self.app.save_settings()
        self._rebuild()
