"""Weighing what is seen: legal, illegal or unsure, and never snapped to the nearest legal position."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.referee.evidence.change import change, discounted
from controller.referee.evidence.hypotheses import SURPLUS, Thresholds, Verdict, Weighed, best_other, weigh
from controller.referee.evidence.likelihood import look
from controller.rules import OFF, START, Player, Position, Roll, legal_plays
from tests.controller.referee.boards import LAYOUT, count_reading, place_reading, reading
from vision.reading import PLACES, CountReading, PlaceReading, Reading, Shade, content_index

THRESHOLDS = Thresholds()
ROLL = Roll(3, 1)
LEGAL = set(legal_plays(START, ROLL))


def moved(position: Position, *moves: tuple[int, int]) -> Position:
    """Return the position after checkers went from and to some points, rules or no rules."""
    mine = list(position.mine)
    for source, target in moves:
        mine[source] -= 1
        mine[target] += 1
    return Position(tuple(mine), position.theirs)


def weighed_after_start(
    seen: Reading, base: Reading | None = None, thresholds: Thresholds = THRESHOLDS, roll: Roll = ROLL, moves: int = 4
) -> Weighed:
    """Return what a reading after a roll from the start says, `base` being the reading of the start position."""
    before = look(base or reading(START, Player.ONE), LAYOUT, Player.ONE)
    sight = look(seen, LAYOUT, Player.ONE)
    moved_since = change(before, sight, START)
    legal = set(legal_plays(START, roll))
    return weigh(discounted(before, sight, moved_since, START), START, legal, thresholds, moved_since, moves)


def soft(position: Position, player: Player, point: int, **scores: int) -> dict[str, PlaceReading]:
    """Return how one of a player's points is seen: as what lies there, and, with `n5=-300`, as five by so much less."""
    shade = LAYOUT.shade(player)
    there = list(place_reading(shade, position.mine[point]).scores)
    for name, score in scores.items():
        there[content_index(shade, int(name.removeprefix("n")))] = score
    return {LAYOUT.place(player, point): PlaceReading(tuple(there))}


def test_a_position_scores_best_on_its_own_perfect_reading() -> None:
    for player in Player:
        sight = look(reading(START, player), LAYOUT, player)
        assert sight.score(START) == 0
        assert all(sight.score(after) < 0 for after in LEGAL)


@pytest.mark.parametrize("player", list(Player))
def test_every_legal_play_that_is_clearly_seen_is_legal(player: Player) -> None:
    for after in LEGAL:
        weighed = weigh(look(reading(after, player), LAYOUT, player), START, LEGAL, THRESHOLDS)
        assert (weighed.verdict, weighed.legal) == (Verdict.LEGAL, after)


@pytest.mark.parametrize("moves", [((8, 5), (6, 4)), ((8, 5),), ((13, 8), (13, 8)), ((6, 8),)])
def test_an_illegal_play_that_is_clearly_seen_is_illegal_and_not_the_nearest_legal_one(
    moves: tuple[tuple[int, int], ...],
) -> None:
    after = moved(START, *moves)
    weighed = weighed_after_start(reading(after, Player.ONE))
    assert (weighed.verdict, weighed.other) == (Verdict.ILLEGAL, after)


def test_a_point_that_nobody_can_count_makes_an_otherwise_ambiguous_play_unsure() -> None:
    # 8/5 6/5 or 8/4: which of the points 4, 5 and 6 changed cannot be seen.
    after = moved(START, (8, 5), (6, 5))
    nothing_known = PlaceReading((0,) * 31)
    blurred = {LAYOUT.place(Player.ONE, point): nothing_known for point in (4, 5, 6)}
    weighed = weighed_after_start(reading(after, Player.ONE, blurred=blurred))
    assert weighed.verdict is Verdict.UNSURE


def glare(count: int, wrong: int) -> dict[str, PlaceReading]:
    """Return player ONE's 13-point, where `count` are, read as `wrong`."""
    shade = LAYOUT.shade(Player.ONE)
    scores = list(place_reading(shade, wrong).scores)
    scores[content_index(shade, count)] = -900
    return {LAYOUT.place(Player.ONE, 13): PlaceReading(tuple(scores))}


def test_a_glare_that_lay_there_before_is_one_witness_and_calls_nothing_illegal() -> None:
    after = moved(START, (8, 5), (6, 5))
    dazzled = glare(5, 4)
    weighed = weighed_after_start(
        reading(after, Player.ONE, blurred=dazzled), reading(START, Player.ONE, blurred=dazzled)
    )
    assert (weighed.verdict, weighed.legal) == (Verdict.LEGAL, after)


def test_what_one_reading_says_alone_is_never_called_illegal() -> None:
    sight = look(reading(moved(START, (8, 5), (6, 4)), Player.ONE), LAYOUT, Player.ONE)
    assert weigh(sight, START, LEGAL, THRESHOLDS).verdict is Verdict.UNSURE


def test_a_place_whose_scores_have_not_moved_speaks_against_a_change_there() -> None:
    base = look(reading(START, Player.ONE), LAYOUT, Player.ONE)
    after = moved(START, (8, 5), (6, 5))
    says = change(base, look(reading(after, Player.ONE), LAYOUT, Player.ONE), START)
    assert says.score(after) == 0
    assert says.score(moved(START, (8, 5), (6, 4))) < -THRESHOLDS.change
    assert change(base, base, START).score(START) == 0
    assert change(base, base, START).score(after) < -THRESHOLDS.change


def test_hidden_places_say_nothing_for_or_against() -> None:
    hidden = frozenset({LAYOUT.place(Player.ONE, 5)})
    sight = look(reading(moved(START, (8, 5), (6, 5)), Player.ONE, hidden=hidden), LAYOUT, Player.ONE)
    assert sight.points[5] == (0,) * 31
    assert sight.score(moved(START, (8, 5), (6, 5))) == sight.score(moved(START, (8, OFF), (6, OFF))) == 0


def test_a_checker_that_vanished_costs_more_than_one_that_moved() -> None:
    gone = moved(START, (8, 5), (6, OFF))
    weighed = weighed_after_start(reading(gone, Player.ONE))
    assert (weighed.verdict, weighed.other) == (Verdict.ILLEGAL, gone)


@pytest.mark.parametrize(("less", "verdict"), [(-640, Verdict.UNSURE), (-760, Verdict.ILLEGAL)])
def test_a_checker_that_is_gone_from_a_stack_is_called_where_both_witnesses_together_say_so(
    less: int, verdict: Verdict
) -> None:
    gone = moved(START, (8, 5), (6, 5), (13, OFF))
    weighed = weighed_after_start(reading(gone, Player.ONE, blurred=soft(gone, Player.ONE, 13, n5=less)))
    assert weighed.verdict is verdict
    assert verdict is Verdict.UNSURE or weighed.other == gone


def test_a_slight_preference_for_an_unbalanced_board_does_not_outweigh_a_legal_play() -> None:
    after = moved(START, (8, 5), (6, 5))
    place = LAYOUT.place(Player.ONE, 13)
    shade = LAYOUT.shade(Player.ONE)
    scores = list(place_reading(shade, 5).scores)
    scores[content_index(shade, 5)], scores[content_index(shade, 4)] = -250, 0
    blurred = {place: PlaceReading(tuple(scores))}
    weighed = weighed_after_start(reading(after, Player.ONE, blurred=blurred))
    assert (weighed.verdict, weighed.legal) == (Verdict.LEGAL, after)


def test_the_best_other_position_is_the_best_of_all_that_are_not_legal() -> None:
    """Compared with a search over every choice of two contents a place, on doubtful random readings."""
    rng = random.Random(5)
    for _ in range(20):
        blurred = {}
        for name in rng.sample(PLACES, 5):
            scores = [-5000] * 31
            for index in rng.sample(range(31), 2):
                scores[index] = -rng.randrange(600)
            top = max(scores)
            blurred[name] = PlaceReading(tuple(score - top for score in scores))
        sight = look(reading(START, Player.ONE, blurred=blurred), LAYOUT, Player.ONE)
        best = best_other(sight, START, LEGAL, THRESHOLDS)
        assert best is not None
        weights = [weight for weight in _all_weights(blurred) if weight is not None]
        assert best[0] == max(weights)


def _all_weights(blurred: dict[str, PlaceReading]) -> list[int | None]:
    """Return the weight of every board that the doubtful places allow, computed without the search."""
    boards: list[tuple[int, dict[str, tuple[Shade | None, int]]]] = [(0, {})]
    for name, place in blurred.items():
        options = [
            (score, (None, 0) if i == 0 else (Shade.DARK, i) if i <= 15 else (Shade.LIGHT, i - 15))
            for i, score in enumerate(place.scores)
            if score > -1200
        ]
        boards = [(total + score, {**board, name: content}) for total, board in boards for score, content in options]
    return [_weight(total, board) for total, board in boards]


def _weight(total: int, changed: dict[str, tuple[Shade | None, int]]) -> int | None:
    """Return what one board weighs, None where it is legal."""
    mine, theirs = list(START.mine), list(START.theirs)
    own = LAYOUT.shade(Player.ONE)
    for point in range(1, 25):
        if (name := LAYOUT.place(Player.ONE, point)) in changed:
            shade, count = changed[name]
            mine[point] = count if shade is own else 0
            theirs[25 - point] = count if shade is not own and shade is not None else 0
    on_board = sum(mine)
    mine[OFF] = max(0, 15 - on_board)
    if Position(tuple(mine), tuple(theirs)) in LEGAL:
        return None
    lost = abs(sum(theirs) - 15) + abs(on_board - 15)
    surplus = SURPLUS if max(on_board, sum(theirs)) > 15 else 0
    return total - THRESHOLDS.rare - THRESHOLDS.lost * lost - surplus


def test_the_bar_is_read_with_the_right_owner() -> None:
    position = Position(
        (*START.mine[:24], START.mine[24] - 1, 1),
        START.theirs,
    )
    for player in Player:
        sight = look(reading(position, player), LAYOUT, player)
        assert (sight.bar_mine, sight.bar_theirs) == (count_reading(1).scores, count_reading(0).scores)


def test_what_nobody_does_in_any_play_leaves_no_doubt_about_what_was_done() -> None:
    # A checker of his own on the bar is no more than faintly denied, and so is one of the opponent's moved there.
    faint = CountReading((0, -160, -320, *[-480] * 13))
    after = moved(START, (8, 5), (6, 4))
    seen = replace(reading(after, Player.ONE), bar_dark=faint, bar_light=faint)
    weighed = weighed_after_start(seen, replace(reading(START, Player.ONE), bar_dark=faint, bar_light=faint))
    assert (weighed.verdict, weighed.other) == (Verdict.ILLEGAL, after)


def test_a_tall_stack_that_nobody_touched_leaves_no_doubt_about_where_a_missing_checker_is() -> None:
    shade, name = LAYOUT.shade(Player.ONE), LAYOUT.place(Player.ONE, 13)
    scores = list(place_reading(shade, 5).scores)
    scores[content_index(shade, 6)] = -450
    tall = {name: PlaceReading(tuple(scores))}
    gone = moved(START, (8, 5), (6, 5), (24, OFF))
    weighed = weighed_after_start(reading(gone, Player.ONE, blurred=tall), reading(START, Player.ONE, blurred=tall))
    assert (weighed.verdict, weighed.other) == (Verdict.ILLEGAL, gone)
    # Where the stack looks otherwise than before, the checker may have been put there.
    doubtful = weighed_after_start(reading(gone, Player.ONE, blurred=tall))
    assert doubtful.verdict is Verdict.UNSURE


def test_what_seemed_to_lie_on_the_bar_before_the_play_is_none_of_it() -> None:
    phantom = CountReading((-770, 0, -1500, *[-2500] * 13))
    base = replace(reading(START, Player.ONE), bar_light=phantom)
    for after, verdict in (
        (moved(START, (8, 5), (6, 4)), Verdict.ILLEGAL),
        (moved(START, (8, 5), (6, 5)), Verdict.LEGAL),
    ):
        weighed = weighed_after_start(replace(reading(after, Player.ONE), bar_light=phantom), base)
        assert weighed.verdict is verdict
        assert after in (weighed.legal, weighed.other)


def test_a_stack_in_doubt_hides_no_legal_play_that_brings_the_last_checkers_home() -> None:
    mine = [0] * 26
    mine[2], mine[3], mine[4], mine[14] = 4, 4, 5, 2
    theirs = [0] * 26
    theirs[OFF] = 15
    before = Position(tuple(mine), tuple(theirs))
    legal = legal_plays(before, Roll(6, 6))
    after = moved(before, (14, 2), (14, 2))
    shade = LAYOUT.shade(Player.ONE)
    tall = list(place_reading(shade, 5).scores)
    tall[content_index(shade, 6)] = -250
    seen = reading(after, Player.ONE, blurred={LAYOUT.place(Player.ONE, 2): PlaceReading(tuple(tall))})
    old = look(reading(before, Player.ONE), LAYOUT, Player.ONE)
    sight = look(seen, LAYOUT, Player.ONE)
    since = change(old, sight, before)
    weighed = weigh(sight, before, set(legal), THRESHOLDS, since, moves=4)
    assert after in legal
    assert (weighed.verdict, weighed.legal) == (Verdict.LEGAL, after)


def test_many_positions_are_scored_as_one_is() -> None:
    rng = random.Random(8)
    scores = [PlaceReading(tuple(-rng.randrange(2500) for _ in range(31))) for _ in PLACES]
    for shared in (frozenset[str](), frozenset({LAYOUT.place(Player.ONE, 20)})):
        seen = replace(
            reading(START, Player.ONE, blurred=dict(zip(PLACES, scores, strict=True))),
            shared=shared, off_dark=count_reading(0, -1040), off_light=count_reading(1, -1070),
        )  # fmt: skip
        for player in Player:
            sight = look(seen, LAYOUT, player)
            crowded = moved(START, *[(6, 8)] * 5, *[(13, 8)] * 5, (24, 8), (24, 8), (8, 20))
            odd = [moved(START, (8, 1)), moved(START, (8, 20)), moved(START, (13, OFF)), crowded]
            positions = [*legal_plays(START, Roll(6, 6)), *LEGAL, *odd]
            assert sight.scores(positions) == [sight.score(one) for one in positions]
    assert look(reading(START, Player.ONE), LAYOUT, Player.ONE).scores(LEGAL)


@pytest.mark.parametrize("lead", [0, -40, -570])
def test_a_tray_that_may_hold_another_count_changes_nothing_in_what_is_seen(lead: int) -> None:
    plain = reading(START, Player.ONE)
    doubtful = replace(plain, off_dark=count_reading(9, lead), off_light=count_reading(2, lead))
    one_alone = replace(plain, off_dark=count_reading(9))
    sure = replace(plain, off_dark=count_reading(9), off_light=count_reading(2))
    for player in Player:
        assert look(doubtful, LAYOUT, player) == look(plain, LAYOUT, player)
        assert look(one_alone, LAYOUT, player) == look(plain, LAYOUT, player)
        assert look(sure, LAYOUT, player).trays_seen


@pytest.mark.parametrize("player", list(Player))
def test_a_checker_that_vanished_is_not_charged_for_having_left_its_place_as_well(player: Player) -> None:
    # Whoever's it was: the point that it left is told from one with all its checkers by no more than 900.
    after = moved(START, (8, 5), (6, 5))
    if player is Player.ONE:
        gone = moved(after, (13, OFF))
        there = soft(gone, player, 13, n5=-900)
    else:
        gone = replace(after, theirs=moved(START, (13, OFF)).mine)
        there = soft(gone.turned(), player, 13, n5=-900)
    seen = reading(gone, Player.ONE, blurred=there)
    weighed = weighed_after_start(seen, moves=2)
    assert weighed.verdict is Verdict.ILLEGAL
    assert weighed.other is not None
    assert (weighed.other.mine[1:], weighed.other.theirs[1:]) == (gone.mine[1:], gone.theirs[1:])


def test_what_looked_otherwise_when_it_was_known_has_changed_though_the_picture_alone_hardly_says_so() -> None:
    gone = moved(START, (8, 5), (6, 5), (13, OFF))
    seen = reading(gone, Player.ONE, blurred=soft(gone, Player.ONE, 13, n5=-700))
    assert weighed_after_start(seen).verdict is Verdict.ILLEGAL
    # The picture before has left as much of a doubt: then it tells nothing more than this one.
    before = reading(START, Player.ONE, blurred=soft(START, Player.ONE, 13, n4=-20))
    assert weighed_after_start(seen, before).verdict is Verdict.UNSURE


def test_a_place_whose_likeliest_content_is_another_than_it_was_speaks_once_more_against_the_settled_one() -> None:
    base = look(reading(START, Player.ONE), LAYOUT, Player.ONE)
    less = moved(START, (13, OFF))
    now = look(reading(less, Player.ONE, blurred=soft(less, Player.ONE, 13, n5=-300)), LAYOUT, Player.ONE)
    says = change(base, now, START)
    assert says.score(replace(less, mine=(0, *less.mine[1:]))) == 0
    assert says.points[13][5] == -600


def test_a_checker_borne_off_with_a_die_too_small_after_the_last_came_home_is_called_though_a_stack_is_soft() -> None:
    # 11/5/off with a 6 and a 3. The legal play from 11 ends on the 2-point, where four are told from five by 550.
    mine, theirs = [0] * 26, [0] * 26
    mine[1], mine[2], mine[3], mine[5], mine[11], theirs[OFF] = 4, 4, 2, 2, 1, 15
    before, roll = Position(tuple(mine), tuple(theirs)), Roll(6, 3)
    after = moved(before, (11, OFF))
    stack = soft(after, Player.ONE, 2, n5=-550)
    base, sight = (
        look(reading(one, Player.ONE, blurred=stack), LAYOUT, Player.ONE) for one in (before, after)
    )  # fmt: skip
    weighed = weigh(sight, before, set(legal_plays(before, roll)), THRESHOLDS, change(base, sight, before), moves=2)
    assert weighed.verdict is Verdict.ILLEGAL
    assert weighed.other is not None
    assert weighed.other.mine == after.mine


@pytest.mark.parametrize(("moves", "price"), [(2, 2 * THRESHOLDS.rare), (1, THRESHOLDS.rare + THRESHOLDS.lost)])
def test_a_checker_borne_off_too_soon_costs_less_where_the_roll_had_a_move_left_for_it(moves: int, price: int) -> None:
    mine, theirs = [0] * 26, [0] * 26
    mine[2], mine[11], theirs[OFF] = 4, 1, 15
    before = Position(tuple(mine), tuple(theirs))
    shown = moved(before, (11, OFF))
    sight = look(reading(shown, Player.ONE), LAYOUT, Player.ONE)
    legal = moved(before, (11, 2))
    weighed = weigh(sight, before, {legal}, THRESHOLDS, change(sight, sight, shown), moves=moves)
    assert weighed.other is not None
    assert weighed.gap == sight.score(legal) + price


def test_two_illegal_plays_that_look_alike_are_illegal_for_certain_but_not_which() -> None:
    # 24/20 8/5, or 24/20 8/4: neither is a 6-2.
    after, alike = moved(START, (24, 20), (8, 5)), moved(START, (24, 20), (8, 4))
    fair = soft(after, Player.ONE, 5, n0=-50) | soft(after, Player.ONE, 4, n1=0)
    weighed = weighed_after_start(reading(after, Player.ONE, blurred=fair), roll=Roll(6, 2))
    assert weighed.verdict is Verdict.UNSURE
    assert weighed.alike
    assert {weighed.other, *weighed.alike} >= {after, alike}
    clearly = weighed_after_start(reading(after, Player.ONE), roll=Roll(6, 2))
    assert (clearly.verdict, clearly.other, clearly.alike) == (Verdict.ILLEGAL, after, ())
