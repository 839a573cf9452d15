"""What the demo's camp teaches this season."""

from dataclasses import dataclass
from decimal import Decimal

APPROVED, PENDING, DENIED = "Approved", "Pending", "Denied"


@dataclass(frozen=True)
class Offer:
    """A class; ``instructor`` is a mailbox, ``scene`` the picture to draw, ``taken`` how many have a seat."""

    name: str
    instructor: str
    scene: str
    price: Decimal
    capacity: int
    taken: int
    description: str
    status: str = APPROVED
    feedback: str = ""


def _offer(name: str, instructor: str, scene: str, price: str, seats: tuple[int, int], description: str) -> Offer:
    return Offer(name, instructor, scene, Decimal(price), *seats, description)


OFFERS = (
    Offer(
        "Candles After Dark",
        "instructor",
        "candles",
        Decimal("38.00"),
        12,
        0,
        "An evening of dipping and pouring beeswax, with the lights off for the last half hour.",
        DENIED,
        "We love the idea, but the hall has to be empty by nine. Could you move it to the afternoon, and say how the "
        "hot wax is kept away from the youngest?",
    ),
    Offer(
        "Spray Paint Murals",
        "mateo.lindqvist",
        "strokes",
        Decimal("55.00"),
        16,
        0,
        "Large letters, stencils and one long wall.",
        DENIED,
        "We cannot air the room well enough for spray paint. A mural with brushes would be welcome.",
    ),
    Offer(
        "Quilt a Memory",
        "instructor",
        "patchwork",
        Decimal("64.50"),
        14,
        0,
        "Bring three shirts that nobody wears anymore and sew them into a small quilt to keep.",
        PENDING,
    ),
    Offer(
        "Masks for the Summer Parade",
        "hana.okafor",
        "mask",
        Decimal("29.99"),
        20,
        0,
        "Paper, paste and paint: everyone goes home with a mask, and the parade is on Saturday.",
        PENDING,
    ),
    Offer(
        "Soft Wool, Hot Water",
        "yuki.tanabe",
        "felt",
        Decimal("33.00"),
        12,
        0,
        "Wet felting for patient hands: beads, bowls and a pair of very round animals.",
        PENDING,
    ),
    _offer("Stitch a Bouquet", "priya.raman", "embroidery", "31.50", (14, 6),
           "Satin stitch, stem stitch and French knots, one flower at a time, in a hoop to hang on the wall."),
    _offer("Marbled Papers", "clara.beaumont", "marbling", "27.99", (16, 5),
           "Float ink on water, comb it, and lay down a sheet of paper. No two ever come out the same."),
    _offer("Coiled Baskets from Grass", "hana.okafor", "basket", "45.00", (12, 9),
           "Gather, dry and coil meadow grass into a small basket with a star in its floor."),
    _offer("Bind Your Own Sketchbook", "clara.beaumont", "books", "39.99", (14, 8),
           "Fold, pierce and sew a book that lies flat, with an open spine and covers of your choice."),
    _offer("Tiles from the Garden", "instructor", "tiles", "36.00", (16, 10),
           "Press ferns and seed heads into soft clay, then glaze the tiles for a garden path."),
    _offer("Screen Printing for Two Colors", "mateo.lindqvist", "screen_print", "49.50", (12, 7),
           "Cut a stencil, pull a squeegee, and print a poster in two inks that overlap into a third."),
    _offer("Carve a Spoon", "joel.abernathy", "spoons", "42.00", (10, 9),
           "One knife, one piece of birch and an afternoon. Safe grips first, shavings everywhere after."),
    _offer("Woodburning: Ferns", "joel.abernathy", "slice_of_tree", "34.50", (12, 4),
           "Draw with heat on a slice of ash: even lines, soft shading, and a fern that stays."),
    _offer("Light through Glass", "tomasz.wilk", "bottles", "58.00", (10, 6),
           "Cut bottles, grind their edges and turn them into vases that color a window sill."),
    _offer("Bead Strings and Stories", "priya.raman", "beads", "0.50", (30, 17),
           "A tray of beads from six countries and a story for each. The fifty cents pay for the thread."),
    _offer("Brush, Ink and One Breath", "yuki.tanabe", "ink_circle", "26.00", (14, 11),
           "Grind the ink, sit still, and draw a circle in a single breath. Then bamboo, if you like."),
    _offer("Tin Can Herb Garden", "hana.okafor", "planters", "0.00", (24, 15),
           "Bring an empty tin and take home a painted pot with a sprig of thyme in it. Free for everyone."),
    _offer("Block Printing with Leaves", "mateo.lindqvist", "linocut", "32.99", (14, 12),
           "Carve a leaf into lino, ink it, and print cards and a cotton bag. Sharp gouges, calm teacher."),
    _offer("A Mosaic for the Courtyard", "tomasz.wilk", "mosaic", "61.00", (12, 8),
           "Break tiles, lay them ring by ring and set them in grout: a sun that lasts longer than the summer."),
    _offer("Dip Dye Day", "yuki.tanabe", "dipped", "24.99", (18, 13),
           "Five vats, one line to hang the cloth on, and colors from plants you know."),
    _offer("Indigo and Shibori", "yuki.tanabe", "shibori", "47.50", (12, 10),
           "Fold, bind and dip: cloth goes in green and turns blue in the air while you watch."),
    _offer("A Thousand Cranes, Almost", "clara.beaumont", "cranes", "0.00", (30, 12),
           "Origami for beginners. We fold until the string across the hall is full. Free, paper is on us."),
    _offer("Paper Valleys", "clara.beaumont", "cut_layers", "28.50", (16, 14),
           "Cut hills out of seven sheets of paper and build a deep landscape that fits in a frame."),
    _offer("Stained Glass Rose", "tomasz.wilk", "leaded", "89.00", (8, 8),
           "Cut colored glass, wrap it in copper foil and solder a rose window. Small group, sold out every year."),
    _offer("Weave a Wall Hanging", "priya.raman", "hanging", "44.00", (14, 11),
           "Warp a frame loom and fill it with loops, bands and a long fringe. Wool in every color is included."),
    _offer("Tapestry: Sun over Hills", "priya.raman", "tapestry", "72.99", (10, 7),
           "Three days at the loom. You learn to read a pattern, to change colors and to be patient."),
    _offer("Wet Paint, Wide Hills", "mateo.lindqvist", "watercolor", "35.00", (18, 16),
           "Watercolor outdoors: wet in wet skies, layered hills and what to do when it all runs together."),
    _offer("Glaze Lab", "instructor", "glazes", "52.00", (12, 9),
           "Mix, dip and pour glazes on pots that are fired already, and keep a notebook of what happened."),
    _offer("Throw Your First Bowl", "instructor", "wheel", "45.50", (12, 10),
           "A ball of clay, a wheel and two wet hands. You center, open and pull, and choose one bowl to be fired."),
)  # fmt: skip
"""The oldest first: lists show the newest first."""

CHOSEN_BY_THE_STUDENT = "Throw Your First Bowl"
