"""Painted portraits, 400 by 400: flat gouache shapes, each person their own."""

from random import Random
from typing import NamedTuple

from classes.demo.canvas import CLOSE, SOFT, Canvas, Shadow, Stencil
from classes.demo.geometry import blob, moved, smooth
from classes.demo.palette import (
    BLUSH,
    BRIGHT,
    CLAY,
    GLAZE,
    HONEY,
    INDIGO,
    INK,
    LAGOON,
    MARIGOLD,
    MIST,
    OAK,
    PAPER,
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
from classes.demo.parts import brush

SKINS: tuple[Color, ...] = (
    (244, 208, 180),
    (228, 178, 142),
    (199, 140, 102),
    (160, 104, 72),
    (116, 72, 50),
    (92, 58, 42),
)
HAIRS: tuple[Color, ...] = (
    INK,
    (74, 46, 32),
    (122, 74, 42),
    (178, 120, 62),
    (206, 200, 190),
    (150, 62, 38),
    (40, 38, 48),
)
DARK_HAIRS: tuple[Color, ...] = (INK, (52, 34, 26), (40, 38, 48), (188, 182, 172))
GROUNDS: tuple[Color, ...] = (MIST, HONEY, BLUSH, SAGE, SAND, LAGOON, mix(CLAY, PAPER, 0.2), mix(INDIGO, PAPER, 0.45))
STYLES = ("bun", "long", "short", "curls", "bob", "bald", "scarf", "cap")


class Look(NamedTuple):
    """What makes a face somebody's own: the hair's style (one of STYLES), the skin's tone, the hair's."""

    style: str
    skin: Color
    hair: Color


def any_look(chance: Random) -> Look:
    skin = chance.choice(SKINS)
    return Look(chance.choice(STYLES), skin, chance.choice(HAIRS if skin in SKINS[:3] else DARK_HAIRS))


def portrait(canvas: Canvas, look: Look | None = None) -> None:
    """A face in front of a painted ground; whose look is not given gets one by chance."""
    chance = canvas.chance
    canvas.fill(canvas.everywhere(), chance.choice(GROUNDS), shade=0.2)
    tone = lighter(chance.choice(GROUNDS), 0.3)
    for k in range(3):
        path = smooth([(20, 90 + k * 92), (190, 60 + k * 96), (390, 100 + k * 88)])
        brush(canvas, path, 78, tone, dry=0.5)
    style, skin, hair = look or any_look(chance)
    _hair_behind(canvas, style, hair)
    _shoulders(canvas, skin)
    face = _head(canvas, skin)
    _features(canvas, skin, hair)
    if style in ("short", "bald", "cap") and chance.random() < 0.65:
        _beard(canvas, hair, face, skin)
    _hair_before(canvas, style, hair)
    if chance.random() < 0.35:
        _glasses(canvas)


def _shoulders(canvas: Canvas, skin: Color) -> None:
    shirt = canvas.chance.choice((*BRIGHT, PAPER, INK))
    body = canvas.shape(smooth([(30, 420), (58, 336), (140, 296), (200, 290), (260, 296), (342, 336), (370, 420)]))
    canvas.fill(body, shirt, shadow=SOFT, shade=0.5)
    neck = canvas.shape(smooth([(168, 220), (166, 288), (182, 318), (200, 324), (218, 318), (234, 288), (232, 220)]))
    canvas.fill(neck, darker(skin, 0.22), shade=0.35, angle=90)
    if canvas.chance.random() < 0.7:
        apron = canvas.chance.choice((WALNUT, GLAZE, SAND, INDIGO, OAK))
        bib = canvas.shape(smooth([(128, 430), (136, 362), (200, 354), (264, 362), (272, 430)]))
        canvas.fill(bib, apron if apron != shirt else PAPER, shadow=CLOSE, shade=0.3)
        for side in (-1, 1):
            canvas.pen.line(
                [(200 + side * 62, 366), (200 + side * 74, 300)], 13, darker(apron, 0.12) if apron != shirt else SAND
            )


def _head(canvas: Canvas, skin: Color) -> Stencil:
    for side in (-1, 1):
        canvas.pen.ellipse(200 + side * 78, 190, 13, 20, darker(skin, 0.15))
    jaw = canvas.chance.uniform(46, 58)
    face = canvas.shape(
        smooth(
            [
                (200, 86),
                (254, 104),
                (278, 168),
                (268, 222),
                (200 + jaw, 262),
                (200, 284),
                (200 - jaw, 262),
                (132, 222),
                (122, 168),
                (146, 104),
            ],
            closed=True,
        )
    )
    canvas.fill(
        face,
        skin,
        shadow=Shadow(3, 8, 7, 0.3),
        shade=0.42,
        angle=20,
        shade_color=darker(mix(skin, TERRACOTTA, 0.3), 0.35),
    )
    for side in (-1, 1):
        cheek = canvas.stencil()
        cheek.ellipse(200 + side * 44, 222, 20, 14)
        cheek.softened(5)
        cheek.mask = cheek.mask.point(lambda v: int(v * 0.4))
        canvas.fill(cheek, mix(skin, TERRACOTTA, 0.55))
    return face


def _features(canvas: Canvas, skin: Color, hair: Color) -> None:
    dark, lift = darker(skin, 0.72), canvas.chance.uniform(-4, 4)
    brow = darker(hair, 0.2) if sum(hair) < 500 else (140, 132, 124)
    for side in (-1, 1):
        x = 200 + side * 36
        canvas.pen.line(
            smooth([(x - side * 19, 164 + lift * side / 3), (x, 157 + lift), (x + side * 20, 165)]),
            6,
            brow,
            round_ends=True,
        )
        canvas.pen.ellipse(x, 185, 11, 6.5, lighter(PAPER, 0.2))
        canvas.pen.ellipse(x + 1, 185, 6.2, 6.4, dark)
        canvas.pen.line(smooth([(x - 13, 185), (x, 177), (x + 13, 184)]), 3.4, dark, round_ends=True)
        canvas.pen.ellipse(x - 1, 183, 1.6, paint=PAPER)
    canvas.pen.line(smooth([(204, 178), (212, 208), (214, 218), (198, 222)]), 4, (*darker(skin, 0.4), 210))
    smile = canvas.chance.uniform(4, 11)
    lips = smooth([(172, 244), (190, 241), (200, 244), (210, 241), (228, 244), (200, 246 + smile)], closed=True)
    canvas.pen.polygon(lips, mix(darker(skin, 0.2), TERRACOTTA, 0.55))
    canvas.pen.line(
        smooth([(170, 243), (200, 246 + smile * 0.4), (230, 243)]),
        2.4,
        darker(mix(skin, TERRACOTTA, 0.5), 0.5),
        round_ends=True,
    )


def _beard(canvas: Canvas, hair: Color, face: Stencil, skin: Color) -> None:
    beard = canvas.shape(
        smooth(
            [
                (118, 196),
                (134, 214),
                (160, 236),
                (200, 232),
                (240, 236),
                (266, 214),
                (284, 196),
                (272, 262),
                (200, 300),
                (128, 262),
            ],
            closed=True,
        )
    )
    canvas.fill(beard.within(face), hair, shade=0.3)
    canvas.pen.polygon(
        smooth([(178, 246), (200, 243), (222, 246), (200, 256)], closed=True), mix(darker(skin, 0.2), TERRACOTTA, 0.5)
    )


def _hair_behind(canvas: Canvas, style: str, hair: Color) -> None:
    if style == "long":
        back = canvas.shape(
            smooth(
                [(200, 66), (288, 96), (306, 200), (322, 340), (200, 352), (78, 340), (94, 200), (112, 96)], closed=True
            )
        )
    elif style == "bob":
        back = canvas.shape(
            smooth(
                [(200, 66), (284, 92), (304, 180), (296, 268), (200, 276), (104, 268), (96, 180), (116, 92)],
                closed=True,
            )
        )
    elif style == "curls":
        back = canvas.stencil()
        for k in range(22):
            x, y = moved([(0, 0)], 200 + (k % 11 - 5) * 20, 92 + abs(k % 11 - 5) ** 2 * 4.4 + (k // 11) * 22)[0]
            back.polygon(blob(canvas.chance, x, y, 34, 0.12))
    elif style == "bun":
        back = canvas.shape(blob(canvas.chance, 200, 52, 38, 0.07))
    else:
        return
    canvas.fill(back, darker(hair, 0.12), shadow=SOFT, shade=0.35)


def _hair_before(canvas: Canvas, style: str, hair: Color) -> None:
    if style == "bald":
        return
    if style in ("scarf", "cap"):
        _headgear(canvas, style, hair)
        return
    part = canvas.chance.uniform(-46, 46)
    low = {"short": 172, "bun": 164, "curls": 150, "bob": 226, "long": 232}[style]
    crown = canvas.shape(
        smooth(
            [
                (200, 68),
                (266, 86),
                (290, 140),
                (284, low),
                (268, 158),
                (250, 132),
                (200 + part, 104),
                (150, 132),
                (132, 158),
                (116, low),
                (110, 140),
                (134, 86),
            ],
            closed=True,
        )
    )
    canvas.fill(crown, hair, shadow=Shadow(2, 5, 5, 0.25), shade=0.35)
    for k in range(9):
        side = -1 if k % 2 else 1
        start = (200 + part, 84 + k)
        lock = smooth([start, (200 + side * (44 + k * 3), 96 + k * 3), (200 + side * (72 + k), 128 + k * 4)])
        canvas.pen.line(lock, 2, (*lighter(hair, 0.28), 80))


def _headgear(canvas: Canvas, style: str, hair: Color) -> None:
    color = canvas.chance.choice((TERRACOTTA, MARIGOLD, GLAZE, PLUM, ROSE, INDIGO))
    fringe = canvas.shape(
        smooth(
            [(116, 168), (120, 120), (200, 96), (280, 120), (284, 168), (266, 138), (200, 122), (134, 138)], closed=True
        )
    )
    canvas.fill(fringe, hair)
    if style == "scarf":
        wrap = canvas.shape(
            smooth(
                [(200, 54), (276, 78), (292, 132), (240, 118), (200, 112), (160, 118), (108, 132), (124, 78)],
                closed=True,
            )
        )
        canvas.fill(wrap, color, shadow=CLOSE, shade=0.4)
        for _k in range(26):
            x, y = canvas.chance.uniform(126, 274), canvas.chance.uniform(70, 112)
            canvas.pen.ellipse(x, y, 3.4, paint=(*lighter(color, 0.6), 220))
        knot = canvas.shape(smooth([(266, 98), (318, 74), (326, 104), (290, 116), (312, 146), (278, 132)], closed=True))
        canvas.fill(knot, darker(color, 0.15), shadow=CLOSE, shade=0.3)
        return
    cap = canvas.shape(
        smooth([(108, 132), (112, 84), (170, 54), (244, 58), (292, 92), (294, 132), (200, 116)], closed=True)
    )
    canvas.fill(cap, color, shadow=CLOSE, shade=0.45)
    band = canvas.shape(smooth([(106, 138), (200, 112), (296, 138), (294, 120), (200, 96), (108, 120)], closed=True))
    canvas.fill(band, darker(color, 0.25), shadow=CLOSE)


def _glasses(canvas: Canvas) -> None:
    frame = canvas.chance.choice((INK, TERRACOTTA, WALNUT))
    for side in (-1, 1):
        canvas.pen.arc(200 + side * 37, 187, 27, 25, 0, 360, 4.5, frame)
        canvas.pen.line([(200 + side * 64, 182), (200 + side * 80, 178)], 4.5, frame)
    canvas.pen.arc(200, 190, 11, 9, 190, 350, 4, frame)
