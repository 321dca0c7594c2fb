"""Measure what is promised of the lights: `python -m tests.benchmarks.devices.wire_figures [--quick]`.

Prints a row for each figure with its bound, what was measured, and whether it holds; then rows in which a protection is
taken out and the rig has to notice; the last line counts. The Nano's image runs in simavr in virtual time, so most
figures are the same on every machine. --quick sends a tenth of the hostile frames.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from hardware.firmware import avr, build
from tests.rigs import fuzzing, native_hostile, pico, pico_figures, replug
from tests.rigs.avr import avr8js_rig, avr_figures
from tests.rigs.avr.avr_hostile import hostile
from tests.rigs.avr.avr_mutants import fault_seen
from tests.rigs.mutants import Protection
from tests.rigs.native_hostile import Check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_NATIVE: Final = 20_000_000
_NATIVE_SEED: Final = 1
_AVR: Final = 25_000
_AVR_SEEDS: Final = (1, 2)
_SHORT_STRIP: Final = 4
_PICO_STATES: Final = 30


@dataclass(frozen=True, slots=True)
class Row:
    """One figure.

    Attributes:
        figure: what was measured.
        bound: what it must be.
        measured: what it is.
        held: whether it is so.
    """

    figure: str
    bound: str
    measured: str
    held: bool

    def __str__(self) -> str:
        """Return the line of the table."""
        return f"{self.figure:<57} {self.bound:<22} {self.measured:<41} {'held' if self.held else 'NOT HELD'}"


def size() -> Iterator[Row]:
    """What the Nano's image takes up."""
    image = avr.elf()
    flash = avr.usage(image).flash
    yield Row("Nano: flash", "<= 25 %", f"{flash / avr.FLASH:.1%} ({flash} bytes)", flash <= 0.25 * avr.FLASH)
    talk = avr_figures.started(image)
    talk.hello()
    talk.rig.run(50_000)
    ram = talk.rig.ram_used
    yield Row(
        "Nano: RAM, variables and deepest stack", "<= 40 %", f"{ram / avr.RAM:.1%} ({ram} bytes)", ram <= 0.4 * avr.RAM
    )


def times() -> Iterator[Row]:
    """How long the lights take."""
    image = avr.elf()
    took = sorted(avr_figures.latch_ms(image, 500))
    p99 = took[494]
    said = f"p50 {statistics.median(took):.2f}, p99 {p99:.2f}, most {took[-1]:.2f} ms"
    yield Row("Nano: write to latch, 500 states while the strip is drawn", "p99 <= 10 ms", said, p99 <= 10)
    lost = max(avr_figures.lost_to_safe_ms(image, 10))
    yield Row("Nano: host silent to safe lights, worst of 10", "<= 1050 ms", f"{lost:.1f} ms", lost <= 1050)
    hung = max(avr_figures.hang_to_safe_ms(image, 10))
    yield Row("Nano: program hangs to safe lights, worst of 10", "<= 300 ms", f"{hung:.1f} ms", hung <= 300)
    back = replug.nano_ms(image, 20)
    said = f"median {statistics.median(back):.0f}, worst {max(back):.0f} ms"
    yield Row("Nano: port there again to right lights, worst of 20", "<= 250 ms", said, max(back) <= 250)


def real_times() -> Iterator[Row]:
    """How long it takes with all threads and a pseudo-terminal, in real time."""
    back = sorted(replug.program_ms(20))
    middle = statistics.median(back)
    said = f"median {middle:.0f}, worst {back[-1]:.0f} ms"
    yield Row("PC: plugged in again to right lights, median of 20", "<= 250 ms", said, middle <= 250)


def line() -> Iterator[Row]:
    """A wire that never rests."""
    image = avr.elf()
    load = avr_figures.full_load(image, 400, short=False)
    short = avr_figures.full_load(image, 2_000, short=True)
    # What the receiver lost, and what the controller knows that it lost itself.
    lost = sum(max(one.counts.overruns, one.told) for one in (load, short))
    said = f"{lost} of {load.counts.received + short.counts.received}"
    yield Row("Nano: bytes lost at full line load, strip always drawn", "0", said, lost == 0)
    said = f"{load.answered} of {load.sent}"
    yield Row("Nano: states answered at full line load", "all", said, load.answered == load.sent)
    for leds in (34, _SHORT_STRIP):
        shortest, joined = avr_figures.shortest_gap_us(avr.elf(leds=leds), leds, 1_000)
        held = shortest >= 300 and not joined
        yield Row(f"Nano: shortest silence between frames, {leds} lights", ">= 300 us", f"{shortest:.0f} us", held)


def hostile_native(share: float) -> Iterator[Row]:
    """Millions of hurt frames into the core."""
    frames = int(_NATIVE * share)
    counts = native_hostile.run(native_hostile.program(), frames, _NATIVE_SEED)
    counts.assert_alive()
    said = f"{counts.wrong} ({counts.chances:,} had only the CRC left)"
    yield Row(f"core: wrong lights in {frames:,} hostile frames", "0", said, counts.wrong == 0)
    for check, some in ((Check.CRC16, 4_000_000), (Check.CRC8, 200_000)):
        control = native_hostile.run(native_hostile.program(check), some, 2)
        control.assert_alive()
        expected = control.expected(check)
        held = expected >= 20 and control.wrong >= expected / 2
        bound = f">= {expected / 2:.0f}, about {expected:.0f}"
        yield Row(f"control: wrong lights with {check.name}, {some:,} frames", bound, str(control.wrong), held)


def hostile_avr(share: float) -> Iterator[Row]:
    """Hurt frames into the Nano's image."""
    frames = int(_AVR * share)
    runs = [hostile(avr.elf(), frames, seed) for seed in _AVR_SEEDS]
    for run in runs:
        run.assert_alive()
    wrong = sum(run.wrong for run in runs)
    said = f"{wrong} ({sum(run.checked for run in runs):,} drawn frames looked at)"
    figure = f"Nano: wrong lights in {frames * len(runs):,} hostile states"
    yield Row(figure, "0", said, wrong == 0)
    counts = [run.counts for run in runs if run.counts is not None]
    bad = sum(one.bad_pulses + one.bad_lows + one.joined + one.overruns for one in counts)
    yield Row("Nano: bad pulses, joined frames, lost bytes meanwhile", "0", str(bad), bad == 0)


def second_opinion() -> Iterator[Row]:
    """The image in another simulator."""
    sends, end_us = avr8js_rig.conversation()
    with tempfile.TemporaryDirectory() as folder:
        second = avr8js_rig.avr8js(avr.build_avr(Path(folder)), sends, end_us)
    first = avr8js_rig.simavr(avr.elf(), sends, end_us)
    same = [grb for _, grb in first.latched] == [grb for _, grb in second.latched]
    told = avr8js_rig.said(first) == avr8js_rig.said(second)
    said = f"{len(first.latched)} drawn frames, {len(avr8js_rig.said(first))} answers"
    yield Row("Nano: simavr and avr8js agree", "all the same", said, same and told and len(first.latched) > len(sends))


def pico_times() -> Iterator[Row]:
    """The Pico's image in an emulator."""
    if (lacks := pico.missing()) is not None:
        yield Row(lacks, "", "not measured", held=False)
        return
    with tempfile.TemporaryDirectory() as folder:
        seen = pico_figures.measure(_PICO_STATES, Path(folder))
    worst = seen.latch[-1]
    said = f"median {statistics.median(seen.latch):.2f}, worst {worst:.2f} ms"
    yield Row(f"Pico, UART: write to latch, worst of {_PICO_STATES}", "<= 10 ms", said, worst <= 10)
    yield Row("Pico: host silent to safe lights", "<= 1050 ms", f"{seen.silent:.1f} ms", seen.silent <= 1050)
    yield Row("Pico: program hangs to safe lights", "<= 300 ms", f"{seen.hung:.1f} ms", seen.hung <= 300)
    gap, bad = seen.shortest_gap_us, seen.bad
    said = f"{gap:.0f} us, {bad} bad pulses"
    yield Row("Pico: shortest silence between frames", ">= 300 us", said, gap >= 300 and not bad)


def fuzzed(share: float) -> Iterator[Row]:
    """The core under libFuzzer."""
    with tempfile.TemporaryDirectory() as folder:
        result = fuzzing.run(fuzzing.program(), int(200_000 * share), 1, Path(folder))
    said = f"{'a failure' if result.failure else 'none'} in {result.runs:,}, {result.coverage} edges"
    yield Row(
        "core: lives of a fuzzer that break something", "none", said, not result.failure and result.coverage > 150
    )


def controls() -> Iterator[Row]:
    """Each protection taken out of the Nano's image."""
    for protection in Protection:
        with tempfile.TemporaryDirectory() as folder:
            seen = fault_seen(protection, Path(folder))
        name = protection.name.lower().replace("_", " ")
        yield Row(f"control: Nano without {name}", "seen by the rig", seen or "nothing seen", bool(seen))


def figures(share: float) -> Iterator[Row]:
    """Measure everything; a part whose toolchain is missing is one row that does not hold, with the package's name."""
    parts: tuple[Callable[[], Iterator[Row]], ...] = (
        size,
        times,
        real_times,
        line,
        lambda: hostile_native(share),
        lambda: hostile_avr(share),
        second_opinion,
        pico_times,
        lambda: fuzzed(share),
        controls,
    )
    for part in parts:
        try:
            yield from part()
        except build.CompilerMissing as error:
            yield Row(trouble(error), "", "not measured", held=False)


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 0 if everything holds, 1 if not, 2 for other arguments."""
    if [one for one in arguments if one != "--quick"]:
        print("usage: python -m tests.benchmarks.devices.wire_figures [--quick]", file=sys.stderr)
        return 2
    rows = []
    for row in figures(0.1 if arguments else 1.0):
        rows.append(row)
        print(row, flush=True)
    held = sum(row.held for row in rows)
    print(f"held {held} of {len(rows)}")
    return int(held != len(rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
