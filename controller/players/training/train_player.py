"""Train the networks of the built-in player: `python -m controller.players.training.train_player --out FILE`.

The recipe is `STAGES`. Each stage begins with what the one before has written, and with dice of its own, so that a
training may be interrupted between two. Seeds are fixed; with the same numpy on the same kind of processor the result
is the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.players.evaluation.features import CONTACT_INPUTS, RACE_INPUTS, contact_inputs, is_race, race_inputs
from controller.players.evaluation.network import Networks, load, save
from controller.players.training.descent import Descent, fresh
from controller.players.training.self_play import PlayedTables, lessons

if TYPE_CHECKING:
    from controller.players.evaluation.boards import Boards
    from controller.players.evaluation.network import Probabilities

_SEED: Final = 20
_GAMES: Final = 256
_TURNS: Final = 32
_BATCH: Final = 512
_HIDDEN: Final = {"contact": (112, 24), "race": (32, 16)}


@dataclass(frozen=True, slots=True)
class TrainingStage:
    """One part of the training.

    Attributes:
        rounds: how many times games are played on and learned from.
        rate: the step of the descent at the stage's begin; it falls geometrically to `last_rate`.
        last_rate: that at its end.
        share: lambda of TD(lambda).
    """

    rounds: int
    rate: float
    last_rate: float
    share: float


STAGES: Final = (
    TrainingStage(400, 2e-3, 1e-3, 0.7),
    TrainingStage(700, 1e-3, 3e-4, 0.3),
)
"""The recipe."""


def main() -> None:
    """Train and write the networks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stages", default=",".join(str(i) for i in range(len(STAGES))), help="which, such as 1,2")
    parser.add_argument("--small", action="store_true", help="a hundredth of the rounds, to try the machinery")
    options = parser.parse_args()
    for number in map(int, options.stages.split(",")):
        stage = STAGES[number]
        if options.small:
            stage = replace(stage, rounds=max(1, stage.rounds // 100))
        _run(stage, number, options.out)


def _fresh(rng: np.random.Generator) -> Networks:
    """Return networks that know nothing."""
    return Networks(
        contact=fresh((CONTACT_INPUTS, *_HIDDEN["contact"], 5), rng),
        race=fresh((RACE_INPUTS, *_HIDDEN["race"], 5), rng),
    )


def _run(stage: TrainingStage, number: int, out: Path) -> None:
    """Go through one stage: from nothing, or from what the stage before has written, to what is written then."""
    rng = np.random.default_rng([_SEED, number])
    networks = load(out) if number else _fresh(rng)
    descents = {"contact": Descent.of(networks.contact), "race": Descent.of(networks.race)}
    tables = PlayedTables.set_up(_GAMES, rng)
    begun, errors = time.monotonic(), {"contact": 0.0, "race": 0.0}
    for done in range(stage.rounds):
        networks = Networks(descents["contact"].layers, descents["race"].layers)
        rate = stage.rate * (stage.last_rate / stage.rate) ** (done / max(1, stage.rounds - 1))
        _learn(descents, lessons(tables, networks, _TURNS, stage.share), rate, rng, errors)
        if (done + 1) % 20 == 0 or done + 1 == stage.rounds:
            save(networks, out)
            shown = " ".join(f"{name} {value:.5f}" for name, value in errors.items())
            seconds = time.monotonic() - begun
            sys.stdout.write(f"stage {number} round {done + 1} games {tables.finished} {shown} {seconds:.0f} s\n")
            sys.stdout.flush()


def _learn(
    descents: dict[str, Descent],
    lessons_of_round: tuple[Boards, Probabilities],
    rate: float,
    rng: np.random.Generator,
    errors: dict[str, float],
) -> None:
    """Let both networks learn their boards once, in random order."""
    boards, targets = lessons_of_round
    race = is_race(boards)
    for name, inputs, rows in (
        ("contact", contact_inputs, np.flatnonzero(~race)),
        ("race", race_inputs, np.flatnonzero(race)),
    ):
        order = rng.permutation(rows)
        for begin in range(0, len(order) - _BATCH // 4, _BATCH):
            some = order[begin : begin + _BATCH]
            error = descents[name].step(inputs(boards[some]), targets[some], rate)
            errors[name] += 0.02 * (error - errors[name])


if __name__ == "__main__":
    main()
