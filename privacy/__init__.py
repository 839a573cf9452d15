"""Export and deletion of the personal data of one user, across all apps."""
