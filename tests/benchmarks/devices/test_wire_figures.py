"""The table of what is promised of the lights: every row holds, and a row that does not is told."""

from __future__ import annotations

import pytest

from hardware.firmware import build
from tests.benchmarks.devices import wire_figures
from tests.benchmarks.devices.wire_figures import Row
from tests.rigs import fuzzing, pico
from tests.rigs.avr import avr8js_rig, avr_rig
from tests.rigs.toolchains import or_skip


@pytest.mark.figures
def test_every_figure_holds(capsys: pytest.CaptureFixture[str]) -> None:
    for needed in (avr_rig.library, fuzzing.program, avr8js_rig.install):
        or_skip(needed)
    if (lacks := pico.missing()) is not None:
        pytest.skip(lacks)
    status = wire_figures.main(["--quick"])
    *rows, last = capsys.readouterr().out.splitlines()
    assert len(rows) >= 25
    assert [row for row in rows if not row.endswith(" held")] == []
    assert last == f"held {len(rows)} of {len(rows)}"
    assert status == 0


def test_a_figure_that_does_not_hold_is_counted_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [Row("one", "0", "0", held=True), Row("other", "0", "3", held=False)]
    monkeypatch.setattr(wire_figures, "figures", lambda share: iter(rows))
    assert wire_figures.main([]) == 1
    *_, bad, last = capsys.readouterr().out.splitlines()
    assert bad.endswith("NOT HELD")
    assert last == "held 1 of 2"


def test_a_missing_toolchain_is_a_row_with_the_packages_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise build.CompilerMissing("toolchain.missing", program="avr-gcc", package="gcc-avr")

    for part in ("size", "times", "real_times", "line", "hostile_native", "hostile_avr", "second_opinion"):
        monkeypatch.setattr(wire_figures, part, missing)
    for part in ("pico_times", "fuzzed", "controls"):
        monkeypatch.setattr(wire_figures, part, missing)
    rows = list(wire_figures.figures(0.1))
    assert len(rows) == 10
    assert {row.figure for row in rows} == {"avr-gcc is missing: sudo apt-get install gcc-avr"}
    assert not any(row.held for row in rows)


def test_other_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert wire_figures.main(["--slow"]) == 2
    assert "usage" in capsys.readouterr().err
