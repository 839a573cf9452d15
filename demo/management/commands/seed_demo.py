"""`manage.py seed_demo`."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from demo.seeding.camp import seed_camp
from demo.seeding.care import seed_care
from demo.seeding.office import seed_office
from demo.seeding.payments import pay_for_seats, refund_a_seat


class Command(BaseCommand):
    help = (
        "Creates the demo's users, classes, seats, payments, paperwork and what its office has done. It needs the "
        "Stripe stand-in that `make run` starts. Rows that exist are not changed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        created = seed_camp(now=now)
        payments = pay_for_seats(now=now)
        refund_a_seat(now=now)
        seed_care(now=now)
        seed_office(now=now)
        self.stdout.write(
            f"Created {created.users} users, {created.classes} classes, {created.seats} seats, {payments} payments."
        )
