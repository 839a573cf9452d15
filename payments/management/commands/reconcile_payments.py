"""`manage.py reconcile_payments`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from payments.reconciling import reconcile


class Command(BaseCommand):
    help = (
        "Ask the card provider about every payment that is not at its end here and finish it: settle what was paid, "
        "release holds that ran out, send refunds that are owed, take in events that could not be delivered. "
        "Safe at any time, also twice at once; run it by cron every few minutes. Exit code 1 when something could "
        "not be finished (it is tried again by the next run)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=7, help="How far back to look (default 7).")

    def handle(self, *args: Any, **options: Any) -> None:
        done = reconcile(now=timezone.now(), days=options["days"])
        self.stdout.write(", ".join(f"{kind}: {count}" for kind, count in sorted(done.items()) if count) or "all done")
        if done["failed"]:
            raise CommandError(f"{done['failed']} could not be finished yet.")
