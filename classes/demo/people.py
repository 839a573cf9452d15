"""Who is at the demo's camp. None of them exists; their addresses end in a domain that nobody can own."""

from dataclasses import dataclass

DOMAIN = "camp.example"


@dataclass(frozen=True)
class Person:
    """``look`` is the style of the portrait (portraits.STYLES), None for somebody without a photo."""

    name: str
    mailbox: str
    look: str | None = None

    @property
    def email(self) -> str:
        return f"{self.mailbox}@{DOMAIN}"


ADMIN = Person("Ada Kessler", "admin", "bob")
INSTRUCTOR = Person("Rosa Delgado", "instructor", "bun")
STUDENT = Person("Sam Whitfield", "student", "short")

INSTRUCTORS = (
    INSTRUCTOR,
    Person("Hana Okafor", "hana.okafor", "scarf"),
    Person("Mateo Lindqvist", "mateo.lindqvist", "cap"),
    Person("Priya Raman", "priya.raman", "long"),
    Person("Joel Abernathy", "joel.abernathy", "bald"),
    Person("Yuki Tanabe", "yuki.tanabe", "bob"),
    Person("Clara Beaumont", "clara.beaumont", "curls"),
    Person("Tomasz Wilk", "tomasz.wilk", "short"),
)

_WITH_PHOTO = (
    ("Amelia Novak", "long"),
    ("Ben Carter", "short"),
    ("Chiara Conti", "bun"),
    ("Dev Malhotra", "cap"),
    ("Elif Aydin", "curls"),
    ("Finn Gallagher", "short"),
    ("Grace Mbeki", "scarf"),
    ("Hugo Marchetti", "bald"),
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


def _student(name: str, look: str | None = None) -> Person:
    return Person(name, name.lower().replace(" ", "."), look)


STUDENTS = (*(_student(name, look) for name, look in _WITH_PHOTO), *(_student(name) for name in _WITHOUT_PHOTO))
"""Everybody who has a seat somewhere; the demo student has none yet, so that the way through is theirs to go."""

EVERYBODY = (ADMIN, *INSTRUCTORS, STUDENT, *STUDENTS)
