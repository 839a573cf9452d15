"""`manage.py seed_demo_payments`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from payments.demo import pay_for_seats


class Command(BaseCommand):
    help = (
        "Pay for the demo's seats at the card stand-in, so that histories and the overview have something to show. "
        "For CAMP_DEMO=1 alone; running it twice changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is for the demo (CAMP_DEMO=1): it charges a test card at the stand-in.")
        made = pay_for_seats(now=timezone.now())
        self.stdout.write(f"{made} demo payments made." if made else "The demo's seats are all paid for.")
