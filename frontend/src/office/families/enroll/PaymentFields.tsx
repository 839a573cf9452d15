import { useId } from "react";
import { formatPrice } from "../../../shared/money";
import { DESK_METHODS, MAX_REFERENCE_LENGTH, REFERENCE_LABELS } from "../../money/methods";
import { reservationDays } from "./reservation";
import type { Enrollment } from "./useEnrollment";

const CHOICES = [...Object.entries(DESK_METHODS), ["reserve", "Reserve, pay later"]] as const;

interface MethodFieldsProps {
  enrollment: Enrollment;
  startsAt: string | null;
}

/** How the family pays, with the reference; or until when the seats are reserved. */
export function MethodFields({ enrollment, startsAt }: MethodFieldsProps) {
  const id = useId();
  const { draft, change } = enrollment;
  return (
    <>
      <fieldset className="mb-3">
        <legend className="fs-6 fw-semibold">How do they pay?</legend>
        <div className="d-flex flex-wrap gap-3">
          {CHOICES.map(([method, label]) => (
            <div key={method} className="form-check">
              <input
                id={`${id}-${method}`}
                name={`${id}-method`}
                type="radio"
                className="form-check-input"
                checked={draft.method === method}
                onChange={() => change({ method: method as typeof draft.method })}
              />
              <label className="form-check-label" htmlFor={`${id}-${method}`}>
                {label}
              </label>
            </div>
          ))}
        </div>
      </fieldset>
      {draft.method === "reserve" ? (
        <LastDay id={`${id}-until`} enrollment={enrollment} startsAt={startsAt} />
      ) : (
        <TextInput
          id={`${id}-reference`}
          label={REFERENCE_LABELS[draft.method]}
          value={draft.reference}
          maxLength={MAX_REFERENCE_LENGTH}
          change={(reference) => change({ reference })}
        />
      )}
    </>
  );
}

function LastDay({ id, enrollment, startsAt }: MethodFieldsProps & { id: string }) {
  const { first, last } = reservationDays(startsAt);
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        Reserve until
      </label>
      <input
        id={id}
        type="date"
        className="form-control"
        min={first}
        max={last}
        value={enrollment.draft.until}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => enrollment.change({ until: currentTarget.value })}
      />
      <p id={`${id}-hint`} className="form-text">
        At most three weeks, and two hours before the first lesson.
      </p>
    </div>
  );
}

interface PriceFieldsProps {
  enrollment: Enrollment;
  /** What the class costs today. */
  usualPrice: number;
}

const MAX_REASON_LENGTH = 200;

/** The price of each seat and, if it is not the class's, the reason. */
export function PriceFields({ enrollment: { draft, change }, usualPrice }: PriceFieldsProps) {
  const id = useId();
  return (
    <details className="mb-3">
      <summary>Charge another price</summary>
      <div className="mt-2">
        <TextInput
          id={`${id}-price`}
          label={`Price of each seat (instead of ${formatPrice(usualPrice)})`}
          value={draft.price}
          inputMode="decimal"
          change={(price) => change({ price })}
        />
        <TextInput
          id={`${id}-reason`}
          label="Reason for the price"
          value={draft.reason}
          maxLength={MAX_REASON_LENGTH}
          change={(reason) => change({ reason })}
        />
      </div>
    </details>
  );
}

interface TextInputProps {
  id: string;
  label: string;
  value: string;
  change: (value: string) => void;
  maxLength?: number;
  inputMode?: "decimal";
}

function TextInput({ id, label, change, ...rest }: TextInputProps) {
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        type="text"
        className="form-control"
        autoComplete="off"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}
