"""Facts of the school that were settings. ``migrate`` stores them once; from then on the office changes them."""

from collections.abc import Mapping
from typing import Any

from environ import Env

from core.models import School

FORMER = {
    "legal_name": ("SCHOOL_LEGAL_NAME",),
    "tax_id": ("SCHOOL_TAX_ID",),
    "address": ("SCHOOL_ADDRESS", "CONTACT_ADDRESS"),
    "phone": ("CONTACT_PHONE",),
    "email": ("CONTACT_EMAIL",),
}
REQUIRES = "CARE_REQUIRES"


def take_over(**_: Any) -> None:
    """Receiver of Django's ``post_migrate`` signal."""
    values = _facts(Env.ENVIRON)
    if values:
        School.objects.get_or_create(defaults=values)


def _facts(environ: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    lengths = {field.name: field.max_length for field in School._meta.fields}  # noqa: SLF001 (Django documents `_meta`)
    for field, names in FORMER.items():
        text = next(filter(None, (environ.get(name, "").strip() for name in names)), "")
        if text:
            values[field] = text[: lengths[field]]
    if REQUIRES in environ:
        values["requires"] = [part.strip() for part in environ[REQUIRES].split(",") if part.strip()]
    return values
