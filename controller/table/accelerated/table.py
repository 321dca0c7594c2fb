"""Refereeing simulated people for as long as is wanted, with a clock that is charged for the computing.

A run takes far less time than it tells of, and tells of the time it would take: see
`controller.table.accelerated.charged`.

Two files are written by two sides that know nothing of each other: `truth.jsonl` by the simulated people
(`controller.simulation.people.diary`), `events.jsonl` by the referee (`controller.record.event_log`).
"""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.health import sentence
from controller.outputs.bus import Bus
from controller.outputs.listeners import StripLights
from controller.outputs.timed_lights import LitEvents, TimedLights
from controller.record.files import write_whole
from controller.record.text_writer import match_file
from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.options.options import CubeBySight, TurnEnd, preset
from controller.referee.options.words import with_words
from controller.referee.state import Setup
from controller.rules import match_for
from controller.simulation.errors import SimulationError
from controller.simulation.people.choosing import Simple
from controller.simulation.people.diary import Diary
from controller.simulation.people.people import People
from controller.simulation.stagehand import Stagehand
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.accelerated.charged import Charged
from controller.table.accelerated.compute_cost import on_cores
from controller.table.accelerated.options import Tally, write_facts
from controller.table.loop import Table, run
from controller.table.session import Session
from controller.table.session_start import agreed_in_vain, new_match, resume
from firmware_bridge.lights import Lights
from hardware.errors import HardwareError
from vision.calibrate.calibration import calibrate
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TextIO

    from controller.simulation.people.choosing import Chooser
    from controller.table.accelerated.options import Players, Trial

NAMES: Final = ("Anna", "Boris")


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
        truth, lines = (
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
                table = Table(_seated_referee(trial, setup, hand, number), Bus())
            except VisionError as error:
                last = error
                diary.note("refused", why=str(error))
                tally.refused.append(f"match {number}, look {trial.look}: {trouble(error)}")
                tally.games += 1
                say(f"match {number}, seed {seed}: refused, {trouble(error)}")
                continue
            people = _seated(trial, players, setup, theatre, diary)
            people.games = None if trial.length else trial.games - tally.games
            source = Charged(people, hand, table, trial.factor, clock)
            ended = _played(source, lights, lines, diary, tally)
            _write_match(table, trial.out / f"match-{number:04}")
            say(f"match {number}, seed {seed}: {len(people.truth)} {ended}")
        write_facts(trial, players, tally)
    if last is not None and len(tally.refused) == number:
        raise last
    return tally


def _seated_referee(trial: Trial, setup: Setup, hand: Stagehand, number: int) -> Session:
    """Return the referee of a match at a table whose set he has learned.

    Raises:
        VisionError: it cannot be learned.
    """
    theatre = hand.theatre
    calibration = calibrate(
        hand.shoot(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup), cleared=True
    )
    about = {"command": "trial", "look": trial.look, "seed": str(trial.seed + number - 1)}
    folder = trial.out / f"match-{number:04}"
    folder.mkdir(exist_ok=True)
    return Session(calibration, new_match(setup, match_for(trial.length), theatre.time, folder=folder, about=about))


def _played(source: Charged, lights: TimedLights, lines: TextIO, diary: Diary, tally: Tally) -> str:
    """Play a match that is refereed, light and log it, count it, and return how it ended."""
    people, hand, table, ended = source.people, source.hand, source.table, "turns"
    calibration = table.session.calibration
    strip = StripLights(lights, table.session.state.setup.layout, wait=True)
    log = LitEvents(strip, lights, lines, diary.match, lambda: source.busy)
    output = table.bus.add("events", log, in_step=True)

    def cut() -> None:
        """Cut the power: nothing is closed, and what is not on the disk is gone. Then sit down to the match again."""
        journal = table.session.journal
        if journal is None:
            raise SimulationError("people.no_journal")
        sitting = resume(journal.path, source.time)
        past = () if sitting.past is None else sitting.past.events
        table.go_on(Session(calibration, sitting), past)
        tally.late += log.strip.late
        log.strip = StripLights(lights, sitting.state.setup.layout, past, wait=True)
        source.boot()

    hand.cut = cut
    try:
        run(table, source)
        diary.note("end")
    except (SimulationError, VisionError, HardwareError) as error:
        diary.note("stuck", why=str(error))
        tally.stuck.append(f"match {diary.match}: {error}")
        ended = "turns, stuck"
    hand.happen(("well",))
    if not output.finish(0.0) or output.left_out:
        tally.stuck.append(f"match {diary.match}: {output.trouble}")
    tally.late += log.strip.late
    tally.drawing += source.drawing
    tally.reading += source.reading
    tally.turns += len(people.truth)
    tally.games += max(1, len({turn.game for turn in people.truth}))
    return ended


def _write_match(table: Table, folder: Path) -> None:
    """Write the match file beside the folder of its journal, and close the journal."""
    suffix, text = match_file(table.keeper.record)
    write_whole(folder.with_suffix(suffix), text.encode())
    table.session.close()


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
