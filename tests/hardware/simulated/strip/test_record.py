"""What a simulated strip showed, and for how long that is remembered."""

from __future__ import annotations

import threading

from hardware.simulated.strip import record as strip_record
from hardware.simulated.strip.record import Latched, LatchRecord, from_grb


def test_colours_come_from_the_order_of_the_strip_into_that_of_people() -> None:
    assert from_grb(5.0, bytes((1, 2, 3, 4, 5, 6))) == Latched(5.0, ((2, 1, 3), (5, 4, 6)))


def test_it_begins_dark_and_remembers_only_so_much() -> None:
    record = LatchRecord(2)
    assert record.latest.colours == ((0, 0, 0), (0, 0, 0))
    for number in range(strip_record.KEPT + 10):
        record.add(Latched(float(number), ((0, 0, number % 256),) * 2))
    assert len(record.history) == strip_record.KEPT
    assert record.latest.time == strip_record.KEPT + 9
    assert record.history[0].time == 10


def test_who_waits_is_woken_by_the_colours() -> None:
    record = LatchRecord(1)
    timer = threading.Timer(0.05, record.add, [Latched(1.0, ((9, 9, 9),))])
    timer.start()
    assert record.wait_for(lambda colours: colours == ((9, 9, 9),), 5)
    timer.join(5)
    assert not record.wait_for(lambda colours: colours == ((8, 8, 8),), 0.01)
