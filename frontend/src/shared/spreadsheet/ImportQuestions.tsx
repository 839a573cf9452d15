import { useId } from "react";
import { Check } from "../forms/Check";
import { type Question, rowsText } from "./spreadsheet";

interface ImportQuestionsProps {
  questions: readonly Question[];
  /** By question. */
  answers: Readonly<Record<string, string>>;
  answer: (question: string, choice: string) => void;
}

/** What the file doesn't say. */
export function ImportQuestions({ questions, answers, answer }: ImportQuestionsProps) {
  if (questions.length === 0) return null;
  const open = questions.filter(({ id }) => answers[id] === undefined).length;
  return (
    <section className="import-part">
      <h3 className="fs-6">{open === 0 ? "Your answers" : "Please answer"}</h3>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={answers[question.id]}
          choose={(choice) => answer(question.id, choice)}
        />
      ))}
    </section>
  );
}

/** More choices than these are a list that unfolds. */
const MAX_BUTTONS = 4;

interface QuestionFieldProps {
  question: Question;
  answer: string | undefined;
  choose: (choice: string) => void;
}

function QuestionField({ question, answer, choose }: QuestionFieldProps) {
  const id = useId();
  const { text, rows, choices } = question;
  const where = rowsText(rows);
  const label = where === "" ? text : `${text} (${where})`;
  if (choices.length > MAX_BUTTONS)
    return (
      <div className="mb-3">
        <label htmlFor={id} className="form-label">
          {label}
        </label>
        <select
          id={id}
          className="form-select"
          value={answer ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="" disabled>
            Please choose
          </option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.text}
            </option>
          ))}
        </select>
      </div>
    );
  return (
    <fieldset className="mb-3">
      <legend className="form-label">{label}</legend>
      {choices.map((each) => (
        <Check
          key={each.id}
          type="radio"
          name={id}
          label={each.text}
          checked={answer === each.id}
          onChange={() => choose(each.id)}
        />
      ))}
    </fieldset>
  );
}
