from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction

from accounts.children import own_children
from accounts.locking import lock_account
from accounts.models import User
from care.models import Contact, ContactChild
from classes.models import Enrollment
from core.errors import DomainError, NotFound


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


@transaction.atomic
def add_contact(*, account: User, child_ids: Collection[int], values: dict[str, Any]) -> Contact:
    lock_account(account)
    own_children(guardian=account, child_ids=child_ids)
    if Contact.objects.of(account).count() >= Contact.MAX_PER_ACCOUNT:
        raise TooManyContacts
    contact = Contact.objects.create(account=account, **values)
    _link(contact, child_ids)
    return contact


@transaction.atomic
def change_contact(*, account: User, contact_id: int, child_ids: Collection[int], values: dict[str, Any]) -> bool:
    contact = _lock_own(account, contact_id)
    own_children(guardian=account, child_ids=child_ids)
    before, had_contact = set(contact.child_ids), contact.child_ids if contact.emergency else []
    changed = [name for name, value in values.items() if getattr(contact, name) != value]
    for name in changed:
        setattr(contact, name, values[name])
    if not changed and before == set(child_ids):
        return False
    contact.save()
    contact.child_links.exclude(child__in=child_ids).delete()
    _link(contact, set(child_ids) - before)
    _refuse_without_contact(had_contact)
    return True


@transaction.atomic
def delete_contact(*, account: User, contact_id: int) -> None:
    contact = _lock_own(account, contact_id)
    had_contact = contact.child_ids if contact.emergency else []
    contact.delete()
    _refuse_without_contact(had_contact)


def _lock_own(account: User, contact_id: int) -> Contact:
    lock_account(account)
    contact = Contact.objects.of(account).with_children().filter(pk=contact_id).first()
    if contact is None:
        raise NotFound
    return contact


def _link(contact: Contact, child_ids: Iterable[int]) -> None:
    links = (ContactChild(contact=contact, child_id=each, account_id=contact.account_id) for each in sorted(child_ids))
    ContactChild.objects.bulk_create(links)


def _refuse_without_contact(child_ids: Iterable[int]) -> None:
    links = ContactChild.objects.filter(child__in=child_ids, contact__emergency=True)
    without = set(child_ids) - set(links.values_list("child", flat=True))
    seats = Enrollment.objects.confirmed().filter(child__in=without, camp_class__ended_at=None)
    if seats.exists():
        raise LastContact
