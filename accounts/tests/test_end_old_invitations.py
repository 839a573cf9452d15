from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guardians import end_old_invitations
from accounts.models import Guardianship
from testing.factories import make_child, make_guardianship, make_user

pytestmark = pytest.mark.django_db


def test_it_removes_the_address_of_invitations_that_expired_long_ago(users):
    now = timezone.now()
    long_ago = now - timedelta(days=44)
    child = make_child(users.student)
    make_guardianship(child, None, email="old@camp.example", sent_at=long_ago)
    make_guardianship(child, None, email="expired@camp.example", sent_at=long_ago + timedelta(minutes=1))
    make_guardianship(child, None, email="frozen@camp.example", sent_at=long_ago, frozen_at=now)
    make_guardianship(child, None, email="unsent@camp.example", sent_at=None)
    make_guardianship(child, make_user("accepted"), sent_at=long_ago)
    assert [end_old_invitations(now=now) for _ in range(2)] == [1, 0]
    kept = Guardianship.objects.current().order_by("pk").values_list("email", flat=True)
    assert list(kept) == [f"{each}@camp.example" for each in ("expired", "frozen", "unsent", "accepted")]
    assert list(Guardianship.objects.exclude(ended_at=None).values_list("email", "ended_at")) == [("", now)]
