"""A compiled statement does what the ORM's own would do, and is built only once."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError
from django.db.models import BigIntegerField, DateTimeField
from django.utils import timezone

from camp.lib.compiled import Compiled, insert, update
from camp.testing import choose, make_cast, make_class, seat
from classes.models import CampClass, Enrollment, Selection
from payments.models import Payment

pytestmark = pytest.mark.django_db

ID, TIME = BigIntegerField(), DateTimeField()


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def clay(cast):
    return make_class(cast.instructor)


def stored(row):
    return type(row).objects.filter(pk=row.pk).values().get()


def a_hold(cast, camp_class, now):
    fields = {"held_at": now, "held_until": now + timedelta(minutes=15)}
    return Enrollment(student=cast.student, camp_class=camp_class, state="HELD", price=camp_class.price, **fields)


def test_it_answers_with_objects_like_the_query_it_was_made_from(clay):
    by_id = Compiled(lambda pk: CampClass.objects.filter(pk=pk), pk=ID)
    found = by_id.first(pk=clay.pk)
    assert found is not None
    clay.refresh_from_db()
    assert {name: getattr(found, name) for name in stored(clay)} == stored(clay)
    found.name = "Clay once more"
    found.save()
    assert stored(clay)["name"] == "Clay once more"


def test_it_answers_with_the_columns_it_names(clay):
    named = Compiled(lambda pk: CampClass.objects.filter(pk=pk).values_list("name", "instructor__email"), pk=ID)
    assert named.rows(pk=clay.pk) == [(clay.name, clay.instructor.email)]


def test_each_time_its_values_count(cast, clay):
    weaving = make_class(cast.instructor, "Weaving")
    by_id = Compiled(lambda pk: CampClass.objects.filter(pk=pk), pk=ID)
    assert [by_id.first(pk=each.pk) for each in (clay, weaving, clay)] == [clay, weaving, clay]
    assert by_id.first(pk=0) is None


def test_a_queryset_method_takes_its_values_too(cast, clay):
    now = timezone.now()
    insert(a_hold(cast, clay, now))
    overdue = Compiled(lambda now: Enrollment.objects.overdue(now), now=TIME)
    assert overdue.objects(now=now) == []
    assert len(overdue.objects(now=now + timedelta(hours=1))) == 1


def test_it_is_built_once(clay):
    built = []

    def build(pk):
        built.append(pk)
        return CampClass.objects.filter(pk=pk)

    by_id = Compiled(build, pk=ID)
    for _ in range(3):
        by_id.first(pk=clay.pk)
    assert len(built) == 1


def test_what_is_inserted_is_what_saving_would_have_stored(cast, clay):
    now = timezone.now()
    saved, inserted = a_hold(cast, clay, now), a_hold(cast, clay, now)
    saved.save()
    kept = stored(saved)
    saved.delete()
    insert(inserted)
    assert stored(inserted) | {"id": 0} == kept | {"id": 0}
    inserted.state, inserted.released_at = "RELEASED", now
    inserted.save()
    assert Enrollment.objects.get().state == "RELEASED"


def test_a_row_with_a_key_of_its_own_keeps_it(cast, clay):
    claim = seat(cast.student, clay)
    payment = Payment(student=cast.student, camp_class=clay, enrollment=claim, price=clay.price)
    key = payment.pk
    insert(payment)
    assert Payment.objects.get().pk == key


def test_a_constraint_stands(cast, clay):
    choose(cast.student, clay)
    with pytest.raises(IntegrityError):
        insert(Selection(student=cast.student, camp_class=clay))


def test_only_the_fields_named_are_changed(cast, clay):
    claim = seat(cast.student, clay)
    before = stored(claim)
    claim.state, claim.released_at, claim.price = "RELEASED", timezone.now(), 0
    update(claim, "state", "released_at")
    assert stored(claim) == before | {"state": "RELEASED", "released_at": claim.released_at}


def test_a_relation_is_changed_by_its_name(cast, clay):
    claim = seat(cast.student, clay)
    weaving = make_class(cast.instructor, "Weaving")
    claim.camp_class = weaving
    update(claim, "camp_class")
    assert stored(claim)["camp_class_id"] == weaving.pk


def test_a_row_that_is_gone_is_not_taken_for_stored(cast, clay):
    claim = seat(cast.student, clay)
    Enrollment.objects.filter(pk=claim.pk).delete()
    with pytest.raises(DatabaseError, match="gone"):
        update(claim, "state")
    assert not Enrollment.objects.exists()


def test_a_field_that_is_not_there_is_not_passed_over(cast, clay):
    with pytest.raises(AssertionError):
        update(seat(cast.student, clay), "state", "mood")
