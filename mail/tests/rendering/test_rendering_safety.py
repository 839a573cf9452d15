"""Links, size, markup and headers of the e-mails, with any text that users can enter."""

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.urls import resolve
from django.utils.html import strip_tags

from accounts.models import User
from core.models import School
from mail.facts import template_values
from mail.models import OutboxEmail
from mail.rendering import Details, render_with
from testing.email_samples import SAMPLES
from testing.emails import assert_says
from testing.factories import make_school

pytestmark = pytest.mark.django_db

Kind = OutboxEmail.Kind
EVIL = "<b>\"Clay\"</b> & 'co'"
BREAKS = ("\r\n", "\n", "\r", "\x0b", "\x85", "\u2028", "\x00", "\u202e")
MAX_BYTES = 30_000


class Tags(HTMLParser):
    """Collects the tags of a page with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))


def with_texts(facts, text):
    """Returns the facts with each free text replaced."""
    if isinstance(facts, dict):
        return {name: text if name in TEXTS else with_texts(value, text) for name, value in facts.items()}
    return [with_texts(each, text) for each in facts] if isinstance(facts, list) else facts


TEXTS = {"class", "child", "feedback", "name", "place", "bring", "ages", "children", "season", "subject", "text"}


def rendered(sample, text, name=""):
    facts = with_texts(sample.facts, text)
    if "children" in facts:
        facts["children"] = [text]
    if sample.kind == Kind.CLASS_WITHDRAWN:
        facts["reason"] = text
    # An app cleans what it reads, as the facts are cleaned.
    context = template_values(with_texts(dict(sample.details.context), text))
    details = Details(context, sample.details.attachments)
    return render_with(OutboxEmail(kind=sample.kind, facts=facts, recipient=User(name=name or text)), details)


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_it_renders_each_sample_safely(sample, settings):
    make_school()
    email = sample.render()
    assert_says_who_writes_and_why(email, settings)
    assert_begins_with_text(email)
    assert_links_to_existing_pages_only(email, sample, settings)
    assert_has_one_button_and_no_external_content(email)
    assert_wraps_between_words(email.text)
    assert_escapes_in_html_only(rendered(sample, EVIL))
    assert_has_one_subject(rendered(sample, "Clay" + "".join(f"{each}Bcc: eve@camp.example" for each in BREAKS)))


def assert_says_who_writes_and_why(email, settings):
    contact = [settings.SITE_NAME, *School.current().contact.values()]
    assert_says(email, "Hi Sam,", "You're getting this email because", *contact)
    assert email.subject
    assert "{" not in email.text


def assert_begins_with_text(email):
    """Some programs show the first line of the source as a preview, and an empty one as an empty message."""
    for part in (email.subject, email.text, email.html):
        assert part == part.lstrip()
    body = email.html.partition("<body")[2]
    preheader = re.search(r'<div style="display:none[^>]*>(.*?)</div>', body, re.DOTALL)
    assert strip_tags(preheader[1]).strip()
    assert body.index("display:none") < body.index("<table")


def assert_links_to_existing_pages_only(email, sample, settings):
    in_text = re.findall(r"https?://\S+", email.text)
    in_html = [each["href"] for tag, each in Tags(email.html).tags if tag == "a"]
    pages = [link for link in in_html if not link.startswith("mailto:")]
    assert set(in_text) == set(pages)
    assert pages
    for link in pages:
        assert link.startswith(f"{settings.SITE_URL}/")
        view = resolve(urlsplit(link).path).func
        is_for_staff = sample.kind in (Kind.ALERT, Kind.ALERT_DIGEST) and "/admin/" in link
        assert is_for_staff or (view.__module__, view.__name__) == ("camp.pages.shell", "page"), link


def assert_has_one_button_and_no_external_content(email):
    tags = Tags(email.html).tags
    names = [tag for tag, _ in tags]
    assert not {"img", "script", "link", "iframe", "form", "input", "object", "video"} & set(names)
    assert [values for tag, values in tags if tag == "a" and values.get("class") == "button"]
    assert sum(values.get("class") == "button" for _, values in tags) == 1
    assert all("scope" in values for tag, values in tags if tag == "th")
    assert ("html", {"lang": "en"}) in tags
    assert ("meta", {"name": "color-scheme", "content": "light dark"}) in tags
    assert not re.search(r"url\(|@import|@font-face", email.html)


def assert_wraps_between_words(text):
    assert max(len(line) for line in text.splitlines() if "://" not in line) <= 76
    assert "\n\n\n" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def assert_escapes_in_html_only(email):
    assert "<b>" not in email.html
    assert "&lt;b&gt;" in email.html
    assert "&lt;" not in email.subject + email.text
    assert "&amp;" not in email.subject + email.text
    assert "<b>" in email.text


def assert_has_one_subject(email):
    """Line breaks and control characters are kept out of it."""
    assert email.subject == " ".join(email.subject.split())
    assert not any(ord(each) < 32 or each in "\x7f\x85\u2028\u202e" for each in email.subject)
    message = EmailMultiAlternatives(subject=email.subject, body=email.text, to=["sam@camp.example"]).message()
    assert message["Bcc"] is None
    assert len(message.get_all("Subject")) == 1


def test_it_keeps_the_lines_of_a_feedback():
    email = rendered(SAMPLES["class-denied"], "One.\r\n\r\nTwo.\x07", name="Ines")
    assert "One.\n\nTwo.\n" in email.text


@pytest.mark.parametrize("kind", [Kind.CLASS_DECIDED, Kind.CLASS_WITHDRAWN, Kind.REMINDER])
def test_it_stays_small_with_the_longest_texts(kind):
    for sample in (each for each in SAMPLES.values() if each.kind == kind):
        facts = with_texts(sample.facts, "<" * 40) | dict.fromkeys({"feedback", "reason", "bring"}, "&" * 2000)
        email = render_with(OutboxEmail(kind=kind, facts=facts, recipient=User(name="<" * 100)), sample.details)
        assert size(email) <= MAX_BYTES


def test_it_stays_small_with_twelve_seats():
    line = {"class": "<" * 40, "class_id": 10**9, "child": "&" * 100, "price": "9999.99", "enrollment": 1}
    facts = {"order": "x", "amount": "119999.88", "lines": [line] * 12}
    email = OutboxEmail(kind=Kind.BOOKED, facts=facts, recipient=User(name="&" * 100))
    assert size(render_with(email, Details({}, []))) <= MAX_BYTES


def test_it_stays_small_with_sixty_lessons():
    lessons = [{"starts": f"2027-07-05T13:{minute:02}:00Z", "ends": "2027-07-05T16:00:00Z"} for minute in range(60)]
    facts = {"class": "<" * 40, "class_id": 10**9, "children": ["A long first name"] * 12, "refund_until": None}
    details = {"name": "<" * 40, "place": "<" * 100, "bring": "<" * 500, "ages": "children aged 8 to 12"}
    for name, place in (("before", "a "), ("after", "b ")):
        texts = {key: text[:-1] + place[0] for key, text in details.items()}
        facts[name] = texts | {"lessons": [each | {"place": place * 50} for each in lessons]}
    email = OutboxEmail(kind=Kind.CLASS_CHANGED, facts=facts, recipient=User(name="&" * 100))
    assert size(render_with(email, Details())) <= MAX_BYTES


def size(email):
    return len(email.text.encode()) + len(email.html.encode())


def test_it_does_not_break_an_address(settings):
    settings.SITE_URL = f"https://{'camp.' * 20}example"
    assert f"{settings.SITE_URL}/all-classes\n" in SAMPLES["welcome"].render().text


def test_it_has_colors_of_enough_contrast_in_light_and_dark():
    page = SAMPLES["reminder"].render().html
    dark = dict(re.findall(r"^\.(\w+) \{([^}]*)\}", page, re.MULTILINE))
    pairs = [("#2b2420", "#ffffff"), ("#5f534b", "#fbf6ec"), ("#a8442a", "#fbf6ec"), ("#ffffff", "#a8442a")]
    pairs += [
        (color(dark["card"], "color"), color(dark["card"], "background-color")),
        (color(dark["quiet"], "color"), color(dark["page"], "background-color")),
        (color(dark["link"], "color"), color(dark["card"], "background-color")),
        (color(dark["button"], "color"), color(dark["button"], "background-color")),
    ]
    for text, ground in pairs:
        assert text in page
        assert contrast(text, ground) >= 4.5, (text, ground)


def color(rules, name):
    return re.search(rf"(?<![\w-]){name}: (#\w{{6}})", rules)[1]


def contrast(one, other):
    """Returns the ratio of https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(hexadecimal):
    channels = [int(hexadecimal[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return sum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
