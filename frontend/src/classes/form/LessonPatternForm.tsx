import { type KeyboardEvent, useId, useState } from "react";
import Button from "react-bootstrap/Button";
import { Check } from "../../shared/forms/Check";
import { FilterInput } from "../../shared/forms/Filters";
import { countOf } from "../model/facts";
import { type LessonDraft, type LessonPattern, lessonsOf, patternProblem } from "./lessonDrafts";

/** Monday first. 0 is Sunday, as in Date. */
const WEEKDAYS = [
  [1, "Mon"],
  [2, "Tue"],
  [3, "Wed"],
  [4, "Thu"],
  [5, "Fri"],
  [6, "Sat"],
  [0, "Sun"],
] as const;

const INITIAL: LessonPattern = {
  firstDay: "",
  lastDay: "",
  weekdays: [1, 2, 3, 4, 5],
  from: "09:00",
  to: "12:00",
};

const INPUTS = [
  { name: "firstDay", type: "date", label: "First day" },
  { name: "lastDay", type: "date", label: "Last day" },
  { name: "from", type: "time", label: "From" },
  { name: "to", type: "time", label: "To" },
] as const;

/** Writes many lessons at once: on some weekdays between two days. The button says how many. */
export function LessonPatternForm({ add }: { add: (lessons: LessonDraft[]) => void }) {
  const id = useId();
  const [pattern, setPattern] = useState(INITIAL);
  const lessons = lessonsOf(pattern);
  const problem = patternProblem(pattern);
  const toggle = (day: number) => {
    const weekdays = pattern.weekdays.filter((each) => each !== day);
    setPattern({ ...pattern, weekdays: pattern.weekdays.includes(day) ? weekdays : [...weekdays, day] });
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return;
    event.preventDefault(); // Enter would submit the class form.
    if (lessons.length > 0) add(lessons);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter in the inputs inside
    <div className="lesson-pattern" onKeyDown={addOnEnter}>
      {INPUTS.map(({ name, type, label }) => (
        <FilterInput
          key={name}
          type={type}
          label={label}
          value={pattern[name]}
          onChange={(typed) => setPattern({ ...pattern, [name]: typed })}
        />
      ))}
      <div className="lesson-weekdays d-flex flex-wrap row-gap-1 column-gap-3">
        {WEEKDAYS.map(([day, name]) => (
          <Check
            key={day}
            label={name}
            checked={pattern.weekdays.includes(day)}
            onChange={() => toggle(day)}
          />
        ))}
      </div>
      <Button
        variant="outline-primary"
        disabled={problem !== null}
        aria-describedby={`${id}-problem`}
        onClick={() => add(lessons)}
      >
        {lessons.length === 0 ? "Add lessons" : `Add ${countOf(lessons.length, "lesson")}`}
      </Button>
      <p id={`${id}-problem`} className="form-text" role="status">
        {problem}
      </p>
    </div>
  );
}
