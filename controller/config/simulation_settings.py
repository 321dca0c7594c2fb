"""Settings of the simulated table: those of every table, and who and what is simulated there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from controller.config.settings import File, Section, Settings, SpeechSettings, TableSettings
from hardware.simulated.conditions import USUAL, Conditions


class SimulationSettings(Section):
    """The simulated table, how long is played at it, and how fast it computes."""

    seed: int = Field(default=1, description="of dice, players and camera noise")
    look: str = Field(default="club", description="the board's look")
    construction: str = Field(default=USUAL, description="how the board is built")
    light: str = Field(default=USUAL, description="what shines on the table")
    camera: str = Field(default=USUAL, description="what films it")
    habit: str = Field(default=USUAL, description="how checkers are put down")
    strip: Literal["auto", "process", "memory"] = Field(
        default="auto",
        description="the strip controller: compiled and run as a process, its model in memory, or either",
    )
    play: bool = Field(default=False, description="against a computer: play yourself, with plays typed at the keyboard")
    by_hand: bool = Field(default=False, description="play both sides yourself, by mouse on the page /simulation")
    turns: Annotated[int, Field(ge=1)] | None = Field(default=None, description="leave off after so many turns")
    film: File | None = Field(default=None, description="the video file in which what the camera sees is kept")
    window: bool = Field(default=False, description="show what the camera sees, at the pace of a clock")
    games: int = Field(default=1, ge=1, description="of a long run: games that are begun at least")
    factor: float = Field(
        default=1.0, ge=0.0, description="of a long run: what a second of computing costs on its clock; 0 for nothing"
    )
    cores: int = Field(default=1, ge=1, le=4, description="of a long run: cores of this computer that it may take")

    @property
    def conditions(self) -> Conditions:
        """Construction, light, camera and habit together."""
        return Conditions(self.light, self.camera, self.habit, self.construction)


class SimulatedSettings(Settings):
    """All settings of a simulated table; no file has them."""

    table: TableSettings = TableSettings(black="Anna", white="Boris")
    speech: SpeechSettings = SpeechSettings(speak="nothing")
    simulation: SimulationSettings = SimulationSettings()
