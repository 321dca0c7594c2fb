"""The JSON schemas of a hall's messages as one text: `python -m controller.hall.schemas > docs/hall-schemas.json`."""

from __future__ import annotations

import json
import sys

from controller.hall.messages import DESK_KINDS, KINDS, schema


def schemas() -> str:
    """Return the schemas of all messages, by the name of the class."""
    kinds = dict.fromkeys((*KINDS.values(), *DESK_KINDS.values()))
    return json.dumps({kind.__name__: schema(kind) for kind in kinds}, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schemas())
