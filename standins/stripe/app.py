"""The ASGI application and its routes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standins.stripe import (
    account,
    charges,
    confirmation,
    control,
    disputes,
    events,
    payment_intents,
    payment_methods,
    refunds,
)
from standins.stripe.browser import BrowserCors, serve_script
from standins.stripe.errors import invalid_request
from standins.stripe.faults import Faults
from standins.stripe.gateway import Gateway
from standins.stripe.store import Store
from standins.stripe.webhooks import Webhooks


@dataclass(frozen=True)
class Settings:
    """Configuration of the stand-in.

    `webhook_events` are the event types that the webhook endpoint receives; none means all.
    `retry_seconds` is the delay before the first retry of a webhook, doubled for each further one.
    """

    state: Path
    webhook_url: str | None = None
    webhook_secret: str = ""
    webhook_events: tuple[str, ...] = ()
    browser_origins: tuple[str, ...] = ()
    retry_seconds: float = 1.0


async def _ready(request: Request) -> Response:
    return JSONResponse({"standin": "stripe", "ready": True})


async def _not_found(request: Request, error: Exception) -> Response:
    not_found = invalid_request(
        f"Unrecognized request URL ({request.method}: {request.url.path}). Please see "
        "https://stripe.com/docs or we can help at https://support.stripe.com/.",
        status=404,
    )
    return JSONResponse(not_found.body, not_found.status)


def _api_routes(gateway: Gateway) -> list[Route]:
    get, post = ["GET"], ["POST"]
    api = gateway.endpoint
    intents, intent = "/v1/payment_intents", "/v1/payment_intents/{intent}"
    return [
        Route(intents, api(payment_intents.create), methods=post),
        Route(intents, api(payment_intents.list_all), methods=get),
        Route(intent, api(payment_intents.retrieve, publishable=True), methods=get),
        Route(intent, api(payment_intents.update), methods=post),
        Route(f"{intent}/confirm", api(confirmation.confirm, publishable=True), methods=post),
        Route(f"{intent}/cancel", api(payment_intents.cancel), methods=post),
        Route("/v1/payment_methods", api(payment_methods.create, publishable=True), methods=post),
        Route("/v1/payment_methods/{payment_method}", api(payment_methods.retrieve), methods=get),
        Route("/v1/charges", api(charges.list_all), methods=get),
        Route("/v1/charges/{charge}", api(charges.retrieve), methods=get),
        Route("/v1/refunds", api(refunds.create), methods=post),
        Route("/v1/refunds", api(refunds.list_all), methods=get),
        Route("/v1/refunds/{refund}", api(refunds.retrieve), methods=get),
        Route("/v1/refunds/{refund}", api(refunds.update), methods=post),
        Route("/v1/account", api(account.retrieve), methods=get),
        Route("/v1/webhook_endpoints", api(account.list_webhook_endpoints(gateway.webhooks)), methods=get),
        Route("/v1/disputes", api(disputes.list_all), methods=get),
        Route("/v1/events", api(events.list_all), methods=get),
        Route(
            "/_standin/authentications",
            api(confirmation.authenticate, publishable=True),
            methods=post,
        ),
    ]


def create_app(settings: Settings) -> Starlette:
    """Opens the store and returns the application, which closes the store on shutdown."""
    store = Store(settings.state)
    faults = Faults(store)
    webhooks = Webhooks(
        store, faults, settings.webhook_url, settings.webhook_secret, settings.webhook_events, settings.retry_seconds
    )
    gateway = Gateway(store, faults, webhooks)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await webhooks.start()
        yield
        await webhooks.stop()
        store.close()

    return Starlette(
        routes=[
            Route("/", _ready, methods=["GET"]),
            Route("/v3/stripe.js", serve_script, methods=["GET"]),
            *_api_routes(gateway),
            *control.Control(gateway).routes(),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
            Middleware(BrowserCors, origins=list(settings.browser_origins)),
        ],
        exception_handlers={
            404: _not_found,
            405: _not_found,
            **dict.fromkeys(control.ERRORS, control.error_response),
        },
        lifespan=lifespan,
    )
