"""Imports of a spreadsheet of families over HTTP."""

from accounts.models import User
from care.models import Contact, ContactChild
from testing.snapshots import nothing_changes
from testing.steps.season_import import send_file

PATH = "/families/import"
HEADINGS = ["Parent", "Email", "Phone", "Child", "Birth date", "Emergency contact", "Emergency phone"]
LEE = ["Ann Lee", "ann@mail.example", "555 010-2003", "Mia Lee", "3/14/2017", "Joan Lee", "555 010-2004"]
LEO = [*LEE[:3], "Leo Lee", "5/20/2019", *LEE[5:]]
OTT = ["Bo Ott", "bo@mail.example", "555 010-3000", "Ida Ott", "2018-01-05", "", ""]


def send(users, rows, status=201, **options):
    return send_file(users.admin, PATH, rows, status, **options)


def preview(users, rows, **options):
    with nothing_changes():
        return send(users, rows, 200, dry_run=True, **options)


def refused(users, rows, status=400, **options):
    with nothing_changes():
        return send(users, rows, status, **options)


def families():
    """The imported accounts, by their address, with their children."""
    accounts = User.objects.exclude(email__endswith="camp.example").order_by("pk")
    return {each.email: [(c.name, str(c.born_on)) for c in each.children.order_by("pk")] for each in accounts}


def contacts_of(account):
    contacts = Contact.objects.of(account).order_by("pk")
    linked = ContactChild.objects.filter(account=account).values_list("contact", "child__name").order_by("child")
    return {(each.name, each.phone): [name for contact, name in linked if contact == each.pk] for each in contacts}
