"""Who is at the demo's camp. None of them exists; their addresses end in a domain that nobody can own."""

from dataclasses import dataclass

from classes.demo.palette import INK
from classes.demo.portraits import SKINS, Look

ROSY, FAIR, OLIVE, TAN, BROWN, UMBER = SKINS
CHESTNUT, COPPER, HONEYED, SILVER = (74, 46, 32), (150, 62, 38), (178, 120, 62), (206, 200, 190)

DOMAIN = "camp.example"


@dataclass(frozen=True)
class Person:
    """``look`` is how the portrait shows them, None for somebody without a photo."""

    name: str
    mailbox: str
    look: Look | None = None

    @property
    def email(self) -> str:
        return f"{self.mailbox}@{DOMAIN}"


ADMIN = Person("Ada Kessler", "admin", Look("bob", FAIR, SILVER))
INSTRUCTOR = Person("Rosa Delgado", "instructor", Look("bun", OLIVE, CHESTNUT))
STUDENT = Person("Sam Whitfield", "student", Look("short", FAIR, HONEYED))

INSTRUCTORS = (
    INSTRUCTOR,
    Person("Hana Okafor", "hana.okafor", Look("scarf", UMBER, INK)),
    Person("Mateo Lindqvist", "mateo.lindqvist", Look("cap", TAN, CHESTNUT)),
    Person("Priya Raman", "priya.raman", Look("long", TAN, INK)),
    Person("Joel Abernathy", "joel.abernathy", Look("bald", ROSY, COPPER)),
    Person("Yuki Tanabe", "yuki.tanabe", Look("bob", FAIR, INK)),
    Person("Clara Beaumont", "clara.beaumont", Look("curls", ROSY, HONEYED)),
    Person("Tomasz Wilk", "tomasz.wilk", Look("short", ROSY, SILVER)),
)

_WITH_PHOTO = (
    ("Amelia Novak", Look("long", ROSY, HONEYED)),
    ("Ben Carter", Look("short", BROWN, INK)),
    ("Chiara Conti", Look("bun", OLIVE, CHESTNUT)),
    ("Dev Malhotra", Look("cap", TAN, INK)),
    ("Elif Aydin", Look("curls", OLIVE, COPPER)),
    ("Finn Gallagher", Look("short", ROSY, COPPER)),
    ("Grace Mbeki", Look("scarf", UMBER, INK)),
    ("Hugo Marchetti", Look("bald", OLIVE, CHESTNUT)),
)
_WITHOUT_PHOTO = (
    "Imani Brooks",
    "Jonas Keller",
    "Kaia Solberg",
    "Leo Papadakis",
    "Maya Goldberg",
    "Noah Fitzgerald",
    "Olivia Santos",
    "Pavel Horak",
    "Quinn Adeyemi",
    "Rania Haddad",
    "Stella Moreau",
    "Theo Vandenberg",
    "Uma Krishnan",
    "Viktor Dahl",
    "Wren Holloway",
    "Ximena Reyes",
    "Yara Mansour",
    "Zoe Whitaker",
    "Arthur Penrose",
    "Bella Ricci",
    "Caleb Osei",
    "Daria Petrova",
    "Emmett Rowe",
    "Freya Lund",
    "Gus Hamilton",
    "Hazel Nakamura",
)


def _student(name: str, look: Look | None = None) -> Person:
    return Person(name, name.lower().replace(" ", "."), look)


STUDENTS = (*(_student(name, look) for name, look in _WITH_PHOTO), *(_student(name) for name in _WITHOUT_PHOTO))
"""Everybody who has a seat somewhere; the demo student has none yet, so that the way through is theirs to go."""

EVERYBODY = (ADMIN, *INSTRUCTORS, STUDENT, *STUDENTS)
