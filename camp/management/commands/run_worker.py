import signal
from typing import Any

from django.core.management.base import BaseCommand

from camp.operations.worker import Worker


class Command(BaseCommand):
    help = (
        "Send the e-mails of the outbox; release expired holds, send owed refunds, reconcile payments and end classes "
        "that are over. Any number of workers may run. SIGTERM or SIGINT stops it after the current e-mail and task."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        worker = Worker()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: worker.stop())
        worker.run()
