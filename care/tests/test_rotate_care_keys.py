"""manage.py rotate_care_keys: nothing is lost, also while guardians change their sheets."""

import threading
from functools import partial
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command

from care.encryption import encrypt, is_current
from care.models import CareSheet
from care.paperwork import sheets
from testing.clients.api import as_
from testing.factories import make_child, make_user, make_users
from testing.proofs.races import ConcurrentCall, run_concurrently, with_and_without_the_lock

NEW = Fernet.generate_key().decode()


def rotate():
    output = StringIO()
    call_command("rotate_care_keys", stdout=output)
    return output.getvalue()


@pytest.mark.django_db
class TestRotation:
    @pytest.fixture
    def sheet(self, users, mia):
        as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen"})
        return CareSheet.objects.get()

    def test_it_encrypts_with_the_first_key(self, sheet, leo, users, settings):
        as_(users.student).put(f"/care/{leo.pk}", {"nothingToTell": True})
        old = settings.CARE_KEYS
        settings.CARE_KEYS = [NEW, *old]
        assert rotate() == "Care sheets encrypted again: 1.\n"
        settings.CARE_KEYS = [NEW]
        sheet.refresh_from_db()
        assert sheet.texts["allergies"] == "Quittenpollen"
        assert rotate() == "Care sheets encrypted again: 0.\n"

    def test_it_leaves_a_sheet_that_no_key_decrypts_and_continues(self, sheet, leo, settings):
        settings.CARE_KEYS = [NEW]
        CareSheet.objects.create(
            child=leo, secret=encrypt({"diet": "x"}, child_id=leo.pk), confirmed_at=sheet.confirmed_at
        )
        newest = Fernet.generate_key().decode()
        settings.CARE_KEYS = [newest, NEW]
        with pytest.raises(CommandError, match="decrypts 1 care sheets"):
            rotate()
        assert CareSheet.objects.get(pk=sheet.pk).secret == sheet.secret
        assert is_current(CareSheet.objects.get(child=leo).secret)


@pytest.mark.django_db(transaction=True)
class TestUnderLoad:
    def test_it_loses_no_change_of_a_guardian(self, settings):
        """Guardians write without pause while the keys are rotated again and again."""
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"care": (100_000, 100_000, 60)}
        settings.CARE_KEYS = [NEW, *settings.CARE_KEYS]
        children = [make_child(make_user(f"sam{number}")) for number in range(3)]
        written, is_over = dict.fromkeys([child.pk for child in children], 0), threading.Event()

        def write(child):
            client = as_(child.guardian)
            while not is_over.is_set():
                client.put(f"/care/{child.pk}", {"allergies": f"Version {written[child.pk] + 1}"})
                written[child.pk] += 1

        def rotate_again_and_again():
            while min(written.values()) < 30:
                settings.CARE_KEYS = settings.CARE_KEYS[::-1]
                rotate()
            is_over.set()

        results = run_concurrently(rotate_again_and_again, *(partial(write, child) for child in children))
        assert results == [None] * 4
        rotate()
        settings.CARE_KEYS = settings.CARE_KEYS[:1]
        stored = {sheet.child_id: sheet.texts["allergies"] for sheet in CareSheet.objects.all()}
        assert stored == {child_id: f"Version {number}" for child_id, number in written.items()}

    @with_and_without_the_lock
    def test_it_locks_the_sheet_that_it_encrypts(self, monkeypatch, settings, lock_on):
        """Without the lock the change of a guardian between reading and writing is lost."""
        mia = make_child(make_users().student)
        client = as_(mia.guardian)
        client.put(f"/care/{mia.pk}", {"allergies": "Before"})
        settings.CARE_KEYS = [NEW, *settings.CARE_KEYS]
        if not lock_on:
            monkeypatch.setattr(type(CareSheet.objects.all()), "select_for_update", lambda rows, **_: rows)
        change = ConcurrentCall(
            monkeypatch, sheets, "rotated", lambda: client.put(f"/care/{mia.pk}", {"allergies": "After"})
        )
        rotate()
        assert change.outcome() == {"modifiedCount": 1}
        assert CareSheet.objects.get().texts["allergies"] == ("After" if lock_on else "Before")
