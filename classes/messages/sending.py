"""Writing to the families of a class, a season or a day. See docs/adr/0036."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.locking import lock_account
from accounts.models import User
from classes.messages.audience import Audience
from classes.models import CampClass, Enrollment, Message
from classes.seats.locks import lock_class
from core.errors import DomainError, NotFound, first_or_not_found
from mail import outbox
from mail.guardians import put_to_guardians
from mail.models import OutboxEmail

MAX_A_DAY = 5
DAY = timedelta(days=1)


class TooManyMessages(DomainError):
    code = "too_many_messages"
    message = f"You've sent {MAX_A_DAY} messages within 24 hours. Please wait, or ask the office."


class NoRecipients(DomainError):
    code = "no_recipients"
    message = "No family would get this message by email. Please choose other recipients."


class KeyUsed(DomainError):
    code = "key_used"
    message = "A message was already sent from this form. Please look at the messages before you write another one."


@transaction.atomic
def send_message(*, author: User, audience: Audience, draft: Mapping[str, Any], now: datetime) -> tuple[Message, bool]:
    """``draft``: ``key``, ``subject``, ``text``, ``to``. Returns also whether the message is new."""
    author = lock_account(author)
    camp_class = lock_class(audience.camp_class.pk) if audience.camp_class else None
    if not (_may_write(author, camp_class, now) if camp_class else author.is_admin):
        raise NotFound
    message, is_new = Message.objects.filter(key=draft["key"]).first(), False
    if message is None:
        _refuse_flood(author, now)
        message, is_new = _store(author, audience, draft, now)
    if not is_new and not _is_same(message, author, audience, draft):
        raise KeyUsed
    return message, is_new


def visible_messages(*, user: User, camp_class_id: int, now: datetime) -> QuerySet[Message]:
    """None for an account that has no seat and may not write to the class."""
    camp_class = first_or_not_found(CampClass.objects.filter(pk=camp_class_id))
    messages = Message.objects.about(camp_class).select_related("author")
    if _may_write(user, camp_class, now):
        return messages
    if Enrollment.objects.confirmed().filter(camp_class=camp_class).seen_by(user).exists():
        return messages.to_enrolled()
    if not camp_class.is_approved:
        raise NotFound
    return messages.none()


def _may_write(user: User, camp_class: CampClass, now: datetime) -> bool:
    return CampClass.objects.written_to_by(user, now).filter(pk=camp_class.pk).exists()


def _refuse_flood(author: User, now: datetime) -> None:
    if not author.is_admin and author.messages.filter(sent_at__gt=now - DAY).count() >= MAX_A_DAY:
        raise TooManyMessages


def _store(author: User, audience: Audience, draft: Mapping[str, Any], now: datetime) -> tuple[Message, bool]:
    paid = audience.paid_by_recipient(draft["to"])
    guardians = audience.guardians(draft["to"], families=paid)
    if not (paid or guardians):
        raise NoRecipients
    values = {**draft, **vars(audience), "author": author, "recipients": len(paid) + len(guardians), "sent_at": now}
    # Another author may use the same key at the same moment.
    message, is_new = Message.objects.get_or_create(key=draft["key"], defaults=values)
    if is_new:
        facts = {"subject": message.subject, "text": message.text, **audience.facts}
        by_account = {account: facts | {"price": str(price)} for account, price in paid.items()}
        outbox.put_all(OutboxEmail.Kind.MESSAGE, about=message.pk, facts=by_account, now=now)
        put_to_guardians(OutboxEmail.Kind.MESSAGE, guardians, about=message.pk, facts=facts, now=now)
    return message, is_new


def _is_same(message: Message, author: User, audience: Audience, draft: Mapping[str, Any]) -> bool:
    wanted = {**draft, **vars(audience), "author": author}
    return all(getattr(message, name) == value for name, value in wanted.items())
