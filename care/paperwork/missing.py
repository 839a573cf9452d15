from collections.abc import Collection, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, Func, JSONField, OuterRef, Subquery

from accounts.models import Child, ChildQuerySet
from care.models import Agreement, AgreementText, CareSheet, ContactChild, PaperSeen
from care.paperwork.seasons import coming_season
from core.database.expressions import CompiledOnce
from core.models import School, usual_paperwork
from core.site_time import site_day

AGREEMENTS = "agreements"
PAPER = "paper:"
COLUMNS = ("requires", "season", "phone", "contact", "pickup", "sheets", "papers", "lacks_signature")


def missing_for(child_ids: Collection[int], now: datetime) -> dict[int, list[str]]:
    """By child: parts of the school's ``requires``, and ``agreements``."""
    if not child_ids:
        return {}
    return missing_of(Child.objects.filter(pk__in=child_ids), now)


def missing_of(children: ChildQuerySet, now: datetime) -> dict[int, list[str]]:
    """As ``missing_for``, in one query and in the order of the children."""
    if not settings.CARE:
        return {child_id: [] for child_id in children.values_list("pk", flat=True)}
    rows = children.annotate(paperwork=_paperwork(site_day(now))).values_list("pk", "paperwork")
    return {child_id: _missing(dict(zip(COLUMNS, row, strict=True))) for child_id, row in rows}


def with_missing(children: ChildQuerySet, now: datetime) -> list[Any]:
    """The children, each with ``missing``, in one query."""
    if settings.CARE:
        children = children.annotate(paperwork=_paperwork(site_day(now)))
    rows: list[Any] = list(children)
    for child in rows:
        child.missing = _missing(dict(zip(COLUMNS, child.paperwork, strict=True))) if settings.CARE else []
    return rows


def _missing(child: Mapping[str, Any]) -> list[str]:
    parts = usual_paperwork() if child["requires"] is None else child["requires"]
    missing = [part for part in parts if not _is_complete(part, child)]
    return [*missing, AGREEMENTS] if child["lacks_signature"] else missing


def _is_complete(part: str, child: Mapping[str, Any]) -> bool:
    if part.startswith(PAPER):
        return [part.removeprefix(PAPER), child["season"]] in child["papers"]
    if part == "sheet":
        return child["season"] in child["sheets"]
    return bool(child[part])


@lru_cache(maxsize=1)
def _paperwork(today: date) -> CompiledOnce:
    """Of a child: ``COLUMNS``, as a list. Compiled once a day."""
    of_child = {"child": OuterRef("pk")}
    answered = Agreement.objects.answered().filter(child=OuterRef(OuterRef("pk")))
    required = AgreementText.objects.current().filter(required=True)
    paper = Func("kind", "season", function="JSONB_BUILD_ARRAY", output_field=JSONField())
    columns = Func(
        Subquery(School.objects.values("requires")[:1]),
        coming_season(today),
        Subquery(Child.objects.filter(pk=OuterRef("pk")).values("guardian__phone")),
        _has_contact(contact__emergency=True),
        _has_contact(contact__may_pick_up=True),
        ArraySubquery(CareSheet.objects.filter(**of_child).values("season")),
        ArraySubquery(PaperSeen.objects.filter(**of_child).values(seen=paper)),
        Exists(required.exclude(pk__in=answered.values("text"))),
        function="JSONB_BUILD_ARRAY",
        output_field=JSONField(),
    )
    return CompiledOnce(Child.objects.values_list("pk", columns))


def _has_contact(**kind: bool) -> Exists:
    return Exists(ContactChild.objects.filter(child=OuterRef("pk"), **kind))
