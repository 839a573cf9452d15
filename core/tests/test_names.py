import pytest
from django.core.exceptions import ValidationError

from core.names import is_same_person, validate_no_link

NAMES = """
Sam | O'Brien | O\u2019Brien | Mar\xeda de la Cruz | Nguy\u1ec5n V\u0103n A | Jean-Luc | Anne-Marie d'Arc |
St. John | J.R.R. Tolkien | J.R.R.Tolkien | J. R. R. Tolkien | A.Schmidt | Sammy Davis Jr. | Jane Doe, Ph.D. |
Dr. Li | Dipl.-Ing. Weber | Ma. Theresa | Mr./Mrs. Smith |
\u0414. \u0418. \u041c\u0435\u043d\u0434\u0435\u043b\u0435\u0435\u0432 | \u738b\u5c0f\u660e |
\u30b8\u30e7\u30f3\u30fb\u30b9\u30df\u30b9 | Clay: first steps | Wood/Metal | Room 3/4 | No. 5/6 | Clay vol.2 |
Ages 8-12, 9.30 to 12.00 | July 5... | Barn (1st floor) | Camp @ home | Httpie | Https is fun | Wwwonder |
5.7.2027 | Clay 5.7.-9.7.2027 | Mia\u200dLeo | Why? What: yes
"""
LINKS = """
http://evil.example | Click https://evil.example/pay | HTTPS://EVIL.EXAMPLE | ftp://x | weird+scheme://x |
mailto:a@b | tel:+15550100 | www.evil.example | WWW.Evil.Com | evil.com | Click evil.com now | evil.com/pay |
(evil.com) | Sam<evil.com> | a.b.evil.com | evil.x.com | t.me/evil | t.co/x | x.yz?a=1 | evil.com:8080 |
sam@evil.com | 1.2.3.4/pay | evil.co.uk. | evil\uff0ecom | evil\u3002com | \uff45vil.com | evil.\u200bcom |
evil\xad.com | \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444 | evil.xn--p1ai | Mary.evil.com Smith |
http:evil | Your prize:evil.com | evil_shop.com | evil-shop.com
"""


def each_of(names):
    return [name.strip(" \n") for name in names.split("|")]


@pytest.mark.parametrize("name", each_of(NAMES))
def test_it_accepts_names_of_people_classes_and_places(name):
    validate_no_link(name)


@pytest.mark.parametrize("name", each_of(LINKS))
def test_it_refuses_what_mail_programs_make_a_link_of(name):
    with pytest.raises(ValidationError):
        validate_no_link(name)


@pytest.mark.parametrize(
    "other", ["EVE SMITH", " eve  smith", "evesmith", "\u00c9ve\u00a0Smith", "Eve-Smith", "E\u200bve Smith"]
)
def test_it_knows_a_person_by_another_spelling(other):
    assert is_same_person("Eve Smith", other)


@pytest.mark.parametrize(
    ("name", "other"), [("Eve", "Eva"), ("Eve Smith", "Smith Eve"), ("\u0e01\u0e34", "\u0e01\u0e38"), ("!!!", "")]
)
def test_it_tells_people_apart(name, other):
    assert not is_same_person(name, other)
