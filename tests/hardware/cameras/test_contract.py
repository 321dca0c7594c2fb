"""Every camera keeps one contract: the simulated ones, recordings, the Pi's through its program, and V4L2."""

from __future__ import annotations

import itertools
import os
import random
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import Camera, CameraClosedError, CameraEndedError, CameraError
from hardware.cameras.captured import Wanted
from hardware.cameras.csi import CsiCamera
from hardware.cameras.recorded import StillsCamera, VideoFileCamera
from hardware.cameras.usb import TIMEOUT, UsbCamera, choose, video_devices
from hardware.simulated.camera import SimulatedCamera, Stage
from hardware.simulated.camera_faults import CameraFault, FaultyCamera
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from tests.foreign import jpeg, png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SIZE = (160, 96)
WANTED = Wanted(*SIZE, rate=20.0)

FAKE_PROGRAM = """\
#!{python}
import sys, time
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
assert sys.argv[1:].count("--nopreview") == 1
sys.stderr.write("[0:00:01] INFO Camera\\n")
pictures = open({pictures!r}, "rb").read()
{body}
"""
PLAY = """\
for _ in range(200):
    for at in range(0, len(pictures), 1000):
        sys.stdout.buffer.write(pictures[at:at + 1000])
    sys.stdout.flush()
    time.sleep(0.05)
"""


def pictures(count: int, size: tuple[int, int] = SIZE) -> list[np.ndarray[Any, Any]]:
    """Return pictures whose grey tells them apart."""
    return [np.full((size[1], size[0], 3), 40 + 10 * number, dtype=np.uint8) for number in range(count)]


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    """Return what makes a program that behaves like rpicam-vid, or like one that fails."""

    def make(body: str = PLAY) -> str:
        stream = tmp_path / "stream"
        stream.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures(3)))
        file = tmp_path / "rpicam-vid"
        file.write_text(FAKE_PROGRAM.format(python=sys.executable, pictures=str(stream), body=body), encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    return make


class FakeCapture:
    """OpenCV's part of a V4L2 camera."""

    def __init__(self, path: str, backend: int) -> None:
        """Open it."""
        self.told: dict[int, float] = {}
        self.numbers = itertools.count()
        self.released = False
        self.deliver: Callable[[int], tuple[bool, Any]] = lambda number: (True, pictures(1)[0] + number % 50)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Say that there is one."""
        return True

    def read(self) -> tuple[bool, Any]:
        """Deliver what is to be delivered."""
        assert not self.released
        time.sleep(0.01)
        return self.deliver(next(self.numbers))

    def set(self, what: int, value: float) -> bool:
        """Keep what was set."""
        self.told[what] = value
        return True

    def release(self) -> None:
        """Let go, once."""
        assert not self.released
        self.released = True


KINDS = ["simulated", "faulty", "video", "stills", "csi", "usb-fake", "v4l2"]


@pytest.fixture(params=KINDS)
def camera(request: pytest.FixtureRequest, tmp_path: Path, program: Callable[..., str]) -> Iterator[Camera]:
    with make_camera(request.param, tmp_path, program) as camera:
        yield camera


def make_camera(kind: str, folder: Path, program: Callable[..., str]) -> Camera:
    """Return a camera of a kind."""
    match kind:
        case "simulated":
            size = BoardSize()
            renderer = Renderer(looking_at(size, View(width=320, height=180)))
            return SimulatedCamera(renderer, Stage(start(size, "club", random.Random(1))), time.monotonic)
        case "faulty":
            return FaultyCamera([SIZE, SIZE], size=SIZE)
        case "video":
            write_video(folder / "film.avi", 12)
            return VideoFileCamera(folder / "film.avi")
        case "stills":
            for number, picture in enumerate(pictures(12)):
                cv2.imwrite(str(folder / f"{number:03}.png"), picture)
            return StillsCamera(folder, rate=20.0)
        case "csi":
            return CsiCamera(0, WANTED, program=program())
        case "usb-fake":
            device = folder / "video0"
            device.touch()
            return UsbCamera(device, WANTED, opener=FakeCapture)
    there = [device for device in video_devices() if device.path.exists()]
    if not there:
        pytest.skip("no V4L2 device is plugged in here")
    return UsbCamera(there[0].path, WANTED)


def write_video(path: Path, count: int, size: tuple[int, int] = SIZE) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, size)
    assert writer.isOpened()
    for picture in pictures(count, size):
        writer.write(picture)
    writer.release()


def test_it_is_a_camera(camera: Camera) -> None:
    assert isinstance(camera, Camera)


def test_frames_are_colour_pictures_whose_numbers_and_times_rise(camera: Camera) -> None:
    frames = [camera.read() for _ in range(5)]
    for frame in frames:
        assert frame.image.dtype == np.uint8
        assert frame.image.ndim == 3
        assert frame.image.shape[2] == 3
        assert frame.image.shape == frames[0].image.shape
    numbers, times = [frame.number for frame in frames], [frame.time for frame in frames]
    assert numbers == sorted(set(numbers))
    assert times == sorted(times)


def test_a_frame_is_never_changed_by_a_later_one(camera: Camera) -> None:
    first = camera.read()
    kept = first.image.copy()
    camera.read()
    assert np.array_equal(first.image, kept)


def test_a_closed_camera_delivers_nothing_and_may_be_closed_again(camera: Camera) -> None:
    camera.read()
    camera.close()
    camera.close()
    with pytest.raises(CameraClosedError):
        camera.read()


@pytest.mark.parametrize("kind", ["faulty", "csi", "usb-fake"])
def test_another_thread_may_close_a_camera_that_is_read(kind: str, tmp_path: Path, program: Callable[..., str]) -> None:
    camera = make_camera(kind, tmp_path, program)
    ended: list[BaseException] = []
    reading = threading.Event()

    def read_on() -> None:
        try:
            while True:
                camera.read()
                reading.set()
        except (CameraClosedError, CameraError) as error:
            ended.append(error)

    thread = threading.Thread(target=read_on)
    thread.start()
    assert reading.wait(5.0)
    camera.close()
    thread.join(5.0)
    assert not thread.is_alive()
    assert ended


@pytest.mark.parametrize("kind", ["video", "stills"])
def test_a_recording_is_played_frame_by_frame_to_its_end(
    kind: str, tmp_path: Path, program: Callable[..., str]
) -> None:
    with make_camera(kind, tmp_path, program) as camera:
        frames = [camera.read() for _ in range(12)]
        with pytest.raises(CameraEndedError):
            camera.read()
    assert [frame.number for frame in frames] == list(range(12))
    assert [frame.time for frame in frames] == pytest.approx([number / 20 for number in range(12)])
    for frame, picture in zip(frames, pictures(12), strict=True):
        assert abs(int(frame.image[40, 40, 0]) - int(picture[40, 40, 0])) <= 3


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.avi").write_bytes(b"no film at all")
    with pytest.raises(CameraError, match="no_video"):
        VideoFileCamera(tmp_path / "film.avi")
    with pytest.raises(FileNotFoundError):
        VideoFileCamera(tmp_path / "none.avi")
    with pytest.raises(CameraError, match="no_pictures"):
        StillsCamera(tmp_path, 10.0)
    os.mkfifo(tmp_path / "fifo.png")
    with pytest.raises(CameraError, match="no_pictures"):
        StillsCamera(tmp_path, 10.0)
    for path in (tmp_path / "fifo.png", tmp_path, Path("/dev/zero")):
        with pytest.raises(CameraError, match="not_a_file"):
            VideoFileCamera(path)


@pytest.mark.parametrize("content", [png(60_000, 60_000), jpeg(60_000, 60_000), b"", b"RIFF\xff\xff\xff\xffAVI LIST"])
def test_a_film_or_picture_that_is_too_large_or_cut_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "film.avi").write_bytes(content)
    with pytest.raises(CameraError, match=r"no_video|too_large"):
        VideoFileCamera(tmp_path / "film.avi")
    (tmp_path / "0.png").write_bytes(content)
    with StillsCamera(tmp_path, 10.0) as camera, pytest.raises(CameraError, match="garbled"):
        camera.read()


class Container:
    """OpenCV's part of a film whose container says what it likes of rate and times."""

    def __init__(self, rate: float, times: Iterable[float]) -> None:
        """Open it."""
        self.rate, self.times, self.at = rate, iter(times), 0.0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Say that there is one."""
        return True

    def get(self, what: int) -> float:
        """Return a property."""
        return {cv2.CAP_PROP_FPS: self.rate, cv2.CAP_PROP_POS_MSEC: self.at}.get(what, 96.0)

    def read(self) -> tuple[bool, Any]:
        """Deliver the next picture."""
        at = next(self.times, None)
        self.at = self.at if at is None else at
        return at is not None, pictures(1)[0]

    def release(self) -> None:
        """Let go."""


@pytest.mark.parametrize(
    ("rate", "told", "times"),
    [
        (1000.0, [0, 100, 210, 334], [0, 0.1, 0.21, 0.334]),  # a browser's recording
        (0.0, [0, 40, 80], [0, 0.04, 0.08]),
        (float("nan"), [0, 40, 80], [0, 0.04, 0.08]),
        (90_000.0, [5000, 5100, 5150], [0, 0.1, 0.15]),  # cut out of a longer one
        (25.0, [0, 0, 0, 0], [0, 0.04, 0.08, 0.12]),  # no times at all
        (10.0, [0, 100, 90, 300], [0, 0.1, 0.2, 0.3]),  # times that go back
        (10.0, [0, float("nan"), 200], [0, 0.1, 0.2]),
        (25.0, [0, 2000, 2040], [0, 2.0, 2.04]),  # nothing moved for a while
    ],
)
def test_a_film_is_dated_by_its_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rate: float, told: list[float], times: list[float]
) -> None:
    film = tmp_path / "film.webm"
    film.write_bytes(b"\x1a\x45\xdf\xa3")
    monkeypatch.setattr("cv2.VideoCapture", lambda path: Container(rate, told))
    with VideoFileCamera(film) as camera:
        assert camera.rate_taken is None
        assert [camera.read().time for _ in told] == pytest.approx(times)
        with pytest.raises(CameraEndedError):
            camera.read()


def test_a_film_that_is_begun_later_keeps_its_times_and_counts_its_frames_from_there(tmp_path: Path) -> None:
    film = tmp_path / "film.mjpeg"
    film.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures(4)))
    with VideoFileCamera(film, begin=0.08) as camera:
        frames = [camera.read(), camera.read()]
        assert [frame.time for frame in frames] == pytest.approx([0.08, 0.12])
        assert [frame.number for frame in frames] == [0, 1]
        with pytest.raises(CameraEndedError):
            camera.read()
    with VideoFileCamera(film, begin=9.0) as camera, pytest.raises(CameraEndedError):
        camera.read()


def test_a_stream_without_a_container_says_how_it_is_dated(tmp_path: Path) -> None:
    film = tmp_path / "film.mjpeg"
    film.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures(4)))
    with VideoFileCamera(film) as camera:
        assert camera.rate_taken == 25.0
        assert [camera.read().time for _ in range(4)] == pytest.approx([0, 0.04, 0.08, 0.12])


def test_a_picture_that_cannot_be_read_costs_itself_alone(tmp_path: Path) -> None:
    (tmp_path / "0.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "1.png"), pictures(1)[0])
    camera = StillsCamera(tmp_path, 10.0)
    with pytest.raises(CameraError, match="garbled"):
        camera.read()
    assert camera.read().number == 1


def test_the_pis_camera_is_told_what_is_wanted(program: Callable[..., str], tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'said')!r}, 'w').write(' '.join(sys.argv[1:]))\n" + PLAY
    with CsiCamera(1, Wanted(1280, 720, 15.0, focus=1.5), program=program(body)) as camera:
        camera.read()
    said = (tmp_path / "said").read_text(encoding="utf-8")
    for words in ("--camera 1", "--width 1280", "--height 720", "--framerate 15", "--lens-position 1.5", "--timeout 0"):
        assert words in said


@pytest.mark.parametrize(
    ("body", "key", "words"),
    [
        ("sys.stderr.write('ERROR: no cameras available\\n'); sys.exit(255)", "camera.stopped", "no cameras"),
        ("sys.exit(3)", "camera.stopped", "INFO Camera"),
        ("time.sleep(20)", "camera.silent", "0.4"),
        (
            "sys.stdout.buffer.write(b'\\xff\\xd8\\xff\\xe0\\0\\1no' * 90); sys.stdout.flush(); time.sleep(9)",
            "camera.garbled",
            "",
        ),
    ],
)
def test_what_is_wrong_with_the_pis_camera_is_said(
    program: Callable[..., str], body: str, key: str, words: str
) -> None:
    with CsiCamera(0, WANTED, program=program(body), patience=0.4 if "0.4" in words else 5.0) as camera:
        with pytest.raises(CameraError) as caught:
            camera.read()
        assert caught.value.key == key
        assert words in str(caught.value)


def test_a_program_that_does_not_want_to_end_is_ended(program: Callable[..., str]) -> None:
    camera = CsiCamera(0, WANTED, program=program("import signal; signal.signal(15, signal.SIG_IGN)\n" + PLAY))
    camera.read()
    before = time.monotonic()
    camera.close()
    assert time.monotonic() - before < 4.0
    assert camera._process.poll() is not None


def test_without_the_pis_program_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CameraError, match="no_program"):
        CsiCamera(0, WANTED)
    with pytest.raises(CameraError, match="stopped"):
        CsiCamera(0, WANTED, program=str(tmp_path))


def test_opencv_knows_the_variable_that_says_how_long_a_usb_camera_is_waited_for(tmp_path: Path) -> None:
    library = next(Path(cv2.__file__).parent.glob("cv2*.so")).read_bytes()
    assert TIMEOUT[0].encode() in library
    (tmp_path / "video0").touch()
    with UsbCamera(tmp_path / "video0", WANTED, opener=FakeCapture):
        assert os.environ[TIMEOUT[0]] == TIMEOUT[1]


def test_a_usb_camera_is_told_what_is_wanted(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    captures: list[FakeCapture] = []

    def opener(path: str, backend: int) -> FakeCapture:
        assert (path, backend) == (str(device), cv2.CAP_V4L2)
        captures.append(FakeCapture(path, backend))
        return captures[-1]

    with UsbCamera(device, Wanted(1280, 720, 15.0, focus=30.0), opener=opener) as camera:
        camera.read()
        captures[0].deliver = lambda number: (False, None)
        with pytest.raises(CameraError, match="gone"):
            camera.read()
        captures[0].deliver = lambda number: (True, np.zeros((4, 4), dtype=np.uint8))
        with pytest.raises(CameraError, match="garbled"):
            camera.read()
    told = captures[0].told
    assert told[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert told[cv2.CAP_PROP_FOCUS] == 30.0
    assert captures[0].released


def test_a_device_that_cannot_be_opened_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="missing"):
        UsbCamera(tmp_path / "video7", WANTED)
    (tmp_path / "video7").touch()
    with pytest.raises(CameraError, match="busy"):
        UsbCamera(tmp_path / "video7", WANTED)  # it is no video device


@pytest.fixture
def machine(tmp_path: Path) -> tuple[Path, Path]:
    """Return the folders of a machine with a webcam that has two devices, another, and a Pi's own codec."""
    system, devices = tmp_path / "sys", tmp_path / "dev"
    for number, index, name, bus in (
        (0, 0, "HD Pro Webcam C920", "usb1"),
        (1, 1, "HD Pro Webcam C920", "usb1"),
        (2, 0, "Other Cam", "usb2"),
        (10, 0, "bcm2835-codec-decode", "platform"),
    ):
        entry = system / f"video{number}"
        (tmp_path / "devices" / bus / str(number)).mkdir(parents=True)
        entry.mkdir(parents=True)
        (entry / "device").symlink_to(tmp_path / "devices" / bus / str(number))
        (entry / "name").write_text(name + "\n", encoding="utf-8")
        (entry / "index").write_text(f"{index}\n", encoding="utf-8")
    (devices / "v4l" / "by-id").mkdir(parents=True)
    (devices / "video0").touch()
    (devices / "v4l" / "by-id" / "usb-C920-index0").symlink_to(devices / "video0")
    return system, devices


def test_video_devices_are_found_with_names_that_stay(machine: tuple[Path, Path]) -> None:
    found = video_devices(*machine)
    assert [(one.path.name, one.usb, one.stable.name) for one in found] == [
        ("video0", True, "usb-C920-index0"),
        ("video2", True, "video2"),
        ("video10", False, "video10"),
    ]


def test_a_camera_is_named_or_the_only_one(machine: tuple[Path, Path]) -> None:
    found = video_devices(*machine)
    assert choose("c920", found) == machine[1] / "video0"
    assert choose("codec", found) == machine[1] / "video10"
    assert choose("/dev/video9", found).name == "video9"
    assert choose("2", found) == Path("/dev/video2")
    assert choose("", found[1:]) == machine[1] / "video2"
    for wanted, there, key in (("", found, "several"), ("", found[2:], "none"), ("gopro", found, "missing")):
        with pytest.raises(CameraError, match=f"camera.{key}"):
            choose(wanted, there)


def test_a_machine_without_video_devices_has_none(tmp_path: Path) -> None:
    assert video_devices(tmp_path / "none", tmp_path / "neither") == ()


def test_a_faulty_camera_fails_as_it_is_told() -> None:
    camera = FaultyCamera([CameraFault.GONE, CameraFault.SPOILT, CameraFault.ENDED, CameraFault.GREY])
    for kind in (CameraError, CameraError, CameraEndedError):
        with pytest.raises(kind):
            camera.read()
    assert camera.read().image.ndim == 2
