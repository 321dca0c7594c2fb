"""Debian's packages for the guest: fetched and unpacked by an apt of their own, nothing installed here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.virtual_pi import recipe
from hardware.virtual_pi.shell import pipe, run

if TYPE_CHECKING:
    from collections.abc import Sequence


class Apt:
    """An apt beside the one of this machine, with lists and packages in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        """Set it up; nothing is fetched yet."""
        self.host = run(("dpkg", "--print-architecture")).strip()
        self._folder = folder
        for name in ("state/lists/partial", "cache/archives/partial", "none"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()
        (folder / "sources.list").write_text(recipe.sources(*recipe.mirrors(_host_sources())), encoding="utf-8")
        (folder / "apt.conf").write_text(recipe.apt_conf(folder, self.host), encoding="utf-8")
        self._extra = {"APT_CONFIG": str(folder / "apt.conf")}

    def update(self) -> None:
        """Fetch the lists of packages."""
        run(("apt-get", "update", "-q"), extra=self._extra)

    def kernel(self) -> str:
        """Return the version of the release's newest kernel."""
        return recipe.kernel_version(run(("apt-cache", "depends", recipe.KERNEL), extra=self._extra))

    def with_dependencies(self, names: Sequence[str]) -> tuple[Path, ...]:
        """Fetch packages and everything that they need; return their files."""
        run(("apt-get", "install", "-y", "-q", "--download-only", *names), extra=self._extra)
        return tuple(sorted((self._folder / "cache" / "archives").glob("*.deb")))

    def alone(self, names: Sequence[str], into: Path) -> dict[str, Path]:
        """Fetch packages without what they need; return the files by the packages' names."""
        into.mkdir(parents=True, exist_ok=True)
        run(("apt-get", "download", "-q", *names), folder=into, extra=self._extra)
        return {name: next(iter(sorted(into.glob(f"{name.split(':')[0]}_*.deb")))) for name in names}


def unpack(packages: Sequence[Path], root: Path) -> None:
    """Unpack packages into a folder, as /bin, /sbin and /lib being links into /usr; none of their scripts is run."""
    for name in ("bin", "sbin", "lib"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        if not (root / name).is_symlink():
            (root / name).symlink_to(f"usr/{name}")
    left_out = [f"--exclude={one}" for one in recipe.NOT_NEEDED]
    for package in packages:
        pipe(
            ("dpkg-deb", "--fsys-tarfile", str(package)),
            ("tar", "-x", "--keep-directory-symlink", "--no-same-owner", *left_out, "-C", str(root), "-f", "-"),
        )


def _host_sources() -> str:
    """Return the sources of this machine's apt."""
    lists = Path("/etc/apt")
    files = [lists / "sources.list", *sorted((lists / "sources.list.d").glob("*"))]
    return "\n".join(one.read_text(encoding="utf-8", errors="replace") for one in files if one.is_file())
