"""Loads the fixtures of these tests."""

from testing.servers.stripe_process import (
    api,
    connect,
    endpoint,
    intent,
    paid_intent,
    sdk_http,
    standin,
    standin_process,
    webhook_endpoint,
)

__all__ = [
    "api",
    "connect",
    "endpoint",
    "intent",
    "paid_intent",
    "sdk_http",
    "standin",
    "standin_process",
    "webhook_endpoint",
]
