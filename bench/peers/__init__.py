"""Craft Camp beside other software: ``python -m bench.peers`` and peers.md."""
