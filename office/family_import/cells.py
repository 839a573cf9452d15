"""Single cells as people write them. What cannot be read is a ValidationError."""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.core.exceptions import ValidationError

from accounts.models import EARLIEST_BIRTH
from core.forms import EmailFormField, NameFormField
from core.names import name_key
from core.pasted import EXTENSION, NO_PHONE, PHONE, fold_pasted, fold_phone, is_phone
from core.sheets.dates import Calendar, InvalidSchedule, plain, read_day

NAME = NameFormField(max_length=100, required=False)
EMAIL = EmailFormField(max_length=254)
SUFFIX = re.compile(r"(?:jr|sr|i{1,3}|iv|md|phd|esq|dds|rn)\.?", re.IGNORECASE)
"""What stands behind the comma of a name whose order is the usual one."""
AGE = re.compile(r"(?:ages? )?\d{1,2}(?: ?(?:y|yo|yrs?|years?))?(?: old)?(?: ?,? ?\d{1,2} ?(?:m|mos?|months?))?")
YEAR = re.compile(r"(?:born )?(?:in )?(?:19|20)\d\d")
MIDNIGHT = re.compile(r"[ T]00:00(?::00)?$")
BETWEEN_PHONES = re.compile(r"[;,\n]| / | or ")
RELATION = re.compile(r"\(([^()]*)\)")


class ReadContact(NamedTuple):
    name: str
    phone: str
    relation: str


def read_name(text: str) -> str:
    """ "Lee, Ann" is "Ann Lee"."""
    last, comma, first = text.partition(",")
    is_turned = comma and first.strip() and "," not in first and not SUFFIX.fullmatch(first.strip())
    return read_part(f"{first} {last}" if is_turned else text)


def read_part(text: str) -> str:
    """Of first and last names, which have columns of their own."""
    return str(NAME.clean(text))


def read_emails(text: str) -> tuple[str, list[str]]:
    """The name beside the first address ("Ann Lee <ann@mail.example>"), and the addresses, as they are stored."""
    found = [word for word in re.split(r"[\s;,/<>]+", fold_pasted(text)) if "@" in word]
    name, bracket, _ = text.partition("<")
    addresses = [str(EMAIL.clean(each)) for each in found] or [str(EMAIL.clean(text))]
    beside = read_name(name.strip(" \"'")) if bracket and "@" not in name else ""
    return beside, list(dict.fromkeys(addresses))


def read_phone(text: str) -> tuple[str, bool]:
    """The number as it is stored, and whether others behind it were left out."""
    first, *others = [each for each in map(fold_phone, BETWEEN_PHONES.split(text)) if each] or [""]
    if not others or not is_phone(first):
        first, others = fold_phone(text), []
    if not is_phone(first):
        raise ValidationError(NO_PHONE)
    return first, bool(others)


def digits(phone: str) -> str:
    """What two spellings of a number have in common."""
    return re.sub("[^0-9]", "", EXTENSION.sub("", phone))[-10:]


def person(name: str, phone: str) -> tuple[str, str]:
    """What two spellings of somebody have in common."""
    return name_key(name), digits(phone)


def is_age(text: str) -> bool:
    """Says how old the child is, or the year of birth, but not the day."""
    return bool(AGE.fullmatch(plain(text)) or YEAR.fullmatch(plain(text)))


def read_birth(text: str, *, day_first: bool, today: date) -> date:
    try:
        born_on = read_day(MIDNIGHT.sub("", text), Calendar(day_first=day_first))
    except InvalidSchedule as error:
        raise ValidationError(error.messages) from error
    if not EARLIEST_BIRTH <= born_on <= today:
        raise ValidationError(f'"{text}" is not a day from {EARLIEST_BIRTH.year} to today.')
    return born_on


def read_contact(values: Mapping[str, str]) -> ReadContact | None:
    """Of one column or of three: "Joan Doe (aunt), (555) 010-2004"."""
    text, phone = fold_pasted(values.get("contactName", "")), values.get("contactPhone", "")
    if not text and not phone:
        return None
    if not phone and (number := PHONE.search(text)):
        text, phone = text.replace(number[0], ""), number[0]
    relation = values.get("contactRelation", "")
    if found := RELATION.search(text):
        text, relation = text.replace(found[0], ""), relation or found[1]
    name = str(NAME.clean(text.strip(" ,;:-"))) or "Emergency contact"
    return ReadContact(name, read_phone(phone)[0] if phone else "", str(NAME.clean(relation))[:60])
