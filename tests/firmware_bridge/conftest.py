"""Links to talk to: a new one, and one that shows a dark strip."""

from __future__ import annotations

import pytest

from firmware_bridge.messages import Show
from tests.firmware_bridge.link.link_talk import DARK, Talk, acked, hello


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def live(talk: Talk) -> Talk:
    """A link that shows a dark strip, at rest."""
    hello(talk)
    assert talk.reply(talk.who()) == [Show(1, DARK)]
    assert talk.reply(acked(DARK, 1)) == []
    assert talk.shown()
    return talk
