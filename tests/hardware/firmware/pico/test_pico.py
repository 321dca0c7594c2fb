"""The Pico's image: what is where, how big it is, and a plain word where it cannot be made."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from hardware.firmware import boot2, build, pico
from tests.rigs.pico import missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


def test_the_image_begins_with_a_second_stage_that_the_boot_rom_accepts() -> None:
    image = pico.image(pico.elf())
    assert boot2.checksum(image[:252]).to_bytes(4, "little") == image[252:256]


def test_behind_it_are_a_stack_in_memory_and_an_entry_in_flash() -> None:
    image = pico.image(pico.elf())
    stack, entry = (int.from_bytes(image[at : at + 4], "little") for at in (256, 260))
    assert 0x20000000 < stack <= 0x20042000
    assert pico.FLASH_AT + 256 < entry < pico.FLASH_AT + len(image)
    assert entry % 2 == 1, "a Cortex-M0+ knows Thumb code only"


def test_the_second_stage_runs_wherever_it_is_copied_to() -> None:
    said = subprocess.run(
        ["llvm-objdump", "-d", "--section=.boot2", "--mcpu=cortex-m0plus", str(pico.elf())],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    ).stdout
    assert "msr\tmsp" in said
    assert "\tbl\t" not in said, "a call would lead away from the copy"


@pytest.mark.parametrize("wire", ["usb", "uart"])
def test_the_image_is_small(wire: pico.Wire) -> None:
    assert 2000 < len(pico.image(pico.elf(wire))) < 8192


def test_the_file_for_the_drive_holds_the_image(tmp_path: Path) -> None:
    path = pico.build_pico(tmp_path / "new" / "folder")
    data = path.read_bytes()
    pages = b"".join(data[at + 32 : at + 288] for at in range(0, len(data), 512))
    assert path.name == "tavola-pico.uf2"
    assert pages.startswith(pico.image(pico.elf()))
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_the_same_sources_make_the_same_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pico.image(pico.elf())
    for folder in ("core", "rp2040"):
        shutil.copytree(build.SOURCES / folder, tmp_path / "elsewhere" / folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert pico.image(pico.elf(sources=tmp_path / "elsewhere")) == before


def test_a_second_stage_that_is_too_long_does_not_link(tmp_path: Path) -> None:
    for folder in ("core", "rp2040"):
        shutil.copytree(build.SOURCES / folder, tmp_path / folder)
    stage = tmp_path / "rp2040" / "boot2.c"
    stage.write_text(
        stage.read_text().replace(
            "REGISTER(VTOR) = PROGRAM;", 'REGISTER(VTOR) = PROGRAM;\n__asm__ volatile(".space 80");'
        )
    )
    with pytest.raises(build.CompileFailed, match="no room for its CRC"):
        pico.elf(sources=tmp_path)


@pytest.mark.parametrize(("program", "package"), [("clang", "clang"), ("ld.lld", "lld"), ("llvm-objcopy", "llvm")])
def test_a_missing_tool_is_named_with_its_package(
    program: str, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == program else which(name))
    with pytest.raises(build.CompilerMissing) as refused:
        pico.build_pico(tmp_path)
    assert refused.value.params == {"program": program, "package": package}
