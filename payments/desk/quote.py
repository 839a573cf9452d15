from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.children import own_children
from accounts.models import User
from classes.catalog.clashes import Clash, find_clashes_of_requests
from classes.models import CampClass, Enrollment
from classes.seats.requests import NotAllAvailable, Obstacle, SeatRequest
from core.errors import NotFound, first_or_not_found
from payments.checkout.quote import Quote, QuoteLine, quote_seats


@dataclass(frozen=True, kw_only=True)
class DeskQuoteLine(QuoteLine):
    clashes: list[Clash]


def quote_at_desk(*, user_id: int, requests: Sequence[SeatRequest], code: str | None, now: datetime) -> Quote:
    """Holds nothing, and says nothing about open seats."""
    account = first_or_not_found(User.objects.not_deleted().filter(pk=user_id))
    own_children(guardian=account, child_ids=[pk for each in requests if (pk := each.child_id) is not None])
    classes = CampClass.objects.select_related("season").in_bulk({each.camp_class_id for each in requests})
    gone = [Obstacle(each.names, NotFound()) for each in requests if each.camp_class_id not in classes]
    if gone:
        raise NotAllAvailable(gone)
    holds = Enrollment.objects.live_holds(now).filter(student=account, camp_class__in=classes)
    requested = [each for each in holds if any(request.is_for(each) for request in requests)]
    quote = quote_seats(account=account, requests=requests, classes=classes, holds=requested, code=code, now=now)
    clashes = find_clashes_of_requests(student_id=account.pk, requests=requests, now=now)
    return Quote([DeskQuoteLine(**vars(line), clashes=each) for line, each in zip(quote.lines, clashes, strict=True)])
