"""The OpenAPI description derives error responses and list parameters from the views."""

import re

import pytest
from drf_spectacular.generators import SchemaGenerator


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(public=True)


@pytest.fixture(scope="module")
def paths(schema):
    return schema["paths"]


def parameter(paths, path, name):
    """Returns the schema of a parameter of the GET operation."""
    return next(each["schema"] for each in paths[path]["get"]["parameters"] if each["name"] == name)


@pytest.mark.parametrize(
    ("method", "path", "statuses"),
    [
        ("get", "/popularClasses", {"200", "503"}),
        ("get", "/classes", {"200", "400", "503"}),
        ("get", "/myClass/{id}", {"200", "401", "404", "503"}),
        ("patch", "/classes/approved/{id}", {"200", "401", "403", "404", "409", "429", "503"}),
        ("get", "/myClasses/{email}", {"200", "400", "401", "403", "404", "503"}),
        ("patch", "/users/me", {"200", "400", "401", "403", "413", "415", "429", "503"}),
        ("get", "/users/me/data", {"200", "401", "429", "503"}),
        ("post", "/stripe/webhook", {"200", "400", "413", "503"}),
    ],
)
def test_it_derives_the_responses(paths, method, path, statuses):
    assert set(paths[path][method]["responses"]) == statuses


def test_it_describes_the_pagination_of_a_list(paths):
    operation = paths["/users"]["get"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["after", "limit", "q", "role"]
    assert set(operation["responses"]["200"]["headers"]) == {"X-Total-Count", "X-Next-After"}


def test_it_describes_no_pagination_of_a_fixed_list(paths):
    assert "parameters" not in paths["/popularClasses"]["get"]


def test_it_describes_the_body_of_a_delete(paths):
    assert "requestBody" in paths["/users/me"]["delete"]


def test_it_bounds_the_parameters_of_a_list(paths):
    assert parameter(paths, "/users", "limit") == {"type": "integer", "minimum": 1, "maximum": 200}
    assert parameter(paths, "/users", "after") == {"type": "string", "minLength": 1, "maxLength": 2000}


def test_its_defaults_have_the_form_that_it_asks_for(schema):
    """A client that fills in the defaults, such as a generated one, is otherwise refused."""
    with_default = [each for each in _schemas(schema) if isinstance(each.get("default"), str)]
    assert with_default
    for each in with_default:
        assert "format" not in each, each
        assert re.search(each.get("pattern", ""), each["default"]), each
        assert each.get("minLength", 0) <= len(each["default"]), each
        assert each["default"] in each.get("enum", [each["default"]]), each


def _schemas(node):
    """Yields all objects of the description."""
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _schemas(each)


@pytest.mark.parametrize(
    "path", ["/selectClass", "/payments/{email}", "/myClasses/{email}", "/enrolledStudent/{email}"]
)
def test_it_bounds_an_email_address(paths, path):
    assert parameter(paths, path, "email") == {"type": "string", "format": "email", "maxLength": 254}


@pytest.mark.parametrize("path", ["/users/admin/{person}", "/users/instructor/{person}"])
def test_it_bounds_an_email_address_or_id(paths, path):
    assert parameter(paths, path, "person") == {"type": "string", "maxLength": 254}


def test_it_bounds_every_price(schema):
    for name, component in schema["components"]["schemas"].items():
        price = component.get("properties", {}).get("price")
        if price is not None and price["type"] != "string":  # the text of an import
            assert (price["minimum"], price["maximum"]) == (0, 10_000), name
            assert not {"exclusiveMinimum", "exclusiveMaximum"} & set(price), name
