"""Creates contacts and agreements."""

from typing import Any

from django.utils import timezone

from accounts.models import Child
from care.models import Agreement, AgreementText, Contact, ContactChild


def make_contact(child: Child, name: str = "Rosa", **fields: Any) -> Contact:
    """Creates a contact for this child, by default written by its guardian."""
    contact = Contact.objects.create(**{"account": child.guardian, "author": child.guardian, "name": name} | fields)
    ContactChild.objects.create(contact=contact, child=child, account=child.guardian)
    return contact


def make_agreement_text(kind: str = "waiver", version: int = 1, **fields: Any) -> AgreementText:
    """Creates a required text; ``fields`` override these values."""
    values = {"title": "Waiver", "body": "I know the risks of a kiln.", "required": True} | fields
    digest = AgreementText.digest(values["title"], values["body"])
    return AgreementText.objects.create(kind=kind, version=version, sha256=digest, **values)


def make_agreement(child: Child, text: AgreementText, **fields: Any) -> Agreement:
    """Creates the guardian's signature for this child; ``fields`` override these values."""
    guardian = child.guardian
    signature = {"signed_by": guardian, "typed_name": guardian.name, "signed_at": timezone.now()}
    values = {"accepted": True, **signature} | fields
    return Agreement.objects.create(text=text, child=child, child_name=child.name, **values)
