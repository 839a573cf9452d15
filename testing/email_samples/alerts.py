from typing import Any

from mail.models import Alert


def _alert(kind: Alert.Kind, path: str, **facts: Any) -> dict[str, Any]:
    return {"kind": kind.value, "class": "Clay for beginners", "path": path, **facts}


QUERY = "status=Approved&q=Clay+for+beginners"
FORMER = {"name": "Clay for beginners", "price": "45.50", "ages": "children aged 8 and over"}
FAMILY = "/dashboard/families/1"
ALERTS = [
    _alert(Alert.Kind.CLASS_PENDING, "/dashboard/manage-classes/1"),
    _alert(
        Alert.Kind.CLASS_CHANGED,
        "/dashboard/manage-classes/1",
        before=FORMER,
        after=FORMER | {"name": "Clay for everybody", "price": "60.00"},
    ),
    _alert(Alert.Kind.REFUND_FAILED, FAMILY),
    _alert(Alert.Kind.DISPUTE, FAMILY, dispute="open"),
    _alert(Alert.Kind.DISPUTE, FAMILY, dispute="lost"),
    _alert(Alert.Kind.REFUND_UNASSIGNED, FAMILY),
    _alert(Alert.Kind.RESERVATION_ENDS, FAMILY, until="2027-06-24T16:00:00+00:00"),
    _alert(Alert.Kind.TOO_FEW_SEATS, f"/dashboard/manage-classes?{QUERY}", enrolled=2, minimum=4),
    _alert(Alert.Kind.SOLD_OUT, "/dashboard/update-class/1", waiting=5),
    _alert(Alert.Kind.BARRED, FAMILY),
    _alert(Alert.Kind.CARE_UNREADABLE, "/dashboard/settings/check", number=2),
    _alert(
        Alert.Kind.SITE_CHECK,
        "/dashboard/settings/check",
        broken=[{"what": "Backup", "todo": "The last backup is 31 hours old."}],
        well=["Stripe account", "Stripe webhook"],
    ),
    _alert(Alert.Kind.EMAILS_FAILED, "/admin/mail/outboxemail/?state__exact=FAILED"),
]
