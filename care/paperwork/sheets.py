from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.guardians import cared_children, lock_cared_children
from accounts.models import User
from care.encryption import Unreadable, encrypt, is_current, rotated
from care.models import CareRead, CareSheet
from care.paperwork.seasons import coming_seasons
from core.site_time import site_day
from mail import alerts
from mail.models import Alert


def own_sheet(*, guardian: User, child_id: int) -> CareSheet | None:
    return CareSheet.objects.filter(child=cared_children(user=guardian, child_ids=[child_id])[child_id]).first()


@transaction.atomic
def save_sheet(
    *, guardian: User, child_id: int, texts: Mapping[str, str], keep: bool, by: User | None = None, now: datetime
) -> None:
    """Confirms the sheet for the child's coming season. Without texts: there is nothing to tell.

    ``by``: an admin who does it for the guardian, which is recorded.
    """
    child = lock_cared_children(user=guardian, child_ids=[child_id])[child_id]
    filled = {name: text for name, text in texts.items() if text}
    values = {
        "secret": encrypt(filled, child_id=child.pk) if filled else "",
        "keep": keep,
        "confirmed_at": now,
        "season_id": coming_seasons([child.pk], now)[child.pk],
    }
    CareSheet.objects.update_or_create(child=child, defaults=values)
    if by not in (None, guardian):
        CareRead.objects.create(reader=by, child=child, saved=True, read_at=now)


def sheets_by_child(child_ids: list[int]) -> dict[int, CareSheet]:
    return {sheet.child_id: sheet for sheet in CareSheet.objects.filter(child__in=child_ids)}


def rotate_sheets() -> tuple[int, int]:
    """Returns how many sheets now have the first key, and how many are unreadable."""
    changed = unreadable = 0
    # Each row is locked while it is read and written, so that no change of a guardian is lost.
    for sheet_id in list(CareSheet.objects.exclude(secret="").order_by("pk").values_list("pk", flat=True)):
        try:
            changed += _rotate(sheet_id)
        except Unreadable:
            unreadable += 1
    return changed, unreadable


@transaction.atomic
def _rotate(sheet_id: int) -> bool:
    sheet = CareSheet.objects.select_for_update(no_key=True).filter(pk=sheet_id).exclude(secret="").first()
    if sheet is None or is_current(sheet.secret):
        return False
    sheet.secret = rotated(sheet.secret)
    sheet.save(update_fields=["secret"])
    return True


def count_sheets_with_other_keys(*, among: int | None = None) -> tuple[int, int]:
    """How many sheets no key decrypts, and how many another key than the first one decrypts.

    ``among``: so many of those that were confirmed longest ago.
    """
    unreadable = outdated = 0
    sheets = CareSheet.objects.exclude(secret="").order_by("confirmed_at")[:among]
    for sheet in sheets.iterator():
        if not is_current(sheet.secret):
            try:
                sheet.texts  # noqa: B018 (it raises)
                outdated += 1
            except Unreadable:
                unreadable += 1
    return unreadable, outdated


@transaction.atomic
def put_unreadable_alert(*, now: datetime) -> None:
    unreadable, _ = count_sheets_with_other_keys()
    if unreadable:
        facts = {"number": unreadable, "path": "/dashboard/settings/check"}
        alerts.put(Alert.Kind.CARE_UNREADABLE, about=site_day(now), facts=facts, now=now)


def delete_old_sheets(*, now: datetime) -> int:
    """Nobody needs them since ``CARE_KEEP_DAYS``. Returns their number."""
    return CareSheet.objects.to_delete(now - timedelta(days=settings.CARE_KEEP_DAYS)).delete()[0]
