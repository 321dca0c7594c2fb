"""Examples of property tests for `make explore`, and pictures and calibrations that tests share."""

from __future__ import annotations

import hashlib
from functools import lru_cache, wraps
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from hardware.simulated.drawing import renderer
from hardware.simulated.drawing.kit import Kit
from vision.calibrate import calibration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame
    from vision.geometry.board import Corners
    from vision.reading import Shade

# Hypothesis's own profile "ci" is what `make test` uses: the same examples each time. This one differs in that alone.
settings.register_profile(
    "explore",
    deadline=None,  # a busy machine is no mistake
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)

KITS = 8
"""How many drawn boards a worker keeps, each of some tens of megabytes."""

CALIBRATIONS = 32
"""How many calibrations a worker keeps, each of some ten megabytes."""


@pytest.fixture(scope="session", autouse=True)
def kept_work() -> Iterator[None]:
    """Draw a board for one camera, and learn from one picture, once a worker: both are the same for the same input."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer, "Kit", lru_cache(KITS)(Kit))
        patch.setattr(calibration, "calibrate_to_one", kept(calibration.calibrate_to_one))
        yield


def kept(learn: Callable[..., tuple[int, Calibration]]) -> Callable[..., tuple[int, Calibration]]:
    """Return a function that learns from a picture what it learned from the same one before; errors are not kept."""
    known: dict[str, tuple[int, Calibration]] = {}

    @wraps(learn)
    def learn_once(
        frame: Frame, corners: Corners, positions: Sequence[Mapping[str, tuple[Shade, int]]], *, cleared: bool = False
    ) -> tuple[int, Calibration]:
        asked = repr((frame.image.shape, corners, positions, cleared)).encode()
        key = hashlib.sha256(asked + frame.image.tobytes()).hexdigest()
        if key not in known:
            if len(known) == CALIBRATIONS:
                del known[next(iter(known))]
            known[key] = learn(frame, corners, positions, cleared=cleared)
        return known[key]

    return learn_once


@pytest.fixture(scope="session", autouse=True)
def folders_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the settings, matches, calibration and language of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_MESSAGES", "C")
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            patch.setenv(variable, str(tmp_path_factory.mktemp(variable)))
        yield
