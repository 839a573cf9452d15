"""What ``manage.py doctor`` says about settings that are missing, examples or old."""

from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

from camp.operations import doctor
from camp.settings.table import all_settings, missing_texts, misspelled
from testing.clients.api import as_
from testing.factories import make_child, make_school
from testing.servers.providers import problem

pytestmark = pytest.mark.django_db


class TestSchool:
    def test_it_says_what_is_missing_without_these_settings(self, settings):
        settings.MISSING = missing_texts({"CONTACT_HOURS": "Monday to Friday, 8:30 am to 5:30 pm"})
        text, is_certain = problem(doctor.check_missing_settings)
        assert "Set CONTACT_HOURS, CONTACT_DIRECTIONS, " in text
        assert not is_certain

    def test_it_names_the_setting_that_a_misspelled_one_resembles(self, settings):
        names = ("MAIL_FORM", "STRIPE_SECRET", "PATH", "HOME", "HOSTNAME", "LANG", "AWS_ACCESS_KEY_ID", "MAIL_FROM")
        settings.MISSING, settings.MISSPELLED = {}, misspelled(dict.fromkeys(names, "x"))
        assert problem(doctor.check_misspelled_settings) == (
            "These are no settings, so they have no effect: MAIL_FORM (is MAIL_FROM meant?), STRIPE_SECRET (is "
            "STRIPE_SECRET_KEY meant?).",
            False,
        )
        settings.MISSPELLED = {}
        assert problem(doctor.check_misspelled_settings) is None

    def test_it_is_content_with_the_own_school(self, settings):
        settings.MISSING = missing_texts({each.name: "x" for each in all_settings()})
        assert problem(doctor.check_missing_settings) is None

    def test_it_says_which_facts_the_office_has_not_entered(self):
        make_school(tax_id="", phone="")
        assert problem(doctor.check_school) == (
            "Under Settings, General, the school has no tax ID and no phone number. Tax statements don't name it, so "
            "families can't claim what they paid.",
            False,
        )
        make_school(phone="")
        assert problem(doctor.check_school) == ("Under Settings, General, the school has no phone number.", False)

    def test_it_is_content_with_all_facts(self):
        make_school()
        assert problem(doctor.check_school) is None

    def test_it_reminds_staff_on_the_first_page_of_the_admin(self, settings, client, users):
        client.force_login(users.admin, "django.contrib.auth.backends.ModelBackend")
        reminder = "Settings of the school that are examples"
        assert reminder not in client.get("/admin/").content.decode()
        settings.DEMO = False
        assert reminder in client.get("/admin/").content.decode()


class TestCareSheets:
    @pytest.fixture
    def sheet(self, users, mia):
        as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen"})

    def test_it_is_content_with_sheets_of_the_first_key(self, sheet):
        assert problem(doctor.check_care_sheets) is None

    def test_it_asks_for_the_rotation_of_an_old_key(self, sheet, settings):
        settings.CARE_KEYS = [Fernet.generate_key().decode(), *settings.CARE_KEYS]
        text, is_certain = problem(doctor.check_care_sheets)
        assert "camp rotate_care_keys" in text
        assert not is_certain
        call_command("rotate_care_keys", stdout=StringIO())
        assert problem(doctor.check_care_sheets) is None

    def test_it_says_that_a_key_is_missing(self, sheet, settings):
        for keys in ([Fernet.generate_key().decode()], []):
            settings.CARE_KEYS = keys
            text, is_certain = problem(doctor.check_care_sheets)
            assert text.startswith("No key of CARE_KEYS decrypts 1 care sheets.")
            assert is_certain

    def test_it_looks_at_some_of_the_sheets_however_many_there_are(self, sheet, settings, users, monkeypatch):
        monkeypatch.setattr(doctor, "CHECKED_SHEETS", 2)
        for name in ("Leo", "Zoe"):
            child = make_child(users.student, name)
            as_(users.student).put(f"/care/{child.pk}", {"allergies": "Milk"})
        settings.CARE_KEYS = [Fernet.generate_key().decode()]
        text, _ = problem(doctor.check_care_sheets)
        assert text.startswith("No key of CARE_KEYS decrypts at least 2 care sheets.")

    def test_it_does_not_call_the_number_of_some_that_of_all(self, sheet, settings, users, monkeypatch):
        monkeypatch.setattr(doctor, "CHECKED_SHEETS", 2)
        settings.CARE_KEYS = [Fernet.generate_key().decode()]
        for name in ("Leo", "Zoe"):
            child = make_child(users.student, name)
            as_(users.student).put(f"/care/{child.pk}", {"allergies": "Milk"})
        text, _ = problem(doctor.check_care_sheets)
        assert text.startswith("No key of CARE_KEYS decrypts at least 1 care sheets.")


class TestTestMode:
    @pytest.mark.parametrize("is_test", [True, False])
    def test_it_says_that_no_card_is_charged(self, settings, is_test):
        settings.TEST_MODE = is_test
        found = problem(doctor.check_test_mode)
        assert found == (
            ("Stripe's test keys are set: no card is charged. docs/deploy.md says how to go live.", False)
            if is_test
            else None
        )
