"""Benchmarks and load tests, run by hand. docs/bench.md contains their results."""
