"""The decisions about one instructor's classes within the quiet period are one letter."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.catalog.approval import approve_class
from classes.models import Status
from mail.models import OutboxEmail
from mail.rendering import render
from mail.sending import claim
from testing.clients.api import as_
from testing.factories import make_class

pytestmark = pytest.mark.django_db


def make_pending(instructor, name):
    return make_class(instructor, name, status=Status.PENDING)


def approve(users, ids):
    as_(users.admin).patch("/classes/approved", {"ids": [str(id) for id in ids]})


def letters():
    """To instructors, about decisions."""
    emails = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.CLASS_DECIDED).select_related("recipient").order_by("pk")
    return [render(email, timezone.now()) for email in emails]


def test_five_approvals_and_a_denial_are_one_letter(users):
    classes = [make_pending(users.instructor, f"Class {number}") for number in range(6)]
    approve(users, [each.pk for each in classes[:4]])
    as_(users.admin).patch(f"/classes/approved/{classes[4].pk}", None)
    as_(users.admin).patch("/classes/denied", {"ids": [str(classes[5].pk)], "feedback": "The kiln is broken."})
    (letter,) = letters()
    assert letter.subject == "We've looked at 6 of your classes"
    for each in classes[:5]:
        assert f"- {each.name}: approved." in letter.text
        assert letter.text.count(f"/all-classes/{each.pk}\n") == letter.html.count(f'/all-classes/{each.pk}"') == 1
    assert "- Class 5: not approved yet." in letter.text
    assert f"/dashboard/update-class/{classes[5].pk}" in letter.text
    assert letter.text.count("The kiln is broken.") == letter.html.count("The kiln is broken.") == 1


def test_five_approvals_alone_are_a_letter_of_approvals(users):
    classes = [make_pending(users.instructor, f"Class {number}") for number in range(5)]
    approve(users, [each.pk for each in classes])
    (letter,) = letters()
    assert letter.subject == "5 of your classes are approved"
    assert "not approved" not in letter.text


def test_a_letter_has_only_the_last_decision_about_a_class(users):
    denied, other = make_pending(users.instructor, "Denied"), make_pending(users.instructor, "Other")
    as_(users.admin).patch(f"/classes/denied/{denied.pk}", None)
    approve(users, [other.pk])
    as_(users.admin).patch(f"/classes/feedback/{denied.pk}", {"feedback": "The kiln is broken."})
    (letter,) = letters()
    assert letter.subject == "We've looked at 2 of your classes"
    assert letter.text.count("- Denied:") == 1
    assert "The kiln is broken." in letter.text


def test_a_letter_says_nothing_about_a_class_that_is_withdrawn_meanwhile(users):
    first, second = make_pending(users.instructor, "First"), make_pending(users.instructor, "Second")
    approve(users, [first.pk, second.pk])
    as_(users.admin).patch(f"/classes/withdrawn/{first.pk}", {"reason": "The kiln broke."})
    (letter,) = letters()
    assert letter.subject == "Your class is approved: Second"
    assert "First" not in letter.text


@pytest.mark.parametrize("is_claimed", [True, False])
def test_each_decision_is_in_a_letter_even_if_the_first_is_sent_in_between(users, is_claimed):
    """The control: without a worker in between, the second decision is in the first letter."""
    first, second = make_pending(users.instructor, "First"), make_pending(users.instructor, "Second")
    now = timezone.now()
    approve_class(camp_class_id=first.pk, now=now)
    if is_claimed:
        assert claim(now=now + timedelta(days=1))
    approve_class(camp_class_id=second.pk, now=now)
    together, alone = (
        ["2 of your classes are approved"],
        [f"Your class is approved: {each.name}" for each in (first, second)],
    )
    assert [letter.subject for letter in letters()] == (alone if is_claimed else together)
