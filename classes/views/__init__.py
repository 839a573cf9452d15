"""The calls about classes, by deed."""
