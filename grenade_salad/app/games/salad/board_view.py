"""View of the board of Grenade Salad: all that is drawn of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.games.salad import director, words
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.controls import Controls
from grenade_salad.app.games.salad.display_state import SaladDisplay
from grenade_salad.app.games.salad.edge_markers import EdgeMarker
from grenade_salad.app.games.salad.hand import CardWidget
from grenade_salad.app.games.salad.layout import HandLayout
from grenade_salad.app.games.salad.lesson_tile import find_tile_place
from grenade_salad.app.games.salad.mat import FrameCache
from grenade_salad.app.games.salad.mat_view import MatView, mine_preview
from grenade_salad.app.games.salad.missed_replay import MissedReplay, MissedStep
from grenade_salad.app.games.salad.render import BoardFrame
from grenade_salad.app.games.salad.small_map import SmallMap
from grenade_salad.app.games.salad.surroundings import SurroundingsView
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Area, Preview, blast_area
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, Card, Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.session.phases import Reacting

_UPDATE_INTERVAL = 3
"""Frames between updates of edge markers, small map and camera while much moves."""
_RAISED = 36.0
"""Units over the space of the hand that a raised card may take."""
_REFUSAL_TIME = 5.0
"""Seconds that the reason of a refusal is shown."""


@dataclass(frozen=True)
class Focus:
    """Points of the table in mm that the camera shows: all, or as many as fit."""

    required: tuple[Point, ...] = ()
    about: tuple[Point, ...] = ()
    wished: tuple[Point, ...] = ()
    """Points that are no reason to move."""
    stays: bool = False
    """True if a better view is no reason to move."""
    has_soldiers: bool = True
    """True if the required points are soldiers, which nothing may cover."""


class SaladBoardView:
    """All that is drawn of a match.

    `battlefield` shows what is about to be done, `display` what happened; `cache` has what is drawn only once.
    """

    hand_layout: HandLayout
    """Set by the board whenever it places the hand, before anything is drawn."""

    def __init__(
        self,
        table: TableScene,
        options: SaladOptions,
        display: SaladDisplay,
        battlefield: Battlefield,
        controls: Controls,
    ) -> None:
        self.table, self.controller = table, table.controller
        self.options, self.display = options, display
        self.battlefield, self.controls = battlefield, controls
        self.small_map = SmallMap(battlefield.camera_rig)
        self.missed_replay = MissedReplay(options, len(table.controller.names), battlefield.camera_rig)
        self.cards: list[CardWidget] = []
        """The open cards, from left to right."""
        self.cache = FrameCache()
        self.trays = [[0] * len(table.controller.names) for _ in table.controller.names]
        """Soldiers that each seat has taken, by their owner."""
        self.last_drop: events.Dropped | None = None
        """The last attempt at the set-up drop."""
        self.chosen_preview: Preview | None = None
        """Preview of what a machine player is about to do, while it is shown."""
        self.hint_preview: Preview | None = None
        """Preview of the hint that a player asked for."""
        self.step_focus = Focus()
        """The points of the table that the current or the last step is about."""
        self.refusal, self.refusal_time_left = Preview(), 0.0
        """Preview with the reason of a refusal, and the seconds that it is still shown."""
        self.time = 0.0
        """Seconds since the board was made."""
        self.uses_keys = False
        """True if the last input was from keys or a gamepad: the camera follows the aim."""
        self._frames = 0
        self._markers: tuple[EdgeMarker, ...] = ()
        """The edge markers of the last update, and what they depend on."""
        self._markers_key: object = None
        self._markers_view: object = None
        """The part of it that is looked at in every frame."""
        self._focus: Focus | None = None
        """The points that the camera was last given."""

    @property
    def view(self) -> SaladView:
        """The view that is shown."""
        view = self.controller.view
        assert isinstance(view, SaladView)
        return view

    @property
    def hand(self) -> Sequence[Card]:
        """The cards that are open.

        A card that is being played has left the hand, and a card that is being drawn is not there yet.
        """
        cards = words.visible_hand(self.view, self.controller.viewer, self.battlefield.intent.kind)
        step = self.controller.spoiler_gate.step
        if step is None or self.controller.viewer is None:
            return cards
        assert isinstance(step.view, SaladView)
        remaining = Counter(words.visible_hand(step.view, self.controller.viewer, ""))
        visible_cards = []
        for card in cards:
            remaining[card] -= 1
            visible_cards += [card] if remaining[card] >= 0 else []
        return visible_cards

    @property
    def context(self) -> words.StatusContext:
        """All that the words depend on besides the view."""
        aim, step = self.battlefield.aim, self.controller.spoiler_gate.step
        return words.StatusContext(
            actor=self.controller.actor,
            viewer=self.controller.viewer,
            is_busy=self.table.motion.is_busy,
            is_reacting=self.table.reaction is not None,
            is_person_asked=any(self.controller.controllers[seat].is_person for seat in self.view.active_seats),
            kind=self.battlefield.intent.kind,
            can_move=aim is not None and bool(aim.abilities.moves),
            can_play=self.can_play,
            must_play=self.must_play,
            is_dealing=step is not None and any(isinstance(event, events.Drew) for event in step.events),
        )

    @property
    def can_play(self) -> bool:
        """True if the player whose turn it is can play, as far as may be shown.

        Everybody sees an empty hand. What is in a hand counts only if its player is alone at the screen.
        """
        if not self.view.hands[self.view.turn]:
            return False
        playable = self._playable_cards
        return playable is None or bool(playable)

    @property
    def must_play(self) -> bool:
        """True if the only person here must play a card in this turn (GS-30)."""
        return self.view.end_phase and self.view.cards_left == CARDS_PER_TURN and bool(self._playable_cards)

    @property
    def _playable_cards(self) -> Collection[Card] | None:
        """The cards that the only person here can play.

        None where they may not be shown.
        """
        aim = self.battlefield.aim
        is_own = self.controller.viewer == self.controller.actor == self.view.turn
        if not is_own or aim is None or _decision_key(aim.view) != _decision_key(self.view):
            return None
        return aim.abilities.cards

    @property
    def camera(self) -> Camera:
        """The current camera."""
        return self.display.shake_camera(self.battlefield.camera, self.time)

    def update_camera(self) -> None:
        """Give the camera its subject: only what everybody at the screen sees."""
        battlefield = self.battlefield
        # Between a drop and its end nobody decides, and the camera stays at what is falling.
        if self.controller.is_idle and (self._has_decision or self.view.is_over):
            self.step_focus = Focus()
        self._frames += 1
        focus = self._find_focus()
        # While a step is shown, soldiers move: the camera moves once for it, and not after each of them.
        if not battlefield.is_busy and (focus != self._focus or not self.table.motion.is_busy):
            self._focus = focus
            battlefield.camera_rig.show(self._make_subject(focus))
        widget_boxes = [
            item.rect for item in (*self.controls.camera_buttons, self.small_map, self.missed_replay) if item.visible
        ]
        battlefield.blocked = [
            *widget_boxes,
            *(card.on_screen() for card in self.cards if card.is_raised and card.visible),
        ]
        is_map_useful = (
            self.missed_replay.visible
            or battlefield.camera_rig.is_held
            or battlefield.intent.kind == "pointer"
            or battlefield.hides_soldiers
        )
        if self.small_map.visible != (is_map_needed := is_map_useful and battlefield.camera_rig.goal.zoom > 1.0):
            self.small_map.visible, self.table.dirty = is_map_needed, True

    def notice_step(self, step: MissedStep) -> None:
        """If a player holds the camera off a step, release it and replay the step."""
        camera_rig = self.battlefield.camera_rig
        if camera_rig.is_held and not all(map(camera_rig.camera.shows, step.about)):
            camera_rig.release()
            if self.table.motion.pace and not self.table.app.settings.reduced_motion:
                self.missed_replay.miss(step)

    @property
    def may_go_near(self) -> bool:
        """True if a near look takes nothing from anybody.

        Nobody aims, drags, has zoomed or is asked, nothing is hurried, and nothing is shown again.
        """
        settings, battlefield = self.table.app.settings, self.battlefield
        is_wanted = settings.near_looks and not settings.reduced_motion and self.table.motion.pace >= 1.0
        is_in_use = battlefield.is_busy or bool(battlefield.intent.kind) or battlefield.camera_rig.is_held
        is_asking = self.table.reaction is not None or isinstance(self.controller.session.phase, Reacting)
        is_repeating = self.missed_replay.visible or bool(self.missed_replay.waiting)
        return is_wanted and not (is_in_use or is_asking or is_repeating)

    @property
    def _has_decision(self) -> bool:
        """True if somebody here is asked, or a person at a phone acts.

        The camera stays at a step of a machine until then, or until the next step.
        """
        return self.controller.actor is not None or self.table.reaction is not None or self._mover is not None

    @property
    def _mover(self) -> int | None:
        """The seat of a person whose turn it is, here or at a phone, or None."""
        view = self.view
        if view.is_over or view.step == "drop":
            return None
        return view.turn if self.controller.controllers[view.turn].is_person else None

    @property
    def _is_update_frame(self) -> bool:
        """True if markers, small map and camera are updated in this frame."""
        is_moving = self.table.motion.is_busy or self.battlefield.camera_rig.is_gliding
        return not is_moving or self._frames % _UPDATE_INTERVAL == 0

    @property
    def subject(self) -> director.Subject:
        """The subject for the camera."""
        return self._make_subject(self._find_focus())

    def _make_subject(self, focus: Focus) -> director.Subject:
        cubes, app = self.display.cubes, self.table.app
        canvas = app.canvas()
        return director.Subject(
            living=tuple((cube.x, cube.y) for cube in cubes.values() if cube.z >= 0),
            required=focus.required,
            about=focus.about,
            cube=self.options.cube,
            tile=self.options.tile,
            widths=director.choose_widths(canvas.surface.get_size(), canvas.factor, app.settings.scale / 100),
            wished=focus.wished,
            stays=focus.stays,
            covers=self._covers if focus.has_soldiers else (),
        )

    @property
    def _covers(self) -> tuple[Rect, ...]:
        """The boxes over the view under which there is no required soldier.

        They depend on no card: whichever is raised reaches over the lower edge.
        """
        table, cards = self.table.places.table, self.hand_layout.cards
        buttons = [button.rect for button in self.controls.camera_buttons if button is not self.controls.follow_button]
        boxes = [*buttons, self.small_map.rect, Rect(cards.x, cards.y - _RAISED, cards.width, _RAISED)]
        return tuple(box for box in boxes if box.colliderect(table))

    def _current_markers(self) -> tuple[EdgeMarker, ...]:
        view = self.battlefield.camera.rect, self.battlefield.blocked
        if self._is_update_frame or view != self._markers_view:
            self._markers_view, key = view, self.battlefield.marks_key
            # Looking for free places costs a quarter of a frame, and in most frames nothing has moved.
            if key != self._markers_key:
                self._markers, self._markers_key = self.battlefield.marks, key
        return self._markers

    def _find_focus(self) -> Focus:
        """Return the points of a step, a mine, an intent, or of soldiers to choose."""
        battlefield = self.battlefield
        if self.step_focus != Focus():
            return self.step_focus
        spots = {soldier_id: (cube.x, cube.y) for soldier_id, cube in self.display.cubes.items()}
        if self.table.reaction is not None:
            return self.focus_mines(self.view.triggers, spots)
        mover = self._mover
        own = tuple((cube.x, cube.y) for cube in self.display.cubes.values() if cube.seat == mover and cube.z >= 0)
        if battlefield.intent.kind:
            points = director.intent_points(battlefield.intent, battlefield.preview, spots, by_keys=self.uses_keys)
            if director.has_reach(battlefield.intent, battlefield.preview):
                # With a large scale of the settings, the reach is what counts, and not the width of soldiers.
                return Focus(points, own, has_soldiers=False)
            if points:
                # After these, a player's own soldiers come before a crowd of others.
                return Focus(about=(*points, *own))
        if self.view.step == "drop" and self.view.attempts:
            return Focus(tuple(spots.values()))
        if self.hint_preview is not None:
            return Focus((*own, *director.preview_points(self.hint_preview)))
        cursor = spots.get(battlefield.cursor) if battlefield.cursor is not None and self.uses_keys else None
        return Focus(own, () if cursor is None else (cursor,))

    def focus_mines(self, triggers: Sequence[int], spots: director.PointsById) -> Focus:
        """Return the points of a question whether there is a mine under some soldiers."""
        measures = self.options.measures()
        stepped = tuple(spots[soldier_id] for soldier_id in triggers if soldier_id in spots)
        circles = tuple(spot for point in stepped for spot in director.around(point, measures.blast_reach))
        return Focus(stepped, director.mine_points(stepped, tuple(spots.values()), measures), circles, stays=True)

    @property
    def surroundings(self) -> SurroundingsView:
        """All that is drawn around the mat."""
        return SurroundingsView(
            view=self.view,
            names=self.controller.names,
            viewer=self.controller.viewer,
            actor=self.controller.actor,
            situation=self.controls.situation,
            hand_layout=self.hand_layout,
            last_drop=self.last_drop,
            trays=tuple(map(tuple, self.trays)),
            is_falling=self.table.motion.is_busy and self.controls.situation.is_dropping,
            shows_backs=not self.cards and self.controller.viewer is None and self.table.reaction is None,
            has_forgone_move=self.view.moved and not words.has_moved(self.controller.steps),
            can_play=self.can_play,
            log_length=len(self.table.log.lines),
            turn_keys=(self.table.app.settings.key_name("turn_left"), self.table.app.settings.key_name("turn_right")),
        )

    @property
    def mat_view(self) -> MatView:
        """All that is drawn on the mat."""
        battlefield, is_reacting = self.battlefield, self.table.reaction is not None
        intent = battlefield.intent
        hint_preview = None if intent.kind else self.hint_preview
        preview = self._mine_preview() if is_reacting else battlefield.preview
        return MatView(
            view=self.view,
            options=self.options,
            display=self.display,
            camera=self.camera,
            preview=self.chosen_preview
            or hint_preview
            or (self._refusal_preview() if self._shows_refusal else preview),
            advice=self._followed_hint(),
            best_blast=self._best_blast(),
            tile=self.lesson_tile,
            lifted=intent.soldier if intent.kind == "move" else None,
            cursor=battlefield.cursor if battlefield.focused and not intent.kind else None,
            is_busy=self.table.motion.is_busy,
            is_chosen=self.chosen_preview is not None,
            is_reacting=is_reacting,
            is_hatched=self.table.app.settings.hatching,
            markers=self._current_markers(),
            map_box=self.small_map.rect if self.small_map.visible else None,
            blocked=(
                *battlefield.blocked,
                *(self.table.lesson_guide.covered_boxes if self.table.lesson_guide is not None else ()),
            ),
            updates_map=self._is_update_frame,
            goal=battlefield.camera_rig.target if battlefield.camera_rig.is_gliding else None,
        )

    def refuse(self, preview: Preview) -> None:
        """Show for some time why an action is refused."""
        self.refusal, self.refusal_time_left = preview, _REFUSAL_TIME

    @property
    def _shows_refusal(self) -> bool:
        return self.refusal_time_left > 0 and not self.battlefield.intent.kind and self.table.reaction is None

    def _refusal_preview(self) -> Preview:
        refusal = self.refusal
        return replace(
            self.battlefield.preview,
            refusal=refusal.refusal,
            blocking_soldier=refusal.blocking_soldier,
            label_point=refusal.label_point,
        )

    def _followed_hint(self) -> Preview | None:
        """Return the hint without its words while a player follows it, else None."""
        if self.hint_preview is None or not self.battlefield.intent.kind:
            return None
        return replace(self.hint_preview, effect="", refusal="", able=(), marked=())

    @property
    def lesson_tile(self) -> Point | None:
        """The middle of the tile that the lesson shows, in mm, or None."""
        guide = self.table.lesson_guide
        if guide is None or not guide.shows("tile"):
            return None
        return find_tile_place(self.view, self.controller.viewer, self.options.measures())

    def _best_blast(self) -> Area | None:
        """Return where a grenade takes most, while players choose a drop (GS-06)."""
        if self.last_drop is None or self.view.step != "drop" or not self.view.attempts or self.table.motion.is_busy:
            return None
        return blast_area(self.options.measures(), self.last_drop.at)

    def _mine_preview(self) -> Preview:
        return mine_preview(
            self.view, self.controller.names, self.controller.viewer, self.display, self.table.widgets.items
        )

    @property
    def frame(self) -> BoardFrame:
        """All that is drawn."""
        mat_view = self.mat_view
        return BoardFrame(
            surroundings=self.surroundings,
            mat_view=mat_view,
            bar=self.table.bar_content(),
            board=self.camera.drawn_rect,
            widgets=self.table.widgets.items,
            panels=[panel.rect for panel in self.table.panels],
            replay=self._replay_view(mat_view) if self.missed_replay.visible else None,
        )

    def _replay_view(self, mat_view: MatView) -> MatView:
        """Return what is drawn of a missed step, beside the current view."""
        return replace(
            mat_view,
            display=self.missed_replay.display,
            camera=self.missed_replay.camera,
            preview=Preview(),
            advice=None,
            best_blast=None,
            tile=None,
            lifted=None,
            cursor=None,
            is_busy=True,
            is_reacting=False,
            markers=(),
            map_box=None,
        )


def _decision_key(view: SaladView) -> tuple[object, ...]:
    """Return what a decision of the seat in turn depends on, but not what others hold."""
    return view.turns, view.step, view.moved, view.cards_left, view.hands[view.turn]
