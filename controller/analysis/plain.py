"""A report as JSON, for other programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from controller.rules.ids.position_id import position_id

if TYPE_CHECKING:
    from controller.analysis.analysed import PlayerReport, Report
    from controller.analysis.decisions import Decision, IllegalPlay


def json_report(report: Report) -> str:
    """Return a report as a JSON document."""
    document = {
        "format": "tavola-analysis",
        "version": 1,
        "players": [_player(one) for one in report.players],
        "length": report.record.length,
        "variant": report.record.variant.name,
        "score": list(report.score),
        "engine": {"name": "GNU Backgammon", "plies": report.plies},
        "left_out": report.ledger.lost,
        "left_out_of": [asdict(one) for one in report.ledger.left_out],
        "decisions": [_decision(one) for one in report.ledger.decisions],
        "rolls": [
            {"game": one.game, "turn": one.turn, "player": int(one.player), "luck": one.luck}
            for one in report.ledger.throws
        ],
        "illegal": [_illegal(one) for one in report.ledger.illegal],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _player(player: PlayerReport) -> dict[str, Any]:
    """Return what is said of a player."""
    own = player.figures
    rates = {
        "error_rate": own.rate,
        "play_error_rate": own.play_rate,
        "cube_error_rate": own.cube_rate,
        "snowie_error_rate": own.snowie_rate,
        "luck_rate": own.luck_rate,
        "called": own.word,
    }
    counts = {key: value for key, value in asdict(own).items() if key != "other_turns"}
    worst = {"worst_plays": [_decision(one) for one in player.plays]}
    cubes = {"worst_cube_decisions": [_decision(one) for one in player.cubes]}
    return {"name": player.name, **rates, **counts, **worst, **cubes}


def _decision(decision: Decision) -> dict[str, Any]:
    """Return a decision."""
    return {
        "game": decision.game,
        "turn": decision.turn,
        "player": int(decision.player),
        "kind": decision.kind.value,
        "position": position_id(decision.position),
        "cube": decision.cube.value,
        "dice": None if decision.roll is None else [decision.roll.high, decision.roll.low],
        "made": decision.made,
        "best": decision.best,
        "error": decision.error,
        "counts": decision.counts,
    }


def _illegal(play: IllegalPlay) -> dict[str, Any]:
    """Return an illegal play."""
    return {
        "game": play.game,
        "turn": play.turn,
        "player": int(play.player),
        "dice": [play.roll.high, play.roll.low],
        "before": position_id(play.before),
        "after": position_id(play.after),
    }
