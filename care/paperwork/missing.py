from collections.abc import Callable, Collection
from datetime import datetime

from django.conf import settings

from accounts.models import Child
from care.models import Agreement, AgreementText, CareSheet, ContactChild, PaperSeen
from care.paperwork.seasons import coming_seasons
from core.models import School

AGREEMENTS = "agreements"
PAPER = "paper:"

Seasons = dict[int, int | None]
"""The coming season of each child."""


def missing_for(child_ids: Collection[int], now: datetime) -> dict[int, list[str]]:
    """By child: parts of the school's ``requires``, and ``agreements``. Takes the same queries for any number."""
    if not settings.CARE or not child_ids:
        return {child_id: [] for child_id in child_ids}
    seasons = coming_seasons(child_ids, now)
    complete = {part: _complete(part, seasons) for part in School.current().requires}
    complete[AGREEMENTS] = _with_signatures(seasons)
    return {
        child_id: [part for part, children in complete.items() if child_id not in children] for child_id in child_ids
    }


def _complete(part: str, seasons: Seasons) -> set[int]:
    if part.startswith(PAPER):
        return _with_paper(part.removeprefix(PAPER), seasons)
    return COMPLETE[part](seasons)


def _with_phone(seasons: Seasons) -> set[int]:
    children = Child.objects.filter(pk__in=seasons).exclude(guardian__phone="")
    return set(children.values_list("pk", flat=True))


def _with_contact(seasons: Seasons, **kind: bool) -> set[int]:
    return set(ContactChild.objects.filter(child__in=seasons, **kind).values_list("child", flat=True))


def _with_sheet(seasons: Seasons) -> set[int]:
    sheets = CareSheet.objects.filter(child__in=seasons).values_list("child", "season")
    return {child_id for child_id, season_id in sheets if season_id == seasons[child_id]}


def _with_paper(kind: str, seasons: Seasons) -> set[int]:
    papers = PaperSeen.objects.filter(child__in=seasons, kind=kind).values_list("child", "season")
    return {child_id for child_id, season_id in papers if season_id == seasons[child_id]}


COMPLETE: dict[str, Callable[[Seasons], set[int]]] = {
    "phone": _with_phone,
    "contact": lambda seasons: _with_contact(seasons, contact__emergency=True),
    "pickup": lambda seasons: _with_contact(seasons, contact__may_pick_up=True),
    "sheet": _with_sheet,
}


def _with_signatures(seasons: Seasons) -> set[int]:
    required = AgreementText.objects.current().filter(required=True)
    texts = set(required.values_list("pk", flat=True))
    signed = set(Agreement.objects.answered().filter(text__in=texts, child__in=seasons).values_list("child", "text"))
    return {child_id for child_id in seasons if all((child_id, text_id) in signed for text_id in texts)}
