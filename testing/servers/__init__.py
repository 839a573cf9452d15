"""Servers, processes and databases that tests start."""
