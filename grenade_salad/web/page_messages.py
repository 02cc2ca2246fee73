"""Messages of the web page itself, looked up by their English text."""

from __future__ import annotations

import json
from html import escape

from grenade_salad.text import Reader, m, say
from grenade_salad.text.languages import language_tag

# Translators: on the page of a phone
PAGE_MESSAGES = (
    # Translators: on the page of a phone: after one's own name
    m("(you)"),
    m("{who} plays at the screen again", who="{who}"),
    m("Face {number}", number="{number}"),
    m("Full screen"),
    m("Give me a hint"),
    m("Go on"),
    m("Pass for the rest of this turn"),
    m("Pause the match"),
    m("The host has paused the match."),
    m("The next match"),
    m("The rules"),
    # Translators: on the page of a phone: a machine, about a hint
    m("Thinking…"),
    m("You pass for this turn, but you may still react."),
    m("Your face"),
    m("A menu is open at the table: the match goes on when it closes."),
    m("About {n} s left.", n="{n}"),
    # Translators: on the page of a phone, a button: aim with the mouse at the table's screen instead
    m("Aim on the big screen"),
    # Translators: asked on a phone after a long press on a sentence; the sentence stands below, to be written anew
    m("Wrong word? Write the sentence as it should be. It is saved in a file on the host's computer."),
    m("Another seat"),
    m("Ask the host to let you in as {who}. Your code is {code}.", who="{who}", code="{code}"),
    m("Back"),
    # Translators: on the page of a phone: opens buttons that aim by naming a soldier
    m("In words"),
    m("Connecting…"),
    m("Confirm"),
    m("Drag it where you want it. Use two fingers to turn it."),
    m("Drag to the spot, or tap it."),
    m("Everybody is asked the same, so nobody knows what you hold. Answer, or let it pass."),
    m("Give my seat back"),
    m("Give your seat back?"),
    m("Go on at the big screen, or here."),
    # Translators: on the page of a phone: opens a list of all that lies on the table
    m("Choose by name"),
    # Translators: on the page of a phone: what was asked for is done only if the host says yes
    m("The host is being asked."),
    # Translators: beside a shot that is aimed: how hard it is, and what it meets first
    m("{n} %", n="{n}"),
    m("{n} %, meets {what}", n="{n}", what="{what}"),
    # Translators: on the page of a phone: how a disc is shot, pushed, turned
    m("Pull back anywhere on the table, or tap where it should fly."),
    m("Draw the way along which it is pushed."),
    m("Turn it with a finger on the table."),
    # Translators: buttons: a shot is aimed; at the next thing on the table, a little to the left, harder
    m("Flick"),
    m("Aim at the next"),
    m("To the left"),
    m("To the right"),
    m("Harder", context="a shot"),
    m("Softer", context="a shot"),
    # Translators: on the page of a phone, a button: from now on a tap adds a piece to those that are chosen
    m("Choose several"),
    m("Tap all that you want, or draw a frame round them. Chosen: {n}", n="{n}"),
    m("Measure…"),
    m("Measure with what?"),
    m("Ruler"),
    m("Sight line"),
    m("Circle", context="a tool"),
    m("Put it away"),
    # Translators: on the page of a phone: a length
    m("{n} mm", n="{n}"),
    m("{far} from end to end", far="{far}"),
    m("Nothing in the way for {far}", far="{far}"),
    m("{what} is in the way after {far}", what="{what}", far="{far}"),
    # Translators: on the page of a phone: how many pieces lie in a circle, wholly or in part
    m("Things within {far}: {n}", far="{far}", n="{n}"),
    # Translators: on the page of a phone: where a ruler or a sight line is to lie, a circle's middle
    m("Tap where it begins."),
    m("Tap where it ends."),
    m("Tap where its middle is."),
    # Translators: on the page of a phone, before a number: of a circle
    m("radius in mm"),
    # Translators: a button: shows what else can be done
    m("More…"),
    # Translators: on the page of a phone, a button: the table is shown nearer
    m("Larger"),
    m("Notes"),
    # Translators: on the page of a phone: what is in the box of a game, and can be put on the table
    m("Out of the box"),
    # Translators: on the page of a phone, a button: the stack that one has just looked through
    m("Shuffle it now?"),
    # Translators: on the page of a phone, a button: a card out of a stack, to one's hand
    m("Take it out"),
    # Translators: on the page of a phone: where a card or piece is to lie
    m("Tap where it goes."),
    # Translators: on the page of a phone, two buttons with pictures: a card goes on top of a pile, or under it
    m("On top"),
    m("Under it"),
    m("The middle of the table"),
    m("To {who}'s hand", who="{who}"),
    # Translators: on the page of a phone, a button beside a field for words: write them on a card
    m("Write", context="words"),
    m("Yes"),
    m("No"),
    # Translators: on the page of a phone, a head above cards
    m("You are looking at"),
    # Translators: on the page of a phone, a button among numbers: how many one takes
    m("all", context="how many"),
    m("Cards with a frame can be played now: tap one, or drag it up onto the table."),
    # Translators: on the page of a phone, a button below a tip
    m("Got it"),
    m("Don't show these again"),
    m("Read the rule"),
    m("Aim on the table: drag there. Spread two fingers to zoom in."),
    m("Hold to look"),
    m("In numbers: mm from the table's lower left corner"),
    m("It's your turn: choose here what to do. Everybody sees what happens."),
    m("Let go to turn them face down"),
    m("More time to answer, for everybody"),
    # Translators: on the page of a phone: a head; lines of the log that are secret
    m("What only you can see"),
    m("Only you see this. Flip it to look; after a while it flips back by itself."),
    m("Sent…"),
    m("Sent, no answer yet. Trying again…"),
    m("Show my cards only while I hold the button"),
    # Translators: on the page of a phone, a button: the camera follows the fight by itself again
    m("Follow"),
    m("Show the whole table"),
    m("Sounds"),
    m("Vibration"),
    m("Tap a cell to mark it: ? maybe, ✗ no, ✓ surely. What is struck out or dark is certain."),
    m("Tap to look"),
    m("The host has not chosen a game yet."),
    m("The host has disconnected the phones. Waiting…"),
    # Translators: on the page of a phone: the key is ten letters at the end of the link, drawn anew each evening
    m("This table opens only with tonight's key."),
    m("That is not tonight's key."),
    # Translators: on the page of a phone: the heading above a field for the ten letters at the end of a link
    m("Tonight's key"),
    m("Open the whole link that the host has sent you, or type its end."),
    # Translators: on the page of a phone, a button: the key is typed
    m("Open the table"),
    m("The connection is lost. Trying again…"),
    m("The connection is lost. Your decision will be sent as soon as it's back."),
    m("The table"),
    m("The table from above"),
    # Translators: on the page of the table, a television: a picture with the address for phones
    m("A code to scan with a phone"),
    # Translators: on the page of the table, a television
    m("Scan this with a phone to take a seat"),
    # Translators: on the page of the table, a television
    m("Tap for sound"),
    # Translators: on the page of the table, a television: a head above names, each with a number
    m("Matches won this evening"),
    # Translators: on the page of the table, a television, before the next match begins: below a name
    m("Matches won: {n}", n="{n}"),
    # Translators: on the page of a phone: the table has got the decision
    m("Received."),
    m("The table was restarted: choose your seat."),
    m("The table was restarted: the match goes on."),
    m("This card cannot be played now."),
    m("This phone"),
    m("This phone may go to sleep. When it wakes up, it rejoins the table by itself."),
    m("Turn them face down"),
    # Translators: on the page of a phone, a button: the seat that is open in another page
    m("Use it here"),
    m("What everybody can see"),
    # Translators: on the page of a phone, a head: what has happened
    m("Log"),
    m("What you can do"),
    m("Which seat is yours?"),
    m("Who plays"),
    m("You are {who}.", who="{who}"),
    # Translators: on the page of a phone; {nothing} is "Pass" or "Let it pass"
    m("You can answer: {nothing}, or react.", nothing="{nothing}"),
    m("You have answered. The others still may."),
    m("You have no card for this right now."),
    m("Your cards"),
    m("Your name"),
    m("Your notebook"),
    m("Your seat is open in another page or tab."),
    m("You are the host"),
    m("Begin the match"),
    m("Begin all the same"),
    # Translators: on the page of a phone: a head above the aim of the game
    m("What it is about"),
    # Translators: on the page of a phone, a button of the host; {who} is the name of the seat
    m("Let {person} in as {who}", person="{person}", who="{who}"),
    # Translators: on the page of a phone, a button of the host
    m("No seat for {person}", person="{person}"),
    m("A machine plays for {who}", who="{who}"),
    m("The table in words"),
    m("At {whom}'s soldier {soldier}", whom="{whom}", soldier="{soldier}"),
    # Translators: on the page of a phone, buttons; {far} is a length, as "half a tile"
    m("Towards {whom}'s soldier {soldier}, {far}", whom="{whom}", soldier="{soldier}", far="{far}"),
    m("Away from {whom}'s soldier {soldier}, {far}", whom="{whom}", soldier="{soldier}", far="{far}"),
    m("a machine"),
    # Translators: an empty seat: who plays there, after a name
    m("nobody"),
    # Translators: who plays there, after a name
    m("a machine, until the phone wakes up"),
    # Translators: on the page of a phone, after a name: who plays there
    m("at the screen"),
    m("How high"),
    # Translators: on the page of a phone: a mark in the notebook, whether somebody may have a heart
    m("maybe"),
    # Translators: on the page of a phone: a mark in the notebook, somebody does not have a heart
    m("no"),
    m("no mark"),
    m("certainly not"),
    # Translators: on the page of a phone: a mark in the notebook, somebody has a heart
    m("surely"),
    m("certain"),
    # Translators: on the page of a phone, after a name: it is their turn, or they are asked
    m("to play"),
    # Translators: on the page of a phone, before a number: mm to the right
    m("to the right"),
    m("turned by, in degrees"),
    # Translators: on the page of a phone, before a number: mm up
    m("up"),
    m("with a phone"),
    m("with a phone that is not connected"),
    m("with a phone that is asleep: nobody waits for it"),
)
"""All messages of the page; the script fills in the places."""


def translate_page(page: bytes, language: str) -> bytes:
    """Return the page with its messages in a language."""
    words = {message.one: say(message, Reader(language=language)) for message in PAGE_MESSAGES}
    marked = f'<html lang="{language_tag(language)}" data-words="{escape(json.dumps(words, ensure_ascii=False))}">'
    return page.replace(b'<html lang="en" data-words="{}">', marked.encode())
