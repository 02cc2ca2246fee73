"""Grenade Salad as it is shown: what is drawn of a match, made from what may be seen of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.app.games.salad import director, render, words
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.controls import Controls
from grenade_salad.app.games.salad.display_state import Stage
from grenade_salad.app.games.salad.edge_markers import Mark
from grenade_salad.app.games.salad.hand import CardWidget
from grenade_salad.app.games.salad.layout import Strip
from grenade_salad.app.games.salad.mat import FrameCache
from grenade_salad.app.games.salad.missed_replay import Again, Missed
from grenade_salad.app.games.salad.small_map import SmallMap
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.camera import Camera
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Area, Preview, area
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card, Point
from grenade_salad.games.salad.view import SaladView

_SELDOM = 3
"""While all moves, what is far from it is worked out in each so many frames: marks at the edge, the map, the look."""
_LINGERS = 0.4
"""Seconds that the camera stays with what has happened, from its arrival on, while nobody at the screen acts."""
_TOLD_FOR = 5.0
"""Seconds that it is told why something cannot be done."""


class SaladTable:
    """`battlefield` is what is about to be done, `stage` what is shown of what happened, `kept` is drawn once."""

    strip: Strip

    def __init__(
        self, table: Table, options: SaladOptions, stage: Stage, battlefield: Battlefield, controls: Controls
    ) -> None:
        self.table, self.options, self.stage = table, options, stage
        self.battlefield, self.controls = battlefield, controls
        self.small_map = SmallMap(battlefield.eye)
        self.again = Again(options, len(table.names), battlefield.eye)
        self.cards: list[CardWidget] = []
        self.kept = FrameCache()
        self.trays = [[0] * len(table.names) for _ in table.names]
        """How many soldiers each seat has taken, by their owner."""
        self.last_drop: events.Dropped | None = None
        self.chosen_before: Preview | None = None
        """What a machine is about to do, while it is shown."""
        self.hinted: Preview | None = None
        self.about: tuple[Point, ...] = ()
        """What the step is about that is shown, or was a moment ago."""
        self._arrived = 0.0
        """When all of that lay there, and the camera was there, too."""
        self.refused, self.refused_for = Preview(), 0.0
        """Why something cannot be done on the mat, and for how many seconds that still stands there."""
        self.time = 0.0
        self.by_keys = False
        self._frames = 0
        self._marks: tuple[Mark, ...] = ()
        self._marks_key: object = None
        self._followed: tuple[Point, ...] = ()
        """What the camera was last told that it is about."""

    @property
    def view(self) -> SaladView:
        """What is shown, and may be."""
        view = self.table.view
        assert isinstance(view, SaladView)
        return view

    @property
    def hand(self) -> Sequence[Card]:
        """The cards that lie open: what is being played has left the hand, what is being drawn is not there yet."""
        cards = words.visible_hand(self.view, self.table.viewer, self.battlefield.intent.what)
        step = self.table.telling.step
        if step is None or self.table.viewer is None:
            return cards
        assert isinstance(step.view, SaladView)
        left = Counter(words.visible_hand(step.view, self.table.viewer, ""))
        kept = []
        for card in cards:
            left[card] -= 1
            kept += [card] if left[card] >= 0 else []
        return kept

    @property
    def now(self) -> words.Now:
        """What the words depend on."""
        aim, step = self.battlefield.aim, self.table.telling.step
        return words.Now(
            actor=self.table.actor,
            viewer=self.table.viewer,
            busy=self.table.motion.busy,
            window=self.table.reaction is not None,
            asked=bool(self.view.active_seats),
            what=self.battlefield.intent.what,
            can_move=aim is not None and bool(aim.can.moves),
            deals=step is not None and any(isinstance(event, events.Drew) for event in step.events),
        )

    @property
    def camera(self) -> Camera:
        """How the table is looked at now."""
        return self.stage.shaken(self.battlefield.camera, self.time)

    def look_on(self) -> None:
        """The camera is told what is shown: nothing that not everybody at the screen sees."""
        field = self.battlefield
        if self.table.motion.busy or field.eye.gliding:
            self._arrived = self.time
        if not self.table.motion.busy and not self._lingers:
            self.about = ()
        self._frames += 1
        about = self._about()
        if not field.busy and (self._anew or about != self._followed):
            self._followed = about
            field.eye.show(self.subject)
        over = [item.rect for item in (*self.controls.looks, self.small_map, self.again) if item.visible]
        field.blocked = [*over, *(card.on_screen() for card in self.cards if card.chosen and card.visible)]
        wanted = self.again.visible or field.eye.held or field.intent.what == "pointer" or field.hides_some
        if self.small_map.visible != (needed := wanted and field.eye.goal.zoom > 1.0):
            self.small_map.visible, self.table.dirty = needed, True

    def happens(self, step: Missed) -> None:
        """A look by hand that does not show what happens is let go, and what began outside of it is shown again."""
        eye = self.battlefield.eye
        if eye.held and not all(map(eye.camera.sees, step.about)):
            eye.follow()
            if self.table.motion.pace and not self.table.app.settings.reduced_motion:
                self.again.miss(step)

    @property
    def _lingers(self) -> bool:
        """Whether the camera stays with what has happened: a quick machine would be gone before anybody looked."""
        acts = self.table.actor is not None or self.table.reaction is not None
        return not acts and self.time - self._arrived < _LINGERS * self.table.motion.pace

    @property
    def _anew(self) -> bool:
        """Whether what is far from what moves is worked out anew in this frame."""
        moves = self.table.motion.busy or self.battlefield.eye.gliding
        return not moves or self._frames % _SELDOM == 0

    @property
    def subject(self) -> director.Subject:
        """What the camera is to show."""
        cubes = self.stage.cubes
        living = tuple((cube.x, cube.y) for cube in cubes.values() if cube.z >= 0)
        return director.Subject(living, self._about(), self.options.cube, self.options.tile)

    def _marks_now(self) -> tuple[Mark, ...]:
        key = self.battlefield.camera.rect, self.battlefield.blocked
        if self._anew or key != self._marks_key:
            self._marks, self._marks_key = self.battlefield.marks, key
        return self._marks

    def _about(self) -> tuple[Point, ...]:
        """What it is all about now, of all that is drawn: a step, a machine's choice, a mine, or what a person does."""
        field = self.battlefield
        if self.about:
            return self.about
        where = {number: (cube.x, cube.y) for number, cube in self.stage.cubes.items()}
        if self.table.reaction is not None:
            reach = self.options.measures().blast_reach
            stepped = [where[number] for number in self.view.triggers if number in where]
            # Whom it asks about comes first, and how far a mine reaches if there is room for it.
            return (*stepped, *(spot for at in stepped for spot in director.around(at, reach)))
        if not field.intent.what and self.hinted is not None:
            return director.of_preview(self.hinted)
        if field.intent.what:
            return director.of_intent(field.intent, field.preview, where, self.by_keys)
        cursor = where.get(field.cursor) if field.cursor is not None and self.by_keys else None
        return () if cursor is None else (cursor,)

    @property
    def around(self) -> render.Around:
        """What is drawn around the battlefield."""
        return render.Around(
            view=self.view,
            names=self.table.names,
            viewer=self.table.viewer,
            actor=self.table.actor,
            now=self.controls.situation,
            strip=self.strip,
            last_drop=self.last_drop,
            trays=tuple(map(tuple, self.trays)),
            falls=self.table.motion.busy and self.controls.situation.drop,
            backs=not self.cards and self.table.viewer is None and self.table.reaction is None,
            forgone=self.view.moved and not words.has_moved(self.table.steps),
            told=len(self.table.log.lines),
            turners=(self.table.app.settings.key_words("turn_left"), self.table.app.settings.key_words("turn_right")),
        )

    @property
    def field(self) -> render.Field:
        """What is drawn of the battlefield."""
        field, window = self.battlefield, self.table.reaction is not None
        intent = field.intent
        hinted = None if intent.what else self.hinted
        mine = self._mine() if window else field.preview
        return render.Field(
            view=self.view,
            options=self.options,
            stage=self.stage,
            camera=self.camera,
            seen=self.chosen_before or hinted or (self._why_not() if self._tells_why else mine),
            advice=self._advice(),
            could=self._could(),
            lifted=intent.soldier if intent.what == "move" else None,
            cursor=field.cursor if field.focused and not intent.what else None,
            busy=self.table.motion.busy,
            chosen=self.chosen_before is not None,
            window=window,
            hatched=self.table.app.settings.hatching,
            marks=self._marks_now(),
            map_box=self.small_map.rect if self.small_map.visible else None,
            blocked=(*field.blocked, *(self.table.tutor.covers if self.table.tutor is not None else ())),
            anew=self._anew,
            goal=field.eye.goal if field.eye.gliding else None,
        )

    def refuse(self, seen: Preview) -> None:
        """Something cannot be done: why not is shown for a while."""
        self.refused, self.refused_for = seen, _TOLD_FOR

    @property
    def _tells_why(self) -> bool:
        return self.refused_for > 0 and not self.battlefield.intent.what and self.table.reaction is None

    def _why_not(self) -> Preview:
        why = self.refused
        return replace(self.battlefield.preview, why=why.why, in_the_way=why.in_the_way, label_at=why.label_at)

    def _advice(self) -> Preview | None:
        """The hint, while somebody follows it: it stays, without its words."""
        if self.hinted is None or not self.battlefield.intent.what:
            return None
        return replace(self.hinted, says="", why="", able=(), marked=())

    def _could(self) -> Area | None:
        """Where a grenade could take most, while the players choose a drop that lies still (GS-06)."""
        if self.last_drop is None or self.view.step != "drop" or not self.view.attempts or self.table.motion.busy:
            return None
        return area(self.options.measures(), self.last_drop.at)

    def _mine(self) -> Preview:
        return render.mine_preview(self.view, self.table.names, self.table.viewer, self.stage, self.table.widgets.items)

    @property
    def frame(self) -> render.Frame:
        """All that is drawn."""
        panels = [panel.rect for panel in self.table.panels]
        again = self._again() if self.again.visible else None
        return render.Frame(
            self.around, self.field, self.table.bar(), self.camera.view, self.table.widgets.items, panels, again
        )

    def _again(self) -> render.Field:
        """What is drawn of what was missed."""
        return replace(
            self.field,
            stage=self.again.stage,
            camera=self.again.camera,
            seen=Preview(),
            advice=None,
            could=None,
            lifted=None,
            cursor=None,
            busy=True,
            window=False,
            marks=(),
            map_box=None,
        )
