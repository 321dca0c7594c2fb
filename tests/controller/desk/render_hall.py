"""Pictures of the hall's desk for its guide: `python -m tests.controller.desk.render_hall [FOLDER]`."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from controller.announce.health import notice
from controller.announce.language import Words
from controller.desk.desk import Desk
from controller.desk.server import HallServer
from controller.outputs.told import Told
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.mqtt.halls import a_table, finished
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.outputs.pages.played import told
from tests.paths import ROOT
from tests.rigs.mosquitto import Broker, until

PLAYED: Final = {"table-1": 99, "table-2": 7, "table-3": 12, "table-4": 5, "table-5": 9, "table-6": 11}
"""How much of a match each table has told: one is over, at another an illegal play lies on the board."""
PICTURES: Final = {"hall": (1280, 860)}


def main(arguments: list[str]) -> None:
    """Write the pictures."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made, chromium() as browser, Broker(Path(made), tuple(PLAYED)) as broker:
        finished(Path(made))
        tables = {
            name: a_table(broker.tables[name], Path(made) if name == "table-1" else None) for name in broker.tables
        }
        with HallServer(Served(PageAddress("127.0.0.1", 0), Words()), Desk(broker.desk)) as server:
            for name, table in tables.items():
                for one in islice(told(), PLAYED[name]):
                    table.hear(one)
            tables["table-5"].hear(Told(notices=(notice(1.0, "director.called"),)))
            if not until(lambda: len(server.hall.view.results) == 1):
                raise TimeoutError("the desk has not heard of a result")
            for name, (width, height) in PICTURES.items():
                page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
                page.goto(server.desk_url)
                page.locator("article.table tavola-board .checker").nth(170).wait_for()
                drawn = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
                if drawn is None:
                    raise ValueError("the browser has made no picture")
                cv2.imwrite(str(folder / f"{name}.jpg"), drawn, [cv2.IMWRITE_JPEG_QUALITY, 85])
                sys.stdout.write(f"{folder / name}.jpg\n")
                page.close()
        for table in tables.values():
            table.close()


if __name__ == "__main__":
    main(sys.argv[1:])
