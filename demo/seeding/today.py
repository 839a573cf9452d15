"""The children who take part today, with their contacts and care sheets."""

from datetime import date, datetime, timedelta

from accounts.models import Child, User
from care.models import Contact, ContactChild
from care.paperwork.sheets import save_sheet
from classes.models import Enrollment, Lesson
from core.site_time import site_day

CHILDREN = (
    ("Ava", "Peanuts", "An EpiPen is in her backpack. Call 911, then her mother."),
    ("Caleb", "", ""),
    ("Elena", "Bee stings", "An antihistamine is in the red pouch."),
    ("Felix", "", ""),
    ("Iris", "", ""),
    ("Jasper", "Milk", "No cheese, no yogurt; a stomachache is all that happens."),
    ("Luna", "", ""),
    ("Milo", "", ""),
    ("Nina", "", ""),
)
"""The first name, allergies, and what to do."""
AGE = timedelta(days=11 * 365)


def add_children(*, seats: list[Enrollment], substitute: User, now: datetime) -> None:
    """Gives these new seats of a running class to children of their students. The substitute teaches today's lesson."""
    born_on = site_day(now) - AGE
    for number, (seat, (name, allergies, what_to_do)) in enumerate(zip(seats, CHILDREN, strict=False)):
        seat.child = _child(seat.student, name, born_on)
        seat.save(update_fields=["child"])
        contacts = [Contact(name=f"Rosie {name}son", relation="grandmother", emergency=True, may_pick_up=True)]
        if number == 0:
            contacts.append(Contact(name="Dale Hutchins", relation="not a relative", barred=True))
        # The last family has told nothing yet.
        if number < len(seats) - 1:
            _add_contacts(seat.child, contacts)
            texts = {"allergies": allergies, "what_to_do": what_to_do}
            save_sheet(guardian=seat.student, child_id=seat.child.pk, texts=texts, keep=False, now=now)
    # Without an entry in the history of each account.
    User.objects.filter(pk__in=[seat.student_id for seat in seats[:-1]]).update(phone="555 0199")
    classes = {seat.camp_class_id for seat in seats}
    Lesson.objects.on_day(site_day(now)).filter(camp_class__in=classes).update(substitute=substitute)


def _child(guardian: User, name: str, born_on: date) -> Child:
    surname = guardian.name.rpartition(" ")[2]
    return Child.objects.create(guardian=guardian, name=f"{name} {surname}", born_on=born_on)


def _add_contacts(child: Child, contacts: list[Contact]) -> None:
    for contact in contacts:
        contact.account = contact.author = child.guardian
        contact.phone = "555 0142"
        contact.save()
        ContactChild.objects.create(contact=contact, child=child, account=child.guardian)
