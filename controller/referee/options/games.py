"""Which game is played, and what tables see differently in Dutch backgammon and in acey-deucey."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from controller.rules import BACKGAMMON, VARIANTS, HitRight

if TYPE_CHECKING:
    from collections.abc import Mapping

    class Game(StrEnum):
        """The games, by the names of their variants; its members are those of `VARIANTS`."""

else:
    Game = StrEnum("Game", {name.upper().replace("-", "_"): name for name in VARIANTS}, module=__name__)

USUAL_GAME: Final = Game(BACKGAMMON.name)
"""What is played where nothing else is said."""

GAMES: Final[Mapping[str, tuple[Any, str]]] = MappingProxyType(
    {
        "game": (USUAL_GAME, "OWN: what is played where nothing else is said"),
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
