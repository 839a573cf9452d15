from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef

from accounts.models import Child, ChildQuerySet
from care.models import Agreement, AgreementText, CareSheet, ContactChild, PaperSeen
from care.paperwork.seasons import coming_season
from core.models import School

AGREEMENTS = "agreements"
PAPER = "paper:"


def missing_for(child_ids: Collection[int], now: datetime) -> dict[int, list[str]]:
    """By child: parts of the school's ``requires``, and ``agreements``."""
    if not child_ids:
        return {}
    return missing_of(Child.objects.filter(pk__in=child_ids), now)


def missing_of(children: ChildQuerySet, now: datetime) -> dict[int, list[str]]:
    """As ``missing_for``, in two queries."""
    if not settings.CARE:
        return {child_id: [] for child_id in children.values_list("pk", flat=True)}
    parts = School.current().requires
    columns = {f"part_{number}": _column(part) for number, part in enumerate(parts)}
    answered = Agreement.objects.answered().filter(child=OuterRef(OuterRef("pk")))
    required = AgreementText.objects.current().filter(required=True)
    columns["lacks_signature"] = Exists(required.exclude(pk__in=answered.values("text")))
    rows = children.order_by().annotate(season=coming_season(now), **columns)
    return {row["pk"]: _missing(row, parts) for row in rows.values("pk", "season", *columns)}


def _missing(row: Mapping[str, Any], parts: Sequence[str]) -> list[str]:
    missing = [part for number, part in enumerate(parts) if not _is_complete(row[f"part_{number}"], row["season"])]
    return [*missing, AGREEMENTS] if row["lacks_signature"] else missing


def _is_complete(value: Any, season_id: int | None) -> bool:
    # A list has the seasons for which the part is there.
    return season_id in value if isinstance(value, list) else bool(value)


def _column(part: str) -> Any:
    if part.startswith(PAPER):
        return _seasons(PaperSeen.objects.filter(child=OuterRef("pk"), kind=part.removeprefix(PAPER)))
    return COLUMNS[part]()


def _seasons(rows: Any) -> ArraySubquery:
    return ArraySubquery(rows.values("season"))


def _has_contact(**kind: bool) -> Exists:
    return Exists(ContactChild.objects.filter(child=OuterRef("pk"), **kind))


COLUMNS: dict[str, Callable[[], Any]] = {
    "phone": lambda: F("guardian__phone"),
    "contact": lambda: _has_contact(contact__emergency=True),
    "pickup": lambda: _has_contact(contact__may_pick_up=True),
    "sheet": lambda: _seasons(CareSheet.objects.filter(child=OuterRef("pk"))),
}
