"""Rule sets as published texts have them: what each text says of the options, with its own words, and nothing else.

* `wikipedia-it`: an Italian encyclopaedia's page "Tavola reale"
* `pergioco`: Backgammon, PerGioco.net (Marino Carpignano, 2024), Italian
* `regole-it`: "Le regole del Backgammon", an Italian page for play for stakes, with Dutch backgammon and acey-deucey
* `backgammon-es`: the rules of a Spanish program for the telephone
* `regles-fr`: a French page, which breaks off where the ways of winning begin

Values are written as words, numbers and truths, and become those of `options.Options` there. Of what a text does not
say it has no entry: that is taken from `FALLBACK`, and a table is told so.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FALLBACK: Final = "club"
"""The preset that says what a text does not: what a table has where nothing else was agreed."""

PUBLISHED: Final[Mapping[str, Mapping[str, tuple[str | int | bool, str]]]] = MappingProxyType(
    {
        "wikipedia-it": {
            "pairs": ("one", "«Si gioca con una coppia di dadi classici a sei facce»"),
            "cube_in_play": (True, "«c'è la possibilità di chiedere il raddoppio della puntata»"),
            "cube_cap": (0, "«In teoria, non c'è un limite al numero dei raddoppi autorizzati»"),
            "crawford": (
                "always",
                (
                    "«se l'avversario conduce per 6 a 5, non è possibile raddoppiare»: its example of a"
                    " match to 7, taken for"
                    " every game in which somebody is one point short"
                ),
            ),
            "no_match_winning_double": (
                True,
                (
                    "«nel momento in cui un raddoppio fa ottenere con certezza di vincere la partita o"
                    " cancella un vantaggio"
                    " troppo importante [...], questo non sarà permesso»"
                ),
            ),
            "backgammon_despite_borne_off": (
                True,
                (
                    "«quando l'avversario ha ancora delle pedine sul bar o nella tavola interna [...], che"
                    " abbia già tolto"
                    " delle pedine o no»"
                ),
            ),
        },
        "pergioco": {
            "pairs": ("by-side", "«Entrambi i giocatori possiedono una coppia di dadi»"),
            "cube_in_play": (True, "«può essere giocato utilizzando il dado del raddoppio»"),
            "cube_cap": (32, "«con i numeri 2, 4, 8, 16, 32 riportati sulle facce»: its last face"),
            "backgammon_despite_borne_off": (
                False,
                (
                    "«non ha portato fuori alcuna pedina ed ha ancora una o più pedine sul bar o sulla tavola"
                    " interna del vincitore»"
                ),
            ),
        },
        "regole-it": {
            "enter_all_first": (True, "«tutti e 15 devono essere immessi nella tabella interna»"),
            "hit_right": (
                "permanent",
                "«fino a quando almeno uno dei suoi pezzi è stato spostato nel suo interno»",
            ),
            "hit_must_reenter": (
                False,
                "«Non è necessario inserire tutti i pezzi prima che qualsiasi altro pezzo possa muoversi»",
            ),
            "stake_doubles_on_acey_deucey": (
                False,
                "«alcune persone giocano che la puntata viene raddoppiata ogni volta»: some, not all",
            ),
            "starter_chooses_side": (True, "«il giocatore che inizia sceglie anche quale tavolo entrare»"),
            "starter_rolls_again": (
                False,
                "«giocato nello stesso modo come il Backgammon con solo 2 differenze»: this is none of them",
            ),
            "pairs": ("one", "«due dadi, due agitatori di dadi»"),
            "automatic_doubles": (True, "«Se viene lanciato un doppio, la puntata viene raddoppiata»"),
            "automatic_double_limit": (
                0,
                "«Questo viene ripetuto fino a quando un giocatore tira un numero più alto rispetto agli altri»",
            ),
            "cube_in_play": (True, "«ogni giocatore può offrire di raddoppiare la puntata prima di lanciare i dadi»"),
            "cube_cap": (64, "«con i numeri 2, 4, 8, 16, 32 e 64 incisi sulle sue 6 facce»: its last face"),
        },
        "backgammon-es": {
            "pairs": ("by-side", "«Cada jugador dispone de dos dados»"),
            "cube_in_play": (
                True,
                "«antes de tirar sus dados, cada jugador tiene la opción de ofrecer doblar la apuesta»",
            ),
            "crawford": (
                "first",
                (
                    "«Cuando el jugador que vence un juego queda a un solo punto de ganar la partida,"
                    " durante el siguiente"
                    " juego (denominado Crawford game) no será posible doblar la apuesta»"
                ),
            ),
            "backgammon_despite_borne_off": (
                False,
                (
                    "«Si además de no sacar ninguna pieza el contrario todavía tiene alguna de sus piezas"
                    " capturada o en el"
                    " primero de los cuadrantes»"
                ),
            ),
        },
        "regles-fr": {
            "die_on_checker": ("cocked", "«les deux dés doivent reposer bien à plat [...] et sur aucun pion»"),
            "die_in_wrong_half": (
                "cocked",
                "«Les dés doivent être toujours lancés dans le compartiment de droite»",
            ),
            "baffle_box": (False, "«en utilisant un cornet»"),
            "automatic_doubles": (
                False,
                "«Si les deux dés ont un nombre de points identique, les deux joueurs recommencent la procédure»",
            ),
            "cube_in_play": (True, "«demander, ou refuser, au cours d'une partie de doubler et même redoubler»"),
        },
    }
)
"""What each text says of an option: the value as a word, and where it says so."""

NOTES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "wikipedia-it": ("double_any_time", "double_not_refused", "who_begins", "both_dice"),
        "pergioco": ("who_begins", "last_face"),
        "regole-it": ("money", "last_face", "picks_side", "larger_die", "backgammon_unclear", "variants"),
        "backgammon-es": ("opening_tie",),
        "regles-fr": ("shaken", "more_than_three", "side_of_the_bar", "ways_of_winning"),
    }
)
"""What else a text says or leaves open that is not refereed, or refereed as in a tournament; the sentences are
`announce.agreements`."""
