"""The table of what is promised of the voice: every row holds, and a row that does not is told."""

from __future__ import annotations

import pytest

from tests.benchmarks.devices import speech_figures
from tests.benchmarks.devices.wire_figures import Row
from tests.hardware.synthesisers import ESPEAK


@pytest.mark.figures
@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
def test_most_sentences_begin_in_time_and_nobody_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # Other tests run on the same processors: single sentences may be late here, not the usual one.
    monkeypatch.setenv("ALSA_CONFIG_PATH", "")
    rows = list(speech_figures.figures(6))
    medians = [float(row.measured.split()[1].rstrip(",")) for row in rows if "first sample" in row.figure]
    assert len(medians) == 9
    assert sorted(medians)[len(medians) // 2] <= 1e3 * speech_figures.FIRST_SAMPLE
    assert len(rows) == 11


def test_a_figure_that_does_not_hold_is_counted_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [Row("one", "0", "0", held=True), Row("other", "0", "3", held=False)]
    monkeypatch.setattr(speech_figures, "figures", lambda count: iter(rows))
    monkeypatch.setattr(speech_figures, "ESPEAK", "espeak-ng")
    assert speech_figures.main(["--quick"]) == 1
    *_, bad, last = capsys.readouterr().out.splitlines()
    assert bad.endswith("NOT HELD")
    assert last == "held 1 of 2"


def test_a_missing_synthesiser_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(speech_figures, "ESPEAK", None)
    assert speech_figures.main([]) == 1
    assert "espeak-ng is not installed" in capsys.readouterr().out
