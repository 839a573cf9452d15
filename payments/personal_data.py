"""Everything that is kept about somebody, for them to take along; nothing of anybody else."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from classes.models import CampClass, Enrollment, Selection
from payments.models import Payment

NEWEST_FIRST = "-pk"


@dataclass(frozen=True)
class PersonalData:
    account: User
    changes: list[Any]
    selections: list[Selection]
    places: list[Enrollment]
    payments: list[Payment]
    classes_offered: list[CampClass]


def personal_data_of(person: User) -> PersonalData:
    """In five queries, however much it is."""
    return PersonalData(
        account=person,
        changes=list(User.history.filter(id=person.pk).order_by("-history_date", "-history_id")),
        selections=list(Selection.objects.filter(student=person).select_related("camp_class").order_by(NEWEST_FIRST)),
        places=list(Enrollment.objects.filter(student=person).select_related("camp_class").order_by(NEWEST_FIRST)),
        payments=list(Payment.objects.filter(student=person).order_by("-created_at", "-pk")),
        classes_offered=list(CampClass.objects.taught_by(person).order_by(NEWEST_FIRST)),
    )
