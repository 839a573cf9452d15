"""Second guardians of a child: invited, accepted, frozen and ended. See docs/rules/guardians.md.

The account to which the child belongs, its owner, stays the one that books and pays.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.dispatch import Signal

from accounts.locking import lock_account, lock_family, lock_with_owners
from accounts.login import EmailNotVerified
from accounts.models import Child, ChildQuerySet, Guardianship, GuardianshipQuerySet, User
from core.errors import DomainError, InvalidInput, NotFound, first_or_not_found

KEPT = timedelta(days=30)
"""How long the family sees that an invitation has expired."""

guardian_invited = Signal()
"""Sent when an invitation is to be mailed, in that transaction, with ``guardianship`` and ``now``."""


class TooManyGuardians(DomainError):
    code = "too_many_guardians"
    message = f"At most {Guardianship.MAX_PER_CHILD} other people can see a child's classes."


class GuardianExists(DomainError):
    """The invitation was accepted."""

    code = "already_exists"
    message = "This person sees the child's classes already."


class GuardianFrozen(DomainError):
    code = "frozen"
    message = "The school has stopped this. Please talk to the office."


class InvitationMismatch(DomainError):
    """The user has another address than the one that was invited."""

    code = "email_mismatch"
    message = "This invitation was sent to another email address. Please log in with that one."


class InvitationExpired(DomainError):
    code = "expired"
    message = f"This invitation is older than {Guardianship.VALID.days} days. Please ask for a new one."


class GuardianshipEnded(DomainError):
    code = "ended"
    message = "This invitation isn't valid anymore."


def told_about(child_ids: Collection[int | None] | QuerySet[Any, Any]) -> dict[int, list[Guardianship]]:
    """The second guardians who get e-mails about each child. Every e-mail about a child's seat asks here.

    Disabled accounts are left out.
    """
    ids = child_ids if isinstance(child_ids, QuerySet) else {each for each in child_ids if each is not None}
    by_child: dict[int, list[Guardianship]] = defaultdict(list)
    if isinstance(ids, QuerySet) or ids:
        told = Guardianship.objects.active().filter(child__in=ids, user__is_active=True)
        for each in told.select_related("user").order_by("pk"):
            by_child[each.child_id].append(each)
    return by_child


@transaction.atomic
def invite_guardian(*, child_id: int, email: str, care: bool, by: User, now: datetime) -> Guardianship:
    """``by``: the owner, or an admin. An open invitation of the address gets a new link, and this ``care``.

    The former link is no longer valid. The result does not depend on whether an account has the address.
    """
    if not by.email_verified:  # the address, and with it the name in the e-mail, may be somebody else's
        raise EmailNotVerified
    child = _lock_child(child_id, by)
    if email == child.guardian.email:
        raise InvalidInput(fields={"email": ["This child belongs to the account with this address already."]})
    current = child.guardianships.current()
    known = current.select_for_update(no_key=True).filter(email=email).first()
    _refuse_invitation(child, known, now)
    guardianship = known or Guardianship(child=child, email=email)
    guardianship.care, guardianship.invited_by, guardianship.invited_at = care, by, now
    guardianship.sent_at = now
    guardianship.save()  # the token depends on the id
    guardianship.token_hash = Guardianship.hash_of(guardianship.token)
    guardianship.save(update_fields=["token_hash"])
    guardian_invited.send(Guardianship, guardianship=guardianship, now=now)
    return guardianship


def _refuse_invitation(child: Child, known: Guardianship | None, now: datetime) -> None:
    if known is not None and known.is_frozen:
        raise GuardianFrozen
    if known is not None and known.accepted_at is not None:
        raise GuardianExists
    others = child.guardianships.counted(now).exclude(email=known.email if known else "")
    if others.count() >= Guardianship.MAX_PER_CHILD:
        raise TooManyGuardians


@transaction.atomic
def read_invitation(*, user: User, token: str, now: datetime) -> Guardianship:
    """With the refusals of ``accept_invitation``. The row is locked."""
    account = lock_account(user)
    found = Guardianship.objects.filter(token_hash=Guardianship.hash_of(token)).select_related("child", "invited_by")
    guardianship = first_or_not_found(found.select_for_update(no_key=True, of=("self",)))
    _refuse_acceptance(guardianship, account, now)
    return guardianship


@transaction.atomic
def accept_invitation(*, user: User, token: str, now: datetime) -> Guardianship:
    guardianship = read_invitation(user=user, token=token, now=now)
    if guardianship.accepted_at is None:
        guardianship.user, guardianship.accepted_at = user, now
        guardianship.save(update_fields=["user", "accepted_at"])
    return guardianship


def _refuse_acceptance(guardianship: Guardianship, account: User, now: datetime) -> None:
    if not account.email_verified:
        raise EmailNotVerified
    if guardianship.ended_at is not None:
        raise GuardianshipEnded
    # The address of an accepted invitation may have become another account's.
    is_other = guardianship.user_id is not None and guardianship.user_id != account.pk
    is_invited = guardianship.user_id == account.pk or guardianship.email == account.email
    if is_other or not is_invited or guardianship.child.guardian_id == account.pk:
        raise InvitationMismatch
    if guardianship.is_frozen:
        raise GuardianFrozen
    if guardianship.is_expired(now):
        raise InvitationExpired
    same = Guardianship.objects.current().filter(child=guardianship.child_id, user=account)
    if same.exclude(pk=guardianship.pk).exists():
        raise GuardianExists


@transaction.atomic
def end_guardianship(*, child_id: int, guardianship_id: int, by: User, now: datetime) -> None:
    """``by``: the owner, who is or was invited, or an admin, who alone ends what the school has frozen."""
    guardianship = _lock(child_id, guardianship_id)
    is_invited = guardianship.user_id is None and by.email_verified and by.email == guardianship.email
    is_party = by.pk in (guardianship.user_id, guardianship.child.guardian_id)
    if not (by.is_admin or is_party or is_invited):
        raise NotFound
    if guardianship.is_frozen and not by.is_admin:
        raise GuardianFrozen
    guardianship.email, guardianship.note, guardianship.ended_at = "", "", now
    guardianship.save(update_fields=["email", "note", "ended_at"])


@transaction.atomic
def freeze_guardianship(*, child_id: int, guardianship_id: int, frozen: bool, note: str, now: datetime) -> bool:
    """Returns whether anything changed."""
    guardianship = _lock(child_id, guardianship_id)
    before = guardianship.is_frozen, guardianship.note
    if before == (frozen, note):
        return False
    guardianship.frozen_at = (guardianship.frozen_at or now) if frozen else None
    guardianship.note = note
    guardianship.save(update_fields=["frozen_at", "note"])
    return True


def end_old_invitations(*, now: datetime) -> int:
    """Removes the addresses of invitations that have expired ``KEPT`` ago. What is frozen stays, to be refused."""
    open_ = Guardianship.objects.current().filter(accepted_at=None, frozen_at=None)
    old = open_.filter(sent_at__lte=now - Guardianship.VALID - KEPT)
    return old.update(email="", note="", ended_at=now)


def with_guardians(children: ChildQuerySet) -> ChildQuerySet:
    """Adds ``guardians``: who is invited or sees the child, the first invited first."""
    current = Guardianship.objects.current().select_related("user").order_by("pk")
    return children.prefetch_related(Prefetch("guardianships", queryset=current, to_attr="guardians"))


def guardians_of(*, child_id: int, reader: User) -> GuardianshipQuerySet:
    """``reader``: the owner, or an admin. In the order in which they were invited."""
    if not _seen(reader).filter(pk=child_id).exists():
        raise NotFound
    return Guardianship.objects.current().filter(child=child_id).select_related("user").order_by("pk")


def cared_children(*, user: User, child_ids: Collection[int]) -> dict[int, Child]:
    """By id, with ``guardian``: the user's own, and those whose paperwork the user shares. NotFound for any other."""
    wanted = set(child_ids)
    shared = Guardianship.objects.active().filter(user=user, child__in=wanted, care=True)
    may = Q(guardian=user) | Q(pk__in=list(shared.values_list("child", flat=True)))
    children = Child.objects.not_deleted().filter(may, pk__in=wanted).select_related("guardian")
    found = {child.pk: child for child in children}
    if found.keys() != wanted:
        raise NotFound
    return found


def lock_cared_children(*, user: User, child_ids: Collection[int]) -> dict[int, Child]:
    """As ``cared_children``. What is written about a child waits for the account of its owner."""
    owners = {child.guardian for child in cared_children(user=user, child_ids=child_ids).values()}
    lock_with_owners(user, owners)
    return cared_children(user=user, child_ids=child_ids)


def _lock_child(child_id: int, by: User) -> Child:
    child = first_or_not_found(_seen(by).select_related("guardian").filter(pk=child_id))
    lock_family(child.guardian_id)
    if not _seen(by).filter(pk=child_id).exists():  # deleted meanwhile
        raise NotFound
    return child


def _seen(user: User) -> ChildQuerySet:
    children = Child.objects.not_deleted()
    return children if user.is_admin else children.filter(guardian=user)


def _lock(child_id: int, guardianship_id: int) -> Guardianship:
    # What the guardian is writing about the child ends first: it has locked the owner's account.
    list(User.objects.filter(children=child_id).select_for_update(no_key=True))
    rows = Guardianship.objects.current().filter(pk=guardianship_id, child=child_id).select_related("child")
    return first_or_not_found(rows.select_for_update(no_key=True, of=("self",)))
