"""Clay: a pot on the wheel, glazed pots on shelves, pressed tiles."""

from classes.demo import texture
from classes.demo.canvas import SOFT, Canvas, Shadow
from classes.demo.geometry import leaf, smooth
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    LAGOON,
    MARIGOLD,
    MIST,
    MOSS,
    OAK,
    PAPER,
    PAPER_DEEP,
    ROSE,
    SAGE,
    SAND,
    TERRACOTTA,
    WALNUT,
    Color,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import PROFILES, gloss, mouth, rings, table, vessel


def wheel(canvas: Canvas) -> None:
    """A pot just thrown, still on the wheel."""
    wall = canvas.chance.choice((mix(LAGOON, PAPER, 0.45), BLUSH, mix(HONEY, PAPER, 0.3), MIST))
    table(canvas, wall, WALNUT, canvas.height * 0.7)
    x, foot = canvas.width * canvas.chance.uniform(0.44, 0.56), canvas.height * 0.79
    thrown(canvas, x, foot, canvas.height * 0.56, canvas.chance.randrange(len(PROFILES)))


def thrown(canvas: Canvas, x: float, foot: float, height: float, profile: int) -> None:
    """The wheel's head with slip on it, the pot, and a sponge beside it."""
    clay = canvas.chance.choice((CLAY, mix(CLAY, SAND, 0.45), TERRACOTTA))
    reach = height * 0.92
    head = canvas.stencil()
    head.ellipse(x, foot + height * 0.09, reach, reach * 0.23)
    canvas.fill(head, darker(OAK, 0.55), shadow=Shadow(14, 22, 24, 0.5))
    disc = canvas.stencil()
    disc.ellipse(x, foot + height * 0.05, reach, reach * 0.23)
    canvas.fill(disc, mix(SAND, WALNUT, 0.25), shade=0.5, angle=20)
    for i in range(9):
        r = reach * (0.98 - i * 0.075)
        tone = (*(lighter(clay, 0.4) if i % 2 else darker(clay, 0.2)), 110)
        start = canvas.chance.uniform(0, 360)
        canvas.pen.arc(x, foot + height * 0.05, r, r * 0.23, start, start + canvas.chance.uniform(90, 300), 3, tone)
    vessel(canvas, x, foot, height, profile, clay)
    rings(canvas, x, foot, height, profile, clay)
    mouth(canvas, x, foot, height, profile, clay)
    gloss(canvas, x - height * 0.2, foot - height * 0.45, height * 0.03, height * 0.2, 0.3)
    _sponge(canvas, x + reach * 0.98, foot + height * 0.2, height * 0.14)


def _sponge(canvas: Canvas, x: float, y: float, radius: float) -> None:
    body = canvas.stencil()
    body.ellipse(x, y, radius, radius * 0.6)
    canvas.fill(body, MARIGOLD, shadow=SOFT, shade=0.5)
    for _ in range(40):
        px, py = x + canvas.chance.gauss(0, radius * 0.4), y + canvas.chance.gauss(0, radius * 0.22)
        canvas.pen.ellipse(px, py, canvas.chance.uniform(1, 4), paint=(*darker(MARIGOLD, 0.4), 130))


def glazes(canvas: Canvas) -> None:
    """Two shelves of glazed pots, the glaze run down their sides."""
    canvas.fill(
        canvas.everywhere(),
        canvas.chance.choice((PAPER_DEEP, mix(MIST, PAPER, 0.3), mix(BLUSH, PAPER, 0.4))),
        shade=0.25,
        angle=30,
    )
    canvas.mottled(0.25)
    colors = [GLAZE, MARIGOLD, LAGOON, ROSE, DENIM, MOSS, TERRACOTTA, SAGE, HONEY]
    canvas.chance.shuffle(colors)
    for row, foot in enumerate((390, 742)):
        board = canvas.stencil()
        board.box(60, foot, 1140, foot + 24)
        canvas.fill(board, OAK, shadow=Shadow(8, 26, 18, 0.4))
        canvas.textured(board, texture.streaks(canvas.image.size, "shelf", 300, 5), 0.5)
        for i, x in enumerate((210, 465, 735, 985)):
            height = canvas.chance.uniform(180, 285)
            glazed(
                canvas, x + canvas.chance.uniform(-18, 18), foot - 4, height, i * 2 + row * 3, colors[(row * 4 + i) % 9]
            )


def glazed(canvas: Canvas, x: float, foot: float, height: float, profile: int, glaze: Color) -> None:
    """A pot that was dipped upside down, so that its foot stayed bare."""
    clay = canvas.chance.choice((SAND, CLAY, BIRCH))
    body = vessel(canvas, x, foot, height, profile, clay)
    edge = [(x - height, foot - height * 1.3), (x + height, foot - height * 1.3)]
    run = [(x + height * (0.7 - i * 0.1), foot - height * canvas.chance.uniform(0.14, 0.46)) for i in range(15)]
    coat = canvas.shape([*edge, *smooth(run, steps=8)])
    canvas.fill(coat.within(body), glaze, shade=0.6, angle=15)
    speck = lighter(glaze, 0.5)
    for _ in range(26):
        px, py = x + canvas.chance.gauss(0, height * 0.13), foot - height * canvas.chance.uniform(0.5, 0.9)
        canvas.pen.ellipse(px, py, canvas.chance.uniform(0.6, 1.8), paint=(*speck, 120))
    mouth(canvas, x, foot, height, profile, glaze)
    gloss(canvas, x - height * 0.14, foot - height * 0.52, height * 0.028, height * 0.17)


def tiles(canvas: Canvas) -> None:
    """Square tiles of pressed clay, each with its own plant."""
    canvas.fill(canvas.everywhere(), mix(SAND, WALNUT, 0.15))
    canvas.mottled(0.4)
    colors = [CLAY, mix(GLAZE, MIST, 0.25), SAND, TERRACOTTA, LAGOON, mix(MARIGOLD, SAND, 0.3), BLUSH, SAGE]
    for i in range(12):
        x, y = 165 + i % 4 * 290, 135 + i // 4 * 265
        color = colors[(i * 3 + i // 4) % len(colors)]
        tile = canvas.stencil()
        jitter = canvas.chance.uniform(-5, 5)
        tile.box(x - 122 + jitter, y - 116, x + 122 + jitter, y + 116, radius=14)
        canvas.fill(tile, color, shadow=SOFT, shade=0.35)
        _impression(canvas, x + jitter, y, color, canvas.chance.randrange(3))
        gloss(canvas, x - 86, y - 70, 12, 22, 0.35)


def _impression(canvas: Canvas, x: float, y: float, color: Color, kind: int) -> None:
    """A plant pressed into the clay: dark where the light does not reach, light on the other edge."""
    motif = (_flower, _branch, _arches)[kind]
    for shift, tone in ((2.5, lighter(color, 0.55)), (-1.5, darker(color, 0.6)), (0, darker(color, 0.26))):
        motif(canvas, x + shift, y + shift, tone)
    if motif is _flower:
        canvas.pen.ellipse(x, y, 14, paint=lighter(color, 0.3))


def _flower(canvas: Canvas, x: float, y: float, tone: Color) -> None:
    for k in range(8):
        canvas.pen.polygon(leaf(x, y, 82, 30, k * 45 + 10), tone)


def _branch(canvas: Canvas, x: float, y: float, tone: Color) -> None:
    canvas.pen.line([(x, y + 90), (x, y - 80)], 5, tone)
    for k in range(6):
        for angle in (-35, 215):
            canvas.pen.polygon(leaf(x, y + 76 - k * 27, 78 - k * 8, 22, angle), tone)


def _arches(canvas: Canvas, x: float, y: float, tone: Color) -> None:
    for k in range(3):
        canvas.pen.arc(x, y + 66, 92 - k * 30, 140 - k * 46, 180, 360, 11, tone)
    canvas.pen.ellipse(x, y + 40, 16, paint=tone)


SCENES = {"wheel": wheel, "glazes": glazes, "tiles": tiles}
