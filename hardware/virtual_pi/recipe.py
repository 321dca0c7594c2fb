"""The guest's recipe, as pure data: packages, sources, modules, device tree. No version is written here."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.virtual_pi.errors import VirtualPiError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

RELEASE: Final = "bookworm"
"""Debian's release, that of Raspberry Pi OS for whose Python PyPI has wheels of lgpio."""

KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
"""With which apt checks what it fetches, from the package debian-archive-keyring."""

GUEST: Final = (
    *("base-files", "base-passwd", "bash", "busybox-static", "coreutils", "grep", "sed", "util-linux", "mount"),
    *("kmod", "udev", "systemd-standalone-sysusers", "procps", "python3", "python3-venv", "ca-certificates"),
    *("libgl1", "libglib2.0-0", "libxcb1"),
)
"""What the guest is told to have: a system without systemd, Python, and what `.ci/system-packages run` asks for."""

KERNEL: Final = "linux-image-arm64"
"""The package that names the release's newest kernel for 64-bit Arm."""

FIRST: Final = ("virtio_pci", "virtio_blk", "ext4")
"""Modules without which the guest does not find its disk."""

MODULES: Final = (
    *("virtio_rng", "gpio-sim", "v4l2loopback", "vivid", "dummy_hcd", "libcomposite", "usb_f_acm", "cdc_acm"),
    *("configfs",),
)
"""Modules for the devices. gpio-sim and v4l2loopback are built; the kernel's package ships the others."""

NOT_NEEDED: Final = ("./usr/share/doc/*", "./usr/share/man/*", "./usr/share/locale/*", "./usr/share/info/*")
"""What is left out of packages, as tar names it."""

MODEL: Final = "Raspberry Pi 4 Model B Rev 1.1"
REVISION: Final = "c03111"
"""The model's revision code, by which gpiozero knows header and chip."""

CPU: Final = "cortex-a72"
"""The Pi 4's."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large the machine is; a dumped device tree holds for one size only.

    Attributes:
        cores: processor cores.
        megabytes: of memory.
    """

    cores: int = 2
    megabytes: int = 1024


def sources(mirror: str, security: str) -> str:
    """Return the list of sources of apt."""
    signed = f"[signed-by={KEYRING}]"
    return (
        f"deb {signed} {mirror} {RELEASE} main\n"
        f"deb {signed} {mirror} {RELEASE}-updates main\n"
        f"deb {signed} {security} {RELEASE}-security main\n"
    )


def mirrors(host: str) -> tuple[str, str]:
    """Return where Debian's packages and its security updates come from.

    Args:
        host: the sources of the host's apt, all files together; a mirror of Debian named there is used for the guest.
    """
    found = re.findall(r"https?://[^\s\]]+/debian(?:-security)?/?(?=\s|$)", _without_comments(host))
    plain = [one.rstrip("/") for one in found if not one.rstrip("/").endswith("-security")]
    security = [one.rstrip("/") for one in found if one.rstrip("/").endswith("-security")]
    return (
        plain[0] if plain else "http://deb.debian.org/debian",
        security[0] if security else "http://deb.debian.org/debian-security",
    )


def apt_conf(folder: Path, host: str) -> str:
    """Return the configuration of an apt that installs nothing here and knows nothing of this machine.

    Args:
        folder: where it keeps its lists and packages.
        host: Debian's name of the architecture of this machine, whose packages it knows too.
    """
    architectures = " ".join(f'"{one}";' for one in dict.fromkeys(("arm64", host)))
    return (
        f'APT::Architecture "arm64"; APT::Architectures {{ {architectures} }};\n'
        f'Dir::State "{folder}/state"; Dir::State::status "{folder}/status"; Dir::Cache "{folder}/cache";\n'
        f'Dir::Etc::sourcelist "{folder}/sources.list"; Dir::Etc::sourceparts "{folder}/none";\n'
        f'Dir::Etc::preferencesparts "{folder}/none"; Dir::Etc::preferences "{folder}/none/file";\n'
        'APT::Install-Recommends "false"; APT::Sandbox::User ""; Acquire::Languages "none"; Acquire::Retries "3";\n'
    )


def kernel_version(depends: str) -> str:
    """Return the version of the kernel in its packages' names.

    Args:
        depends: what `apt-cache depends linux-image-arm64` prints.

    Raises:
        VirtualPiError: "virtual_pi.no_kernel".
    """
    found = re.search(r"Depends: linux-image-(\S+-arm64)\s", depends + "\n")
    if found is None:
        raise VirtualPiError("virtual_pi.no_kernel", said=depends.strip())
    return found[1]


def kernel_packages(version: str, host: str) -> tuple[str, ...]:
    """Return the packages from which kernel and modules come.

    Args:
        version: of the kernel, as `kernel_version` returns it.
        host: Debian's name of the architecture of this machine, on which the modules are compiled.
    """
    abi, series = version.removesuffix("-arm64"), ".".join(version.split(".")[:2])
    return (
        f"linux-image-{version}",
        f"linux-headers-{version}",
        f"linux-headers-{abi}-common",
        f"linux-kbuild-{series}:{host}",
        f"linux-source-{series}",
        "v4l2loopback-dkms",
    )


GPIO_SIM_SOURCES: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
"""What gpio-sim is made of, in the kernel's sources."""

GPIO_SIM_MAKEFILE: Final = "obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n"
"""How both become one module."""


def irq_sim_for_a_module(source: str) -> str:
    """Return kernel/irq/irq_sim.c as a module can have it: `irq_to_desc` is not exported to modules.

    Raises:
        VirtualPiError: "virtual_pi.other_source", the source is not what is known here.
    """
    changed = source
    for old, new in (
        ("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))"),
        ("#include <linux/irq.h>\n", "#include <linux/irq.h>\n#include <linux/irqdesc.h>\n"),
    ):
        if changed.count(old) != 1:
            raise VirtualPiError("virtual_pi.other_source", file="irq_sim.c", missing=old.strip())
        changed = changed.replace(old, new)
    return changed


def device_tree_edits(tree: Path) -> tuple[tuple[str, ...], ...]:
    """Return the commands that make a tree of qemu's say that it is a Pi 4B, and free the first GPIO chip's name."""
    name = str(tree)
    return (
        ("fdtput", "-c", name, "/system"),
        ("fdtput", "-t", "x", name, "/system", "linux,revision", REVISION),
        ("fdtput", "-t", "s", name, "/", "model", MODEL),
        ("fdtput", "-t", "s", name, "/pl061@9030000", "status", "disabled"),
        ("fdtput", "-r", name, "/gpio-keys"),
    )


def platforms(glibc: int) -> tuple[str, ...]:
    """Return the tags of wheels that run in the guest, newest first.

    Args:
        glibc: the second number of its glibc's version.
    """
    return (*(f"manylinux_2_{minor}_aarch64" for minor in range(glibc, 16, -1)), "manylinux2014_aarch64")


def requirements(metadata: str, extra: str) -> tuple[str, ...]:
    """Return what a wheel requires in the guest, without the markers that speak of the machine it is asked on.

    Args:
        metadata: the wheel's METADATA.
        extra: the extra that is wanted as well.
    """
    wanted = []
    for line in re.findall(r"^Requires-Dist: (.+)$", metadata, re.MULTILINE):
        name, _, marker = line.partition(";")
        of = re.search(r"extra == ['\"]([^'\"]+)['\"]", marker)
        if of is None or of[1] == extra:
            wanted.append(name.strip())
    return tuple(wanted)


def constraints(lock: str) -> str:
    """Return the versions that a lock file chose, without its hashes: wheels for another machine are chosen by them."""
    lines = (line.rstrip(" \\") for line in lock.splitlines())
    return "".join(f"{line}\n" for line in lines if re.match(r"[A-Za-z0-9_.-]+==", line))


def digest(parts: Mapping[str, bytes] | Sequence[str]) -> str:
    """Return a short name for everything that something was made of."""
    made_of = hashlib.sha256()
    items = parts.items() if hasattr(parts, "items") else ((one, b"") for one in parts)
    for name, content in items:
        made_of.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return made_of.hexdigest()[:16]


def _without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
