"""What paperwork is missing: each part of what the school requires, and required agreements."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from care.paperwork.missing import missing_for
from testing.clients.api import as_
from testing.factories import (
    make_agreement,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_enrollment,
    make_school,
    make_season,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def requires(db):
    def requires(*parts):
        make_school(requires=parts)

    return requires


def missing(*children):
    found = missing_for([child.pk for child in children], timezone.now())
    return [found[child.pk] for child in children]


def test_it_needs_the_guardians_phone(users, mia, requires):
    requires("phone")
    zoe = make_child(users.other_student, "Zoe")
    assert as_(users.student).patch("/users/me", {"phone": "(555) 010-2003", "address": "12 Kiln Lane"})
    assert missing(mia, zoe) == [[], ["phone"]]


@pytest.mark.parametrize(
    ("part", "values"), [("contact", {"phone": "555 0100", "emergency": True}), ("pickup", {"may_pick_up": True})]
)
def test_it_needs_a_contact_of_each_kind(mia, leo, requires, part, values):
    requires(part)
    make_contact(mia)
    make_contact(mia, "Barred", barred=True)
    make_contact(leo, **values)
    assert missing(mia, leo) == [[part], []]


def test_it_needs_the_sheet_of_the_coming_season(users, mia, requires):
    requires("sheet")
    assert missing(mia) == [["sheet"]]
    as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
    assert missing(mia) == [[]]
    make_season()
    assert missing(mia) == [["sheet"]]
    as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
    assert missing(mia) == [[]]


def test_it_needs_the_sheet_by_default(users, mia):
    assert "sheet" in missing(mia)[0]
    as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
    assert "sheet" not in missing(mia)[0]


def test_it_needs_the_sheet_of_the_next_season_once_the_classes_of_this_one_are_over(users, mia, requires):
    requires("sheet", "paper:immunization")
    today = timezone.now().date()
    spans = {"Summer": (-10, 20), "Late summer": (21, 40)}
    summer, late = (
        make_season(name, starts_on=today + timedelta(days=first), ends_on=today + timedelta(days=last))
        for name, (first, last) in spans.items()
    )
    clay, felt = (make_class(users.instructor, season.name, season=season) for season in (summer, late))
    for camp_class in (clay, felt):
        make_enrollment(users.student, camp_class, mia)
    paper = {"childId": str(mia.pk), "kind": "immunization", "seenOn": "2026-01-05"}

    def complete():
        as_(users.student).put(f"/care/{mia.pk}", {"nothingToTell": True})
        as_(users.admin).post("/papers", paper, 201)

    complete()
    assert missing(mia) == [[]]
    clay.ended_at = timezone.now()
    clay.save()
    assert missing(mia) == [["sheet", "paper:immunization"]]
    (row,) = as_(users.admin).get(f"/seasons/{late.pk}/paperwork")
    assert row["missing"] == ["sheet", "paper:immunization"]
    complete()
    assert missing(mia) == [[]]


def test_it_needs_a_paper_of_the_coming_season(users, mia, leo, requires):
    requires("paper:immunization")
    paper = {"childId": str(mia.pk), "kind": "immunization", "seenOn": "2026-01-05"}
    as_(users.admin).post("/papers", paper, 201)
    as_(users.admin).post("/papers", paper | {"kind": "swimming", "childId": str(leo.pk)}, 201)
    assert missing(mia, leo) == [[], ["paper:immunization"]]
    make_season()
    assert missing(mia) == [["paper:immunization"]]


@pytest.mark.parametrize(
    ("kind", "accepted", "parts"),
    [("waiver", True, []), ("waiver", False, ["agreements"]), ("photo", True, []), ("photo", False, [])],
)
def test_it_needs_required_agreements(mia, requires, kind, accepted, parts):
    requires()
    make_agreement_text("notice", required=False)
    text = make_agreement_text(kind)
    assert missing(mia) == [["agreements"]]
    make_agreement(mia, text, accepted=not accepted)
    make_agreement(mia, text, accepted=accepted)
    assert missing(mia) == [parts]


@pytest.mark.parametrize("order", [(True, False), (False, True)])
def test_it_needs_a_required_agreement_of_one_guardian(users, mia, requires, order):
    requires()
    text = make_agreement_text()
    make_agreement(mia, text, accepted=False)
    for accepted in order:
        make_agreement(mia, text, accepted=accepted, signed_by=users.other_student if accepted else users.student)
    assert missing(mia) == [[]]
    make_agreement(mia, text, accepted=False, signed_by=users.other_student)
    assert missing(mia) == [["agreements"]]


def test_it_needs_the_newest_version_of_an_agreement(mia, requires):
    requires()
    make_agreement(mia, make_agreement_text())
    assert missing(mia) == [[]]
    newest = make_agreement_text(version=2)
    assert missing(mia) == [["agreements"]]
    make_agreement(mia, newest)
    assert missing(mia) == [[]]
    make_agreement_text(version=3, required=False)
    assert missing(mia) == [[]]


def test_it_needs_nothing_if_care_is_off(mia, settings):
    settings.CARE = False
    assert missing(mia) == [[]]


def test_it_reads_many_children_with_the_same_statements(mia, leo, requires):
    requires("phone", "contact", "pickup", "sheet", "paper:immunization")
    make_agreement_text()
    counts = []
    for children in ([mia], [mia, leo]):
        with CaptureQueriesContext(connection) as queries:
            missing(*children)
        counts.append(len(queries))
    assert counts == [1, 1]
