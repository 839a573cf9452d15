"""The columns of a file of families."""

from collections.abc import Collection
from itertools import product

from core.sheets.columns import Vocabulary

MOST_CHILDREN = 6
"""Of one row: the columns of further children are numbered."""
NUMBERS = ("", *map(str, range(2, MOST_CHILDREN + 1)))
GUARDIAN_NAMES = ("guardianName", "guardianFirst", "guardianLast")
GUARDIAN_FIELDS = {*GUARDIAN_NAMES, "email", "phone", "secondEmail", "lastSeen"}
CHILD_FIELDS = {
    "childName": "Child's name",
    "childFirst": "Child's first name",
    "childLast": "Child's last name",
    "bornOn": "Child's birth date",
}
FIELDS = {
    "guardianName": "Guardian's name",
    "guardianFirst": "Guardian's first name",
    "guardianLast": "Guardian's last name",
    "email": "Guardian's e-mail",
    "phone": "Guardian's phone",
    **CHILD_FIELDS,
    "contactName": "Emergency contact",
    "contactPhone": "Emergency contact's phone",
    "contactRelation": "Emergency contact's relation",
    "secondEmail": "Second guardian's e-mail",
    "lastSeen": "Last seen",
    **{
        f"{field}{number}": text.replace("Child's", f"Child {number}'s")
        for number in NUMBERS[1:]
        for field, text in CHILD_FIELDS.items()
    },
}
"""By name, what people choose from."""
EITHER = {
    "name": ("guardianName", "childName"),
    "firstName": ("guardianFirst", "childFirst"),
    "lastName": ("guardianLast", "childLast"),
}
"""Headings that name the child beside a column about the guardian, and the guardian otherwise."""

GUARDIAN = ("guardian", "guardian guardian", "guardian 1", "guardian guardian 1", "primary guardian", "mother", "mom")
SECOND = ("guardian 2", "guardian guardian 2", "second guardian", "other guardian", "father", "dad", "spouse", "second")
CONTACT = ("emergency", "emergency contact", "contact in an emergency")
NAME, FIRST, LAST = ("", "name", "full name"), ("first name", "first"), ("last name", "last", "surname")
EMAIL = ("email", "mail")
PHONE = ("phone", "cell", "cell phone", "mobile", "mobile phone", "home phone", "telephone", "phone number", "number")
BIRTH = ("birth date", "birthdate", "birthday", "date of birth", "dob", "born", "born on")


def _named(people: Collection[str], texts: Collection[str]) -> str:
    # "child name" and "name of child"
    pairs = list(product(people, texts))
    return ", ".join([*(f"{one} {text}" for one, text in pairs), *(f"{text} of {one}" for one, text in pairs if text)])


def _child_names() -> dict[str, str]:
    texts = {"childName": NAME, "childFirst": FIRST, "childLast": LAST, "bornOn": BIRTH}
    names = {field: _named(("child", "child 1", "child number 1"), each) for field, each in texts.items()}
    names["bornOn"] += f", {', '.join(BIRTH)}"
    for number, (field, each) in product(NUMBERS[1:], texts.items()):
        behind = [f"child {text} {number}" for text in each if text]
        names[field + number] = ", ".join([_named((f"child {number}", f"child number {number}"), each), *behind])
    return names


OTHER_NAMES = {
    "guardianName": f"{_named(GUARDIAN, NAME)}, account holder, family",
    "guardianFirst": _named(GUARDIAN, FIRST),
    "guardianLast": _named(GUARDIAN, LAST),
    "email": f"{_named(GUARDIAN, EMAIL)}, {', '.join(EMAIL)}, family email, primary email, email 1",
    "phone": f"{_named(GUARDIAN, PHONE)}, {', '.join(PHONE[:-1])}, family phone, primary phone, phone 1",
    "secondEmail": f"{_named(SECOND, EMAIL)}, email 2, secondary email, alternate email",
    "contactName": _named(CONTACT, NAME),
    "contactPhone": _named(CONTACT, PHONE),
    "contactRelation": _named(CONTACT, ("relation", "relationship")),
    "lastSeen": "last season, last year, last attended, last enrolled, last session, last camp, year last attended",
    "name": "full name",
    "firstName": "first, given name",
    "lastName": "last, surname, family name",
    **_child_names(),
}
SAME = dict.fromkeys(("parent", "parents", "guardians"), "guardian")
SAME |= dict.fromkeys(("kid", "camper", "student", "participant"), "child")
SAME |= dict.fromkeys(("of", "the", "address", "s"), "")


def _refine(field: str, cell: str, fields: Collection[str | None]) -> str:
    if field not in EITHER:
        return field
    of_guardian, of_child = EITHER[field]
    has_guardian = any(name in fields for name in GUARDIAN_NAMES)
    return of_child if has_guardian else of_guardian


VOCABULARY = Vocabulary(FIELDS, OTHER_NAMES, same=SAME, required=[GUARDIAN_NAMES], refine=_refine)

TEMPLATE = {
    "guardianName": "Ann Lee",
    "email": "ann.lee@mail.example",
    "phone": "(555) 010-2003",
    "childName": "Mia Lee",
    "bornOn": "3/14/2017",
    "contactName": "Joan Lee",
    "contactPhone": "(555) 010-2004",
    "contactRelation": "Aunt",
    "secondEmail": "tom.lee@mail.example",
    "lastSeen": "Summer 2026",
}
"""The columns of the template, with an example."""
