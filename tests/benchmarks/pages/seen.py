"""What a viewer's browser sees of the pages, and when: `python -m tests.benchmarks.pages.seen [--viewers 200]`.

Printed are the bytes of a page that is loaded for the first time, the seconds to its first board at 3 Mbit/s on a cold
cache, and the milliseconds from when the bus tells something to when it is painted, with many other viewers.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.language import Words
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.benchmarks.pages.viewers import watch
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.outputs.pages.played import told
from tests.controller.outputs.pages.render_pages import ILLEGAL, living, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RATE: Final = 3e6 / 8
"""Bytes a second of the network that is emulated."""
LATENCY_MS: Final = 40
"""Its latency."""
PAGES: Final = ("/", "/overlay", "/director", "/replay")
_PAINTED: Final = """() => {
    window.painted = [];
    const told = () => document.querySelector("#said li")?.textContent ?? "";
    let last = told();
    new MutationObserver(() => {
        if (told() === last) return;
        last = told();
        requestAnimationFrame(() => setTimeout(() => window.painted.push([last, Date.now()])));
    }).observe(document.querySelector("#said"), { childList: true, subtree: true });
}"""
"""Notes when a new line has been painted: a task after the frame that draws it."""


def weight_and_first_board(browser: Browser, path: str) -> tuple[int, float]:
    """Return the bytes that a page has to fetch, and the seconds until its board or stage stands there."""
    with served(ILLEGAL) as server:
        context = browser.new_context(reduced_motion="reduce")
        if path == "/director":
            page = context.new_page()
            page.goto(server.director_url)
            page.wait_for_url("**/director")
            page.close()
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        limits = {"downloadThroughput": RATE, "uploadThroughput": RATE, "latency": LATENCY_MS, "offline": False}
        network.send("Network.emulateNetworkConditions", limits)
        came: Counter[str] = Counter()  # by request; a stream goes on, and has no end to be told of
        network.on("Network.dataReceived", lambda one: came.update({one["requestId"]: one["dataLength"]}))
        network.on("Network.loadingFinished", lambda one: came.__setitem__(one["requestId"], one["encodedDataLength"]))
        began = time.monotonic()
        page.goto(f"{server.url}{path}", wait_until="commit")
        found = "#stage:not([hidden])" if path == "/overlay" else "tavola-board .checker"
        page.locator(found).first.wait_for(state="attached", timeout=60_000)
        took = time.monotonic() - began
        page.wait_for_timeout(500)
        context.close()
    return round(came.total()), took


def paint_delays(page: Page, server: PageServer, events: int) -> list[float]:
    """Return for each event the seconds from when the bus told it to when it was painted."""
    page.locator("tavola-board .checker").first.wait_for(state="attached", timeout=60_000)
    page.evaluate(_PAINTED)
    delays: list[float] = []
    match = [one for one in told() if one.known is not None and one.events]
    seen = 0
    for number in range(events):
        began = time.time()
        server.hear(match[number % len(match)])
        page.wait_for_timeout(250)
        painted = page.evaluate("window.painted")
        if len(painted) > seen:
            delays.append(painted[-1][1] / 1000 - began)
        seen = len(painted)
    return delays


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--loads", type=int, default=5)
    chosen = parser.parse_args(arguments)
    with chromium() as browser:
        for path in PAGES[:3]:
            loads = [weight_and_first_board(browser, path) for _ in range(chosen.loads)]
            middle = float(np.median([took for _, took in loads]))
            sys.stdout.write(
                f"{path}: {loads[0][0] / 1000:.0f} kB; first board at 3 Mbit/s {middle:.2f} s in the middle of"
                f" {len(loads)} loads, {max(took for _, took in loads):.2f} s at most\n"
            )
        with PageServer(Served(PageAddress(port=0), Words())) as server, living(server, 0.0):
            server.hear(next(told()))
            here, there = multiprocessing.Pipe()
            watching = multiprocessing.get_context("spawn").Process(
                target=watch, args=(server.port, chosen.viewers, there), daemon=True
            )
            watching.start()
            here.recv()
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.goto(server.url)
            delays = paint_delays(page, server, chosen.events)
            here.send("end")
            while watching.is_alive():
                if here.poll(0.1):
                    here.recv()
        p50, p95 = np.percentile(delays, (50, 95)) * 1000
        sys.stdout.write(
            f"{chosen.viewers} viewers: from the bus to painted {p50:.0f} ms in the middle, {p95:.0f} ms in 95 of 100"
            f" ({len(delays)} of {chosen.events} events with a new line)\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
