"""What a file doesn't say, and what the person who imports it has answered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.errors import DomainError

NONE, ADD, CHANGE, NEW = "none", "add", "change", "new"
LONGEST_VALUE = 100


class OpenQuestions(DomainError):
    code = "open_questions"
    message = "Please answer all questions about the file first. Nothing was changed."


class Choice(NamedTuple):
    id: str
    text: str


@dataclass(frozen=True)
class Question:
    """About all ``rows`` in which ``value`` occurs; with an empty value, about all of its kind."""

    kind: str
    value: str
    text: str
    choices: Sequence[Choice]
    rows: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.value}"


@dataclass(frozen=True)
class Interview:
    """``columns``: by letter, the field that a column has, None if it is ignored. ``answers``: choices by question."""

    columns: Mapping[str, str | None] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    asked: dict[str, Question] = field(default_factory=dict)

    def ask(self, kind: str, value: str, text: str, choices: Sequence[Choice], rows: Iterable[int]) -> str | None:
        """The id of the choice; None as long as there is no answer. May be asked again about other rows."""
        asked = Question(kind, value[:LONGEST_VALUE], text, choices)
        question = self.asked.setdefault(asked.id, asked)
        question.rows.extend(row for row in rows if row not in question.rows[-1:])
        return self._answer(question)

    @property
    def questions(self) -> list[Question]:
        return list(self.asked.values())

    @property
    def open(self) -> list[Question]:
        return [each for each in self.questions if self._answer(each) is None]

    def _answer(self, question: Question) -> str | None:
        answer = self.answers.get(question.id)
        return answer if any(answer == choice.id for choice in question.choices) else None
