from datetime import date, datetime
from typing import Any

from django.db import transaction

from accounts.models import Child, User
from care.models import PaperSeen
from care.paperwork.seasons import coming_seasons
from core.errors import NotFound


@transaction.atomic
def record_paper(*, child_id: int, kind: str, seen_on: date, seen_by: User, now: datetime) -> tuple[PaperSeen, bool]:
    """For the child's coming season; a second time changes day and person. True: the row is new."""
    if not Child.objects.not_deleted().select_for_update(no_key=True).filter(pk=child_id).exists():
        raise NotFound
    season_id = coming_seasons([child_id], now)[child_id]
    key: dict[str, Any] = {"child_id": child_id, "season_id": season_id, "kind": kind}
    return PaperSeen.objects.update_or_create(**key, defaults={"seen_on": seen_on, "seen_by": seen_by})
