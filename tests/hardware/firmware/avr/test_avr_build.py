"""The image that is flashed: whole, the same from the same sources, and a plain word where a tool is missing."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from hardware.firmware import avr, build
from tests.rigs import fuzzing, toolchains
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = ("avr-gcc", "avr-objcopy", "avr-size")


def content(image: Path) -> bytes:
    """The flash that an image in Intel's format describes; every line's checksum is right."""
    flash = bytearray()
    lines = image.read_text().split()
    assert lines[-1] == ":00000001FF"
    for line in lines[:-1]:
        record = bytes.fromhex(line[1:])
        assert sum(record) % 256 == 0
        assert record[3] == 0, "data, and nothing else"
        assert int.from_bytes(record[1:3], "big") == len(flash), "without a gap"
        flash += record[4:-1]
    return bytes(flash)


def test_the_image_holds_the_program(tmp_path: Path) -> None:
    image = or_skip(lambda: avr.build_avr(tmp_path / "images"))
    assert image == tmp_path / "images" / avr.IMAGE
    assert [one.name for one in image.parent.iterdir()] == [avr.IMAGE]
    assert len(content(image)) == avr.usage(avr.elf()).flash


def test_the_same_sources_make_the_same_image_wherever_they_lie(tmp_path: Path) -> None:
    before = content(or_skip(lambda: avr.build_avr(tmp_path)))
    for name in ("core", "avr"):
        shutil.copytree(build.SOURCES / name, tmp_path / "elsewhere" / name)
    program = avr.elf(tmp_path / "elsewhere")
    flat = tmp_path / "flat"
    subprocess.run(("avr-objcopy", "-O", "binary", str(program), str(flat)), check=True, timeout=20)
    assert flat.read_bytes() == before


def test_the_command_prints_what_the_image_takes_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    or_skip(avr.elf)
    assert avr.main([str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert str(tmp_path / avr.IMAGE) in said
    assert "flash" in said
    assert "RAM" in said


@pytest.mark.parametrize(("missing", "package"), [("avr-gcc", "gcc-avr"), ("avr-objcopy", "binutils-avr")])
def test_a_missing_tool_is_named_with_its_package(
    missing: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    or_skip(avr.elf)
    for tool in TOOLS:
        if tool != missing:
            (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    monkeypatch.setattr(shutil, "which", lambda name: str(tmp_path / name) if (tmp_path / name).exists() else None)
    with pytest.raises(build.CompilerMissing) as caught:
        avr.build_avr(tmp_path)
    assert caught.value.params == {"program": missing, "package": package}
    assert avr.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{missing} is missing: sudo apt-get install {package}\n"


def test_what_the_compiler_says_of_a_bad_source_is_passed_on(tmp_path: Path) -> None:
    or_skip(avr.elf)
    for name in ("core", "avr"):
        shutil.copytree(build.SOURCES / name, tmp_path / name)
    (tmp_path / "avr" / "main.c").write_text("int main(void) { return undeclared; }\n")
    with pytest.raises(build.CompileFailed) as caught:
        avr.elf(tmp_path)
    assert "undeclared" in str(caught.value.params["said"])


def test_a_library_that_a_rig_lacks_is_named_with_its_package(tmp_path: Path) -> None:
    source = tmp_path / "rig.c"
    source.write_text("#include <simavr/nowhere.h>\n")
    with pytest.raises(build.CompilerMissing) as caught:
        toolchains.compiled("rig", ("cc",), (source,))
    assert caught.value.params == {"program": "simavr/nowhere.h", "package": "libsimavr-dev"}


def test_a_clang_without_its_fuzzer_is_told_the_package_of_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = or_skip(toolchains.clang_version)

    def no_library(*_: object) -> Path:
        raise build.CompileFailed("compiler.failed", command="clang", said="cannot find libclang_rt.fuzzer-x86_64.a")

    monkeypatch.setattr(build, "cached", no_library)
    with pytest.raises(build.CompilerMissing) as caught:
        fuzzing.program()
    assert caught.value.params["package"] == f"libclang-rt-{version}-dev"
