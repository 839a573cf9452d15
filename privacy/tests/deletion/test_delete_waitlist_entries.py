"""The waitlist entries of a deleted account or child: they end, and offers go to the next participant."""

import pytest
from django.utils import timezone

from classes.models import Enrollment, Selection, WaitlistEntry
from classes.waitlist import entries
from core.errors import DomainError
from core.personal_data import DELETED_NOTE
from mail.models import OutboxEmail
from privacy import child_deletion, deletion
from privacy.child_deletion import delete_child
from privacy.deletion import delete_account
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_offer, make_user, make_users, make_waitlist_entry
from testing.proofs.races import ConcurrentCall
from testing.snapshots import tables_with
from testing.steps.checkout import start_checkout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("identity_provider")]


def delete(user):
    delete_account(user_id=user.pk, now=timezone.now())


def state_of(entry):
    entry.refresh_from_db()
    return entry.state


def test_it_ends_the_entries_of_the_account_and_its_children(users):
    camp_class = make_class(users.instructor, capacity=0)
    own = [make_waitlist_entry(users.student, camp_class, child) for child in (None, make_child(users.student))]
    other = make_waitlist_entry(users.other_student, camp_class)

    delete(users.student)

    assert [state_of(entry) for entry in own] == ["LEFT", "LEFT"]
    assert all(entry.ended_at for entry in own)
    (row,) = as_(users.other_student).get(f"/waitlist?email={users.other_student.email}")
    assert (row["_id"], row["position"], row["of"]) == (str(other.pk), 1, 1)


def test_it_offers_the_seat_of_the_account_to_the_next(users):
    camp_class = make_class(users.instructor, capacity=1)
    entry, sibling = (
        make_offer(users.student, camp_class),
        make_waitlist_entry(users.student, camp_class, make_child(users.student)),
    )
    other = make_waitlist_entry(users.other_student, camp_class)

    delete(users.student)

    assert (state_of(entry), entry.offer.state, state_of(sibling)) == ("LEFT", "RELEASED", "LEFT")
    assert (state_of(other), other.offer.state) == ("OFFERED", "HELD")
    assert [selection.student for selection in Selection.objects.all()] == [users.other_student]
    (email,) = OutboxEmail.objects.queued()
    assert (email.kind, email.recipient) == ("waitlist_offer", users.other_student)


def test_it_cancels_the_open_order_of_an_offer(users, stripe):
    entry = make_offer(users.student, make_class(users.instructor, capacity=1))
    payment = start_checkout(users.student, entry.camp_class)
    delete(users.student)
    assert (state_of(entry), entry.offer.state) == ("LEFT", "RELEASED")
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_ends_the_entries_of_a_deleted_child_only(users):
    camp_class = make_class(users.instructor, capacity=1)
    mia, leo = make_child(users.student, "Mia"), make_child(users.student, "Leo")
    entry, sibling = make_offer(users.student, camp_class, mia), make_waitlist_entry(users.student, camp_class, leo)

    as_(users.student).delete(f"/children/{mia.pk}")

    assert (state_of(entry), entry.offer.state) == ("LEFT", "RELEASED")
    assert (state_of(sibling), sibling.offer.child) == ("OFFERED", leo)


@pytest.mark.parametrize("state", ["WAITING", "LAPSED"])
@pytest.mark.parametrize("is_child", [True, False])
def test_it_deletes_what_staff_wrote_about_the_entry(users, state, is_child):
    child = make_child(users.student, "Mia") if is_child else None
    reason = {"next_at": timezone.now(), "next_reason": "The sister of Leo Sandcastle."}
    ended_at = None if state == "WAITING" else timezone.now()
    camp_class = make_class(users.instructor, capacity=0)
    entry = make_waitlist_entry(users.student, camp_class, child, state=state, ended_at=ended_at, **reason)
    other = make_waitlist_entry(make_user("zoe"), camp_class, next_at=timezone.now(), next_reason="Moved here.")
    if child:
        delete_child(guardian=users.student, child_id=child.pk, now=timezone.now())
    else:
        delete(users.student)
    assert tables_with("Sandcastle") == []
    entry.refresh_from_db()
    other.refresh_from_db()
    assert (entry.next_reason, other.next_reason) == (DELETED_NOTE, "Moved here.")


def test_it_keeps_a_class_that_former_entries_refer_to(users):
    camp_class = make_class(users.instructor, status="Denied")
    make_waitlist_entry(users.student, camp_class, state="CLOSED", ended_at=timezone.now())
    delete(users.instructor)
    camp_class.refresh_from_db()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock_on", [True, False])
@pytest.mark.parametrize("is_child", [True, False])
def test_it_refuses_to_join_after_the_checks(transactional_db, identity_provider, monkeypatch, is_child, lock_on):
    """The control has no lock on the account."""
    users = make_users()
    student, camp_class = users.student, make_class(users.instructor, capacity=0)
    child = make_child(student) if is_child else None
    if not lock_on:
        monkeypatch.setattr(entries, "lock_account", lambda user: user)

    def join():
        return entries.join(
            student=student, camp_class_id=camp_class.pk, child_id=child.pk if child else None, now=timezone.now()
        )

    module = child_deletion if child else deletion
    concurrent_call = ConcurrentCall(monkeypatch, module, "anonymize_children", join)
    if child:
        delete_child(guardian=student, child_id=child.pk, now=timezone.now())
    else:
        delete(student)
    assert isinstance(concurrent_call.outcome(), DomainError if lock_on else WaitlistEntry)
    assert WaitlistEntry.objects.active().exists() is not lock_on
    assert not Enrollment.objects.exists()
