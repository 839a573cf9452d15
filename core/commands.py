import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class DocumentedCommand(BaseCommand):
    """A command whose ``help`` keeps its line breaks, with ``exit_codes`` printed after the options."""

    exit_codes = ""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, epilog=self.exit_codes, **kwargs)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        return parser
