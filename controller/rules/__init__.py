"""The rules of backgammon: positions, dice, legal plays, cube, scoring, match, notation. Pure Python."""

from controller.rules.dice import Roll, RollError
from controller.rules.errors import RulesError
from controller.rules.notation import (
    IllegalPlayError,
    Move,
    NotationError,
    Play,
    apply_move,
    apply_play,
    find_play,
    format_play,
    parse_play,
)
from controller.rules.plays import LegalPlays, legal_plays
from controller.rules.position import BAR, CHECKERS, OFF, START, Counts, Position, PositionError, Problem

__all__ = [
    "BAR",
    "CHECKERS",
    "OFF",
    "START",
    "Counts",
    "IllegalPlayError",
    "LegalPlays",
    "Move",
    "NotationError",
    "Play",
    "Position",
    "PositionError",
    "Problem",
    "Roll",
    "RollError",
    "RulesError",
    "apply_move",
    "apply_play",
    "find_play",
    "format_play",
    "legal_plays",
    "parse_play",
]
