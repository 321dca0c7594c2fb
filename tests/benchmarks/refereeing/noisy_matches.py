"""Show real matches to the referee as a reader sees them who errs.

    python -m tests.benchmarks.refereeing.noisy_matches PATH...

Every game of the transcripts is played move by move. A place is read as a number on one axis, dark checkers counted up
and light ones down, with an error that stays while nothing changes there, as a glare does, and a smaller one that is
new in every look; its scores are those of a reader who knows how wide his errors are, so that they are calibrated. How
wide they are follows published figures of the reader (`LEVELS`); the run prints how often its readings were wrong.
Trays are not seen. Between two looks goes `vision.track.temporal_filter`, as at a table.

Some turns of every game are first played illegally, in one of seven ways; whether a spoilt play is illegal is for GNU
Backgammon to say. Counted is the first verdict on what lay there when the turn ended. Unsure counts as neither right
nor caught. What the referee did not get right is put right by the players' word or by the director, and play goes on.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.foreign import ForeignError
from controller.record.mat_reader import read_mat
from controller.referee.commands import SetPosition, SetTurn
from controller.referee.events import Danced, PlayAccepted, PlayIllegal, PlayUnsure, TurnMended
from controller.referee.inputs import Action, Commanded, Said, Seen
from controller.referee.state import GAME_ON, Phase, Setup
from controller.referee.step import start, step
from controller.rules import Player
from controller.rules.profile import AT_THE_TABLE
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.refereeing.plays.gnubg_plays import gnubg_results
from tests.benchmarks.refereeing.referee_matches import KINDS, _only_begun
from tests.benchmarks.refereeing.replay_matches import transcripts
from tests.benchmarks.refereeing.seen_games import Turn, games_of, shown, thrown
from tests.controller.rules.breaches.illegal_turns import injected
from vision.reading import FLOOR, MAX_COUNT, CountReading, PlaceReading
from vision.track.temporal_filter import filtered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState
    from controller.rules import Position
    from tests.benchmarks.refereeing.seen_games import Game
    from tests.controller.rules.breaches.illegal_turns import Spoilt
    from vision.reading import DieReading, Reading

Verdict = PlayAccepted | Danced | PlayIllegal | PlayUnsure


@dataclass(frozen=True)
class Level:
    """How wide errors are, as standard deviations in checkers.

    Attributes:
        clear: of a place with up to five checkers.
        poor: of such a place that lies badly; the reader knows that it does.
        share: how many places do.
        tall: of a place with six checkers and more, whose upper layers hide the lower ones.
        bar: of the bar.
    """

    clear: float
    poor: float
    share: float
    tall: float
    bar: float


LEVELS = {
    # Simulated tables: 1 of 1660 places with up to five checkers wrong, 12 of 68 with more, 1 of 144 bars.
    "table": Level(0.12, 0.3, 0.01, 0.37, 0.18),
    # Photographs of streams, telephones and shops: 1 of 230 places wrong, 0.017 nats of surprise a place.
    "photographs": Level(0.13, 0.3, 0.04, 0.4, 0.2),
}
STAYS = 0.8
"""Which part of an error's variance stays while nothing changes at a place."""
POOREST = FLOOR / 100
"""The lowest logarithm of a likelihood that a reader gives."""


@dataclass
class Eye:
    """A reader who errs.

    Attributes:
        level: by how much.
        rng: his chance.
        places: of each place what stood there, how wide errors are and the error that stays.
        before: what he read last.
        read: how many places and bars it has read again, and how many of them wrongly.
    """

    level: Level
    rng: random.Random
    places: dict[int, tuple[int, float, float]] = field(default_factory=dict)
    before: Reading | None = None
    read: Counter[str] = field(default_factory=Counter)

    def see(self, perfect: Reading) -> Reading:
        """Return what he reads where a perfect reader would read this."""
        points = tuple(PlaceReading(self._place(number, one)) for number, one in enumerate(perfect.points))
        bars = [
            CountReading(self._bar(24 + number, one))
            for number, one in enumerate((perfect.bar_dark, perfect.bar_light))
        ]
        seen = replace(
            perfect, points=points, bar_dark=bars[0], bar_light=bars[1], off_dark=None, off_light=None
        )  # fmt: skip
        self.before = filtered(self.before, seen)
        return self.before

    def _place(self, number: int, perfect: PlaceReading) -> tuple[int, ...]:
        """Return the scores of a point."""
        index = perfect.scores.index(0)
        content = index if index <= MAX_COUNT else MAX_COUNT - index
        x = self._error(number, content, self._width) + content
        width = self.places[number][1]
        logs = [_log(x, one, max(width, self.level.tall if abs(one) > 5 else 0)) for one in range(MAX_COUNT + 1)]
        logs += [_log(x, -one, max(width, self.level.tall if one > 5 else 0)) for one in range(1, MAX_COUNT + 1)]
        return self._counted("tall" if abs(content) > 5 else "place", index, logs)

    def _bar(self, number: int, perfect: CountReading) -> tuple[int, ...]:
        """Return the scores of a count on the bar."""
        count = perfect.scores.index(0)
        x = self._error(number, count, lambda _: self.level.bar) + count
        return self._counted("bar", count, [_log(x, one, self.level.bar) for one in range(16)])

    def _width(self, content: int) -> float:
        """Return how wide the error of a place is on which something new lies."""
        if abs(content) > 5:
            return self.level.tall
        return self.level.poor if self.rng.random() < self.level.share else self.level.clear

    def _error(self, number: int, content: int, width: Callable[[int], float]) -> float:
        """Return by how much a place seems to hold more than it does."""
        known = self.places.get(number)
        if known is None or known[0] != content:
            wide = width(content)
            known = (content, wide, self.rng.gauss(0.0, wide * math.sqrt(STAYS)))
            self.places[number] = known
            self.read["new"] += 1
        return known[2] + self.rng.gauss(0.0, known[1] * math.sqrt(1 - STAYS))

    def _counted(self, kind: str, right: int, logs: list[float]) -> tuple[int, ...]:
        """Return logarithms of likelihoods as scores, and count whether the best is the right one."""
        best = max(logs)
        self.read[kind] += 1
        self.read[f"{kind} wrong"] += logs[right] < best
        total = sum(math.exp(one - best) for one in logs)
        self.read[f"{kind} surprise"] += round(1e6 * (math.log(total) + best - logs[right]))
        return tuple(round(100 * max(POOREST, one - best)) for one in logs)


def _log(x: float, content: int, width: float) -> float:
    """Return the logarithm of the likelihood to read x where so much lies."""
    return -((x - content) ** 2) / (2 * width**2) - math.log(width)


@dataclass
class Table:
    """A referee who is shown one game by an eye that errs.

    Attributes:
        state: what he knows.
        eye: what he sees with.
        count: verdicts by what lay there and what was said.
        faults: what was not right, in words.
        steps: seconds of computing for every reading.
    """

    state: RefereeState
    eye: Eye
    count: Counter[str]
    faults: list[str]
    steps: list[float]
    now: float = 0.0

    def later(self) -> float:
        """Return the time a moment later."""
        self.now += 0.5
        return self.now

    def give(self, given: Input) -> list[Event]:
        """Give the referee an input."""
        self.state, said = step(self.state, given)
        self.count["mended"] += sum(isinstance(event, TurnMended) for event in said)
        return [*said]

    def show(self, position: Position, player: Player, dice: tuple[DieReading, ...] = ()) -> list[Event]:
        """Show a board as often as the referee wants to see it."""
        perfect = shown(position, player, 0.0, dice).reading
        said: list[Event] = []
        for _ in range(8):
            seen = Seen(replace(self.eye.see(perfect), time=self.later()))
            begun = time.thread_time()
            self.state, more = step(self.state, seen)
            self.steps.append(time.thread_time() - begun)
            self.count["mended"] += sum(isinstance(event, TurnMended) for event in more)
            said += more
            if not self.state.looking:
                break
        return said

    def put_right(self, position: Position, player: Player) -> None:
        """Let the director set what lies there and whose turn it is, where the referee knows otherwise."""
        if self.state.phase not in GAME_ON:
            return
        state = self.state
        if (state.phase, state.player, state.position) == (Phase.ROLLING, player, position):
            return
        self.count["put right"] += 1
        seen = position if player is Player.ONE else position.turned()
        self.give(Commanded(self.later(), "peer", "as it lies", SetTurn(player)))
        self.give(Commanded(self.later(), "peer", "as it lies", SetPosition(seen)))


def show_game(game: Game, table: Table, spoilt: dict[int, Spoilt]) -> None:
    """Show one game, with the turns spoilt first that are to be."""
    table.show(table.state.position, Player.ONE)
    opening = True
    for number, part in enumerate(game.parts):
        if not isinstance(part, Turn):
            table.give(Said(table.later(), part.player, part.action))
            continue
        if part.declared or (opening and part.roll.is_doublet):
            return
        if not opening:
            table.put_right(part.before, part.player)
        dice = thrown(part.player, part.roll, opening=opening)
        table.show(part.before, part.player, dice)
        table.show(part.before, part.player, dice)
        if table.state.turn.roll != part.roll:
            table.count["not begun"] += 1
            table.faults.append(f"no roll {part.roll}: {table.state.phase}")
            if opening:
                return
            continue
        opening = False
        if number in spoilt:
            said = table.show(spoilt[number].after, part.player)
            _judge(table, said, part, spoilt[number])
            if table.state.player is not part.player:
                continue
        said = table.show(part.after, part.player)
        if number not in spoilt:
            _judge(table, said, part, None)
        if table.state.phase is Phase.ASKING and table.state.turn.shown == part.after:
            table.give(Said(table.later(), part.player, Action.CONFIRM))


def _judge(table: Table, said: Sequence[Event], part: Turn, spoilt: Spoilt | None) -> None:
    """Count the first verdict on a turn."""
    verdict = next((event for event in said if isinstance(event, Verdict)), None)
    kind = "legal" if spoilt is None else "illegal"
    match verdict:
        case None:
            what = "not judged"
        case PlayUnsure():
            what = "unsure"
        case PlayIllegal(seen=seen, explanation=why):
            right = spoilt is not None and seen.mine[1:] == spoilt.after.mine[1:] and seen.theirs == spoilt.after.theirs
            table.count["reasons"] += right and spoilt is not None and why.breaches == spoilt.expected
            what = "right" if right else "wrong" if spoilt is None else "other"
        case _:
            after = verdict.before if isinstance(verdict, Danced) else verdict.after
            what = "other" if after != part.after else "right"
            what = "wrong" if spoilt is not None else what
    table.count[f"{kind} {what}"] += 1
    if what not in ("right", "unsure"):
        table.faults.append(f"{kind} {what}: {part} {spoilt} {verdict}")
    elif what == "unsure" and isinstance(verdict, PlayUnsure):
        table.faults.append(f"{kind} unsure ({verdict.why}): {part.roll} {part.before} {spoilt} {verdict}")


def spoil(games: Sequence[Game], every: int, rng: random.Random, kinds: Sequence[str]) -> list[dict[int, Spoilt]]:
    """Return for each game illegal plays by the number of the part: one in so many turns, of any of the kinds."""
    tried: list[tuple[int, int, Spoilt]] = []
    for index, game in enumerate(games):
        for number, part in enumerate(game.parts):
            if not isinstance(part, Turn) or part.declared or not every or rng.randrange(every):
                continue
            if sum(part.before.mine) != 15 or sum(part.before.theirs) != 15:
                continue
            for kind in rng.sample(sorted(kinds), len(kinds)):
                spoilt = injected(rng.choice(KINDS[kind]), part.before, part.roll, rng)
                if spoilt is not None and not _only_begun(spoilt, kind):
                    tried.append((index, number, spoilt))
                    break
    found: list[dict[int, Spoilt]] = [{} for _ in games]
    results = gnubg_results([(spoilt.before, spoilt.roll) for _, _, spoilt in tried]) if tried else []
    for (index, number, spoilt), legal in zip(tried, results, strict=True):
        if spoilt.after not in (legal or {spoilt.before}):
            found[index][number] = spoilt
    return found


@dataclass
class Found:
    """What came of all games.

    Attributes:
        count: verdicts by what lay there and what was said.
        read: readings by kind, and how many were wrong.
        faults: what was not right, in words.
        steps: seconds of computing for every reading.
    """

    count: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)


def judge(files: Sequence[Path], level: Level, every: int, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> Found:
    """Show every game, with illegal plays of some kinds; return what came of it."""
    rng = random.Random(seed)
    games: list[Game] = []
    for file in files:
        try:
            games += games_of(read_mat(file))
        except ForeignError as error:
            print(f"unreadable: {file.name}: {error}")
    found = Found()
    for game, spoilt in zip(games, spoil(games, every, rng, kinds), strict=True):
        state, _ = start(Setup(("One", "Two"), profile=replace(AT_THE_TABLE, jacoby=game.jacoby)), game.match, 0.0)
        table = Table(state, Eye(level, rng, read=found.read), found.count, found.faults, found.steps)
        show_game(game, table, spoilt)
        found.count["games"] += 1
    return found


def main(arguments: Sequence[str]) -> int:
    """Show the transcripts named, print the findings, and return 0."""
    parser = argparse.ArgumentParser(prog="noisy_matches")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--level", choices=sorted(LEVELS), default="table")
    parser.add_argument("--every", type=int, default=4, help="an illegal play first in one of so many turns; 0: none")
    parser.add_argument("--kind", choices=sorted(KINDS), action="append", help="of these kinds alone; else of all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", action="store_true", help="print every verdict that is not right")
    given = parser.parse_args(arguments)
    found = judge(transcripts(given.paths), LEVELS[given.level], given.every, given.seed, given.kind or tuple(KINDS))
    count, read, steps = found.count, found.read, sorted(found.steps)
    if given.faults:
        print("\n".join(found.faults))
    for kind in ("place", "tall", "bar"):
        if read[kind]:
            surprise = read[f"{kind} surprise"] / read[kind] / 1e6
            print(f"read {kind:6}wrong {wilson(read[f'{kind} wrong'], read[kind])}, surprise {surprise:.4f} nats")
    for kind in ("legal", "illegal"):
        turns = sum(number for what, number in count.items() if what.startswith(f"{kind} "))
        told = ", ".join(
            f"{what} {wilson(count[f'{kind} {what}'], turns)}"
            for what in ("right", "unsure", "wrong", "other", "not judged")
        )
        print(f"{kind:8}{told}")
    print(
        f"games {count['games']}, illegal plays with exactly the right reasons {count['reasons']}, "
        f"turns mended {count['mended']}, put right {count['put right']}, not begun {count['not begun']}"
    )
    if steps:
        median, most = steps[len(steps) // 2], steps[len(steps) * 99 // 100]
        print(f"steps {len(steps)} median {1e3 * median:.2f} ms p99 {1e3 * most:.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
