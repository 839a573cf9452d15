"""What is fast, measured side by side in one run; run by hand, not by the tests. Figures are kept in docs/bench.md."""
