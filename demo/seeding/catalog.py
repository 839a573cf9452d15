"""The classes of the demo."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

APPROVED, PENDING, DENIED = "Approved", "Pending", "Denied"


@dataclass(frozen=True)
class DemoClass:
    """``instructor`` is a mailbox of demo/seeding/users.py, ``enrolled`` the number of confirmed seats."""

    name: str
    instructor: str
    price: Decimal
    capacity: int
    enrolled: int
    description: str
    status: str = APPROVED
    feedback: str = ""


def _approved(name: str, instructor: str, price: str, seats: tuple[int, int], description: str) -> DemoClass:
    """``seats`` is the capacity and the number of confirmed seats."""
    return DemoClass(name, instructor, Decimal(price), *seats, description)


CLASSES = (
    DemoClass(
        "Candles After Dark",
        "instructor",
        Decimal("48.00"),
        12,
        0,
        "An evening of dipping and pouring beeswax, with the lights off for the last half hour.",
        DENIED,
        "We love the idea, but the hall has to be empty by nine. Could you move it to the afternoon, and say how the "
        "hot wax is kept away from the youngest?",
    ),
    DemoClass(
        "Spray Paint Murals",
        "mateo.lindqvist",
        Decimal("55.00"),
        16,
        0,
        "Large letters, stencils and one long wall.",
        DENIED,
        "We cannot air the room well enough for spray paint. A mural with brushes would be welcome.",
    ),
    DemoClass(
        "Quilt a Memory",
        "instructor",
        Decimal("85.00"),
        14,
        0,
        "Bring three shirts that nobody wears anymore and sew them into a small quilt to keep.",
        PENDING,
    ),
    DemoClass(
        "Masks for the Summer Parade",
        "hana.okafor",
        Decimal("35.00"),
        20,
        0,
        "Paper, paste and paint: everyone goes home with a mask, and the parade is on Saturday.",
        PENDING,
    ),
    DemoClass(
        "Soft Wool, Hot Water",
        "yuki.tanabe",
        Decimal("42.00"),
        12,
        0,
        "Wet felting for patient hands: beads, bowls and a pair of very round animals.",
        PENDING,
    ),
    _approved("Stitch a Bouquet", "priya.raman", "40.00", (14, 0),
              "Satin stitch, stem stitch and French knots, one flower at a time, in a hoop to hang on the wall."),
    _approved("Marbled Papers", "clara.beaumont", "35.00", (16, 0),
              "Float ink on water, comb it, and lay down a sheet of paper. No two ever come out the same."),
    _approved("Coiled Baskets from Grass", "hana.okafor", "55.00", (12, 9),
              "Gather, dry and coil meadow grass into a small basket with a star in its floor."),
    _approved("Bind Your Own Sketchbook", "clara.beaumont", "48.00", (14, 8),
              "Fold, pierce and sew a book that lies flat, with an open spine and covers of your choice."),
    _approved("Tiles from the Garden", "instructor", "45.00", (16, 10),
              "Press ferns and seed heads into soft clay, then glaze the tiles for a garden path."),
    _approved("Screen Printing for Two Colors", "mateo.lindqvist", "65.00", (12, 7),
              "Cut a stencil, pull a squeegee, and print a poster in two inks that overlap into a third."),
    _approved("Carve a Spoon", "joel.abernathy", "50.00", (10, 9),
              "One knife, one piece of birch and an afternoon. Safe grips first, shavings everywhere after."),
    _approved("Woodburning: Ferns", "joel.abernathy", "42.00", (12, 4),
              "Draw with heat on a slice of ash: even lines, soft shading, and a fern that stays."),
    _approved("Light through Glass", "tomasz.wilk", "75.00", (10, 6),
              "Cut bottles, grind their edges and turn them into vases that color a window sill."),
    _approved("Bead Strings and Stories", "priya.raman", "12.50", (30, 17),
              "A tray of beads from six countries and a story for each. You take home what you have strung."),
    _approved("Brush, Ink and One Breath", "yuki.tanabe", "32.00", (14, 11),
              "Grind the ink, sit still, and draw a circle in a single breath. Then bamboo, if you like."),
    _approved("Tin Can Herb Garden", "hana.okafor", "0.00", (24, 15),
              "Bring an empty tin and take home a painted pot with a sprig of thyme in it. Free for everyone."),
    _approved("Block Printing with Leaves", "mateo.lindqvist", "38.00", (14, 12),
              "Carve a leaf into lino, ink it, and print cards and a cotton bag. Sharp gouges, calm teacher."),
    _approved("A Mosaic for the Courtyard", "tomasz.wilk", "85.00", (12, 8),
              "Break tiles, lay them ring by ring and set them in grout: a sun that lasts longer than the summer."),
    _approved("Dip Dye Day", "yuki.tanabe", "30.00", (18, 13),
              "Five vats, one line to hang the cloth on, and colors from plants you know."),
    _approved("Indigo and Shibori", "yuki.tanabe", "60.00", (12, 10),
              "Fold, bind and dip: cloth goes in green and turns blue in the air while you watch."),
    _approved("A Thousand Cranes, Almost", "clara.beaumont", "0.00", (30, 12),
              "Origami for beginners. We fold until the string across the hall is full. Free, paper is on us."),
    _approved("Paper Valleys", "clara.beaumont", "36.00", (16, 14),
              "Cut hills out of seven sheets of paper and build a deep landscape that fits in a frame."),
    _approved("Stained Glass Rose", "tomasz.wilk", "120.00", (8, 8),
              "Cut colored glass, wrap it in copper foil and solder a rose window. Small group, sold out every year."),
    _approved("Weave a Wall Hanging", "priya.raman", "58.00", (14, 11),
              "Warp a frame loom and fill it with loops, bands and a long fringe. Wool in every color is included."),
    _approved("Tapestry: Sun over Hills", "priya.raman", "145.00", (10, 7),
              "Three days at the loom. You learn to read a pattern, to change colors and to be patient."),
    _approved("Wet Paint, Wide Hills", "mateo.lindqvist", "45.00", (18, 16),
              "Watercolor outdoors: wet in wet skies, layered hills and what to do when it all runs together."),
    _approved("Glaze Lab", "instructor", "65.00", (12, 9),
              "Mix, dip and pour glazes on pots that are fired already, and keep a notebook of what happened."),
    _approved("Throw Your First Bowl", "instructor", "45.50", (12, 10),
              "A ball of clay, a wheel and two wet hands. You center, open and pull, and choose one bowl to be fired."),
)  # fmt: skip
"""The oldest first; the site lists the newest first."""

EARLY_PRICES = {"Paper Valleys": Decimal("30.00"), "Marbled Papers": Decimal("29.00")}
EARLY_DAYS = 20
"""How many days from today the early prices last."""

SELECTED_BY_THE_STUDENT = "Throw Your First Bowl"
PAID_BY_THE_STUDENT = {"Glaze Lab": timedelta(hours=20), "Weave a Wall Hanging": timedelta(days=9)}
"""How long ago the student paid. Only the first can still be canceled."""

WAITING = {"Stained Glass Rose": 3}
"""How many students wait for a seat in a class that is sold out."""

CANCELED_BY_THE_STUDENT = "Block Printing with Leaves"
