import { useId, useState } from "react";
import type { Selection } from "../../classes/api";
import { QuoteInput } from "../../shared/api/bounds.gen";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { useAction } from "../../shared/hooks/useAction";
import { type Quote, quoteOrder } from "../api";

interface CodeFormProps {
  selections: readonly Selection[];
  /** The code that the prices include; empty for none. */
  code: string;
  disabled: boolean;
  /** Called with what the order costs with a new code. */
  onCode: (quote: Quote) => void;
}

/** The field for the code of a voucher, folded until it is needed. */
export function CodeForm({ selections, code, disabled, onCode }: CodeFormProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { run, busy, error } = useAction(async () => onCode(await quoteOrder(selections, typed.trim())));
  const removal = useAction(async () => onCode(await quoteOrder(selections, "")));
  if (code !== "")
    return (
      <div className="d-flex flex-wrap align-items-center column-gap-3 mt-2">
        <p className="mb-0 text-success fw-semibold">Code {code.toUpperCase()} is applied.</p>
        <BusyButton
          size="sm"
          variant="link"
          busy={removal.busy}
          disabled={disabled}
          onClick={() => void removal.run()}
        >
          Remove the code
        </BusyButton>
      </div>
    );
  return (
    <details className="mt-2">
      <summary>Have a code?</summary>
      <form
        className="input-group mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") void run();
        }}
      >
        <label className="visually-hidden" htmlFor={id}>
          Code
        </label>
        <input
          id={id}
          className={`form-control ${error ? "is-invalid" : ""}`}
          value={typed}
          maxLength={QuoteInput.code.maxLength}
          autoComplete="off"
          autoCapitalize="characters"
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error !== null}
          onChange={(event) => setTyped(event.target.value)}
        />
        <BusyButton type="submit" variant="outline-primary" busy={busy} disabled={disabled}>
          Apply
        </BusyButton>
      </form>
      {error ? (
        <p id={`${id}-error`} className="text-danger mb-0" role="alert">
          {errorMessage(error)}
        </p>
      ) : null}
    </details>
  );
}
