"""The user's folders are those that the XDG specification names."""

from __future__ import annotations

from pathlib import Path

from controller.config.folders import CALIBRATION, config_folder, data_folder, own_calibration


def test_variables_name_the_folders() -> None:
    environment = {"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "HOME": "/h"}
    assert (config_folder(environment), data_folder(environment)) == (Path("/c/tavola"), Path("/d/tavola"))


def test_without_them_or_with_relative_ones_they_lie_below_the_home() -> None:
    for environment in ({"HOME": "/h"}, {"HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": ""}):
        assert config_folder(environment) == Path("/h/.config/tavola")
        assert data_folder(environment) == Path("/h/.local/share/tavola")


def test_the_calibration_of_ones_own_table_is_found_once_it_is_there(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path)}
    assert own_calibration(environment) is None
    (tmp_path / "tavola").mkdir()
    (tmp_path / "tavola" / CALIBRATION).touch()
    assert own_calibration(environment) == tmp_path / "tavola" / CALIBRATION
