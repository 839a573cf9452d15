"""The site's colors and their neighbors: paper, ink, terracotta, glaze, marigold."""

Color = tuple[int, int, int]

PAPER: Color = (251, 246, 236)
PAPER_DEEP: Color = (243, 234, 217)
SAND: Color = (226, 209, 178)
INK: Color = (43, 36, 32)
KILN: Color = (29, 24, 21)
TERRACOTTA: Color = (168, 68, 42)
CLAY: Color = (196, 106, 74)
BLUSH: Color = (229, 184, 160)
GLAZE: Color = (31, 100, 102)
LAGOON: Color = (79, 152, 149)
MIST: Color = (191, 217, 210)
MARIGOLD: Color = (224, 165, 38)
HONEY: Color = (240, 206, 130)
SAGE: Color = (141, 160, 122)
MOSS: Color = (84, 103, 63)
INDIGO: Color = (42, 58, 100)
DENIM: Color = (90, 118, 163)
PLUM: Color = (109, 51, 70)
ROSE: Color = (200, 124, 126)
WALNUT: Color = (104, 72, 50)
OAK: Color = (184, 138, 92)
BIRCH: Color = (225, 194, 148)

BRIGHT = (TERRACOTTA, GLAZE, MARIGOLD, INDIGO, ROSE, SAGE, PLUM, LAGOON)


def mix(first: Color, second: Color, share: float) -> Color:
    """``first`` with this share (0 to 1) of ``second`` stirred in."""
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def darker(color: Color, share: float = 0.25) -> Color:
    return mix(color, KILN, share)


def lighter(color: Color, share: float = 0.25) -> Color:
    return mix(color, PAPER, share)
