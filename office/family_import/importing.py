"""Adds what the site lacks of the families of a file, in one transaction.

An account that is there keeps its name, phone number and contacts, and gets only children that it lacks. It is found by
its e-mail address; one without an address by name and phone number.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from django.conf import settings
from django.db import connection, transaction
from simple_history.utils import bulk_create_with_history

from accounts.imported import insert_accounts
from accounts.models import Child, Guardianship, User
from accounts.models.addresses import new_placeholder
from care.models import Contact, ContactChild
from core.names import NO_EMAIL, name_key
from core.sheets.problems import Problem
from office.family_import.cells import digits, person
from office.family_import.rows import FamilyFile, FileChild, FileFamily

BATCH_SIZE = 500
IMPORT_LOCK = 0x66616D69
"""The number of PostgreSQL's advisory lock."""
NOT_VERIFIED = "somebody has registered with this address, but not verified it yet. The children are not added."
DISABLED = "this account has been disabled. The children are not added."


@dataclass
class Planned:
    """``account`` is None before it is inserted. ``children``: those that it lacks."""

    family: FileFamily
    account: User | None = None
    is_new: bool = True
    children: list[FileChild] = field(default_factory=list)


@dataclass(frozen=True)
class FamilyImport:
    """In a dry run, what would happen."""

    planned: list[Planned]
    warnings: list[Problem]

    @property
    def created(self) -> int:
        return sum(each.is_new for each in self.planned)

    @property
    def children(self) -> int:
        return sum(len(each.children) for each in self.planned)


def import_families(
    *, file: FamilyFile, returning_until: date | None, by: User, now: datetime, dry_run: bool
) -> FamilyImport:
    """The caller has refused a file with an error or an open question, unless it is a dry run."""
    with transaction.atomic():
        if dry_run:
            return _plan(file.families, _read_site(file.families, lock=False))
        _wait_for_other_imports()
        inserted = _insert_missing(file.families, returning_until, now)
        plan = _plan(file.families, _read_site(file.families, lock=True), inserted)
        _add_children(plan.planned, now)
        _add_second_guardians(plan.planned, by, now)
        _mark_returning(plan.planned, returning_until)
        if settings.CARE:
            _add_contacts(plan.planned)
        return plan


def _wait_for_other_imports() -> None:
    # Until the transaction ends. Nothing else keeps a family without an e-mail address from being added twice.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [IMPORT_LOCK])


def _insert_missing(families: list[FileFamily], returning_until: date | None, now: datetime) -> set[int]:
    """The ids of the new accounts."""
    known = _known_accounts(families)
    missing = {(each.email or new_placeholder()): each for each in families if id(each) not in known}
    accounts = [
        User(
            email=email,
            name=each.name,
            phone=each.phone,
            note="\n".join(_note(each))[:2000],
            returning_until=returning_until,
        )
        for email, each in missing.items()
    ]
    return {account.pk for account in insert_accounts(accounts, now=now)}


def _note(family: FileFamily) -> list[str]:
    # Without a child there is nothing to share yet.
    seconds = [] if family.children else [f"Second guardian's e-mail: {each}" for each in family.seconds]
    return [*seconds, *family.note]


def _known_accounts(families: Iterable[FileFamily]) -> dict[int, User]:
    # By the id of the object that is the family of the file.
    named = {each.email: each for each in families if each.email}
    found = {id(named[each.email]): each for each in User.objects.filter(email__in=named)}
    nameless = [each for each in families if not each.email]
    if nameless:
        accounts = User.objects.not_deleted().filter(email__endswith=NO_EMAIL).order_by("-pk")
        without = {person(each.name, each.phone): each for each in accounts}
        pairs = ((each, without.get(person(each.name, each.phone))) for each in nameless)
        found |= {id(family): account for family, account in pairs if account}
    return found


@dataclass(frozen=True)
class _Site:
    """What is there of the families of a file: accounts by the id of the family's object, the rest by account."""

    accounts: dict[int, User]
    children: dict[int, list[Child]]
    contacts: dict[int, set[str]]


def _read_site(families: list[FileFamily], *, lock: bool) -> _Site:
    known = _known_accounts(families)
    accounts = User.objects.filter(pk__in=[each.pk for each in known.values()]).order_by("pk")
    if lock:  # a guardian may be adding a child
        accounts = accounts.select_for_update(no_key=True)
    by_id = accounts.in_bulk()
    site = _Site({family: by_id[account.pk] for family, account in known.items()}, {}, {})
    for child in Child.objects.not_deleted().filter(guardian__in=by_id).order_by("pk"):
        site.children.setdefault(child.guardian_id, []).append(child)
    for account_id, name in Contact.objects.filter(account__in=by_id).values_list("account", "name"):
        site.contacts.setdefault(account_id, set()).add(name_key(name))
    return site


def _plan(families: list[FileFamily], site: _Site, inserted: Collection[int] = ()) -> FamilyImport:
    planned, warnings = [], []
    for family in families:
        account = site.accounts.get(id(family))
        each = Planned(family, account, is_new=account is None or account.pk in inserted)
        if account is None or each.is_new:
            each.children = list(family.children)
        else:
            warnings += _add_to(each, account, site)
        planned.append(each)
    return FamilyImport(planned, warnings)


def _add_to(planned: Planned, account: User, site: _Site) -> list[Problem]:
    family, children = planned.family, site.children.get(account.pk, [])
    if not _may_be_added_to(account):
        # A user who has registered with the address of another person must not see the children of its owner.
        reason = NOT_VERIFIED if account.is_active else DISABLED
        return [family.problem("email", f'"{family.email}": {reason}')] if family.children else []
    warnings = _differences(family, account, site.contacts.get(account.pk, set()))
    for child in family.children:
        known = next((each for each in children if child.is_same(each.name, each.born_on)), None)
        if known is None:
            planned.children.append(child)
        elif child.born_on and known.born_on != child.born_on:
            has = f"was born on {known.born_on}" if known.born_on else "has no birth date"
            message = f'"{known.name}" {has} here, and on {child.born_on} in the file. It stays as it is.'
            warnings.append(family.problem("bornOn", message, child.row))
    if planned.children and len(children) + len(planned.children) > Child.MAX_PER_GUARDIAN:
        planned.children = []
        most = f"A family can have at most {Child.MAX_PER_GUARDIAN} children. None is added."
        return [*warnings, family.problem("childName", f'"{account.name}": {most}')]
    if planned.children:
        names = ", ".join(each.name for each in planned.children)
        warnings.append(family.problem("childName", f'"{account.name}" is here already, and gets "{names}".'))
    return warnings


def _may_be_added_to(account: User) -> bool:
    return account.is_active and account.has_proven_email


def _differences(family: FileFamily, account: User, contacts: set[str]) -> list[Problem]:
    found = []
    if name_key(account.name) != name_key(family.name):
        message = f'the account has the name "{account.name}", not "{family.name}". It stays as it is.'
        found.append(family.problem("guardianName", message))
    if family.phone and digits(account.phone) != digits(family.phone):
        message = f'the account has the phone number "{account.phone}", not "{family.phone}". It stays as it is.'
        found.append(family.problem("phone", message))
    for contact in family.contacts:
        if name_key(contact.name) not in contacts:
            message = f'the account has no contact "{contact.name}". Contacts are added with new families only.'
            found.append(family.problem("contactName", message))
    return found


def _add_children(planned: Iterable[Planned], now: datetime) -> None:
    rows = [
        Child(guardian=each.account, name=child.name, born_on=child.born_on)
        for each in planned
        for child in each.children
    ]
    bulk_create_with_history(rows, Child, batch_size=BATCH_SIZE, default_date=now)


def _add_second_guardians(planned: Iterable[Planned], by: User, now: datetime) -> None:
    # Nobody is mailed: the family, or the office, invites them or not.
    seconds = {each.account: each.family.seconds for each in planned if each.is_new and each.account}
    invitations = [
        Guardianship(child=child, email=email, invited_by=by, invited_at=now)
        for child in Child.objects.filter(guardian__in=seconds).select_related("guardian").order_by("pk")
        for email in seconds[child.guardian]
        if email != child.guardian.email
    ]
    Guardianship.objects.bulk_create(invitations, batch_size=BATCH_SIZE)


def _mark_returning(planned: Iterable[Planned], returning_until: date | None) -> None:
    # Also who was here before, if they have no such day yet.
    if returning_until is not None:
        proven = [each.account.pk for each in planned if each.account and _may_be_added_to(each.account)]
        User.objects.filter(pk__in=proven, returning_until=None).update(returning_until=returning_until)


def _add_contacts(planned: Iterable[Planned]) -> None:
    # The contacts of a family are for all its children.
    new = [each for each in planned if each.is_new and each.account]
    contacts = [
        Contact(
            account=each.account,
            author=each.account,
            name=contact.name,
            phone=contact.phone,
            relation=contact.relation,
            emergency=True,
        )
        for each in new
        for contact in each.family.contacts
    ]
    Contact.objects.bulk_create(contacts, batch_size=BATCH_SIZE)
    children: dict[int, list[int]] = {}
    for guardian_id, pk in Child.objects.filter(guardian__in=[each.account for each in new]).values_list(
        "guardian", "pk"
    ):
        children.setdefault(guardian_id, []).append(pk)
    links = [
        ContactChild(contact=contact, child_id=pk, account_id=contact.account_id)
        for contact in contacts
        for pk in children.get(contact.account_id, [])
    ]
    ContactChild.objects.bulk_create(links, batch_size=BATCH_SIZE)
