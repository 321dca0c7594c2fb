"""Advice of the doctor: what to do about a device, in the language of the table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.announce.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping


def advice(todo: str, words: Words | None = None, **facts: object) -> str:
    """Return what to do, in a language; None for English.

    Args:
        todo: a key of `SENTENCES`, or a command, which is the same in every language.
        words: of the language.
        facts: what the sentence needs, by name.
    """
    english = SENTENCES.get(todo)
    return todo if english is None else (words or Words()).say(todo, english, **facts)


SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "advice.aside": "move the camera aside, to look down at 50 to 60 degrees",
        "advice.board_back": "move it back, or calibrate again",
        "advice.buttons_pins": "see docs/raspberry-pi.md, or set buttons.kind to keyboard",
        "advice.buzzer_pins": "see docs/raspberry-pi.md, or set buzzer.kind to none",
        "advice.calibrate": "calibrate again",
        "advice.camera_other": "another cable or plug, or another camera",
        "advice.camera_plug": "look at its plug, and at camera.kind and camera.device",
        "advice.camera_size": "set camera.width and camera.height to that, or calibrate again",
        "advice.camera_up": "move the camera up, or the board",
        "advice.clock_network": "connect the network once",
        "advice.clock_set": "connect the network once, or: sudo timedatectl set-time",
        "advice.cool": "a heat sink or a fan",
        "advice.cool_case": "a heat sink or a fan, and holes in the case",
        "advice.diode": "look at the diode's direction and its resistor",
        "advice.disk": "a faster card or disk",
        "advice.lamp_move": "move the lamp, or put a shade before it",
        "advice.lamp_on": "switch a lamp on",
        "advice.lens": "clean the lens and set camera.focus",
        "advice.light_less": "less light, or a shorter exposure",
        "advice.light_more": "more light on the board",
        "advice.light_pace": "more light: in the dark a camera takes its time",
        "advice.louder": "turn it up, or choose another sound card",
        "advice.loudspeaker": "plug a loudspeaker in (aplay -l lists them), or set speech.speak to nothing",
        "advice.nearer": "bring the camera nearer, or take larger pictures",
        "advice.out": "set record.out to a folder of yours",
        "advice.plug": "look at its plug and at the settings",
        "advice.raise": "raise the camera by a hand",
        "advice.room": "make room",
        "advice.settings": "put the settings right",
        "advice.settings_check": "put the settings right: tavola settings check",
        "advice.size_it_has": "set a size that the camera has",
        "advice.status_pins": "see docs/raspberry-pi.md, or set status.kind to none",
        "advice.strip_map": "put lights.map right",
        "advice.strip_plug": "plug it in, or set lights.kind to none",
        "advice.strip_settings": "put lights.port and lights.map right",
        "advice.supply": "a supply of 5 V and 3 A or more, and a thick cable",
        "advice.supply_stronger": "a stronger supply",
        "advice.taken": "{names} may have taken its port: sudo systemctl stop {units}",
        "advice.transistor": "look at the transistor and its wires",
        "advice.uncover": "uncover it",
        "advice.whole_board": "bring the whole board with its frame into the picture",
        "advice.wires_ground": "look at the wires to ground",
        "advice.wires_pins": "look at the wires, or set the GPIOs in the settings",
    }
)
"""What there is to advise."""
