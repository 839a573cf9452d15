"""Two parents want the last use of a code at the same time, for seats in two classes."""

from decimal import Decimal
from threading import Barrier

import httpx
import pytest
from django.utils import timezone

from accounts.tokens import issue_token
from classes.models import Voucher, VoucherQuerySet
from classes.seats.holds import Holding
from payments import vouchers
from payments.checkout import holding
from testing.factories import make_class, make_voucher
from testing.proofs.invariants import current_violations
from testing.proofs.races import return_together, run_concurrently, with_and_without_the_lock
from testing.steps.checkout import select_seats

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]


def ordering(student, camp_class):
    """Returns an operation that orders the class with the code, without a request to the API."""
    selections = [each.pk for each in select_seats(student, camp_class)]
    return lambda: holding.check_out_selections(
        student=student, selection_ids=selections, total=Decimal(80), code="SPRING", now=timezone.now()
    )


@pytest.fixture
def voucher(users):
    return make_voucher(max_uses=1)


@pytest.fixture
def two_orders(users, voucher):
    students = (users.student, users.other_student)
    return [ordering(student, make_class(users.instructor, student.name, price=100)) for student in students]


def used(voucher) -> int:
    return vouchers.vouchers_with_uses().get(pk=voucher.pk).uses


@with_and_without_the_lock
def test_it_gives_the_last_use_to_one_of_two(stripe, monkeypatch, voucher, two_orders, lock_on):
    """The control reads the voucher without its lock, so both count before either has stored its seat."""
    if not lock_on:
        monkeypatch.setattr(VoucherQuerySet, "select_for_update", lambda self, **_: self)
    return_together(monkeypatch, vouchers, "usable_voucher")

    results = run_concurrently(*two_orders)

    refused = [each for each in results if isinstance(each, vouchers.CodeUsedUp)]
    assert (len(refused), used(voucher)) == ((1, 1) if lock_on else (0, 2))
    found = current_violations(stripe)
    assert found == [] if lock_on else ["is used by 2 orders" in line for line in found] == [True]


def test_it_over_redeems_if_it_is_checked_before_the_classes_and_the_lock(stripe, monkeypatch, voucher, two_orders):
    """The same control for the place of the check: what was counted before the lock is too old under it."""
    decide_prices, both = Holding.decide_prices, Barrier(2)
    early = {}

    def count_first(holding, lock_voucher, without_code):
        account = holding.account
        early[account] = vouchers.usable_voucher(
            Voucher.objects.all(), account=account, code="SPRING", held=[], now=timezone.now()
        )
        both.wait(10)
        Voucher.objects.select_for_update(no_key=True).get(pk=voucher.pk)
        decide_prices(holding, lambda held: early[account], without_code)

    monkeypatch.setattr(Holding, "decide_prices", count_first)

    run_concurrently(*two_orders)

    assert used(voucher) == 2
    assert len(current_violations(stripe)) == 1


@with_and_without_the_lock
def test_it_gives_the_last_use_to_one_of_two_http_clients(users, stripe, monkeypatch, voucher, live_server, lock_on):
    if not lock_on:
        monkeypatch.setattr(VoucherQuerySet, "select_for_update", lambda self, **_: self)
    return_together(monkeypatch, vouchers, "usable_voucher")

    def ordering_by_http(student):
        (selection,) = select_seats(student, make_class(users.instructor, student.name, price=100))
        body = {"selections": [str(selection.pk)], "total": 80, "code": "spring"}
        bearer = {"Authorization": f"Bearer {issue_token(user=student)}"}

        def request():
            with httpx.Client(base_url=live_server.url, headers=bearer, timeout=30) as http:
                response = http.post("/orders", json=body)
                return response.status_code, response.json().get("code")

        return request

    results = run_concurrently(*(ordering_by_http(each) for each in (users.student, users.other_student)))

    assert sorted(results) == [(200, None), (409, "code_used_up") if lock_on else (200, None)]
    assert used(voucher) == (1 if lock_on else 2)
