"""Reading request bodies: their size, their deadline, their number, and which are not read."""

import asyncio

import pytest

from accounts.api import urls as account_urls
from accounts.tokens import issue_token
from camp.server import request_body
from camp.server.request_body import BodyIncomplete, BodyReader, BodyReaders, BodyTooSlow
from classes.api import urls as class_urls
from core.api.picture_views import FileFormParser, PictureFormParser
from core.errors import BodyTooLarge
from core.pictures.encoding import MAX_BYTES, PictureTooLarge
from core.sheets import uploads
from office.api import urls as office_urls

ADDRESS, OTHER_ADDRESS = "203.0.113.7", "203.0.113.8"
SPREADSHEETS = {"/seasons/<id:id>/import", "/families/import"}


class Client:
    """Sends parts of a body. Afterwards it is silent, unless the last part ended the body. Counts what was read."""

    def __init__(self, *parts, ends=False):
        self.parts, self.ends, self.read = list(parts), ends, 0

    async def receive(self):
        if not self.parts:
            await asyncio.Event().wait()
        part = self.parts.pop(0)
        self.read += 1
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or not self.ends}


@pytest.fixture
def short_deadline(monkeypatch):
    monkeypatch.setattr(request_body, "SECONDS", 0.05)


@pytest.fixture
def no_time_to_make_room(monkeypatch):
    monkeypatch.setattr(request_body, "SECONDS_TO_MAKE_ROOM", 0)


@pytest.fixture
def long_deadlines(monkeypatch):
    """A busy machine can stop the event loop for longer than the second that a body has to make room."""
    monkeypatch.setattr(request_body, "SECONDS", 60.0)
    monkeypatch.setattr(request_body, "SECONDS_TO_MAKE_ROOM", 60.0)


def read(reader, client, length=0):
    return asyncio.run(reader.read(client.receive, length, ADDRESS))


def test_it_returns_a_body_that_arrives_in_parts():
    assert read(BodyReader(10, 1), Client(b"in", b" parts", ends=True), 8) == b"in parts"


def test_it_returns_a_body_of_unknown_length():
    assert read(BodyReader(10, 1), Client(b"chunk", ends=True)) == b"chunk"


def test_it_refuses_an_announced_length_unread():
    client = Client(b"x" * 11, ends=True)
    with pytest.raises(BodyTooLarge):
        read(BodyReader(10, 1), client, 11)
    assert client.read == 0


def test_it_refuses_a_body_of_unknown_length_at_the_limit():
    client = Client(b"x" * 8, b"x" * 8, b"x" * 8)
    with pytest.raises(BodyTooLarge):
        read(BodyReader(10, 1), client)
    assert client.read == 2


def test_it_refuses_a_body_at_its_deadline(short_deadline):
    with pytest.raises(BodyTooSlow):
        read(BodyReader(10, 1), Client(b"x"), 10)


def test_it_gives_a_long_body_more_time(short_deadline, monkeypatch):
    monkeypatch.setattr(request_body, "BYTES_PER_SECOND", 1)

    async def slowly():
        await asyncio.sleep(0.2)
        return {"type": "http.request", "body": b"x" * 5}

    assert asyncio.run(BodyReader(10, 1).read(slowly, 5, ADDRESS)) == b"xxxxx"


def test_it_refuses_a_body_whose_client_disconnects():
    async def disconnect():
        return {"type": "http.disconnect"}

    with pytest.raises(BodyIncomplete):
        asyncio.run(BodyReader(10, 1).read(disconnect, 5, ADDRESS))


def test_it_refuses_the_oldest_of_too_many_incomplete_bodies(no_time_to_make_room):
    async def outcomes():
        reader = BodyReader(10, max_incomplete=2)
        slow = [asyncio.create_task(reader.read(Client(b"x").receive, 10, ADDRESS)) for _ in range(2)]
        await asyncio.sleep(0)
        complete = await reader.read(Client(b"quick", ends=True).receive, 5, ADDRESS)
        await asyncio.wait([slow[0]], timeout=10)
        done = [task.done() for task in slow]
        slow[1].cancel()
        return complete, done, await asyncio.gather(*slow, return_exceptions=True)

    complete, done, (oldest, _) = asyncio.run(outcomes())
    assert (complete, done) == (b"quick", [True, False])
    assert isinstance(oldest, BodyTooSlow)


def test_it_refuses_the_bodies_of_the_address_that_sends_most(no_time_to_make_room):
    async def outcomes():
        reader = BodyReader(10, max_incomplete=3)
        addresses = [OTHER_ADDRESS, ADDRESS, ADDRESS]
        slow = [asyncio.create_task(reader.read(Client(b"x").receive, 10, each)) for each in addresses]
        await asyncio.sleep(0)
        await reader.read(Client(b"quick", ends=True).receive, 5, ADDRESS)
        await asyncio.wait([slow[1]], timeout=10)
        done = [task.done() for task in slow]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return done

    assert asyncio.run(outcomes()) == [False, True, False]


def test_it_reads_a_body_at_the_moment_when_the_oldest_one_reaches_its_deadline(short_deadline):
    async def outcomes():
        reader = BodyReader(10, max_incomplete=1)
        slow = asyncio.create_task(reader.read(Client(b"x").receive, 0, ADDRESS))
        await asyncio.sleep(0)
        (deadline,) = reader._deadlines
        while not deadline.expired():
            await asyncio.sleep(0)
        body = await reader.read(Client(b"x", ends=True).receive, 1, ADDRESS)
        return body, *await asyncio.gather(slow, return_exceptions=True)

    body, refusal = asyncio.run(outcomes())
    assert body == b"x"
    assert isinstance(refusal, BodyTooSlow)


def test_it_reads_every_body_of_a_burst(long_deadlines):
    class DelayedClient(Client):
        async def receive(self):
            await asyncio.sleep(0.01)
            return await super().receive()

    async def read_all():
        reader = BodyReader(10, max_incomplete=2)
        return await asyncio.gather(
            *(reader.read(DelayedClient(b"x", ends=True).receive, 1, ADDRESS) for _ in range(500))
        )

    assert asyncio.run(read_all()) == [b"x"] * 500


def test_it_counts_incomplete_bodies_only():
    async def read_many():
        reader = BodyReader(10, max_incomplete=1)
        return [await reader.read(Client(b"x", ends=True).receive, 1, ADDRESS) for _ in range(3)]

    assert asyncio.run(read_many()) == [b"x"] * 3


def request(path, length=5, **environ):
    return {"PATH_INFO": path, "CONTENT_LENGTH": str(length), **environ}


def read_request(environ, client):
    return asyncio.run(BodyReaders().read(environ, client.receive))


@pytest.mark.parametrize(
    "path", ["/stripe/webhook", "/images", "/users/me/photo", "/seasons/7/import", "/families/import"]
)
@pytest.mark.parametrize("authorization", ["", "Bearer guessed", "Basic x"])
def test_it_does_not_read_a_body_without_signature_or_token(path, authorization):
    client = Client(b"hello", ends=True)
    assert read_request(request(path, HTTP_AUTHORIZATION=authorization), client) == b""
    assert client.read == 0


def test_it_reads_a_webhook_with_a_signature():
    environ = request("/stripe/webhook", HTTP_STRIPE_SIGNATURE="t=1,v1=00")
    assert read_request(environ, Client(b"hello", ends=True)) == b"hello"


def test_it_accepts_files_at_every_address_to_which_they_are_sent():
    routes = [*account_urls.urlpatterns, *class_urls.urlpatterns, *office_urls.urlpatterns]
    parsers = {f"/{route.pattern}": getattr(route.callback.cls, "parser_classes", ()) for route in routes}
    assert {path for path, each in parsers.items() if PictureFormParser in each} == request_body.PICTURES
    others = {path for path, each in parsers.items() if FileFormParser in each}
    assert others == {path for path in parsers if request_body.SPREADSHEETS.fullmatch(path)} == SPREADSHEETS


@pytest.mark.parametrize("path", ["/images", "/users/me/photo"])
def test_it_reads_a_picture_with_a_valid_token(users, path):
    token = {"HTTP_AUTHORIZATION": f"Bearer {issue_token(user=users.instructor)}"}
    part = b"x" * (MAX_BYTES // 2)
    assert read_request(request(path, MAX_BYTES, **token), Client(part, part, ends=True)) == part + part
    with pytest.raises(PictureTooLarge):
        read_request(request(path, 2 * MAX_BYTES, **token), Client())


@pytest.mark.parametrize("path", ["/seasons/7/import", "/families/import"])
def test_it_reads_a_spreadsheet_with_a_valid_token(users, path):
    token = {"HTTP_AUTHORIZATION": f"Bearer {issue_token(user=users.admin)}"}
    part = b"x" * (uploads.MAX_BYTES // 2)
    environ = request(path, uploads.MAX_BYTES, **token)
    assert read_request(environ, Client(part, part, ends=True)) == part + part
    with pytest.raises(BodyTooLarge):
        read_request(request(path, 10 * uploads.MAX_BYTES, **token), Client())  # 50 MB


def test_it_does_not_wait_for_a_body_that_is_not_announced():
    assert read_request({"PATH_INFO": "/users/me"}, Client()) == b""


def test_it_reads_a_chunked_body():
    environ = {"PATH_INFO": "/users/me", "HTTP_TRANSFER_ENCODING": "chunked"}
    assert read_request(environ, Client(b"hello", ends=True)) == b"hello"
