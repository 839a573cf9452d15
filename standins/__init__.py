"""Development parts that take the place of services outside; never installed in production."""
