import { useId } from "react";
import { DeskEnrollmentInput } from "../../../shared/api/bounds.gen";
import { Check } from "../../../shared/forms/Check";
import { LabeledInput } from "../../../shared/forms/LabeledInput";
import { DESK_METHODS, REFERENCE_LABELS } from "../../money/methods";
import { reservationDays } from "../reservation";
import type { Enrollment } from "./useEnrollment";

const CHOICES = [...Object.entries(DESK_METHODS), ["reserve", "Reserve, pay later"]] as const;

interface PaymentFieldsProps {
  enrollment: Enrollment;
}

/** How the family pays, with the reference and a code; or until when the seats are reserved. */
export function PaymentFields({ enrollment }: PaymentFieldsProps) {
  const id = useId();
  const { draft, change } = enrollment;
  return (
    <>
      <fieldset className="mb-3">
        <legend className="fs-6 fw-semibold">How do they pay?</legend>
        <div className="d-flex flex-wrap gap-3">
          {CHOICES.map(([method, label]) => (
            <Check
              key={method}
              type="radio"
              name={`${id}-method`}
              label={label}
              checked={draft.method === method}
              onChange={() => change({ method: method as typeof draft.method })}
            />
          ))}
        </div>
      </fieldset>
      {draft.method === "reserve" ? (
        <LastDay enrollment={enrollment} />
      ) : (
        <LabeledInput
          name="reference"
          label={REFERENCE_LABELS[draft.method]}
          value={draft.reference}
          maxLength={DeskEnrollmentInput.reference.maxLength}
          change={(reference) => change({ reference })}
        />
      )}
      {/* Only hidden, so that it stays open. */}
      <details className="mb-3" hidden={draft.method === "reserve"}>
        <summary>Use a code</summary>
        <div className="mt-2">
          <LabeledInput
            label="Code"
            value={draft.code}
            maxLength={DeskEnrollmentInput.code.maxLength}
            change={(code) => change({ code })}
          />
        </div>
      </details>
    </>
  );
}

function LastDay({ enrollment: { startsAt, day, change } }: PaymentFieldsProps) {
  const { first, last } = reservationDays(startsAt);
  return (
    <LabeledInput
      name="until"
      type="date"
      label="Reserve until"
      hint="At most three weeks, and two hours before the first lesson."
      min={first}
      max={last}
      value={day}
      change={(next) => change({ day: next })}
    />
  );
}
