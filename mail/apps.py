from datetime import datetime
from typing import Any

from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "mail"

    def ready(self) -> None:
        from accounts.profiles import profile_completed

        profile_completed.connect(put_welcome, dispatch_uid="welcome")


def put_welcome(*, user: Any, now: datetime, **_: Any) -> None:
    """Welcomes a user who has just completed their profile. Receiver of ``profile_completed``."""
    from mail import outbox
    from mail.models import OutboxEmail

    outbox.put(OutboxEmail.Kind.WELCOME, recipient_id=user.pk, about="account", facts={}, now=now)
