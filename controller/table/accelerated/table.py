"""Refereeing simulated people for as long as is wanted, with a clock that is charged for the computing.

A run takes far less time than it tells of, and tells of the time it would take: see
`controller.table.accelerated.charged`.

Two files are written by two sides that know nothing of each other: `truth.jsonl` by the simulated people
(`controller.simulation.people.diary`), `events.jsonl` by the referee (`controller.record.event_log`).
"""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import TYPE_CHECKING

from controller.announce.error_messages import trouble
from controller.announce.health import sentence
from controller.outputs.bus import Bus
from controller.outputs.listeners import StripLights
from controller.outputs.timed_lights import LitEvents, TimedLights
from controller.record.files import make_folder, write_whole
from controller.record.journal.folder import next_journal
from controller.record.text_writer import match_file
from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.rules import match_for
from controller.simulation.errors import SimulationError
from controller.simulation.people.diary import Diary
from controller.simulation.stagehand import Stagehand
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.accelerated.charged import Charged
from controller.table.accelerated.compute_cost import on_cores
from controller.table.accelerated.run import Tally, write_facts
from controller.table.loop import Table, run
from controller.table.order import setup_of
from controller.table.session import Session
from controller.table.session_start import agreed_in_vain, new_match, resume
from controller.table.simulated_company import people_at
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

    from controller.config.simulation_settings import SimulatedSettings
    from controller.referee.state import Setup
    from controller.table.accelerated.run import Players
    from vision.calibrate.calibration import Calibration


def run_trial(settings: SimulatedSettings, players: Players, say: Callable[[str], None]) -> Tally:
    """Play, referee and write both files, the match files and the journals.

    Args:
        settings: what is to be played. With a `factor` of 0 a seed plays the very same match again; the first match has
            the seed that is set, the next one the next.
        players: who plays.
        say: tells how far it is, a line a match.

    A match that was begun is played to its end. One whose set cannot be learned is refused, and the next is played.

    Raises:
        HardwareError: unknown look, or a strip controller that does not start.
        VisionError: the set could not be learned in any match, so that nothing was played.
        OSError: the folder cannot be written, or a run is kept there.
    """
    tally, number = Tally(), 0
    last: VisionError | None = None
    wanted, out, points = settings.simulation, settings.record.out, settings.table.points
    setup = setup_of(settings, Layout(shade_one=Shade.DARK))
    for told in agreed_in_vain(setup, match_for(points), 0.0):
        say(sentence(told))
    make_folder(out)
    with ExitStack() as stack:
        clock = stack.enter_context(on_cores(wanted.cores))
        strip = open_strip(wanted.strip)
        stack.callback(strip.close)
        lights = TimedLights(stack.enter_context(Lights(strip.port)))
        theatre = stack.enter_context(Theatre(wanted.look, wanted.seed, strip, wanted.conditions))
        truth, lines = (
            stack.enter_context((out / name).open("x", buffering=1, encoding="utf-8"))
            for name in ("truth.jsonl", "events.jsonl")
        )
        diary = Diary(lambda: theatre.time, lambda line: print(line, file=truth))
        while tally.games < wanted.games:
            number += 1
            diary.match = number
            seed, folder = wanted.seed + number - 1, out / f"match-{number:04}"
            about = {"command": "trial", "look": wanted.look, "seed": str(seed)}
            diary.note("match", length=points, seed=seed, look=wanted.look)
            hand = Stagehand(theatre, strip, random.Random(f"stagehand {seed}"), lambda: None)
            try:
                calibration = _learned(hand, setup)
            except VisionError as error:
                last = error
                diary.note("refused", why=str(error))
                tally.refused.append(f"match {number}, look {wanted.look}: {trouble(error)}")
                tally.games += 1
                say(f"match {number}, seed {seed}: refused, {trouble(error)}")
                continue
            folder.mkdir(exist_ok=True)
            sitting = new_match(setup, match_for(points), theatre.time, journal=next_journal(folder), about=about)
            table = Table(Session(calibration, sitting), Bus())
            chooser = players.chooser(random.Random(f"choice {seed}"))
            people = people_at(theatre, sitting.state.match, setup, random.Random(seed), chooser)
            people.manners, people.plan, people.diary = players.manners, players.plan, diary
            people.games = None if points else wanted.games - tally.games
            source = Charged(people, hand, table, wanted.factor, clock)
            ended = _played(source, lights, lines, diary, tally)
            _write_match(table, folder)
            say(f"match {number}, seed {seed}: {len(people.truth)} {ended}")
        write_facts(settings, players, tally)
    if last is not None and len(tally.refused) == number:
        raise last
    return tally


def _learned(hand: Stagehand, setup: Setup) -> Calibration:
    """Return the calibration of the table as it stands.

    Raises:
        VisionError: the set cannot be learned.
    """
    theatre = hand.theatre
    return calibrate(
        hand.shoot(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup), cleared=True
    )


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
        table.go_on(Session(calibration, sitting))
        tally.late += log.strip.late
        log.strip = StripLights(lights, sitting.state.setup.layout, table.session.past, wait=True)
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
