from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.guardians import cared_children, lock_cared_children
from accounts.models import Child, User
from care.models import Agreement, AgreementText
from core.errors import DomainError, NotFound, first_or_not_found, refused_if_taken

MAX_ANSWERS = 20
"""Of one account to one text for one child: no answer is ever deleted, and each is listed with its text."""


class TextOutdated(DomainError):
    code = "text_outdated"
    message = "The school has changed this text. Please read the new one before you sign."


class TooManyAnswers(DomainError):
    code = "too_many_answers"
    message = "You've answered this text many times already. Please talk to the school."


class VersionExists(DomainError):
    code = "already_exists"
    message = "Somebody else has just published a new version of this text. Please look at it first."


@dataclass(frozen=True)
class OnPaper:
    """A signature that staff have seen, on a day in the camp's time zone."""

    seen_on: date
    recorded_by: User


def publish_text(*, values: Mapping[str, Any], now: datetime) -> AgreementText:
    earlier = AgreementText.objects.filter(kind=values["kind"]).aggregate(version=Max("version"))["version"] or 0
    digest = AgreementText.digest(values["title"], values["body"])
    text = AgreementText(**values, version=earlier + 1, sha256=digest, created_at=now)
    with refused_if_taken(VersionExists):
        text.save()
    return text


@transaction.atomic
def sign(
    *,
    guardian: User,
    text_id: int,
    child_ids: Collection[int],
    accepted: bool,
    typed_name: str,
    on_paper: OnPaper | None = None,
    now: datetime,
) -> list[Agreement]:
    """An answer for each child, in the order of the ids. The guardian's same answer again stays the row that it is."""
    children = lock_cared_children(user=guardian, child_ids=child_ids)
    if not AgreementText.objects.filter(pk=text_id).exists():
        raise NotFound
    text = AgreementText.objects.current().filter(pk=text_id).first()
    if text is None:
        raise TextOutdated
    answer = {
        "accepted": accepted,
        "typed_name": typed_name,
        "seen_on": on_paper and on_paper.seen_on,
        "recorded_by": on_paper and on_paper.recorded_by,
    }
    return [_answer(text, children[each], guardian, answer, now) for each in child_ids]


def _answer(text: AgreementText, child: Child, guardian: User, answer: Mapping[str, Any], now: datetime) -> Agreement:
    answers = Agreement.objects.filter(child=child, text=text, signed_by=guardian).order_by("-pk")
    last = answers.first()
    if last is not None and all(getattr(last, name) == value for name, value in answer.items()):
        return last
    if answers.count() >= MAX_ANSWERS:
        raise TooManyAnswers
    values = {**answer, "child_name": child.name, "signed_at": now}
    return Agreement.objects.create(text=text, child=child, signed_by=guardian, **values)


def texts_to_sign(child: Child) -> QuerySet[AgreementText]:
    """The newest texts that no guardian of the child has answered yet."""
    answered = Agreement.objects.answered().filter(child=child)
    return AgreementText.objects.current().exclude(pk__in=answered.values("text")).order_by("-required", "kind")


def agreements_of(child: Child) -> QuerySet[Agreement]:
    """By any signer, the latest first."""
    return _newest_first().filter(child=child)


def readable_agreement(*, reader: User, agreement_id: int) -> Agreement:
    """What the account has signed, and what anybody has signed about a child whose paperwork it sees."""
    agreement = first_or_not_found(_newest_first().filter(pk=agreement_id))
    if agreement.signed_by_id != reader.pk:
        cared_children(user=reader, child_ids=[agreement.child_id])
    return agreement


def _newest_first() -> QuerySet[Agreement]:
    return Agreement.objects.with_counts().select_related("text", "recorded_by").order_by("-pk")
