"""The guest's devices, as far as they need no kernel of their own."""

from __future__ import annotations

import struct

import cv2
import numpy as np

from hardware.virtual_pi.guest.header import bouncing
from hardware.virtual_pi.guest.referee import GROUPS, as_user
from hardware.virtual_pi.guest.webcam import noisy, video_format, yuyv


def test_the_camera_delivers_what_it_was_shown() -> None:
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 256, (9, 16, 3), np.uint8)
    image = cv2.resize(coarse, (320, 180), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    packed = yuyv(image)
    assert packed.shape == (180, 640)
    back = cv2.cvtColor(packed.reshape(180, 320, 2), cv2.COLOR_YUV2BGR_YUYV)
    # Two neighbours share their colour; brightness is each one's own.
    grey = [cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(float) for one in (image, back)]
    assert np.abs(grey[0] - grey[1]).mean() < 2.0


def test_two_pictures_are_never_the_same_in_any_part_of_them() -> None:
    rng = np.random.default_rng(5)
    still = yuyv(np.full((720, 1280, 3), 90, np.uint8))
    one, two = (noisy(still, rng).reshape(720, 1280, 2) for _ in range(2))
    seen = [cv2.cvtColor(picture, cv2.COLOR_YUV2BGR_YUYV).astype(int) for picture in (one, two)]
    differ = np.abs(seen[0] - seen[1])
    assert differ.max() <= 2
    assert differ[::8].any()  # those lines by which a frozen camera is known (hardware/cameras/attended.py)


def test_the_kernel_is_told_size_and_kind_of_the_pictures() -> None:
    told = video_format((1280, 720))
    assert len(told) == 208
    assert struct.unpack_from("2I", told, 8) == (1280, 720)
    assert told[16:20] == b"YUYV"
    assert struct.unpack_from("I", told, 28) == (1280 * 720 * 2,)


def test_a_contact_bounces_at_both_ends_of_a_press() -> None:
    levels = bouncing(2, 0.003, 0.4)
    closed = [level for level, _ in levels]
    assert closed == [True, False, True, False, True, False, True, False, True]
    assert sum(seconds for _, seconds in levels) < 0.5


def test_the_referee_has_the_groups_of_the_devices_and_no_more_rights() -> None:
    words = as_user("referee")
    assert words[words.index("--groups") + 1] == ",".join(GROUPS)
    assert "--no-new-privs" in words
    assert words[-1] == "referee"
