"""The users of the demo. All are invented; their e-mail domain is reserved and cannot be registered."""

from dataclasses import dataclass

DOMAIN = "camp.example"


@dataclass(frozen=True)
class DemoUser:
    """``has_photo`` says whether pictures/portraits/ has a portrait of the user."""

    name: str
    mailbox: str
    has_photo: bool = True
    bio: str = ""

    @property
    def email(self) -> str:
        return f"{self.mailbox}@{DOMAIN}"


def _student(name: str, *, has_photo: bool) -> DemoUser:
    return DemoUser(name, name.lower().replace(" ", "."), has_photo)


ADMIN = DemoUser("Ada Kessler", "admin")
INSTRUCTOR = DemoUser(
    "Rosa Delgado",
    "instructor",
    bio=(
        "Rosa has made pots for thirty years and runs the kiln behind the barn. She teaches slowly, and "
        "nobody leaves without a bowl."
    ),
)
STUDENT = DemoUser("Sam Whitfield", "student")

CHILDREN_OF_THE_STUDENT = (("Mia Whitfield", 9), ("Leo Whitfield", 6))
"""The names and ages."""

INSTRUCTORS = (
    INSTRUCTOR,
    DemoUser(
        "Hana Okafor",
        "hana.okafor",
        bio=(
            "Hana weaves baskets from what grows beside the road. Before the camp she taught biology, and her "
            "walks are full of names."
        ),
    ),
    DemoUser(
        "Mateo Lindqvist",
        "mateo.lindqvist",
        bio=(
            "Mateo prints posters for theaters and bands. He likes loud colors, sharp edges and students who "
            "argue about both."
        ),
    ),
    DemoUser(
        "Priya Raman",
        "priya.raman",
        bio=(
            "Priya learned to embroider from her grandmother and to weave from a book. Her hangings are in two "
            "museums and many kitchens."
        ),
    ),
    DemoUser(
        "Joel Abernathy",
        "joel.abernathy",
        bio=(
            "Joel builds chairs in winter and teaches carving in summer. Safe grips come first; after that "
            "everyone gets a sharp knife."
        ),
    ),
    DemoUser(
        "Yuki Tanabe",
        "yuki.tanabe",
        bio=(
            "Yuki dyes cloth with plants and writes with a brush. Her classes begin with five quiet minutes, also "
            "for the youngest."
        ),
    ),
    DemoUser(
        "Clara Beaumont",
        "clara.beaumont",
        bio=(
            "Clara binds books for libraries. She has folded paper since she was four and can explain every "
            "mistake, because she made it."
        ),
    ),
    DemoUser(
        "Tomasz Wilk",
        "tomasz.wilk",
        bio=(
            "Tomasz repairs church windows and makes new ones. He keeps his groups small, because hot solder "
            "needs a calm room."
        ),
    ),
)

_WITH_PHOTO = (
    "Amelia Novak",
    "Ben Carter",
    "Chiara Conti",
    "Dev Malhotra",
    "Elif Aydin",
    "Finn Gallagher",
    "Grace Mbeki",
    "Hugo Marchetti",
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

ENROLLED_STUDENTS = (
    *(_student(name, has_photo=True) for name in _WITH_PHOTO),
    *(_student(name, has_photo=False) for name in _WITHOUT_PHOTO),
)
"""The other students with confirmed seats; see demo/seeding/catalog.py for those of STUDENT."""

ALL_USERS = (ADMIN, *INSTRUCTORS, STUDENT, *ENROLLED_STUDENTS)
