"""manage.py tidy ends the classes whose last lesson is over."""

from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from classes.catalog import lessons
from classes.catalog.lessons import end_classes
from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_lesson

DAY = timedelta(days=1)


def ended(users, *starts, **fields) -> bool:
    """Returns whether a class with lessons of three hours at these times ends."""
    camp_class = make_class(users.instructor)
    for start in starts:
        make_lesson(camp_class, start, **fields)
    end_classes(now=NOW)
    camp_class.refresh_from_db()
    return camp_class.ended_at is not None


def test_it_ends_a_class_with_its_last_lesson(users):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, timezone.now() - DAY)
    last = make_lesson(camp_class, timezone.now() - DAY / 2)
    make_lesson(camp_class, timezone.now() + DAY, canceled_at=NOW)

    out = StringIO()
    call_command("tidy", stdout=out)

    camp_class.refresh_from_db()
    assert camp_class.ended_at == last.ends_at
    assert "Classes ended: 1." in out.getvalue()
    assert as_(None).get("/classes") == []
    assert end_classes(now=timezone.now()) == 0


def test_it_keeps_other_classes(users):
    assert not ended(users)
    assert not ended(users, NOW - DAY, NOW + DAY)
    assert not ended(users, NOW - timedelta(hours=2))
    assert not ended(users, NOW - DAY, canceled_at=NOW)


def test_it_keeps_a_class_to_which_a_lesson_is_added_before_the_lock(users, monkeypatch):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, NOW - DAY)
    lock_class = lessons.lock_class

    def add_lesson_and_lock(pk):
        make_lesson(camp_class, NOW + DAY)
        return lock_class(pk)

    monkeypatch.setattr(lessons, "lock_class", add_lesson_and_lock)
    assert end_classes(now=NOW) == 0
    assert CampClass.objects.get().ended_at is None


def test_it_ends_the_other_classes_if_one_is_deleted_meanwhile(users, monkeypatch):
    deleted, kept = (make_class(users.instructor, name) for name in ("Deleted", "Kept"))
    for camp_class in (deleted, kept):
        make_lesson(camp_class, NOW - DAY)
    lock_class = lessons.lock_class

    def delete_and_lock(pk):
        CampClass.objects.filter(pk=deleted.pk).delete()
        return lock_class(pk)

    monkeypatch.setattr(lessons, "lock_class", delete_and_lock)
    assert end_classes(now=NOW) == 1
    assert CampClass.objects.get().ended_at is not None
