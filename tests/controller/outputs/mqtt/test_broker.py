"""A table in a hall with a real broker: what it tells, who may do what, and what is left when things break."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")

from controller.hall.membership import membership_text
from controller.hall.messages import DeskStatus, TableAlert, TableOrder, TableStatus, decode, encode
from controller.hall.signing import signature, table_key
from controller.hall.topics import Topic
from controller.outputs.mqtt import link as links
from controller.outputs.mqtt.link import HallLink, Letter
from controller.outputs.mqtt.results import result_of
from tests.controller.outputs.mqtt.halls import SHORT, Ear, a_table, carried, finished
from tests.controller.outputs.pages.played import told
from tests.paths import ROOT
from tests.rigs.mosquitto import HALL, PROGRAM, Broker, Cable, at, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from controller.hall.messages import OrderAnswer

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed")
ONE, TWO = "table-1", "table-2"


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with Broker(tmp_path_factory.mktemp("hall"), (ONE, TWO)) as made:
        yield made


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a lost connection be found out in a second, and be tried again at once."""
    monkeypatch.setattr(links, "KEEPALIVE", 1)
    monkeypatch.setattr(links, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(links, "LONGEST_PAUSE", 0.2)


def test_a_desk_that_comes_later_is_told_everything_that_holds(broker: Broker) -> None:
    with a_table(broker.tables[ONE]) as table:
        told_so_far = list(told())
        for one in told_so_far:
            table.hear(one)
        assert until(lambda: table.link.connected and not table.link.waiting)
        with Ear(broker.desk) as desk:
            assert until(lambda: desk.does(ONE) == "playing" and desk.state(ONE) is not None)
            state = desk.state(ONE)
            assert state is not None
            assert (state.names, state.seq) == (("Anna", "Boris"), told_so_far[-1].known.number)  # type: ignore[union-attr]
            assert state.cube.value == 2
            assert str(Topic(HALL, ONE, "about")) in desk.kept
            assert not [topic for topic in desk.kept if "/alert/" in topic]  # the illegal play was corrected
    with Ear(broker.desk) as desk:
        assert until(lambda: desk.does(ONE) == "gone")


def test_a_reason_to_go_there_is_kept_until_it_is_settled(broker: Broker) -> None:
    topic = str(Topic(HALL, ONE, "alert", "illegal"))
    with Ear(broker.desk) as desk, a_table(broker.tables[ONE]) as table:
        matched = iter(told())
        for one in matched:
            table.hear(one)
            if table._alerts.find("illegal") is not None:
                break
        assert until(lambda: topic in desk.kept and desk.does(ONE) == "asking")
        alert = decode(desk.kept[topic], TableAlert)
        assert (alert.player, alert.kind) == (1, "illegal")
        assert alert.text
        for one in matched:
            table.hear(one)
        assert until(lambda: topic not in desk.kept and desk.does(ONE) == "playing")


def test_a_table_tells_under_its_own_name_only_and_hears_only_what_is_for_it(broker: Broker) -> None:
    with Ear(broker.desk) as desk, Ear(broker.tables[ONE], ("#",), "thief") as thief:
        forged = encode(TableStatus(state="playing", since=1.0, run="forged"))
        for topic in (
            str(Topic(HALL, TWO, "status")),
            str(Topic(HALL, "desk", "status")),
            str(Topic(HALL, TWO, "order")),
            str(Topic(HALL, ONE, "order")),
            f"public/tavola/1/{HALL}/{ONE}",
            f"tavola/1/other/{ONE}/status",
        ):
            assert thief.link.send(Letter(topic, forged))
        assert thief.link.send(Letter(str(Topic(HALL, ONE, "event")), b"allowed"))
        assert until(lambda: any(one.payload == b"allowed" for one in desk.heard))
        assert not [one for one in desk.heard if one.payload == forged]
        secret = str(Topic(HALL, TWO, "order"))
        desk.link.send(Letter(secret, b"for another"))
        desk.link.send(Letter(str(Topic(HALL, ONE, "order")), b"for this one"))
        assert until(lambda: any(one.payload == b"for this one" for one in thief.heard))
        allowed = (str(Topic(HALL, ONE, "order")), str(Topic(HALL, "desk", "status")))
        assert {one.topic for one in thief.heard} <= set(allowed)


def test_a_spectator_reads_what_is_public_and_nothing_else(broker: Broker) -> None:
    member = replace(broker.desk, table="spectator", password=broker.spectator)
    public = f"public/tavola/1/{HALL}/{ONE}"
    with Ear(broker.desk) as desk, Ear(member, ("#",), "spectator-1") as spectator:
        spectator.link.send(Letter(public, b"from a spectator"))
        desk.link.send(Letter(str(Topic(HALL, ONE, "event")), b"not public"))
        desk.link.send(Letter(public, b"public"))
        assert until(lambda: any(one.payload == b"public" for one in spectator.heard))
        assert {one.payload for one in spectator.heard if one.topic != public} == set()
        assert b"from a spectator" not in {one.payload for one in spectator.heard}


@pytest.mark.parametrize("what", ["password", "authority"])
def test_a_wrong_password_or_another_authority_lets_nobody_in(broker: Broker, what: str, tmp_path: Path) -> None:
    other = Broker(tmp_path, (ONE,))  # another hall, which is not begun
    member = replace(broker.tables[ONE], **{what: getattr(other.tables[ONE], what)})
    link = HallLink(member, ("tavola/1/club/table-1/status", b"x"), (), lambda _: None)
    with link:
        assert until(lambda: link.trouble)
        assert not link.connected


def test_an_order_counts_once_and_only_with_the_signature_of_the_desk(broker: Broker) -> None:
    done: list[TableOrder] = []

    def carry_out(order: TableOrder) -> OrderAnswer:
        done.append(order)
        return carried(order)

    with Ear(broker.desk) as desk, a_table(broker.tables[TWO], carry_out=carry_out):
        assert until(lambda: desk.does(TWO) == "init")
        order = desk.order(TWO, "announce", "Please begin")
        assert until(lambda: desk.answers(order))
        assert desk.answers(order)[0].lines == ("announce Please begin",)
        desk.send(TWO, order)  # as a broker may send it twice
        assert until(lambda: len(desk.answers(order)) == 2)
        for change in ({"why": "another reason"}, {"sign": ""}, {"run": "0"}):
            bad = desk.order(TWO, "undo", **change)
            assert until(lambda bad=bad: desk.answers(bad))
            assert not desk.answers(bad)[0].done
        other = desk.order(TWO, "undo", run="0" * 16)
        assert until(lambda: desk.answers(other))
        assert [one.words for one in done] == [("announce", "Please begin")]


def test_an_order_of_a_later_desk_is_carried_out_and_that_of_an_earlier_one_too(broker: Broker) -> None:
    with Ear(broker.desk) as desk, a_table(broker.tables[TWO]):
        assert until(lambda: desk.does(TWO) == "init")
        key = table_key(broker.desk.order_key, HALL, TWO)
        for mark, change in (("a1", {"v": 2, "until": 12.5}), ("a2", {})):
            status = desk.status(TWO)
            assert status is not None
            plain = {"mark": mark, "words": ["announce", mark], "who": "Carla", "run": status.run, **change}
            order = json.dumps({**plain, "sign": signature(plain, key)}).encode()
            to, answer = str(Topic(HALL, TWO, "order")), str(Topic(HALL, TWO, "answer", "ear"))
            assert desk.link.send(Letter(to, order, 30, answer, mark.encode()))
            known = TableOrder(mark=mark, words=("announce", mark), who="Carla", run=status.run)
            assert until(lambda known=known: desk.answers(known))
            assert [one.lines for one in desk.answers(known)] == [(f"announce {mark}",)]


def test_an_order_that_the_broker_has_kept_is_left_alone(broker: Broker) -> None:
    done: list[TableOrder] = []

    def carry_out(order: TableOrder) -> OrderAnswer:
        done.append(order)
        return carried(order)

    with Ear(broker.desk) as desk:
        topic = str(Topic(HALL, TWO, "order"))
        with a_table(broker.tables[TWO], carry_out=carry_out) as table:
            assert until(lambda: desk.does(TWO) == "init")
            order = desk.order(TWO, "undo", sign="")
            kept = replace(order, sign="0" * 64)
            desk.link.keep(topic, encode(kept))
            assert until(lambda: not desk.link.waiting)
            table.link.tell_again()
        assert until(lambda: desk.does(TWO) == "gone")
        with a_table(broker.tables[TWO], carry_out=carry_out):
            assert until(lambda: desk.does(TWO) == "init")
            fresh = desk.order(TWO, "repeat")
            assert until(lambda: desk.answers(fresh))
        desk.link.keep(topic, b"")
        assert until(lambda: not desk.link.waiting)
    assert [one.words for one in done] == [("repeat",)]


@pytest.mark.usefixtures("quick")
def test_a_broker_that_is_killed_twice_loses_no_result_and_tells_none_twice(tmp_path: Path) -> None:
    folders = {ONE: tmp_path / "one", TWO: tmp_path / "two"}
    for folder in folders.values():
        folder.mkdir()
    with Broker(tmp_path, (ONE, TWO)) as broker, Ear(broker.desk) as desk:
        tables = {
            name: a_table(broker.tables[name], folder, off=3600.0 * number)  # clocks are off by an hour
            for number, (name, folder) in enumerate(folders.items())
        }
        for number in (1, 2, 3):
            for name, folder in folders.items():
                if number != 2:
                    assert until(lambda name=name: tables[name].link.connected)
                finished(folder, number)
                for one in told(session=f"match-{number:04}"):
                    tables[name].hear(one)
                tables[name]._over = (f"match-{number:04}", True)
                tables[name]._pending.append(f"match-{number:04}")
            if number == 1:
                broker.kill()
            elif number == 2:
                time.sleep(0.3)
                broker.start()
            else:
                broker.kill()
                broker.start()
        assert until(lambda: len(desk.results()) == 6)
        assert until(lambda: all(desk.does(name) == "playing" for name in folders))
        for name, folder in folders.items():
            wanted = [result_of(folder / f"match-{number:04}.journal") for number in (1, 2, 3)]
            found = [desk.kept[str(Topic(HALL, name, "result", one.match))] for one in wanted if one is not None]
            assert found == [encode(one) for one in wanted if one is not None]
        for table in tables.values():
            table.close()
        with Ear(broker.desk) as later:
            assert until(lambda: len(later.results()) == 6)
            assert len({one.digest for one in later.results()}) == len({one.digest for one in desk.results()})


KILLED = """
import sys, time
from pathlib import Path
from controller.hall.membership import parse_membership
from tests.controller.outputs.mqtt.halls import a_table
from tests.controller.outputs.pages.played import told
member = parse_membership(Path(sys.argv[1]).read_text(), "member")
with a_table(member, Path(sys.argv[2])) as table:
    for one in told():
        table.hear(one)
    time.sleep(60)
"""


def test_a_table_that_is_killed_is_lost_at_once_and_back_with_all_results(tmp_path: Path) -> None:
    finished(tmp_path)
    with Broker(tmp_path, (ONE,)) as broker, Ear(broker.desk) as desk:
        member = tmp_path / "member.json"
        member.write_text(membership_text(broker.tables[ONE]))
        played = subprocess.Popen([sys.executable, "-c", KILLED, str(member), str(tmp_path)], cwd=ROOT)
        try:
            assert until(lambda: desk.does(ONE) == "playing" and desk.results(), 60)
            before = desk.results()
            os.kill(played.pid, signal.SIGKILL)
            assert until(lambda: desk.does(ONE) == "lost", 5)
        finally:
            played.kill()
            played.wait(10)
        with a_table(broker.tables[ONE], tmp_path):
            assert until(lambda: desk.does(ONE) == "init")
            assert until(lambda: [one for one in desk.heard if "/result/" in one.topic][1:])
            assert desk.results() == before


@pytest.mark.usefixtures("quick")
def test_a_network_that_is_cut_is_found_out_and_the_newest_state_comes_after_it(broker: Broker) -> None:
    with Ear(broker.desk) as desk, Cable(broker.port) as cable, a_table(at(broker.tables[ONE], cable.port)) as table:
        matched = list(told())
        table.hear(matched[0])
        assert until(lambda: desk.state(ONE) is not None and desk.does(ONE) != "gone")
        cable.cut = True
        began = time.monotonic()
        for one in matched:
            table.hear(one)
        assert time.monotonic() - began < 2.0, "whoever tells has waited"
        assert until(lambda: desk.does(ONE) == "lost")
        assert until(lambda: not table.link.connected)
        cable.cut = False
        assert until(lambda: desk.does(ONE) == "playing")
        last = matched[-1].known
        assert last is not None
        assert until(lambda: desk.state(ONE) is not None and desk.state(ONE).seq == last.number)  # type: ignore[union-attr]


def test_a_new_desk_is_told_everything_again(broker: Broker) -> None:
    with a_table(broker.tables[ONE]) as table, Ear(broker.desk) as desk:
        assert until(lambda: desk.does(ONE) == "init" and not table.link.waiting)
        before = len([one for one in desk.heard if one.topic.endswith("/about")])
        status = encode(DeskStatus(state="ready", since=1.0, run="d" * 8))
        desk.link.keep(str(Topic(HALL, "desk", "status")), status)
        assert until(lambda: len([one for one in desk.heard if one.topic.endswith("/about")]) > before)


def test_a_result_that_is_taken_back_is_taken_back_in_the_hall(broker: Broker, tmp_path: Path) -> None:
    result = result_of(finished(tmp_path).path)
    assert result is not None
    topic = str(Topic(HALL, TWO, "result", result.match))
    matched = list(told(SHORT))
    with Ear(broker.desk) as desk, a_table(broker.tables[TWO], tmp_path) as table:
        for one in matched:
            table.hear(one)
        assert until(lambda: desk.does(TWO) == "ready" and topic in desk.kept)
        table.hear(matched[-2])  # as after an undo
        assert until(lambda: topic not in desk.kept)
        table.hear(matched[-1])
        assert until(lambda: topic in desk.kept)
