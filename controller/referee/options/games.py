"""Which game is played, and what tables see differently in Dutch backgammon and in acey-deucey."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from controller.rules import HitRight

if TYPE_CHECKING:
    from collections.abc import Mapping


class Game(StrEnum):
    """The games, by the names of their variants."""

    BACKGAMMON = "backgammon"
    NACKGAMMON = "nackgammon"
    HYPERGAMMON = "hypergammon"
    DUTCH = "dutch"
    ACEY_DEUCEY = "acey-deucey"


GAMES: Final[Mapping[str, tuple[Any, str]]] = MappingProxyType(
    {
        "game": (Game.BACKGAMMON, "OWN: what is played where nothing else is said"),
        "enter_all_first": (True, "OWN: two of three texts on Dutch backgammon have it so"),
        "hit_right": (
            HitRight.PERMANENT,
            "OWN: two of three texts have it that a checker has reached home",
        ),
        "hit_must_reenter": (True, "OWN: most texts on acey-deucey have it so"),
        "stake_doubles_on_acey_deucey": (False, "OWN: some play it, most do not"),
        "starter_chooses_side": (False, "OWN: the board is set up before the match"),
        "starter_rolls_again": (True, "OWN: two of three texts on Dutch backgammon have it so"),
        "european_acey_deucey": (False, "OWN: the American game is the usual one"),
    }
)
"""The options of this page, the same in every preset that says nothing else, each with its source."""
