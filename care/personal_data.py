from django.db.models import Q

from care.models import Agreement, CareRead, CareSheet, Contact, ContactChild, PaperSeen, PresenceEvent
from core.personal_data import ALL, PersonalRows

CONTACT = ("pk", "name", "relation", "phone", "emergency", "may_pick_up", "barred", "child_ids")
PERSONAL_ROWS = (
    # Before the contacts: those that are for no other child are deleted.
    PersonalRows(model=ContactChild, account="child__guardian", child="child", deleted=ALL),
    PersonalRows(
        model=Contact,
        account="author",
        exported_as="contacts",
        fields=CONTACT,
        query=Contact.objects.with_children,
        kept="What a second guardian wrote is the child's; it is deleted with the child.",
    ),
    PersonalRows(
        model=Contact,
        account="account",
        exported_as="contacts_by_others",
        fields=CONTACT,
        query=Contact.objects.by_second_guardians,
    ),
    PersonalRows(model=Contact, account="account", child="account__children", deleted=Q(child_links=None)),
    PersonalRows(
        model=CareSheet,
        account="child__guardian",
        child="child",
        exported_as="care_sheets",
        fields=("child_id", "texts", "keep", "confirmed_at"),
        sources={"texts": "readable_texts"},
        deleted=ALL,
    ),
    PersonalRows(
        model=Agreement,
        account="signed_by",
        child="child",
        exported_as="agreements",
        fields=(
            *("pk", "text_id", "kind", "version", "title", "body", "sha256"),
            *("child_id", "child_name", "accepted", "typed_name", "signed_at", "seen_on", "recorded_by"),
        ),
        sources={name: f"text.{name}" for name in ("kind", "version", "title", "body", "sha256")}
        | {"recorded_by": "recorded_by.name"},
        kept="Evidence, with the names as they were signed.",
    ),
    PersonalRows(
        model=PaperSeen,
        account="child__guardian",
        child="child",
        exported_as="papers_seen",
        fields=("child_id", "kind", "seen_on"),
        deleted=ALL,
    ),
    PersonalRows(
        model=CareRead,
        account="child__guardian",
        child="child",
        exported_as="care_reads",
        fields=("child_id", "read_by", "name_class", "saved", "read_at"),
        sources={"read_by": "reader.name", "name_class": "camp_class.name"},
        kept="Evidence of who has read about the children.",
    ),
    # When the participants came and left stays, without the names of those who collected them.
    PersonalRows(
        model=PresenceEvent,
        account="enrollment__student",
        child="enrollment__child",
        exported_as="presence",
        fields=("pk", "seat_id", "name_class", "kind", "at", "received_at", "with_name", "reason", "undoes"),
        sources={"seat_id": "enrollment_id", "name_class": "lesson.camp_class.name"},
        order=("-at", "-pk"),
        replaced={"with_name": "", "reason": ""},
    ),
)
