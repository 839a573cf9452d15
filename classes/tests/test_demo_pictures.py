"""The demo's pictures: each its own, the same everywhere, small enough for a page of them."""

from io import BytesIO

import pytest
from PIL import Image

from classes.demo import people, pictures, season, site_pictures
from classes.demo.canvas import CLOSE, Canvas
from classes.demo.palette import INK, PAPER
from classes.demo.saving import as_webp

LARGEST = 120 * 1024


def opened(content: bytes) -> Image.Image:
    picture = Image.open(BytesIO(content))
    assert picture.format == "WEBP"
    return picture


def colors_in(picture: Image.Image) -> int:
    """How many of 512 coarse colors it uses: one for a gray box."""
    found = picture.convert("RGB").resize((120, 80)).quantize(64).getcolors()
    return len(found or [])


@pytest.mark.parametrize("scene", sorted(pictures.SCENES))
def test_each_scene_is_a_picture_that_fits_a_page(scene):
    content = pictures.draw_class("Any name at all", scene)
    picture = opened(content)
    assert picture.size == (1200, 800)
    assert len(content) <= LARGEST
    assert colors_in(picture) > 20


def test_the_same_name_gives_the_same_picture():
    assert pictures.draw_class("Candles After Dark", "candles") == pictures.draw_class("Candles After Dark", "candles")


def test_another_name_gives_another_picture():
    assert pictures.draw_class("Carve a Spoon", "slice_of_tree") != pictures.draw_class("Carve a Fork", "slice_of_tree")


def test_a_name_alone_chooses_its_scene():
    assert opened(pictures.draw_class("A class that nobody planned")).size == (1200, 800)


def test_an_unknown_scene_is_refused():
    with pytest.raises(KeyError):
        pictures.draw_class("Clay", "no such scene")


def test_everybody_with_a_look_has_a_face_of_their_own():
    faces = {pictures.draw_portrait(person.name, person.look) for person in people.EVERYBODY if person.look}
    assert len(faces) == sum(1 for person in people.EVERYBODY if person.look)
    assert {opened(face).size for face in faces} == {(400, 400)}
    assert max(map(len, faces)) < 60 * 1024


def test_a_face_can_be_left_to_the_name():
    assert pictures.draw_portrait("Somebody New") == pictures.draw_portrait("Somebody New")


def test_every_class_of_the_season_has_a_scene_of_its_own():
    scenes = [offer.scene for offer in season.OFFERS]
    assert set(scenes) <= set(pictures.SCENES)
    assert len(set(scenes)) == len(scenes)


def test_the_quality_gives_way_to_the_size():
    noisy = Image.effect_noise((600, 400), 90).convert("RGB")
    assert len(as_webp(noisy, largest=40_000)) < len(as_webp(noisy, largest=10_000_000))


def test_what_was_not_cut_out_casts_and_paints_nothing():
    canvas = Canvas((60, 40), PAPER, "empty")
    empty = canvas.stencil()
    canvas.fill(empty, INK, shadow=CLOSE, shade=0.5)
    canvas.shade(empty, INK, 1)
    canvas.cast(empty, CLOSE)
    canvas.multiply(empty, INK)
    canvas.light(empty, INK)
    assert canvas.image.getcolors() == [(60 * 40 * 4, PAPER)]


def test_the_site_s_own_pictures_are_drawn_into_a_folder(tmp_path):
    files = {file.name: file for file in site_pictures.draw_all(tmp_path / "pictures")}
    heroes = {f"hero-{number}{size}.webp" for number in (1, 2, 3) for size in ("", "-800")}
    assert set(files) == heroes | {"about.webp", "about-800.webp", "share.png"}
    sizes = {}
    for name, file in files.items():
        with Image.open(file) as picture:
            sizes[name] = picture.size
    assert (sizes["hero-1.webp"], sizes["hero-1-800.webp"]) == ((1600, 900), (800, 450))
    assert (sizes["about.webp"], sizes["share.png"]) == ((1200, 900), (1200, 630))
    assert all(file.stat().st_size <= LARGEST for name, file in files.items() if name.endswith(".webp"))
