from django.db.models import Q, QuerySet

from accounts.models import Child, User
from care.models import CareSheet, Contact, ContactChild, PaperSeen, PresenceEvent


def delete_care_of(*, guardian: User, children: QuerySet[Child]) -> None:
    """Also the contacts that are for no other child. The caller has locked the guardian's account.

    Agreements stay, because they are evidence, and so does who has read about the children. So does when they came and
    left, without the names of those who collected them.
    """
    for model in (CareSheet, PaperSeen, ContactChild):
        model.objects.filter(child__in=children).delete()
    Contact.objects.of(guardian).filter(child_links=None).delete()
    participants = Q(enrollment__child__in=children) | Q(enrollment__child=None)
    PresenceEvent.objects.filter(participants, enrollment__student=guardian).update(with_name="", reason="")
