"""A real SMTP server for tests. A test can choose its replies."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.db import transaction
from django.test import override_settings

from accounts.models import User
from mail import outbox
from mail.models import OutboxEmail
from testing.factories import NOW
from testing.servers.free_ports import free_port

ACCEPTED = "250 accepted"


@dataclass
class MailServer:
    """The e-mails that the server has accepted, their source, the addresses of the clients, and its replies.

    ``reply_to_address`` and ``reply_to_text`` get the recipient's address and return the reply. They may block.
    An empty reply to the text closes the connection.
    """

    port: int = 0
    accepted: list[EmailMessage] = field(default_factory=list)
    sources: list[bytes] = field(default_factory=list)
    clients: set[tuple[str, int]] = field(default_factory=set)
    reply_to_address: Callable[[str], str] = lambda address: ACCEPTED
    reply_to_text: Callable[[str], str] = lambda address: ACCEPTED

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        self.clients.add(session.peer)
        reply = self.reply_to_address(address)
        if reply.startswith("2"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, _session: Any, envelope: Any) -> str:  # noqa: N802
        reply = self.reply_to_text(envelope.rcpt_tos[0])
        if reply.startswith("2"):
            self.sources.append(envelope.content)
            self.accepted.append(message_from_bytes(envelope.content, policy=policy.default))  # type: ignore[arg-type]
        elif not reply:
            server.transport.abort()
        return reply

    def subjects(self) -> list[str]:
        return [message["Subject"] for message in self.accepted]


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    """Runs the server in a thread, and points the site at it."""
    server = MailServer(port=free_port())
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    smtp = "django.core.mail.backends.smtp.EmailBackend"  # the test runner replaces this setting
    try:
        with override_settings(EMAIL_BACKEND=smtp, EMAIL_HOST="127.0.0.1", EMAIL_PORT=server.port):
            yield server
    finally:
        controller.stop()


def put_email(
    user: User, about: str = "account", kind: OutboxEmail.Kind = OutboxEmail.Kind.WELCOME, **changes: Any
) -> OutboxEmail:
    """Puts an e-mail into the outbox and returns it."""
    with transaction.atomic():
        outbox.put(kind, recipient_id=user.pk, about=about, **{"facts": {}, "now": NOW} | changes)
    return OutboxEmail.objects.get(kind=kind, about=about, recipient=user)


def pause(seconds: float) -> Callable[[str], str]:
    """Returns a function that accepts an e-mail after this time."""

    def reply(_address: str) -> str:
        time.sleep(seconds)
        return ACCEPTED

    return reply
