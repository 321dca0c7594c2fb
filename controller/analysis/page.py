"""A report as one HTML page that needs nothing else: no script, no file, no address; for phones, dark or light."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from controller.analysis.board_picture import BEST, MADE, board_svg
from controller.analysis.plots import error_plot, games_plot, luck_plot
from controller.analysis.wording import cost, heading, notes, rows, told, where
from controller.rules.ids.position_id import position_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.analysis.analysed import PlayerReport, Report
    from controller.analysis.decisions import Decision, IllegalPlay

_STYLE: Final = f"""
:root {{ color-scheme: light dark; --ground: #fbfaf8; --text: #24211d; --soft: #6b645b; --line: #ddd6cb;
  --card: #fff; --one: #1f5fa8; --two: #b3541e; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #171614; --text: #ece7df; --soft: #a89f93; --line: #3a3631; --card: #211f1c;
    --one: #7db4f0; --two: #f0a36b; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.4rem; line-height: 1.25; }}
h2 {{ font-size: 1.15rem; margin-top: 2rem; }}
h3 {{ font-size: 1rem; margin: 1.5rem 0 .5rem; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3rem .4rem; border-bottom: 1px solid var(--line); text-align: right; }}
th:first-child {{ text-align: left; font-weight: normal; color: var(--soft); }}
thead th {{ overflow-wrap: anywhere; }}
.name-one {{ color: var(--one); }}
.name-two {{ color: var(--two); }}
.plots, .cards {{ display: grid; gap: 1rem; }}
.plots {{ grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }}
.cards {{ grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }}
figure {{ margin: 0; padding: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }}
figcaption {{ font-size: .9rem; }}
.plots figcaption {{ color: var(--soft); }}
svg {{ display: block; width: 100%; height: auto; }}
.plot text {{ font-size: 21px; fill: var(--soft); }}
.plot path {{ fill: none; }}
.plot path.one, .plot path.two {{ stroke-width: 2.5; }}
path.one {{ stroke: var(--one); }}
path.two {{ stroke: var(--two); }}
rect.one {{ fill: var(--one); }}
rect.two {{ fill: var(--two); }}
.grid {{ stroke: var(--line); }}
.axis {{ stroke: var(--soft); }}
.cost {{ font-weight: 600; float: right; }}
.soft, code {{ color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }}
.made {{ border-bottom: .2em solid {MADE}; }}
.best {{ border-bottom: .2em solid {BEST}; }}
"""


def html_page(report: Report) -> str:
    """Return a report as an HTML document."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    """Yield the page."""
    title = escape(heading(report))
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{title}</h1>"
    yield from _table(report)
    yield '<h2>The course of the match</h2>\n<div class="plots">'
    for picture, caption in (
        (error_plot(report), "Points lost by errors so far, game by game"),
        (luck_plot(report), "Luck so far, in points"),
        (games_plot(report), "Points lost in each game"),
    ):
        yield f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
    yield "</div>"
    for player in report.players:
        yield from _worst(player)
    if report.ledger.illegal:
        yield '<h2>Illegal plays that stood</h2>\n<div class="cards">'
        for play in report.ledger.illegal:
            yield _illegal(play, report.players[play.player].name)
        yield "</div>"
    yield "<h2>How to read this</h2>"
    yield "\n".join(f"<p>{escape(one)}</p>" for one in notes(report))
    yield (
        '<p>A board is seen by the player who decides; his home is at the lower right. <span class="made">Red</span>'
        ' arrows show what was played, <span class="best">green</span> ones what would have been best.'
        f" {escape(report.players[0].name)} has the dark checkers. Under a board stands the position's ID.</p>"
    )
    yield "</body>\n</html>"


def _table(report: Report) -> Iterator[str]:
    """Yield the table of figures."""
    one, two = report.players
    yield '<table>\n<thead><tr><th></th><th scope="col" class="name-one">' + escape(one.name)
    yield '</th><th scope="col" class="name-two">' + escape(two.name) + "</th></tr></thead>\n<tbody>"
    for name, first, second in rows(one.figures, two.figures):
        yield f'<tr><th scope="row">{name}</th><td>{escape(first)}</td><td>{escape(second)}</td></tr>'
    yield "</tbody>\n</table>"


def _worst(player: PlayerReport) -> Iterator[str]:
    """Yield the worst decisions of a player, with pictures."""
    name = "name-one" if player.player == 0 else "name-two"
    yield f'<h2 class="{name}">{escape(player.name)}</h2>'
    for title, decisions in (("Worst plays", player.plays), ("Worst cube decisions", player.cubes)):
        if decisions:
            yield f'<h3>{title}</h3>\n<div class="cards">'
            yield from (_card(one) for one in decisions)
            yield "</div>"


def _card(decision: Decision) -> str:
    """Return a decision with its board."""
    board = board_svg(
        decision.position,
        decision.player,
        decision.cube,
        decision.roll,
        made=decision.moves,
        best=decision.best_moves,
        title=f"{where(decision)}: {told(decision)}",
    )
    roll = "" if decision.roll is None else f"{decision.roll}: "
    made, best = escape(decision.made), escape(decision.best)
    return (
        f'<figure>{board}<figcaption><span class="cost">{cost(decision.error)}</span>'
        f'{roll}<span class="made">{made}</span>, best <span class="best">{best}</span><br>'
        f'<span class="soft">{where(decision)}</span> <code>{position_id(decision.position)}</code>'
        "</figcaption></figure>"
    )


def _illegal(play: IllegalPlay, name: str) -> str:
    """Return an illegal play: the board before and after it."""
    title = f"game {play.game}, turn {play.turn}: {name} with {play.roll}"
    before = board_svg(play.before, play.player, play.cube, play.roll, title=f"before: {title}")
    after = board_svg(play.after, play.player, play.cube, play.roll, title=f"after: {title}")
    captions = ("<figcaption>before</figcaption>", f"<figcaption>after<br>{escape(title)}</figcaption>")
    return f"<figure>{before}{captions[0]}{after}{captions[1]}</figure>"
