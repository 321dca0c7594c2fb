"""What the emulated Pi is made of: versions are found, never known beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.virtual_pi import recipe
from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.image import GUEST, image_name

DEPENDS = "linux-image-arm64\n  Depends: linux-image-7.3.0-2-arm64\n"
IRQ_SIM = """\
#include <linux/irq.h>
#include <linux/irq_sim.h>

static void irq_sim_handle_domain(void) {
		handle_simple_irq(irq_to_desc(irqnum));
}
"""
METADATA = """\
Name: tavola
Requires-Dist: numpy<3,>=2.2
Requires-Dist: rich<16,>=14.1
Provides-Extra: pi
Requires-Dist: lgpio>=0.2.2; (sys_platform == 'linux' and platform_machine in 'aarch64 armv7l') and extra == 'pi'
Provides-Extra: train
Requires-Dist: torch==2.13.0; extra == 'train'
"""


def test_the_kernel_is_the_one_that_the_archive_has_now() -> None:
    assert recipe.kernel_version(DEPENDS) == "7.3.0-2-arm64"


def test_an_archive_without_a_kernel_is_named() -> None:
    with pytest.raises(VirtualPiError, match=r"virtual_pi\.no_kernel"):
        recipe.kernel_version("N: Unable to locate package linux-image-arm64")


def test_every_package_of_the_kernel_is_of_its_version_and_the_tools_are_of_this_machine() -> None:
    assert recipe.kernel_packages("7.3.0-2-arm64", "amd64") == (
        "linux-image-7.3.0-2-arm64",
        "linux-headers-7.3.0-2-arm64",
        "linux-headers-7.3.0-2-common",
        "linux-kbuild-7.3:amd64",
        "linux-source-7.3",
        "v4l2loopback-dkms",
    )


def test_the_interrupts_of_gpio_sim_use_only_what_modules_may() -> None:
    changed = recipe.irq_sim_for_a_module(IRQ_SIM)
    assert "irq_to_desc(irqnum)" not in changed
    assert "irq_data_to_desc(irq_get_irq_data(irqnum))" in changed
    assert changed.index("linux/irq.h") < changed.index("linux/irqdesc.h")


def test_a_source_that_has_changed_is_not_changed_blindly() -> None:
    with pytest.raises(VirtualPiError, match=r"virtual_pi\.other_source"):
        recipe.irq_sim_for_a_module(IRQ_SIM.replace("irq_to_desc", "another_way"))


def test_packages_come_from_the_mirror_that_this_machine_uses() -> None:
    host = (
        "Types: deb\n# http://snapshot.example/debian\nURIs: http://mirror.example/debian\n\n"
        "Types: deb\nURIs: http://mirror.example/debian-security\n"
    )
    assert recipe.mirrors(host) == ("http://mirror.example/debian", "http://mirror.example/debian-security")


def test_packages_come_from_debian_itself_where_this_machine_is_another_system() -> None:
    host = "deb http://archive.ubuntu.com/ubuntu noble main\n"
    assert recipe.mirrors(host) == ("http://deb.debian.org/debian", "http://deb.debian.org/debian-security")


def test_the_guests_apt_touches_nothing_of_this_machine() -> None:
    text = recipe.apt_conf(Path("/somewhere"), "amd64")
    for key in ("Dir::State ", "Dir::State::status", "Dir::Cache", "Dir::Etc::sourcelist", "Dir::Etc::sourceparts"):
        assert f'{key.strip()} "/somewhere/' in text
    assert 'APT::Architectures { "arm64"; "amd64"; }' in text


def test_the_guest_gets_what_the_wheel_requires_with_the_extra_for_a_pi() -> None:
    assert recipe.requirements(METADATA, "pi") == ("numpy<3,>=2.2", "rich<16,>=14.1", "lgpio>=0.2.2")


def test_versions_are_those_of_the_lock_file() -> None:
    lock = "# made by a tool\nnumpy==2.4.6 ; python_version < '3.12' \\\n    --hash=sha256:0123 \\\n    # via tavola\n"
    assert recipe.constraints(lock) == "numpy==2.4.6 ; python_version < '3.12'\n"


def test_wheels_for_an_older_c_library_are_taken_and_for_a_newer_one_not() -> None:
    tags = recipe.platforms(36)
    assert "manylinux_2_28_aarch64" in tags
    assert "manylinux_2_37_aarch64" not in tags


def test_another_machine_is_another_image() -> None:
    assert image_name(recipe.Size()) == image_name(recipe.Size(2, 1024)) != image_name(recipe.Size(1, 1024))


def test_every_program_of_the_guests_start_is_there_and_names_its_interpreter() -> None:
    for name in ("init.sh", "initramfs.sh", "play.sh"):
        assert (GUEST / name).read_text(encoding="utf-8").startswith("#!/bin/")
