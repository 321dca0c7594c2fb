"""Discovery by Home Assistant: what a table shows there without anything being typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from controller.hall.topics import Topic

if TYPE_CHECKING:
    from controller.hall.membership import Membership

PREFIX: Final = "homeassistant"
"""What the topics of discovery begin with."""


def discovery(membership: Membership, program: str) -> tuple[str, bytes]:
    """Return topic and message by which Home Assistant finds a table: what it does, the score, and whether to go there.

    Args:
        membership: of the table.
        program: the version of Tavola.
    """
    hall, table = membership.hall, membership.table
    mark = f"tavola-{hall}-{table}"
    status, state = str(Topic(hall, table, "status")), str(Topic(hall, table, "state"))
    parts = {
        "status": {
            "platform": "sensor",
            "name": "Status",
            "state_topic": status,
            "value_template": "{{ value_json.state }}",
        },
        "score": {
            "platform": "sensor",
            "name": "Score",
            "state_topic": state,
            "value_template": "{{ value_json.names[0] }} {{ value_json.score[0] }},"
            " {{ value_json.names[1] }} {{ value_json.score[1] }}",
        },
        "asks": {
            "platform": "binary_sensor",
            "device_class": "problem",
            "name": "Somebody is wanted",
            "state_topic": status,
            "value_template": "{{ 'ON' if value_json.state in ('asking', 'lost') else 'OFF' }}",
        },
    }
    said = {
        "device": {"identifiers": [mark], "name": f"Tavola {table}", "manufacturer": "Tavola", "sw_version": program},
        "origin": {"name": "tavola", "sw_version": program},
        "components": {name: {**part, "unique_id": f"{mark}-{name}"} for name, part in parts.items()},
    }
    return f"{PREFIX}/device/{mark}/config", json.dumps(said, separators=(",", ":")).encode()
