from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.utils.crypto import salted_hmac


class MailConfig(AppConfig):
    name = "mail"

    def ready(self) -> None:
        from accounts.guardians import guardian_invited
        from accounts.login import identity_bound
        from accounts.profiles import profile_completed
        from mail.alerts import wants_alerts
        from mail.checks import register_condition
        from mail.guardians import invitation_details, put_invitation
        from mail.models import OutboxEmail
        from mail.rendering import register_details

        register_details(OutboxEmail.Kind.GUARDIAN_INVITED, invitation_details)
        guardian_invited.connect(put_invitation, dispatch_uid="invitation")
        for kind in (OutboxEmail.Kind.ALERT, OutboxEmail.Kind.ALERT_DIGEST):
            register_condition(kind, wants_alerts)
        profile_completed.connect(put_welcome, dispatch_uid="welcome")
        identity_bound.connect(put_login_changed, dispatch_uid="login changed")


def put_welcome(*, user: Any, now: datetime, **_: Any) -> None:
    """Receiver of ``profile_completed``."""
    from core.api.throttling import TooManyRequests, count_request
    from mail import outbox
    from mail.models import OutboxEmail

    # An address is welcomed once a day: otherwise anybody could register and delete it again and again.
    address = salted_hmac("welcome", user.email).hexdigest()  # the counts contain no personal data
    try:
        count_request(scope="welcome", address=address, kind="welcome", now=now.timestamp())
    except TooManyRequests:
        return
    outbox.put(OutboxEmail.Kind.WELCOME, recipient_id=user.pk, about="account", facts={}, now=now)


def put_login_changed(*, user: Any, now: datetime, **_: Any) -> None:
    """Receiver of ``identity_bound``."""
    from mail import outbox
    from mail.models import OutboxEmail

    outbox.put(OutboxEmail.Kind.LOGIN_CHANGED, recipient_id=user.pk, about=now.isoformat(), facts={}, now=now)
