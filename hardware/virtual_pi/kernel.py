"""The guest's kernel: Debian's own, with two modules that it does not ship, built from Debian's sources."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.virtual_pi import recipe
from hardware.virtual_pi.shell import run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.virtual_pi.debian import Apt


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel, unpacked.

    Attributes:
        version: as its packages are named.
        image: what is booted.
        modules: the root below which its lib/modules/VERSION lies.
    """

    version: str
    image: Path
    modules: Path

    def files(self, names: Sequence[str]) -> tuple[Path, ...]:
        """Return the files of modules and of all that they need, in the order in which they are loaded."""
        found: dict[Path, None] = {}
        for name in names:
            command = ("modprobe", "-d", str(self.modules), "-S", self.version, "--show-depends", name)
            for line in run(command).splitlines():
                if line.startswith("insmod "):
                    found[self.modules / line.split()[1].removeprefix(str(self.modules) + "/")] = None
        return tuple(found)


def build_kernel(apt: Apt, folder: Path) -> Kernel:
    """Fetch the release's newest kernel and build what it lacks, in an empty folder."""
    version = apt.kernel()
    packages = apt.alone(recipe.kernel_packages(version, apt.host), folder / "packages")
    source = next(path for name, path in packages.items() if name.startswith("linux-source-"))
    tree = folder / "tree"
    tree.mkdir()
    for name, package in packages.items():
        if not name.startswith("linux-source-"):
            run(("dpkg-deb", "-x", str(package), str(tree)))
    headers = tree / "usr" / "src" / f"linux-headers-{version}"
    makefile = headers / "Makefile"  # names its common part by an absolute path
    makefile.write_text(makefile.read_text(encoding="utf-8").replace("/usr/src", str(tree / "usr" / "src")))
    modules = tree / "lib" / "modules" / version
    for made in (
        _build(headers, _gpio_sim(source, folder / "gpio-sim"), "gpio-sim", apt.host),
        _build(headers, next((tree / "usr" / "src").glob("v4l2loopback-*")), "v4l2loopback", apt.host),
    ):
        (modules / "extra").mkdir(exist_ok=True)
        shutil.copy(made, modules / "extra")
    run(("depmod", "-b", str(tree), version))
    return Kernel(version, tree / "boot" / f"vmlinuz-{version}", tree)


def _gpio_sim(source: Path, folder: Path) -> Path:
    """Lay out the sources of gpio-sim as a module of its own; return the folder."""
    folder.mkdir()
    packed, root = folder / "linux.tar.xz", f"./usr/src/{source.name.partition('_')[0]}.tar.xz"
    run(("sh", "-c", 'dpkg-deb --fsys-tarfile "$1" | tar -xO -f - "$2" >"$3"', "-", str(source), root, str(packed)))
    top = source.name.partition("_")[0]
    wanted = [f"{top}/{name}" for name in recipe.GPIO_SIM_SOURCES]
    # Once each is found the rest of the archive need not be unpacked.
    run(("tar", "-xJ", "--occurrence=1", "-C", str(folder), "-f", str(packed), *wanted))
    packed.unlink()
    sim, lib, irq = (folder / name for name in wanted)
    shutil.copy(sim, folder / "gpio-sim-main.c")
    shutil.copy(lib, folder)
    changed = recipe.irq_sim_for_a_module(irq.read_text(encoding="utf-8"))
    (folder / irq.name).write_text(changed, encoding="utf-8")
    (folder / "Makefile").write_text(recipe.GPIO_SIM_MAKEFILE, encoding="utf-8")
    return folder


def _build(headers: Path, source: Path, name: str, host: str) -> Path:
    """Compile a module; return its file."""
    cross = () if host == "arm64" else ("CROSS_COMPILE=aarch64-linux-gnu-",)
    run(("make", "-C", str(headers), f"M={source}", "ARCH=arm64", *cross, "modules"))
    return source / f"{name}.ko"
