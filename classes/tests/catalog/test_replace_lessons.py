"""POST and PUT /classes with lessons: adding, moving and removing them."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from classes.catalog import changes, lessons
from classes.catalog.lesson_rows import LessonRow
from classes.models import CampClass, Enrollment, Lesson, Status
from testing.clients.api import as_
from testing.factories import make_class, make_craft, make_enrollment, make_lesson, make_users
from testing.proofs.races import ConcurrentCall, disable_locks
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_free

NOW = datetime(2027, 7, 1, 12, tzinfo=UTC)
CLASS = {"nameClass": "Clay", "image": "https://pictures.example/clay.jpg", "price": 45.5, "seats": 10}
MONDAY = {"date": "2027-07-05", "from": "09:00", "to": "12:00"}
TUESDAY = MONDAY | {"date": "2027-07-06"}
MONDAY_START = datetime(2027, 7, 5, 13, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def camp_class(users) -> CampClass:
    """An approved class with lessons on Monday and Tuesday from 9:00 to 12:00 in New York."""
    camp_class = make_class(users.instructor, "Clay")
    make_lesson(camp_class, MONDAY_START)
    make_lesson(camp_class, MONDAY_START + DAY)
    return camp_class


def put(camp_class, rows, status=200, **changes):
    return as_(camp_class.instructor).put(f"/classes/{camp_class.pk}", CLASS | {"lessons": rows} | changes, status)


def rows_of(camp_class) -> list[tuple[object, ...]]:
    """Returns the lessons of the class, the earliest first."""
    rows = camp_class.lessons.order_by("starts_at")
    return list(rows.values_list("starts_at", "ends_at", "place", "revision", "canceled_at"))


def id_of(camp_class, days: int) -> str:
    return str(camp_class.lessons.get(starts_at=MONDAY_START + days * DAY).pk)


def test_it_creates_a_class_with_lessons(users):
    as_(users.instructor).post("/classes", CLASS | {"lessons": [TUESDAY | {"place": "Barn"}, MONDAY]}, 201)

    assert rows_of(CampClass.objects.get()) == [
        (MONDAY_START, MONDAY_START + timedelta(hours=3), "", 0, None),
        (MONDAY_START + DAY, MONDAY_START + timedelta(hours=27), "Barn", 0, None),
    ]


def test_it_accepts_sixty_lessons(users):
    days = [str(MONDAY_START.date() + number * DAY) for number in range(60)]
    as_(users.instructor).post("/classes", CLASS | {"lessons": [MONDAY | {"date": day} for day in days]}, 201)
    assert Lesson.objects.count() == 60


def test_it_changes_no_lesson_if_the_same_are_sent(users, camp_class):
    by_id = [MONDAY | {"_id": id_of(camp_class, 0)}, TUESDAY | {"_id": id_of(camp_class, 1)}]

    with nothing_changes():
        for rows in ([MONDAY, TUESDAY], [TUESDAY, MONDAY], by_id, [MONDAY | {"_id": None}, TUESDAY | {"_id": ""}]):
            assert put(camp_class, rows) == {"modifiedCount": 0, "noLongerFit": []}


def test_it_creates_a_class_without_new_data_from_a_documented_body(users):
    as_(users.instructor).post("/classes", CLASS, 201)

    camp_class = CampClass.objects.get()
    assert camp_class.craft is None
    assert (camp_class.place, camp_class.bring, camp_class.age_from, camp_class.age_to) == ("", "", None, None)
    assert camp_class.lessons.count() == 0


def test_it_changes_none_of_the_new_data_with_a_documented_body(users, camp_class):
    CampClass.objects.update(craft=make_craft("Clay"), place="Barn", bring="An apron.", age_from=8, age_to=12)
    User.objects.filter(pk=users.instructor.pk).update(bio="Potter.")
    with nothing_changes():
        assert as_(users.instructor).put(f"/classes/{camp_class.pk}", CLASS) == {"modifiedCount": 0, "noLongerFit": []}
        as_(users.instructor).patch("/users/me", {"name": "Ines", "photo": ""})


def test_it_moves_a_lesson_that_is_named_by_its_id(users, camp_class):
    lesson = camp_class.lessons.get(starts_at=MONDAY_START)
    moved = MONDAY | {"_id": str(lesson.pk), "from": "09:30", "to": "12:30", "place": "Hall"}

    assert put(camp_class, [moved, TUESDAY]) == {"modifiedCount": 1, "noLongerFit": []}

    lesson.refresh_from_db()
    assert (lesson.starts_at, lesson.place, lesson.revision) == (MONDAY_START + timedelta(minutes=30), "Hall", 1)
    assert camp_class.lessons.get(starts_at=MONDAY_START + DAY).revision == 0


def test_it_exchanges_the_times_of_two_lessons(users, camp_class):
    first, second = id_of(camp_class, 0), id_of(camp_class, 1)

    put(camp_class, [TUESDAY | {"_id": first}, MONDAY | {"_id": second}])

    assert (id_of(camp_class, 0), id_of(camp_class, 1)) == (second, first)


def test_it_makes_a_new_lesson_of_a_row_with_the_former_start_of_a_moved_one(users, camp_class):
    moved = id_of(camp_class, 0)

    put(camp_class, [MONDAY, TUESDAY, MONDAY | {"_id": moved, "date": "2027-07-07"}])

    assert id_of(camp_class, 2) == moved
    assert id_of(camp_class, 0) != moved


@pytest.mark.parametrize("rows", [[], [TUESDAY]])
def test_it_deletes_lessons_that_are_not_sent(users, camp_class, rows):
    assert put(camp_class, rows) == {"modifiedCount": 1, "noLongerFit": []}
    assert camp_class.lessons.count() == len(rows)


def test_it_cancels_lessons_instead_of_deleting_them_if_students_are_enrolled(users, camp_class):
    enrollment = make_enrollment(users.student, camp_class)

    put(camp_class, [TUESDAY])

    (monday, tuesday) = rows_of(camp_class)
    assert (monday[3:], tuesday[3:]) == ((1, NOW), (0, None))
    shown = as_(None).get(f"/classes/{camp_class.pk}")
    assert (shown["lessonCount"], [row["startsAt"] for row in shown["lessons"]]) == (1, ["2027-07-06T13:00:00Z"])
    enrollment.refresh_from_db()
    assert enrollment.full_refund_until == NOW + timedelta(days=7)


def test_it_restores_a_canceled_lesson(users, camp_class):
    make_enrollment(users.student, camp_class)
    put(camp_class, [TUESDAY])

    put(camp_class, [MONDAY, TUESDAY])

    assert rows_of(camp_class)[0][3:] == (2, None)


def test_it_replaces_a_canceled_lesson_by_one_that_is_moved_to_its_time(users, camp_class):
    make_enrollment(users.student, camp_class)
    tuesday = id_of(camp_class, 1)

    put(camp_class, [MONDAY | {"_id": tuesday}])

    assert [str(pk) for pk in camp_class.lessons.values_list("pk", flat=True)] == [tuesday]


@pytest.mark.parametrize(
    ("change", "opens"),
    [
        ({"from": "09:30", "to": "12:30"}, False),
        ({"place": "Hall"}, False),
        ({"from": "09:31"}, True),
        ({"to": "11:29"}, True),
        ({"date": "2027-07-08"}, True),
    ],
)
def test_it_opens_the_full_refund_if_a_lesson_is_moved_far(users, camp_class, change, opens):
    confirmed = make_enrollment(users.student, camp_class)
    released = make_enrollment(users.other_student, camp_class)
    Enrollment.objects.filter(pk=released.pk).update(state="RELEASED", released_at=NOW)

    put(camp_class, [MONDAY | change | {"_id": id_of(camp_class, 0)}, TUESDAY])

    confirmed.refresh_from_db()
    released.refresh_from_db()
    assert confirmed.full_refund_until == (NOW + timedelta(days=7) if opens else None)
    assert released.full_refund_until is None


def test_it_makes_a_denied_class_pending_if_only_its_lessons_change(users, camp_class):
    CampClass.objects.update(status=Status.DENIED)
    put(camp_class, [MONDAY])
    camp_class.refresh_from_db()
    assert camp_class.status == Status.PENDING


@pytest.mark.parametrize("rows", [[], [TUESDAY], [MONDAY | {"from": "09:15"}, TUESDAY], [MONDAY | {"to": "13:00"}]])
def test_it_refuses_to_move_or_remove_a_lesson_that_has_started(users, camp_class, rows):
    monday = id_of(camp_class, 0)
    rows = [row | {"_id": monday} if row["date"] == MONDAY["date"] else row for row in rows]
    with nothing_changes(), time_machine.travel(MONDAY_START, tick=False):
        assert put(camp_class, rows, 409)["code"] == "lesson_over"


def test_it_changes_later_lessons_after_the_first_has_started(users, camp_class):
    with time_machine.travel(MONDAY_START + timedelta(hours=1), tick=False):
        put(camp_class, [MONDAY, TUESDAY | {"from": "10:00"}])
    assert [row[0] for row in rows_of(camp_class)] == [MONDAY_START, MONDAY_START + timedelta(hours=25)]


def test_it_reopens_a_class_that_is_over_if_a_lesson_is_added(users, camp_class):
    CampClass.objects.update(ended_at=MONDAY_START)
    put(camp_class, [MONDAY, TUESDAY, MONDAY | {"date": "2027-07-07"}])
    camp_class.refresh_from_db()
    assert camp_class.ended_at is None


INVALID = [
    ([MONDAY | {"to": "09:00"}], "Lesson 1: it must end after it starts."),
    ([TUESDAY, MONDAY | {"to": "08:59"}], "Lesson 2: it must end after it starts."),
    ([MONDAY | {"date": "2027-06-30"}], "Lesson 1: it must start in the future."),
    ([MONDAY | {"date": "2027-07-01", "from": "08:00"}], "Lesson 1: it must start in the future."),
    ([TUESDAY, TUESDAY], "Lesson 2: it overlaps with lesson 1."),
    ([TUESDAY | {"from": "11:59", "to": "13:00"}, TUESDAY], "Lesson 1: it overlaps with lesson 2."),
    ([MONDAY | {"date": "2028-03-12", "from": "02:30"}], "Lesson 1: the clocks go forward on this day, so this"),
    ([MONDAY | {"date": "9999-12-31", "from": "20:00", "to": "23:00"}], "Lesson 1: the clocks"),
    ([MONDAY, TUESDAY | {"_id": "999999"}], "Lesson 2: this class has no such lesson"),
    ([MONDAY | {"_id": "x"}], "Lesson 1: this class has no such lesson"),
    (
        [MONDAY | {"date": str(MONDAY_START.date() + number * DAY)} for number in range(61)],
        "Lesson 61: a class",
    ),
    ([MONDAY | {"date": "05.07.2027"}], "Lesson 1: date: "),
    ([MONDAY | {"from": "9:00"}], "Lesson 1: from: "),
    ([MONDAY | {"to": "24:00"}], "Lesson 1: to: "),
    ([MONDAY | {"place": "x" * 101}], "Lesson 1: place: "),
    ([MONDAY | {"place": "\x1b"}], "Lesson 1: place: "),
    ([{"date": "2027-07-05"}], "Lesson 1: from: "),
    ([MONDAY, "2027-07-06"], "Lesson 2: "),
    ([MONDAY, None], "Lesson 2: "),
]


@pytest.mark.parametrize(("rows", "message"), INVALID)
def test_it_refuses_bad_lessons_and_changes_nothing(users, camp_class, rows, message):
    with nothing_changes():
        refusals = [
            as_(users.instructor).post("/classes", CLASS | {"lessons": rows}, 400),
            put(camp_class, rows, 400, nameClass="Renamed"),
        ]

        for refusal in refusals:
            assert (refusal["code"], list(refusal["fields"])) == ("invalid", ["lessons"])
            assert refusal["fields"]["lessons"][0].startswith(message)


@pytest.mark.parametrize("rows", [None, "x", {}, 7])
def test_it_refuses_lessons_that_are_not_a_list(users, camp_class, rows):
    with nothing_changes():
        assert list(put(camp_class, rows, 400)["fields"]) == ["lessons"]


def test_it_refuses_the_lesson_of_another_class(users, camp_class):
    other = make_lesson(make_class(users.instructor, "Felt"), MONDAY_START)
    with nothing_changes():
        put(camp_class, [MONDAY | {"_id": str(other.pk)}], 400)
        put(camp_class, [MONDAY | {"_id": id_of(camp_class, 0)}, TUESDAY | {"_id": id_of(camp_class, 0)}], 400)


def test_it_takes_the_first_of_a_time_that_occurs_twice(users):
    twice = {"date": "2027-11-07", "from": "01:30", "to": "02:30"}
    as_(users.instructor).post("/classes", CLASS | {"lessons": [twice]}, 201)
    lesson = Lesson.objects.get()
    assert (lesson.starts_at, lesson.ends_at) == (
        datetime(2027, 11, 7, 5, 30, tzinfo=UTC),
        datetime(2027, 11, 7, 7, 30, tzinfo=UTC),
    )


def test_it_makes_a_constant_number_of_queries(users, camp_class, django_assert_max_num_queries):
    make_enrollment(users.student, camp_class)
    days = [str(MONDAY_START.date() + number * DAY) for number in range(60)]
    with django_assert_max_num_queries(39):
        put(camp_class, [MONDAY | {"date": day, "from": "10:00"} for day in days])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("locked", [True, False], ids=["locked", "control"])
def test_it_cancels_a_lesson_whose_student_is_enrolled_meanwhile(transactional_db, monkeypatch, locked):
    """The control shows that without the lock the lesson is deleted although the student has booked it."""
    users = make_users()
    camp_class = make_class(users.instructor, "Clay", price=0)
    make_lesson(camp_class, MONDAY_START)
    if not locked:
        disable_locks(monkeypatch, "class")
    enroll = partial(enroll_in_transaction, users.student, camp_class)
    call = ConcurrentCall(monkeypatch, lessons, "_save", enroll)

    changes.update_class(
        instructor=users.instructor,
        camp_class_id=camp_class.pk,
        values={},
        seats=10,
        shown_enrolled=0,
        lessons=[LessonRow(MONDAY_START + DAY, MONDAY_START + DAY + timedelta(hours=1))],
        now=timezone.now(),
    )

    enrolled = call.outcome()
    assert isinstance(enrolled, list)
    assert (MONDAY_START in enrolled) is not locked


def enroll_in_transaction(student, camp_class) -> list[datetime]:
    """Enrolls the student, and returns the starts of the lessons that they booked."""
    with transaction.atomic():
        enroll_free(student, camp_class, now=timezone.now())
        return list(camp_class.lessons.values_list("starts_at", flat=True))


@pytest.mark.parametrize("by_id", [True, False])
def test_it_keeps_a_place_that_is_not_sent(users, camp_class, by_id):
    lesson = camp_class.lessons.earliest("starts_at")
    lesson.place = "Hall"
    lesson.save()
    named = {"_id": str(lesson.pk)} if by_id else {}
    put(camp_class, [MONDAY | named | {"to": "11:00"}, TUESDAY])
    lesson.refresh_from_db()
    assert (lesson.place, lesson.ends_at) == ("Hall", MONDAY_START + timedelta(hours=2))
    put(camp_class, [MONDAY | named | {"place": ""}, TUESDAY])
    lesson.refresh_from_db()
    assert lesson.place == ""
