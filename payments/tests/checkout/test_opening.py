"""Before a season opens nobody can hold a seat, enroll in a free class or join a waitlist; see docs/adr/0029."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import CampClass, Enrollment, Season, WaitlistEntry
from core.site_time import site_day
from payments.checkout import holding
from payments.models import Payment
from payments.settlement.reconciliation import reconcile
from testing.clients.api import as_
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_ended_season,
    make_enrollment,
    make_hold,
    make_lesson,
    make_offer,
    make_season,
    make_selection,
    make_user,
    make_waitlist_entry,
)
from testing.proofs.invariants import current_violations
from testing.snapshots import nothing_changes, payments_snapshot
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    enroll_by_card,
    pay_after_expiry,
    select_seats,
    settle_in_browser,
    start_checkout,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

MICROSECOND = timedelta(microseconds=1)
OPENING = NOW + timedelta(days=30)
RETURNING = OPENING - timedelta(days=7)
PATHS = ("hold", "order", "free seat", "free order", "waitlist")


def text(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


@pytest.fixture
def season(users):
    return make_season(opens_at=OPENING, returning_opens_at=RETURNING)


@pytest.fixture
def clay(users, season):
    return make_class(users.instructor, season=season)


@pytest.fixture
def returning(users):
    """Returns Olga, after she has had a seat in an earlier season."""
    make_enrollment(users.other_student, make_class(users.instructor, "Former", season=make_ended_season()))
    return users.other_student


def request_seat(path, student, camp_class, status=200):
    """Requests a seat by one of ``PATHS``. Returns the refusal of the class, or what succeeded."""
    price = Decimal(0) if path.startswith("free") else Decimal("45.50")
    CampClass.objects.filter(pk=camp_class.pk).update(price=price, capacity=0 if path == "waitlist" else 10)
    camp_class.refresh_from_db()
    body, created = {"classId": str(camp_class.pk)}, 201 if status == 200 else status
    if path == "hold":
        return create_payment_intent(student, camp_class, status)
    if path == "free seat":
        return as_(student).post("/payments", body, created)
    if path == "waitlist":
        return as_(student).post("/waitlist", body, created)
    selection = student.selections.first() or make_selection(student, camp_class)
    answer = create_order(student, [selection], status)
    if status == 200:
        return answer
    assert answer["code"] == "not_all_available"
    (line,) = answer["lines"]
    assert line.pop("selectionId") == str(selection.pk)
    return line


def refusal(path, student, camp_class):
    """Returns the refusal of the class. Checks that no seat, selection or payment has changed."""
    if "order" in path:
        make_selection(student, camp_class)
    before = payments_snapshot()
    refused = request_seat(path, student, camp_class, 409)  # gives the class another price first
    assert payments_snapshot() == before
    return refused


@pytest.mark.parametrize("path", PATHS)
class TestBothWindows:
    def test_it_lets_everybody_book_at_the_opening_and_not_a_microsecond_before(self, users, clay, clock, stripe, path):
        clock.move_to(OPENING - MICROSECOND)
        refused = refusal(path, users.student, clay)
        assert (refused["code"], refused["opensAt"]) == ("not_open_yet", text(OPENING))

        clock.move_to(OPENING)
        request_seat(path, users.student, clay)

    def test_it_lets_a_returning_family_book_at_its_own_opening_and_not_a_microsecond_before(
        self, users, clay, clock, stripe, returning, path
    ):
        clock.move_to(RETURNING - MICROSECOND)
        assert refusal(path, returning, clay)["opensAt"] == text(RETURNING)

        clock.move_to(RETURNING)
        assert refusal(path, users.student, clay)["opensAt"] == text(OPENING)
        request_seat(path, returning, clay)

    def test_it_refuses_everybody_while_the_season_is_only_announced(self, clay, season, returning, path):
        Season.objects.update(opens_at=None, returning_opens_at=None)
        refused = refusal(path, returning, clay)
        assert (refused["code"], refused["opensAt"]) == ("not_open_yet", None)

    def test_it_opens_at_one_time_for_all_without_a_time_for_returning_families(
        self, clay, clock, stripe, returning, path
    ):
        Season.objects.update(returning_opens_at=None)
        clock.move_to(OPENING - MICROSECOND)
        assert refusal(path, returning, clay)["opensAt"] == text(OPENING)
        clock.move_to(OPENING)
        request_seat(path, returning, clay)


def test_it_says_the_time_of_the_camp(users, clay, season, new_york):
    assert "Tue, Mar\xa031, 2026, 5:00\xa0AM Eastern Time" in refusal("hold", users.student, clay)["message"]
    Season.objects.update(opens_at=None, returning_opens_at=None)
    assert "don't know the day" in refusal("hold", users.student, clay)["message"]


def test_it_lets_families_select_before_the_opening(users, clay):
    as_(users.student).post("/selectClass", {"classId": str(clay.pk)}, 201)


class TestReturningFamilies:
    """Who may book between the two openings."""

    @pytest.fixture(autouse=True)
    def _between(self, clock):
        clock.move_to(RETURNING)

    @pytest.fixture
    def former(self, users):
        return make_class(users.instructor, "Former", season=make_ended_season())

    def may_book(self, student, camp_class):
        as_(student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)
        (row,) = as_(student).get(f"/selectClass?email={student.email}")
        is_open = row["opensForMe"] is None
        create_payment_intent(student, camp_class, 200 if is_open else 409)
        return is_open

    def test_it_counts_the_seat_of_a_child(self, users, clay, former, mia, stripe):
        make_enrollment(users.student, former, mia)
        assert self.may_book(users.student, clay)

    def test_it_lets_a_returning_family_bring_a_new_child(self, users, clay, former, leo, stripe):
        make_enrollment(users.student, former)
        create_payment_intent(users.student, clay, child=leo)

    @pytest.mark.parametrize("state", ["HELD", "RELEASED"])
    def test_it_does_not_count_a_hold_or_a_released_seat(self, users, clay, former, state):
        make_hold(users.student, former)
        Enrollment.objects.update(state=state, released_at=timezone.now())
        assert not self.may_book(users.student, clay)

    @pytest.mark.parametrize(("days", "counts"), [(0, True), (-1, False)])
    def test_it_counts_an_imported_family_until_its_day(self, users, clay, former, stripe, clock, days, counts):
        """It has no seat here. On its last day it is still a returning one."""
        users.student.returning_until = site_day(RETURNING) + timedelta(days=days)
        users.student.save()
        clock.move_to(RETURNING)
        assert self.may_book(users.student, clay) is counts

    def test_it_does_not_count_the_seat_of_another_family(self, users, clay, returning):
        assert not self.may_book(users.student, clay)

    def test_it_does_not_count_a_class_without_a_season(self, users, clay):
        make_enrollment(users.student, make_class(users.instructor, "Former"))
        assert not self.may_book(users.student, clay)

    @pytest.mark.parametrize(("last_day", "counts"), [(date(2026, 3, 23), True), (date(2026, 3, 24), False)])
    def test_it_counts_a_season_from_the_day_after_its_last_one_in_the_camp(
        self, users, clay, former, stripe, clock, new_york, last_day, counts
    ):
        Season.objects.filter(name=former.season.name).update(ends_on=last_day)
        make_enrollment(users.student, former)
        midnight = datetime.fromisoformat("2026-03-24T04:00:00+00:00")
        Season.objects.filter(name=clay.season.name).update(returning_opens_at=midnight)
        clock.move_to(midnight)
        assert self.may_book(users.student, clay) is counts


class TestSeveralClasses:
    def test_it_names_the_closed_line_of_an_order_and_holds_none(self, users, clay, stripe):
        announced = make_class(users.instructor, "Ink", season=make_season("Announced"))
        selections = select_seats(users.student, make_class(users.instructor, "Felt"), clay, announced)
        with nothing_changes():
            lines = create_order(users.student, selections, 409)["lines"]

            assert [(line["selectionId"], line["code"], line["opensAt"]) for line in lines] == [
                (str(selections[1].pk), "not_open_yet", text(OPENING)),
                (str(selections[2].pk), "not_open_yet", None),
            ]
        create_order(users.student, selections[:1])

    def test_it_looks_once_for_the_former_seats_of_a_family(self, users, season, clock, stripe):
        clock.move_to(RETURNING)
        classes = [make_class(users.instructor, f"Class {number}", season=season) for number in range(3)]
        selections = select_seats(users.student, *classes)
        counts = []
        for count in (1, 3):
            with CaptureQueriesContext(connection) as queries:
                create_order(users.student, selections[:count], 409)
            counts.append(len(queries))
        assert counts[0] == counts[1]

    def test_it_refuses_in_one_tab_what_another_tab_holds_after_the_opening(self, users, clay, clock, stripe):
        clock.move_to(OPENING - MICROSECOND)
        create_payment_intent(users.student, clay, 409)
        clock.move_to(OPENING)
        opened = [create_payment_intent(users.student, clay) for _ in range(2)]
        assert opened[0]["clientSecret"] == opened[1]["clientSecret"]
        clock.move_to(OPENING - MICROSECOND)  # a server whose clock is behind prolongs the hold
        assert create_payment_intent(users.student, clay)["clientSecret"] == opened[0]["clientSecret"]


class TestDocumentedClient:
    """A client that names only a price, or names the class after the payment."""

    def test_it_takes_the_newest_open_class_at_the_price(self, users, clay, clock, stripe):
        older, newer = (make_class(users.instructor, name) for name in ("Older", "Newer"))
        select_seats(users.student, older, newer, clay)
        as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        assert Enrollment.objects.get().camp_class == newer

    def test_it_takes_the_newest_class_for_a_returning_family(self, users, clay, clock, stripe, returning):
        clock.move_to(RETURNING)
        select_seats(returning, make_class(users.instructor, "Older"), clay)
        as_(returning).post("/createPaymentIntent", {"price": 45.5})
        assert Enrollment.objects.held().get().camp_class == clay

    def test_it_says_when_the_class_opens_if_no_open_class_has_the_price(self, users, clay, season):
        select_seats(users.student, clay, make_class(users.instructor, "Newer", season=make_season("Announced")))
        refused = as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 409)
        assert (refused["code"], refused["opensAt"]) == ("not_open_yet", None)

    def test_it_takes_the_class_whose_seat_is_held_already(self, users, clay, clock, stripe):
        clock.move_to(OPENING)
        select_seats(users.student, make_class(users.instructor, "Older"))
        start_checkout(users.student, clay)
        Season.objects.update(opens_at=OPENING + timedelta(days=1))
        as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        assert Enrollment.objects.get().camp_class == clay

    def test_it_gives_the_money_back_for_a_class_that_is_not_open(self, users, clay, fresh_stripe):
        older = make_class(users.instructor, "Older")
        select_seats(users.student, clay, older)
        opened = as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        intent = opened["clientSecret"].split("_secret_")[0]
        fresh_stripe.pay(intent)
        body = {"transactionId": intent, "classId": str(clay.pk)}
        shown = as_(users.student).post("/payments", body, 201)["payment"]
        assert (shown["classId"], shown["status"]) == (str(clay.pk), "refunded")
        assert not older.enrollments.confirmed().exists()
        assert current_violations(fresh_stripe) == []


class TestMovedOpening:
    """A hold remains, and can be paid, when the opening is moved to a later time."""

    @pytest.fixture
    def move(self, users, season, clock):
        """Begins at the opening; the function moves it by a month."""
        clock.move_to(OPENING)
        later = {"opensAt": text(OPENING + timedelta(days=30)), "returningOpensAt": text(RETURNING)}
        body = {"name": season.name, "startsOn": "2027-07-05", "endsOn": "2027-08-27"} | later
        return lambda: as_(users.admin).put(f"/seasons/{season.pk}", body)

    def test_it_keeps_prolongs_and_settles_a_hold(self, users, clay, clock, move, fresh_stripe):
        payment = start_checkout(users.student, clay)
        until = payment.enrollment.held_until
        move()
        clock.shift(timedelta(minutes=5))

        create_payment_intent(users.student, clay)
        payment.enrollment.refresh_from_db()
        assert payment.enrollment.held_until > until
        fresh_stripe.pay(payment.intent_id)
        assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"

        create_payment_intent(users.other_student, clay, 409)
        assert current_violations(fresh_stripe) == []

    def test_it_seats_a_late_payment(self, users, clay, move, fresh_stripe):
        payment = pay_after_expiry(users.student, clay, fresh_stripe)
        move()
        assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"

    def test_it_settles_by_reconciliation(self, users, clay, move, fresh_stripe):
        payment = start_checkout(users.student, clay)
        fresh_stripe.pay(payment.intent_id)
        move()
        reconcile(now=timezone.now(), days=1)
        assert Payment.objects.get().is_seated

    def test_it_refuses_a_new_hold_after_the_old_one_has_ended(self, users, clay, move, stripe):
        payment = start_checkout(users.student, clay)
        move()
        as_(users.student).delete(f"/selectClass/{users.student.selections.get().pk}")
        assert refusal("hold", users.student, clay)["code"] == "not_open_yet"
        payment.refresh_from_db()
        assert payment.state == "canceled"

    def test_it_offers_a_free_seat_to_the_waitlist_and_lets_it_be_paid(self, users, clay, move, fresh_stripe):
        payment = enroll_by_card(users.student, clay, fresh_stripe)
        CampClass.objects.filter(pk=clay.pk).update(capacity=1)
        make_waitlist_entry(users.other_student, clay)
        move()
        as_(users.student).post(f"/payments/cancel/{payment.pk}")

        assert WaitlistEntry.objects.get().state == "OFFERED"
        enroll_by_card(users.other_student, clay, fresh_stripe)
        assert WaitlistEntry.objects.get().state == "ACCEPTED"

    def test_it_lets_an_offer_be_paid(self, users, clay, fresh_stripe):
        make_offer(users.student, clay)
        enroll_by_card(users.student, clay, fresh_stripe)


def test_it_names_a_reason_that_remains_after_the_opening_first(users, clay):
    make_lesson(clay, OPENING + timedelta(days=100))
    CampClass.objects.update(age_from=12)
    small = make_child(users.student, "Ida", date(2020, 1, 1))
    assert create_payment_intent(users.student, clay, 409, child=small)["code"] == "age_not_in_range"
    CampClass.objects.update(age_from=None, capacity=0)
    assert create_payment_intent(users.student, clay, 409, price=Decimal(60))["code"] == "not_open_yet"


def test_it_makes_no_further_statement_for_a_hold_in_a_season_that_is_open(users, season, clay, clock, stripe):
    """A hold looks for former seats only between the two openings."""
    former, felt = (make_class(users.instructor, "Former", season=make_ended_season()), make_class(users.instructor))
    names = iter(("ann", "ben", "cem", "dea"))

    def statements(camp_class):
        student = make_user(next(names))
        make_enrollment(student, former)
        with CaptureQueriesContext(connection) as queries:
            holding.open_checkout(
                student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
            )
        return len(queries)

    clock.move_to(RETURNING)
    assert statements(clay) == statements(felt) + 1
    clock.move_to(OPENING)
    assert statements(clay) == statements(felt)
