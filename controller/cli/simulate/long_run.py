"""The part of `tavola simulate` that plays for long, with other players and with faults: `--games` and so on.

With none of these the command plays one match as it always did (`controller.table.simulated`).
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import chosen_settings, count, number
from controller.cli.progress import progress
from controller.foreign import STRIP_MAP, read_foreign
from controller.simulation.errors import SimulationError

if TYPE_CHECKING:
    import argparse
    import random

    from controller.simulation.faults import Plan
    from controller.simulation.people.choosing import Chooser, Script

PI_5: Final = 4.0
PI_4: Final = 9.2
"""What a second of computing on one core of a recent server costs on a Raspberry Pi, stated and not measured: where the
numbers come from is said in `docs/simulation.md`."""


def add_trial_options(simulate: argparse.ArgumentParser) -> None:
    """Add the options to `tavola simulate`."""
    trial = simulate.add_argument_group(
        "laboratory: long runs",
        "with any of --games, --players, --faults or --scenario: truth.jsonl and events.jsonl in the folder of --out",
    )
    trial.add_argument("--games", type=count, metavar="GAMES", help="play so many games, match after match")
    trial.add_argument("--players", metavar="WHO", help="simple (default), random, or a .mat file to be played again")
    trial.add_argument(
        "--faults",
        action="append",
        metavar="FAULT[,FAULT...]",
        help="what goes wrong: NAME, NAME@TURN, NAME@GAME.TURN, NAME:SHARE or KIND:SHARE; see --list-faults",
    )
    trial.add_argument("--scenario", type=Path, metavar="FILE", help="the same, a line each")
    trial.add_argument("--neat", action="store_true", help="nobody tries, drops, bumps, or throws cocked dice")
    charge = trial.add_mutually_exclusive_group()
    charge.add_argument(
        "--speed",
        type=number("a number from 0 is needed", lambda speed: 0.0 <= speed <= 1000.0),
        default=1.0,
        dest="times_as_fast",
        metavar="X",
        help="charge computing as on a computer X times as fast as this one (default 1); 0 charges nothing",
    )
    charge.add_argument("--pi", type=int, choices=(4, 5), help="charge computing as on this Raspberry Pi")
    trial.add_argument(
        "--cores",
        type=int,
        choices=(1, 2, 3, 4),
        default=1,
        help="compute on so many cores (default 1); on more, nothing else may run: the clock on the wall counts",
    )


def wants_trial(chosen: argparse.Namespace) -> bool:
    """Return whether a long run is asked for."""
    asked = (chosen.games, chosen.players, chosen.faults, chosen.scenario)
    return any(one is not None for one in asked)


def run_trial_command(chosen: argparse.Namespace) -> int:
    """Run it; return the exit status.

    Raises:
        SimulationError: a fault that there is not ("faults.no_such_fault"), or a file ("faults.no_such_file").
    """
    with progress(f"{chosen.games or 1} games of simulated people are refereed", quiet=chosen.quiet):
        return _run_trial(chosen)


def _run_trial(chosen: argparse.Namespace) -> int:
    """Play, and print what came of it."""
    # The simulator is loaded only where it is needed.
    from controller.config.simulation_settings import SimulatedSettings
    from controller.simulation.people.manners import NEAT, USUAL
    from controller.table.accelerated.run import Players
    from controller.table.accelerated.table import run_trial

    match, choose = _players(chosen.players or "simple")
    factor = {4: PI_4, 5: PI_5}[chosen.pi] if chosen.pi else 1 / chosen.times_as_fast if chosen.times_as_fast else 0.0
    settings = chosen_settings(SimulatedSettings(), chosen, **match, factor=factor)
    tally = run_trial(settings, Players(choose, NEAT if chosen.neat else USUAL, _plan(chosen)), _say)
    unlearned = f", {len(tally.refused)} refused" if tally.refused else ""
    played = tally.games - len(tally.refused)
    _say(f"{played} games, {tally.turns} turns, {len(tally.stuck)} matches stuck{unlearned}; {chosen.out}")
    for why in (*tally.stuck, *tally.refused):
        _say(why)
    return 0


def _say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _plan(chosen: argparse.Namespace) -> Plan:
    """Return what is to go wrong, of the command line and the scenario file together."""
    from controller.simulation.faults import parse_faults, scenario_words

    words = [word for given in chosen.faults or () for word in given.split(",")]
    if chosen.scenario is not None:
        words += scenario_words(_text(chosen.scenario))
    return parse_faults(words)


def _text(path: Path) -> str:
    """Return what a file says."""
    try:
        return read_foreign(path, str, STRIP_MAP)
    except OSError:
        raise SimulationError("faults.no_such_file", name=str(path)) from None


def _players(who: str) -> tuple[dict[str, object], partial[Chooser] | type[Chooser]]:
    """Return what a match to be played again says of itself, as settings, and what makes the players for one."""
    from controller.simulation.people.choosing import Chance, Simple

    if who == "simple":
        return {}, partial(_any, Simple)
    if who == "random":
        return {}, Chance
    if not Path(who).is_file():
        raise SimulationError("faults.no_such_file", name=who)
    from controller.simulation.people.played_again import script_of

    points, variant, script = script_of(Path(who))
    return {"length": points, "game": variant.name}, partial(_again, script)


def _any(kind: type[Chooser], _rng: random.Random) -> Chooser:
    """Return players who need no chance of their own."""
    return kind()


def _again(script: Script, _rng: random.Random) -> Chooser:
    """Return players who play a match again, from its beginning."""
    from controller.simulation.people.choosing import Script

    return Script(script.games)
