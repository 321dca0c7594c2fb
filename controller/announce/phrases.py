"""Events to sentences: what is printed or said aloud of each, in the words of one language.

An event carries what happened; the sentence is made here, at the edge. Aloud, dice and moves are said as players say
them ("six three", "double fives", "from the bar to twenty"); in print they are written as in every match file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from controller.announce.agreements import agreed
from controller.announce.english import PLURALS, SENTENCES
from controller.announce.language import Words
from controller.referee import events as ev
from controller.rules import BAR, HAND, OFF, Breach, Level, Move, Player, Roll, find_play, format_play
from controller.rules.profile import AT_THE_TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.rules import Play, Reason, Refusal

_GAME_WON = {Level.SINGLE: "game.won", Level.GAMMON: "game.gammon", Level.BACKGAMMON: "game.backgammon"}


@dataclass(frozen=True, slots=True)
class Phrases:
    """Makes sentences of events.

    Attributes:
        names: the players' names, of ONE and TWO.
        words: the language.
        spoken: the sentences are said aloud, and not printed.
    """

    names: tuple[str, str]
    words: Words = field(default_factory=Words)
    spoken: bool = False

    def sentence(self, event: ev.Event) -> str:
        """Return the sentence for an event; empty where nothing is said of it."""
        kinds = (
            self._of_match,
            self._of_dice,
            self._of_haste,
            self._of_other_games,
            self._of_cube,
            self._of_giving_up,
            self._of_board,
            self._of_rulings,
            self._of_play,
        )
        return next(filter(None, (said(event) for said in kinds)), "")

    def _say(self, key: str, **params: object) -> str:
        """Return the sentence of a key, filled in; the one for saying aloud where there is one and it is wanted."""
        if self.spoken and f"{key}.spoken" in SENTENCES:
            key = f"{key}.spoken"
        return self.words.say(key, SENTENCES[key], **params)

    def _count(self, key: str, count: int, **params: object) -> str:
        """Return the sentence of a key for a number of things."""
        return self.words.count(key, PLURALS[key], count, **params)

    def _name(self, player: Player | None) -> str:
        """Return a player's name, or the word for both."""
        return self._say("refused.both") if player is None else self.names[player]

    def _of_match(self, event: ev.Event) -> str:
        """Return what is said of the beginning and end of matches and games."""
        match event:
            case ev.MatchStarted(length=length, game=game):
                begins = self._begins(self.names, length)
                return begins if game == "backgammon" else f"{begins} {agreed(self.words, 'game', game)}"
            case ev.PairingAwaited(names=names, length=length):
                return self._say("pairing.awaited", match=self._begins(names, length))
            case ev.PairingConfirmed(player=player, names=names):
                return self._say("pairing.confirmed", player=names[player], other=names[player.other])
            case ev.RematchOffered(player=player):
                return self._say("rematch.offered", player=self._name(player), other=self._name(player.other))
            case ev.RematchWithdrawn():
                return self._say("rematch.withdrawn")
            case ev.MatchWon(winner=winner, score=score) if score[winner] <= score[1 - winner]:  # awarded, or by time
                return self._say("match.awarded", winner=self.names[winner])
            case ev.MatchWon(winner=winner, score=score):
                return self._say("match.won", winner=self.names[winner], high=max(score), low=min(score))
            case ev.GameStarted(number=number, score=score, crawford=crawford, opening=True):
                key = "game.started_crawford" if crawford else "game.started"
                return self._say(key, number=number, score=self._score(score))
            case ev.GameWon(winner=winner, level=level, points=points, score=score):
                won, now = self._count("points", points), self._score(score)
                return self._say(_GAME_WON[level], winner=self.names[winner], points=won, score=now)
            case ev.StartPositionAwaited(differences=differences):
                return self._say("start.awaited", points=", ".join(self._misplaced(d) for d in differences))
            case _:
                return ""

    def _begins(self, names: tuple[str, str], length: int) -> str:
        """Return who plays whom, and to how many points."""
        one, two = names
        if length > 1:
            return self._count("match.started", length, one=one, two=two)
        return self._say("match.started_one_point" if length else "match.started_money", one=one, two=two)

    def _of_dice(self, event: ev.Event) -> str:
        """Return what is said of dice."""
        match event:
            case ev.OpeningTie(value=value, cube=cube):
                return self._say("opening.tie_doubled" if cube > 1 else "opening.tie", die=self._die(value), cube=cube)
            case ev.Rolled(player=player, roll=roll, opening=opening):
                key = "opening.won" if opening else "roll"
                return self._say(key, player=self._name(player), roll=self._roll(roll))
            case ev.RollRefused(player=player, doubt=doubt):
                return self._say(f"refused.{doubt}", player=self._name(player))
            case ev.RollInferred(player=player, roll=roll):
                return self._say("roll.inferred", player=self._name(player), roll=self._roll(roll))
            case _:
                return ""

    def _of_other_games(self, event: ev.Event) -> str:
        """Return what is said of rolls and doubles that backgammon does not have."""
        match event:
            case ev.OpeningWon(player=player):
                return self._say("opening.won_again", player=self._name(player))
            case ev.DoubleNamed(player=player, value=value):
                return self._say("roll.named", player=self._name(player), roll=self._roll(Roll(value, value)))
            case ev.RollsAgain(player=player, named=named, unclear=True) if named is not None:
                return self._say("roll.again_unclear", player=self._name(player), roll=self._roll(Roll(named, named)))
            case ev.RollsAgain(player=player):
                return self._say("roll.again", player=self._name(player))
            case ev.FurtherRollLost(player=player):
                return self._say("roll.again_lost", player=self._name(player))
            case ev.StakeDoubled(value=value):
                return self._say("roll.stake", value=value)
            case ev.SideChosen(player=player):
                return self._say("side.chosen", player=self._name(player))
            case _:
                return ""

    def _of_haste(self, event: ev.Event) -> str:
        """Return what is said of dice thrown too early."""
        match event:
            case ev.PrematureRoll(player=player, roll=roll, ruling=ruling):
                key, other = f"roll.premature_{ruling}", self._name(player.other)
                return self._say(key, player=self._name(player), other=other, roll=self._roll(roll))
            case ev.RollVoided(player=player):
                return self._say("roll.voided", player=self._name(player))
            case _:
                return ""

    def _of_board(self, event: ev.Event) -> str:
        """Return what is said of a board that is not as it was known."""
        match event:
            case ev.Desync(differences=differences, remedies=remedies):
                points = ", ".join(self._misplaced(place) for place in differences)
                return self._say("board.desync", points=points, remedies=" ".join(map(self._remedy, remedies))).strip()
            case ev.BoardAgrees():
                return self._say("board.agrees")
            case ev.OddStartStands(differences=differences):
                return self._say("start.odd", points=", ".join(self._misplaced(place) for place in differences))
            case ev.TurnMended(player=player, play=None):
                return self._say("play.mended_unwritten", player=self._name(player))
            case ev.TurnMended(player=player, roll=roll, play=play) if play is not None:
                return self._say("play.mended", player=self._name(player), roll=self._roll(roll), play=self._play(play))
            case _:
                return ""

    def _of_giving_up(self, event: ev.Event) -> str:
        """Return what is said of resignations and of time."""
        match event:
            case ev.ResignationOffered(player=player, level=level):
                other, what = self._name(player.other), self._say(f"resign.{level.name}")
                return self._say("resign.offered", player=self._name(player), other=other, level=what)
            case ev.ResignationRefused(player=player):
                return self._say("resign.refused", player=self._name(player))
            case ev.Resigned(player=player, level=level):
                return self._say("resign.done", player=self._name(player), level=self._say(f"resign.{level.name}"))
            case ev.TimeLost(player=player):
                return self._say("time.lost", player=self._name(player))
            case ev.OvertimeBegun(player=player, seconds=seconds):
                return self._count("time.over", seconds, player=self._name(player))
            case ev.TimeLow(player=player, seconds=seconds):
                if seconds == 60:
                    return self._say("time.low_minute", player=self._name(player))
                return self._count("time.low", seconds, player=self._name(player))
            case _:
                return ""

    def _of_rulings(self, event: ev.Event) -> str:
        """Return what is said of the director's orders, and of what he may want to order."""
        match event:
            case ev.Ruled(command=command):
                return self._say("ruling.done", what=self._say(f"ruling.{type(command).__name__}"))
            case ev.RulingRefused(command=command):
                return self._say("ruling.refused", what=self._say(f"ruling.{type(command).__name__}"))
            case ev.Undone():
                return self._say("ruling.undone")
            case ev.OffenceRepeated(player=player, count=count, due=due):
                return self._say(f"offence.{due}", player=self._name(player), count=count)
            case ev.Penalised(player=player, points=points, score=score):
                names = {"player": self._name(player), "other": self._name(player.other)}
                return self._say(
                    "penalty.given", points=self._count("points", points), score=self._score(score), **names
                )
            case _:
                return ""

    def _of_cube(self, event: ev.Event) -> str:
        """Return what is said of the cube."""
        match event:
            case ev.Doubled(player=player, value=value):
                return self._say("cube.doubled", player=self._name(player), value=value)
            case ev.Taken(player=player, value=value):
                return self._say("cube.taken", player=self._name(player), value=value)
            case ev.Dropped(player=player):
                return self._say("cube.dropped", player=self._name(player))
            case ev.CubeRefused(player=player, refusal=refusal):
                return self._say("cube.refused", player=self._name(player), reasons=self._refusals(refusal))
            case ev.CubeSeen(player=player, value=value):
                return self._say("cube.seen", player=self._name(player), value=value)
            case ev.Beavered(player=player, value=value):
                return self._say("cube.beavered", player=self._name(player), value=value)
            case ev.Raccooned(player=player, value=value):
                return self._say("cube.raccooned", player=self._name(player), value=value)
            case _:
                return ""

    def _of_play(self, event: ev.Event) -> str:
        """Return what is said of plays."""
        match event:
            case ev.PlayAccepted(player=player, play=play):
                key = "play.corrected" if event.corrected else "play.confirmed" if event.confirmed else "play.legal"
                key = "play.doubtful" if event.doubtful else key
                return self._say(key, player=self._name(player), play=self._play(play))
            case ev.Danced(player=player):
                return self._say("play.dance", player=self._name(player))
            case ev.PlayAnnounced() | ev.PlayDiffers():
                return self._announced(event)
            case ev.PlayIllegal():
                return self._illegal(event)
            case ev.PlayUnsure():
                return self._unsure(event)
            case ev.IllegalPlayStands(player=player):
                return self._say("play.stands", player=self._name(player))
            case ev.LastPlayLegal(player=player):
                return self._say("play.last_legal", player=self._name(player))
            case _:
                return ""

    def _announced(self, event: ev.PlayAnnounced | ev.PlayDiffers) -> str:
        """Return what somebody plays whose checkers another moves, and what is to be put right if it was not that."""
        params = {"player": self._name(event.player), "play": self._play(event.play)}
        if isinstance(event, ev.PlayAnnounced):
            return self._say("play.announced", **params)
        return self._say("play.differs", **params, remedies=" ".join(map(self._remedy, event.remedies)))

    def _unsure(self, event: ev.PlayUnsure) -> str:
        """Return what is asked about a play that left a doubt, and what left it."""
        params = {"player": self._name(event.player), "roll": self._roll(event.roll)}
        params["why"] = self._say(f"why.{event.why}")
        if event.likeliest is None or event.likeliest == event.before:
            return self._say("play.unsure_lost", **params)
        likeliest = event.play
        if likeliest is None:
            likeliest = find_play(event.before, event.roll, event.likeliest, AT_THE_TABLE)
        return self._say("play.unsure", **params, play=self._play(likeliest))

    def _illegal(self, event: ev.PlayIllegal) -> str:
        """Return what is said of an illegal play: the reasons, what is to be done, what was meant if that is told."""
        reasons = self._say("list.and").join(self.reason(reason) for reason in event.explanation.reasons)
        key = "play.illegal" if event.explanation else "play.illegal_ruled"
        key = "play.illegal_unclear" if event.unclear and not event.explanation else key
        key = "play.illegal_other" if event.by is not None else key
        names = {"player": self._name(event.player), "other": self._name(event.player.other)}
        parts = [self._say(key, **names, roll=self._roll(event.roll), reasons=reasons)]
        if event.must_correct:
            parts.append(self._say("play.illegal_must"))
        if event.meant is not None and event.meant != event.before:
            play = event.meant_play
            if play is None:
                play = find_play(event.before, event.roll, event.meant, AT_THE_TABLE)
            parts.append(self._say("play.illegal_meant", play=self._play(play)))
        return " ".join(parts)

    def reason(self, reason: Reason) -> str:
        """Return one reason why a play is illegal, as part of a sentence; points as the mover counts."""
        points = reason.points or (OFF,)
        dice = reason.dice[:1] if reason.breach is Breach.LARGER_DIE else reason.dice
        moves = [Move(source, target) for source, target in zip(points[::2], points[1::2], strict=False)]
        params = {
            "first": self._spot(points[0]),
            "last": self._spot(points[-1]),
            "point": points[-1],
            "move": self._moves(moves[:1]),
            "moves": self._moves(moves),
        }
        key = f"breach.{reason.breach.name}"
        if reason.breach is Breach.BAR_FIRST and points[0] == HAND:
            key += "_hand"
        if reason.breach is Breach.DICE_UNPLAYED:
            if len(set(dice)) < len(dice):
                return self._count(f"{key}_doublet", len(dice), dice=self._dice(dice[0]), **params)
            named = self._say("list.and").join(self._die(die) for die in dice)
            return self._count(key, len(dice), dice=named, **params)
        if reason.breach in Breach.CHECKER_MISSING | Breach.CHECKER_EXTRA:
            key += "_off" if points[0] == OFF else "_other" if reason.other else ""
        return self._say(key, **params)

    def last_roll(self, on_turn: Player | None, roll: Roll | None, before: tuple[Player, Roll] | None) -> str:
        """Return which roll was thrown last.

        Args:
            on_turn: whose turn it is; None where it is nobody's.
            roll: that of the turn; None where it has not been thrown.
            before: who played the turn before, and with which roll; None where there was none.
        """
        if on_turn is None:
            return self._say("asked.no_roll")
        if roll is not None:
            return self._say("asked.roll", player=self._name(on_turn), roll=self._roll(roll))
        if before is None:
            return self._say("asked.to_roll", player=self._name(on_turn))
        other, last = before
        return self._say(
            "asked.roll_before", player=self._name(on_turn), other=self._name(other), roll=self._roll(last)
        )

    def ask_play(self, player: Player, roll: Roll | None) -> str:
        """Return what a player is asked who types plays; without a roll another play is wanted."""
        if roll is None:
            return self._say("typed.correct", player=self._name(player))
        return self._say("typed.play", player=self._name(player), roll=self._roll(roll))

    def ask_double(self, player: Player) -> str:
        """Return what a player is asked who may double before throwing."""
        return self._say("typed.double", player=self._name(player))

    def ask_take(self, player: Player) -> str:
        """Return what a player is asked who was doubled."""
        return self._say("typed.take", player=self._name(player))

    def pips(self, pips_one: int, pips_two: int) -> str:
        """Return both players' pip counts."""
        one, two = self.names
        return self._say("asked.pips", one=one, two=two, pips_one=pips_one, pips_two=pips_two)

    def standing(self, score: tuple[int, int], length: int) -> str:
        """Return how a match stands, and what it goes to; a length of 0 is money."""
        key = "asked.score" if length > 1 else "asked.score_one" if length else "asked.score_money"
        return self._say(key, score=self._score(score), length=length)

    def cube(self, value: int, owner: Player | None) -> str:
        """Return where the cube is; without an owner in the middle."""
        if owner is None:
            return self._say("asked.cube_centre", value=value)
        return self._say("asked.cube", value=value, player=self._name(owner))

    def board(self, of_one: Sequence[tuple[int, int]], of_two: Sequence[tuple[int, int]], position: str) -> str:
        """Return where all checkers stand.

        Args:
            of_one: places of ONE's, as ONE counts, and how many on each.
            of_two: TWO's, as TWO counts.
            position: the position ID, which is written and not said.
        """
        one, two = self.names
        places = {"places_one": self._stands(of_one), "places_two": self._stands(of_two)}
        return self._say("asked.position", one=one, two=two, **places, id=position)

    def _stands(self, places: Sequence[tuple[int, int]]) -> str:
        """Return places with their numbers of checkers, in one list."""
        keys = {BAR: "asked.on_bar", OFF: "asked.off"}
        said = (self._say(keys.get(point, "asked.on_point"), point=point, count=count) for point, count in places)
        return ", ".join(said)

    def _die(self, value: int) -> str:
        """Return one die as it is said, or its number."""
        return self._say(f"die.{value}") if self.spoken else str(value)

    def _dice(self, value: int) -> str:
        """Return the name of several dice that show the same, such as "fives"."""
        return self._say(f"dice.{value}") if self.spoken else self._say("dice", die=value)

    def _play(self, play: Play) -> str:
        """Return a play: in print as in a match file, aloud move by move."""
        return self._moves(list(play)) if self.spoken else format_play(play)

    def _moves(self, moves: list[Move]) -> str:
        """Return moves one by one, in their order; aloud, equal ones are counted."""
        if not self.spoken:
            return " ".join(f"{self._place(move.source)}/{self._place(move.target)}" for move in moves)
        plain = [(move.source, move.target) for move in moves]
        runs = [(self._move(*ends), len(list(same))) for ends, same in groupby(plain)]
        return ", ".join(
            self._count("move.times.spoken", count, move=move) if count > 1 else move for move, count in runs
        )

    def _move(self, source: int, target: int) -> str:
        """Return one move as it is said."""
        plain = {BAR: "move.enter", HAND: "move.enter_new"}.get(source, "move")
        key = {OFF: "move.off", BAR: "move.to_bar"}.get(target, plain)
        return self._say(f"{key}.spoken", source=source, target=target)

    def _refusals(self, refusal: Refusal) -> str:
        """Return every reason against a cube action, in one list."""
        return self._say("list.and").join(self._say(f"cube.{one.name}") for one in refusal)

    def _roll(self, roll: Roll) -> str:
        """Return a roll as it is said."""
        if roll.is_doublet:
            return self._say("roll.doublet", die=self._die(roll.high), dice=self._dice(roll.high))
        return self._say("roll.pair", high=self._die(roll.high), low=self._die(roll.low))

    def _score(self, score: tuple[int, int]) -> str:
        """Return both players' points."""
        one, two = self.names
        return self._say("score", one=one, two=two, points_one=score[0], points_two=score[1])

    def _place(self, point: int) -> str:
        """Return a point as it is written in a play."""
        return {BAR: "bar", OFF: "off"}.get(point, str(point))

    def _remedy(self, remedy: ev.Remedy) -> str:
        """Return what has to be done with one checker."""
        key = "add" if remedy.source is None else "remove" if remedy.target is None else "move"
        places = {"source": remedy.source, "target": remedy.target}
        named = {name: "" if point is None else self._spot(point) for name, point in places.items()}
        return self._say(f"board.remedy_{key}", name=self.names[remedy.player], **named)

    def _spot(self, point: int) -> str:
        """Return a point within a sentence."""
        if point in (BAR, OFF):
            return self._say("place.bar" if point == BAR else "place.off")
        return self._say("place.point", point=point)

    def _misplaced(self, place: ev.Misplaced) -> str:
        """Return the name of a place on which the board differs from what should stand there."""
        if place.point == BAR:
            return self._say("place.bar")
        return self._say("start.point", name=self.names[place.player], point=place.point)
