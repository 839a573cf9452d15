"""Wood and dye: carved spoons, a branded slice, printed cloth, folded and dipped indigo, cans made into pots."""

from collections.abc import Sequence
from math import cos, pi, sin

from classes.demo import texture
from classes.demo.canvas import CLOSE, DEEP, Canvas, Shadow
from classes.demo.geometry import Path, Point, around, blob, leaf, moved, smooth, turned
from classes.demo.palette import (
    BIRCH,
    BLUSH,
    CLAY,
    DENIM,
    GLAZE,
    HONEY,
    INDIGO,
    KILN,
    LAGOON,
    MARIGOLD,
    MIST,
    MOSS,
    OAK,
    PAPER,
    PAPER_DEEP,
    PLUM,
    ROSE,
    SAGE,
    TERRACOTTA,
    WALNUT,
    Color,
    darker,
    lighter,
    mix,
)
from classes.demo.parts import folds, gloss, planks, sprig, table, window_light


def spoons(canvas: Canvas) -> None:
    """Carved spoons among their shavings."""
    planks(canvas, canvas.chance.choice((GLAZE, mix(INDIGO, WALNUT, 0.2), TERRACOTTA, WALNUT)), 4)
    for _ in range(15):
        _shaving(canvas, canvas.chance.uniform(30, 1170), canvas.chance.uniform(30, 770))
    woods = [BIRCH, OAK, mix(OAK, WALNUT, 0.6), mix(CLAY, OAK, 0.5), mix(BIRCH, PAPER, 0.4)]
    canvas.chance.shuffle(woods)
    tilt = canvas.chance.choice((-1, 1))
    for k in range(5):
        x = 180 + k * 210
        angle = -90 + tilt * (14 + canvas.chance.uniform(-5, 5)) + (180 if k % 2 else 0)
        _spoon(
            canvas,
            x + canvas.chance.uniform(-10, 10),
            400 + canvas.chance.uniform(-24, 24),
            canvas.chance.uniform(0.92, 1.12),
            angle,
            woods[k],
        )


def _spoon(canvas: Canvas, x: float, y: float, size: float, angle: float, wood: Color) -> None:
    def placed(points: Sequence[Point]) -> Path:
        return moved(turned(points, angle), x, y, size)

    half = [(-330, 13), (-300, 21), (-120, 13), (60, 15), (110, 40), (180, 78), (250, 76), (310, 42), (326, 0)]
    outline = smooth([*half, *[(px, -py) for px, py in reversed(half[:-1])]], closed=True, steps=8)
    body = canvas.shape(placed(outline))
    canvas.fill(body, wood, shadow=DEEP)
    for k in range(26):
        offset = -76 + k * 6
        line = [(px, offset + 4 * sin(px / 60 + k) + (px / 330) * offset * 0.2) for px in range(-330, 330, 20)]
        grain = canvas.stencil()
        grain.line(placed(line), 1.6)
        canvas.fill(grain.within(body), darker(wood, canvas.chance.uniform(0.1, 0.3)))
    canvas.shade(body, darker(wood, 0.7), 0.5, round(angle) + 90)
    bowl = canvas.shape(placed([(205 + 88 * cos(a * pi / 30), 58 * sin(a * pi / 30)) for a in range(60)]))
    canvas.fill(bowl, darker(wood, 0.3), shade=0.6, angle=225)
    rim = placed([(205 + 88 * cos(a * pi / 30), 58 * sin(a * pi / 30)) for a in range(62)])
    canvas.pen.line(rim, 2.4, (*lighter(wood, 0.45), 190))


def _shaving(canvas: Canvas, x: float, y: float) -> None:
    turn, radius = canvas.chance.uniform(0, 360), canvas.chance.uniform(14, 34)
    curl = [around(x + a / 24, y, radius * (1 - a / 900), turn + a) for a in range(0, 500, 10)]
    tone = mix(BIRCH, PAPER, canvas.chance.uniform(0, 0.5))
    canvas.pen.line([(px + 4, py + 6) for px, py in curl], 9, (*KILN, 60))
    canvas.pen.line(curl, 9, darker(tone, 0.2))
    canvas.pen.line([(px - 1, py - 2) for px, py in curl], 5, tone)


def slice_of_tree(canvas: Canvas) -> None:
    """A slice of a trunk, its rings, and a fern burned into it."""
    canvas.fill(canvas.everywhere(), canvas.chance.choice((SAGE, mix(GLAZE, PAPER, 0.2), CLAY, DENIM)), shade=0.3)
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, 10), 0.3)
    shape = blob(canvas.chance, 0, 0, 345, 0.05, 1.15)
    bark = canvas.shape(moved(shape, 600, 400, 1.06))
    canvas.fill(bark.roughened(4, canvas.seed), darker(WALNUT, 0.3), shadow=DEEP, shade=0.4)
    face = canvas.shape(moved(shape, 600, 400))
    canvas.fill(face, mix(BIRCH, PAPER, 0.15), shade=0.2)
    for ring in range(30):
        share = 1 - (ring / 30) ** 1.1
        drift = [(px + 9 * sin(ring * 0.9 + py / 90), py + 6 * cos(ring * 0.7 + px / 110)) for px, py in shape]
        path = moved([*drift, drift[0]], 600 - 40 * (1 - share), 400 + 20 * (1 - share), share)
        canvas.pen.line(path, canvas.chance.uniform(1.4, 4.5), (*mix(OAK, WALNUT, canvas.chance.uniform(0, 0.6)), 130))
    for k in range(3):
        turn = canvas.chance.uniform(0, 360)
        canvas.pen.polygon(
            [around(560, 420, 20, turn), around(600, 400, 300 - k * 50, turn + 1), around(560, 420, 20, turn + 6)],
            (*darker(OAK, 0.4), 150),
        )
    _burned_fern(canvas)


def _burned_fern(canvas: Canvas) -> None:
    brown = (74, 42, 26)
    for x, y, angle, length in ((470, 640, -78, 430), (640, 670, -96, 480), (790, 630, -108, 380)):
        stem = smooth([(x, y), around(x, y, length * 0.5, angle - 6), around(x, y, length, angle + 8)])
        canvas.pen.line(stem, 6, brown, round_ends=True)
        for k in range(1, 13):
            px, py = stem[round(k / 13.5 * (len(stem) - 1))]
            for side in (-1, 1):
                tone = mix(brown, OAK, canvas.chance.uniform(0, 0.3))
                canvas.pen.polygon(leaf(px, py, length * 0.24 * (1 - k / 15), length * 0.055, angle + side * 58), tone)


def shibori(canvas: Canvas) -> None:
    """Cloth bound with thread and dipped in indigo: rings of white where the dye did not come."""
    dye = canvas.chance.choice((INDIGO, INDIGO, mix(GLAZE, INDIGO, 0.3), PLUM, darker(TERRACOTTA, 0.1)))
    canvas.fill(canvas.everywhere(), dye)
    canvas.textured(canvas.everywhere(), texture.clouds(canvas.image.size, canvas.seed, 6), 0.5)
    for row in range(4):
        for column in range(6):
            x, y = 100 + column * 200 + canvas.chance.uniform(-12, 12), 100 + row * 200 + canvas.chance.uniform(-12, 12)
            _bound_ring(canvas, x, y, dye)
            canvas.pen.ellipse(x + 100, y + 100, 5, paint=(*lighter(dye, 0.6), 220))
    canvas.textured(canvas.everywhere(), texture.linen(canvas.image.size, 6), 0.4)
    for x in range(0, 1201, 200):
        canvas.pen.line([(x, 0), (x, 800)], 3, (*lighter(dye, 0.3), 60))
        canvas.pen.line([(x + 4, 0), (x + 4, 800)], 3, (*darker(dye, 0.5), 60))
    canvas.shade(canvas.everywhere(), KILN, 0.2, 50)


def _bound_ring(canvas: Canvas, x: float, y: float, dye: Color) -> None:
    pale = mix(dye, PAPER, 0.86)
    for radius, width in ((76, 15), (46, 11), (17, 10)):
        for k in range(96):
            angle = k * 3.75 + canvas.chance.uniform(-2, 2)
            reach = width * canvas.chance.uniform(0.35, 1.15)
            tone = (*mix(pale, dye, canvas.chance.uniform(0, 0.5)), 205)
            canvas.pen.line(
                [around(x, y, radius - reach / 2, angle), around(x, y, radius + reach / 2, angle)],
                canvas.chance.uniform(1.5, 4.5),
                tone,
            )


def dipped(canvas: Canvas) -> None:
    """Dyed cloths drying on a line."""
    canvas.fill(canvas.everywhere(), mix(canvas.chance.choice((HONEY, MIST, BLUSH)), PAPER, 0.45), shade=0.2)
    window_light(canvas, 760, 0.5)
    line = smooth([(-20, 84), (300, 112), (600, 122), (900, 112), (1220, 80)])
    canvas.pen.line(line, 5, WALNUT)
    colors = [INDIGO, TERRACOTTA, GLAZE, MARIGOLD, PLUM, ROSE, MOSS]
    canvas.chance.shuffle(colors)
    for k, left in enumerate((70, 350, 630, 910)):
        _dipped_cloth(canvas, left, left + 232, canvas.chance.uniform(560, 715), colors[k], k)


def _dipped_cloth(canvas: Canvas, left: float, right: float, bottom: float, dye: Color, k: int) -> None:
    top = 112.0 if k in (1, 2) else 100.0
    hem = [(right - i * (right - left) / 12, bottom + 9 * sin(i * 1.4 + k)) for i in range(13)]
    body = canvas.shape([(left, top), (right, top), *smooth(hem, steps=5)])
    canvas.fill(body, PAPER, shadow=DEEP)
    for step in range(5):
        level = bottom - (bottom - top) * (0.86 - step * 0.17) + canvas.chance.uniform(-16, 16)
        edge = [(px, level + 14 * sin(px / 31 + step * 2 + k)) for px in range(round(left) - 30, round(right) + 31, 10)]
        dip = canvas.shape([*edge, (right + 30, 820), (left - 30, 820)])
        canvas.multiply(dip.softened(7).within(body), mix(dye, PAPER, 0.66))
    canvas.textured(body, texture.linen(canvas.image.size, 6), 0.4)
    folds(canvas, body, left, right, 4 + k % 2)
    for x in (left + 26, right - 26):
        peg = canvas.stencil()
        peg.box(x - 7, top - 26, x + 7, top + 34, radius=3)
        canvas.fill(peg, BIRCH, shadow=CLOSE, shade=0.4)
        canvas.pen.line([(x, top - 22), (x, top + 30)], 1.6, darker(OAK, 0.3))


def planters(canvas: Canvas) -> None:
    """Tins and jars that became pots for herbs, on a table by the window."""
    table(
        canvas,
        canvas.chance.choice((mix(MIST, PAPER, 0.2), mix(BLUSH, PAPER, 0.2), mix(HONEY, PAPER, 0.3))),
        OAK,
        canvas.height * 0.74,
    )
    colors = [TERRACOTTA, GLAZE, MARIGOLD, INDIGO, ROSE, LAGOON]
    canvas.chance.shuffle(colors)
    for k, x in enumerate((190, 400, 610, 815, 1010)):
        height, half = canvas.chance.uniform(180, 250), canvas.chance.uniform(76, 92)
        tin(canvas, x + canvas.chance.uniform(-8, 8), 680 + (k % 2) * 46, half, height, colors[k], k)


def tin(canvas: Canvas, x: float, foot: float, half: float, height: float, color: Color, kind: int) -> None:
    """A painted tin with something growing in it."""
    for _ in range(5):
        angle = canvas.chance.uniform(-128, -52)
        sprig(
            canvas,
            x,
            foot - height + 10,
            canvas.chance.uniform(120, 215),
            angle,
            canvas.chance.choice((MOSS, SAGE, mix(MOSS, GLAZE, 0.4))),
            5,
        )
    body = canvas.stencil()
    body.box(x - half, foot - height, x + half, foot)
    body.ellipse(x, foot, half, half * 0.2)
    canvas.fill(body, color, shadow=Shadow(14, 10, 16, 0.45))
    bands = canvas.stencil()
    for k in range(7):
        y = foot - height * (0.2 + k * 0.1)
        if kind % 3 == 0:
            bands.arc(x, y, half, half * 0.2, 0, 180, 6)
        for n in range(9):
            px = x + half * sin((n - 4) / 4.6 * pi / 2)
            py = y + half * 0.2 * cos((n - 4) / 4.6 * pi / 2)
            if kind % 3 == 1 and 1 <= k <= 5:
                bands.ellipse(px + (k % 2) * 8, py, 6)
            elif kind % 3 == 2 and k in (2, 4):
                bands.polygon([(px - 9, py + 14), (px, py - 12), (px + 9, py + 14)])
    canvas.fill(bands.within(body), canvas.chance.choice((PAPER_DEEP, HONEY)))
    canvas.shade(body, darker(color, 0.75), 0.7, 12)
    canvas.pen.arc(x, foot - height, half, half * 0.2, 0, 180, 5, (206, 202, 194))
    gloss(canvas, x - half * 0.6, foot - height * 0.5, 7, height * 0.3, 0.5)


SCENES = {"spoons": spoons, "slice_of_tree": slice_of_tree, "shibori": shibori, "dipped": dipped, "planters": planters}
