"""Story of a match as pages tell it: what of it is shown, and how each thing that is told changes that.

It is made of the referee's state and events and of nothing else. There are two: everybody's, and the director's, which
has what only a director is told. At a table where verdicts are kept from the players, everybody's page follows the
match by its rolls, its cube and its games, and not by its turns: when a turn passes would tell what was kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from controller.announce.health import sentence
from controller.announce.language import Words
from controller.announce.phrases import Phrases
from controller.others_text import shown
from controller.outputs.pages.shown.pointed import blamed_marks, blamed_ways, doubted, mending, misplaced, way_of
from controller.outputs.pages.shown.snapshot import LINES, QUESTIONS, LastTurn, OpenQuestion, SaidLine, ShownVerdict
from controller.outputs.presentation import NOTICES, worth
from controller.referee import events as ev
from controller.referee.options.options import Tell
from controller.rules import format_play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.announce.health import Notice
    from controller.outputs.told import MatchKnown, Told
    from controller.referee.state import RefereeState
    from controller.rules import Player, Position

_OPEN_TELLS: Final = (
    ev.MatchStarted,
    ev.PairingAwaited,
    ev.PairingConfirmed,
    ev.GameStarted,
    ev.OpeningTie,
    ev.Rolled,
    ev.Doubled,
    ev.Taken,
    ev.Dropped,
    ev.Resigned,
    ev.GameWon,
    ev.MatchWon,
    ev.Ruled,
    ev.Undone,
)
"""What everybody at the table sees for himself, whatever the referee says of it."""

_OUTDATES: Final = (ev.Rolled, ev.Doubled, ev.GameStarted, ev.Undone, ev.BoardAgrees, ev.MatchWon, ev.GameWon)
"""After which the verdict before it matters no more."""


@dataclass(frozen=True, slots=True)
class Story:
    """What is shown of a match.

    Attributes:
        everything: it is the director's.
        words: the language.
        known: what is known of the match, as far as it may be shown.
        time: of the match, when something was told last.
        said: the last lines.
        lines: how many there have been.
        verdict: the last one, while it matters.
        last: the last turn.
        settled: how many settled positions there have been, as they are numbered.
        game: the number of the game in progress, 0 before the first.
        questions: doubts and disputes, the director's only.
        stood: results of illegal plays that stand, and the positions before them, for the record.
        well: everything that is needed works.
    """

    everything: bool
    words: Words = field(default_factory=Words)
    known: MatchKnown | None = None
    time: float = 0.0
    said: tuple[SaidLine, ...] = ()
    lines: int = 0
    verdict: ShownVerdict | None = None
    last: LastTurn | None = None
    settled: int = 0
    game: int = 0
    questions: tuple[OpenQuestion, ...] = ()
    stood: tuple[tuple[Position, Position], ...] = ()
    well: bool = True

    def heard(self, told: Told) -> Story:
        """Return the story after something was told."""
        story = self if told.well is None else replace(self, well=told.well)
        if told.known is not None:
            quiet = not self.everything and is_quiet(told.known.state)
            if not quiet or self.known is None or any(isinstance(event, _OPEN_TELLS) for event in told.events):
                story = replace(story, known=told.known)
        events = told.events if self.everything else told.heard
        phrases = Phrases(told.names, self.words)
        for event in told.events:
            if isinstance(event, ev.IllegalPlayStands):
                story = replace(story, stood=(*story.stood[-QUESTIONS:], (event.after, event.before)))
        for event in events:
            story = _after(story, event, phrases)
        return _noticed(story, told.notices)


def is_quiet(state: RefereeState) -> bool:
    """Return whether verdicts are kept from the players."""
    return state.setup.options.tell is not Tell.BOTH and not state.speaks


def told_before(story: Story, past: Iterable[ev.Event], names: tuple[str, str]) -> Story:
    """Return a story with what was said before an interruption; what is known of the match comes with the next thing.

    Args:
        story: an empty one.
        past: every event of the journal.
        names: the players'.
    """
    phrases = Phrases(names, story.words)
    for event in past:
        if story.everything or event.audience is ev.Audience.BOTH:
            story = _after(story, event, phrases)
    return story


def _after(story: Story, event: ev.Event, phrases: Phrases) -> Story:
    """Return the story after an event that it may tell."""
    story = _counted(story, event)
    text = shown(phrases.sentence(event))
    verdict = _verdict(event, text, phrases)
    if verdict is not None:
        story = replace(story, verdict=verdict)
    elif isinstance(event, _OUTDATES):
        story = replace(story, verdict=None)
    story = replace(story, time=max(story.time, event.time), last=_last(event, story.last))
    if story.everything and verdict is not None and verdict.kind in ("illegal", "unsure", "stands", "differs"):
        story = _asked(story, event, verdict)
    if not text:
        return story
    told = worth(event)
    tone = "order" if isinstance(event, ev.Ruled | ev.RulingRefused) else str(told.kind)
    if isinstance(event, ev.Ruled | ev.RulingRefused) and story.everything:
        text = f"{text} {shown(event.who)}: {shown(event.why)}"
    secret = event.audience is not ev.Audience.BOTH
    return _line(story, event.time, tone, _player(event), text, aloud=told.spoken and not secret, secret=secret)


def _counted(story: Story, event: ev.Event) -> Story:
    """Return the story with the number of the game and of the settled position after an event."""
    match event:
        case ev.MatchStarted():
            return replace(story, settled=0, game=0, questions=(), stood=(), last=None, verdict=None)
        case ev.GameStarted(number=number):
            return replace(story, settled=story.settled + 1, game=number)
        case ev.TurnStarted():
            return replace(story, settled=story.settled + 1)
        case ev.Undone(number=number):
            kept = tuple(one for one in story.questions if one.number <= number)
            return replace(story, settled=number, questions=kept)
        case _:
            return story


def _noticed(story: Story, notices: Iterable[Notice]) -> Story:
    """Return the story after what Tavola has to say of itself; to everybody only what concerns the table."""
    for one in notices:
        told = NOTICES[one.key].worth
        if story.everything or told.spoken:
            text = shown(sentence(one, story.words))
            story = _line(story, one.time, "notice", None, text, aloud=told.spoken, secret=not told.spoken)
    return story


def _line(  # noqa: PLR0913 - what a line has
    story: Story, time: float, tone: str, player: Player | None, text: str, *, aloud: bool, secret: bool
) -> Story:
    """Return the story with a line more."""
    number = story.lines + 1
    said = SaidLine(number, round(time, 2), tone, player, text, aloud, secret)
    return replace(story, said=(*story.said[1 - LINES :], said), lines=number)


def _player(event: ev.Event) -> Player | None:
    """Return whom an event concerns."""
    who: Player | None = getattr(event, "winner" if isinstance(event, ev.GameWon | ev.MatchWon) else "player", None)
    return who


def _verdict(event: ev.Event, text: str, phrases: Phrases) -> ShownVerdict | None:
    """Return what an event says of a play, the dice or the board; None where it is no verdict."""
    match event:
        case ev.PlayAccepted(player=player, play=play):
            return ShownVerdict("legal", player, text, arrows=way_of(player, play))
        case ev.Danced(player=player):
            return ShownVerdict("dance", player, text)
        case ev.PlayIllegal(player=player, explanation=explanation):
            reasons = tuple(shown(phrases.reason(one)) for one in explanation.reasons)
            marks = blamed_marks(player, explanation.reasons)
            arrows = blamed_ways(player, explanation.reasons)
            return ShownVerdict("illegal", player, text, reasons, marks, arrows, must_correct=event.must_correct)
        case ev.PlayUnsure(player=player, likeliest=likeliest, other=other):
            return ShownVerdict("unsure", player, text, marks=doubted(player, likeliest, other))
        case ev.IllegalPlayStands(player=player):
            return ShownVerdict("stands", player, text)
        case ev.PlayDiffers(player=player, remedies=remedies):
            return ShownVerdict("differs", player, text, arrows=mending(remedies))
        case ev.RollRefused(player=player):
            return ShownVerdict("dice", player, text)
        case ev.StartPositionAwaited(differences=differences) | ev.OddStartStands(differences=differences):
            return ShownVerdict("board", None, text, marks=misplaced(differences))
        case ev.Desync(differences=differences, remedies=remedies):
            return ShownVerdict("board", None, text, marks=misplaced(differences), arrows=mending(remedies))
        case _:
            return None


def _last(event: ev.Event, before: LastTurn | None) -> LastTurn | None:
    """Return the last turn after an event."""
    match event:
        case ev.PlayAccepted(player=player, roll=roll, play=play):
            return LastTurn(player, _dice(roll.high, roll.low), format_play(play), way_of(player, play))
        case ev.Danced(player=player, roll=roll):
            return LastTurn(player, "" if roll is None else _dice(roll.high, roll.low), "", ())
        case ev.IllegalPlayStands(player=player, roll=roll):
            return LastTurn(player, _dice(roll.high, roll.low), "", ())
        case ev.GameStarted() | ev.Undone() | ev.TurnMended():
            return None
        case _:
            return before


def _dice(high: int, low: int) -> str:
    """Return two dice as a match file writes them."""
    return f"{high}{low}"


def _asked(story: Story, event: ev.Event, verdict: ShownVerdict) -> Story:
    """Return the story with a doubt or a dispute for the director; one of the same turn takes the other's place."""
    entry = story.known.number if story.known is not None else 0
    number = max(0, story.settled - 1)
    since = next((one.since for one in story.questions if one.number == number), entry)
    asked = OpenQuestion(number, event.time, story.game, verdict.player, verdict.kind, verdict.text, since, entry)
    others = tuple(one for one in story.questions if one.number != asked.number)
    return replace(story, questions=(*others[1 - QUESTIONS :], asked))
