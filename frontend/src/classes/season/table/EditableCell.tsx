import { type KeyboardEvent, useId, useRef, useState } from "react";
import { errorMessage } from "../../../shared/api/errors";
import { useAction } from "../../../shared/hooks/useAction";
import { useAfterRendering } from "../../../shared/hooks/useAfterRendering";

interface EditableCellProps {
  /** What the value is, such as `Price of Clay Animals`. */
  label: string;
  /** As shown. */
  text: string;
  /** As typed. */
  value: string;
  inputMode?: "numeric" | "decimal";
  /** Why the typed text cannot be saved; null if it can. */
  problemOf: (typed: string) => string | null;
  /** @throws ApiError */
  save: (typed: string) => Promise<void>;
  disabled?: boolean;
}

/** A value that becomes an input when it is clicked. Enter and leaving the input save it, Escape does not. */
export function EditableCell({ label, text, disabled = false, ...edit }: EditableCellProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useAfterRendering(() => button.current?.focus());
  const close = (takesFocus: boolean) => {
    setEditing(false);
    if (takesFocus) focusButton();
  };
  if (disabled) return text || "–";
  if (isEditing) return <CellInput label={label} {...edit} close={close} />;
  return (
    <button
      ref={button}
      type="button"
      className="cell-button"
      aria-label={`${label}: ${text || "none"}, change`}
      onClick={() => setEditing(true)}
    >
      {text || "–"}
    </button>
  );
}

type CellInputProps = Omit<EditableCellProps, "text" | "disabled"> & {
  close: (takesFocus: boolean) => void;
};

function CellInput({ label, value, inputMode, problemOf, save, close }: CellInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy, error, clearError } = useAction(save);
  const shown = problem ?? (error === null ? null : errorMessage(error));
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
    clearError();
  };
  const submit = async (takesFocus: boolean) => {
    if (busy) return;
    if (typed.trim() === value) return close(takesFocus);
    const found = problemOf(typed.trim());
    setProblem(found);
    if (found === null && (await run(typed.trim()))) close(takesFocus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") void submit(true);
    if (event.key === "Escape") close(true);
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
        autoFocus
        className={`form-control form-control-sm ${shown === null ? "" : "is-invalid"}`}
        aria-label={label}
        aria-invalid={shown !== null}
        aria-describedby={shown === null ? undefined : id}
        aria-busy={busy}
        autoComplete="off"
        inputMode={inputMode}
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => shown === null && void submit(false)}
      />
      <span id={id} role="alert" className="cell-error">
        {shown}
      </span>
    </>
  );
}
