"""Paint and ink: a watercolor, broad strokes, brush and ink, a linocut, a screen print."""

from math import sin

from classes.demo import texture
from classes.demo.canvas import Canvas, Stencil
from classes.demo.geometry import Path, around, blob, leaf, smooth
from classes.demo.palette import (
    BLUSH,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    INDIGO,
    INK,
    LAGOON,
    MARIGOLD,
    MIST,
    MOSS,
    PAPER,
    PAPER_DEEP,
    PLUM,
    ROSE,
    SAGE,
    SAND,
    TERRACOTTA,
    WALNUT,
    Color,
    lighter,
    mix,
)
from classes.demo.parts import bristled, brush, planks, sheet


def watercolor(canvas: Canvas) -> None:
    """A wet landscape on its sheet, the brush laid down beside it."""
    planks(canvas, canvas.chance.choice((WALNUT, mix(SAND, WALNUT, 0.3), mix(GLAZE, WALNUT, 0.4))), 4)
    corners = [(96, 70), (1010, 48), (1028, 742), (110, 758)]
    paper = sheet(canvas, corners)
    canvas.textured(paper, texture.grain(canvas.image.size), 0.12)
    sky, far, near, sun = canvas.chance.choice(
        (
            (MIST, DENIM, MOSS, MARIGOLD),
            (BLUSH, PLUM, GLAZE, TERRACOTTA),
            (HONEY, CLAY, MOSS, TERRACOTTA),
            (MIST, LAGOON, INDIGO, ROSE),
        )
    )
    inner = canvas.shape([(150, 120), (958, 102), (974, 690), (160, 706)])
    _wash(canvas, _area(canvas, 110, 400).within(inner), sky, 0)
    disc = canvas.stencil()
    disc.ellipse(canvas.chance.uniform(360, 760), 260, 74)
    _wash(canvas, disc.within(inner), sun, 1)
    for layer in range(4):
        tone = mix(far, near, layer / 3)
        hill = _area(canvas, 330 + layer * 88, 820)
        _wash(canvas, hill.within(inner), lighter(tone, 0.55 - layer * 0.12), layer + 2)
    for _ in range(9):
        splash = canvas.stencil()
        splash.polygon(
            blob(
                canvas.chance,
                canvas.chance.uniform(180, 940),
                canvas.chance.uniform(520, 690),
                canvas.chance.uniform(3, 9),
            )
        )
        canvas.multiply(splash, near)
    bristled(canvas, 900, 620, 560, -38, near)


def _area(canvas: Canvas, top: float, bottom: float) -> Stencil:
    phase, swing = canvas.chance.uniform(0, 6.3), canvas.chance.uniform(28, 62)
    ridge = [(x, top + swing * sin(x / 170 + phase) + 14 * sin(x / 51 + phase * 2)) for x in range(90, 1040, 10)]
    return canvas.shape([*ridge, (1040, bottom), (90, bottom)])


def _wash(canvas: Canvas, shape: Stencil, color: Color, layer: int) -> None:
    """A transparent wash: edges that wander, pigment gathered where it dried last."""
    wet = shape.roughened(7, f"{canvas.seed}/wash{layer}")
    canvas.multiply(wet, lighter(color, 0.12))
    canvas.textured(wet, texture.clouds(canvas.image.size, f"{canvas.seed}/{layer % 3}", 6), 0.4)
    edge, inner = canvas.stencil(), canvas.stencil()
    edge.mask, inner.mask = wet.mask.copy(), wet.mask.copy()
    inner.softened(5)
    inner.mask = inner.mask.point(lambda v: min(255, int(v * 1.25)))
    edge.without(inner)
    canvas.multiply(edge, lighter(color, 0.1))


def strokes(canvas: Canvas) -> None:
    """Broad strokes of a wide brush, one over another."""
    ground = canvas.chance.choice((PAPER, PAPER_DEEP, mix(BLUSH, PAPER, 0.5), mix(MIST, PAPER, 0.4)))
    canvas.fill(canvas.everywhere(), ground)
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, 6), 0.35)
    colors = [TERRACOTTA, GLAZE, MARIGOLD, INDIGO, ROSE, LAGOON, BLUSH, PLUM, SAGE]
    canvas.chance.shuffle(colors)
    for i in range(10):
        y = 70 + i * 72 + canvas.chance.uniform(-20, 20)
        start, reach = canvas.chance.uniform(20, 420), canvas.chance.uniform(420, 760)
        bend = canvas.chance.uniform(-90, 90)
        path = smooth(
            [
                (start, y),
                (start + reach * 0.35, y + bend * 0.7),
                (start + reach * 0.7, y + bend),
                (start + reach, y + bend * 0.4),
            ],
            steps=20,
        )
        brush(canvas, path, canvas.chance.uniform(60, 120), colors[i % 9], dry=canvas.chance.uniform(0.3, 0.7))
    for _ in range(60):
        spot = canvas.chance.uniform(1.5, 7)
        canvas.pen.polygon(
            blob(canvas.chance, canvas.chance.uniform(0, 1200), canvas.chance.uniform(0, 800), spot, 0.25),
            canvas.chance.choice(colors),
        )
    bristled(canvas, 690, 560, 520, 28, colors[9 % 9])


def ink_circle(canvas: Canvas) -> None:
    """A circle in one breath of ink, bamboo beside it, the red seal."""
    canvas.fill(canvas.everywhere(), PAPER_DEEP, shade=0.12)
    canvas.textured(canvas.everywhere(), texture.streaks(canvas.image.size, "rice", 90, 4), 0.16)
    start, color = canvas.chance.uniform(100, 170), canvas.chance.choice((INK, INDIGO, mix(GLAZE, INK, 0.5)))
    circle = [around(470, 400, 232 + 10 * sin(a / 50), start + a) for a in range(0, 342, 3)]
    brush(canvas, circle, 76, color, dry=0.75)
    for k, x in enumerate((905, 1000)):
        _bamboo(canvas, x, 830, 5 + k, color, lighter(color, 0.15 + k * 0.3))
    seal = canvas.stencil()
    seal.box(760, 640, 824, 704, radius=8)
    canvas.fill(seal.roughened(1.5, canvas.seed), TERRACOTTA)
    for k in range(3):
        canvas.pen.line([(774, 656 + k * 16), (810, 656 + k * 16)], 4, PAPER_DEEP)
    canvas.pen.line([(792, 650), (792, 694)], 4, PAPER_DEEP)


def _bamboo(canvas: Canvas, x: float, foot: float, joints: int, dark: Color, color: Color) -> None:
    for joint in range(joints):
        lean = joint * 7
        brush(
            canvas,
            [
                (x + lean, foot - joint * 160),
                (x + lean + 3, foot - joint * 160 - 75),
                (x + lean + 6, foot - joint * 160 - 150),
            ],
            24,
            color,
            dry=0.2,
        )
        if joint:
            tip_x, tip_y = x + lean, foot - joint * 160
            for angle in canvas.chance.sample((-150, -20, 20, 155, 40, 130), 3):
                canvas.pen.polygon(leaf(tip_x, tip_y, canvas.chance.uniform(95, 150), 25, angle), (*dark, 225))


def linocut(canvas: Canvas) -> None:
    """Leaves left standing in an inked block, the gouge's marks around them."""
    color, second = canvas.chance.choice(
        ((GLAZE, MARIGOLD), (TERRACOTTA, INDIGO), (INDIGO, ROSE), (MOSS, TERRACOTTA), (PLUM, HONEY))
    )
    canvas.fill(canvas.everywhere(), PAPER, shade=0.06)
    block = canvas.stencil()
    block.box(70, 60, 1140, 740, radius=5)
    canvas.fill(block.roughened(1.4, canvas.seed), color)
    for _ in range(420):
        x, y = canvas.chance.uniform(90, 1120), canvas.chance.uniform(80, 720)
        turn = 30 * sin(x / 160) + 20 * sin(y / 90)
        canvas.pen.line(
            [(x, y), around(x, y, canvas.chance.uniform(14, 34), turn)], canvas.chance.uniform(1.5, 3.6), PAPER
        )
    for k in range(5):
        x = 190 + k * 206 + canvas.chance.uniform(-16, 16)
        _carved(
            canvas,
            x,
            735,
            canvas.chance.uniform(540, 640),
            -90 + canvas.chance.uniform(-9, 9),
            color,
            second if k % 2 else None,
        )
    frame = canvas.stencil()
    frame.box(0, 0, 1200, 800)
    hole = canvas.stencil()
    hole.box(70, 60, 1140, 740, radius=5)
    canvas.fill(frame.without(hole.roughened(1.4, canvas.seed)), PAPER)
    canvas.textured(canvas.everywhere(), texture.clouds(canvas.image.size, "roller", 60), 0.13)


def _carved(canvas: Canvas, x: float, y: float, length: float, angle: float, ink: Color, second: Color | None) -> None:
    stem = smooth([(x, y), around(x, y, length * 0.5, angle - 4), around(x, y, length, angle + 5)])
    canvas.pen.line(stem, 15, ink)
    canvas.pen.line(stem, 8, PAPER)
    for pair in range(7):
        px, py = stem[round((pair + 0.8) / 7.6 * (len(stem) - 1))]
        size = length * (0.3 - pair * 0.02)
        for side in (-1, 1):
            toward = angle + side * (54 - pair * 2)
            canvas.pen.polygon(leaf(px, py, size * 1.1, size * 0.46, toward), ink)
            canvas.pen.polygon(leaf(px, py, size, size * 0.36, toward), (second and lighter(second, 0.1)) or PAPER)
            canvas.pen.line([(px, py), around(px, py, size * 0.8, toward)], 3.2, ink)
            for vein in range(1, 5):
                root = around(px, py, size * vein / 6, toward)
                for lean in (-38, 38):
                    canvas.pen.line([root, around(*root, size * 0.12, toward + lean)], 2.2, ink)


def screen_print(canvas: Canvas) -> None:
    """Three transparent inks that do not quite meet, halftone dots in one."""
    canvas.fill(canvas.everywhere(), PAPER)
    inks = canvas.chance.choice(((CLAY, LAGOON, MARIGOLD), (ROSE, DENIM, HONEY), (MARIGOLD, GLAZE, ROSE)))
    dots = canvas.stencil()
    for row in range(54):
        for column in range(82):
            x, y = column * 15 + (row % 2) * 7.5, row * 15
            dots.ellipse(x, y, 1.2 + 6 * (y / 800) ** 1.3)
    canvas.multiply(dots, lighter(inks[2], 0.3))
    for k, (x, y, r) in enumerate(((430, 420, 250), (760, 380, 220))):
        fruit = canvas.shape(blob(canvas.chance, x, y, r, 0.06))
        canvas.multiply(fruit.roughened(1.2, f"{canvas.seed}{k}"), inks[k])
        _halves(canvas, x, y, r, inks[1 - k])
    leaves = canvas.stencil()
    for x, y, length, angle in (
        (430, 180, 210, -50),
        (430, 180, 150, -140),
        (760, 166, 230, -35),
        (760, 166, 160, -120),
        (180, 690, 260, -20),
        (960, 700, 250, -150),
    ):
        leaves.polygon(leaf(x, y, length, length * 0.36, angle))
    canvas.multiply(leaves.roughened(1.2, canvas.seed), inks[1])
    canvas.textured(canvas.everywhere(), texture.clouds(canvas.image.size, "squeegee", 50), 0.12)


def _halves(canvas: Canvas, x: float, y: float, radius: float, color: Color) -> None:
    """The cut fruit's segments, printed a little beside where they belong."""
    segments = canvas.stencil()
    for k in range(9):
        tip, spread = around(x + 9, y - 7, radius * 0.12, k * 40), 15
        rim: Path = [around(x + 9, y - 7, radius * 0.78, k * 40 + a) for a in range(-spread, spread + 1, 3)]
        segments.polygon(smooth([tip, *rim], closed=True, steps=4))
    canvas.multiply(segments, lighter(color, 0.35))


SCENES = {
    "watercolor": watercolor,
    "strokes": strokes,
    "ink_circle": ink_circle,
    "linocut": linocut,
    "screen_print": screen_print,
}
