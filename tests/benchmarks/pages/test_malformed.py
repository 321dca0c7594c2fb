"""Malformed requests over raw sockets: none is answered with an error of the server, and it is well afterwards."""

from __future__ import annotations

import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from tests.benchmarks.pages.malformed import answers


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=[pytest.mark.soak, pytest.mark.timeout(1800)])])
def test_no_malformed_request_is_answered_with_an_error_of_the_server(count: int) -> None:
    found, well = answers(count)
    assert found.total() == count
    assert not [status for status in found if status.startswith("5")]
    assert {"200", "400", "403", "404", "405"} <= {*found}  # so that they do come as far as the pages
    assert well == "200"
