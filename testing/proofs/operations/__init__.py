"""The table of operations and the e-mails that each of them writes."""
