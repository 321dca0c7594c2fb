"""Notices of Tavola about itself, since the events of the referee speak of the match only: facts, and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.announce.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that everybody at the table should know about Tavola.

    Attributes:
        time: when, in seconds on the match's own clock.
        key: what; the key of the sentence in every language.
        facts: what the sentence needs, by name.
    """

    time: float
    key: str
    facts: tuple[tuple[str, object], ...] = ()


def notice(time: float, key: str, **facts: object) -> Notice:
    """Return a notice."""
    return Notice(time, key, tuple(facts.items()))


def sentence(told: Notice, words: Words | None = None) -> str:
    """Return the sentence for a notice, in a language; None for English."""
    words, facts = words or Words(), dict(told.facts)
    if told.key in PLURALS:
        return words.count(told.key, PLURALS[told.key], int(str(facts.pop("count"))), **facts)
    return words.say(told.key, SENTENCES[told.key], **facts)


SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "button.free": "The button ({name}) works again.",
        "button.stuck": "A button ({name}) sticks. I take no notice of it until it is let go.",
        "buttons.keys": "Keys: {keys}.",
        "buttons.without": "The buttons cannot be used: {why}. I go on without them.",
        "buzzer.without": "The buzzer cannot be used: {why}. I go on without it.",
        "camera.back": "The camera is back.",
        "camera.covered": "Something covers the camera.",
        "camera.dark": "It is too dark to see the board.",
        "camera.frozen": "The camera has sent the very same picture for {seconds} seconds. I open it anew.",
        "camera.garbled": "What the camera sends is no picture. I open it anew.",
        "camera.lost": "The camera is lost: {why}. I go on trying.",
        "camera.other_shape": "The camera sends pictures of {now} pixels; it was calibrated with {was}."
        " Please set it back, or calibrate again.",
        "camera.resized": "The camera sends pictures of {now} pixels instead of {was}. I go on with these.",
        "camera.stalled": "No picture has come from the camera for {seconds} seconds. I open it anew.",
        "control.closed": "This referee cannot be commanded from outside: {why}.",
        "desk.announces": "From the director: {text}",
        "director.called": "The director is called, please.",
        "journal.failing": "WARNING: the match is not being kept on the disk ({why})."
        " It is kept in memory; please make room. Do not switch off.",
        "journal.unfinished": "An unfinished match is kept in {name}; --resume goes on with it.",
        "journal.unreadable": "WARNING: {name} cannot be gone on with ({why}). It is left as it is.",
        "journal.written": "The match is kept on the disk again; nothing was lost.",
        "options.money_only": "This is a match to {length}, in which these have no effect: {options}."
        " With --length money they have.",
        "output.failing": "WARNING: the output ({name}) fails: {why}. I go on trying.",
        "output.waiting": "WARNING: at the end this is still not written or said ({name}): {why}.",
        "output.works": "The output ({name}) works again.",
        "pages.admitted": "The device is admitted to the director's page.",
        "pages.asked": "A device asks to be the director's, and shows {code}."
        " The director's button, pressed twice, admits it, or: tavola ctl admit {code}.",
        "pictures.left": "WARNING: old pictures of {name} were not deleted ({why}).",
        "players.given_up": "The computer's engine keeps failing. The built-in player plays on.",
        "players.missing": "GNU Backgammon is missing: sudo apt-get install gnubg. The built-in player plays instead.",
        "players.replaced": "The computer's engine has failed. The built-in player has answered for it.",
        "players.restarted": "The computer's engine had to be started anew.",
        "simulated.next": "Next: {replay} referees it again, {analyse} says how well it was played,"
        " {window} shows it on the screen.",
        "simulated.next_unanalysed": "Next: {replay} referees it again, {window} shows it on the screen.",
        "simulated.stuck": "The simulated players cannot go on. The director may award the match;"
        " the next one is waited for.",
        "simulated.table": "This is a simulated table: drawn people play, a drawn camera films them, and the referee"
        " knows only what it sees. Times are minutes and seconds of the match.",
        "speaker.back": "I can speak again.",
        "speaker.failed": "I cannot speak, the synthesiser has failed ({why}). What I would say is written here.",
        "speaker.missing": "I cannot speak, {program} is missing: sudo apt-get install espeak-ng."
        " What I would say is written here.",
        "speaker.no_sound": "I cannot speak, no sound card works ({why}). What I would say is written here.",
        "speaker.stuck": "I cannot speak, the synthesiser was stuck for {seconds} seconds."
        " What I would say is written here.",
        "status.without": "The status light cannot be used: {why}. I go on without it.",
        "strip.back": "The strip of lights is back.",
        "strip.lost": "The strip of lights does not answer. I go on trying.",
        "table.back": "The board is seen again as before.",
        "table.fitted": "The board or the camera has moved by {percent} % of the board's width. I have found it again.",
        "table.light": "The light has changed a lot: the board is {brightness} % as bright as when it was calibrated.",
        "table.moved": "The board or the camera has moved by {percent} % of the board's width."
        " Please move it back, or calibrate again.",
        "table.unclear": "I cannot find the board's frame any more. Has the board or the camera been moved?",
    }
)
"""The English sentences; what translators translate beside those of `announce.english`."""

PLURALS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "journal.resumed": (
            "Going on with the match after an interruption, from {count} entry of {name}.",
            "Going on with the match after an interruption, from {count} entries of {name}.",
        ),
        "pictures.forgotten": (
            "{count} picture of disputed turns has reached its age and was deleted.",
            "{count} pictures of disputed turns have reached their age and were deleted.",
        ),
    }
)
"""What is said of one, and of several; the fact `count` says of how many."""
