"""Ports of the demo: read from the environment, and refused while they are in use."""

import socket

import pytest

from demo.servers import ports
from demo.servers.errors import DemoRefused
from testing.servers.free_ports import free_ports


@pytest.fixture
def used_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("value", ["zero", "0", "65536", "-1"])
def test_it_refuses_an_invalid_port(value):
    with pytest.raises(DemoRefused, match="STRIPE_STANDIN_PORT"):
        ports.port({"STRIPE_STANDIN_PORT": value}, "STRIPE_STANDIN_PORT")


def test_it_accepts_free_ports():
    ports.require_free(free_ports())


def test_it_names_a_used_port_and_the_variable_that_changes_it(used_port):
    with pytest.raises(DemoRefused) as refusal:
        ports.require_free(free_ports() | {"STRIPE_STANDIN_PORT": str(used_port)})
    message = str(refusal.value)
    assert f"Port {used_port} for the Stripe stand-in is taken" in message
    assert f"STRIPE_STANDIN_PORT={used_port + 1}" in message
    assert "the site" not in message


@pytest.mark.parametrize(
    ("name", "service"), [("MAILBOX_SMTP_PORT", "the mail server"), ("MAILBOX_PORT", "the mailbox's page")]
)
def test_it_checks_the_ports_of_the_mailbox(used_port, name, service):
    with pytest.raises(DemoRefused, match=f"Port {used_port} for {service} is taken.*{name}={used_port + 1}"):
        ports.require_free(free_ports() | {name: str(used_port)})


def test_it_refuses_the_same_port_for_two_services():
    environ = free_ports()
    with pytest.raises(DemoRefused, match="its own port"):
        ports.require_free(environ | {"PORT": environ["STRIPE_STANDIN_PORT"]})
