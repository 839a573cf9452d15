import { useField } from "formik";
import { useEffect, useId, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { LessonInput } from "../../shared/api/bounds.gen";
import { config } from "../../shared/config";
import { countOf } from "../model/facts";
import { ConflictNote } from "./ConflictNote";
import { LessonPatternForm } from "./LessonPatternForm";
import { addLessons, type LessonDraft } from "./lessonDrafts";

const EMPTY_LESSON: LessonDraft = { date: "", from: "09:00", to: "12:00", place: "" };

/** The lessons of the class form: a pattern that writes the list, and the list, in which each lesson can be changed. */
export function LessonsField({ classId }: { classId?: string | undefined }) {
  const id = useId();
  const { lessons, error, change, remove, add, addOne, status, field } = useLessons();
  const wrong = error === null ? 0 : lessonNumber(error);
  return (
    <fieldset
      ref={field}
      className="lessons-field"
      aria-describedby={error === null ? undefined : `${id}-error`}
    >
      <legend className="fs-6 fw-semibold">Lessons (optional)</legend>
      <p className="form-text">All times are in {config.timeZoneName}, the camp's time zone.</p>
      <LessonPatternForm add={add} />
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ol>
        {lessons.map((lesson, index) => (
          <LessonRow
            key={lesson._id ?? `new-${index}`}
            number={index + 1}
            lesson={lesson}
            error={wrong === index + 1 ? error : null}
            errorId={`${id}-error`}
            change={(changes) => change(index, changes)}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      <div role="alert">{wrong === 0 ? <LessonError id={`${id}-error`} error={error} /> : null}</div>
      <ConflictNote classId={classId} />
      <Button variant="outline-secondary" size="sm" className="mb-3" onClick={addOne}>
        Add one lesson
      </Button>
    </fieldset>
  );
}

/** The lessons in the form, their error, what changes them, and what to announce after it. */
function useLessons() {
  const [{ value: lessons }, meta, { setValue }] = useField<LessonDraft[]>("lessons");
  const [status, setStatus] = useState("");
  const { field, focusAfterRemoval } = useFocusAfterRemoval(lessons);
  const set = (changed: LessonDraft[], announcement = "") => {
    setStatus(announcement);
    void setValue(changed);
  };
  const change = (index: number, changes: Partial<LessonDraft>) =>
    set(lessons.map((lesson, at) => (at === index ? { ...lesson, ...changes } : lesson)));
  const remove = (index: number) => {
    focusAfterRemoval(index);
    set(lessons.filter((_, at) => at !== index));
  };
  const add = (added: readonly LessonDraft[]) => {
    const all = addLessons(lessons, added);
    const count = all.length - lessons.length;
    set(all, count === 0 ? "These lessons are already on the list." : `${countOf(count, "lesson")} added.`);
  };
  const addOne = () => set([...lessons, lessons.length > 0 ? nextLesson(lessons) : EMPTY_LESSON]);
  const error = meta.touched && typeof meta.error === "string" ? meta.error : null;
  return { lessons, error, change, remove, add, addOne, status, field };
}

/** After the removal of a lesson, focuses the next Remove button, else the last one, else the button that adds lessons. */
function useFocusAfterRemoval(lessons: readonly LessonDraft[]) {
  const field = useRef<HTMLFieldSetElement>(null);
  const removed = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list on screen has changed with the lessons
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = [...(field.current?.querySelectorAll<HTMLElement>("li button") ?? [])];
    const add = field.current?.querySelector<HTMLElement>(":scope > button");
    (buttons[removed.current] ?? buttons.at(-1) ?? add)?.focus();
    removed.current = null;
  }, [lessons]);
  /** A lesson that has started has no button. */
  const focusAfterRemoval = (index: number) => {
    removed.current = lessons.slice(0, index).filter(({ started }) => !started).length;
  };
  return { field, focusAfterRemoval };
}

/** Returns a lesson at the time of the last one, without a day. */
function nextLesson(lessons: readonly LessonDraft[]): LessonDraft {
  const { from, to } = lessons.at(-1) ?? EMPTY_LESSON;
  return { ...EMPTY_LESSON, from, to };
}

/** The number of the lesson that an error names: `Lesson 3: ...`; 0 for none. */
function lessonNumber(error: string): number {
  return Number(/^Lesson (\d+):/.exec(error)?.[1] ?? 0);
}

interface LessonRowProps {
  number: number;
  lesson: LessonDraft;
  /** The error of this lesson. */
  error: string | null;
  errorId: string;
  change: (changes: Partial<LessonDraft>) => void;
  remove: () => void;
}

const INPUTS = [
  { name: "date", type: "date", label: "day" },
  { name: "from", type: "time", label: "from" },
  { name: "to", type: "time", label: "to" },
  { name: "place", type: "text", label: "other place" },
] as const;

function LessonRow({ number, lesson, error, errorId, change, remove }: LessonRowProps) {
  const invalid = error !== null;
  return (
    <li>
      <div className="lesson-inputs">
        {INPUTS.map(({ name, type, label }) => (
          <input
            key={name}
            type={type}
            className={`form-control form-control-sm ${invalid ? "is-invalid" : ""}`}
            aria-label={`Lesson ${number}, ${label}`}
            aria-invalid={invalid}
            aria-describedby={invalid ? errorId : undefined}
            placeholder={type === "text" ? "Other place" : undefined}
            maxLength={type === "text" ? LessonInput.place.maxLength : undefined}
            disabled={lesson.started}
            value={lesson[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
        {lesson.started ? (
          <span className="form-text mt-0">Already started</span>
        ) : (
          <Button variant="outline-danger" size="sm" onClick={remove}>
            Remove<span className="visually-hidden"> lesson {number}</span>
          </Button>
        )}
      </div>
      <LessonError id={errorId} error={error} />
    </li>
  );
}

function LessonError({ id, error }: { id: string; error: string | null }) {
  if (error === null) return null;
  return (
    <div id={id} className="invalid-feedback d-block mt-0 mb-3">
      {error}
    </div>
  );
}
