"""E-mails to second guardians of a child. None contains an amount or another adult's address.

An e-mail names its guardianship, and is sent only while that is active (``mail.checks``).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.models import Guardianship
from mail.facts import one_line
from mail.models import OutboxEmail
from mail.outbox import put, put_all
from mail.rendering import Details


def put_to_guardian(
    kind: OutboxEmail.Kind,
    guardianship: Guardianship,
    *,
    about: object,
    facts: Mapping[str, Any],
    now: datetime,
    valid_until: datetime | None = None,
) -> None:
    """As ``outbox.put``, to one of ``accounts.guardians.told_about``. ``facts``: without amounts."""
    assert guardianship.user_id is not None
    put(
        kind,
        recipient_id=guardianship.user_id,
        about=about,
        facts={**facts, "guardian": True},
        now=now,
        valid_until=valid_until,
        guardianship_id=guardianship.pk,
    )


def put_to_guardians(
    kind: OutboxEmail.Kind,
    guardianships: Mapping[int, Sequence[int]],
    *,
    about: object,
    facts: Mapping[str, Any],
    now: datetime,
) -> None:
    """One e-mail for each account, which is sent while one of its guardianships is active.

    ``guardianships``: their ids, by account. ``facts``: without amounts, and about none of the children.
    """
    put_all(
        kind,
        about=about,
        facts={account: {**facts, "guardian": True, "guardianships": ids} for account, ids in guardianships.items()},
        now=now,
        guardianships={account: ids[0] for account, ids in guardianships.items()},
    )


def put_invitation(*, guardianship: Guardianship, now: datetime, **_: Any) -> None:
    """Receiver of ``guardian_invited``. The address and the link are read when the e-mail is sent."""
    assert connection.in_atomic_block
    earlier = OutboxEmail.objects.queued().filter(guardianship=guardianship, recipient=None)
    earlier.update(state=OutboxEmail.State.SKIPPED)
    OutboxEmail.objects.create(
        kind=OutboxEmail.Kind.GUARDIAN_INVITED,
        guardianship=guardianship,
        about=f"{guardianship.pk}/{now.isoformat()}",
        facts={"guardianship": guardianship.pk},
        created_at=now,
        due_at=now,
    )


def invitation_details(facts: Mapping[str, Any], now: datetime) -> Details:
    invitation = Guardianship.objects.select_related("child", "invited_by").get(pk=facts["guardianship"])
    return Details(
        {
            "child": one_line(invitation.child.name),
            "inviter": one_line(invitation.inviter),
            "care": invitation.care,
            "days": Guardianship.VALID.days,
            "path": f"/guardianship/{invitation.token}",
        }
    )
