"""Compares what happened on the simulated table with what the referee said: how often he was right, and how quickly.

    python -m tests.benchmarks.refereeing.score_simulation DIR... [--cases]

Each DIR is what `tavola simulate --games` has written: `truth.jsonl`, by the simulated people, and `events.jsonl`, by
the referee; both are described in `docs/simulation.md`. A line of the truth opens a stretch of time in which the
answer to it has to come: to a throw until somebody does the next thing, to the end of a turn until it is corrected,
contested or over. Unsure is neither right nor caught; what was never judged is neither, too. --cases prints every case
that is not right, with where and when it was. Shares have their 95 % interval (Wilson's).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from controller.record.mat_reader import parse_mat
from controller.record.replay import replay
from controller.record.transcript import Double, Drop, Take
from controller.rules import Position, Roll, legal_plays
from tests.benchmarks.reading.boards.read_boards import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.record.replay import GameReplay

Line = dict[str, Any]

VERDICTS = {"PlayAccepted", "Danced", "PlayIllegal", "PlayUnsure", "IllegalPlayStands"}
NEXT = {"match", "set-up", "roll", "tie", "touch", "corrected", "tidied", "done", "play", "slid", "double"}
NEXT |= {"won", "end", "stuck"}
"""What ends the time for an answer."""
HIGH = 6
"""From so many checkers on a point on, some lie on others, and a camera above sees no difference."""
DEVICES = {
    "camera-blocked": ("camera.covered", "camera.dark", "table.unclear"),
    "camera-moved": ("table.fitted", "table.moved"),
    "camera-dim": ("table.light", "camera.dark"),
    "power-cut": ("journal.resumed",),
    "camera-unplugged": (),
    "serial-unplugged": (),
}
"""What is said of what happens to the devices; of the last two others speak than the referee's session."""


@dataclass(slots=True)
class Score:
    """What came of any number of runs.

    Attributes:
        counts: by what was counted.
        caught: illegal plays by kind, and what became of them.
        devices: turns by what happened to the devices in them, and what became of them.
        verdict, light: seconds from the last hand's leaving the board to either; turns with a fault of the devices
            apart.
        cases: what was not right.
    """

    counts: Counter[str] = field(default_factory=Counter)
    caught: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    devices: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    verdict: list[float] = field(default_factory=list)
    light: list[float] = field(default_factory=list)
    touches: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Match:
    """One match: what happened, what was said, and the match file (empty where there is none)."""

    where: str
    truth: tuple[Line, ...]
    events: tuple[Line, ...]
    mat: str

    def said(self, number: int, begins: float | None = None) -> list[Line]:
        """Return what was said to the truth's line `number`: from its time until the next thing that somebody does."""
        line = self.truth[number]
        ends = next((one["t"] for one in self.truth[number + 1 :] if one["what"] in NEXT), float("inf"))
        since = line["t"] if begins is None else begins
        return [event for event in self.events if since < event["t"] <= ends]


def read_run(folder: Path) -> list[Match]:
    """Return the matches of a run.

    Raises:
        OSError: one of the two files cannot be read.
        ValueError: a line of them is none of JSON.
    """
    lines: dict[str, dict[int, list[Line]]] = {}
    for name in ("truth", "events"):
        found: dict[int, list[Line]] = defaultdict(list)
        for text in (folder / f"{name}.jsonl").read_text("utf-8").splitlines():
            line = json.loads(text)
            found[line["match"]].append(line)
        lines[name] = found
    matches = []
    for number, truth in lines["truth"].items():
        mat = folder / f"match-{number:04}.mat"
        matches.append(
            Match(
                f"{folder.name} match {number}",
                tuple(sorted(truth, key=lambda line: line["t"])),
                tuple(sorted(lines["events"][number], key=lambda line: line["t"])),
                mat.read_text("utf-8") if mat.is_file() else "",
            )
        )
    return matches


def score_match(match: Match, score: Score) -> None:
    """Count what came of one match."""
    if any(line["what"] == "refused" for line in match.truth):
        _count(score, match, match.truth[0], "match refused")
        return
    score.counts["stuck"] += any(line["what"] == "stuck" for line in match.truth)
    asked_for: set[int] = set()
    for number, line in enumerate(match.truth):
        match line["what"]:
            case "roll" | "tie":
                _score_roll(match, number, score)
            case "play":
                _score_turn(match, number, score)
            case "wrong-start" | "slid" | "early":
                asked_for |= _score_table(match, number, score)
            case _:
                pass
    for event in match.events:
        if event["event"] in {"Desync", "PrematureRoll"} and id(event) not in asked_for:
            _count(score, match, event, f"false {event['event']}")
    _score_games(match, score)


def _count(score: Score, match: Match, line: Line, what: str, *, right: bool = False) -> None:
    """Count something, and keep it as a case if it is not right."""
    score.counts[what] += 1
    if not right:
        facts = {
            name: line[name] for name in ("game", "turn", "player", "dice", "slip", "fault", "lies") if name in line
        }
        score.cases.append(f"{match.where} at {line['t']:.1f}: {what} {facts}")


def _score_roll(match: Match, number: int, score: Score) -> None:
    """Count one throw."""
    line = match.truth[number]
    begins = None
    if line.get("early"):
        begins = max(one["t"] for one in match.truth[:number] if one["what"] == "play")
    said = match.said(number, begins)
    rolled = [(event["player"], sorted(event["roll"])) for event in said if event["event"] == "Rolled"]
    lies = [lie or "off the board" for lie in line.get("lies", ["flat"])]
    odd = next((lie for lie in lies if lie != "flat"), None)
    if odd is not None:
        what = "announced" if rolled else "refused" if any(e["event"] == "RollRefused" for e in said) else "passed over"
        _count(score, match, line, f"thrown {odd}: {what}", right=not rolled)
        return
    if line["what"] == "tie":
        tied = any(event["event"] == "OpeningTie" for event in said)
        what = "wrong" if rolled else "right" if tied else "abstained"
    elif rolled:
        what = "right" if set(map(str, rolled)) == {str((line["player"], sorted(line["dice"])))} else "wrong"
    else:
        what = "wrong" if any(event["event"] == "OpeningTie" for event in said) else "abstained"
    _count(score, match, line, f"roll {what}", right=what == "right")


def _score_turn(match: Match, number: int, score: Score) -> None:
    """Count the first verdict on a turn."""
    line = match.truth[number]
    said = next((event for event in match.said(number) if event["event"] in VERDICTS), None)
    device = line["fault"] if line["fault"] in DEVICES else None
    if said is not None and device is None:
        score.verdict.append(said["t"] - line["t"])
        if said["lit"] is not None:
            score.light.append(said["lit"] - line["t"])
    what = verdict_on(line, said)
    if line["slip"] is None:
        _count(score, match, line, f"legal {what}", right=what == "right")
    else:
        stacked = is_stacked(line)
        kind = f"{line['slip']}, only in a high stack" if stacked else line["slip"]
        score.caught[kind][what] += 1
        _count(score, match, line, f"illegal {what}", right=what == "caught")
        if what == "caught" and said is not None and not stacked:
            score.counts["illegal caught as it lay"] += said.get("seen") == line["after"]
    if device is not None:
        ends = next((one["t"] for one in match.truth[number:] if one["what"] in {"won", "end", "stuck", "roll"}), 1e9)
        began = max((one["t"] for one in match.truth[:number] if one["what"] == "happens"), default=line["t"])
        keys = {event["key"] for event in match.events if event["event"] == "notice" and began <= event["t"] <= ends}
        score.devices[device][what] += 1
        score.devices[device]["told of"] += bool(keys & set(DEVICES[device]))


def verdict_on(line: Line, said: Line | None) -> str:
    """Return what the first verdict on a turn was worth: right, wrong, false, unsure; caught, missed; unjudged."""
    if said is None:
        return "unjudged"
    if said["event"] == "PlayUnsure":
        return "unsure"
    if line["slip"] is not None:
        return "caught" if said["event"] in {"PlayIllegal", "IllegalPlayStands"} else "missed"
    if said["event"] in {"PlayIllegal", "IllegalPlayStands"}:
        return "false"
    after = said["before"] if said["event"] == "Danced" else said["after"]
    return "right" if (said["before"], after) == (line["before"], line["after"]) else "wrong"


def is_stacked(line: Line) -> bool:
    """Return whether an illegal play differs from a legal one only in how high checkers are stacked."""
    before, after = (Position(*map(tuple, line[name])) for name in ("before", "after"))
    for legal in legal_plays(before, Roll.of(*line["dice"])):
        pairs = [
            *zip(legal.mine[1:], after.mine[1:], strict=True),
            *zip(legal.theirs[1:], after.theirs[1:], strict=True),
        ]
        if all(one == other or min(one, other) >= HIGH - 1 for one, other in pairs):
            return True
    return False


def _score_table(match: Match, number: int, score: Score) -> set[int]:
    """Count something else that players did; return the events that were the answer."""
    line = match.truth[number]
    until = {"wrong-start": {"set-up"}, "slid": {"slid-back"}, "early": {"play"}}[line["what"]]
    wanted = {"wrong-start": "StartPositionAwaited", "slid": "Desync", "early": "PrematureRoll"}[line["what"]]
    ends = next((one["t"] for one in match.truth[number + 1 :] if one["what"] in until), float("inf"))
    answers = [e for e in match.events if line["t"] < e["t"] <= ends and e["event"] == wanted]
    if line["what"] == "early":
        answers = [event for event in answers if sorted(event["roll"]) == sorted(line["dice"])]
    _count(score, match, line, f"{line['what']} {'told of' if answers else 'missed'}", right=bool(answers))
    return {id(event) for event in answers}


def _score_games(match: Match, score: Score) -> None:
    """Count games and the match whose record is what happened, and those that nobody had to touch for it.

    A match in which the run was ended from outside has no record yet: it is counted apart.
    """
    if not any(line["what"] in {"end", "stuck"} for line in match.truth):
        score.counts["matches cut off"] += 1
        return
    happened = true_games(match.truth)
    written = written_games(match.mat)
    for number, game in enumerate(happened):
        same = number < len(written) and written[number] == game
        _count(score, match, {"t": 0.0, "game": number + 1}, "game the same" if same else "game differs", right=same)
    whole = any(line["what"] == "end" for line in match.truth)
    score.counts["matches"] += 1
    untouched = not any(line["what"] == "touch" for line in match.truth)
    same = whole and happened == written
    score.counts["match the same"] += same
    score.counts["match the same without a touch"] += same and untouched
    tidied = any(line["what"] == "tidied" for line in match.truth)
    score.counts["match the same without a touch or a checker laid neatly"] += same and untouched and not tidied
    score.touches.update(line.get("why", "") for line in match.truth if line["what"] == "touch")
    if not whole or not untouched:
        _count(score, match, {"t": 0.0}, "match touched" if whole else "match not played to its end")


def true_games(truth: Iterable[Line]) -> list[list[object]]:
    """Return what really happened, game by game: turns, words of the cube, the winner and his points."""
    games: list[list[object]] = []
    for line in truth:
        if line["what"] == "set-up":
            games.append([])
        elif line["what"] == "done":
            games[-1].append((line["player"], sorted(line["dice"]), line["after"]))
        elif line["what"] in {"double", "take", "drop"}:
            games[-1].append((line["player"], line["what"]))
        elif line["what"] == "won":
            games[-1].append(("won", line["player"], line["points"]))
    return games


def written_games(mat: str) -> list[list[object]]:
    """Return the same of a match file."""
    return [_written(game) for game in replay(parse_mat(mat))] if mat.strip() else []


def _written(replayed: GameReplay) -> list[object]:
    """Return one game of a match file."""
    judged = {id(play.action): play for play in replayed.plays}
    found: list[object] = []
    for action in replayed.game.actions:
        play = judged.get(id(action))
        word = {Double: "double", Take: "take", Drop: "drop"}.get(type(action))
        if word is not None:
            found.append((int(action.player), word))
        elif play is not None and play.after is not None:
            dice = sorted((play.roll.high, play.roll.low))
            found.append((int(action.player), dice, [list(play.after.mine), list(play.after.theirs)]))
    outcome = replayed.game.outcome
    if outcome is not None:
        found.append(("won", int(outcome.winner), outcome.points))
    return found


def report(score: Score) -> list[str]:
    """Return the figures, a line each."""
    c = score.counts
    rolls = c["roll right"] + c["roll wrong"] + c["roll abstained"]
    legal = sum(c[f"legal {what}"] for what in ("right", "wrong", "false", "unsure", "unjudged"))
    lines = [
        f"rolls              announced wrong {wilson(c['roll wrong'], rolls)}",
        f"                   abstained {wilson(c['roll abstained'], rolls)}",
    ]
    for odd in ("cocked", "on checker", "off the board"):
        thrown = [c[f"thrown {odd}: {what}"] for what in ("announced", "refused", "passed over")]
        lines.append(f"thrown {odd:<13}announced all the same {wilson(thrown[0], sum(thrown))}")
    lines += [
        f"legal turns        right {wilson(c['legal right'], legal)}",
        f"                   taken for another play {wilson(c['legal wrong'], legal)}",
        f"                   called illegal {wilson(c['legal false'], legal)}",
        f"                   unsure {wilson(c['legal unsure'], legal)}, unjudged {c['legal unjudged']}",
    ]
    lines += _illegal(score)
    for what, name in (("wrong-start", "wrong starts"), ("slid", "checkers slid"), ("early", "premature rolls")):
        lines.append(f"{name:<19}told of {wilson(c[f'{what} told of'], c[f'{what} told of'] + c[f'{what} missed'])}")
    lines.append(
        f"false alarms       boards that differ {c['false Desync']}, premature rolls {c['false PrematureRoll']}"
    )
    for name, became in sorted(score.devices.items()):
        turns = sum(count for what, count in became.items() if what != "told of")
        right = became["right"] + became["caught"]
        said = f", told of {wilson(became['told of'], turns)}" if DEVICES[name] else ""
        lines.append(f"{name:<19}turns right {wilson(right, turns)}{said}")
    lines += [_times("verdict", score.verdict), _times("light", score.light)]
    games = c["game the same"] + c["game differs"]
    others = f"stuck {c['stuck']}, refused {c['match refused']}, cut off {c['matches cut off']}"
    undisturbed = c["match the same without a touch or a checker laid neatly"]
    lines += [
        f"games              the record is what happened {wilson(c['game the same'], games)}",
        f"matches            the same {wilson(c['match the same'], c['matches'])}, {others}",
        f"                   the same without a touch {wilson(c['match the same without a touch'], c['matches'])}",
        f"                   and with no checker laid neatly for him {wilson(undisturbed, c['matches'])}",
        f"touches            {', '.join(f'{why} {count}' for why, count in sorted(score.touches.items())) or 'none'}",
    ]
    return lines


def _illegal(score: Score) -> list[str]:
    """Return the lines of illegal plays: all that can be seen from above, then by kind."""
    seen: Counter[str] = Counter()
    for kind, became in score.caught.items():
        if "high stack" not in kind:
            seen.update(became)
    total = sum(seen.values())
    lines = [
        f"illegal plays      caught {wilson(seen['caught'], total)}",
        f"                   missed {wilson(seen['missed'], total)}",
        f"                   unsure {wilson(seen['unsure'], total)}, unjudged {seen['unjudged']}",
        f"                   with the very position {wilson(score.counts['illegal caught as it lay'], total)}",
    ]
    for kind, became in sorted(score.caught.items()):
        rest = ", ".join(f"{what} {count}" for what, count in sorted(became.items()) if what != "caught")
        lines.append(
            f"  {kind:<17}caught {wilson(became['caught'], sum(became.values()))}{', ' + rest if rest else ''}"
        )
    return lines


def _times(name: str, seconds: Sequence[float]) -> str:
    """Return the line of how long something took, with the 95 % interval of the median and of the 99th percentile."""
    if not seconds:
        return f"last hand to {name:<6}- (0)"
    ordered = sorted(seconds)
    parts = []
    for share, called in ((0.5, "median"), (0.99, "99 %")):
        low, high = _order_interval(len(ordered), share)
        value = median(ordered) if share == 0.5 else ordered[_rank(len(ordered), share)]
        parts.append(f"{called} {value:.2f} s ({ordered[low]:.2f}..{ordered[high]:.2f})")
    return f"last hand to {name:<6}{', '.join(parts)}, longest {ordered[-1]:.2f} s, of {len(ordered)}"


def _rank(total: int, share: float) -> int:
    """Return the index of a quantile in an ordered list."""
    return min(total - 1, max(0, round(share * total + 0.5) - 1))


def _order_interval(total: int, share: float) -> tuple[int, int]:
    """Return the indices between which a quantile lies with 95 %, from the binomial distribution's width."""
    half = 1.96 * (total * share * (1 - share)) ** 0.5
    return max(0, int(total * share - half)), min(total - 1, int(total * share + half) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of some runs; return 0, or 2 where a run cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.refereeing.score_simulation", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--cases", action="store_true", help="print every case that is not right")
    chosen = parser.parse_args(arguments)
    score = Score()
    for folder in chosen.folders:
        try:
            matches = read_run(folder)
        except (OSError, ValueError) as error:
            print(f"score_simulation: {folder}: {error}", file=sys.stderr)
            return 2
        for match in matches:
            score_match(match, score)
    for line in (*(score.cases if chosen.cases else ()), *report(score)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
