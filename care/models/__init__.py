from care.models.agreement import Agreement, AgreementText
from care.models.care_sheet import HEALTH_FIELDS, CareSheet
from care.models.contact import BARRED_ALONE, Contact, ContactChild, ContactQuerySet
from care.models.presence_event import PresenceEvent
from care.models.records import CareRead, PaperSeen

__all__ = [
    "BARRED_ALONE",
    "HEALTH_FIELDS",
    "Agreement",
    "AgreementText",
    "CareRead",
    "CareSheet",
    "Contact",
    "ContactChild",
    "ContactQuerySet",
    "PaperSeen",
    "PresenceEvent",
]
