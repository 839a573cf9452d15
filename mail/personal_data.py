from django.db.models import Q

from core.personal_data import PersonalRows
from mail.models import OutboxEmail

PERSONAL_ROWS = (
    PersonalRows(
        model=OutboxEmail,
        account="recipient",
        exported_as="emails",
        fields=("kind", "state", "written_at", "sent_at", "facts"),
        sources={"written_at": "created_at"},
        order=("-created_at", "-pk"),
        deleted=Q(state=OutboxEmail.State.QUEUED),
        replaced={"facts": {}, "error": ""},
    ),
    # To second guardians of the account's children.
    PersonalRows(
        model=OutboxEmail,
        account="guardianship__child__guardian",
        child="guardianship__child",
        deleted=Q(state=OutboxEmail.State.QUEUED),
        replaced={"facts": {}, "error": ""},
    ),
)
