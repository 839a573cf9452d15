from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Lower

from accounts.locking import lock_account
from accounts.models import Child, User
from core.errors import DomainError, NotFound, first_or_not_found
from core.models import set_values


class ChildExists(DomainError):
    code = "already_exists"
    message = "You've already added a child with this name and date of birth."


class TooManyChildren(DomainError):
    code = "too_many_children"
    message = f"You can add at most {Child.MAX_PER_GUARDIAN} children."


def own_child(*, guardian: User, child_id: int | None) -> Child | None:
    """None, which stands for the user, if the id is None. NotFound also for a deleted child and another user's.

    Call it after ``lock_account`` to write a row with the child, so that a concurrent deletion cannot interleave.
    """
    if child_id is None:
        return None
    return first_or_not_found(Child.objects.not_deleted().filter(pk=child_id, guardian=guardian))


def own_children(*, guardian: User, child_ids: Iterable[int]) -> dict[int, Child]:
    """By id. NotFound as in ``own_child``."""
    wanted = set(child_ids)
    found = Child.objects.not_deleted().filter(pk__in=wanted, guardian=guardian) if wanted else []
    children = {child.pk: child for child in found}
    if children.keys() != wanted:
        raise NotFound
    return children


@transaction.atomic
def add_child(*, guardian: User, name: str, born_on: date | None) -> Child:
    lock_account(guardian)
    children = Child.objects.not_deleted().filter(guardian=guardian)
    if _named(children, name, born_on).exists():
        raise ChildExists
    _refuse_too_many(children)
    return Child.objects.create(guardian=guardian, name=name, born_on=born_on)


@transaction.atomic
def change_child(*, guardian: User, child_id: int, **changes: str | date | None) -> int:
    """``changes``: ``name``, ``born_on`` or both. Returns 1 if the child changed, else 0."""
    lock_account(guardian)
    child = own_child(guardian=guardian, child_id=child_id)
    assert child is not None
    changed = set_values(child, changes)
    others = Child.objects.not_deleted().filter(guardian=guardian).exclude(pk=child.pk)
    if _named(others, child.name, child.born_on).exists():
        raise ChildExists
    if changed:
        child.save(update_fields=changed)
    return 1 if changed else 0


def _refuse_too_many(children: QuerySet[Child]) -> None:
    if children.count() >= Child.MAX_PER_GUARDIAN:
        raise TooManyChildren


def _named(children: QuerySet[Child], name: str, born_on: date | None) -> QuerySet[Child]:
    # As the unique constraint ``child_once`` compares, in which two nulls are equal.
    return children.alias(lower_name=Lower("name")).filter(lower_name=Lower(Value(name)), born_on=born_on)
