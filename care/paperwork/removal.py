"""Deletion of what was told about children who are being deleted."""

from django.db.models import Q, QuerySet

from accounts.models import Child, User
from care.models import CareSheet, Contact, ContactChild, PaperSeen, PresenceEvent


def delete_care_of(*, guardian: User, children: QuerySet[Child]) -> None:
    """Deletes sheets and seen papers of these children, and the contacts that are for no other child.

    Agreements stay, because they are evidence, and so does who has read about the children. So does when they came and
    left, without the names of those who collected them. The caller has locked the guardian's account.
    """
    for model in (CareSheet, PaperSeen, ContactChild):
        model.objects.filter(child__in=children).delete()
    Contact.objects.of(guardian).filter(child_links=None).delete()
    participants = Q(enrollment__child__in=children) | Q(enrollment__child=None)
    PresenceEvent.objects.filter(participants, enrollment__student=guardian).update(with_name="", reason="")
