"""Helpers for the tests of e-mails."""

from datetime import timedelta
from typing import Any

import time_machine
from django.test import override_settings
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from mail.models import OutboxEmail
from mail.rendering import Details, RenderedEmail, render_with
from mail.sending import send_due_emails


def rendered(
    kind: OutboxEmail.Kind, *, details: Details | None = None, recipient: User | None = None, **facts: Any
) -> RenderedEmail:
    """Renders an e-mail with these facts, to Sam Rivera by default."""
    email = OutboxEmail(kind=kind, facts=facts, recipient=recipient or User(name="Sam Rivera"))
    return render_with(email, details or Details())


def assert_says(email: RenderedEmail, *sentences: str) -> None:
    """Asserts that both the text and the HTML contain each sentence."""
    page = words(strip_tags(email.html).replace("&#x27;", "'").replace("&amp;", "&"))
    for sentence in sentences:
        assert sentence in words(email.text)
        assert sentence in page


def send_all() -> None:
    """Sends what is due after the quiet period."""
    in_memory = override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")
    with in_memory, time_machine.travel(timezone.now() + timedelta(minutes=10)):
        while send_due_emails():
            pass


def words(text: str) -> str:
    """Returns the text without line breaks."""
    return " ".join(text.split())
