"""Better wording sent by a phone goes into the host's file, without an answer."""

from __future__ import annotations

from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.system import wording_feedback
from grenade_salad.web.host import PhoneHost
from tests.web.phones import Network
from tests.web.reaction_windows import begin

DEALT = LiveGrenadeSetup(
    hands=(("4C", "JD"), ("2C", "KD"), ("3H", "5C")), deck=("AS", "6D", "7C", "8C", "AH"), turn=0, direction=1
)


def test_better_wording_of_a_seat_goes_into_the_hosts_file(app: App, network: Network, hosting: PhoneHost) -> None:
    hosting.folder = app.data_folder
    begin(app, DEALT)
    ann, onlooker = network.seat_phone(0), network.phone()
    file = wording_feedback.feedback_path(app.data_folder)
    status = ann.sheet["status"]
    onlooker.say(say="wrong", now=status, better="Nobody asked for this")
    ann.say(say="wrong", now=status, better="Now it is\nyou")
    network.until(file.exists)
    ann.say(say="wrong", now="the Jack of dia", better="the Jack of diamonds!")
    network.until(lambda: "diamonds!" in file.read_text(encoding="utf-8"))
    first, second = file.read_text(encoding="utf-8").split("\n\n")[:2]
    assert "language en, a phone" in first
    assert f"Now:     {status}\nBetter:  Now it is you" in first
    assert "English: \n" in second, "a part of a sentence finds none: it may be one that others were told"
    assert "Nobody asked" not in file.read_text(encoding="utf-8")


def test_wording_that_is_too_long_is_refused(app: App, network: Network, hosting: PhoneHost) -> None:
    hosting.folder = app.data_folder
    begin(app, DEALT)
    ann = network.seat_phone(0)
    ann.say(say="wrong", now="x", better="y" * (wording_feedback.MAX_LENGTH + 1))
    network.until(lambda: ann.closed is not None)
    assert not wording_feedback.feedback_path(app.data_folder).exists()


def test_wording_file_grows_only_to_its_limit(app: App) -> None:
    file = wording_feedback.feedback_path(app.data_folder)
    assert wording_feedback.has_space(app.data_folder)
    wording_feedback.add_feedback(app.data_folder, "de", "a phone", "", "a", "b")
    assert wording_feedback.has_space(app.data_folder)
    file.write_bytes(b"x" * 1_000_000)
    assert not wording_feedback.has_space(app.data_folder)
