"""Each SQL statement of classes.seats.sql returns or stores what the ORM would, for the same arguments."""

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from itertools import product

import pytest
from django.db import DatabaseError
from django.db.models import Q

from classes.catalog.clashes import own_classes
from classes.models import (
    CampClass,
    Enrollment,
    Lesson,
    Opening,
    SeatPrice,
    Selection,
    Voucher,
    WaitlistEntry,
    shown_classes,
)
from classes.seats import sql
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_offer,
    make_season,
    make_selection,
    make_user,
    make_voucher,
    make_waitlist_entry,
)
from testing.snapshots import column_values

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
TIMES = (NOW - 2 * MINUTE, NOW - MINUTE, NOW, NOW + MINUTE, NOW + 2 * MINUTE)
NO_ID = 999_999
STATES = (
    {"state": "CONFIRMED", "confirmed_at": NOW},
    {"state": "HELD", "held_at": NOW - 15 * MINUTE, "held_until": NOW - MINUTE},
    {"state": "HELD", "held_at": NOW - 15 * MINUTE, "held_until": NOW},
    {"state": "HELD", "held_at": NOW, "held_until": NOW + MINUTE},
    # A seat that was held before it was confirmed, and a hold that was released.
    {"state": "CONFIRMED", "held_at": NOW, "held_until": NOW + MINUTE, "confirmed_at": NOW},
    {"state": "RELEASED", "held_at": NOW, "held_until": NOW + MINUTE, "released_at": NOW},
)


@pytest.fixture
def students(users):
    return [make_user(f"student{number}") for number in range(6)]


@pytest.fixture
def children(students):
    """Two children of each student, by the student's id."""
    return {student.pk: [make_child(student, name) for name in ("Mia", "Leo")] for student in students}


@pytest.fixture
def classes(users, students, children):
    """Three classes. Each student has an enrollment in two of them, in different states, and a released one.

    The first child has the same in other states, the second child nothing.
    """
    classes = [make_class(users.instructor, f"Class {number}") for number in range(3)]
    for number, student in enumerate(students):
        for offset, camp_class in enumerate(classes[:2] if number % 2 else classes[1:]):
            for turn, child in enumerate((None, children[student.pk][0])):
                for state in (STATES[(number + turn + 2 * offset) % len(STATES)], STATES[-1]):
                    Enrollment.objects.create(
                        student=student, child=child, camp_class=camp_class, price=Decimal("45.50"), **state
                    )
    return classes


@pytest.fixture
def pairs(students, classes):
    return list(product([student.pk for student in students] + [NO_ID], [each.pk for each in classes] + [NO_ID]))


@pytest.fixture
def sets_of_classes(classes):
    """Ids of no class, of each class, of several in another order, and of one that does not exist."""
    first, second, third = (camp_class.pk for camp_class in classes)
    return [[], [first], [second], [third], [third, first], [NO_ID, second, third], [NO_ID]]


def test_it_selects_a_class_for_a_selection(pairs, classes, children):
    make_lesson(classes[0], NOW, canceled_at=NOW)
    make_lesson(classes[0], NOW + MINUTE)
    CampClass.objects.filter(pk=classes[2].pk).update(status="Pending")
    make_selection(Enrollment.objects.first().student, classes[1])
    approved = shown_classes().approved()
    for student_id, class_id in pairs:
        for child_id in [None, *(child.pk for child in children.get(student_id, []))]:
            own = {"student": student_id, "camp_class": class_id, "child": child_id}
            participant = {"student_id": student_id, "child_id": child_id}
            found = sql.select_selectable_class(camp_class_id=class_id, **participant, now=NOW)
            expected = approved.filter(pk=class_id).first()
            assert column_values([found.camp_class] if found else []) == column_values([expected] if expected else [])
            if found is not None:
                assert (found.enrolled, found.first_start) == (expected.enrolled, expected.first_start)
                assert found.is_selected == Selection.objects.filter(**own).exists()
                assert found.is_enrolled == Enrollment.objects.confirmed().filter(**own).exists()
                assert set(found.own_class_ids) == own_classes(student_id=student_id, now=NOW)[child_id]


def test_it_selects_the_classes_in_primary_key_order(sets_of_classes):
    for ids in sets_of_classes:
        found = sql.select_classes_for_update(ids)
        assert [each.pk for each in found] == sorted(set(ids) - {NO_ID})
        assert column_values(found) == column_values(CampClass.objects.filter(pk__in=ids))


def test_it_counts_the_taken_seats_of_each_class(sets_of_classes):
    for ids, now in product(sets_of_classes, TIMES):
        taken = Counter(
            Enrollment.objects.taking_seats(now).filter(camp_class__in=ids).values_list("camp_class", flat=True)
        )
        found = sql.select_availability(class_ids=ids, now=now)
        assert {class_id: available.taken for class_id, available in found.items()} == {
            id: taken[id] for id in ids if id != NO_ID
        }


def test_it_selects_the_first_start_of_each_class(classes):
    make_lesson(classes[0], NOW, canceled_at=NOW)
    for days in (3, 2, 4):
        make_lesson(classes[0], NOW + timedelta(days=days))
    make_lesson(classes[1], NOW + timedelta(days=1))
    found = sql.select_availability(class_ids=[each.pk for each in classes], now=NOW)
    first_starts = [found[camp_class.pk].first_start for camp_class in classes]
    assert first_starts == [NOW + timedelta(days=2), NOW + timedelta(days=1), None]


def test_it_says_which_classes_have_waiting_entries(users, classes):
    first, second, third = classes
    make_waitlist_entry(users.student, first)
    make_offer(users.student, second)
    make_waitlist_entry(users.student, third, state="LEFT", ended_at=NOW)
    found = sql.select_availability(class_ids=[each.pk for each in classes], now=NOW)
    assert [found[each.pk].has_waiting for each in classes] == [True, False, False]


def test_it_selects_the_opening_of_each_class(classes):
    expected = [None, Opening(None, None), Opening(NOW + MINUTE, NOW)]
    for camp_class, opening in zip(classes[1:], expected[1:], strict=True):
        season = make_season(f"Season {camp_class.pk}", **opening._asdict())
        CampClass.objects.filter(pk=camp_class.pk).update(season=season)
    found = sql.select_availability(class_ids=[each.pk for each in classes], now=NOW)
    assert [found[each.pk].opening for each in classes] == expected


def test_it_selects_the_sibling_discount_of_each_class(classes):
    for number, camp_class in enumerate(classes[1:]):
        season = make_season(f"Season {camp_class.pk}", sibling_percent=10 * number)
        CampClass.objects.filter(pk=camp_class.pk).update(season=season)
    found = sql.select_availability(class_ids=[each.pk for each in classes], now=NOW)
    assert [found[each.pk].sibling_percent for each in classes] == [0, 0, 10]


def test_it_selects_the_enrollments_to_confirm(students, sets_of_classes):
    for student, ids, now in product(students, sets_of_classes, TIMES[::2]):
        here = Enrollment.objects.filter(camp_class__in=ids)
        own = here.filter(student=student)
        for enrollment_ids in ([], list(own.values_list("pk", flat=True)[:1]), list(own.values_list("pk", flat=True))):
            found = sql.select_enrollments_to_confirm(
                student_id=student.pk, enrollment_ids=enrollment_ids, class_ids=ids, now=now
            )
            expected = own.filter(Q(state__in=["HELD", "CONFIRMED"]) | Q(pk__in=enrollment_ids))
            assert len(found) == len({each.pk for each in found})
            assert column_values(found) == column_values(expected | here.expired_holds(now))


def test_it_selects_the_enrollments_for_a_hold(students, sets_of_classes):
    sinces = (NOW - 15 * MINUTE, NOW - MINUTE, NOW)
    for student, ids, since, now in product(students, sets_of_classes, sinces, TIMES[::2]):
        found = sql.select_enrollments_for_hold(student_id=student.pk, class_ids=ids, held_since=since, now=now)
        here = Enrollment.objects.filter(camp_class__in=ids)
        own = here.filter(Q(state__in=["HELD", "CONFIRMED"]) | Q(held_at__gt=since), student=student)
        assert len(found) == len({each.pk for each in found})
        assert column_values(found) == column_values(own | here.expired_holds(now))


def test_it_inserts_the_same_hold(users, clay):
    price = SeatPrice(Decimal(25), Decimal("5.01"), "Early price", make_voucher().pk)
    times = {"held_at": NOW, "held_until": NOW + MINUTE}
    mia, leo = make_child(users.student, "Mia"), make_child(users.other_student, "Leo")
    for child, other in ((None, None), (mia, leo)):
        participant = {"student_id": users.student.pk, "child_id": child and child.pk}
        inserted = sql.insert_hold(
            **participant, camp_class_id=clay.pk, price=price, price_reason="Financial aid", **times
        )
        assert column_values([inserted]) == column_values(Enrollment.objects.filter(pk=inserted.pk))
        saved = Enrollment.objects.create(
            student=users.other_student,
            child=other,
            camp_class=clay,
            state="HELD",
            price=Decimal("19.99"),
            discount=Decimal("5.01"),
            discount_text="Early price",
            voucher=Voucher.objects.get(),
            price_reason="Financial aid",
            **times,
        )
        (stored,) = Enrollment.objects.filter(pk=inserted.pk).values()
        (expected,) = Enrollment.objects.filter(pk=saved.pk).values()
        assert stored == expected | {"id": inserted.pk, **participant}
    assert clay.enrollments.count() == 4


def test_it_inserts_an_offer(users, clay):
    times = {"held_at": NOW, "held_until": NOW + MINUTE, "offered_until": NOW + MINUTE}
    offer = sql.insert_hold(
        student_id=users.student.pk, child_id=None, camp_class_id=clay.pk, price=SeatPrice(Decimal("19.99")), **times
    )
    assert column_values([offer]) == column_values(Enrollment.objects.all())
    assert offer.offered_until == NOW + MINUTE


def test_it_stores_the_confirmations_and_nothing_else(classes):
    others = column_values(Enrollment.objects.all())
    holds = list(Enrollment.objects.held()[:2])
    for hold in holds:
        others[hold.pk] |= {"state": "CONFIRMED", "confirmed_at": NOW}
        hold.state, hold.confirmed_at, hold.price = Enrollment.State.CONFIRMED, NOW, Decimal(0)
    sql.store_confirmation(holds)
    assert column_values(Enrollment.objects.all()) == others


def test_it_accepts_the_entries_of_the_confirmed_participants_and_no_others(users, clay):
    mia, leo = make_child(users.student, "Mia"), make_child(users.student, "Leo")
    other = make_class(users.instructor, "Other")
    offered, waiting = make_offer(users.student, clay), make_waitlist_entry(users.student, clay, mia)
    make_waitlist_entry(users.student, clay, state="LAPSED", ended_at=NOW)
    make_waitlist_entry(users.student, clay, leo)
    make_waitlist_entry(users.student, other)
    make_waitlist_entry(users.other_student, clay)
    expected = column_values(WaitlistEntry.objects.all())
    seats = [offered.offer, make_enrollment(users.student, clay, mia)]
    for entry, seat in zip((offered, waiting), seats, strict=True):
        seat.confirmed_at = NOW
        expected[entry.pk] |= {"state": "ACCEPTED", "ended_at": NOW, "offer_id": seat.pk}
    sql.store_confirmation(seats)
    assert column_values(WaitlistEntry.objects.all()) == expected


def test_it_deletes_the_selections_that_became_seats(users, clay):
    mia, leo = make_child(users.student, "Mia"), make_child(users.student, "Leo")
    became_seats = [make_selection(users.student, clay), make_selection(users.student, clay, mia)]
    make_selection(users.student, clay, leo)
    make_selection(users.student, make_class(users.instructor, "Other"))
    make_selection(users.other_student, clay)
    expected = column_values(Selection.objects.exclude(pk__in=[each.pk for each in became_seats]))
    sql.store_confirmation([make_enrollment(users.student, clay), make_enrollment(users.student, clay, mia)])
    assert column_values(Selection.objects.all()) == expected


def test_it_stores_a_release_and_says_whether_the_class_has_waiting_entries(users, clay, classes):
    make_waitlist_entry(users.student, classes[0])
    make_waitlist_entry(users.student, clay, state="LEFT", ended_at=NOW)
    make_offer(users.other_student, clay)
    for seat in Enrollment.objects.exclude(state="RELEASED"):
        expected = column_values(Enrollment.objects.all())
        expected[seat.pk] |= {"state": "RELEASED", "released_at": NOW}
        seat.released_at = NOW
        assert sql.update_released(seat) is (seat.camp_class_id == classes[0].pk)
        assert column_values(Enrollment.objects.all()) == expected


def test_it_raises_if_an_enrollment_to_confirm_is_gone(classes):
    hold = Enrollment.objects.held().first()
    with pytest.raises(DatabaseError):
        sql.store_confirmation([hold, Enrollment(pk=NO_ID, state="CONFIRMED", confirmed_at=NOW)])


@pytest.mark.parametrize("has_child", [False, True])
def test_it_inserts_a_selection(users, clay, mia, has_child):
    child = mia if has_child else None
    selection = sql.insert_selection(
        student_id=users.student.pk, child_id=child and child.pk, camp_class_id=clay.pk, created_at=NOW
    )
    assert column_values([selection]) == column_values(Selection.objects.all())
    expected = Selection(pk=selection.pk, student=users.student, child=child, camp_class=clay, created_at=NOW)
    assert column_values([selection]) == column_values([expected])


def test_it_selects_the_lessons_of_classes(users, clay):
    felt, other = make_class(users.instructor, "Felt"), make_class(users.instructor, "Other")
    for camp_class, minutes in ((clay, 9), (felt, 3), (clay, 1), (other, 2)):
        make_lesson(camp_class, NOW + minutes * MINUTE)
    make_lesson(clay, NOW + 5 * MINUTE, canceled_at=NOW)
    expected = Lesson.objects.taking_place().filter(camp_class__in=[clay, felt]).order_by("starts_at")
    columns = ("camp_class", "camp_class__name", "starts_at", "ends_at")
    assert sql.select_lessons({clay.pk, felt.pk}) == list(expected.values_list(*columns))
    assert sql.select_lessons([]) == []
