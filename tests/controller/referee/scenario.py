r"""A small language for tournament situations: what people do at the table, and what the referee says to it.

A scenario has settings, then lines of what happens; `scenario_files` says how files of them are written. Players are
`one` and `two`, points are counted by the player named. Below each line, lines with `>` list all that the referee says,
in order, each with the kind of the event and words that must be among those of `words_of`, or with `!` before them must
not; lines with `=` say what must be so.

| line | meaning |
|---|---|
| `preset tournament`, `option policy condone`, `match 5`, `money`, `score 3 4`, `crawford-over` | what was agreed |
| `option game dutch`, `play hand/22`, `at one hand:4 home 24:11 \\| ...` | checkers never in play, who has been home |
| `setup` | the start position is set up, and seen |
| `open 6 1`, `open 6 1 red` | one die each, ONE's first; TWO's may be red |
| `at one 6:5 8:3 bar:1 \\| 24:2 off:3` | a game in progress: who is to throw, his checkers and the other's |
| `roll one 6 4`, also `wrong-half`, `cocked`, `unreadable`, `on-checker`, `aside`, `beside`, `red` | dice are thrown |
| `roll one 6 4 seen` | they were not thrown, but are seen so now |
| `die one 6` | one die alone lies on the board |
| `play 8/5 6/5`, `play two 24/23` | checkers are moved, by whoever is on turn or by the one named; blots are hit |
| `play 5/8 quickly` | the same, and the referee has one look before the next thing happens |
| `announce 8/5 6/5` | whoever is on turn says what he plays, before it is made |
| `put one 8 2` | so many checkers of a player's lie on a point of his (`bar`, `off`) |
| `lift`, `push` | all dice are lifted, or pushed aside by a finger's width |
| `look`, `wait 5` | the picture is seen again, or some seconds later |
| `blur 4 5 6`, `between 8 7`, `glare 13 4`, `hide 5`, `clear` | how the points of the player on turn are seen |
| `cube middle 2`, `cube bottom 2`, `cube away` | where the cube lies and what it shows |
| `say two take`, `button two confirm`, `press one`, `lifted one`, `time-out one` | words, buttons, the clock |
| `rule undo`, `rule score 2 1`, `rule board`, `rule accept`, ... | the director's orders |
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from controller.errors import TavolaError
from controller.record.keeper import Keeper
from controller.referee import commands as co
from controller.referee import events as ev
from controller.referee.inputs import (
    Action,
    Announced,
    Button,
    ClockPressed,
    Commanded,
    Lifted,
    Pressed,
    Said,
    Seen,
    Ticked,
    TimeRanOut,
)
from controller.referee.options.options import TABLE, preset
from controller.referee.state import Phase, RefereeState, Setup
from controller.referee.step import start, step
from controller.referee.turn.turn_history import settle
from controller.rules import (
    BAR,
    HAND,
    OFF,
    START,
    Player,
    Position,
    Roll,
    apply_play,
    format_play,
    match_to,
    money_session,
    parse_play,
    with_score,
)
from tests.controller.referee.boards import LAYOUT, contents, die, place_reading, reading
from tests.controller.referee.scenario_files import lines_of, parse_lines
from tests.controller.rules.boards import shared_points
from vision.reading import CUBE_FACES, CubeReading, PlaceReading, content_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from controller.record.transcript import MatchRecord
    from controller.referee.inputs import Input
    from controller.referee.turn.ending import Step
    from controller.rules import Explanation
    from tests.controller.referee.scenario_files import Line, Scenario
    from vision.reading import DieReading

_PLACES = {"bar": BAR, "off": OFF, "hand": HAND}
PLAYERS = {"one": Player.ONE, "two": Player.TWO}
NAMES = {Player.ONE: "one", Player.TWO: "two"}
LOOKS = 12
"""How often the referee may look again at one picture."""


@dataclass(slots=True)
class Table:
    """A table at which a scenario is played: what lies on it, and the referee beside it."""

    state: RefereeState
    mine: list[int] = field(default_factory=lambda: [*START.mine, 0])
    theirs: list[int] = field(default_factory=lambda: [*START.theirs, 0])
    dice: tuple[DieReading, ...] = ()
    blurred: dict[str, PlaceReading] = field(default_factory=dict)
    between: tuple[int, int] | None = None
    hidden: frozenset[str] = frozenset()
    cube: CubeReading | None = None
    time: float = 0.0

    @property
    def position(self) -> Position:
        """The board, seen by player ONE."""
        return _position(self.state, self.mine, self.theirs)

    def side(self, player: Player) -> list[int]:
        """Return the counts of a player: borne off, his points, the bar, and what was never in play."""
        return self.mine if player is Player.ONE else self.theirs

    def give(self, given: Input) -> list[ev.Event]:
        """Give the referee an input."""
        self.state, said = step(self.state, given)
        return [*said]

    def look(self, *, quick: bool = False) -> list[ev.Event]:
        """Show the referee the table, as often as he wants to see it, or once where it changes quickly."""
        said: list[ev.Event] = []
        for number in range(LOOKS):
            self.time += 0.5
            seen = reading(
                self.position, Player.ONE, self.dice, time=self.time, hidden=self.hidden, blurred=self._places()
            )
            shared = frozenset(LAYOUT.place(Player.ONE, point) for point in shared_points(self.position))
            said += self.give(Seen(replace(seen, cube=self.cube, shared=shared)))
            if quick or not self.state.looking or (number > 6 and self.state.turn.cube_hint is None):
                break
        return said

    def _places(self) -> dict[str, PlaceReading]:
        """Return the places that are not seen as they are."""
        places = dict(self.blurred)
        if self.between is not None:
            there = contents(self.position, Player.ONE)
            for point, more in zip(self.between, (-1, 1), strict=True):
                name = LAYOUT.place(self.state.player, point)
                shade, count = LAYOUT.shade(self.state.player), there[LAYOUT.place(self.state.player, point)][1]
                scores = list(place_reading(shade, count).scores)
                scores[content_index(shade, count + more)] = 0
                places[name] = PlaceReading(tuple(scores))
        return places


def words_of(event: ev.Event) -> set[str]:
    """Return the words by which a scenario may know an event, beside its kind."""
    words: set[str] = set()
    for name in dir(event):
        if not name.startswith("_") and name not in ("time", "audience"):
            words |= _words(name, getattr(event, name))
    return words | ({"director"} if event.audience is ev.Audience.DIRECTOR else set())


def _words(name: str, value: Any) -> set[str]:
    """Return the words for one attribute of an event."""
    if name in _SPELT:
        return _SPELT[name](value)
    match value:
        case bool():
            return {name.replace("_", "-")} if value else set()
        case Player():
            return {NAMES[value]}
        case Roll():
            return {f"{value.high}-{value.low}"}
        case int():
            return {str(int(value)), getattr(value, "name", "").lower()} - {""}
        case str():
            return {value}
        case _:
            return {str(getattr(value, "value", ""))} - {""}


def _of_explanation(explanation: Explanation) -> set[str]:
    """Return the breaches of an explanation, and the points they name."""
    said = {str(reason.breach.name).lower() for reason in explanation.reasons}
    return said | {f"at:{point}" for reason in explanation.reasons for point in reason.points}


_SPELT: dict[str, Callable[[Any], set[str]]] = {
    "play": lambda play: set() if play is None else set(format_play(play).split()),
    "score": lambda score: {f"{score[0]}:{score[1]}"},
    "differences": lambda places: {f"{NAMES[one.player]}:{one.point}" for one in places},
    "remedies": lambda remedies: {f"{NAMES[one.player]}:{one.source}>{one.target}" for one in remedies},
    "explanation": _of_explanation,
    "refusal": lambda refusal: {str(one.name).lower() for one in type(refusal) if one in refusal},
    "meant": lambda meant: set() if meant is None else {"meant"},
    "command": lambda command: {type(command).__name__},
}
"""What needs words of its own, by the name of the attribute."""


@dataclass(frozen=True, slots=True)
class Played:
    """One line of a scenario as it was played: what the referee said to it, and the state before and after it."""

    line: Line
    said: tuple[ev.Event, ...]
    before: RefereeState
    after: RefereeState


def play_scenario(scenario: Scenario) -> list[Played]:
    """Play a scenario; return its lines with what was said to each.

    Raises:
        ScenarioError: a line cannot be understood.
    """
    table = Table(_beginning(scenario.settings)[0])
    played = []
    for line in scenario.lines:
        before = table.state
        played.append(Played(line, tuple(_do(table, line)), before, table.state))
    return played


def recorded(text: str) -> MatchRecord:
    """Play settings and lines of a text; return the record of the match."""
    settings, lines = parse_lines(lines_of(text))
    state, said = _beginning(settings)
    table = Table(state)
    return Keeper().heard([*said, *(event for line in lines for event in _do(table, line))]).record


@contextmanager
def blamed(line: Line) -> Iterator[None]:
    """Say of whatever is raised in which line it was."""
    try:
        yield
    except (LookupError, ValueError, TavolaError) as error:
        raise line.mistake(f"{line.text!r} is not understood: {error!r}") from error


def _beginning(settings: tuple[Line, ...]) -> Step:
    """Return the state in which a scenario begins, and what is said first."""
    options, match = preset("club"), match_to(5)
    changed: dict[str, Any] = {}
    score: tuple[int, int] | None = None
    for line in settings:
        first, *words = line.text.split()
        with blamed(line):
            if first == "preset":
                options = preset(words[0])
            elif first == "option":
                name, value = option(words)
                changed[name] = value
            elif first == "score":
                score = (int(words[0]), int(words[1]))
            elif first in ("match", "money"):
                match = money_session() if first == "money" else match_to(int(words[0]))
    if score is not None:
        match = with_score(match, score, crawford_over=any(line.text == "crawford-over" for line in settings))
    return start(Setup.at(("Anna", "Boris"), replace(options, **changed)), match, 0.0)


def option(words: Sequence[str]) -> tuple[str, Any]:
    """Return the name of an option, and a value of its own type, from the words for both."""
    name, value = words
    kind = type(TABLE[name].club[0])
    return name, value == "true" if kind is bool else kind(value)


def _do(table: Table, line: Line) -> list[ev.Event]:
    """Do what a line says; return what the referee says to it."""
    verb, *words = line.text.split()
    with blamed(line):
        return _VERBS[verb](table, words)


def _setup(table: Table, words: list[str]) -> list[ev.Event]:
    start = table.state.setup.profile.variant.start
    waiting = start.unentered
    table.mine, table.theirs = (
        [*counts[:BAR], counts[BAR] - count, count]
        for counts, count in zip((start.mine, start.theirs), waiting, strict=True)
    )
    table.dice = ()
    return table.look()


def _position(
    state: RefereeState, mine: list[int], theirs: list[int], home: tuple[bool, bool] | None = None
) -> Position:
    """Return the position of what lies on the table, as one of the players sees it."""
    if not state.setup.profile.variant.begins_off_the_board:
        return Position(tuple(mine[:HAND]), tuple(theirs[:HAND]))
    (own, waiting), (other, still) = (
        ((*counts[:BAR], counts[BAR] + counts[HAND]), counts[HAND]) for counts in (mine, theirs)
    )
    return Position(own, other, (waiting, still), home or (any(own[:7]), any(other[:7])))


def _open(table: Table, words: list[str]) -> list[ev.Event]:
    one, two = map(int, words[:2])
    y = 0.3 if "again" in words else 0.5
    table.dice = (die(one, 0.65, y), die(two, 0.3, y))
    if "red" in words:
        table.dice = (table.dice[0], replace(table.dice[1], colour=(30, 30, 200)))
    return table.look()


def _at(table: Table, words: list[str]) -> list[ev.Event]:
    player = PLAYERS[words[0]]
    split = words.index("|")
    checkers = table.state.setup.profile.variant.checkers
    own, other = _counts(words[1:split], checkers), _counts(words[split + 1 :], checkers)
    home = ("home" in words[:split] or any(own[:7]), "home" in words[split:] or any(other[:7]))
    table.mine, table.theirs = (own, other) if player is Player.ONE else (other, own)
    table.dice = ()
    position = _position(table.state, own, other, home)
    state = replace(table.state, phase=Phase.ROLLING, player=player, position=position, first_turn=False)
    table.state = settle(state, table.time)
    return table.look()


def _counts(words: list[str], checkers: int) -> list[int]:
    """Return 27 counts from words such as 6:5; what is missing of all checkers has been borne off."""
    found = [0] * 27
    for word in words:
        place, colon, count = word.partition(":")
        if colon:
            found[_PLACES.get(place) or (int(place) if place.isdigit() else 0)] = int(count)
    if not any(word.startswith("off:") for word in words):
        found[OFF] = checkers - sum(found)
    return found


def _roll(table: Table, words: list[str]) -> list[ev.Event]:
    player, values = PLAYERS[words[0]], (int(words[1]), int(words[2]))
    right = LAYOUT.throws_right(player) is not ("wrong-half" in words)
    x = 0.62 if right else 0.18
    y = 0.3 if "aside" in words else 0.5
    thrown = [die(value, x + 0.12 * number, y) for number, value in enumerate(values)]
    if "cocked" in words:
        thrown[1] = replace(thrown[1], flat=-600)
    if "red" in words:
        thrown = [replace(one, colour=(30, 30, 200)) for one in thrown]
    if "unreadable" in words:
        thrown[1] = replace(thrown[1], scores=(0,) * 6)
    if "on-checker" in words:
        thrown[1] = replace(thrown[1], on_checker=600)
    table.dice = (*table.dice, *thrown) if "beside" in words else tuple(thrown)
    return table.look()


def _die(table: Table, words: list[str]) -> list[ev.Event]:
    x = 0.65 if LAYOUT.throws_right(PLAYERS[words[0]]) else 0.25
    table.dice = (die(int(words[1]), x),)
    return table.look()


def _play(table: Table, words: list[str]) -> list[ev.Event]:
    player = PLAYERS[words.pop(0)] if words[0] in PLAYERS else table.state.player
    quick = words[-1] == "quickly"
    own, other = table.side(player), table.side(player.other)
    for source, target in _moves(words[: len(words) - quick]):
        own[source] -= 1
        own[target] += 1
        if target not in (OFF, BAR) and other[BAR - target] == 1:
            other[BAR - target] = 0
            other[BAR] += 1
    return table.look(quick=quick)


def _announce(table: Table, words: list[str]) -> list[ev.Event]:
    state = table.state
    after = apply_play(state.position, parse_play(" ".join(words)))
    return table.give(Announced(table.time, state.player, after))


def _moves(words: list[str]) -> list[tuple[int, int]]:
    """Return from and to of every checker moved, in whichever direction: 13/7(2) bar/20 4/off 4/6."""
    found = []
    for word in words:
        path, _, times = word.rstrip(")").partition("(")
        ends = [_PLACES.get(end) if end in _PLACES else int(end) for end in path.split("/")]
        found += [(ends[0] or 0, ends[1] or 0)] * int(times or 1)
    return found


def _put(table: Table, words: list[str]) -> list[ev.Event]:
    place = _PLACES.get(words[1])
    table.side(PLAYERS[words[0]])[int(words[1]) if place is None else place] = int(words[2])
    return table.look()


def _lift(table: Table, words: list[str]) -> list[ev.Event]:
    table.dice = ()
    return table.look()


def _push(table: Table, words: list[str]) -> list[ev.Event]:
    across = "across" in words
    table.dice = tuple(replace(one, x=1 - one.x if across else one.x, y=one.y + 0.1) for one in table.dice)
    return table.look()


def _wait(table: Table, words: list[str]) -> list[ev.Event]:
    table.time += float(words[0])
    return table.give(Ticked(table.time)) + table.look()


def _blur(table: Table, words: list[str]) -> list[ev.Event]:
    for word in words:
        table.blurred[LAYOUT.place(table.state.player, int(word))] = PlaceReading((0,) * 31)
    return []


def _between(table: Table, words: list[str]) -> list[ev.Event]:
    table.between = (int(words[0]), int(words[1]))
    return []


def _glare(table: Table, words: list[str]) -> list[ev.Event]:
    point, wrong = int(words[0]), int(words[1])
    shade, count = LAYOUT.shade(table.state.player), table.side(table.state.player)[point]
    scores = list(place_reading(shade, wrong).scores)
    scores[content_index(shade, count)] = -1500 if "strong" in words else -900
    table.blurred[LAYOUT.place(table.state.player, point)] = PlaceReading(tuple(scores))
    return []


def _hide(table: Table, words: list[str]) -> list[ev.Event]:
    table.hidden = frozenset(LAYOUT.place(table.state.player, int(word)) for word in words)
    return []


def _clear(table: Table, words: list[str]) -> list[ev.Event]:
    table.blurred, table.between, table.hidden = {}, None, frozenset()
    return table.look()


def _cube(table: Table, words: list[str]) -> list[ev.Event]:
    places = {"middle": (0.3, 0.5), "bottom": (0.5, 0.95), "top": (0.5, 0.05), "bar": (0.5, 0.5)}
    if words[0] == "away":
        table.cube = None
    else:
        x, y = places[words[0]]
        scores = tuple(0 if face == int(words[1]) else -1500 for face in CUBE_FACES)
        table.cube = CubeReading(x, y, 0.0, 0.0, scores)
    return table.look()


def _input(make: Callable[[float, list[str]], Input]) -> Callable[[Table, list[str]], list[ev.Event]]:
    """Return what gives the referee an input, and lets him look again where he wants to."""

    def do(table: Table, words: list[str]) -> list[ev.Event]:
        table.time += 1.0
        said = table.give(make(table.time, words))
        return said + (table.look() if table.state.looking else [])

    return do


def _new_match(words: list[str]) -> co.NewMatch:
    """Return a match to some points, by a preset where one is named."""
    return co.NewMatch(("Carla", "Dino"), match_to(int(words[0])), preset(words[1]) if words[1:] else None)


def _rule(table: Table, words: list[str]) -> list[ev.Event]:
    what, *rest = words
    numbers = [int(word) for word in rest if word.isdigit()]
    players = [PLAYERS[word] for word in rest if word in PLAYERS]
    orders: dict[str, Callable[[], co.Command]] = {
        "board": lambda: co.SetPosition(table.position),
        "roll": lambda: co.SetRoll(Roll.of(*numbers) if numbers else None),
        "turn": lambda: co.SetTurn(players[0]),
        "score": lambda: co.SetScore((numbers[0], numbers[1])),
        "cube": lambda: co.SetCube(numbers[0], players[0] if players else None),
        "undo": lambda: co.Undo(numbers[0] if numbers else None),
        "accept": co.Accept,
        "overrule": co.Overrule,
        "correct": co.Correct,
        "warn": lambda: co.Warn(players[0]),
        "penalty": lambda: co.Penalise(players[0], numbers[0]),
        "adjust": lambda: co.AdjustClock(players[0], float(rest[1])),
        "game": lambda: co.AwardGame(players[0], numbers[0]),
        "match": lambda: co.AwardMatch(players[0]),
        "new": lambda: _new_match(rest),
        "pair": lambda: co.PairMatch(None if rest == ["none"] else _new_match(rest)),
        "appoint": lambda: co.Appoint("off" not in rest),
        "clock": co.SetClock,
        "pause": co.PauseClock,
        "resume": co.ResumeClock,
    }
    return _input(lambda time, _: Commanded(time, "Emma", "asked", orders[what]()))(table, rest)


_VERBS: dict[str, Callable[[Table, list[str]], list[ev.Event]]] = {
    "setup": _setup,
    "open": _open,
    "at": _at,
    "roll": _roll,
    "die": _die,
    "play": _play,
    "announce": _announce,
    "put": _put,
    "lift": _lift,
    "push": _push,
    "look": lambda table, words: table.look(),
    "wait": _wait,
    "blur": _blur,
    "between": _between,
    "glare": _glare,
    "hide": _hide,
    "clear": _clear,
    "cube": _cube,
    "say": _input(lambda time, words: Said(time, PLAYERS[words[0]], Action(words[1]))),
    "button": _input(lambda time, words: Pressed(time, PLAYERS[words[0]], Button(words[1]))),
    "press": _input(lambda time, words: ClockPressed(time, PLAYERS[words[0]])),
    "lifted": _input(lambda time, words: Lifted(time, PLAYERS.get(words[0]))),
    "time-out": _input(lambda time, words: TimeRanOut(time, PLAYERS[words[0]])),
    "rule": _rule,
}


def holds(claim: str, state: RefereeState) -> bool:
    """Return whether what a line with `=` says is so."""
    what, *words = claim.split()
    match what:
        case "phase":
            return state.phase.value == words[0]
        case "turn":
            return state.player is PLAYERS[words[0]]
        case "score":
            return state.match.score == (int(words[0]), int(words[1]))
        case "cube":
            owner = PLAYERS[words[1]] if len(words) > 1 else None
            return (state.cube.value, state.cube.owner) == (int(words[0]), owner)
        case "reserve":
            clock = state.clock
            return clock is not None and -(-clock.reserve[PLAYERS[words[0]]] // 1000) == int(words[1])
        case "runs":
            return state.clock is not None and state.clock.running == PLAYERS.get(words[0])
        case "hand":
            return state.seen_by(PLAYERS[words[0]]).unentered[0] == int(words[1])
        case "pips":
            return state.seen_by(PLAYERS[words[0]]).pips() == int(words[1])
        case "home":
            return state.setup.layout.home_one.value == words[0]
        case _:
            raise ValueError(claim)
