"""Thread: a tapestry close up, a wall hanging, embroidery."""

from math import hypot, sin

from classes.demo import texture
from classes.demo.canvas import CLOSE, DEEP, Canvas, Shadow
from classes.demo.geometry import Path, around, leaf, smooth
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    INDIGO,
    MARIGOLD,
    MOSS,
    OAK,
    PAPER,
    PAPER_DEEP,
    PLUM,
    ROSE,
    SAGE,
    SAND,
    TERRACOTTA,
    Color,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import cloth, stitches, window_light

SETS: tuple[tuple[Color, ...], ...] = (
    (PAPER_DEEP, TERRACOTTA, MARIGOLD, GLAZE, BLUSH),
    (SAND, INDIGO, DENIM, TERRACOTTA, HONEY),
    (PAPER_DEEP, MOSS, SAGE, MARIGOLD, PLUM),
    (BLUSH, PLUM, ROSE, GLAZE, HONEY),
)


def tapestry(canvas: Canvas) -> None:
    """Warp and weft so near that every crossing shows."""
    colors = canvas.chance.choice(SETS)
    canvas.fill(canvas.everywhere(), darker(colors[1], 0.7))
    across, down = 24, 13
    center = canvas.chance.uniform(20, 30)
    for row in range(-1, canvas.height // down + 1):
        for column in range(-1, canvas.width // across + 1):
            color = mix(_figure(column, row, colors, center), PAPER, canvas.chance.uniform(0, 0.16))
            _pick(canvas, column * across + (row % 2) * across / 2, row * down, across, down, color)
    canvas.shade(canvas.everywhere(), darker(colors[1], 0.8), 0.22, 55)


def _figure(column: int, row: int, colors: tuple[Color, ...], center: float) -> Color:
    """A sun over stepped hills, as looms like it: nothing but straight steps."""
    x, y = column + (row % 2) / 2, row * 13 / 24
    far = hypot(x - center, y - 10)
    hill = 21 + 4 * round(sin(x / 4.2) * 2) / 2
    near = 27 + 3 * round(sin(x / 3 + 2) * 2) / 2
    if y > near:
        return colors[3] if (row // 3) % 2 else darker(colors[3], 0.2)
    if y > hill:
        return colors[1] if (int(x) + row // 2) % 5 else colors[4]
    if far < 7.2:
        return colors[2] if far < 5.6 or int(far * 2) % 2 else colors[1]
    return colors[4] if int(far / 2.6) % 2 and far < 16 else colors[0]


def _pick(canvas: Canvas, x: float, y: float, width: float, height: float, color: Color) -> None:
    """One crossing: the weft's little hump with light above and shade below."""
    canvas.pen.box(x + 0.5, y + 0.5, x + width - 0.5, y + height - 0.5, darker(color, 0.3), radius=5)
    canvas.pen.box(x + 2, y + 1.5, x + width - 2.5, y + height - 3.5, color, radius=4)
    canvas.pen.line([(x + 5, y + 3.5), (x + width - 8, y + 3.5)], 1.2, (*lighter(color, 0.5), 150))


def hanging(canvas: Canvas) -> None:
    """A woven wall hanging with its fringe, on a bleached branch."""
    colors = canvas.chance.choice(SETS)
    canvas.fill(canvas.everywhere(), mix(colors[0], PAPER, 0.4), shade=0.2, angle=40)
    window_light(canvas, 640, 0.45)
    branch = smooth([(250, 128), (430, 112), (620, 124), (800, 110), (960, 122)])
    body = canvas.stencil()
    body.box(352, 124, 848, 450)
    hem = [(352 + i * 8, 560 + 150 * (1 - abs(i - 31) / 31)) for i in range(63)]
    fringe = canvas.shape([(352, 440), *hem, (848, 440)])
    canvas.cast(body, Shadow(16, 22, 20, 0.4))
    canvas.cast(fringe, Shadow(14, 20, 22, 0.3))
    for i, (x, end) in enumerate(hem):
        tone = mix(colors[(0, 0, 4, 2)[i % 4]], PAPER, canvas.chance.uniform(0, 0.25))
        for _ in range(3):
            lean = canvas.chance.uniform(-7, 7)
            canvas.pen.line(
                smooth([(x, 440), (x + lean / 2, 500), (x + lean, end + canvas.chance.uniform(-8, 8))], steps=6),
                3,
                darker(tone, canvas.chance.uniform(0, 0.3)),
            )
    _bands(canvas, colors)
    canvas.pen.line([(x + 6, y + 12) for x, y in branch], 16, (*darker(OAK, 0.6), 70))
    canvas.pen.line(branch, 19, darker(OAK, 0.3), round_ends=True)
    canvas.pen.line([(x, y - 3) for x, y in branch], 10, mix(BIRCH, PAPER, 0.2), round_ends=True)
    canvas.pen.line([(330, 118), (600, 12), (870, 115)], 3, darker(SAND, 0.35))


def _bands(canvas: Canvas, colors: tuple[Color, ...]) -> None:
    """The woven part: bands of plain weave, loops and soumak slants."""
    y, band = 120.0, 0
    while y < 446:
        height = (34, 58, 22, 46)[band % 4]
        color = colors[(1, 0, 2, 3, 4)[band % 5]]
        rows = max(1, round(height / 9))
        for row in range(rows):
            for column in range(31):
                x0 = 352 + column * 16 + (row % 2) * 4
                tone = mix(color, PAPER, canvas.chance.uniform(0, 0.2))
                if band % 4 == 1:
                    canvas.pen.ellipse(x0 + 8, y + row * 9 + 6, 9, 7, darker(tone, 0.25))
                    canvas.pen.ellipse(x0 + 7, y + row * 9 + 4, 7, 5, tone)
                else:
                    slant = 5 if band % 2 == 0 else -5
                    canvas.pen.line(
                        [(x0, y + row * 9 + 4 - slant), (x0 + 15, y + row * 9 + 4 + slant)], 8, darker(tone, 0.28)
                    )
                    canvas.pen.line([(x0 + 1, y + row * 9 + 2 - slant), (x0 + 14, y + row * 9 + 2 + slant)], 5, tone)
        y, band = y + height, band + 1


def embroidery(canvas: Canvas) -> None:
    """Flowers in satin stitch on linen, in their hoop."""
    ground = canvas.chance.choice(
        (mix(GLAZE, PAPER, 0.15), mix(TERRACOTTA, PAPER, 0.2), mix(INDIGO, PAPER, 0.15), MARIGOLD)
    )
    cloth(canvas, ground, 10)
    x, y, radius = 600.0, 400.0, 345.0
    for r, color in ((radius + 22, BIRCH), (radius + 6, darker(OAK, 0.1))):
        hoop = canvas.stencil()
        hoop.ellipse(x, y, r)
        canvas.fill(hoop, color, shadow=DEEP if r > radius + 10 else CLOSE, shade=0.5)
    canvas.pen.box(x - 26, y - radius - 52, x + 26, y - radius - 16, MARIGOLD, radius=7)
    canvas.pen.line([(x - 40, y - radius - 34), (x + 40, y - radius - 34)], 9, darker(MARIGOLD, 0.3), round_ends=True)
    field = canvas.stencil()
    field.ellipse(x, y, radius)
    canvas.fill(field, PAPER)
    canvas.textured(field, texture.linen(canvas.image.size, 8), 0.5)
    canvas.shade(field, darker(SAND, 0.4), 0.3, 200)
    _bouquet(canvas, x, y + 40)


def _bouquet(canvas: Canvas, x: float, y: float) -> None:
    colors = [TERRACOTTA, MARIGOLD, ROSE, INDIGO, PLUM, CLAY]
    canvas.chance.shuffle(colors)
    heads = [(-150, -110, 74), (20, -190, 84), (165, -80, 76), (-40, -30, 58), (-210, 40, 46), (215, 70, 44)]
    for dx, dy, _ in heads:
        stem = smooth([(x, y + 235), (x + dx * 0.35, y + 110 + dy * 0.2), (x + dx, y + dy)])
        canvas.pen.line([(px + 2, py + 3) for px, py in stem], 7, (*darker(SAND, 0.5), 110))
        canvas.pen.line(stem, 6, MOSS)
        stitches(canvas, stem, 13, 2, 3, SAGE)
        for share in (0.45, 0.65):
            px, py = stem[round(share * len(stem))]
            _satin(
                canvas,
                leaf(px, py, 74, 30, canvas.chance.choice((-30, 20, 160, 205))),
                canvas.chance.choice((MOSS, SAGE, GLAZE)),
            )
    for i, (dx, dy, size) in enumerate(heads):
        petals = 8 if i % 2 else 6
        for k in range(petals):
            _satin(canvas, leaf(x + dx, y + dy, size, size * 0.52, k * 360 / petals + i * 17), colors[i])
        for _ in range(16):
            px, py = around(x + dx, y + dy, canvas.chance.uniform(0, size * 0.24), canvas.chance.uniform(0, 360))
            canvas.pen.ellipse(px + 1, py + 2, 5, paint=darker(HONEY, 0.5))
            canvas.pen.ellipse(px, py, 4.6, paint=HONEY if colors[i] != MARIGOLD else PLUM)


def _satin(canvas: Canvas, outline: Path, color: Color) -> None:
    """Threads laid side by side from edge to edge of a leaf's outline."""
    canvas.pen.polygon([(px + 2, py + 4) for px, py in outline], (*darker(SAND, 0.6), 90))
    canvas.pen.polygon(outline, darker(color, 0.2))
    half = len(outline) // 2
    for i in range(half * 3):
        position = i / 3
        a, b = outline[int(position)], outline[len(outline) - 1 - int(position)]
        c, d = outline[min(int(position) + 1, half)], outline[len(outline) - 1 - min(int(position) + 1, half - 1)]
        share = position % 1
        ends = [(p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share) for p, q in ((a, c), (b, d))]
        canvas.pen.line(ends, 1.5, mix(color, PAPER, canvas.chance.uniform(0, 0.38)))


SCENES = {"tapestry": tapestry, "hanging": hanging, "embroidery": embroidery}
