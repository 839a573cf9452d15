"""Two guardians act at the same time. The row of the owner's account serializes them; each test has its control."""

import pytest
from django.utils import timezone

from accounts import guardians
from accounts.guardians import end_guardianship, invite_guardian
from accounts.models import Guardianship
from care.models import CareSheet, PresenceEvent
from care.paperwork import sheets
from care.presence import absences
from care.presence.absences import announce_absence
from testing.factories import make_child, make_class, make_enrollment, make_guardianship, make_lesson, make_users
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    return_together,
    run_concurrently,
    with_and_without_the_lock,
)

pytestmark = pytest.mark.django_db(transaction=True)

NO_TEXT = dict.fromkeys(("what_to_do", "medication", "needs", "diet", "doctor"), "")


@pytest.fixture
def users(transactional_db):
    return make_users()


@pytest.fixture
def mia(users):
    return make_child(users.student)


def save(guardian, child, allergies):
    texts = NO_TEXT | {"allergies": allergies}
    sheets.save_sheet(guardian=guardian, child_id=child.pk, texts=texts, keep=False, now=timezone.now())


@with_and_without_the_lock
def test_the_sheet_that_is_saved_last_stays(users, mia, monkeypatch, lock_on):
    make_guardianship(mia, users.other_student, care=True)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    later = ConcurrentCall(monkeypatch, sheets, "encrypt", lambda: save(users.other_student, mia, "Nuts and eggs"))
    save(users.student, mia, "Nuts")
    assert later.outcome() is None
    # Without the lock, who began later got a 200, and their text is lost.
    assert CareSheet.objects.get().texts["allergies"] == ("Nuts and eggs" if lock_on else "Nuts")


@with_and_without_the_lock
def test_both_announce_one_absence(users, mia, monkeypatch, lock_on):
    make_guardianship(mia, users.other_student)
    clay = make_class(users.instructor, "Clay")
    lesson = make_lesson(clay, timezone.now())
    seat = make_enrollment(users.student, clay, mia)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    return_together(monkeypatch, absences, "uuid4")
    now = timezone.now()

    def announce(guardian):
        return announce_absence(guardian=guardian, lesson_id=lesson.pk, enrollment_id=seat.pk, now=now)

    first, second = run_concurrently(lambda: announce(users.student), lambda: announce(users.other_student))
    assert (first == second) is lock_on
    assert PresenceEvent.objects.count() == (1 if lock_on else 2)


@with_and_without_the_lock
def test_nothing_is_written_about_a_child_after_the_end(users, mia, monkeypatch, lock_on):
    row = make_guardianship(mia, users.other_student, care=True)
    if not lock_on:
        disable_locks(monkeypatch, "account")

    def end():
        end_guardianship(child_id=mia.pk, guardianship_id=row.pk, by=users.student, now=timezone.now())
        return CareSheet.objects.exists()

    ended = ConcurrentCall(monkeypatch, sheets, "encrypt", end)
    save(users.other_student, mia, "Nuts")
    # The end waits for what is being written; without the lock it is written after the end.
    assert ended.outcome() is lock_on


@with_and_without_the_lock
def test_two_invitations_do_not_exceed_the_limit(users, mia, monkeypatch, lock_on):
    for number in range(2):
        make_guardianship(mia, None, email=f"{number}@camp.example")
    if not lock_on:
        disable_locks(monkeypatch, "account")
    return_together(monkeypatch, guardians, "_refuse_invitation")

    def invite(email):
        invite_guardian(child_id=mia.pk, email=email, care=False, by=users.student, now=timezone.now())

    run_concurrently(lambda: invite("dad@camp.example"), lambda: invite("aunt@camp.example"))
    assert Guardianship.objects.count() == (3 if lock_on else 4)
