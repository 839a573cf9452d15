from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True)
class School:
    """``tax_id`` is empty if the school has set none."""

    name: str
    address: str
    tax_id: str


def school() -> School:
    """Without a legal name and address, those that visitors see."""
    name = settings.SCHOOL_LEGAL_NAME or settings.SITE_NAME
    return School(name, settings.SCHOOL_ADDRESS or settings.CONTACT["address"], settings.SCHOOL_TAX_ID)


def care_provider() -> School | None:
    """For a claim for child care; None unless all of it is set: nothing is guessed."""
    is_complete = all((settings.SCHOOL_LEGAL_NAME, settings.SCHOOL_ADDRESS, settings.SCHOOL_TAX_ID))
    return school() if is_complete else None
