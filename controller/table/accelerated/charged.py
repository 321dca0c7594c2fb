"""Simulated people on a clock that is charged for the computing: the source of the accelerated table's loop.

The table lives on a clock of its own. The camera gives a frame every `FRAME` seconds, but a frame is drawn and looked
at only where it can tell something: one of every moment of a movement; the first of every stillness, the one that is
read ahead, and the one with which it has settled; those in which the referee wants to look again; and one now and then.
What looking and judging cost is measured, multiplied by a factor, and charged: the next frame is the first one after
it, and what is said is said that much later.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from controller.referee.events import Audience
from controller.table.loop import Moment
from controller.table.session_start import appointed
from vision.track.motion import SETTLE_TIME
from vision.track.read_ahead import LEAST_STILLNESS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from controller.announce.health import Notice
    from controller.referee.events import Event
    from controller.simulation.people.people import People
    from controller.simulation.stagehand import Stagehand
    from controller.simulation.table import Beat
    from controller.table.loop import Table
    from hardware.simulated.scene.table import Scene
    from vision.frame import Image

FRAME: Final = 1 / 30
"""Seconds from one frame of the camera to the next."""
MOMENT: Final = 0.1
"""Seconds after which a movement is looked at again."""
NOW_AND_THEN: Final = 1.0
"""Seconds after which a table is looked at again on which nothing has happened."""
BOOT: Final = 1.0
"""Seconds for which the referee sees nothing after his power was cut. A real computer takes longer to start."""

_Thing = TypeVar("_Thing")


@dataclass(slots=True)
class Charged:
    """People who play, what films them, and a clock that is charged.

    Attributes:
        people, hand, table: what belongs to it.
        factor: what a second of computing costs on the simulated clock.
        clock: of which differences are what computing took, in seconds.
        busy: until when the referee computes; what he says is said then.
        drawing, reading: seconds of computing for the pictures, and for watching, reading and judging.
    """

    people: People
    hand: Stagehand
    table: Table
    factor: float
    clock: Callable[[], float]
    busy: float = field(init=False)
    drawing: float = 0.0
    reading: float = 0.0
    _due: float = field(init=False)
    _changed: float = field(init=False)
    _first: float = field(init=False)
    _seen: float = field(init=False)
    _scene: Scene | None = None
    _coming: list[tuple[float, Event]] = field(default_factory=list)
    _glimpsed: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Begin now."""
        self.busy = self._due = self._changed = self._first = self._seen = self.time

    @property
    def time(self) -> float:
        """Seconds on the theatre's clock."""
        return self.hand.theatre.time

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what the people say and what the camera is looked at for, until they get up or the match is won."""
        session = self.table.session
        for order in appointed(session.state.setup, session.now(self.time)):
            yield from self._wait_for(Moment(self._charged(order)))
        acting = self.people.play_match()
        beat = next(acting, None)
        while beat is not None:
            heard = yield from self._live(beat)
            try:
                beat = acting.send(heard)
            except StopIteration:
                return

    def take_notices(self) -> tuple[Notice, ...]:
        """Return nothing: nothing is said of simulated devices."""
        return ()

    def boot(self) -> None:
        """See nothing for a while after the power was cut, and forget what was to be said."""
        self._due = self.time + BOOT
        self._coming.clear()

    def _live(self, beat: Beat) -> Generator[Moment, tuple[Event, ...], tuple[Event, ...]]:
        """Let the time of a beat go by, and return what was said in it."""
        theatre = self.hand.theatre
        begins = theatre.time
        ends = begins + beat.seconds
        if beat.happens:
            self.hand.happen(beat.happens)
            self._scene = None
        for given in beat.inputs(self.table.session.now(begins)):
            yield from self._wait_for(Moment(self._charged(given)))
        if beat.scene != self._scene:
            self._scene, self._changed = beat.scene, begins
            self._due = begins
            self._first = math.inf
            self._overtake(beat)
        while (at := math.ceil(max(self._due, self.busy) / FRAME - 1e-6) * FRAME) < ends - 1e-9:
            theatre.time = at
            yield from self._look(beat)
        theatre.time = ends
        said = tuple(event for time, event in self._coming if time <= ends)
        self._coming = [(time, event) for time, event in self._coming if time > ends]
        return said

    def _look(self, beat: Beat) -> Generator[Moment, tuple[Event, ...], None]:
        """Film a beat now, let the referee look, and choose when he looks again."""
        at, session = self.time, self.table.session
        if not self.hand.sees:
            self._due = at + MOMENT
            return
        self._first = min(self._first, at)
        began = self.clock()
        frame = self.hand.shoot(beat)
        self.drawing += self.clock() - began
        glimpses: list[float] = []

        def newest() -> Image:
            glimpses.append(self.clock())
            return frame.image  # What the next beat shows nobody knows yet; see `_overtake`.

        begun, free = self.clock(), max(at, self.busy)
        yield from self._wait_for(Moment(frames=self._charged(frame), newest=newest))
        self._glimpsed = tuple(free + self.factor * (glimpse - begun) for glimpse in glimpses)
        self._seen = self.busy
        read = session.reading is not None and session.reading.time >= session.now(self._changed)
        if beat.scene.hands:
            self._due = at + MOMENT
        elif session.state.looking:
            self._due = at + FRAME
        elif read:
            self._due = at + NOW_AND_THEN
        else:
            stages = (self._first + LEAST_STILLNESS, self._first + SETTLE_TIME)
            self._due = next((stage for stage in stages if at < stage - 1e-9), at + FRAME)

    def _overtake(self, beat: Beat) -> None:
        """Give up what is being read ahead where the beat that begins now shows that something moves.

        By then it has been read to its end, and charged; the referee would have noticed at the first of his glimpses
        that the camera's next frame came before.
        """
        comes = math.ceil(self.time / FRAME - 1e-6) * FRAME
        noticed = next((at for at in self._glimpsed if at >= comes), math.inf)
        if noticed >= self._seen or not self.hand.sees:
            return
        image = self.hand.shoot(beat).image
        began = self.clock()
        if self.table.session.overtake(image):
            cost = self.factor * (self.clock() - began)
            self.busy -= max(0.0, self._seen - noticed - cost)
            self._glimpsed = ()

    def _wait_for(self, moment: Moment) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield a moment; what the referee says to it in everybody's hearing comes when he has done with it."""
        events = yield moment
        self._coming += [(self.busy, event) for event in events if event.audience is Audience.BOTH]

    def _charged(self, given: _Thing) -> Iterator[_Thing]:
        """Yield what the referee is given, and charge what it cost until the next is asked for."""
        began = self.clock()
        yield given
        cost = self.clock() - began
        self.reading += cost
        self.busy = max(self.time, self.busy) + self.factor * cost
