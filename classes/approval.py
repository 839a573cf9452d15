"""What the admins decide about a class: once, and one of them."""

from django.db import transaction

from camp.lib.errors import DomainError
from classes.enrollment import lock_class
from classes.models import CampClass, Status


class AlreadyDecided(DomainError):
    code = "already_decided"

    def __init__(self, status: str) -> None:
        super().__init__(f"This class has already been {status.lower()}.")


class NotDenied(DomainError):
    code = "not_denied"
    message = "Feedback is for a class that has been denied."


def approve(*, camp_class_id: int) -> None:
    """Offer a pending class to the public. Raises NotFound, AlreadyDecided."""
    _decide(camp_class_id, Status.APPROVED, feedback="")


def deny(*, camp_class_id: int, feedback: str = "") -> None:
    """Send a pending class back to its instructor, saying why. Raises NotFound, AlreadyDecided."""
    _decide(camp_class_id, Status.DENIED, feedback)


def give_feedback(*, camp_class_id: int, feedback: str) -> bool:
    """Tell the instructor why a class was denied; whether that is news. Raises NotFound, NotDenied."""
    with transaction.atomic():
        camp_class = lock_class(camp_class_id)
        if camp_class.status != Status.DENIED:
            raise NotDenied
        if camp_class.feedback == feedback:
            return False
        _write(camp_class, Status.DENIED, feedback)
    return True


def _decide(camp_class_id: int, status: Status, feedback: str) -> None:
    with transaction.atomic():
        # Under the lock: of two admins who decide at once, the second sees what the first decided.
        camp_class = lock_class(camp_class_id)
        if camp_class.status != Status.PENDING:
            raise AlreadyDecided(camp_class.status)
        _write(camp_class, status, feedback)


def _write(camp_class: CampClass, status: Status, feedback: str) -> None:
    camp_class.status, camp_class.feedback = status, feedback
    camp_class.save(update_fields=["status", "feedback"])
