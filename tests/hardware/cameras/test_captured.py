"""Cameras that OpenCV opens by number on any system, or by address: from a server in the test, and from mocks."""

from __future__ import annotations

import itertools
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from hardware.cameras.attended import AttendedCamera, Manner
from hardware.cameras.camera import Camera, CameraClosedError, CameraError
from hardware.cameras.captured import Wanted, open_address, open_numbered, shown_address

if TYPE_CHECKING:
    from collections.abc import Iterator

WANTED = Wanted(160, 96, 20.0, focus=30.0)


class FakeDrivers:
    """The cameras of a machine, by number, behind one driver."""

    def __init__(self, *numbers: int, backend: int) -> None:
        """Plug cameras in."""
        self.numbers, self.backend = numbers, backend
        self.opened: list[FakeDevice] = []

    def __call__(self, number: int, backend: int) -> FakeDevice:
        """Open one, if it is there."""
        self.opened.append(FakeDevice(number, there=number in self.numbers and backend == self.backend))
        return self.opened[-1]


class FakeDevice:
    """One opening of a camera."""

    def __init__(self, number: int, *, there: bool) -> None:
        """Open it."""
        self.number, self.there, self.released = number, there, False
        self.told: dict[int, float] = {}
        self.fails = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Say whether there is one."""
        return self.there

    def read(self) -> tuple[bool, Any]:
        """Deliver its number as a grey, or fail as OpenCV may."""
        if self.fails:
            raise cv2.error
        return True, np.full((96, 160, 3), 10 * self.number, dtype=np.uint8)

    def set(self, what: int, value: float) -> bool:
        """Keep what was set."""
        self.told[what] = value
        return True

    def release(self) -> None:
        """Let go, once."""
        assert not self.released
        self.released = True


@pytest.mark.parametrize(
    ("platform", "backend"),
    [
        ("darwin", cv2.CAP_AVFOUNDATION),
        ("win32", cv2.CAP_DSHOW),
        ("win32", cv2.CAP_MSMF),
        ("linux", cv2.CAP_V4L2),
        ("freebsd14", cv2.CAP_ANY),
    ],
)
def test_a_camera_is_opened_by_its_number_through_the_driver_of_the_system(platform: str, backend: int) -> None:
    drivers = FakeDrivers(0, 1, backend=backend)
    with open_numbered("1", WANTED, platform, clock=lambda: 5.0, opener=drivers) as camera:
        assert isinstance(camera, Camera)
        frame = camera.read()
    assert (frame.time, frame.number, int(frame.image[0, 0, 0])) == (5.0, 0, 10)
    assert all(one.released for one in drivers.opened)
    told = drivers.opened[-1].told
    assert (told[cv2.CAP_PROP_FRAME_WIDTH], told[cv2.CAP_PROP_FOCUS]) == (160, 30.0)
    with pytest.raises(CameraClosedError):
        camera.read()


@pytest.mark.parametrize(
    ("device", "numbers", "key"),
    [("", (), "none"), ("", (0, 2), "several"), ("3", (0,), "busy"), ("FaceTime", (0,), "by_number")],
)
def test_a_camera_that_is_not_named_and_not_the_only_one_is_not_guessed(
    device: str, numbers: tuple[int, ...], key: str
) -> None:
    drivers = FakeDrivers(*numbers, backend=cv2.CAP_AVFOUNDATION)
    with pytest.raises(CameraError, match=f"camera.{key}") as caught:
        open_numbered(device, WANTED, "darwin", opener=drivers)
    assert all(one.released for one in drivers.opened)
    assert "{" not in trouble(caught.value)


def test_the_only_camera_need_not_be_named() -> None:
    drivers = FakeDrivers(2, backend=cv2.CAP_MSMF)
    with open_numbered("", WANTED, "win32", opener=drivers) as camera:
        assert int(camera.read().image[0, 0, 0]) == 20
    assert all(one.released for one in drivers.opened)


def test_what_opencv_raises_while_it_reads_means_that_the_camera_is_gone() -> None:
    drivers = FakeDrivers(0, backend=cv2.CAP_AVFOUNDATION)
    with open_numbered("0", WANTED, "darwin", opener=drivers) as camera:
        drivers.opened[0].fails = True
        with pytest.raises(CameraError, match=r"camera\.gone"):
            camera.read()


class Telephone(BaseHTTPRequestHandler):
    """What the camera programs of telephones do: one JPEG picture after the other in an answer that does not end."""

    def do_GET(self) -> None:
        """Answer a request."""
        pictures: Any = self.server
        if self.path.startswith("/none"):
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in itertools.count() if pictures.left is None else range(pictures.left):
            coded = cv2.imencode(".jpg", np.full((96, 160, 3), 40 + number % 100, dtype=np.uint8))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(coded)}\r\n\r\n".encode()
            try:
                self.wfile.write(head + coded + b"\r\n")
            except OSError:
                return
            if pictures.over.wait(0.02):
                return

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Print nothing."""


@contextmanager
def telephone(left: int | None = None) -> Iterator[str]:
    """Serve pictures, some or without end, and yield the address."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Telephone)
    server.daemon_threads, server.left, server.over = True, left, threading.Event()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def test_the_pictures_of_a_telephone_come_by_its_address() -> None:
    with telephone() as address, open_address(f"{address}/video?quality=90", 5.0) as camera:
        assert isinstance(camera, Camera)
        frames = [camera.read() for _ in range(5)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert frames[0].image.shape == (96, 160, 3)
    assert all(before.time <= after.time for before, after in itertools.pairwise(frames))
    greys = [round(float(frame.image.mean())) for frame in frames]
    assert greys == list(range(greys[0], greys[0] + 5))


def test_a_telephone_is_minded_like_any_other_camera() -> None:
    with (
        telephone() as address,
        AttendedCamera(lambda: open_address(f"{address}/video", 5.0), Manner((80, 48), starting=20.0)) as camera,
    ):
        looks = iter(lambda: camera.look(1.0), None)
        frame = next(look.frame for look in itertools.islice(looks, 20) if look.frame is not None)
    assert frame.image.shape == (48, 80, 3)


def test_a_telephone_that_stops_sending_is_gone() -> None:
    with telephone(left=40) as address, open_address(f"{address}/video", 5.0) as camera:
        frames = iter(camera.read, None)
        with pytest.raises(CameraError, match=r"camera\.gone"):
            list(itertools.islice(frames, 41))


@pytest.mark.parametrize("path", ["/none", ""])
def test_an_address_from_which_no_pictures_come_is_said_without_its_password(path: str) -> None:
    with telephone(left=0) as address:
        secret = address.replace("//", "//anna:s3cret@") + path
        with pytest.raises(CameraError, match=r"camera\.unreachable") as caught:
            open_address(secret, 1.0)
    said = trouble(caught.value)
    assert "127.0.0.1" in said
    assert "s3cret" not in said


@pytest.mark.parametrize(
    "text", ["", "192.168.1.20", "file:///etc/passwd", "concat:a|b", "http://", "http://[::1", "rtsp://x:notaport/"]
)
def test_what_is_no_address_of_a_camera_is_never_opened(text: str) -> None:
    def opener(*_: object) -> FakeDevice:
        raise AssertionError("opened")

    with pytest.raises(CameraError, match=r"camera\.no_address"):
        open_address(text, 1.0, opener=opener)


def test_a_camera_in_the_network_is_not_waited_for_without_end() -> None:
    given_limits: list[int] = []

    def opener(_address: str, backend: int, limits: Any) -> FakeDevice:
        assert backend == cv2.CAP_FFMPEG
        given_limits.extend(limits)
        return FakeDevice(1, there=True)

    with open_address("rtsp://192.168.1.20/live", 2.5, opener=opener):
        pass
    assert given_limits == [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 2500, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 2500]


@given(st.text(max_size=60))
def test_whatever_is_given_as_an_address_is_one_that_can_be_shown_or_none(text: str) -> None:
    shown = shown_address(text)
    assert shown is None or (shown.startswith(("http", "rtsp")) and "@" not in shown.split("/")[2])
