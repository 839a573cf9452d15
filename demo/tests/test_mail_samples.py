"""`manage.py mail_samples`."""

from email.utils import parseaddr

from django.core import mail
from django.core.management import call_command

from testing.email_samples import SAMPLES


def test_it_sends_each_sample_as_text_and_html(db, capsys):
    call_command("mail_samples")
    assert [parseaddr(email.to[0])[1] for email in mail.outbox] == [f"{name}@samples.example" for name in SAMPLES]
    for email, sample in zip(mail.outbox, SAMPLES.values(), strict=True):
        rendered = sample.render()
        assert (email.subject, email.body) == (rendered.subject, rendered.text)
        assert email.alternatives == [(rendered.html, "text/html")]
    assert f"Sent {len(SAMPLES)} e-mails." in capsys.readouterr().out
    calendar = next(email for email in mail.outbox if email.to == ["booked@samples.example"])
    assert [name for name, _, _ in calendar.attachments] == ["lessons.ics"]
