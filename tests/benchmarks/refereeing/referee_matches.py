"""Show real matches to the referee.

    python -m tests.benchmarks.refereeing.referee_matches PATH... [--inject KIND --seed S] [--trays-unseen]

Each PATH is a transcript or a folder of them. Every game is fed to the referee as perfect readings, move by move, with
the cube's words and the resignations that the file tells of, and must end at the file's score. With `--inject`, one
turn of every game is spoilt in one way at random and then corrected: the referee must call it with exactly the right
reason. Whether a spoilt play is illegal is for GNU Backgammon to say, never for our own rules. A game whose written
result does not follow from its written plays is named and counted apart. Readings tell what has been borne off; with
`--trays-unseen` they do not, as those of a camera.

The last line is `games G wrong_scores W false_illegal F injected I caught C reasons_right R`. An unsure answer is never
counted as right or as caught.
"""

from __future__ import annotations

import argparse
import pickle
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
from controller.referee.events import GameWon, PlayIllegal, PlayUnsure
from controller.referee.inputs import Action, Commanded, Said, Seen
from controller.referee.state import Setup
from controller.referee.step import start, step
from controller.rules import CHECKERS, Player, Roll, match_to, position_id
from controller.rules.profile import AT_THE_TABLE
from tests.benchmarks.refereeing.plays.corpus import best_corpus, read_cases
from tests.benchmarks.refereeing.plays.gnubg_plays import gnubg_results
from tests.benchmarks.refereeing.plays.plain_plays import _moves as one_move
from tests.benchmarks.refereeing.plays.plain_plays import on_table
from tests.benchmarks.refereeing.replay_matches import transcripts
from tests.benchmarks.refereeing.seen_games import Game, Turn, Word, games_of, later, resignation, shown, thrown
from tests.controller.rules.breaches.illegal_turns import Kind, Spoilt, injected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState
    from tests.benchmarks.refereeing.plays.corpus import Case
    from tests.benchmarks.refereeing.plays.plain_plays import Board

FEW = 100
"""Where the games offer fewer turns of a kind, GNU Backgammon's cases make up for them."""

KINDS = {
    "wrong-distance": (Kind.WRONG_DISTANCE,),
    "closed-point": (Kind.CLOSED_POINT,),
    "bar-ignored": (Kind.BAR_IGNORED,),
    "dice-unplayed": (Kind.DICE_UNPLAYED,),
    "smaller-die": (Kind.SMALLER_DIE,),
    "borne-off-early": (Kind.BORNE_OFF_EARLY,),
    "checker-count": (Kind.CHECKER_MISSING, Kind.CHECKER_EXTRA),
}
"""The kinds of illegal play by name, and the ways of spoiling a turn that make them."""


@dataclass(slots=True)
class Count:
    """What came of all games.

    Attributes:
        games: shown.
        wrong_scores: games that did not end at the file's score.
        false_illegal: legal plays called illegal.
        unsure: turns about which the referee asked.
        declared: illegal plays of the files themselves, and how many of them were called.
        trays: readings tell what has been borne off.
        injected: illegal plays injected.
        caught: of those, called illegal.
        reasons_right: of those, with exactly the reasons that there are.
        endings: games by the way they end.
        from_corpus: of those injected, turns of GNU Backgammon's cases, where the matches offer too few.
        states: bytes of the state at the end of each game, pickled.
        steps: seconds of computing of every step.
        lines: what is to be printed of anything amiss.
    """

    games: int = 0
    wrong_scores: int = 0
    false_illegal: int = 0
    unsure: int = 0
    declared: list[bool] = field(default_factory=list)
    trays: bool = True
    injected: int = 0
    caught: int = 0
    reasons_right: int = 0
    from_corpus: int = 0
    states: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    steps: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the last line."""
        return (
            f"games {self.games} wrong_scores {self.wrong_scores} false_illegal {self.false_illegal} "
            f"injected {self.injected} caught {self.caught} reasons_right {self.reasons_right}"
        )


@dataclass(slots=True)
class Table:
    """A referee who is shown one game."""

    state: RefereeState
    count: Count
    now: float = 0.0
    heard: list[Event] = field(default_factory=list)

    def give(self, given: Input) -> list[Event]:
        """Give the referee an input, and more looks as long as he wants them; return what he says."""
        if isinstance(given, Seen) and not self.count.trays:
            given = replace(given, reading=replace(given.reading, off_dark=None, off_light=None))
        said = self._step(given)
        while isinstance(given, Seen) and self.state.looking and len(said) < 100:
            given = later(given, self.now)
            more = self._step(given)
            said += more
        self.heard += said
        return said

    def _step(self, given: Input) -> list[Event]:
        """Take one step, and the time for it."""
        self.now += 0.5
        begun = time.thread_time()
        self.state, said = step(self.state, given)
        self.count.steps.append(time.thread_time() - begun)
        return [*said]


def show_game(game: Game, count: Count, spoilt: tuple[int, Spoilt] | None = None) -> Table:
    """Show one game to a referee, and count what he makes of it.

    Args:
        game: the game.
        count: is added to.
        spoilt: the number of the part that is played illegally first, and how; then it is corrected.
    """
    profile = replace(AT_THE_TABLE, jacoby=game.jacoby)
    state, _ = start(Setup(("One", "Two"), profile=profile), game.match, 0.0)
    table = Table(state, count)
    table.give(shown(state.position, Player.ONE, 0.0))
    if game.record.cube > 1:
        table.state = replace(table.state, cube=replace(table.state.cube, value=game.record.cube))
    opening = True
    for number, part in enumerate(game.parts):
        if isinstance(part, Word):
            table.give(Said(table.now, part.player, part.action))
            continue
        dice = thrown(part.player, part.roll, opening=opening)
        if opening and part.roll.is_doublet:
            return table
        table.give(shown(part.before, part.player, table.now, dice))
        table.give(shown(part.before, part.player, table.now, dice))
        if spoilt is not None and spoilt[0] == number:
            _show_spoilt(table, part, spoilt[1], count)
        _count_verdict(table.give(shown(part.after, part.player, table.now)), part, count, table)
        opening = False
    return table


def _show_spoilt(table: Table, part: Turn, spoilt: Spoilt, count: Count) -> None:
    """Show an illegal play, and count whether it was called for the right reasons."""
    said = table.give(shown(spoilt.after, part.player, table.now))
    count.injected += 1
    called = [event for event in said if isinstance(event, PlayIllegal)]
    if len(called) == 1 and not any(isinstance(event, PlayUnsure) for event in said):
        count.caught += 1
        breaches = called[0].explanation.breaches
        count.reasons_right += breaches == spoilt.expected
        if breaches != spoilt.expected:
            count.lines.append(f"expected {spoilt.expected}, said {breaches}: {part.roll} {spoilt}")
    else:
        count.lines.append(f"not called: {[type(event).__name__ for event in said]} {part.roll} {spoilt}")


def _count_verdict(said: Sequence[Event], part: Turn, count: Count, table: Table) -> None:
    """Count what was said of a turn that was played as the file has it."""
    illegal = any(isinstance(event, PlayIllegal) for event in said)
    count.unsure += any(isinstance(event, PlayUnsure) for event in said)
    if part.declared:
        count.declared.append(illegal)
        if illegal:
            table.give(Said(table.now, part.player.other, Action.CONFIRM))
    elif illegal:
        count.false_illegal += 1
        count.lines.append(f"false illegal: {part}")


def finish(game: Game, table: Table, count: Count) -> None:
    """Bring the game to its written end, and compare the score."""
    outcome = game.record.outcome
    count.endings[game.ends] += 1
    if game.ends == "resigned":
        for said in resignation(game, table.state.cube.value) or ():
            table.give(replace(said, time=table.now))
    if outcome is None or game.ends == "broken":
        return
    won = [event for event in table.heard if isinstance(event, GameWon)]
    expected = list(game.match.score)
    expected[outcome.winner] += outcome.points
    needed = game.match.length or None
    right = (
        len(won) == 1
        and won[0].winner is outcome.winner
        and all(
            one == other or (needed is not None and min(one, needed) == min(other, needed))
            for one, other in zip(won[0].score, expected, strict=True)
        )
    )
    if game.contradicts:
        count.endings["contradicting their plays"] += 1
        count.lines.append(f"the file contradicts its own plays: {outcome}, game {game.record.number}, {game.ends}")
    elif not right:
        count.wrong_scores += 1
        count.lines.append(f"score: {won} instead of {expected}, game {game.record.number}, {game.ends}")


def spoil(games: Sequence[Game], kind: str, rng: random.Random) -> dict[int, tuple[int, Spoilt]]:
    """Return an illegal turn for every game that offers one, by the number of the game.

    GNU Backgammon judges them; a wrong distance that is only the beginning of a legal play is no wrong distance.
    """
    chosen: dict[int, list[tuple[int, Spoilt]]] = {}
    for index, game in enumerate(games):
        turns = [number for number, part in enumerate(game.parts) if isinstance(part, Turn) and not part.declared]
        rng.shuffle(turns)
        found = []
        for number in turns:
            part = game.parts[number]
            if not isinstance(part, Turn) or sum(part.before.mine) != 15 or sum(part.before.theirs) != 15:
                continue
            spoilt = injected(rng.choice(KINDS[kind]), part.before, part.roll, rng)
            if spoilt is not None and not _only_begun(spoilt, kind):
                found.append((number, spoilt))
            if len(found) == 2:
                break
        chosen[index] = found
    asked = [(index, *one) for index, found in chosen.items() for one in found]
    results = gnubg_results([(spoilt.before, spoilt.roll) for _, _, spoilt in asked]) if asked else []
    judged: dict[int, tuple[int, Spoilt]] = {}
    for (index, number, spoilt), legal in zip(asked, results, strict=True):
        if spoilt.after not in (legal or {spoilt.before}):
            judged.setdefault(index, (number, spoilt))
    return judged


def _only_begun(spoilt: Spoilt, kind: str) -> bool:
    """Return whether a wrong distance is what some of the dice, each rightly played, leave: then dice are unplayed."""
    if kind != "wrong-distance":
        return False
    return on_table(spoilt.after, 1) in _begun(on_table(spoilt.before, 1), spoilt.roll.dice)


def _begun(board: Board, dice: Sequence[int]) -> Iterator[Board]:
    """Yield the boards that some of the dice, each rightly played, leave."""
    yield board
    for index, die in enumerate(dice):
        if die in dice[:index]:
            continue
        for after in one_move(board, die, 1):
            yield from _begun(after, [*dice[:index], *dice[index + 1 :]])


def judge(files: Sequence[Path], kind: str | None, seed: int, *, trays: bool = True) -> Count:
    """Show every game of some transcripts to a referee; `trays` as of `Count`."""
    count = Count(trays=trays)
    games: list[Game] = []
    for file in files:
        try:
            games += games_of(read_mat(file))
        except ForeignError as error:
            count.lines.append(f"unreadable: {file.name}: {error}")
    rng = random.Random(seed)
    spoilt = spoil(games, kind, rng) if kind else {}
    for index, game in enumerate(games):
        count.games += 1
        table = show_game(game, count, spoilt.get(index))
        count.states.append(len(pickle.dumps(table.state)))
        finish(game, table, count)
    if kind and len(spoilt) < FEW:
        for case, one in spoil_corpus(kind, rng, FEW - len(spoilt)):
            show_case(case, one, count)
    return count


def spoil_corpus(kind: str, rng: random.Random, most: int) -> Iterator[tuple[Case, Spoilt]]:
    """Yield turns of GNU Backgammon's cases, spoilt; what is legal there the cases themselves say."""
    cases = [case for case in read_cases(best_corpus()) if case.results]
    rng.shuffle(cases)
    found = 0
    for case in cases:
        spoilt = injected(rng.choice(KINDS[kind]), case.position, case.roll, rng)
        if spoilt is None or _only_begun(spoilt, kind):
            continue
        after = spoilt.after
        has_id = not after.problems() and max(sum(after.mine[1:]), sum(after.theirs[1:])) <= CHECKERS
        if has_id and position_id(after) in case.results:
            continue
        yield case, spoilt
        found += 1
        if found == most:
            return


def show_case(case: Case, spoilt: Spoilt, count: Count) -> None:
    """Show a spoilt turn from a position that the director has set up."""
    state, _ = start(Setup(("One", "Two")), match_to(5), 0.0)
    table = Table(state, count)
    table.give(shown(state.position, Player.ONE, 0.0))
    table.give(Commanded(table.now, "peer", "a case", SetPosition(case.position)))
    table.give(shown(state.position, Player.ONE, table.now, thrown(Player.ONE, Roll(6, 5), opening=True)))
    table.give(Commanded(table.now, "peer", "a case", SetTurn(Player.ONE)))
    table.give(shown(case.position, Player.ONE, table.now))
    table.give(shown(case.position, Player.ONE, table.now, thrown(Player.ONE, case.roll, opening=False)))
    count.from_corpus += 1
    _show_spoilt(table, Turn(Player.ONE, case.roll, case.position, spoilt.after, declared=False), spoilt, count)


def main(arguments: Sequence[str]) -> int:
    """Show the transcripts named, print the findings, and return 0; 2 where something is missing."""
    parser = argparse.ArgumentParser(prog="referee_matches")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--inject", choices=sorted(KINDS), metavar="KIND", help=", ".join(sorted(KINDS)))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trays-unseen", action="store_true", help="nobody counts what has been borne off")
    given = parser.parse_args(arguments)
    try:
        count = judge(transcripts(given.paths), given.inject, given.seed, trays=not given.trays_unseen)
    except OSError as error:
        print(f"referee_matches: {error.filename or error}", file=sys.stderr)
        return 2
    for line in count.lines:
        print(line)
    steps = sorted(count.steps)
    print("endings " + " ".join(f"{ending} {number}" for ending, number in sorted(count.endings.items())))
    print(f"declared illegal {len(count.declared)} called {sum(count.declared)}, unsure {count.unsure}")
    if steps:
        median, most = steps[len(steps) // 2], steps[len(steps) * 99 // 100]
        print(f"steps {len(steps)} median {1e3 * median:.2f} ms p99 {1e3 * most:.2f} ms")
        sizes = sorted(count.states)
        print(f"state {sizes[len(sizes) // 2]} bytes in the middle of all, {sizes[-1]} at most")
    if count.injected:
        print(f"injected into games {count.injected - count.from_corpus}, into cases {count.from_corpus}")
    print(count)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
