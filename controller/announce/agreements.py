"""Agreements of a table in words: a sentence for every value of every option, and for every preset."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.announce.language import Words

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "agreed.turn_end.lifted": "A turn ends when the player lifts either of his dice.",
        "agreed.turn_end.both-lifted": "A turn ends when no dice lie on the board any more.",
        "agreed.turn_end.taken-over": "A turn ends when the other player picks up the dice.",
        "agreed.turn_end.clock": "A turn ends when the player presses the clock.",
        "agreed.policy.legal-moves": "An illegal play must be corrected.",
        "agreed.policy.accept-or-correct": "The other player accepts an illegal play, or has it corrected.",
        "agreed.policy.condone": "An illegal play stands, and is only noted.",
        "agreed.correctable.thrown": "It can be corrected until the other player has thrown or doubled.",
        "agreed.correctable.played": "It can be corrected until the other player's next play is complete.",
        "agreed.repeated_offence.ignored": "Nobody counts illegal plays.",
        "agreed.repeated_offence.reported": "The director is told of repeated illegal plays.",
        "agreed.tell.both": "Both players hear of an illegal play at the end of the turn.",
        "agreed.tell.when-asked": "Only who asks hears of an illegal play.",
        "agreed.tell.silent": "Nobody but the director hears of an illegal play until the referee is"
        " appointed to speak.",
        "agreed.name_meant.yes": "The play that was probably meant is named.",
        "agreed.name_meant.no": "The play that was probably meant is not named: that would be advice.",
        "agreed.premature.stands": "A roll thrown too early stands.",
        "agreed.premature.reroll": "A roll thrown too early is void.",
        "agreed.premature.choice": "Whether a roll thrown too early stands, the other player chooses.",
        "agreed.pairs.one": "Both players share one pair of dice.",
        "agreed.pairs.by-side": "Each player has a pair of dice, told apart by the half in which they lie.",
        "agreed.pairs.by-colour": "Each player has a pair of dice, told apart by colour.",
        "agreed.die_on_checker.cocked": "A die that lies on a checker is cocked.",
        "agreed.die_on_checker.valid": "A die that lies flat on a checker counts.",
        "agreed.die_in_wrong_half.cocked": "A die in the half to the player's left is void.",
        "agreed.die_in_wrong_half.valid": "A die in the half to the player's left counts.",
        "agreed.baffle_box.yes": "The dice fall through a box, and lie in its tray.",
        "agreed.baffle_box.no": "The dice are thrown from a cup.",
        "agreed.infer_die.yes": "A die that cannot be read is taken from the play where that fits one value only.",
        "agreed.infer_die.no": "A die that cannot be read is asked for.",
        "agreed.closed_out_must_roll.yes": "Who cannot enter must throw nevertheless.",
        "agreed.closed_out_must_roll.no": "Who cannot enter need not throw.",
        "agreed.odd_start.refused": "A game does not begin before the start position is right.",
        "agreed.odd_start.stands": "A wrong start position stands once the opening dice are thrown over it.",
        "agreed.cube_in_play.yes": "The game is played with the cube.",
        "agreed.cube_in_play.no": "The game is played without the cube.",
        "agreed.double_after_void.yes": "After a throw that was not valid one may still double.",
        "agreed.double_after_void.no": "Who has thrown doubles no more, even if the throw was not valid.",
        "agreed.cube_by_sight.ignored": "That the cube was moved means nothing by itself.",
        "agreed.cube_by_sight.hint": "When the cube was moved, the referee asks whether that is a double.",
        "agreed.cube_by_sight.after-pause": "A cube that was moved and lies still is a double or an answer.",
        "agreed.jacoby.yes": "In money play gammons count only after the cube was turned (Jacoby).",
        "agreed.jacoby.no": "Gammons count whether or not the cube was turned.",
        "agreed.beavers.yes": "In money play whoever is doubled may redouble at once (beaver).",
        "agreed.beavers.no": "There are no beavers.",
        "agreed.raccoons.yes": "In money play whoever is beavered may redouble at once (raccoon).",
        "agreed.raccoons.no": "There are no raccoons.",
        "agreed.automatic_doubles.yes": "In money play a tie of the opening roll doubles the stake.",
        "agreed.automatic_doubles.no": "After a tie of the opening roll both throw again, and that is all.",
        "agreed.automatic_double_limit.0": "Each tie of a game doubles the stake anew.",
        "agreed.cube_cap.0": "The cube has no limit.",
        "agreed.cube_cap": "The cube goes to {count}, and no higher.",
        "agreed.no_match_winning_double.yes": "No double may make a plain win decide the match, or wipe"
        " out a great lead.",
        "agreed.no_match_winning_double.no": "A double may make a plain win decide the match.",
        "agreed.backgammon_despite_borne_off.yes": "A checker on the bar or in the winner's home makes a"
        " backgammon even"
        " if the loser has borne off others.",
        "agreed.backgammon_despite_borne_off.no": "Whoever has borne off a checker loses a single game, no more.",
        "agreed.crawford.first": "Nobody may double in the first game in which a player is one point short (Crawford).",
        "agreed.crawford.always": "Nobody may double in any game in which a player is one point short.",
        "agreed.crawford.off": "There is no Crawford game.",
        "agreed.dead_cube.allow": "A double is allowed even where the cube can decide nothing.",
        "agreed.dead_cube.refuse": "No double where the cube can decide nothing.",
        "agreed.lenient_last_checker.yes": "The very last checker may be borne off with either die.",
        "agreed.lenient_last_checker.no": "Even the very last checker is moved with both dice where that is possible.",
        "agreed.clock.none": "There is no clock.",
        "agreed.clock.delay": "The clock has a simple delay.",
        "agreed.clock.bronstein": "The clock gives time back after a move (Bronstein).",
        "agreed.time_loss.match": "Whose time runs out loses the match.",
        "agreed.time_loss.game": "Whose time runs out loses the game.",
        "agreed.overtimes.0": "Nobody gets more time.",
        "agreed.overtime_points.0": "That costs no penalty points.",
        "agreed.offender_time_restarts.yes": "Who must correct an illegal play gets a new delay.",
        "agreed.offender_time_restarts.no": "Who must correct an illegal play gets no new delay.",
        "agreed.game": "The game of {count} is played.",
        "agreed.game.backgammon": "Backgammon is played.",
        "agreed.game.nackgammon": "Nackgammon is played: two more checkers start far back.",
        "agreed.game.hypergammon": "Hypergammon is played: three checkers each.",
        "agreed.game.dutch": "Dutch backgammon is played: all checkers begin beside the board.",
        "agreed.game.acey-deucey": "Acey-deucey is played: all checkers begin beside the board.",
        "agreed.enter_all_first.yes": "In Dutch backgammon all checkers are entered before another one moves.",
        "agreed.enter_all_first.no": "In Dutch backgammon one may move before all checkers are entered.",
        "agreed.hit_right.permanent": "In Dutch backgammon whoever has had a checker at home may hit from then on.",
        "agreed.hit_right.present": "In Dutch backgammon one may hit while one has a checker at home.",
        "agreed.hit_must_reenter.yes": "In acey-deucey a checker that was hit is entered before anything else.",
        "agreed.hit_must_reenter.no": "In acey-deucey not even a checker that was hit has to be entered first.",
        "agreed.stake_doubles_on_acey_deucey.yes": "In acey-deucey each roll of 1 and 2 doubles the stake.",
        "agreed.stake_doubles_on_acey_deucey.no": "In acey-deucey the stake stays as it is.",
        "agreed.starter_chooses_side.yes": "In acey-deucey the starter chooses on which side to enter.",
        "agreed.starter_chooses_side.no": "In acey-deucey both enter as the board was set up.",
        "agreed.starter_rolls_again.yes": "In Dutch backgammon and acey-deucey the starter throws both dice anew.",
        "agreed.starter_rolls_again.no": "In Dutch backgammon and acey-deucey the starter plays the opening dice.",
        "agreed.european_acey_deucey.yes": "Acey-deucey is played as in Europe: a double is followed by its"
        " complement and another roll, and only exact numbers bear off.",
        "agreed.european_acey_deucey.no": "Acey-deucey is played as in America.",
        "preset.club": "a friendly match at a club; what holds where nothing is said",
        "preset.tournament": "a tournament with director and clock; the referee is silent until appointed",
        "preset.money": "a game for money",
        "preset.casual": "a game at home, without a cube and with advice",
        "preset.wikipedia-it": 'the page "Tavola reale" of an Italian encyclopaedia',
        "preset.pergioco": "PerGioco.net, Italian",
        "preset.regole-it": "an Italian page for play for stakes",
        "preset.backgammon-es": "the rules of a Spanish program for telephones",
        "preset.regles-fr": "a French page",
        "rules.said": "What its text says:",
        "rules.unsaid": "What its text does not say; taken from {name}:",
        "rules.all": "What holds:",
        "rules.notes": "Not refereed, or as in a tournament:",
        "rules.sources": "Sources:",
        "rules.own": "nobody prescribes it; the reason stands beside it",
        "rules.other": "in a tournament: {sentence}",
        "note.double_any_time": '"At any time" one may double, it says. The referee takes a double from the player'
        " whose turn it is, before the throw.",
        "note.double_not_refused": '"It is not possible to refuse a double", it says once, and elsewhere that who'
        " refuses it loses the game. The referee lets it be refused.",
        "note.who_begins": "How it is decided who begins, it does not say: one die each, and the higher"
        " one begins with"
        " both.",
        "note.both_dice": "That both dice must be played where possible, else the larger, it does not"
        " say. The referee"
        " demands it.",
        "note.larger_die": "That the larger die must be played where only one can be, it does not say. The referee"
        " demands it.",
        "note.money": "It is written for stakes. In a match to points ties of the opening roll double nothing.",
        "note.picks_side": "Whoever wins the opening roll picks colour and side. The referee wants to"
        " know the colours"
        " before the match.",
        "note.backgammon_unclear": "Of a loser who has borne off checkers and has one on the bar it says"
        " both: a single"
        " game, and a backgammon. The referee counts a single game.",
        "note.variants": "Its Dutch backgammon and its acey-deucey are played where the game is agreed on.",
        "note.opening_tie": "What a tie of the opening roll means, it does not say: both throw again.",
        "note.shaken": "That the dice are shaken in the cup three times at least, no camera can see.",
        "note.last_face": "It names the cube's faces and no limit. The referee takes the last face for one.",
        "note.more_than_three": "A match goes to more than 3 points, it says. The referee takes any length.",
        "note.side_of_the_bar": "That a checker that was hit lies on its owner's side of the bar, the referee does not"
        " demand.",
        "note.ways_of_winning": "It breaks off where the ways of winning begin: a gammon and a"
        " backgammon are those of a"
        " tournament.",
    }
)
"""The English sentences, by "agreed", option and value; what translators translate beside `english`."""

PLURALS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "agreed.warnings": (
            "Penalty points are due after {count} warning.",
            "Penalty points are due after {count} warnings.",
        ),
        "agreed.cube_pause": (
            "The cube has to lie still for {count} second.",
            "The cube has to lie still for {count} seconds.",
        ),
        "agreed.automatic_double_limit": (
            "No more than {count} tie of a game doubles the stake.",
            "No more than {count} ties of a game double the stake.",
        ),
        "agreed.clock_delay": (
            "Each move has {count} second for itself.",
            "Each move has {count} seconds for itself.",
        ),
        "agreed.reserve_per_point": (
            "The reserve is {count} second for each point of the match.",
            "The reserve is {count} seconds for each point of the match.",
        ),
        "agreed.overtimes": (
            "Whose time runs out gets more, {count} time.",
            "Whose time runs out gets more, {count} times.",
        ),
        "agreed.overtime": (
            "More time is {count} second.",
            "More time is {count} seconds.",
        ),
        "agreed.overtime_points": (
            "That costs {count} penalty point.",
            "That costs {count} penalty points.",
        ),
        "agreed.reserve_less_per_point": (
            "It is {count} second less for each point scored before.",
            "It is {count} seconds less for each point scored before.",
        ),
    }
)
"""What depends on a number."""


def agreed(words: Words, option: str, value: object) -> str:
    """Return the sentence for a value of an option.

    Args:
        words: the language.
        option: its name.
        value: a value of the option's own type.

    Raises:
        KeyError: the option has no sentence.
    """
    key = f"agreed.{option}"
    if isinstance(value, bool):
        word = "yes" if value else "no"
    else:
        word = str(value.value) if isinstance(value, Enum) else value if isinstance(value, str) else f"{value:g}"
    if f"{key}.{word}" in SENTENCES:
        return words.say(f"{key}.{word}", SENTENCES[f"{key}.{word}"])
    if key in SENTENCES:
        return words.say(key, SENTENCES[key], count=word)
    # What is no whole number is several, and plural forms are for whole numbers only.
    number = float(word)
    form = int(number) if number.is_integer() else 2
    return words.translations.npgettext(key, *PLURALS[key], form).format(count=word)


def line(words: Words, key: str, /, **params: object) -> str:
    """Return a sentence that is not about one option, filled in."""
    return words.say(key, SENTENCES[key], **params)
