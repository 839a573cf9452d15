from typing import Any

from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import DELETED_CHILD_NAME, DELETED_NAME, Child, Guardianship, User
from core.personal_data import PersonalRows

UserVersion: Any = User.history.model
ChildVersion: Any = Child.history.model
# In this order: what has ended has no address.
ENDED = {"email": "", "note": "", "ended_at": Now()}
NEWEST_CHANGE_FIRST = ("-history_date", "-history_id")

# Deletion also replaces the e-mail address, locks the login out and marks the row: privacy/anonymization.py.
ACCOUNT = PersonalRows(
    model=User,
    account="pk",
    exported_as="account",
    fields=(
        *("pk", "name", "email", "photo", "bio", "phone", "address", "note", "role", "email_verified"),
        *("email_first_verified_at", "joined_at", "profile_completed_at", "last_log_in_at", "identity"),
        *("calendar_token", "wants_reminders", "alerts", "returning_until"),
    ),
    sources={"last_log_in_at": "last_login", "identity": "firebase_uid"},
    replaced={
        "name": DELETED_NAME,
        "photo": "",
        "bio": "",
        "phone": "",
        "address": "",
        "note": "",
        "calendar_token": None,
        "returning_until": None,
        "email_first_verified_at": None,
        "profile_completed_at": None,
        "last_login": None,
    },
)
CHILDREN = PersonalRows(
    model=Child,
    account="guardian",
    child="pk",
    exported_as="children",
    fields=("pk", "name", "born_on", "deleted_at"),
    replaced={"name": DELETED_CHILD_NAME, "born_on": None},
)
PERSONAL_ROWS = (
    ACCOUNT,
    PersonalRows(
        model=UserVersion,
        account="id",
        exported_as="changes",
        fields=("changed_at", "by_yourself", "name", "email", "photo", "bio", "role", "email_verified", "active"),
        sources={"changed_at": "history_date", "active": "is_active"},
        order=NEWEST_CHANGE_FIRST,
        replaced={"name": DELETED_NAME, "photo": "", "bio": "", "firebase_uid": None},
    ),
    CHILDREN,
    PersonalRows(
        model=ChildVersion,
        account="guardian",
        child="id",
        exported_as="child_changes",
        fields=("child_id", "changed_at", "by_yourself", "name", "born_on"),
        sources={"child_id": "id", "changed_at": "history_date"},
        order=NEWEST_CHANGE_FIRST,
        replaced={"name": DELETED_CHILD_NAME, "born_on": None},
    ),
    PersonalRows(
        model=Guardianship,
        account="child__guardian",
        child="child",
        exported_as="guardians",
        fields=("pk", "child_id", "email", "care", "invited_at", "accepted_at", "frozen_at", "ended_at"),
        replaced=ENDED,
        untouched=Q(ended_at__isnull=False),
    ),
    PersonalRows(
        model=Guardianship,
        account="user",
        exported_as="shared_children",
        fields=("pk", "child_name", "care", "invited_at", "accepted_at", "frozen_at", "ended_at"),
        sources={"child_name": "child.name"},
        replaced=ENDED,
        untouched=Q(ended_at__isnull=False),
    ),
)
