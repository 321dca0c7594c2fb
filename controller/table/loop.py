"""The loop of every table: words and frames come in, the referee judges, and the outputs are told.

What a table is live, simulated or accelerated by is its `Source`: where frames, words and time come from. What the
referee says is in the journal before anybody hears of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from controller.announce.health import notice
from controller.announce.questions import MatchAnswer, Question
from controller.control.orders import Request, usual
from controller.outputs.match_files import match_file_beside
from controller.outputs.told import MatchKnown, SettledPicture, Told
from controller.record.keeper import Keeper
from controller.referee.events import GameWon, MatchWon
from controller.table.attend import attend

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.control.requests import Requests
    from controller.outputs.bus import Bus
    from controller.outputs.voice import Voice
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.options.options import Options
    from controller.table.bot.seat import Computer
    from controller.table.session import Session
    from vision.frame import Frame, Image

LAST_WORDS: Final = 10.0
"""Seconds in which what is still to be said aloud may be said at the end."""
_HEARD: Final = 1.0
"""Seconds in which a voice that works has heard everything."""
FINISHING: Final = 20.0
"""Seconds in which what waits is done at the end; the last picture is read anew, and a small computer takes long."""


def no_newer() -> Image | None:
    """Return no picture: none comes while one is read."""
    return None


@dataclass(frozen=True, slots=True)
class Moment:
    """What comes in together. Words and frames are taken one by one, each when the one before has been judged.

    Attributes:
        words: what people say, by whatever means; first of all.
        frames: what the camera sees then.
        newest: returns the newest picture that has come while a frame is read, see `Session.see`.
        wait: seconds that an order from outside may take to come.
        well: whether all that is needed works.
    """

    words: Iterable[Input | Request | Question] = ()
    frames: Iterable[Frame] = ()
    newest: Callable[[], Image | None] = no_newer
    wait: float = 0.0
    well: bool = True


class Source(Protocol):
    """Where frames, words and time come from."""

    @property
    def time(self) -> float:
        """Now, in seconds on the clock of the frames."""

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield moment by moment, until nothing more comes; what the referee says to each is sent back."""

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be said of it since this was last asked."""


@dataclass(slots=True)
class Table:
    """A match with whoever commands, plays and hears.

    Attributes:
        session: the referee and his journal.
        bus: the outputs.
        out: the folder of the match file; None where it is not kept up.
        requests: where orders come in; None where none do.
        computer: who plays one side; None where two people play.
        patient: time stands still while the computer thinks.
        mind: returns what there is to be said of devices, since it was last asked.
        admit: admits the device that asks to be the director's and shows a code; returns whether one does.
        agreed: returns what a new match has that is agreed by a preset and single options.
        keeper: the record so far.
        events: everything said so far.
        stopped: somebody has ended the service.
    """

    session: Session
    bus: Bus
    out: Path | None = None
    requests: Requests | None = None
    computer: Computer | None = None
    patient: bool = False
    mind: Callable[[], tuple[Notice, ...]] = tuple
    admit: Callable[[str], bool] = lambda _code: False
    agreed: Callable[[str, tuple[str, ...]], Options] = usual
    keeper: Keeper = field(default_factory=Keeper)
    events: list[Event] = field(default_factory=list)
    stopped: bool = False
    _seen: bool = False
    _well: bool | None = None

    def go_on(self, session: Session) -> None:
        """Take over a match after an interruption: what was told before is remembered, and told to nobody again."""
        self.session, self._seen = session, False
        self.keeper, self.events = Keeper().heard(session.past), [*session.past]
        if self.computer is not None:
            self.computer.recall(session.past)

    @property
    def known(self) -> MatchKnown:
        """What is known of the match now."""
        journal = self.session.journal
        session, number = ("", len(self.events)) if journal is None else (journal.path.stem, journal.entry)
        return MatchKnown(self.session.state, self.keeper.record, session, number)

    def live(self, moment: Moment, source: Source) -> tuple[Event, ...]:
        """Let the referee hear and see what comes in, tell the outputs, and return what he says."""
        events, repeat, answers, said = self._ordered(source.time, moment.wait)
        for word in moment.words:
            if isinstance(word, Request):
                repeat = repeat or word is Request.REPEAT
            elif isinstance(word, Question):
                answers += (MatchAnswer(word, self.session.state),)
            else:
                events += self.session.give(word)
        for frame in moment.frames:
            events += self._see(frame, moment.newest)
        if self.computer is not None:
            events += self.computer.attend(self.session, events, source.time, wait=self.patient)
        self.tell(source.time, events, said + source.take_notices(), repeat=repeat, well=moment.well, answers=answers)
        return events

    def tell(  # noqa: PLR0913 - each is another thing that may be told at the same time
        self,
        time: float,
        events: tuple[Event, ...] = (),
        notices: tuple[Notice, ...] = (),
        *,
        repeat: bool = False,
        well: bool | None = None,
        answers: tuple[MatchAnswer, ...] = (),
    ) -> None:
        """Tell the outputs what there is to be told, if anything.

        Args:
            time: now, on the clock of the frames.
            events: what the referee says.
            notices: what is to be said besides, before what the parts of the table have to say.
            repeat: somebody wants to hear again what was said last.
            well: whether all that is needed works; None as before.
            answers: to what somebody has asked.
        """
        session, computer = self.session, self.computer
        self.keeper = self.keeper.heard(events)
        self.events += events
        seen = session.reading is not None and not self._seen
        self._seen = self._seen or seen
        changed = None if well is self._well else well
        self._well = self._well if well is None else well
        guide = None if computer is None else computer.guide(session)
        notices += () if computer is None else computer.take_notices()
        notices += session.take_notices() + self.mind() + self.bus.take_notices(session.now(time))
        if events or notices or repeat or answers or seen or guide is not None or changed is not None:
            over = any(isinstance(event, GameWon | MatchWon) for event in events)
            files = (self._match_file(self.out),) if over and self.out is not None else ()
            names = session.state.setup.names
            told = Told(
                events,
                names,
                notices,
                files,
                repeat,
                seen=seen,
                guide=guide,
                well=changed,
                answers=answers,
                known=self.known,
            )
            self.bus.tell(told)

    def write(self, out: Path, *more: tuple[Path, Callable[[], bytes]]) -> Path:
        """Have the match file written in a folder, and more files; return the match file."""
        written = self._match_file(out)
        self.bus.tell(Told(files=(written, *more)))
        return written[0]

    def finish(self, time: float, voice: Voice) -> tuple[Notice, ...]:
        """Wait for the outputs and the journal, and return what has to be said of what still waits.

        Args:
            time: now, on the clock of the frames.
            voice: what it has heard it may say to the end.
        """
        self.bus.finish(_HEARD)
        voice.finish(LAST_WORDS)
        self.tell(time)
        left, at = self.bus.finish(FINISHING), self.session.now(time)
        told = tuple(notice(at, "output.waiting", name=one.name, why=one.trouble or "it hangs") for one in left)
        return told + self.session.unwritten(time)

    def _ordered(
        self, time: float, wait: float
    ) -> tuple[tuple[Event, ...], bool, tuple[MatchAnswer, ...], tuple[Notice, ...]]:
        """Return what the referee says to orders from outside, whether to say the last again, answers, and notices."""
        if self.requests is None:
            return (), False, (), ()
        attended = attend(self.requests.take(wait), self.session, time, self.admit, self.agreed)
        self.stopped = self.stopped or attended.stop
        return attended.events, attended.repeat, attended.answers, attended.notices

    def _see(self, frame: Frame, newest: Callable[[], Image | None]) -> tuple[Event, ...]:
        """Return what the referee says to a frame; where he has judged it, the picture is told at once."""
        before = self.session.reading
        events = self.session.see(frame, newest)
        if self.session.reading is not before:
            self.bus.tell(Told(settled=SettledPicture(frame, events)))
        return events

    def _match_file(self, out: Path) -> tuple[Path, Callable[[], bytes]]:
        """Return the match file and what makes its content."""
        journal = self.session.journal
        return match_file_beside(None if journal is None else journal.path, self.keeper.record, out)


def run(
    table: Table, source: Source, over: Callable[[], bool] = lambda: False, alive: Callable[[], None] = lambda: None
) -> None:
    """Referee until nothing more comes in, or it is time to leave off.

    Args:
        table: the match.
        source: what comes in.
        over: asked after every moment whether it is time; so it is when somebody has ended the service, too.
        alive: told after every moment, as a watchdog wants it.
    """
    moments = source.moments()
    moment = next(moments, None)
    while moment is not None:
        heard = table.live(moment, source)
        alive()
        if table.stopped or over():
            return
        try:
            moment = moments.send(heard)
        except StopIteration:
            return
