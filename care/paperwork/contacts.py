from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.guardians import cared_children, lock_cared_children
from accounts.locking import lock_with_owners
from accounts.models import Child, Guardianship, User
from care.models import Contact, ContactChild, ContactQuerySet
from classes.models import Enrollment
from core.errors import DomainError, InvalidInput, NotFound, first_or_not_found
from core.models import set_values


class LastContact(DomainError):
    """A child with a seat ahead would have no emergency contact."""

    code = "last_contact"
    message = (
        "This is the last emergency contact of a child who has a seat in a class. Please add another one before you "
        "remove this one."
    )


class TooManyContacts(DomainError):
    code = "too_many_contacts"
    message = f"You can add at most {Contact.MAX_PER_ACCOUNT} contacts."


def contacts_by_child(child_ids: Iterable[int]) -> dict[int, list[Contact]]:
    contacts: dict[int, list[Contact]] = defaultdict(list)
    for link in ContactChild.objects.of_children(child_ids):
        contacts[link.child_id].append(link.contact)
    return contacts


def contacts_of(*, account: User, child_id: int | None, reader: User) -> ContactQuerySet:
    """Of the account, or of a child whose paperwork it sees. ``reader``: the account, or an admin."""
    contacts = Contact.objects.for_account(account).shown_to(reader).with_added_by(reader)
    if child_id is None:
        return contacts.of(account).with_children()
    child = cared_children(user=account, child_ids=[child_id])[child_id]
    contacts = contacts.of(child.guardian).filter(child_links__child=child)
    if child.guardian_id == account.pk:
        return contacts.with_children()
    shared = Guardianship.objects.active().filter(user=account, care=True)
    return contacts.with_children(among=shared.values_list("child", flat=True))


@transaction.atomic
def add_contact(*, account: User, child_ids: Collection[int], values: dict[str, Any]) -> Contact:
    """``account``: the owner of the children, or a second guardian."""
    owner = _lock_owner(account, child_ids)
    if Contact.objects.filter(author=account).count() >= Contact.MAX_PER_ACCOUNT:
        raise TooManyContacts
    contact = Contact.objects.create(account=owner, author=account, **values)
    _link(contact, child_ids)
    return contact


@transaction.atomic
def change_contact(
    *, account: User, contact_id: int, child_ids: Collection[int], values: dict[str, Any], by: User | None = None
) -> bool:
    """``by``: an admin who does it for the account. Children that a second guardian does not see stay with it."""
    contact, before = _lock_own(account, contact_id, by, child_ids)
    if _lock_owner(account, child_ids) != contact.account:
        raise NotFound
    had_contact = contact.child_ids if contact.emergency else []
    changed = set_values(contact, values)
    if not changed and before == set(child_ids):
        return False
    contact.save()
    contact.child_links.filter(child__in=before - set(child_ids)).delete()
    _link(contact, set(child_ids) - before)
    _refuse_without_contact(had_contact)
    return True


@transaction.atomic
def delete_contact(*, account: User, contact_id: int, by: User | None = None) -> None:
    """``by``: as in ``change_contact``. A contact of children that a second guardian does not see stays theirs."""
    contact, seen = _lock_own(account, contact_id, by)
    had_contact = contact.child_ids if contact.emergency else []
    if seen == set(contact.child_ids):
        contact.delete()
    else:
        contact.child_links.filter(child__in=seen).delete()
    _refuse_without_contact(had_contact)


def _lock_owner(account: User, child_ids: Collection[int]) -> User:
    # The account of the children.
    owners = _owners(lock_cared_children(user=account, child_ids=child_ids))
    if len(owners) != 1:
        raise InvalidInput(fields={"child_ids": ["These children belong to different families."]})
    return owners.pop()


def _owners(children: dict[int, Child]) -> set[User]:
    return {child.guardian for child in children.values()}


def _lock_own(
    account: User, contact_id: int, by: User | None, child_ids: Collection[int] = ()
) -> tuple[Contact, set[int]]:
    # With those of its children that the account sees. Also locks the owners of these children, all in key order.
    own = Contact.objects.filter(Q(account=account) | Q(author=account), pk=contact_id).shown_to(by or account)
    contact = first_or_not_found(own.select_related("account"))
    owners = _owners(cared_children(user=account, child_ids=child_ids))
    lock_with_owners(account, {contact.account, *owners})
    contact = first_or_not_found(own.with_children())
    return contact, _seen_children(account, contact)


def _seen_children(account: User, contact: Contact) -> set[int]:
    # A second guardian whose access has ended changes nothing anymore.
    if contact.account_id == account.pk:
        return set(contact.child_ids)
    shared = Guardianship.objects.active().filter(user=account, care=True, child__in=contact.child_ids)
    seen = set(shared.values_list("child", flat=True))
    if not seen:
        raise NotFound
    return seen


def _link(contact: Contact, child_ids: Iterable[int]) -> None:
    links = (ContactChild(contact=contact, child_id=each, account_id=contact.account_id) for each in sorted(child_ids))
    ContactChild.objects.bulk_create(links)


def _refuse_without_contact(child_ids: Iterable[int]) -> None:
    links = ContactChild.objects.filter(child__in=child_ids, contact__emergency=True)
    without = set(child_ids) - set(links.values_list("child", flat=True))
    seats = Enrollment.objects.confirmed().filter(child__in=without, camp_class__ended_at=None)
    if seats.exists():
        raise LastContact
