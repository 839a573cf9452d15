"""The table of personal data is complete: no model about a person is missing, and no text that people write."""

import pytest
from django.apps import apps
from django.db import models

from accounts.models import Child, User
from care.models import Contact
from classes.models import Enrollment, Selection
from core.personal_data import ALL
from privacy.personal_data import PERSONAL_ROWS

TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
NOT_PERSONAL = {
    "accounts.Guardianship.token_hash": "a random number",
    "accounts.HistoricalChild.history_change_reason": "always empty",
    "accounts.HistoricalUser.history_change_reason": "always empty",
    "accounts.User.password": "none, except of admins; the deletion makes it unusable",
    "care.AgreementText.body": "of the school",
    "care.AgreementText.sha256": "of the school",
    "care.AgreementText.title": "of the school",
    "classes.Craft.name": "of the school",
    "classes.Craft.slug": "of the school",
    "classes.FormerSchedule.lessons": "times",
    "classes.Season.name": "of the school",
    "classes.Season.slug": "of the school",
    "core.RequestCount.key": "a number of an account or an address, for a day",
    "core.School.address": "of the school",
    "core.School.email": "of the school",
    "core.School.legal_name": "of the school",
    "core.School.phone": "of the school",
    "core.School.tax_id": "of the school",
    "core.SiteProblem.todo": "of the site",
    "core.SiteProblem.what": "of the site",
    "core.WorkerTask.name": "of the site",
    "mail.Alert.about": "a number",
    "mail.Alert.facts": "about a class or a number",
    "mail.OutboxEmail.about": "a number",
    "payments.LedgerEntry.key": "a number",
    "payments.Refund.error": "a code of Stripe",
    "payments.StripeEvent.event_id": "a number",
    "payments.StripeEvent.object_id": "a number",
    "payments.StripeEvent.type": "of Stripe",
}
NOT_EXPORTED = {
    "care.ContactChild": "with the contact: childIds",
    "classes.HistoricalCampClass": "the classes are exported as they are",
    "classes.Lesson": "with the class",
    "payments.Move": "with the payment: moves",
    "payments.Order": "with its payments",
}


def find_problems(table):
    """Yields what the table does not decide about the models of the apps."""
    for model in apps.get_models():
        if model._meta.proxy or model.__module__.startswith(("django.", "axes.")):
            continue
        name, rows = model._meta.label, [each for each in table if each.model is model]
        columns = model._meta.concrete_fields
        if not rows and any(column.related_model in (User, Child) for column in columns):
            yield name
        if rows and not any(each.exported_as for each in rows) and name not in NOT_EXPORTED:
            yield f"{name} is not exported"
        if rows and not any(each.deleted is not None or each.replaced or each.kept for each in rows):
            yield f"{name} is neither deleted nor kept for a reason"
        if any(each.kept or each.deleted == ALL for each in rows):
            continue
        decided = {each.source(field) for each in rows for field in each.fields}.union(
            *(each.replaced for each in rows)
        )
        texts = (each.name for each in columns if isinstance(each, TEXTS) and not each.choices)
        yield from (f"{name}.{text}" for text in texts if text not in decided)


def test_it_decides_about_each_model_and_each_text():
    assert sorted(find_problems(PERSONAL_ROWS)) == sorted(NOT_PERSONAL)


@pytest.mark.parametrize("model", sorted({each.model for each in PERSONAL_ROWS}, key=lambda each: each.__name__))
def test_it_notices_a_missing_model(model):
    """The control."""
    without = [each for each in PERSONAL_ROWS if each.model is not model]
    problems = set(find_problems(without)) - set(NOT_PERSONAL)
    assert problems, model


@pytest.mark.parametrize(
    "rows", [each for each in PERSONAL_ROWS if each.exported_as], ids=lambda each: each.exported_as
)
def test_it_notices_a_missing_list(rows):
    others = [each for each in PERSONAL_ROWS if not (each.model is rows.model and each.exported_as)]
    assert set(find_problems(others)) - set(NOT_PERSONAL)


def test_it_reaches_the_rows_of_an_account_and_of_a_child(db):
    """Runs each lookup. An account without rows gets none of another account."""
    user, child = User(pk=1), Child(pk=1)
    for each in PERSONAL_ROWS:
        assert not each.of_account(user).exists()
        assert not each.of_child(child).exists()


def test_it_leaves_to_a_child_what_only_the_account_has():
    of_account = {each.model for each in PERSONAL_ROWS if not each.child}
    of_child = {each.model for each in PERSONAL_ROWS if each.child}
    assert {Selection, Enrollment, Contact, Child} <= of_child
    assert User in of_account - of_child
