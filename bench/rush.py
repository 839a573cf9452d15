"""``python -m bench.rush``: the opening of registration, over HTTP.

Families with 1,000 participants in total try to book one popular class of 100 seats, with one to three participants per
family. Those who find it full try twenty others with 2,000 seats in total. All arrive within ten seconds, and each call
to Stripe takes 250 ms. The same run measures the upper limit on the same PostgreSQL: pgbench runs only the locked
statements of one hold and one settlement.

With ``--opening``, 1,000 families have selected four classes each, wait until the season opens, and pay for all four
with one order. ``--selections 4`` alone is the same without an opening.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import sys
import time
from datetime import timedelta
from itertools import cycle
from typing import Any

import httpx

from bench.opening import open_soon, select_for_all, simulate_orders
from bench.pgbench import pgbench_rate
from bench.stack import Stack, running_stack
from bench.students import Family, Report, Target, simulate

CALLS = ("select", "hold", "pay", "settle")
PRICE = "45.50"
POPULAR_CLASS = "The popular class"
FAMILIES = (1, 2, 1, 3, 1)
"""How many seats the families want, in turn."""
SELECTIONS = 4
"""How many classes each family has selected, with ``--opening``."""
PGBENCH_STUDENTS, PGBENCH_SECONDS, PGBENCH_CLIENTS = 20_000, 5, 8
# One seat: hold (student, class, count, insert), then settle (class, confirm), without Django, Stripe and the payment
# row: the least that the locking rules require.
LOCKED_STATEMENTS = """
\\set student :first_student + random(0, {students})
\\set class :first_class + random(0, {classes})
BEGIN;
SELECT id FROM accounts_user WHERE id = :student FOR NO KEY UPDATE;
SELECT id, capacity FROM classes_campclass WHERE id = :class FOR NO KEY UPDATE;
SELECT count(*) FROM classes_enrollment WHERE camp_class_id = :class
  AND (state = 'CONFIRMED' OR (state = 'HELD' AND held_until > now()));
INSERT INTO classes_enrollment (student_id, camp_class_id, state, price, held_at, held_until)
  VALUES (:student, :class, 'HELD', 45.50, now(), now() + interval '15 minutes') ON CONFLICT DO NOTHING;
COMMIT;
BEGIN;
SELECT id FROM classes_campclass WHERE id = :class FOR NO KEY UPDATE;
UPDATE classes_enrollment SET state = 'CONFIRMED', confirmed_at = now()
  WHERE student_id = :student AND child_id IS NULL AND camp_class_id = :class AND state = 'HELD';
COMMIT;
"""
INSERT_STUDENTS = """
INSERT INTO accounts_user (password, email, name, photo, bio, role, firebase_uid, email_verified, token_version,
                           is_active, joined_at, wants_reminders)
SELECT '!', key || '@camp.example', 'Student', '', '', 'student', key, true, 0, true, now(), true
FROM (SELECT %s::text || '-' || n AS key FROM generate_series(0, %s) AS n) AS keys RETURNING id
"""


def create_classes(seats: int, other_classes: int, other_seats: int) -> list[Any]:
    """Creates the popular class, which is the first one, and the others."""
    from accounts.models import Role
    from testing.factories import make_class, make_user

    instructor = make_user("rush-instructor", Role.INSTRUCTOR)
    popular = make_class(instructor, POPULAR_CLASS, capacity=seats)
    seats_each = other_seats // other_classes if other_classes else 0
    return [popular, *(make_class(instructor, f"Class {n}", capacity=seats_each) for n in range(other_classes))]


def create_camp(students: int, seats: int, other_classes: int, other_seats: int) -> list[Family]:
    """Creates the classes, and families with about this many participants: one, two children, or all three of them."""
    from accounts.models import Child, User
    from accounts.tokens import issue_token

    popular, *others = create_classes(seats, other_classes, other_seats)
    users = User.objects.bulk_create(
        # An account whose e-mail is not verified may have one open order only.
        User(email=f"rush-{n}@camp.example", name=f"Parent {n}", firebase_uid=f"rush-{n}", email_verified=True)
        for n in range(students * len(FAMILIES) // sum(FAMILIES))
    )
    children: dict[int, list[int | None]] = {user.pk: [] for user in users}
    for child in Child.objects.bulk_create(Child(guardian=user, name=name) for user in users for name in ("A", "B")):
        children[child.guardian_id].append(child.pk)
    return [
        Family(
            user.email,
            issue_token(user=user),
            {1: [None], 2: children[user.pk], 3: [None, *children[user.pk]]}[size],
            [(wish.pk, PRICE) for wish in (popular, *random.sample(others, min(2, len(others))))],
        )
        for user, size in zip(users, cycle(FAMILIES), strict=False)
    ]


def rush(stack: Stack, options: argparse.Namespace) -> Report:
    """Runs the load test and returns when all families have an outcome. Ends the delay of Stripe's responses."""
    target = Target(stack.port, stack.stripe_port, give_up_after=options.give_up_after)
    delay = {"fault": "delay", "seconds": options.latency_ms / 1000, "count": None}
    set_faults(stack, requests=[delay] if options.latency_ms else [])
    capacities = (options.seats, options.others, options.other_seats)
    if options.selections:
        classes = create_classes(*capacities)
        families = select_for_all(options.students, options.selections, classes)
        opens_at = open_soon(classes) if options.opening else None
        report = asyncio.run(simulate_orders(target, families, options.within, opens_at))
    else:
        families = create_camp(options.students, *capacities)
        report = asyncio.run(simulate(target, families, options.within))
    set_faults(stack, requests=[])
    return report


def set_faults(stack: Stack, **faults: list[dict[str, Any]]) -> None:
    """Replaces the faults of the stand-in's ``requests`` or ``webhooks``."""
    httpx.post(f"http://127.0.0.1:{stack.stripe_port}/_standin/faults", json=faults).raise_for_status()


def check(stack: Stack, report: Report) -> dict[str, Any]:
    """Checks the invariants, also after a reconciliation an hour later, and returns the results."""
    from django.utils import timezone

    from classes.models import Enrollment
    from payments.models import Payment
    from payments.settlement.reconciliation import reconcile
    from testing.proofs import invariants

    with httpx.Client(
        base_url=f"http://127.0.0.1:{stack.stripe_port}", auth=("sk_test_rush", ""), timeout=30
    ) as provider:
        delivered = _webhooks_delivered(provider)
        broken = invariants.violations(provider=provider, now=timezone.now())
        later = timezone.now() + timedelta(hours=1)
        failed = reconcile(now=later, days=1)["failed"]
        broken += invariants.violations(provider=provider, now=later)
        broken += invariants.unfinished(provider=provider, now=later)
    states = Payment.objects.values_list("state", flat=True)
    return {
        "enrolled": Enrollment.objects.confirmed().count(),
        "in the popular class": Enrollment.objects.confirmed().filter(camp_class__name=POPULAR_CLASS).count(),
        "oversold": sum(line.startswith("oversold") for line in broken),
        "broken invariants": broken,
        "webhooks delivered": delivered,
        "not reconciled": failed,
        "payments": {state: list(states).count(state) for state in sorted(set(states))},
        "deadlocks": stack.deadlocks(),
        "responses 500": report.server_errors,
    }


def _webhooks_delivered(provider: httpx.Client) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not provider.get("/v1/events", params={"delivery_success": "false", "limit": 1}).json()["data"]:
            return True
        time.sleep(0.5)
    return False


def locked_statements_rate(stack: Stack, classes: int) -> float:
    """Returns the seats per second of the locked statements alone, spread over this many classes."""
    from django.db import connection

    from classes.models import CampClass

    with connection.cursor() as cursor:
        cursor.execute(INSERT_STUDENTS, [classes, PGBENCH_STUDENTS])
        first_student = min(row[0] for row in cursor.fetchall())
    first_class = min(CampClass.objects.values_list("pk", flat=True))
    return pgbench_rate(
        stack.postgres.url,
        LOCKED_STATEMENTS.format(students=PGBENCH_STUDENTS, classes=classes - 1),
        clients=PGBENCH_CLIENTS,
        seconds=PGBENCH_SECONDS,
        variables={"first_student": first_student, "first_class": first_class},
    )


def _limits(stack: Stack, classes: int) -> dict[str, float]:
    """Returns the limits for the worst case, one row that all lock, and for the usual one."""
    spread = {f"{classes} classes": locked_statements_rate(stack, classes)} if classes > 1 else {}
    return {"one class": locked_statements_rate(stack, 1)} | spread


def print_report(report: Report, results: dict[str, Any], limits: dict[str, float]) -> None:
    responses = sum(len(times) for times in report.latencies.values())
    print(f"\n{report.seconds:.1f} s in total, {responses / report.seconds:.0f} calls/s, {os.cpu_count()} cores")
    for call in CALLS:
        if times := report.latencies[call]:
            p50, p99 = report.percentile(call, 50), report.percentile(call, 99)
            print(f"  {call:<8}{len(times):>6} calls   p50 {p50:>8.0f} ms   p99 {p99:>8.0f} ms")
    print("outcomes:", dict(report.outcomes), " responses:", dict(sorted(report.statuses.items())))
    print("results:", json.dumps(results, indent=2))
    rate = results["enrolled"] / report.seconds
    for name, limit in limits.items():
        print(f"locked statements, {name}: {limit:.0f} seats/s; site: {rate:.1f} seats/s; ratio 1 : {limit / rate:.0f}")


def passed(results: dict[str, Any]) -> bool:
    return not any(results[name] for name in ("broken invariants", "oversold", "deadlocks", "responses 500"))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=1_000)
    parser.add_argument("--seats", type=int, default=100, help="in the popular class")
    parser.add_argument("--others", type=int, default=20, help="other classes")
    parser.add_argument("--other-seats", type=int, default=2_000, help="seats of all other classes together")
    parser.add_argument("--within", type=float, default=10, help="seconds in which all arrive")
    parser.add_argument("--selections", type=int, default=0, help="of each family; --students is their number")
    parser.add_argument("--opening", action="store_true", help="families with selections wait for it")
    parser.add_argument("--give-up-after", type=float, default=120, help="seconds that a student tries")
    parser.add_argument("--webhooks", choices=["once", "twice"], default="once", help="twice: and out of order")
    parser.add_argument("--latency-ms", type=float, default=250, help="of each response of Stripe; 0: no delay")
    parser.add_argument("--lock-off", action="store_true", help="the control, which must fail")
    parser.add_argument("--json", action="store_true", help="only the results, for programs")
    options = parser.parse_args()
    if options.opening:
        options.selections = options.selections or SELECTIONS
    return options


def main() -> int:
    options = read_options()
    with running_stack("bench.lock_off:application" if options.lock_off else "camp.server.asgi:application") as stack:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        if options.webhooks == "twice":
            set_faults(stack, webhooks=[{"action": "duplicate"}, {"action": "reorder", "seconds": 1}])
        report = rush(stack, options)
        results = check(stack, report)
        if options.json:
            print(json.dumps(results | {"outcomes": report.outcomes}))
        else:
            print_report(report, results, _limits(stack, 1 + options.others))
        from django.db import connections

        connections.close_all()
    return 0 if passed(results) else 1


if __name__ == "__main__":
    sys.exit(main())
