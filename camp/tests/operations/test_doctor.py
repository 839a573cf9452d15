"""``manage.py doctor`` and the page "Set up": each part of the set-up, and what its exit status says."""

import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command

from camp.operations import doctor
from core.errors import RefusedSetting, SetupProblem
from testing.clients.api import as_

pytestmark = pytest.mark.django_db
ALL = {what for what, _ in (*doctor.BEFORE_START, *doctor.RUNNING, *doctor.CONNECTIONS, *doctor.SITE)}


def test_it_shows_every_part_to_an_admin(users):
    rows = as_(users.admin).get("/setup")
    assert {row["what"] for row in rows} == ALL
    assert all(bool(row["todo"]) == (row["state"] != "ok") for row in rows)
    states = {row["what"]: row["state"] for row in rows}
    assert (states["Database"], states["Pictures"], states["Worker and e-mails"]) == ("ok", "ok", "error")


def test_the_page_has_words_of_the_office_for_each_part_that_the_office_cannot_mend():
    page = (settings.BASE_DIR / "frontend/src/app/settings/SiteCheck.tsx").read_text()
    parts = page.partition("const PARTS")[2].partition("};")[0]
    names = {quoted or word for quoted, word in re.findall(r'^  (?:"([^"]+)"|(\w+)): \[', parts, re.MULTILINE)}
    assert names == ALL - {"The school's facts"}


def test_it_prints_each_part_and_exits_with_1_if_something_is_broken():
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=output)
    assert ended.value.code == 1
    lines = output.getvalue().splitlines()
    assert len(lines) == len(ALL)
    assert "ok      Database" in lines
    assert any(line.startswith("BROKEN  Worker and e-mails: No worker runs") for line in lines)


def test_it_exits_with_0_if_there_are_only_warnings(monkeypatch):
    monkeypatch.setattr(doctor, "CONNECTIONS", doctor.CONNECTIONS[1:2])
    output = StringIO()
    call_command("doctor", "--before-start", stdout=output)
    assert "warning Recommended settings: Set FIREBASE_CREDENTIALS: without it revoked logins" in output.getvalue()


def test_it_exits_with_3_if_the_value_of_a_setting_is_refused(monkeypatch):
    """A script keeps the old processes then, but not for an outage."""

    def run(problem):
        def check():
            raise problem

        monkeypatch.setattr(doctor, "CONNECTIONS", (("Provider", check),))
        output = StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("doctor", "--before-start", stdout=output)
        (line,) = (each for each in output.getvalue().splitlines() if "Provider" in each)
        return ended.value.code, line

    assert run(RefusedSetting("No.")) == (3, "REFUSED Provider: No.")
    assert run(SetupProblem("Silence.")) == (1, "BROKEN  Provider: Silence.")


def test_it_omits_what_only_a_running_site_shows_before_the_start():
    names = {each.what for each in doctor.diagnose(is_running=False)}
    assert ALL - names == {"Worker and e-mails", "Backup", *dict(doctor.SITE)}
    assert names - ALL == {"Uptime service"}


def test_it_sends_a_test_email(monkeypatch, mailoutbox):
    monkeypatch.setattr(doctor, "CONNECTIONS", doctor.CONNECTIONS[1:2])
    call_command("doctor", "--before-start", "--mail", "head@school.example", stdout=StringIO())
    assert [(each.to, each.subject) for each in mailoutbox] == [(["head@school.example"], "Test e-mail of Craft Camp")]


def test_it_reports_a_check_that_fails_in_an_unexpected_way(monkeypatch):
    monkeypatch.setattr(doctor, "BEFORE_START", (("Odd", lambda: 1 / 0),))
    (odd,) = (each for each in doctor.diagnose(is_running=False) if each.what == "Odd")
    assert (odd.state, odd.todo) == ("error", "This could not be checked (ZeroDivisionError).")
