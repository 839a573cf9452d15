from django.db.models import QuerySet

from accounts.models import Child, Guardianship, User, UserQuerySet
from core.pasted import join_phones


def find_accounts(text: str, *, most: int | None = None) -> UserQuerySet:
    """Each word begins a name, an e-mail address or a phone number of the account, or the name of a child.

    Those of a second guardian find the account of the child too.

    An empty text matches all accounts; another one the newest ``most``, or all.
    """
    found, words = User.objects.not_deleted(), join_phones(text).split()
    if not words:
        return found
    first, *others = map(_accounts_with, words)
    # Fetch the ids first: PostgreSQL uses the index for a list of ids, but not for a subquery.
    return found.filter(pk__in=list(first.intersection(*others).order_by("-pk")[:most]))


def _accounts_with(word: str) -> QuerySet[User, int]:
    # Also deleted accounts.
    of_children = Child.objects.not_deleted().named(word)
    by_name, by_phone = User.objects.matching(word), User.objects.with_phone(word)
    accounts = [each.values_list("pk", flat=True) for each in (by_name, by_phone)]
    shared = Guardianship.objects.current()
    of_guardians = [
        *(shared.none() if each.query.is_empty() else shared.filter(user__in=each) for each in accounts),
        Guardianship.objects.invited_as(word),
    ]
    owners = [each.values_list("child__guardian", flat=True) for each in of_guardians]
    return accounts[0].union(accounts[1], of_children.values_list("guardian", flat=True), *owners)
