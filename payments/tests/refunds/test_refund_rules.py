"""The refund of a cancellation depends on its date."""

from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classes.models import Enrollment
from classes.refund_steps import RefundStep, steps_for_new_seat
from payments.models import Payment, ShownPayment
from payments.refunds.rules import Terms, cancellation_terms, full_refund_until, refund_steps, share

NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
LONG_AGO = NOW - 100 * DAY


def payment(price="45.50", paid_at=LONG_AGO, refunded="0", reopened=None, booked_start=None, state="enrolled"):
    at_stripe = {"pk": None, "reason": "at_provider", "state": "SENT", "note": "", "created_at": NOW.isoformat()}
    seat = Enrollment(full_refund_until=reopened, booked_start=booked_start)
    paid = Payment(price=Decimal(price), paid_at=paid_at, state=state, enrollment=seat)
    return ShownPayment.of(paid, shown_refunds=[at_stripe | {"amount": refunded}])


@pytest.mark.parametrize(
    ("before", "percent", "amount", "until"),
    [
        (31 * DAY, 100, "45.50", 30 * DAY),
        (30 * DAY, 100, "45.50", 30 * DAY),
        (30 * DAY - SECOND, 50, "22.75", 14 * DAY),
        (14 * DAY, 50, "22.75", 14 * DAY),
        (14 * DAY - SECOND, 0, "0", None),
        (SECOND, 0, "0", None),
    ],
)
def test_it_refunds_by_the_time_before_the_first_lesson(before, percent, amount, until):
    start = NOW + before
    expected = Terms(percent, Decimal(amount), None if until is None else start - until)
    assert cancellation_terms(payment(), start, NOW) == expected


@pytest.mark.parametrize(
    ("paid", "start", "reopened", "steps"),
    [
        (0 * DAY, 60 * DAY, None, [(100, 30 * DAY), (50, 46 * DAY), (0, None)]),
        (10 * DAY, 20 * DAY, None, [(50, 6 * DAY), (0, None)]),
        (0 * DAY, 10 * DAY, None, [(100, 2 * DAY), (0, None)]),
        (10 * DAY, 10 * DAY, None, [(0, None)]),
        (0 * DAY, 1 * DAY, None, [(100, 1 * DAY)]),
        (0 * DAY, None, None, [(100, 2 * DAY), (0, None)]),
        (10 * DAY, 30 * DAY, 7 * DAY, [(100, 7 * DAY), (50, 16 * DAY), (0, None)]),
        (10 * DAY, -1 * DAY, 7 * DAY, [(100, 7 * DAY)]),
        (0 * DAY, -1 * DAY, None, []),
    ],
)
def test_it_names_the_steps_of_the_refund(paid, start, reopened, steps):
    bought = payment(paid_at=NOW - paid, reopened=reopened and NOW + reopened)
    found = refund_steps(bought, start and NOW + start, NOW)
    assert [(each.percent, each.until and each.until - NOW) for each in found] == steps
    assert [each.amount for each in found] == [share(bought.price, percent) for percent, _ in steps]


@pytest.mark.parametrize(
    ("start", "steps"),
    [
        (60 * DAY, [(100, 30 * DAY, None), (50, 46 * DAY, None), (0, None, None)]),
        (31 * DAY, [(100, None, 48), (50, 17 * DAY, None), (0, None, None)]),
        (10 * DAY, [(100, None, 48), (0, None, None)]),
        (DAY, [(100, DAY, None)]),
        (None, [(100, None, 48), (0, None, None)]),
        (-DAY, []),
    ],
)
def test_it_names_the_steps_for_a_seat_that_is_not_paid_yet(start, steps):
    found = steps_for_new_seat(start and NOW + start, NOW)
    assert [(each.percent, each.until and each.until - NOW, each.hours_after_paying) for each in found] == steps


def test_it_names_no_hours_if_the_school_gives_none(settings):
    settings.CANCEL_WITHIN_HOURS = 0
    assert steps_for_new_seat(None, NOW) == [RefundStep(0)]


@pytest.mark.parametrize("hours", [0, 47, 48])
def test_it_refunds_all_for_48_hours_after_paying(hours):
    paid_at = NOW - timedelta(hours=hours)
    terms = cancellation_terms(payment(paid_at=paid_at), NOW + 5 * DAY, NOW)
    assert terms == Terms(100, Decimal("45.50"), paid_at + 2 * DAY)


def test_it_takes_the_later_end_of_two_full_refunds():
    assert cancellation_terms(payment(paid_at=NOW), NOW + 31 * DAY, NOW).until == NOW + 2 * DAY
    assert cancellation_terms(payment(paid_at=NOW), NOW + 40 * DAY, NOW).until == NOW + 10 * DAY


def test_it_refunds_nothing_after_48_hours_without_lessons():
    paid_at = NOW - 2 * DAY - SECOND
    assert cancellation_terms(payment(paid_at=paid_at), None, NOW) == Terms(0, Decimal(0), None)
    assert cancellation_terms(payment(paid_at=paid_at + SECOND), None, NOW).percent == 100


def test_it_allows_no_cancellation_once_the_class_has_begun():
    assert cancellation_terms(payment(paid_at=NOW), NOW, NOW) is None
    assert cancellation_terms(payment(paid_at=NOW - DAY), NOW - SECOND, NOW) is None
    assert cancellation_terms(payment(paid_at=NOW), NOW + SECOND, NOW).until == NOW + SECOND


@pytest.mark.parametrize("start", [None, NOW + DAY, NOW - DAY])
def test_it_refunds_all_after_a_moved_lesson_even_if_the_class_has_begun(start):
    moved = payment(reopened=NOW + 7 * DAY)
    assert cancellation_terms(moved, start, NOW) == Terms(100, Decimal("45.50"), NOW + 7 * DAY)
    assert cancellation_terms(payment(reopened=NOW - SECOND), NOW - DAY, NOW) is None


@pytest.mark.parametrize(
    ("booked", "present", "percent", "until"),
    [
        (40, 20, 100, 10),
        (20, 40, 100, 10),
        (20, 15, 50, 6),
        (40, 5, 100, 5),
        (20, 2, 50, 2),
        (13, 13, 0, None),
    ],
)
def test_it_counts_from_the_later_of_the_booked_and_the_present_first_lesson(booked, present, percent, until):
    """All numbers of days are from now. No deadline is later than the present first lesson."""
    terms = cancellation_terms(payment(booked_start=NOW + booked * DAY), NOW + present * DAY, NOW)
    assert (terms.percent, terms.until) == (percent, until and NOW + until * DAY)


def test_it_refunds_all_while_all_lessons_are_removed():
    removed = payment(booked_start=NOW - DAY)
    assert cancellation_terms(removed, None, NOW) == Terms(100, Decimal("45.50"), NOW + 7 * DAY)
    assert full_refund_until(removed, None, NOW) == NOW + 7 * DAY


def test_it_subtracts_what_was_refunded_before():
    assert cancellation_terms(payment(refunded="10"), NOW + 20 * DAY, NOW).amount == Decimal("12.75")
    assert cancellation_terms(payment(refunded="30"), NOW + 20 * DAY, NOW).amount == 0
    assert cancellation_terms(payment(refunded="10"), NOW + 31 * DAY, NOW).amount == Decimal("35.50")


@pytest.mark.parametrize("state", ["started", "canceled", "refundPending", "refunded"])
def test_it_has_no_terms_without_a_seat(state):
    assert cancellation_terms(payment(state=state), NOW + 31 * DAY, NOW) is None
    assert full_refund_until(payment(state=state), NOW + 31 * DAY, NOW) is None


@pytest.mark.parametrize(
    ("start", "reopened", "until"),
    [
        (None, None, NOW + 2 * DAY),
        (None, NOW + 3 * DAY, NOW + 3 * DAY),
        (NOW + DAY, None, NOW + DAY),
        (NOW + 32 * DAY, None, NOW + 2 * DAY),
        (NOW + 40 * DAY, None, NOW + 10 * DAY),
        (NOW + DAY, NOW + 7 * DAY, NOW + 7 * DAY),
    ],
)
def test_it_names_the_deadline_of_a_full_refund(start, reopened, until):
    assert full_refund_until(payment(paid_at=NOW, reopened=reopened), start, NOW) == until


@pytest.mark.parametrize(("price", "percent", "amount"), [("19.99", 50, "10.00"), ("0.50", 1, "0.01"), ("0", 50, "0")])
def test_it_rounds_half_a_cent_up(price, percent, amount):
    assert share(Decimal(price), percent) == Decimal(amount)


rule_lists = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 100)), min_size=1, max_size=4, unique_by=lambda rule: rule[0]
).map(lambda rules: tuple(zip(*(sorted(column, reverse=True) for column in zip(*rules, strict=True)), strict=True)))
seconds = st.integers(0, 70 * 24 * 3600).map(lambda value: timedelta(seconds=value))
prices = st.integers(0, 1_000_000).map(lambda cents: Decimal(cents) / 100)


@given(
    rules=rule_lists,
    hours=st.integers(0, 100),
    price=prices,
    paid=seconds,
    start=st.none() | seconds,
    reopened=st.none() | seconds,
)
@settings(max_examples=500)
def test_it_applies_the_highest_percentage_until_its_deadline(rules, hours, price, paid, start, reopened):
    """``paid`` is before now; ``start`` and ``reopened`` are after it."""
    paid_at, first_start = NOW - paid, None if start is None else NOW + start
    bought = payment(price, paid_at, reopened=None if reopened is None else NOW + reopened)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.REFUND_RULES", rules)
        patch.setattr("django.conf.settings.CANCEL_WITHIN_HOURS", hours)
        terms = cancellation_terms(bought, first_start, NOW)
        by_date = max(
            (percent for days, percent in rules if start is not None and start >= timedelta(days=days)), default=0
        )
        is_full = reopened is not None or paid <= timedelta(hours=hours)
        if first_start == NOW and reopened is None:
            assert terms is None
            return
        assert terms.percent == (100 if is_full else by_date)
        exact = price * terms.percent / 100
        assert terms.amount == exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
        assert abs(terms.amount - exact) <= Decimal("0.005")
        assert 0 <= terms.amount <= price
        assert (terms.until is None) is (terms.percent == 0)
        if terms.until is None:
            return
        before_the_end = cancellation_terms(bought, first_start, max(NOW, terms.until - SECOND))
        after_the_end = cancellation_terms(bought, first_start, terms.until + SECOND)
        assert before_the_end.percent == terms.percent
        assert before_the_end.until == terms.until
        assert after_the_end is None or after_the_end.percent < terms.percent
        if terms.percent == 100:
            assert full_refund_until(bought, first_start, NOW) == terms.until
