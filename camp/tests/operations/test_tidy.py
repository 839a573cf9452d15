"""manage.py tidy: a deletion that fails does not keep the other data from being deleted."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from mail import outbox
from mail.models import OutboxEmail
from privacy.deletion import delete_account
from testing.factories import make_user

pytestmark = pytest.mark.django_db


def test_it_empties_old_emails_although_an_identity_cannot_be_deleted(identity_provider):
    identity_provider.down = True
    delete_account(user_id=make_user("sam").pk, now=timezone.now())
    long_ago = timezone.now() - timedelta(days=91)
    with transaction.atomic():
        outbox.put(
            OutboxEmail.Kind.REFUNDED, recipient_id=make_user("ann").pk, about="1", facts={"child": "Mia"}, now=long_ago
        )
    OutboxEmail.objects.update(state=OutboxEmail.State.SENT, sent_at=long_ago)

    output = StringIO()
    with pytest.raises(CommandError, match="FIREBASE_CREDENTIALS"):
        call_command("tidy", stdout=output)

    assert "E-mails emptied: 1." in output.getvalue()
    assert OutboxEmail.objects.get().facts == {}
