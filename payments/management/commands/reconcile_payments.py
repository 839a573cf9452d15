from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from payments.settlement.reconciliation import RECONCILED_DAYS, reconcile


class Command(BaseCommand):
    help = (
        "Compare every unfinished order with Stripe's state and finish it: settle paid orders, "
        "release expired holds, send owed refunds, handle events that could not be delivered. Safe to run at any "
        "time and concurrently; run it every few minutes. Exit code 1 if something could not be finished (the next "
        "run retries it)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=RECONCILED_DAYS, help="Age limit of the payments in days (default %(default)s)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = reconcile(now=timezone.now(), days=options["days"])
        self.stdout.write(
            ", ".join(f"{kind}: {count}" for kind, count in sorted(counts.items()) if count) or "Nothing to do."
        )
        if counts["failed"]:
            raise CommandError(f"{counts['failed']} could not be finished yet. The next run tries again.")
