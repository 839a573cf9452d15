"""What an account that is being deleted leaves behind among the classes: nothing to teach, nothing chosen."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from camp.lib.errors import DomainError
from classes.enrollment import free_seat, lock_class
from classes.models import CampClass, Enrollment, Selection, Status

MOST_NAMED = 3


class HasClasses(DomainError):
    """Somebody counts on a class of this person's."""

    code = "has_classes"

    def __init__(self, names: list[str]) -> None:
        super().__init__(
            f"This account still teaches {named(names)}. Please ask the school's office to hand "
            f"{'it' if len(names) == 1 else 'them'} over to another instructor first."
        )


def named(names: list[str]) -> str:
    """Up to three names in a sentence, and how many more there are."""
    shown, more = names[:MOST_NAMED], len(names) - MOST_NAMED
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def refuse_while_teaching(*, person: User, now: datetime) -> None:
    """Raise HasClasses where a class of this person's is approved, or somebody has or holds a place in one."""
    taken = Enrollment.objects.taking_a_seat(now).filter(camp_class=OuterRef("pk"))
    counted_on = CampClass.objects.taught_by(person).filter(Q(status=Status.APPROVED) | Exists(taken))
    names = list(counted_on.order_by("name", "pk").values_list("name", flat=True))
    if names:
        raise HasClasses(names)


def classes_ever_taught(*, person: User) -> set[int]:
    """The ids of the classes that are this person's, or once were."""
    once = CampClass.history.filter(instructor=person).values_list("id", flat=True)
    return {*CampClass.objects.taught_by(person).values_list("pk", flat=True), *once}


def lock_classes_of(*, person: User) -> None:
    """Lock every class that this person teaches or has a place in, in the order of their keys."""
    places = Enrollment.objects.confirmed().filter(student=person)
    concerned = Q(instructor=person) | Q(pk__in=places.values("camp_class"))
    for class_id in CampClass.objects.filter(concerned).order_by("pk").values_list("pk", flat=True):
        lock_class(class_id)


def take_leave(*, person: User, now: datetime) -> None:
    """Let go of what this person chose, has a place in and offered in vain. The caller has locked those classes.

    A class in which somebody once had a place stays, as the books refer to it.
    """
    Selection.objects.filter(student=person).delete()
    for place in Enrollment.objects.confirmed().filter(student=person):
        free_seat(enrollment=place, now=now)
    ever = Enrollment.objects.filter(camp_class=OuterRef("pk"))
    in_vain = CampClass.objects.taught_by(person).exclude(status=Status.APPROVED).exclude(Exists(ever))
    class_ids = list(in_vain.values_list("pk", flat=True))
    CampClass.objects.filter(pk__in=class_ids).delete()
    CampClass.history.filter(id__in=class_ids).delete()
