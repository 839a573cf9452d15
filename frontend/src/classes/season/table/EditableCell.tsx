import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { errorMessage } from "../../../shared/api/errors";
import { useAction } from "../../../shared/hooks/useAction";
import { useAfterRendering } from "../../../shared/hooks/useAfterRendering";

/** An input of a cell. */
interface CellField {
  /** What is typed, such as `Price of Clay Animals`. */
  label: string;
  /** As typed. */
  value: string;
  inputMode?: "numeric" | "decimal";
  type?: "date";
  /** To choose from instead. */
  options?: readonly (readonly [value: string, text: string])[];
}

interface EditableCellProps {
  /** What the value is, such as `Early price of Clay Animals`; by default the label of the first field. */
  label?: string;
  /** As shown. */
  text: string;
  fields: readonly CellField[];
  /** Why the typed texts cannot be saved; null if they can. */
  problemOf?: (...typed: string[]) => string | null;
  /** @throws ApiError */
  save: (...typed: string[]) => Promise<void>;
  disabled?: boolean;
}

/** A value that becomes inputs when it is clicked. Enter and leaving them save it, Escape does not. */
export function EditableCell({ label, text, disabled = false, ...edit }: EditableCellProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useAfterRendering(() => button.current?.focus());
  const close = (takesFocus: boolean) => {
    setEditing(false);
    if (takesFocus) focusButton();
  };
  if (disabled) return text || "–";
  if (isEditing) return <CellForm {...edit} close={close} />;
  return (
    <button
      ref={button}
      type="button"
      className="cell-button"
      aria-label={`${label ?? edit.fields[0]?.label}: ${text || "none"}, change`}
      onClick={() => setEditing(true)}
    >
      {text || "–"}
    </button>
  );
}

type CellFormProps = Pick<EditableCellProps, "fields" | "problemOf" | "save"> & {
  close: (takesFocus: boolean) => void;
};

function CellForm({ fields, problemOf, save, close }: CellFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(fields.map(({ value }) => value));
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy, error, clearError } = useAction(save);
  const shown = problem ?? (error === null ? null : errorMessage(error));
  const change = (index: number, text: string) => {
    setTyped(typed.with(index, text));
    setProblem(null);
    clearError();
  };
  const submit = async (takesFocus: boolean) => {
    if (busy) return;
    const texts = typed.map((text) => text.trim());
    if (texts.every((text, index) => text === fields[index]?.value)) return close(takesFocus);
    const found = problemOf?.(...texts) ?? null;
    setProblem(found);
    if (found === null && (await run(...texts))) close(takesFocus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") void submit(true);
    if (event.key === "Escape") close(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (shown === null && !currentTarget.contains(relatedTarget)) void submit(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its inputs have the focus
    <span className="d-grid gap-1" onKeyDown={onKeyDown} onBlur={onBlur}>
      {fields.map(({ label, options, type, inputMode }, index) => {
        const common = {
          autoFocus: index === 0,
          "aria-label": label,
          "aria-invalid": shown !== null,
          "aria-describedby": shown === null ? undefined : id,
          "aria-busy": busy,
          value: typed[index],
        };
        const invalid = shown === null ? "" : "is-invalid";
        return options ? (
          <select
            key={label}
            {...common}
            className={`form-select form-select-sm ${invalid}`}
            onChange={({ currentTarget }) => change(index, currentTarget.value)}
          >
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            key={label}
            {...common}
            type={type}
            inputMode={inputMode}
            autoComplete="off"
            className={`form-control form-control-sm ${invalid}`}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => change(index, currentTarget.value)}
          />
        );
      })}
      <span id={id} role="alert" className="cell-error text-wrap">
        {shown}
      </span>
    </span>
  );
}
