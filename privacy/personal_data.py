"""The tables of all apps."""

from accounts.models import Child, User
from accounts.personal_data import ACCOUNT
from accounts.personal_data import PERSONAL_ROWS as OF_ACCOUNTS
from care.personal_data import PERSONAL_ROWS as OF_CARE
from classes.personal_data import PERSONAL_ROWS as OF_CLASSES
from mail.personal_data import PERSONAL_ROWS as OF_MAIL
from payments.personal_data import PERSONAL_ROWS as OF_PAYMENTS

PERSONAL_ROWS = (*OF_ACCOUNTS, *OF_CLASSES, *OF_PAYMENTS, *OF_MAIL, *OF_CARE)
EXPORTED = [each for each in PERSONAL_ROWS if each.exported_as and each.inside is None]


def collect_personal_data(user: User) -> dict[str, object]:
    """Each list by its name in the export, newest first; the account is one row."""
    return {each.exported_as: user if each is ACCOUNT else list(each.shown_to(user)) for each in EXPORTED}


def delete_rows_of_account(user: User) -> None:
    for each in PERSONAL_ROWS:
        each.delete(each.of_account(user))


def delete_rows_of_child(child: Child) -> None:
    for each in PERSONAL_ROWS:
        each.delete(each.of_child(child))
