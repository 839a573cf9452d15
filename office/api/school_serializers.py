from rest_framework import serializers

from core.api.fields import BoundedListField, EmailField, NameField, PhoneField
from core.api.serializers import CampSerializer

TAX_ID = r"\A(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z .-]{3,28}[0-9A-Za-z]\Z"
PAPERWORK = r"\A(phone|contact|pickup|sheet|paper:[a-z0-9_-]{1,40})\Z"


class SchoolFacts(CampSerializer):
    """What receipts, tax statements, e-mails and pages say about the school. Texts are empty until they are known."""

    legal_name = NameField(max_length=200, allow_blank=True)
    tax_id = serializers.RegexField(
        TAX_ID,
        allow_blank=True,
        max_length=30,
        error_messages={"invalid": "Please enter the number, such as 12-3456789."},
    )
    address = NameField(max_length=200, allow_blank=True)
    phone = PhoneField(allow_blank=True)
    email = EmailField(allow_blank=True, help_text="Gets the replies; empty: the sender of the e-mails gets them.")
    requires = BoundedListField(
        child=serializers.RegexField(PAPERWORK),
        max_length=20,
        help_text="The paperwork of each child: `phone`, `contact`, `pickup`, `sheet`, `paper:` and a kind. "
        "Required agreements come on top.",
    )

    def validate_requires(self, parts: list[str]) -> list[str]:
        return list(dict.fromkeys(parts))
