from typing import Any

from core.models import School

KILNHOUSE = {
    "legal_name": "Kilnhouse Arts LLC",
    "tax_id": "12-3456789",
    "address": "12 Kiln Lane, Asheville, NC 28801",
    "phone": "+1 (555) 010-2003",
    "email": "office@camp.example",
}


def make_school(**facts: Any) -> School:
    """Stores the facts of Kilnhouse, and these."""
    return School.objects.update_or_create(defaults=KILNHOUSE | facts)[0]
