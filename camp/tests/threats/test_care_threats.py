"""The threats of docs/rules/care.md, one test for each line: who could read about a child, and what stops it."""

import json
import os
import subprocess
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts import roles
from care.models import Agreement, CareRead, CareSheet
from care.paperwork.due import put_due_care_emails
from demo.servers.postgres import tools
from mail.sending import send_due_emails
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import (
    Users,
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_enrollment,
    make_lesson,
    make_users,
)
from testing.servers.processes import database_url

SECRETS = {
    "allergies": "Quittenpollen",
    "whatToDo": "Autoinjektor im Rucksack",
    "medication": "Zetirizin um zwölf",
    "needs": "Braucht Ruhe",
    "diet": "Keine Ziegenmilch",
    "doctor": "Praxis Quendel",
}


class Camp:
    """A class that begins in five days, in which Sam's child Mia has a seat, a sheet and a contact."""

    def __init__(self, users: Users) -> None:
        self.users = users
        self.mia = make_child(users.student)
        self.clay = make_class(users.instructor)
        make_lesson(self.clay, timezone.now() + timedelta(days=5))
        make_enrollment(users.student, self.clay, self.mia)
        as_(users.student).put(f"/care/{self.mia.pk}", SECRETS)
        make_contact(self.mia, "Rosa")
        self.text = make_agreement_text()


@pytest.fixture
def camp(users):
    return Camp(users)


def use_everything(camp):
    """Requests, reads, changes and mails whatever concerns the sheet."""
    admin, student = as_(camp.users.admin), as_(camp.users.student)
    admin.get(f"/classes/{camp.clay.pk}/care")
    as_(camp.users.instructor).get(f"/classes/{camp.clay.pk}/care")
    student.get("/care")
    student.put(f"/care/{camp.mia.pk}", SECRETS | {"keep": True})
    student.put(f"/care/{camp.mia.pk}", SECRETS | {"nothingToTell": True}, 400)
    student.put("/care/999999", SECRETS, 404)
    as_(camp.users.other_student).put(f"/care/{camp.mia.pk}", SECRETS, 404)
    student.get("/users/me/data")
    staff = AdminClient(camp.users.admin)
    for page in ("/admin/", "/admin/care/careread/", f"/admin/accounts/child/{camp.mia.pk}/change/"):
        staff.get(page)
    put_due_care_emails(now=timezone.now())
    while send_due_emails():
        pass
    for command in ("rotate_care_keys", "tidy"):
        call_command(command, stdout=StringIO())


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_database_dump_contains_none_of_the_words(tmp_path):
    """Also the outbox, sessions, history and the log of the Django admin are in it."""
    use_everything(Camp(make_users()))
    dump = tmp_path / "dump.sql"
    url = database_url(str(connection.settings_dict["NAME"]))
    path = f"{tools()}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["pg_dump", f"--dbname={url}", f"--file={dump}"], env=os.environ | {"PATH": path}, check=True)
    text = dump.read_text()
    for table in ("care_caresheet", "mail_outboxemail", "django_session", "django_admin_log", "care_careread"):
        assert f"COPY public.{table} " in text
    assert "Rosa" in text, "the dump is not of this database, so the test proves nothing"
    for secret in (*SECRETS.values(), *(word for value in SECRETS.values() for word in value.split() if len(word) > 5)):
        assert secret not in text


@pytest.mark.django_db
def test_a_log_contains_none_of_the_words(camp, log, monkeypatch):
    use_everything(camp)

    def fail(*_, **__):
        raise DatabaseError(f"Failing row contains (1, {SECRETS['allergies']})")

    monkeypatch.setattr(CareSheet, "save", fail)
    client = as_(camp.users.student).client
    client.raise_request_exception = False
    assert client.put(f"/care/{camp.mia.pk}", SECRETS, format="json").status_code == 500
    assert '"route": "/care/<id:id>"' in log.text
    assert "Traceback" in log.text
    for secret in SECRETS.values():
        assert secret not in log.text


@pytest.mark.django_db
def test_an_admin_leaves_a_trace_that_nobody_can_remove(camp):
    as_(camp.users.admin).get(f"/classes/{camp.clay.pk}/care")
    assert CareRead.objects.get().reader == camp.users.admin
    for change in (CareRead.objects.all().delete, lambda: CareRead.objects.update(reader=camp.users.instructor)):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    staff = AdminClient(camp.users.admin)
    page = staff.get(f"/admin/care/careread/{CareRead.objects.get().pk}/change/").content.decode()
    assert "Quittenpollen" not in page
    assert staff.get("/admin/care/caresheet/").status_code == 404
    as_(camp.users.admin).get(f"/care/{camp.mia.pk}", 404)
    assert CareRead.objects.count() == 1
    as_(camp.users.admin).get(f"/care/{camp.mia.pk}?userId={camp.users.student.pk}")
    assert CareRead.objects.count() == 2


@pytest.mark.django_db
def test_an_admin_cannot_change_what_was_signed(camp):
    make_agreement(camp.mia, camp.text)
    for rows, change in ((Agreement.objects, {"accepted": False}), (type(camp.text).objects, {"body": "Another"})):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)


@pytest.mark.django_db
def test_another_family_sees_nothing(camp):
    other = as_(camp.users.other_student)
    agreement = make_agreement(camp.mia, camp.text)
    for path in (
        f"/care/{camp.mia.pk}",
        f"/classes/{camp.clay.pk}/care",
        f"/agreements?childId={camp.mia.pk}",
        f"/agreements/{agreement.pk}",
    ):
        assert other.get(path, 404)["code"] == "not_found"
    assert other.get("/care") == other.get("/contacts") == []


@pytest.mark.django_db
def test_a_former_instructor_sees_nothing(camp):
    instructor, path = as_(camp.users.instructor), f"/classes/{camp.clay.pk}/care"
    assert "Quittenpollen" in json.dumps(instructor.get(path))
    camp.clay.lessons.update(starts_at=timezone.now() - timedelta(days=3), ends_at=timezone.now() - timedelta(days=2))
    instructor.get(path, 404)
    camp.clay.lessons.update(starts_at=timezone.now(), ends_at=timezone.now() + timedelta(hours=1))
    as_(camp.users.admin).patch(f"/users/student/{camp.users.instructor.pk}", {"keepClasses": True})
    instructor.get(path, 404)


@pytest.mark.django_db
def test_a_lost_phone_has_stored_no_answer_and_loses_its_access(camp):
    instructor, path = as_(camp.users.instructor), f"/classes/{camp.clay.pk}/care"
    for client, own in ((instructor, path), (as_(camp.users.student), f"/care/{camp.mia.pk}")):
        assert client.client.get(own).headers["Cache-Control"] == "no-store"
    roles.log_out_everywhere(user_ids=[camp.users.instructor.pk])
    instructor.get(path, 401)
