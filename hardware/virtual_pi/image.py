"""The guest's disk, its first file system and its device tree, made of Debian's packages without mounting anything."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.virtual_pi import recipe
from hardware.virtual_pi.debian import Apt, unpack
from hardware.virtual_pi.kernel import build_kernel
from hardware.virtual_pi.shell import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.virtual_pi.kernel import Kernel

GUEST: Final = Path(__file__).resolve().parent / "guest"
"""Where the guest's own programs lie."""

INIT: Final = Path("usr") / "sbin" / "tavola-init"
"""The guest's first program on its disk."""

SPARE: Final = 1400
"""Megabytes left free on the disk, for Tavola and what it keeps."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a guest is booted with.

    Attributes:
        root: its root file system as a folder, without Tavola.
        kernel: the kernel.
        initrd: the first file system, which loads what the disk needs.
        tree: the device tree, which says that it is a Pi.
        python: the guest's version of Python, such as "3.11".
        glibc: the second number of its glibc's version.
    """

    root: Path
    kernel: Path
    initrd: Path
    tree: Path
    python: str
    glibc: int


def cache_folder() -> Path:
    """Return the folder under which everything that was built is kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tavola" / "virtual-pi"


def image_name(size: recipe.Size) -> str:
    """Return the name of the image that this package makes: another one when anything of its making has changed."""
    parts = {path.name: path.read_bytes() for path in (*_makers(), GUEST / "init.sh", GUEST / "initramfs.sh")}
    return recipe.digest({"size": repr(size).encode(), **parts})


def image(size: recipe.Size, say: Callable[[str], None]) -> Image:
    """Return the image, built if it is not in the cache.

    Args:
        size: of the machine.
        say: is told what is being done.

    Raises:
        VirtualPiError: something is not installed, or failed.
    """
    folder = cache_folder() / f"image-{image_name(size)}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _build(folder, size, say)
        (folder / "complete").touch()
    python, glibc = (folder / "versions").read_text(encoding="utf-8").split()
    names = ("root", "vmlinuz", "initrd.gz", "pi4.dtb")
    root, kernel, initrd, tree = (folder / name for name in names)
    return Image(root, kernel, initrd, tree, python, int(glibc))


def _makers() -> list[Path]:
    """Return those files of this package that decide what an image is made of."""
    return [Path(__file__).resolve().parent / name for name in ("debian.py", "image.py", "kernel.py", "recipe.py")]


def _build(folder: Path, size: recipe.Size, say: Callable[[str], None]) -> None:
    """Build everything in an empty folder, and leave there what is booted."""
    work = folder / "work"
    say("fetching Debian's packages for arm64")
    apt = Apt(work / "apt")
    apt.update()
    packages = apt.with_dependencies(recipe.GUEST)
    say("building the kernel's missing modules")
    (work / "kernel").mkdir()
    kernel = build_kernel(apt, work / "kernel")
    say(f"unpacking {len(packages)} packages beside kernel {kernel.version}")
    root = folder / "root"
    unpack(packages, root)
    _furnish(root, kernel)
    python = next(iter(sorted((root / "usr" / "bin").glob("python3.*[0-9]")))).name.removeprefix("python")
    glibc = next(path for path in packages if path.name.startswith("libc6_")).name.split("_")[1].split(".")[1]
    _initrd(root, kernel, work / "initrd", folder / "initrd.gz")
    _tree(size, folder / "pi4.dtb")
    shutil.copy(kernel.image, folder / "vmlinuz")
    minor = "".join(character for character in glibc.split("-")[0] if character.isdecimal())
    (folder / "versions").write_text(f"{python} {minor}\n", encoding="utf-8")
    shutil.rmtree(work)


def _furnish(root: Path, kernel: Kernel) -> None:
    """Add what the packages' scripts would have made: users, groups, a host name; the modules; our own programs."""
    masters = root / "usr" / "share" / "base-passwd"
    for name in ("passwd", "group"):
        shutil.copy(masters / f"{name}.master", root / "etc" / name)
    (root / "etc" / "hostname").write_text("virtual-pi\n", encoding="utf-8")
    (root / "etc" / "hosts").write_text("127.0.0.1 localhost virtual-pi\n", encoding="utf-8")
    shutil.copy(GUEST / "init.sh", root / INIT)
    (root / INIT).chmod(0o755)
    below = Path("lib") / "modules" / kernel.version
    for file in kernel.files((*recipe.FIRST, *recipe.MODULES)):
        target = root / "usr" / file.relative_to(kernel.modules)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for path in (kernel.modules / below).glob("modules.[bo]*"):
        shutil.copy(path, root / "usr" / below)
    run(("depmod", "-b", str(root), kernel.version))


def _initrd(root: Path, kernel: Kernel, folder: Path, target: Path) -> None:
    """Write the first file system: busybox and the modules that the disk needs."""
    for name in ("bin", "proc", "sys", "dev", "disk", "modules"):
        (folder / name).mkdir(parents=True)
    shutil.copy(root / "usr" / "bin" / "busybox", folder / "bin")
    shutil.copy(GUEST / "initramfs.sh", folder / "init")
    (folder / "init").chmod(0o755)
    files = kernel.files(recipe.FIRST)
    for file in files:
        shutil.copy(file, folder / "modules")
    (folder / "modules" / "order").write_text("".join(f"{file.name}\n" for file in files), encoding="utf-8")
    run(("sh", "-c", 'find . | cpio -o -H newc --quiet | gzip -1 >"$1"', "-", str(target)), folder=folder)


def write_disk(root: Path, target: Path) -> None:
    """Write a file system with everything of a folder. It has a journal: the power will be cut."""
    megabytes = int(run(("du", "-sm", str(root))).split()[0]) + SPARE
    with target.open("wb") as file:
        file.truncate(megabytes << 20)
    as_root = () if os.geteuid() == 0 else ("unshare", "-r")  # so that files of this user are root's in the guest
    run((*as_root, "/sbin/mke2fs", "-q", "-F", "-t", "ext4", "-d", str(root), str(target)))


def _tree(size: recipe.Size, target: Path) -> None:
    """Write qemu's own device tree, changed so that it says that it is a Pi."""
    machine = f"virt,dumpdtb={target}"
    cores, memory = str(size.cores), str(size.megabytes)
    call = ("qemu-system-aarch64", "-M", machine, "-cpu", recipe.CPU, "-smp", cores, "-m", memory)
    run((*call, "-nographic", "-nodefaults"))
    for edit in recipe.device_tree_edits(target):
        run(edit)
