"""The outbox, its sending, and the templates of the e-mails."""
