from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.timesince import timeuntil

Row = TypeVar("Row")


class DomainError(Exception):
    """An operation refuses a request because of a rule.

    Subclasses are defined beside the operation that raises them and are named after the refusal (``ClassFull``).
    ``code`` is for programs, ``message`` for users, ``status`` the HTTP status; ``retry_after`` is in seconds,
    ``retry_at`` is when the rule may allow the request, ``fields`` has the messages of invalid inputs, ``lines`` the
    reasons by row of a request about several rows, and ``details`` what else the response has beside the code. All of
    them have Python's names and values; ``core.api.refusals`` writes them as JSON.
    """

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
    message: str = "This can't be done."
    retry_after: int | None = None
    retry_at: datetime | None = None
    lines: Sequence[Mapping[str, Any]] | None = None
    details: Mapping[str, Any] | None = None

    def __init__(self, message: str | None = None, *, fields: dict[str, list[str]] | None = None) -> None:
        if message is not None:
            self.message = message
        self.fields = fields
        super().__init__(self.message)


class NotYet(DomainError):
    """A refusal that may end at ``retry_at``. ``{wait}`` in the message becomes the time until then, in words."""

    def __init__(self, *, retry_at: datetime, now: datetime) -> None:
        full_minutes = retry_at + timedelta(minutes=1) - timedelta.resolution
        super().__init__(self.message.format(wait=timeuntil(full_minutes, now).replace("\xa0", " ")))
        self.retry_at = retry_at


class InvalidInput(DomainError):
    """A rule that no serializer can check."""

    code = "invalid"
    status = 400
    message = "Some entries aren't right yet. Please check them."


class BodyTooLarge(DomainError):
    code = "too_large"
    status = 413
    message = "That's too large to send."


class ProviderUnavailable(DomainError):
    """A provider (identity, cards, pictures) timed out, is down or sent an invalid response. Retrying is safe."""

    code = "provider_unavailable"
    status = 503
    message = "One of our services isn't responding right now. Nothing was lost."
    retry_after = 5


class NotFound(DomainError):
    """The row does not exist, or the user is not allowed to see it."""

    code = "not_found"
    status = 404
    message = "We couldn't find this. It may no longer be available."


def first_or_not_found(rows: QuerySet[Any, Row]) -> Row:
    row = rows.first()
    if row is None:
        raise NotFound
    return row


@contextmanager
def refused_if_taken(refusal: type[DomainError]) -> Iterator[None]:
    """In a transaction or savepoint of its own: raises the refusal if another row has the same unique value."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise refusal from error


class SetupProblem(Exception):
    """What does not work on this server, and what to do about it. ``is_certain`` is False for a mere doubt."""

    def __init__(self, text: str, *, is_certain: bool = True) -> None:
        super().__init__(text)
        self.is_certain = is_certain


class RefusedSetting(SetupProblem):
    """A provider or this machine refuses the value of a setting. No outage: the value never works."""
