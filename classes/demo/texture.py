"""Grain, clouds and streaks: gray images whose middle (128) changes nothing."""

from functools import lru_cache

from PIL import Image

from classes.demo.geometry import seeded

Size = tuple[int, int]


@lru_cache(maxsize=32)
def noise(size: Size, seed: str) -> Image.Image:
    return Image.frombytes("L", size, seeded(seed).randbytes(size[0] * size[1]))


@lru_cache(maxsize=6)
def grain(size: Size) -> Image.Image:
    """Fine paper grain with a little coarser tooth in it."""
    fine = noise((size[0] // 2, size[1] // 2), "fine").resize(size, Image.Resampling.BILINEAR)
    tooth = noise((size[0] // 5, size[1] // 5), "tooth").resize(size, Image.Resampling.BILINEAR)
    return Image.blend(fine, tooth, 0.35)


@lru_cache(maxsize=24)
def clouds(size: Size, seed: str, cells: int = 5) -> Image.Image:
    """Soft drifting tones, ``cells`` of the largest across; stretched to nearly the whole range."""
    small = (max(size[0] // 8, 1), max(size[1] // 8, 1))
    cloud = Image.new("L", small, 128)
    for octave, share in enumerate((1, 0.5, 0.34, 0.25)):
        count = (cells * 2**octave, max(cells * 2**octave * size[1] // size[0], 2))
        layer = noise(count, f"{seed}/{octave}").resize(small, Image.Resampling.BICUBIC)
        cloud = Image.blend(cloud, layer, share)
    return cloud.point(lambda v: max(0, min(255, (v - 128) * 1.9 + 128))).resize(size, Image.Resampling.BICUBIC)


@lru_cache(maxsize=12)
def streaks(size: Size, seed: str, length: int = 60, width: int = 3) -> Image.Image:
    """Fibers along the x axis: ``length`` and ``width`` of one in pixels."""
    count = (max(size[0] // length, 2), max(size[1] // width, 2))
    return noise(count, seed).resize(size, Image.Resampling.BICUBIC)


@lru_cache(maxsize=4)
def linen(size: Size, pitch: int = 8) -> Image.Image:
    """Plain-woven cloth: threads of ``pitch`` pixels over and under one another."""
    cell = Image.new("L", (2, 2), 112)
    cell.putpixel((0, 0), 146)
    cell.putpixel((1, 1), 146)
    unit = cell.resize((pitch * 2, pitch * 2), Image.Resampling.BICUBIC)
    tile = Image.new("L", size)
    for x in range(0, size[0], pitch * 2):
        tile.paste(unit, (x, 0))
    for y in range(pitch * 2, size[1], pitch * 2):
        tile.paste(tile.crop((0, 0, size[0], pitch * 2)), (0, y))
    slubs = Image.blend(
        streaks(size, "slub", 160, pitch),
        streaks(size[::-1], "warp", 160, pitch).transpose(Image.Transpose.ROTATE_90),
        0.5,
    )
    return Image.blend(tile, slubs, 0.25)
