"""Addresses are parsed, and only names that lead here count as such."""

from __future__ import annotations

import pytest

from controller.web.address import PageAddress, host_name, own_names, parse_address
from controller.web.errors import PagesError

EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing listens there in a test


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("", "127.0.0.1", 8724),
        ("9000", "127.0.0.1", 9000),
        (":9000", "127.0.0.1", 9000),
        (EVERYWHERE, EVERYWHERE, 8724),
        (f"{EVERYWHERE}:80", EVERYWHERE, 80),
        ("hall.local:80", "hall.local", 80),
        ("[::1]:80", "::1", 80),
        ("::1", "::1", 8724),
    ],
)
def test_an_address_is_a_host_a_port_or_both(text: str, host: str, port: int) -> None:
    assert parse_address(text) == PageAddress(host, port)


@pytest.mark.parametrize("text", ["a:b", "localhost:99999", "http://localhost", "a b", "host:٣"])
def test_what_is_no_address_is_said(text: str) -> None:
    with pytest.raises(PagesError, match=r"pages\.no_address"):
        parse_address(text)


def test_on_the_network_the_names_of_this_computer_lead_here_and_no_others() -> None:
    assert own_names(PageAddress()) == {"localhost", "127.0.0.1", "::1"}
    names = own_names(PageAddress(EVERYWHERE), ("Hall.example",))
    assert "hall.example" in names
    assert any(name.endswith(".local") for name in names)
    assert host_name("LOCALHOST:80") == "localhost"
    assert host_name("[::1]:80") == "::1"
