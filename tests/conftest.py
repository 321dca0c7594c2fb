"""Examples of property tests for `make explore`, and pictures and calibrations that tests share."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import shutil
from contextlib import suppress
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from hardware.simulated.drawing import renderer
from hardware.simulated.drawing.kit import Kit
from vision.calibrate import calibration
from vision.runtime.memory import keep_freed_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from hardware.simulated.drawing.kit import Setting
    from hardware.simulated.optics.pinhole import Pinhole
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
"""How many drawn boards a worker has at hand, each of some tens of megabytes."""

CALIBRATIONS = 32
"""How many calibrations a worker has at hand, each of some ten megabytes."""

ON_DISK = 96
"""How many of each all workers together keep on the disk until the run ends."""

SMALL = 640
"""The width of pictures, in pixels, below which a board is as soon drawn as kept: it takes no room of a larger one."""

YOUNG = 10_000
"""After how many new objects rubbish is looked for among them; Python's own 700 is meant for smaller programs."""

SHARED_WORK = "shared-work"
"""The folder of it, beside those of the workers."""

_Made = TypeVar("_Made")


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run the tests: one more than cores, as some wait for a device, a clock or a page."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw a board for one camera, and learn from one picture, once a run: both are the same for the same input.

    Before any test is collected: modules that take these by name take what is kept. Memory is kept as the program does.
    """
    keep_freed_memory()
    folder = _base(config)
    store = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / SHARED_WORK

    def kit(pinhole: Pinhole, setting: Setting) -> Kit:
        if pinhole.width < SMALL:
            return Kit(pinhole, setting)
        return made_once(store / "kits", repr((pinhole, setting)).encode(), lambda: Kit(pinhole, setting))

    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setattr(renderer, "Kit", lru_cache(KITS)(kit))
    patch.setattr(calibration, "calibrate_to_one", kept(calibration.calibrate_to_one, store / "calibrations"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin those tests first that may take longest: nobody waits for one of them at the end."""

    def limit(item: pytest.Item) -> float:
        marked = item.get_closest_marker("timeout")
        return float(marked.args[0]) if marked is not None else 0.0

    items.sort(key=limit, reverse=True)


def pytest_collection_finish() -> None:
    """Look for no rubbish among what stays until the end: thousands of tests and all modules."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Throw away what was kept on the disk, once all workers have ended."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(_base(session.config) / SHARED_WORK, ignore_errors=True)


def _base(config: pytest.Config) -> Path:
    """Return the folder below which everything of this process of the run lies."""
    folders: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]
    return folders.getbasetemp()


def made_once(folder: Path, asked: bytes, make: Callable[[], _Made]) -> _Made:
    """Return what somebody in this run has made for the same question, else make it."""
    path = folder / hashlib.sha256(asked).hexdigest()
    with suppress(OSError):
        made: _Made = pickle.loads(path.read_bytes())  # noqa: S301 - this run has written it
        return made
    made = make()
    folder.mkdir(parents=True, exist_ok=True)
    if sum(1 for _ in folder.iterdir()) < ON_DISK:
        beside = folder / f"{path.name}-{os.getpid()}"
        beside.write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        beside.replace(path)
    return made


def kept(learn: Callable[..., tuple[int, Calibration]], folder: Path) -> Callable[..., tuple[int, Calibration]]:
    """Return a function that learns from a picture what was learned from the same one before; errors are not kept."""
    known: dict[bytes, tuple[int, Calibration]] = {}

    @wraps(learn)
    def learn_once(
        frame: Frame, corners: Corners, positions: Sequence[Mapping[str, tuple[Shade, int]]], *, cleared: bool = False
    ) -> tuple[int, Calibration]:
        asked = repr((frame.image.shape, corners, positions, cleared)).encode()
        key = hashlib.sha256(asked + frame.image.tobytes()).digest()
        if key not in known:
            if len(known) == CALIBRATIONS:
                del known[next(iter(known))]
            known[key] = made_once(folder, key, lambda: learn(frame, corners, positions, cleared=cleared))
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
