"""Check of a page that is open in a browser for what keeps people out, by axe."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page


@cache
def _axe() -> str:
    """Return the script of axe."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def barriers(page: Page) -> list[str]:
    """Return what axe finds on a page that is serious or critical: the rule, and where."""
    page.evaluate(_axe())
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]
