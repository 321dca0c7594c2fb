"""The core as a program behind a pseudo-terminal, spoken to with pyserial, in real time."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import serial

from firmware_bridge import frames, messages
from firmware_bridge.cells import Cell, Colour
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.messages import Ack, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, Show
from hardware.firmware import build
from hardware.simulated.strip.faults import WireFault, hurt

if TYPE_CHECKING:
    from collections.abc import Iterator

NONCE = 0x0A0B0C01
PATIENCE = 20.0
RED = bytes((Cell(Colour.RED).code,)) + bytes(messages.LEDS - 1)
RED_LINE = "005000" + "000000" * (messages.LEDS - 1)
DARK_LINE = "000000" * messages.LEDS
SAFE_LINE = DARK_LINE[:-6] + "285000"
LINE = re.compile(rf"LATCH (\d+\.\d{{6}}) ([0-9a-f]{{{6 * messages.LEDS}}})")


class Program:
    """A running program and its output, read without ever waiting for long."""

    def __init__(self, path: Path, *arguments: str) -> None:
        """Start it and wait for its first line."""
        self.process = subprocess.Popen(
            [str(path), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._text = ""
        self.terminal = self.line(lambda line: line.startswith("READY ")).split()[1]

    def lines(self) -> list[str]:
        """The whole lines since the last call."""
        assert self.process.stdout is not None
        self._text += (self.process.stdout.read() or b"").decode()
        *lines, self._text = self._text.split("\n")
        return lines

    def line(self, fits: object, timeout: float = PATIENCE) -> str:
        """The next line that fits; the others are dropped."""
        assert callable(fits)
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for line in self.lines():
                if fits(line):
                    return line
            time.sleep(0.001)
        pytest.fail("the program did not say it in time")

    def latched(self, grb: str, timeout: float = PATIENCE) -> float:
        """Wait until colours are latched; return when."""
        return float(self.line(lambda line: line.startswith("LATCH ") and line.endswith(" " + grb), timeout).split()[1])

    def end(self) -> tuple[int, str]:
        """Close its input; return its exit status and complaints."""
        _, errors = self.process.communicate(timeout=10)
        return self.process.returncode, errors.decode()


@contextlib.contextmanager
def running(*arguments: str, path: Path | None = None) -> Iterator[Program]:
    program = Program(path or build.program(), *arguments)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.communicate(timeout=10)


@pytest.fixture
def program() -> Iterator[Program]:
    with running() as started:
        yield started


class Host:
    """The other end of the wire: one request at a time, by hand."""

    def __init__(self, path: str) -> None:
        """Open the port."""
        self.port = serial.Serial(path, 115200, timeout=0.05, write_timeout=1, exclusive=True)
        self.decoder = Decoder()

    def ask(self, message: Message, seq: int = 1) -> Message:
        """Send a request and return its reply."""
        data = frames.encode(WireFrame(messages.TYPES[type(message)], NONCE & 0xFF, seq, messages.pack(message)))
        self.port.write(data)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.decoder, found = frames.decode(self.decoder, self.port.read(1))
            for item in found:
                assert isinstance(item, WireFrame)
                if item.seq == seq:
                    return messages.unpack(item.type, item.payload)
        pytest.fail("no reply")

    def hello(self) -> HelloAck:
        """Begin a session."""
        answer = self.ask(Hello(NONCE, messages.MAJOR, messages.MINOR))
        assert isinstance(answer, HelloAck)
        return answer


@contextlib.contextmanager
def host(path: str) -> Iterator[Host]:
    one = Host(path)
    try:
        yield one
    finally:
        one.port.close()


def test_a_state_goes_in_by_the_terminal_and_comes_out_as_latched_colours(program: Program) -> None:
    program.latched(SAFE_LINE)
    with host(program.terminal) as one:
        assert one.hello().board == messages.Board.PC
        program.latched(DARK_LINE)
        before = time.monotonic()
        assert one.ask(Show(1, RED), 2) == Ack(1, messages.digest(RED, 400))
        assert before <= program.latched(RED_LINE) <= time.monotonic()


def test_every_line_is_one_of_two_kinds(program: Program) -> None:
    with host(program.terminal) as one:
        one.hello()
        one.ask(Show(1, b"\x37" * messages.LEDS), 2)
        time.sleep(0.3)
    lines = program.lines()
    assert len(lines) > 5
    assert all(LINE.fullmatch(line) for line in lines)


def test_a_host_that_falls_silent_leaves_a_safe_strip_after_a_second(program: Program) -> None:
    took = []
    for _ in range(3):  # a busy machine may hold a process up; a fault would do so every time
        with host(program.terminal) as one:
            one.hello()
            asked = time.monotonic()
            one.ask(Show(1, RED), 2)
            answered = time.monotonic()
            program.lines()  # what was said before, its safe state at the start among it
            safe = program.latched(SAFE_LINE)
            took.append(safe - answered)
            assert one.ask(Ping(), 3) == Nak(NakReason.SESSION, messages.MAJOR, messages.MINOR, 0)
        assert safe - asked >= 0.95
        if took[-1] <= 1.05:
            return
    pytest.fail(f"too late: {took}")


def test_hosts_may_come_and_go_without_the_terminal_going(program: Program) -> None:
    for _ in range(3):
        with host(program.terminal) as one:
            one.hello()
    assert program.process.poll() is None


def test_the_port_is_there_under_a_stable_name_with_the_identity_that_was_asked_for(tmp_path: Path) -> None:
    link = tmp_path / "by-id"
    link.symlink_to("/nowhere")
    with running("--link", str(link), "--id", "fedcba9876543210", "--reset-cause", "4") as program:
        assert str(link.readlink()) == program.terminal
        with host(str(link)) as one:
            answer = one.hello()
        assert (answer.unique_id, answer.reset_cause) == (0xFEDCBA9876543210, 4)
        assert program.end() == (0, "")
    assert not link.is_symlink()


def test_a_name_that_has_become_anothers_is_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "by-id"
    with running("--link", str(link)) as program:
        link.unlink()
        link.symlink_to("/elsewhere")
        assert program.end() == (0, "")
    assert str(link.readlink()) == "/elsewhere"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_cleanly_when_told_to(tmp_path: Path, number: signal.Signals) -> None:
    link = tmp_path / "by-id"
    with running("--link", str(link)) as program:
        program.process.send_signal(number)
        assert program.process.wait(PATIENCE) == 0
        assert not link.is_symlink()


def test_it_does_not_outlive_who_started_it(tmp_path: Path) -> None:
    """Not even where somebody else still holds its input open and its parent was killed without a chance."""
    script = (
        "import os, subprocess, time\n"
        f"command = [{str(build.program())!r}, '--parent', str(os.getpid())]\n"
        "child = subprocess.Popen(command, stdin=0, stdout=subprocess.DEVNULL)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        was_running = _is_running(child)
        parent.kill()
        parent.wait(10)
        end = time.monotonic() + PATIENCE
        while _is_running(child) and time.monotonic() < end:
            time.sleep(0.01)
        assert was_running
        assert not _is_running(child)


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.parametrize(
    "arguments", [["--wat"], ["--link"], ["--id", "xyz"], ["--id", ""], ["--id", "1" * 17], ["extra", "1"]]
)
def test_arguments_that_it_does_not_know_are_refused(arguments: list[str]) -> None:
    done = subprocess.run([build.program(), *arguments], capture_output=True, text=True, timeout=10, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: ")


def test_a_name_that_cannot_be_made_ends_it_with_the_reason() -> None:
    done = subprocess.run(
        [build.program(), "--link", "/nowhere/by-id"], capture_output=True, text=True, timeout=10, check=False
    )
    assert done.returncode == 1
    assert "/nowhere/by-id" in done.stderr


def test_lights_are_never_latched_faster_than_real_ones_can_be(program: Program) -> None:
    times: list[float] = []
    end = time.monotonic() + 20
    with host(program.terminal) as one:
        one.hello()
        program.lines()
        gen = 0
        while len(times) < 100 and time.monotonic() < end:
            for _ in range(20):
                gen += 1
                cells = bytes(gen >> bit & 1 for bit in range(messages.LEDS))
                show = WireFrame(messages.TYPES[Show], NONCE & 0xFF, gen % 256, messages.pack(Show(gen, cells)))
                one.port.write(frames.encode(show))
            one.port.read(one.port.in_waiting)
            times += [float(line.split()[1]) for line in program.lines()]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert len(gaps) >= 99, "the rig is alive"
    assert min(gaps) >= (30 * messages.LEDS + 300 - 1) / 1e6


def test_a_reset_behind_an_open_port_ends_the_session_and_tells_its_cause(program: Program) -> None:
    with host(program.terminal) as one:
        one.hello()
        one.ask(Show(1, RED), 2)
        program.latched(RED_LINE)
        assert program.process.stdin is not None
        program.process.stdin.write(b"reset 8\n")
        program.process.stdin.flush()
        program.latched(SAFE_LINE)
        assert isinstance(one.ask(Ping(), 3), Nak)
        assert one.hello().reset_cause == 8


def test_a_command_that_it_does_not_know_is_complained_of(program: Program) -> None:
    assert program.process.stdin is not None
    program.process.stdin.write(b"dance\nreset 999\n" + b"x" * 100 + b"\n")
    status, errors = program.end()
    assert status == 0
    assert errors.count("unknown command") == 3


def test_a_host_that_never_reads_does_not_stop_the_lights(program: Program) -> None:
    with host(program.terminal) as one:
        one.hello()
        ping = frames.encode(WireFrame(messages.TYPES[Ping], NONCE & 0xFF, 9, b""))
        for _ in range(5000):
            one.port.write(ping)
        one.port.write(frames.encode(WireFrame(messages.TYPES[Show], NONCE & 0xFF, 10, messages.pack(Show(1, RED)))))
        program.latched(RED_LINE)
        one.port.reset_input_buffer()
        time.sleep(0.05)
        one.port.reset_input_buffer()
        one.decoder = Decoder()
        pong = one.ask(Ping(), 11)
        assert isinstance(pong, Pong)
        assert pong.tx_drops > 0


def _sanitizers_work(folder: Path) -> bool:
    source = folder / "try.c"
    source.write_text("int main(void) { return 0; }\n")
    made = folder / "try"
    command = ["cc", "-fsanitize=address,undefined", str(source), "-o", str(made)]
    if subprocess.run(command, capture_output=True, timeout=60, check=False).returncode:
        return False
    return subprocess.run([made], capture_output=True, timeout=60, check=False).returncode == 0


def test_hostile_bytes_give_the_sanitizers_nothing_to_say(tmp_path: Path) -> None:
    if not _sanitizers_work(tmp_path):
        pytest.skip("this compiler has no address and undefined-behaviour sanitizers")
    chance = random.Random(4)
    with running(path=build.program(build.CoreVariant(sanitized=True))) as program:
        with host(program.terminal) as one:
            one.hello()
            for gen in range(1, 3000):
                cells = bytes(chance.randrange(256) & 0x37 for _ in range(messages.LEDS))
                show = frames.encode(WireFrame(messages.TYPES[Show], NONCE & 0xFF, 1, messages.pack(Show(gen, cells))))
                one.port.write(hurt(show, chance.choice(list(WireFault)), chance, [show]))
                one.port.read(one.port.in_waiting)
                if gen % 300 == 0:
                    program.lines()
            one.port.write(frames.DELIMITER)
            one.decoder = Decoder()
            pong = one.ask(Ping(), 200)
            assert isinstance(pong, Pong)
            assert pong.ok > 100, "the rig is alive: some frames came through"
            assert pong.crc_errors > 100
            assert pong.frame_errors > 100
        assert program.end() == (0, "")
