"""libFuzzer on the core (see `fuzz.c`), under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.firmware import build
from tests.rigs import toolchains

_FLAGS: Final = ("-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=fuzzer,address,undefined")
_RUNS_A_SECOND: Final = 200  # at the very least
_LARGEST_MB: Final = 64  # one piece of memory: the core asks for none, the fuzzer's own tables are smaller
_VECTORS: Final = Path(__file__).resolve().parents[1] / "firmware_bridge" / "vectors.json"
_MOST_ORDER: Final = 63


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of a run.

    Attributes:
        runs: lives that were lived.
        coverage: edges of the program that were reached.
        failure: what the fuzzer said of the life that broke something; empty if none did.
    """

    runs: int
    coverage: int
    failure: str


def program(sources: Path = build.SOURCES) -> Path:
    """Return the path of the fuzzer, compiled if need be.

    Args:
        sources: where `core/` lies.

    Raises:
        CompilerMissing: "toolchain.missing", with the Debian package.
    """
    core = sources / "core"
    command = (build.tool("clang", "clang"), *_FLAGS, "-fno-sanitize-recover=all", f"-I{core}")
    units = (*sorted(core.glob("*.c")), toolchains.HERE / "fuzz.c")
    return toolchains.compiled("fuzz", command, units, sorted(core.glob("*.h")))


def corpus(folder: Path) -> Path:
    """Write lives to begin with into an empty folder: the golden conversation, as raw bytes and as whole frames."""
    exchanges = json.loads(_VECTORS.read_text())["exchanges"]
    raw = b"".join(_order(0, bytes.fromhex(one["request"])) for one in exchanges)
    folder.joinpath("conversation").write_bytes(raw)
    for number, one in enumerate(exchanges):
        folder.joinpath(f"exchange-{number:02}").write_bytes(_order(0, bytes.fromhex(one["request"])))
    hello = bytes((1, 7, 0, 7, 1, 2, 3, 1, 0))
    show = bytes((3, 7, 1, 1, 0)) + bytes(range(34))
    folder.joinpath("framed").write_bytes(_order(1, hello) + _order(0x29, show) + b"\xff\x00" + _order(0x29, show))
    return folder


def _order(order: int, data: bytes) -> bytes:
    return b"".join(
        bytes((order, len(data[at : at + _MOST_ORDER]))) + data[at : at + _MOST_ORDER]
        for at in range(0, len(data), _MOST_ORDER)
    )


def run(fuzzer: Path, runs: int, seed: int, folder: Path) -> Fuzzed:
    """Live so many lives.

    Args:
        fuzzer: the program.
        runs: how many lives.
        seed: where chance comes from.
        folder: an empty one, for the lives that the fuzzer keeps.
    """
    kept = corpus(folder)
    # Leaks are not looked for: nothing allocates, and the look fails under a tracer. Nor is the resident size: what the
    # kernel gives as a program's peak is at least the peak of the one that started it (a test's worker, of gigabytes).
    no_limit = ("-detect_leaks=0", "-rss_limit_mb=0", f"-malloc_limit_mb={_LARGEST_MB}")
    options = (f"-runs={runs}", f"-seed={seed}", "-max_len=1024", *no_limit, "-print_final_stats=1")
    command = (str(fuzzer), *options, f"-artifact_prefix={folder}/", str(kept))
    timeout = 60 + runs / _RUNS_A_SECOND
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    lived = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
    reached = re.findall(r"cov: (\d+)", done.stderr)
    return Fuzzed(
        int(lived[1]) if lived else 0,
        int(reached[-1]) if reached else 0,
        done.stderr[-4000:] if done.returncode else "",
    )
