"""Approving and denying classes."""

from django.db import transaction

from classes.enrollment import lock_class
from classes.models import CampClass, Status
from core.errors import DomainError


class AlreadyDecided(DomainError):
    code = "already_decided"

    def __init__(self, status: str) -> None:
        super().__init__(f"This class has already been {status.lower()}.")


class NotDenied(DomainError):
    code = "not_denied"
    message = "You can only give feedback on a denied class."


def approve_class(*, camp_class_id: int) -> None:
    """Approves a pending class and clears its feedback. Raises NotFound, AlreadyDecided."""
    _decide(camp_class_id, Status.APPROVED, feedback="")


def deny_class(*, camp_class_id: int, feedback: str = "") -> None:
    """Denies a pending class, with feedback for its instructor. Raises NotFound, AlreadyDecided."""
    _decide(camp_class_id, Status.DENIED, feedback)


def give_feedback(*, camp_class_id: int, feedback: str) -> bool:
    """Replaces the feedback of a denied class and returns whether it changed. Raises NotFound, NotDenied."""
    with transaction.atomic():
        camp_class = lock_class(camp_class_id)
        if camp_class.status != Status.DENIED:
            raise NotDenied
        if camp_class.feedback == feedback:
            return False
        _save(camp_class, Status.DENIED, feedback)
    return True


def _decide(camp_class_id: int, status: Status, feedback: str) -> None:
    with transaction.atomic():
        # The lock serializes two admins, so that the second one sees the first decision.
        camp_class = lock_class(camp_class_id)
        if camp_class.status != Status.PENDING:
            raise AlreadyDecided(camp_class.status)
        _save(camp_class, status, feedback)


def _save(camp_class: CampClass, status: Status, feedback: str) -> None:
    camp_class.status, camp_class.feedback = status, feedback
    camp_class.save(update_fields=["status", "feedback"])
