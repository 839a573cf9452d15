"""Paper: cut layers, folded cranes, bound books, marbled sheets, a mask of papier-mâché."""

from collections.abc import Sequence
from math import sin

from classes.demo import texture
from classes.demo.canvas import CLOSE, DEEP, SOFT, Canvas, Shadow
from classes.demo.geometry import Path, Point, blob, leaf, moved, smooth, turned
from classes.demo.palette import (
    BLUSH,
    BRIGHT,
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
    Color,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import planks

DEPTHS: tuple[tuple[Color, Color, Color], ...] = (
    (PAPER, TERRACOTTA, MARIGOLD),
    (PAPER, GLAZE, HONEY),
    (MIST, INDIGO, MARIGOLD),
    (HONEY, PLUM, BLUSH),
)


def cut_layers(canvas: Canvas) -> None:
    """A deep valley in cut paper: each sheet a tone darker than the one above."""
    near, far, sun = canvas.chance.choice(DEPTHS)
    canvas.fill(canvas.everywhere(), lighter(sun, 0.5), shade=0.15)
    x = canvas.chance.uniform(430, 780)
    for radius in (150, 112, 76):
        disc = canvas.stencil()
        disc.ellipse(x, 250, radius)
        canvas.fill(disc, mix(PAPER, sun, 1.1 - radius / 150 * 0.8), shadow=SOFT)
    for layer in range(6):
        base, swing = 300 + layer * 82, 85 - layer * 6
        phase = canvas.chance.uniform(0, 6.3)
        ridge = [
            (px, base + swing * sin(px / 210 + phase) + 22 * sin(px / 70 + phase * 3)) for px in range(-20, 1240, 12)
        ]
        hill = canvas.shape([(-20, 820), *ridge, (1230, 820)])
        canvas.fill(
            hill, mix(mix(far, near, 0.72), far, layer / 5), shadow=Shadow(-3, -10, 12, 0.4), shade=0.12, angle=90
        )
        if layer in (2, 4):
            _grove(canvas, ridge, mix(far, near, 0.3 - layer * 0.05))
    for side in (-1, 1):
        _fronds(canvas, 600 + side * 600, side, darker(far, 0.35))


def _grove(canvas: Canvas, ridge: Sequence[Point], color: Color) -> None:
    trees = canvas.stencil()
    for px, py in canvas.chance.sample(ridge, 7):
        size = canvas.chance.uniform(40, 74)
        trees.polygon(leaf(px, py + 8, size * 1.5, size * 0.8, -90))
        trees.box(px - 2.5, py - 10, px + 2.5, py + 26)
    canvas.fill(trees, color, shadow=CLOSE)


def _fronds(canvas: Canvas, x: float, side: int, color: Color) -> None:
    fronds = canvas.stencil()
    for k in range(6):
        angle = -90 - side * (4 + k * 15)
        length = canvas.chance.uniform(170, 300)
        fronds.polygon(leaf(x - side * k * 6, 830, length, 52, angle))
    canvas.fill(fronds, color, shadow=SOFT, shade=0.2)


def cranes(canvas: Canvas) -> None:
    """Folded cranes, a sheet of each color."""
    canvas.fill(
        canvas.everywhere(),
        canvas.chance.choice((PAPER_DEEP, mix(MIST, PAPER, 0.2), mix(HONEY, PAPER, 0.5))),
        shade=0.2,
    )
    square = canvas.shape([(60, 560), (330, 470), (430, 730), (150, 830)])
    canvas.fill(square, LAGOON, shadow=SOFT, shade=0.15)
    canvas.pen.line([(60, 560), (430, 730)], 2, (*darker(LAGOON, 0.4), 130))
    canvas.pen.line([(330, 470), (150, 830)], 2, (*lighter(LAGOON, 0.4), 150))
    colors = [TERRACOTTA, GLAZE, MARIGOLD, INDIGO, ROSE, SAGE]
    canvas.chance.shuffle(colors)
    for (x, y, size, lean), color in zip(
        ((330, 250, 1.25, -10), (790, 330, 1.6, 6), (560, 590, 1.0, -4), (1010, 640, 0.85, 12), (1050, 130, 0.7, -12)),
        colors,
        strict=False,
    ):
        _crane(canvas, x, y, size, lean, color)


def _crane(canvas: Canvas, x: float, y: float, size: float, lean: float, color: Color) -> None:
    facets: tuple[tuple[Path, float], ...] = (
        ([(-20, 20), (-190, -40), (-60, 60)], -0.3),
        ([(-190, -40), (-75, 30), (-60, 60)], 0.35),
        ([(20, 20), (150, -95), (60, 60)], -0.2),
        ([(150, -95), (205, -62), (140, -72)], 0.3),
        ([(-60, 60), (0, 10), (60, 60), (0, 105)], 0.12),
        ([(0, 10), (60, 60), (0, 105)], -0.25),
        ([(-40, 40), (-118, -150), (24, 22)], 0.28),
        ([(-118, -150), (24, 22), (-12, -30)], -0.12),
        ([(40, 44), (70, -176), (-14, 30)], 0.45),
        ([(70, -176), (-14, 30), (14, -36)], 0.05),
    )
    placed = [(moved(turned(points, lean), x, y, size), tone) for points, tone in facets]
    outline = canvas.stencil()
    for points, _ in placed:
        outline.polygon(points)
    canvas.cast(outline, Shadow(18, 34, 20, 0.4))
    for points, tone in placed:
        facet = canvas.shape(points)
        shaded = lighter(color, tone) if tone > 0 else darker(color, -tone)
        canvas.fill(facet, shaded, shade=0.14)
        canvas.pen.line([*points, points[0]], 1, (*lighter(color, 0.5), 120))


def books(canvas: Canvas) -> None:
    """Hand-bound books lying on one another, their open spines sewn."""
    planks(canvas, mix(SAND, PAPER, 0.2), 4)
    colors = [TERRACOTTA, GLAZE, MARIGOLD, INDIGO, PLUM, SAGE, ROSE]
    canvas.chance.shuffle(colors)
    foot = 730.0
    for i in range(5):
        height = canvas.chance.uniform(92, 122)
        width = 760 - i * 62 + canvas.chance.uniform(-50, 50)
        left = 600 - width / 2 + canvas.chance.uniform(-36, 36)
        _book(canvas, left, foot - height, left + width, foot, colors[i])
        foot -= height + 2
    for k in range(3):
        stem = smooth([(600 + k * 20, foot), (590 + k * 34, foot - 70), (560 + k * 66, foot - 118)])
        canvas.pen.line(stem, 3, MOSS)
        canvas.pen.polygon(leaf(*stem[-1], 58, 24, -120 + k * 40), MOSS if k % 2 else SAGE)


def _book(canvas: Canvas, x0: float, y0: float, x1: float, y1: float, color: Color) -> None:
    block = canvas.stencil()
    block.box(x0 + 6, y0, x1 - 6, y1)
    canvas.fill(block, PAPER_DEEP, shadow=Shadow(10, 14, 14, 0.45))
    sections = 6
    for k in range(sections * 4):
        y = y0 + 11 + (y1 - y0 - 22) * k / (sections * 4)
        canvas.pen.line(
            [(x0 + 8, y), (x1 - 8, y)], 1.2 if k % 4 else 2.6, (*darker(SAND, 0.25 if k % 4 else 0.55), 190)
        )
    for edge in (y0, y1 - 12):
        cover = canvas.stencil()
        cover.box(x0, edge, x1, edge + 12, radius=3)
        canvas.fill(cover, color, shadow=CLOSE, shade=0.3)
        canvas.textured(cover, texture.linen(canvas.image.size, 6), 0.6)
    thread = lighter(color, 0.25)
    for station in range(4):
        x = x0 + (x1 - x0) * (station + 1) / 5
        for k in range(sections):
            y = y0 + 11 + (y1 - y0 - 24) * k / sections
            step = (y1 - y0 - 24) / sections
            canvas.pen.line([(x - 8, y), (x + 1, y + step)], 3.4, darker(thread, 0.25))
            canvas.pen.line([(x + 9, y), (x, y + step)], 3.4, thread)


def marbling(canvas: Canvas) -> None:
    """Inks combed on water: every color drawn into feathers."""
    colors = [PAPER, *canvas.chance.sample((*BRIGHT, DENIM, BLUSH, HONEY, CLAY), 5)]
    canvas.fill(canvas.everywhere(), colors[0])
    teeth, pull = canvas.chance.choice((60, 75, 100)), canvas.chance.uniform(46, 70)
    y, band, drift = -90.0, 0, canvas.chance.uniform(0, 6)
    while y < 900:
        edge: Path = []
        for px in range(-8, 1212, 4):
            tooth = abs((px / teeth) % 2 - 1) ** 0.55
            wave = 34 * sin(px / 260 + drift + y / 170) + 9 * sin(px / 47 + y / 60)
            edge.append((px + 14 * sin(y / 44 + px / 300), y + wave + pull * tooth))
        canvas.pen.polygon([*edge, (1240, 900), (-40, 900)], colors[band % len(colors)])
        y, band = y + canvas.chance.choice((9, 14, 20, 27)), band + canvas.chance.choice((1, 1, 2))
    for _ in range(46):
        x, spot = canvas.chance.uniform(0, 1200), canvas.chance.uniform(3, 11)
        canvas.pen.polygon(
            blob(canvas.chance, x, canvas.chance.uniform(0, 800), spot, 0.2), canvas.chance.choice(colors)
        )
    canvas.textured(canvas.everywhere(), texture.clouds(canvas.image.size, canvas.seed, 7), 0.22)
    canvas.shade(canvas.everywhere(), INK, 0.12, 45)


def mask(canvas: Canvas) -> None:
    """A painted mask of papier-mâché, its paper strips still to be felt."""
    ground, skin = canvas.chance.choice(((GLAZE, CLAY), (MARIGOLD, GLAZE), (PLUM, HONEY)))
    canvas.fill(canvas.everywhere(), ground, shade=0.35)
    for k in range(17):
        plume = canvas.shape(leaf(600, 400, 375 - abs(k - 8) * 12, 84, -170 + k * 10))
        canvas.fill(
            plume,
            BRIGHT[(k * 3) % len(BRIGHT)] if BRIGHT[(k * 3) % len(BRIGHT)] != ground else PAPER,
            shadow=CLOSE,
            shade=0.3,
        )
    face = canvas.shape(
        smooth(
            [(600, 170), (770, 225), (820, 400), (745, 590), (600, 715), (455, 590), (380, 400), (430, 225)],
            closed=True,
        )
    )
    canvas.fill(face, skin, shadow=DEEP, shade=0.5, angle=30)
    for _ in range(46):
        x, y = canvas.chance.uniform(390, 810), canvas.chance.uniform(190, 700)
        strip = canvas.shape(
            turned(
                [(x - 70, y - 22), (x + 70, y - 22), (x + 70, y + 22), (x - 70, y + 22)],
                canvas.chance.uniform(0, 180),
                (x, y),
            )
        )
        canvas.shade(strip.within(face), canvas.chance.choice((PAPER, INK)), 0.12, canvas.chance.randrange(0, 360, 30))
    _features(canvas, ground, skin)


def _features(canvas: Canvas, ground: Color, skin: Color) -> None:
    for side in (-1, 1):
        x = 600 + side * 102
        almond = [(-74, 6), (-30, -34), (30, -36), (74, -8), (30, 26), (-30, 28)]
        canvas.fill(
            canvas.shape(moved(smooth([(side * px, py) for px, py in almond], closed=True), x, 400, 1.3)),
            PAPER,
            shade=0.1,
        )
        canvas.fill(
            canvas.shape(moved(smooth([(side * px, py) for px, py in almond], closed=True), x, 400)),
            darker(ground, 0.6),
        )
        canvas.pen.line(
            smooth([(x - side * 62, 322), (x + side * 10, 296), (x + side * 92, 330)]), 15, INK, round_ends=True
        )
        for k in range(3):
            canvas.pen.ellipse(
                x + side * (16 + k * 22), 520 + k * -16, 13 - k * 2, paint=(TERRACOTTA, PAPER, MARIGOLD)[k]
            )
    nose = canvas.shape(smooth([(600, 380), (628, 500), (600, 524), (572, 500)], closed=True))
    canvas.fill(nose, lighter(skin, 0.15), shadow=CLOSE, shade=0.4)
    canvas.fill(
        canvas.shape(smooth([(520, 600), (570, 580), (600, 590), (630, 580), (680, 600), (600, 640)], closed=True)),
        TERRACOTTA if skin != CLAY else PLUM,
        shade=0.4,
    )
    for k in range(7):
        spot = turned([(600, 232)], (k - 3) * 13, (600, 520))[0]
        canvas.pen.polygon(leaf(spot[0], spot[1] - 14, 44, 22, 90 + (k - 3) * 13), PAPER if k % 2 else INK)


SCENES = {"cut_layers": cut_layers, "cranes": cranes, "books": books, "marbling": marbling, "mask": mask}
