"""The user's own folders, as the XDG base directory specification names them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

CALIBRATION: Final = "board.json"
"""What the calibration of one's own table is called in the folder of data."""

MEMBERSHIP: Final = "hall.json"
"""What the membership of a hall is called in the folder of settings."""


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the user's settings lie: `$XDG_CONFIG_HOME/tavola`, or below `~/.config`."""
    return _folder(environment, "XDG_CONFIG_HOME", ".config")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where matches and the calibration are kept: `$XDG_DATA_HOME/tavola`, or below `~/.local/share`."""
    return _folder(environment, "XDG_DATA_HOME", ".local/share")


def own_calibration(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the calibration of the user's own table, None where nobody has calibrated it."""
    path = data_folder(environment) / CALIBRATION
    return path if path.is_file() else None


def own_membership(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the membership of a hall that the user's own table has joined, None where it has joined none."""
    path = config_folder(environment) / MEMBERSHIP
    return path if path.is_file() else None


def _folder(environment: Mapping[str, str], variable: str, below_home: str) -> Path:
    """Return a folder of the user's; a variable that holds no absolute path counts as unset."""
    named = Path(environment.get(variable, ""))
    base = named if named.is_absolute() else Path(environment.get("HOME") or Path.home()) / below_home
    return base / "tavola"
