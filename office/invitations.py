"""The e-mail that tells an account that nobody has logged in to what is there, and how to get it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Child, Role, User, UserQuerySet
from care.models import Contact
from core.site_time import site_day
from mail import outbox
from mail.facts import one_line
from mail.models import OutboxEmail
from mail.rendering import Details


@dataclass(frozen=True)
class Invitation:
    """``unreached``: the accounts without an address, or whose mail server refuses it."""

    invited: int
    unreached: list[User]


@transaction.atomic
def invite(*, ids: Collection[int] | None, again: bool, now: datetime, dry_run: bool) -> Invitation:
    """Invites these accounts, or all families. Nobody gets a second e-mail, unless ``again``: then one a day.

    An account to which somebody has logged in gets none.
    """
    accounts = _without_login()
    accounts = accounts.filter(role=Role.STUDENT) if ids is None else accounts.filter(pk__in=ids)
    unreached = list(outbox.unreached(set(accounts.values_list("pk", flat=True))))
    about = site_day(now) if again else "account"
    former = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.INVITATION, recipient=OuterRef("pk"))
    if again:
        former = former.filter(Q(state=OutboxEmail.State.QUEUED) | Q(about=about))
    invited = accounts.exclude(pk__in=[each.pk for each in unreached]).exclude(Exists(former))
    invited_ids = list(invited.values_list("pk", flat=True))
    if not dry_run:
        outbox.put_invitations(invited_ids, about=about, now=now)
    return Invitation(len(invited_ids), unreached)


def _without_login() -> UserQuerySet:
    return User.objects.filter(
        deleted_at=None, is_active=True, firebase_uid=None, last_login=None, email_first_verified_at=None
    )


def may_be_sent(email: OutboxEmail) -> bool:
    account = email.recipient
    return account is not None and account.is_active and not account.has_login


def what_is_there(facts: Mapping[str, Any], now: datetime) -> Details:
    """Read when the e-mail is sent, because the office may correct it until then."""
    account = User.objects.get(pk=facts["account"])
    children = Child.objects.not_deleted().filter(guardian=account).order_by("pk").values_list("name", flat=True)
    contacts = Contact.objects.of(account).shown_to(account).order_by("pk") if settings.CARE else Contact.objects.none()
    return Details(
        {
            "is_instructor": account.is_instructor,
            "email": account.email,
            "children": [one_line(each) for each in children],
            "contacts": [one_line(each) for each in contacts.values_list("name", flat=True)],
        }
    )
