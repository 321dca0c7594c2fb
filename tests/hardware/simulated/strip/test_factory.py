"""Which simulated strip a system gets."""

from __future__ import annotations

import pytest

from firmware_bridge.cells import Cell, Colour
from firmware_bridge.lights import Lights
from hardware.firmware import build
from hardware.simulated.strip import factory as strips
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.process import StripProcess


def test_a_system_with_a_compiler_gets_the_compiled_controller() -> None:
    with strips.simulated_strip() as strip:
        assert isinstance(strip, StripProcess)


@pytest.mark.parametrize("lacks", ["compiler", "terminals"])
def test_a_system_without_a_compiler_or_terminals_gets_the_model_and_lights_it_all_the_same(
    lacks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacks == "compiler":
        monkeypatch.setenv("PATH", "")
    else:
        monkeypatch.setattr(strips, "pseudo_terminals_work", lambda: False)
    with strips.simulated_strip() as strip, Lights(strip.port) as lights:
        assert isinstance(strip, MemoryStrip)
        lights.show({13: Cell(Colour.BLUE)})
        assert lights.wait_shown(5)
        assert strip.wait_for(lambda colours: colours[12] == (0, 0, 80), 5)


def test_a_controller_that_does_not_compile_is_not_quietly_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: build.CoreVariant) -> None:
        raise build.CompileFailed("compiler.failed", command="cc", said="no")

    monkeypatch.setattr(build, "program", refuse)
    with pytest.raises(build.CompileFailed):
        strips.simulated_strip()
