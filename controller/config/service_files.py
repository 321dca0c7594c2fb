"""Files of the service on a Raspberry Pi: unit, user and udev rule. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

GROUPS: Final = ("video", "dialout", "gpio", "audio")
"""Groups whose devices are used: camera, strip, header, sound."""

WATCHDOG: Final = 30
"""Seconds without a sign of life after which the referee is started anew; a picture is read in one or two on a Pi."""

MEMORY: Final = "1500M"
"""What the referee may take of the memory, with all that it starts."""

DEVICES: Final = (
    "char-video4linux",
    "char-media",
    "char-dma_heap",
    "char-vchiq",
    "/dev/vcio",
    "char-ttyACM",
    "char-ttyUSB",
    "char-ttyAMA",
    "char-gpiochip",
    "/dev/gpiomem",
    "char-alsa",
)
"""The devices that may be opened: cameras, the Pi's own with its memory and its processor, strip, header, sound."""

BAD_INPUT: Final = 2
"""The exit status with which starting anew is of no use: the settings cannot be used."""

UNIT: Final = Path("etc/systemd/system/tavola.service")
USERS: Final = Path("etc/sysusers.d/tavola.conf")
RULE: Final = Path("etc/udev/rules.d/70-tavola.rules")


@dataclass(frozen=True, slots=True)
class Service:
    """How the service is to run.

    Attributes:
        program: the command `tavola`, where it is installed.
        settings: the file of settings.
        state: where matches are kept; below /var/lib systemd makes it.
        user: who runs it; made where there is none.
        reached_from: "localhost" or "any" where pages are served and may be reached from there, "any" in a hall;
            empty without a network.
    """

    program: Path
    settings: Path = Path("/etc/tavola/settings.toml")
    state: Path = Path("/var/lib/tavola")
    user: str = "tavola"
    reached_from: str = ""

    def files(self) -> dict[Path, str]:
        """Return the texts of all files, by their paths below the root of the file system."""
        return {UNIT: self._unit(), USERS: self._users(), RULE: rule()}

    def _unit(self) -> str:
        """Return the unit of systemd."""
        own = self.state.is_relative_to("/var/lib") and self.state != Path("/var/lib")
        below = _word(str(self.state.relative_to("/var/lib"))) if own else ""
        directory = f"StateDirectory={below}" if own else f"ReadWritePaths={_word(str(self.state))}"
        families = "AF_UNIX AF_NETLINK AF_INET AF_INET6" if self.reached_from else "AF_UNIX AF_NETLINK"
        allowed = f"\nIPAddressAllow={self.reached_from}" if self.reached_from else ""
        command = [self.program, "referee", "--serve", "--settings", self.settings, "--out", self.state]
        return f"""\
# Written by `tavola install-service`.
[Unit]
Description=Tavola, the referee for backgammon
After=local-fs.target time-sync.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={" ".join(_word(str(word)).replace("$", "$$") for word in command)}
WatchdogSec={WATCHDOG}
TimeoutStartSec=120
TimeoutStopSec=30
Restart=on-failure
RestartSec=2
# The settings cannot be used: starting anew does not help.
RestartPreventExitStatus={BAD_INPUT}
User={self.user}
SupplementaryGroups={" ".join(GROUPS)}
{directory}
StateDirectoryMode=0700
UMask=0077
WorkingDirectory={str(self.state).replace("%", "%%")}
# lgpio keeps its pipes there.
Environment=LG_WD=%T
Environment=PYTHONUNBUFFERED=1
# A referee takes some hundred megabytes; the computer player and the synthesiser are of the same service.
MemoryMax={MEMORY}
TasksMax=256
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
# The local socket for orders, the kernel's word of devices that come and go, and the pages where they are set.
RestrictAddressFamilies={families}
IPAddressDeny=any{allowed}
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
DevicePolicy=closed
{chr(10).join(f"DeviceAllow={device} rw" for device in DEVICES)}
PrivateTmp=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
KeyringMode=private
RemoveIPC=yes

[Install]
WantedBy=multi-user.target
"""

    def _users(self) -> str:
        """Return what systemd-sysusers makes: a user who can open the devices, and nothing else."""
        lines = ["# Written by `tavola install-service`.", *(f"g {group} -" for group in GROUPS)]
        lines.append(f'u {self.user} - "Tavola, the referee" {_word(str(self.state))}')
        return "\n".join([*lines, *(f"m {self.user} {group}" for group in GROUPS)]) + "\n"


def rule() -> str:
    """Return the rule of udev: who may open the strip, and that nothing else (ModemManager) talks to it."""
    boards = (
        ("Raspberry Pi Pico with Tavola's firmware", 'ATTRS{idVendor}=="2e8a", ATTRS{product}=="Tavola*"', True),
        ("Arduino Nano", 'ATTRS{idVendor}=="2341"', False),
        ("Nano with an FTDI chip", 'ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001"', False),
        ("Nano with a CH340 chip", 'ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523"', False),
    )
    lines = ["# Written by `tavola install-service`: the strip of lights."]
    for words, which, ours in boards:
        link = ', SYMLINK+="tavola-strip"' if ours else ""
        what = f'GROUP="dialout", MODE="0660", ENV{{ID_MM_DEVICE_IGNORE}}="1"{link}'
        lines += [f"# {words}", f'ACTION=="add|change", SUBSYSTEM=="tty", {which}, {what}']
    return "\n".join(lines) + "\n"


def next_steps() -> tuple[str, ...]:
    """Return the commands that follow."""
    return (
        "systemd-sysusers",
        "udevadm control --reload && udevadm trigger --subsystem-match=tty",
        "systemctl daemon-reload",
        "systemctl enable --now tavola",
    )


def _word(text: str) -> str:
    """Return a word as a unit has it (systemd.syntax(7), "Quoting"); a command's dollars have to be doubled besides."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{text}"' if not text or set(text) & set(" \t'\";") else text
