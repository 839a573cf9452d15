import { type ReactNode, useId, useState } from "react";
import type { Selection } from "../../classes/api";
import { QuoteInput } from "../../shared/api/bounds.gen";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { useAction } from "../../shared/hooks/useAction";
import { formatList } from "../../shared/intl";
import { formatMoney } from "../../shared/money";
import { type Quote, quoteOrder } from "../api";

interface CodeFormProps {
  selections: readonly Selection[];
  /** What the order costs with the code that the student has typed or taken back; null before that. */
  quote: Quote | null;
  /** Whether seats are held with a code that can be taken back: it may have been typed before a reload. */
  isHeldWithCode?: boolean;
  disabled: boolean;
  onQuote: (quote: Quote) => void;
}

/** The field for the code of a voucher, folded until it is needed; then what the code does, and a button that takes it back. */
export function CodeForm({ selections, quote, isHeldWithCode, disabled, onQuote }: CodeFormProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { run, busy, error } = useAction(async (code: string) => onQuote(await quoteOrder(selections, code)));
  const problem = error ? (
    <p id={`${id}-error`} className="text-danger mt-1 mb-0" role="alert">
      {errorMessage(error)}
    </p>
  ) : null;
  if (quote?.code || isHeldWithCode) {
    return (
      <>
        <div className="d-flex align-items-baseline justify-content-between gap-3 mt-2">
          <p className="mb-0" role="status">
            {quote?.code ? <EffectOfCode code={quote.code} lines={quote.lines} /> : <Applied>A code</Applied>}
          </p>
          <BusyButton
            variant="link"
            className="px-0"
            busy={busy}
            disabled={disabled}
            onClick={() => void run("")}
          >
            Remove<span className="visually-hidden"> the code</span>
          </BusyButton>
        </div>
        {problem}
      </>
    );
  }
  return (
    <details className="mt-2">
      <summary className="tap">Have a code?</summary>
      <form
        className="input-group mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") void run(typed.trim());
        }}
      >
        <input
          aria-label="Code"
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
      {problem}
    </details>
  );
}

/** What the code takes off, or the discount that it takes the place of: a seat has the better one, never both. */
function EffectOfCode({ code, lines }: { code: string; lines: Quote["lines"] }) {
  const name = code.toUpperCase();
  if (!lines.some(({ usesCode }) => usesCode))
    return `Code ${name} isn't used: the discounts you already have are better.`;
  const replaced = new Map<string, number>();
  for (const { replaced: former } of lines)
    if (former) replaced.set(former.discountText, (replaced.get(former.discountText) ?? 0) + former.discount);
  const texts = [...replaced].map(([text, amount]) => `${text} (${formatMoney(amount)} off)`);
  return (
    <>
      <Applied>Code {name}</Applied> {texts.length > 0 ? `It replaces: ${formatList(texts)}.` : null}
    </>
  );
}

function Applied({ children }: { children: ReactNode }) {
  return <strong className="text-success">{children} is applied.</strong>;
}
