import pytest

from core.pasted import fold_code, fold_email, fold_phone, fold_search, join_phones


@pytest.mark.parametrize(
    "pasted",
    [
        "\u202d(828) 555-0142\u202c",
        "\u200e(828) 555-0142",
        "(828)\u00a0555-0142",
        "(828) 555\u20110142",
        "(828) 555\u20130142",
        "\ufeff(828)\u202f555\u22120142\u200b",
        "tel:(828) 555-0142",
        "\uff08\uff18\uff12\uff18\uff09 \uff15\uff15\uff15\uff0d\uff10\uff11\uff14\uff12",
        " (828)  555-0142\t",
    ],
)
def test_it_folds_a_phone_number(pasted):
    assert fold_phone(pasted) == "(828) 555-0142"


def test_it_shortens_the_extension_of_a_phone_number():
    assert fold_phone("(828) 555\u20110142 Extension 11") == "(828) 555-0142 ext. 11"
    assert fold_phone("(828) 555-0142 x11") == "(828) 555-0142 x11"


@pytest.mark.parametrize(
    "pasted",
    [
        "mailto:Ann@camp.example",
        "\u2039ann@camp.example\u203a",
        "<ann@camp.example>",
        "MAILTO:<ann@camp.example>;",
        "ann@camp.example.",
        "ann@\u200bcamp.example",
        "ann@camp\u00ad.example\u200d",
        "\u201cann@camp.example\u201d,",
        " ann@camp.example\u00a0",
    ],
)
def test_it_folds_an_email_address(pasted):
    assert fold_email(pasted) == "ann@camp.example"


def test_it_leaves_what_is_no_part_of_an_address_to_the_validation():
    assert fold_email("Ann <ann@camp.example>") == "ann <ann@camp.example"
    assert fold_email("ann @camp.example") == "ann @camp.example"


@pytest.mark.parametrize(
    "pasted",
    [
        "SPRING-10",
        "SPRING\u201310",
        "SPRING\u201110",
        "SPRING 10",
        "SPRING \u2014 10",
        "SPR\u200bING-10",
        " SPRING\u00a010",
    ],
)
def test_it_folds_a_code(pasted):
    assert fold_code(pasted) == "SPRING-10"


def test_it_folds_the_addresses_in_a_search_and_keeps_the_joiners_in_names():
    assert fold_search("\u202dmina mailto:ann@camp.example\u202c") == "mina ann@camp.example"
    assert fold_search("\u0645\u06cc\u200c\u0646\u0627") == "\u0645\u06cc\u200c\u0646\u0627"


@pytest.mark.parametrize(
    ("search", "joined"),
    [
        ("+1 828 555 0142", "8285550142"),
        ("1-828-555-0142", "8285550142"),
        ("\u202d+1 (828) 555\u20110142\u202c ext. 11", "8285550142"),
        ("828.555.0142 x11 anna", "8285550142 anna"),
        ("anna +1 828", "anna 828"),
        ("(828) 555", "828555"),
        ("+44 20 7946 0958", "442079460958"),
        ("+1", "1"),
        ("142", "142"),
        ("anna2 12a (mia) -", "anna2 12a (mia) -"),
        ("ann.12@camp.example", "ann.12@camp.example"),
    ],
)
def test_it_joins_the_phone_numbers_of_a_search(search, joined):
    assert join_phones(search) == joined


def test_it_reads_long_text_in_little_time():
    for text in ("a" + 500_000 * "\u0301\u0316", 500_000 * "(", 1_000_000 * "\u200b" + "1"):
        for fold in (fold_phone, fold_email, fold_code):
            assert len(fold(text)) <= 2000
