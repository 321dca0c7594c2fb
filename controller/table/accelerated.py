"""Refereeing simulated people for as long as is wanted, with a clock that is charged for the computing.

The table lives on a clock of its own. The camera gives a frame every `FRAME` seconds, but a frame is drawn and looked
at only where it can tell something: one of every moment of a movement; the first of every stillness, the one that is
read ahead, and the one with which it has settled; those in which the referee wants to look again; and one now and then.
What looking and judging cost is measured, multiplied by a factor, and charged: the next frame is the first one after
it, and what is said is said that much later. So a run takes far less time than it tells of, and tells of the time it
would take.

Two files are written by two sides that know nothing of each other: `truth.jsonl` by the simulated people
(`controller.simulation.diary`), `events.jsonl` by the referee (`controller.record.event_log`).
"""

from __future__ import annotations

import json
import math
import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TextIO

from controller.announce.error_messages import trouble
from controller.announce.health import sentence
from controller.outputs.match_desk import Desk
from controller.outputs.timed_lights import TimedLights
from controller.record.event_log import event_line, plain
from controller.record.files import write_whole
from controller.record.text_writer import match_file
from controller.referee.commands import Appoint
from controller.referee.events import Audience
from controller.referee.evidence.likelihood import start_contents
from controller.referee.inputs import Commanded
from controller.referee.layout import Layout
from controller.referee.options.options import CubeBySight, Tell, TurnEnd, preset
from controller.referee.options.words import with_words
from controller.referee.state import Setup
from controller.rules import match_for
from controller.simulation.choosing import Simple
from controller.simulation.diary import Diary
from controller.simulation.errors import SimulationError
from controller.simulation.people import People
from controller.simulation.stagehand import Stagehand
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.compute_cost import on_cores
from controller.table.read_ahead import SOON
from controller.table.session import Session
from controller.table.session_start import agreed_in_vain, new_match, resume
from firmware_bridge.lights import Lights
from hardware.errors import HardwareError
from hardware.simulated.conditions import Conditions
from vision.calibrate.calibration import calibrate
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.reading import Shade
from vision.track.motion import SETTLE_TIME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.referee.events import Event
    from controller.simulation.choosing import Chooser
    from controller.simulation.company import Acting
    from controller.simulation.faults import Plan
    from controller.simulation.manners import Manners
    from controller.simulation.theatre import StripKind
    from hardware.simulated.scene.table import Scene
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

FRAME: Final = 1 / 30
"""Seconds from one frame of the camera to the next."""
MOMENT: Final = 0.1
"""Seconds after which a movement is looked at again."""
NOW_AND_THEN: Final = 1.0
"""Seconds after which a table is looked at again on which nothing has happened."""
BOOT: Final = 1.0
"""Seconds for which the referee sees nothing after his power was cut. A real computer takes longer to start."""
NAMES: Final = ("Anna", "Boris")


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be played, and how.

    Attributes:
        games: how many games are begun at least; a match that was begun is played to its end.
        length: the points of every match; 0 for one money session.
        seed: of the first match; the next one has the next.
        look: the name of the board's look.
        out: the folder for everything that is written.
        factor: what a second of computing here costs on the simulated clock; 0 for nothing, so that a seed plays the
            very same match again.
        cores: of this computer it may take, see `controller.table.compute_cost`.
        strip: how the strip controller is simulated.
        preset: the name of the options that the referee goes by.
        agreed: single options that differ from it.
        conditions: the light on the table, the camera, and how checkers are put down.
    """

    games: int
    length: int
    seed: int
    look: str
    out: Path
    factor: float = 1.0
    cores: int = 1
    strip: StripKind = "memory"
    preset: str = "club"
    agreed: tuple[str, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: what they throw and play in each match, how they behave, and what is to go wrong in the whole run."""

    chooser: Callable[[random.Random], Chooser]
    manners: Manners
    plan: Plan


@dataclass(slots=True)
class Tally:
    """What came of a run.

    Attributes:
        games, turns: played.
        stuck: why matches ended before their time.
        refused: why matches were not begun: the set could not be learned. Each counts as a game that was to be played.
        drawing, reading: seconds of computing for the pictures, and for watching, reading and judging.
        late: patterns that the strip did not show in time.
    """

    games: int = 0
    turns: int = 0
    stuck: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    drawing: float = 0.0
    reading: float = 0.0
    late: int = 0


def run_trial(trial: Trial, players: Players, say: Callable[[str], None]) -> Tally:
    """Play, referee and write both files, the match files and the journals.

    Args:
        trial: what is to be played.
        players: who plays.
        say: tells how far it is, a line a match.

    A match whose set cannot be learned is refused, and the next one is played.

    Raises:
        OptionError: no such preset or option.
        HardwareError: unknown look, or a strip controller that does not start.
        VisionError: the set could not be learned in any match, so that nothing was played.
        OSError: the folder cannot be written.
    """
    tally, number = Tally(), 0
    last: VisionError | None = None
    setup = Setup.at(NAMES, with_words(preset(trial.preset), trial.agreed), Layout(shade_one=Shade.DARK))
    for told in agreed_in_vain(setup, match_for(trial.length), 0.0):
        say(sentence(told))
    trial.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        clock = stack.enter_context(on_cores(trial.cores))
        strip = open_strip(trial.strip)
        stack.callback(strip.close)
        lights = TimedLights(stack.enter_context(Lights(strip.port)))
        theatre = stack.enter_context(Theatre(trial.look, trial.seed, strip, trial.conditions))
        truth, events = (
            stack.enter_context((trial.out / name).open("w", buffering=1, encoding="utf-8"))
            for name in ("truth.jsonl", "events.jsonl")
        )
        diary = Diary(lambda: theatre.time, lambda line: print(line, file=truth))
        while tally.games < trial.games:
            number += 1
            diary.match = number
            seed = trial.seed + number - 1
            diary.note("match", length=trial.length, seed=seed, look=trial.look)
            hand = Stagehand(theatre, strip, random.Random(f"stagehand {seed}"), lambda: None)
            try:
                referee = _Referee(trial, setup, hand, lights, number, events, tally, clock)
            except VisionError as error:
                last = error
                diary.note("refused", why=str(error))
                tally.refused.append(f"match {number}, look {trial.look}: {trouble(error)}")
                tally.games += 1
                say(f"match {number}, seed {seed}: refused, {trouble(error)}")
                continue
            people = _seated(trial, players, setup, theatre, diary)
            people.games = None if trial.length else trial.games - tally.games
            ended = _played(referee, people, diary, tally)
            hand.happen(("well",))
            referee.close()
            say(f"match {number}, seed {seed}: {len(people.truth)} {ended}")
        tally.late = lights.late
        _write_facts(trial, players, tally)
    if last is not None and len(tally.refused) == number:
        raise last
    return tally


def _played(referee: _Referee, people: People, diary: Diary, tally: Tally) -> str:
    """Play a match that is refereed, count it, and return how it ended."""
    ended = "turns"
    try:
        referee.oversee(people.play_match())
        diary.note("end")
    except (SimulationError, VisionError, HardwareError) as error:
        diary.note("stuck", why=str(error))
        tally.stuck.append(f"match {diary.match}: {error}")
        ended = "turns, stuck"
    tally.turns += len(people.truth)
    tally.games += max(1, len({turn.game for turn in people.truth}))
    return ended


def _seated(trial: Trial, players: Players, setup: Setup, theatre: Theatre, diary: Diary) -> People:
    """Return two people at the table, who play the match that the diary has begun."""
    seed = trial.seed + diary.match - 1
    by_cube = setup.options.cube_by_sight is CubeBySight.AFTER_PAUSE
    return People(
        theatre.scene,
        theatre.seats,
        random.Random(seed),
        clock=setup.options.turn_end is TurnEnd.CLOCK,
        doubles=by_cube and trial.length != 1 and setup.profile.cube_in_play,
        chooser=_of_game(players.chooser(random.Random(f"choice {seed}")), setup),
        profile=setup.profile,
        manners=players.manners,
        plan=players.plan,
        diary=diary,
    )


def _of_game(chooser: Chooser, setup: Setup) -> Chooser:
    """Return who chooses, knowing the game that is played."""
    if isinstance(chooser, Simple):
        chooser.profile = setup.profile
    return chooser


def _write_facts(trial: Trial, players: Players, tally: Tally) -> None:
    """Write what was asked for and what it took, for whoever looks at the files later."""
    names = ("games", "length", "seed", "look", "conditions", "factor", "cores", "preset")
    asked = {name: plain(getattr(trial, name)) for name in names}
    facts = {**asked, "made": dict(players.plan.made), **plain(tally)}
    write_whole(trial.out / "run.json", (json.dumps(facts, indent=1) + "\n").encode())


class _Referee:
    """The referee of one match at the simulated table, with what films for him, and a clock that is charged."""

    def __init__(  # noqa: PLR0913, PLR0917 - it stands in the middle of everything
        self,
        trial: Trial,
        setup: Setup,
        hand: Stagehand,
        lights: TimedLights,
        number: int,
        lines: TextIO,
        tally: Tally,
        clock: Callable[[], float],
    ) -> None:
        """Sit down to a match."""
        self._trial, self._setup, self._hand, self._lights = trial, setup, hand, lights
        self._number, self._lines, self._tally, self._clock = number, lines, tally, clock
        self._theatre = hand.theatre
        hand.cut = self._cut
        self._calibration: Calibration = calibrate(
            hand.shoot(Beat(self._theatre.scene)),
            parse_corners(self._theatre.corners),
            start_contents(setup),
            cleared=True,
        )
        about = {"command": "trial", "look": trial.look, "seed": str(trial.seed + number - 1)}
        folder = trial.out / f"match-{number:04}"
        folder.mkdir(exist_ok=True)
        sitting = new_match(setup, match_for(trial.length), self._theatre.time, folder=folder, about=about)
        self._session = Session(self._calibration, sitting)
        self._desk = self._new_desk()
        self._scene: Scene | None = None
        self._changed = self._due = self._busy = self._first = self._theatre.time
        self._coming: list[tuple[float, Event]] = []
        self._glimpsed: tuple[float, ...] = ()
        self._seen = self._busy
        if setup.options.tell is Tell.SILENT:
            order = Commanded(self._session.now(self._theatre.time), "the director", "asked for", Appoint())
            self._charged(lambda: self._session.give(order))

    def oversee(self, acting: Acting) -> None:
        """Referee until the people get up, or the match is won."""
        beat = next(acting, None)
        while beat is not None:
            heard = self._live(beat)
            try:
                beat = acting.send(heard)
            except StopIteration:
                return

    def close(self) -> None:
        """Write the match file, and close the journal."""
        name = f"match-{self._number:04}"
        suffix, text = match_file(self._desk.keeper.record)
        write_whole(self._trial.out / f"{name}{suffix}", text.encode())
        self._session.close()

    def _live(self, beat: Beat) -> tuple[Event, ...]:
        """Let the time of a beat go by, and return what was said in it."""
        theatre, session = self._theatre, self._session
        begins = theatre.time
        ends = begins + beat.seconds
        if beat.happens:
            self._hand.happen(beat.happens)
            session = self._session
            self._scene = None
        for given in beat.inputs(session.now(begins)):
            self._charged(lambda given=given: session.give(given))  # type: ignore[misc]
        if beat.scene != self._scene:
            self._scene, self._changed = beat.scene, begins
            self._due = begins
            self._first = math.inf
            self._overtake(beat)
        while (at := self._next_frame()) < ends - 1e-9:
            theatre.time = at
            self._look(beat)
        theatre.time = ends
        said = tuple(event for time, event in self._coming if time <= ends)
        self._coming = [(time, event) for time, event in self._coming if time > ends]
        return said

    def _next_frame(self) -> float:
        """Return when the camera's next frame comes that is looked at."""
        return math.ceil(max(self._due, self._busy) / FRAME - 1e-6) * FRAME

    def _look(self, beat: Beat) -> None:
        """Film a beat now, let the referee look, and choose when he looks again."""
        at = self._theatre.time
        if not self._hand.sees:
            self._due = at + MOMENT
            return
        self._first = min(self._first, at)
        began = self._clock()
        frame = self._hand.shoot(beat)
        self._tally.drawing += self._clock() - began
        glimpses: list[float] = []

        def newest() -> Image:
            glimpses.append(self._clock())
            return frame.image  # What the next beat shows nobody knows yet; see `_overtake`.

        begun, free = self._clock(), max(at, self._busy)
        self._charged(lambda: self._session.see(frame, newest))
        self._glimpsed = tuple(free + self._trial.factor * (glimpse - begun) for glimpse in glimpses)
        self._seen = self._busy
        read = self._session.reading is not None and self._session.reading.time >= self._session.now(self._changed)
        if beat.scene.hands:
            self._due = at + MOMENT
        elif self._session.state.looking:
            self._due = at + FRAME
        elif read:
            self._due = at + NOW_AND_THEN
        else:
            stages = (self._first + SOON, self._first + SETTLE_TIME)
            self._due = next((stage for stage in stages if at < stage - 1e-9), at + FRAME)

    def _overtake(self, beat: Beat) -> None:
        """Give up what is being read ahead where the beat that begins now shows that something moves.

        By then it has been read to its end, and charged; the referee would have noticed at the first of his glimpses
        that the camera's next frame came before.
        """
        comes = math.ceil(self._theatre.time / FRAME - 1e-6) * FRAME
        noticed = next((at for at in self._glimpsed if at >= comes), math.inf)
        if noticed >= self._seen or not self._hand.sees:
            return
        image = self._hand.shoot(beat).image
        began = self._clock()
        if self._session.overtake(image):
            cost = self._trial.factor * (self._clock() - began)
            self._busy -= max(0.0, self._seen - noticed - cost)
            self._glimpsed = ()

    def _charged(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Let the referee do something, charge what it cost, and pass on what he says when he has done it."""
        began = self._clock()
        events = act()
        cost = self._clock() - began
        self._tally.reading += cost
        now = max(self._theatre.time, self._busy)
        self._busy = now + self._trial.factor * cost
        for event in events:
            self._tell(event, self._busy)
        for told in self._session.take_notices():
            self._note(told, self._busy)
        if self._session.reading is not None:
            self._desk.relight()

    def _tell(self, event: Event, time: float) -> None:
        """Pass on and write down what the referee says."""
        self._lights.took = None
        self._desk.tell((event,))
        took = self._lights.took
        lit = None if took is None else round(time + took, 3)
        print(event_line(event, t=round(time, 3), match=self._number, lit=lit), file=self._lines)
        if event.audience is Audience.BOTH:
            self._coming.append((time, event))

    def _note(self, told: Notice, time: float) -> None:
        """Write down what Tavola says of itself."""
        line = {"t": round(time, 3), "match": self._number, "event": "notice", "key": told.key}
        print(json.dumps(line, separators=(",", ":")), file=self._lines)

    def _cut(self) -> None:
        """Cut the power: nothing is closed, and what is not on the disk is gone. Then sit down to the match again."""
        journal = self._session.journal
        if journal is None:
            raise SimulationError("people.no_journal")
        sitting = resume(journal.path, self._theatre.time)
        self._session = Session(self._calibration, sitting)
        self._desk = self._new_desk()
        if sitting.past is not None:
            self._desk.recall(sitting.past.events)
        self._due = self._theatre.time + BOOT
        self._coming.clear()

    def _new_desk(self) -> Desk:
        """Return a desk that speaks to nobody, as the events are passed on one by one."""
        return Desk(self._setup.layout, self._lights, lambda _said: None)
