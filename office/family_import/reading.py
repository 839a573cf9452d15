"""Reads a file of families: one row for each child, or one for each family with numbered columns of children."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import TypeVar

from django.core.exceptions import ValidationError

from accounts.models import Child, Guardianship
from care.models import Contact
from core.names import name_key
from core.sheets.dates import Calendar, is_day_first
from core.sheets.problems import Problem, UnreadableFile
from core.sheets.questions import ADD, NONE, Choice, Interview
from core.sheets.records import Record, open_sheet
from office.family_import import cells
from office.family_import.fields import CHILD_FIELDS, GUARDIAN_FIELDS, NUMBERS, VOCABULARY
from office.family_import.rows import FamilyFile, FileChild, FileContact, FileFamily

MAX_ROWS = 10_000
BIRTHS = {f"bornOn{number}" for number in NUMBERS}
ALONE = {f"{each}{number}" for number in NUMBERS for each in CHILD_FIELDS}
"""A row with nothing else is a child of the family above."""

NO_EMAILS: tuple[str, list[str]] = ("", [])
T = TypeVar("T")


def read_families(content: bytes, *, interview: Interview, today: date) -> FamilyFile:
    """In the order of the file. ``today``: no child is born later."""
    sheet = open_sheet(content, VOCABULARY, interview)
    records = [] if sheet.errors else list(sheet.records(alone=ALONE))
    if len(records) > MAX_ROWS:
        raise UnreadableFile(f"The file has more than {MAX_ROWS:,} rows; please split it.")
    day_first = _is_day_first(records, interview, today)
    reader = _Reader(day_first, today, sheet.errors, sheet.warnings)
    for record in records:
        reader.read(record)
    _ask_for_shared_children(reader.families, interview)
    return FamilyFile(reader.families, sheet.errors, sheet.warnings, sheet.columns, interview)


def _is_day_first(records: Iterable[Record], interview: Interview, today: date) -> bool:
    births = [text for each in records for name, text in each.values.items() if name in BIRTHS]
    known = is_day_first(births, Calendar(today.replace(year=today.year - 99, day=1), today))
    if known is None:
        choices = [
            Choice("month", "The month first: 3/4/2017 is March 4"),
            Choice("day", "The day first: 3/4/2017 is April 3"),
        ]
        known = interview.ask("date_order", "", "How are the birth dates written?", choices, []) == "day"
    return known


def _ask_for_shared_children(families: Iterable[FileFamily], interview: Interview) -> None:
    # Two guardians who live apart each have a row of their own.
    found: dict[tuple[str, date], list[tuple[FileFamily, FileChild]]] = {}
    for family in families:
        for child in family.children:
            if child.born_on:
                found.setdefault((name_key(child.name), child.born_on), []).append((family, child))
    shared = [each for each in found.values() if len(each) > 1]
    if not shared:
        return
    names = ", ".join(each[0][1].name for each in shared[:3])
    text = f"{len(shared)} of the children {'has' if len(shared) == 1 else 'have'} two guardians in the file: {names}."
    choices = [
        Choice(NONE, "Add them to the guardian of the first row only"),
        Choice(ADD, "Add them to both guardians"),
    ]
    rows = [child.row for each in shared for _, child in each]
    if interview.ask("two_guardians", "", text, choices, rows) == NONE:
        for family, child in (each for others in shared for each in others[1:]):
            family.children.remove(child)


@dataclass
class _Guardian:
    name: str = ""
    email: str = ""
    phone: str = ""
    note: list[str] = field(default_factory=list)
    seconds: list[str] = field(default_factory=list)


@dataclass
class _Reader:
    day_first: bool
    today: date
    errors: list[Problem]
    warnings: list[Problem]
    families: list[FileFamily] = field(default_factory=list)
    by_email: dict[str, FileFamily] = field(default_factory=dict)
    by_name: dict[str, FileFamily] = field(default_factory=dict)
    by_person: dict[tuple[str, str], dict[int, FileFamily]] = field(default_factory=dict)
    """By name and digits of the phone number, and by row. A family that got a number later is found without one too."""

    def read(self, record: Record) -> None:
        refused = record.refused(BIRTHS)
        self.errors += refused.values()
        values = {name: text for name, text in record.values.items() if name not in refused}
        errors_before = len(self.errors)
        guardian, children = self._guardian(record, values), list(self._children(record, values))
        contact = self._contact(record, values)
        if refused or len(self.errors) > errors_before:
            return
        family = self._family(record, guardian)
        if family is None:
            return
        for child in children:
            self._add_child(family, child)
        if contact:
            self._add_contact(family, contact, record.row)

    def _value(self, record: Record, values: Mapping[str, str], field: str, read: Callable[[str], T], blank: T) -> T:
        text = values.get(field, "")
        try:
            return read(text) if text else blank
        except ValidationError as error:
            self._refuse(record, field, error)
            return blank

    def _refuse(self, record: Record, field: str, error: ValidationError) -> None:
        self.errors.append(record.problem(field, " ".join(error.messages)))

    def _name(self, record: Record, values: Mapping[str, str], who: str, number: str = "") -> str:
        whole, first, last = (f"{who}{part}{number}" for part in ("Name", "First", "Last"))
        if whole in values:
            return self._value(record, values, whole, cells.read_name, "")
        both = " ".join(values[part] for part in (first, last) if part in values)
        return self._value(record, {first: both}, first, cells.read_part, "")

    def _guardian(self, record: Record, values: Mapping[str, str]) -> _Guardian:
        beside, addresses = self._value(record, values, "email", cells.read_emails, NO_EMAILS)
        _, others = self._value(record, values, "secondEmail", cells.read_emails, NO_EMAILS)
        phone, has_more = self._value(record, values, "phone", cells.read_phone, ("", False))
        if has_more:
            self.warnings.append(record.problem("phone", f'of "{values["phone"]}" the first number is kept.'))
        seconds = [each for each in dict.fromkeys([*addresses[1:], *others]) if each not in addresses[:1]]
        if addresses[:1] == others[:1] and others:
            self.warnings.append(record.problem("secondEmail", f'"{others[0]}" is the first guardian\'s address too.'))
        seen = self._value(record, values, "lastSeen", cells.read_name, "")
        note = [f"Last seen: {seen}"] if seen else []
        name = self._name(record, values, "guardian") or beside
        return _Guardian(name, next(iter(addresses), ""), phone, note, seconds)

    def _children(self, record: Record, values: Mapping[str, str]) -> Iterator[FileChild]:
        for number in NUMBERS:
            name = self._name(record, values, "child", number)
            birth = f"bornOn{number}"
            if name:
                yield FileChild(record.row, name, self._born_on(record, values, birth))
            elif birth in values:
                self.errors.append(record.problem(birth, "This child has no name."))

    def _born_on(self, record: Record, values: Mapping[str, str], field: str) -> date | None:
        text = values.get(field, "")
        if text and cells.is_age(text):
            message = f'"{text}" is not a birth date. The child is added without one.'
            self.warnings.append(record.problem(field, message))
            return None
        read = lambda text: cells.read_birth(text, day_first=self.day_first, today=self.today)  # noqa: E731
        return self._value(record, values, field, read, None)

    def _contact(self, record: Record, values: Mapping[str, str]) -> FileContact | None:
        try:
            found = cells.read_contact(values)
        except ValidationError as error:
            self._refuse(record, "contactPhone" if "contactPhone" in values else "contactName", error)
            return None
        if found and not found.phone:
            self.warnings.append(
                record.problem("contactName", f'"{found.name}" has no phone number, and is not added as a contact.')
            )
            return None
        return FileContact(*found) if found else None

    def _family(self, record: Record, guardian: _Guardian) -> FileFamily | None:
        if not GUARDIAN_FIELDS & record.values.keys() and self.families:
            return self.families[-1]
        if not guardian.name:
            self.errors.append(record.problem("guardianName", "The guardian's name is required."))
            return None
        family = self._same_family(guardian)
        if family is None:
            family = FileFamily(record.row, record.headings, guardian.name, guardian.email, guardian.phone)
            self.families.append(family)
        elif name_key(family.name) != name_key(guardian.name):
            message = f'"{guardian.email}" is the address of "{family.name}" in row {family.row}, who gets the account.'
            self.warnings.append(record.problem("email", message))
        elif not guardian.email and (family.email or not guardian.phone):
            message = f'"{guardian.name}" has no e-mail address here, and was taken for the one in row {family.row}.'
            self.warnings.append(record.problem("email", message))
        self._complete(family, guardian)
        self._add_seconds(family, guardian, record)
        return family

    def _same_family(self, guardian: _Guardian) -> FileFamily | None:
        name, phone = cells.person(guardian.name, guardian.phone)
        alike, without = (self.by_person.get((name, digits), {}).values() for digits in (phone, ""))
        if guardian.email:
            of_phone = (each for each in alike if phone and not each.email)
            return self.by_email.get(guardian.email) or next(of_phone, None)
        if not phone:
            return self.by_name.get(name)
        found = [*islice(alike, 1), *islice((each for each in without if not each.phone), 1)]
        return min(found, key=lambda each: each.row, default=None)

    def _complete(self, family: FileFamily, guardian: _Guardian) -> None:
        family.email, family.phone = family.email or guardian.email, family.phone or guardian.phone
        family.note += [each for each in guardian.note if each not in family.note]
        if family.email:
            self.by_email[family.email] = family
        self.by_name.setdefault(name_key(family.name), family)
        self.by_person.setdefault(cells.person(family.name, family.phone), {})[family.row] = family

    def _add_seconds(self, family: FileFamily, guardian: _Guardian, record: Record) -> None:
        for each in guardian.seconds:
            if each in family.seconds or each == family.email:
                continue
            if len(family.seconds) == Guardianship.MAX_PER_CHILD:
                most = f'"{each}" is left out: at most {Guardianship.MAX_PER_CHILD} others can see a child.'
                self.warnings.append(record.problem("secondEmail", most))
                continue
            family.seconds.append(each)

    def _add_child(self, family: FileFamily, child: FileChild) -> None:
        known = next((each for each in family.children if each.is_same(child.name, child.born_on)), None)
        if known is None and len(family.children) == Child.MAX_PER_GUARDIAN:
            most = f"A family can have at most {Child.MAX_PER_GUARDIAN} children."
            self.errors.append(family.problem("childName", most, child.row))
        elif known is None:
            family.children.append(child)
        elif known.born_on and child.born_on and known.born_on != child.born_on:
            message = f'"{child.name}" has another birth date in row {known.row}: {known.born_on}. That one is used.'
            self.warnings.append(family.problem("bornOn", message, child.row))
        else:
            known.born_on = known.born_on or child.born_on

    def _add_contact(self, family: FileFamily, contact: FileContact, row: int) -> None:
        if any(name_key(contact.name) == name_key(each.name) for each in family.contacts):
            return
        if len(family.contacts) == Contact.MAX_PER_ACCOUNT:
            most = f"A family can have at most {Contact.MAX_PER_ACCOUNT} contacts."
            self.errors.append(family.problem("contactName", most, row))
            return
        family.contacts.append(contact)
