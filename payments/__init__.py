"""Payments: checkout, settlement, refunds, webhooks and reconciliation."""
