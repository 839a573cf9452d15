"""manage.py tidy: care sheets and who collected a child are deleted CARE_KEEP_DAYS after the child's last lesson."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from care.models import CareSheet, PresenceEvent
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_enrollment, make_lesson
from testing.factories.presence import event, make_collector, sent
from testing.snapshots import tables_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)


@pytest.fixture
def sheet(users, mia):
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen"})
    return CareSheet.objects.get()


def tidy():
    """Returns the children who still have a sheet."""
    call_command("tidy", stdout=StringIO())
    return list(CareSheet.objects.values_list("child__name", flat=True))


@pytest.fixture
def last_lesson(users, mia, sheet):
    """Mia has a seat in a class whose last lesson is in ten days."""
    clay = make_class(users.instructor)
    make_lesson(clay, NOW + 10 * DAY, hours=1)
    make_enrollment(users.student, clay, mia)
    return NOW + 10 * DAY + timedelta(hours=1)


def test_it_deletes_a_sheet_thirty_days_after_the_last_lesson(last_lesson, clock):
    clock.move_to(last_lesson + DAY)
    assert tidy() == ["Mia"]
    clock.move_to(last_lesson + 30 * DAY)
    assert tidy() == ["Mia"]
    clock.shift(timedelta(seconds=1))
    assert tidy() == []
    assert tables_with("Quitten") == []


def test_it_keeps_the_sheet_while_another_seat_is_ahead(users, mia, last_lesson, clock):
    later = make_class(users.instructor, "Later")
    make_lesson(later, last_lesson + 90 * DAY)
    make_enrollment(users.student, later, mia)
    clock.move_to(last_lesson + 60 * DAY)
    assert tidy() == ["Mia"]


def test_it_keeps_the_sheet_if_the_guardian_wants_it(users, mia, last_lesson, clock):
    as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Quittenpollen", "keep": True})
    clock.move_to(last_lesson + 400 * DAY)
    assert tidy() == ["Mia"]


def test_it_deletes_a_sheet_for_which_no_seat_followed(sheet, clock):
    clock.move_to(NOW + 30 * DAY)
    assert tidy() == ["Mia"]
    clock.shift(timedelta(seconds=1))
    assert tidy() == []


def test_it_deletes_the_sheet_after_a_canceled_seat(mia, last_lesson, clock):
    mia.enrollments.update(state="RELEASED", released_at=NOW)
    clock.move_to(NOW + 31 * DAY)
    assert tidy() == []


def test_it_deletes_after_the_days_of_the_setting(sheet, settings, clock):
    settings.CARE_KEEP_DAYS = 5
    clock.move_to(NOW + 6 * DAY)
    assert tidy() == []


def test_it_deletes_old_sheets_also_if_care_is_off(sheet, settings, clock):
    settings.CARE = False
    clock.move_to(NOW + 31 * DAY)
    assert tidy() == []


class TestCollectors:
    """Who collected a child is deleted with its sheet; when it left, stays."""

    @pytest.fixture
    def collected(self, users, mia, clock):
        """Mia was collected by a contact, then by somebody else, at the first of two lessons."""
        clay = make_class(users.instructor)
        lesson, last = make_lesson(clay, NOW, hours=1), make_lesson(clay, NOW + 10 * DAY, hours=1)
        seat = make_enrollment(users.student, clay, mia)
        ben = make_collector(mia, "Benquendel")
        left = event(lesson, seat, "LEFT", contactId=str(ben.pk))
        again = event(lesson, seat, "LEFT", withName="Joanquendel", reason="Quendel called")
        as_(users.instructor).post("/presence", sent(left, again))
        return last.ends_at

    def collectors(self):
        tidy()
        return sorted(PresenceEvent.objects.values_list("with_name", "reason", "contact__name"))

    def test_it_deletes_who_collected_a_child_after_the_last_lesson(self, collected, clock):
        clock.move_to(collected + DAY)
        call_command("tidy", stdout=StringIO())
        told = [("Benquendel", "", "Benquendel"), ("Joanquendel", "Quendel called", None)]
        clock.move_to(collected + 30 * DAY)
        assert self.collectors() == told
        clock.shift(timedelta(seconds=1))
        assert self.collectors() == [("", "", None)] * 2
        assert [each.kind for each in PresenceEvent.objects.all()] == ["LEFT"] * 2

    def test_it_keeps_them_while_another_seat_is_ahead(self, users, mia, collected, clock):
        later = make_class(users.instructor, "Later")
        make_lesson(later, collected + 90 * DAY)
        make_enrollment(users.student, later, mia)
        clock.move_to(collected + 60 * DAY)
        assert self.collectors()[0][0] == "Benquendel"

    def test_it_keeps_those_of_a_canceled_seat_for_as_long(self, mia, collected, clock):
        mia.enrollments.update(state="RELEASED", released_at=NOW)
        clock.move_to(NOW + 30 * DAY)
        assert self.collectors()[0][0] == "Benquendel"
        clock.shift(timedelta(seconds=1))
        assert self.collectors() == [("", "", None)] * 2
