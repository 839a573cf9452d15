"""`manage.py mail_samples`."""

from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.management.base import BaseCommand

from testing.email_samples import SAMPLES, Sample


class Command(BaseCommand):
    help = "Sends a sample of each e-mail, in each variant of its text, to the mailbox that `make run` starts."

    def handle(self, *args: Any, **options: Any) -> None:
        count = get_connection().send_messages([_composed(name, sample) for name, sample in SAMPLES.items()])
        self.stdout.write(f"Sent {count} e-mails. Their recipients are the names of the samples.")


def _composed(name: str, sample: Sample) -> EmailMultiAlternatives:
    rendered = sample.render()
    email = EmailMultiAlternatives(rendered.subject, rendered.text, to=[f"{name}@samples.example"])
    email.attach_alternative(rendered.html, "text/html")
    for attachment in rendered.attachments:
        email.attach(*attachment)
    return email
