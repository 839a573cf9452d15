"""Glass, stone and light: a leaded window, bottles, a mosaic, beads, candles."""

import itertools
from collections.abc import Sequence
from math import cos, hypot, pi, sin

from classes.demo import texture
from classes.demo.canvas import Canvas, Shadow
from classes.demo.geometry import Path, Point, around, leaf, smooth, turned
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    BRIGHT,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    INDIGO,
    INK,
    KILN,
    LAGOON,
    MARIGOLD,
    MIST,
    PAPER,
    PAPER_DEEP,
    PLUM,
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
from classes.demo.parts import cloth, gloss, orb

LEAD = (47, 44, 44)


def leaded(canvas: Canvas) -> None:
    """A rose of leaded glass with the sun behind it."""
    colors = list(
        canvas.chance.choice(
            (
                (MARIGOLD, TERRACOTTA, GLAZE, INDIGO, ROSE),
                (LAGOON, INDIGO, HONEY, PLUM, CLAY),
                (ROSE, PLUM, MARIGOLD, GLAZE, DENIM),
            )
        )
    )
    canvas.fill(canvas.everywhere(), INDIGO)
    x, y, petals = 600.0, 400.0, canvas.chance.choice((8, 10, 12))
    for k in range(24):
        _pane(
            canvas,
            [
                around(x, y, 350, k * 15),
                around(x, y, 860, k * 15),
                around(x, y, 860, k * 15 + 15),
                around(x, y, 350, k * 15 + 15),
            ],
            colors[3] if k % 2 else mix(colors[2], INDIGO, 0.25),
        )
    for ring, (inner, outer) in enumerate(((262, 350), (120, 262))):
        for k in range(petals):
            step = 360 / petals
            at = k * step + ring * step / 2
            sector: Path = [
                around(x, y, inner, at),
                *[around(x, y, outer, at + step * s / 6) for s in range(7)],
                around(x, y, inner, at + step),
            ]
            _pane(canvas, sector, colors[(k % 2) + (1 if ring else 2)])
            middle = around(x, y, inner + 8, at + step / 2)
            _pane(
                canvas,
                leaf(*middle, outer - inner - 14, (outer - inner) * 0.52, at + step / 2),
                colors[0] if ring else colors[4],
            )
    for k in range(petals):
        _pane(canvas, leaf(x, y, 124, 60, k * 360 / petals), colors[4] if k % 2 else lighter(colors[0], 0.3))
    _pane(canvas, [around(x, y, 34, a) for a in range(0, 360, 12)], HONEY)
    canvas.textured(canvas.everywhere(), texture.clouds(canvas.image.size, canvas.seed, 9), 0.3)
    canvas.glow(x, y, 620, (150, 120, 70), 0.8)


def _pane(canvas: Canvas, outline: Path, color: Color) -> None:
    canvas.pen.polygon(outline, mix(color, PAPER, canvas.chance.uniform(0, 0.2)))
    closed = [*outline, outline[0], outline[1]]
    canvas.pen.line(closed, 11, LEAD)
    canvas.pen.line([(px - 1.2, py - 1.6) for px, py in closed], 2, (118, 112, 108))


def bottles(canvas: Canvas) -> None:
    """Blown bottles on a sill, each color seen through the next."""
    canvas.fill(canvas.everywhere(), lighter(canvas.chance.choice((HONEY, MIST, BLUSH)), 0.45))
    canvas.glow(420, 260, 620, (90, 70, 30), 0.9)
    sill = canvas.stencil()
    sill.box(0, 650, 1200, 800)
    canvas.fill(sill, BIRCH, shade=0.3, angle=90)
    canvas.textured(sill, texture.streaks(canvas.image.size, "sill", 500, 8), 0.3)
    colors = [LAGOON, MARIGOLD, ROSE, SAGE, DENIM, CLAY, GLAZE]
    canvas.chance.shuffle(colors)
    shapes = [
        (200, 62, 420),
        (345, 96, 300),
        (500, 54, 520),
        (640, 108, 340),
        (790, 70, 455),
        (925, 92, 270),
        (1055, 50, 390),
    ]
    for (x, half, height), color in zip(shapes, colors, strict=True):
        _cast_color(canvas, x, half, height, color)
    for (x, half, height), color in zip(shapes, colors, strict=True):
        _bottle(canvas, x + canvas.chance.uniform(-12, 12), half * 1.25, height, color)


def _cast_color(canvas: Canvas, x: float, half: float, height: float, color: Color) -> None:
    """Colored light that a bottle throws on the sill."""
    patch = canvas.shape(
        [(x - half, 708), (x + half, 708), (x + half + 150, 708 + height * 0.26), (x - half + 150, 708 + height * 0.26)]
    )
    canvas.multiply(patch.softened(9), lighter(color, 0.35))


def _bottle(canvas: Canvas, x: float, half: float, height: float, color: Color) -> None:
    top, foot, neck = 715 - height, 715.0, half * 0.3
    side = smooth(
        [
            (neck * 1.25, top),
            (neck, top + 12),
            (neck, top + height * 0.28),
            (half * 0.9, top + height * 0.46),
            (half, top + height * 0.6),
            (half, foot - 24),
            (half * 0.88, foot),
        ]
    )
    body = canvas.shape([*[(x - r, y) for r, y in side], *[(x + r, y) for r, y in reversed(side)]])
    canvas.multiply(body, lighter(color, 0.25))
    inner = canvas.shape(
        [*[(x - r * 0.8, y + 8) for r, y in side[6:]], *[(x + r * 0.8, y - 8) for r, y in reversed(side[6:])]]
    )
    canvas.light(inner.softened(8), darker(color, 0.55))
    canvas.pen.line([(x - r, y) for r, y in side], 3, (*darker(color, 0.35), 170))
    canvas.pen.line([(x + r, y) for r, y in side], 4, (*darker(color, 0.45), 190))
    canvas.pen.ellipse(x, top, neck * 1.3, neck * 0.32, (*darker(color, 0.3), 200))
    canvas.pen.ellipse(x, top, neck, neck * 0.22, (*lighter(color, 0.5), 220))
    gloss(canvas, x - half * 0.62, foot - height * 0.32, half * 0.09, height * 0.17, 0.85)


def mosaic(canvas: Canvas) -> None:
    """A sun of broken tiles, laid ring by ring, over waves."""
    night = canvas.chance.random() < 0.4
    sky = (INDIGO, DENIM) if night else (MIST, LAGOON)
    canvas.fill(canvas.everywhere(), mix(SAND, WALNUT, 0.2))
    x, y = canvas.chance.uniform(380, 820), canvas.chance.uniform(300, 380)
    canvas.pen.ellipse(x, y, 26, paint=TERRACOTTA)
    for ring in range(1, 40):
        radius = 16 + ring * 24
        count = max(6, round(2 * pi * radius / 29))
        for k in range(count):
            angle = (k + canvas.chance.uniform(-0.1, 0.1) + ring * 0.37) * 360 / count
            px, py = around(x, y, radius, angle)
            if -20 < px < 1220 and -20 < py < 820:
                _tessera(canvas, px, py, angle, _sunlit(px, py, ring, angle, sky))
    canvas.shade(canvas.everywhere(), KILN, 0.16, 50)


def _sunlit(x: float, y: float, ring: int, angle: float, sky: tuple[Color, Color]) -> Color:
    wave = 585 + 34 * sin(x / 95) + 10 * cos(x / 41)
    if y > wave:
        return (GLAZE, LAGOON, INDIGO, MIST)[int((y - wave) / 26 + sin(x / 95)) % 4]
    if ring <= 4:
        return (HONEY, MARIGOLD)[ring % 2]
    if ring == 5:
        return TERRACOTTA
    ray = abs((angle % 30) - 15)
    if ring <= 10 and ray < 11 - (ring - 5) * 1.7:
        return MARIGOLD if int(angle / 30) % 2 else CLAY
    return sky[1] if (ring // 2) % 3 == 0 else sky[0]


def _tessera(canvas: Canvas, x: float, y: float, angle: float, color: Color) -> None:
    jitter = canvas.chance.uniform
    tone = mix(color, canvas.chance.choice((PAPER, INK)), jitter(0, 0.2))
    corners = [
        (-10 + jitter(-2, 1), -12 + jitter(-2, 1)),
        (10 + jitter(-1, 2), -12 + jitter(-1, 2)),
        (10 + jitter(-1, 2), 12 + jitter(-1, 2)),
        (-10 + jitter(-2, 1), 12 + jitter(-2, 1)),
    ]
    placed = [(px + x, py + y) for px, py in turned(corners, angle + jitter(-5, 5))]
    canvas.pen.polygon([(px + 2, py + 2.5) for px, py in placed], (*KILN, 120))
    canvas.pen.polygon(placed, tone)
    canvas.pen.line([placed[0], placed[1]], 1.4, (*lighter(tone, 0.5), 130))


def beads(canvas: Canvas) -> None:
    """Strings of beads laid in curves on linen."""
    ground = canvas.chance.choice((SAND, mix(GLAZE, PAPER, 0.1), mix(BLUSH, PAPER, 0.2), mix(INDIGO, PAPER, 0.12)))
    cloth(canvas, ground, 8)
    for string in range(6):
        y, colors = 60 + string * 140, canvas.chance.sample((*BRIGHT, HONEY, BLUSH, CLAY, DENIM, PAPER_DEEP), 4)
        swing, phase = canvas.chance.uniform(26, 64), canvas.chance.uniform(0, 6)
        path = [(px, y + swing * sin(px / 190 + phase)) for px in range(-40, 1260, 3)]
        canvas.pen.line([(px + 3, py + 6) for px, py in path], 3, (*KILN, 90))
        canvas.pen.line(path, 3, lighter(SAND, 0.4) if ground != SAND else WALNUT)
        _threaded(
            canvas, path, colors, canvas.chance.choice(((30, 12, 12), (22, 22, 10), (36, 14, 20, 14), (17, 17, 17, 30)))
        )


def _threaded(canvas: Canvas, path: Sequence[Point], colors: list[Color], sizes: tuple[int, ...]) -> None:
    spots: list[tuple[float, float, int, Color]] = []
    gone, due, k = 0.0, 0.0, 0
    for (ax, ay), (bx, by) in itertools.pairwise(path):
        gone += hypot(bx - ax, by - ay)
        if gone >= due:
            radius, following = sizes[k % len(sizes)], sizes[(k + 1) % len(sizes)]
            spots.append((bx, by, radius, colors[(k % len(sizes) + k // (3 * len(sizes))) % 4]))
            due, k = gone + radius + following + 0.5, k + 1
    shadow = canvas.stencil()
    for x, y, radius, _ in spots:
        shadow.ellipse(x, y, radius)
    canvas.cast(shadow, Shadow(7, 12, 9, 0.5))
    for x, y, radius, color in spots:
        orb(canvas, x, y, radius, color)
        if radius >= 30:
            for stripe in (-0.3, 0.3):
                canvas.pen.arc(
                    x + radius * stripe * 0.4,
                    y,
                    radius * 0.55,
                    radius * 0.93,
                    110 if stripe < 0 else -70,
                    250 if stripe < 0 else 70,
                    3,
                    (*lighter(color, 0.55), 190),
                )


def candles(canvas: Canvas) -> None:
    """Dipped and poured candles, lit in the dark."""
    ground = canvas.chance.choice((mix(INDIGO, KILN, 0.55), mix(GLAZE, KILN, 0.6), mix(PLUM, KILN, 0.55)))
    canvas.fill(canvas.everywhere(), ground, shade=0.3, angle=270)
    board = canvas.stencil()
    board.box(0, 640, 1200, 800)
    canvas.fill(board, mix(WALNUT, KILN, 0.35))
    canvas.textured(board, texture.streaks(canvas.image.size, "board", 480, 9), 0.3)
    colors = [TERRACOTTA, PAPER_DEEP, MARIGOLD, SAGE, ROSE, LAGOON, HONEY]
    canvas.chance.shuffle(colors)
    lights = []
    for i, (x, half) in enumerate(((190, 62), (350, 34), (505, 84), (672, 44), (820, 68), (975, 32), (1085, 58))):
        height = canvas.chance.uniform(170, 400) * (1.12 if half < 50 else 0.82)
        foot = 690 + (i % 2) * 34
        lights.append((x, foot - height))
        _candle(canvas, x, foot, half, height, colors[i])
    for x, y in lights:
        canvas.glow(x, y - 60, 330, (150, 96, 34), 0.62)
        _flame(canvas, x, y)


def _candle(canvas: Canvas, x: float, foot: float, half: float, height: float, color: Color) -> None:
    body = canvas.stencil()
    body.box(x - half, foot - height, x + half, foot)
    body.ellipse(x, foot, half, half * 0.2)
    canvas.fill(body, color, shadow=Shadow(12, 8, 20, 0.5), shade=0.85, angle=12)
    canvas.shade(body, mix(color, KILN, 0.75), 0.6, 90)
    for k in range(5):
        dx, drop = canvas.chance.uniform(-0.95, 0.95) * half, canvas.chance.uniform(20, height * 0.4)
        canvas.pen.line(
            [(x + dx, foot - height), (x + dx, foot - height + drop)],
            9 + k % 2 * 4,
            lighter(color, 0.16),
            round_ends=True,
        )
    canvas.pen.ellipse(x, foot - height, half, half * 0.22, lighter(color, 0.3))
    canvas.pen.ellipse(x, foot - height + 2, half * 0.72, half * 0.14, lighter(color, 0.62))
    canvas.pen.line([(x, foot - height), (x + 2, foot - height - 24)], 4, KILN)


def _flame(canvas: Canvas, x: float, y: float) -> None:
    lean = canvas.chance.uniform(-5, 5)
    for size, color in ((1, (232, 128, 38)), (0.76, (250, 190, 70)), (0.48, (255, 244, 205))):
        drop = smooth(
            [
                (x, y - 16),
                (x + 17 * size, y - 36 * size - 8),
                (x + lean, y - 92 * size - 10),
                (x - 17 * size, y - 36 * size - 8),
            ],
            closed=True,
        )
        canvas.pen.polygon(drop, color)


SCENES = {"leaded": leaded, "bottles": bottles, "mosaic": mosaic, "beads": beads, "candles": candles}
