import { type FormEvent, useEffect, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { countOf } from "../../../classes/model/facts";
import { methodText } from "../../../payments/history/methods";
import { errorMessage } from "../../../shared/api/errors";
import { BusyButton } from "../../../shared/components/BusyButton";
import { DialogButtons } from "../../../shared/components/Dialog";
import { focusIfLost } from "../../../shared/hooks/focus";
import { formatPrice } from "../../../shared/money";
import { formatSiteMoment } from "../../../shared/siteTime";
import type { Family } from "../../api";
import { ClassSearch } from "../../search/ClassSearch";
import { OverrideChoice } from "../overrides";
import { PaymentFields } from "./PaymentFields";
import { SeatsOfClass } from "./SeatsOfClass";
import type { ClassSeats } from "./seats";
import { type Enrollment, useEnrollment } from "./useEnrollment";

interface EnrollFormProps {
  family: Family;
  /** The seats that are chosen at first. */
  first?: readonly ClassSeats[];
}

const NONE: readonly ClassSeats[] = [];

/** Which classes, who comes, how they pay, and the total, before the office confirms. */
export function EnrollForm({ family, first = NONE }: EnrollFormProps) {
  const enrollment = useEnrollment(family, first);
  const { classes, total, problem, busy, send } = enrollment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && problem === null) void send(total);
  };
  if (classes.length === 0) return <ClassSearch choose={enrollment.add} />;
  return (
    <form noValidate onSubmit={submit}>
      {classes.map((seats) => (
        <SeatsOfClass key={seats.campClass._id} family={family} enrollment={enrollment} seats={seats} />
      ))}
      <AnotherClass enrollment={enrollment} />
      <PaymentFields enrollment={enrollment} />
      <Confirmation enrollment={enrollment} />
    </form>
  );
}

/** A button that opens the search for one more class. */
function AnotherClass({ enrollment: { classes, add } }: { enrollment: Enrollment }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button that removed a class is gone.
  useEffect(() => {
    if (classes.length > 0) focusIfLost(button.current);
  }, [classes.length]);
  return (
    <>
      {isOpen ? (
        <ClassSearch
          except={classes.map(({ campClass }) => campClass._id)}
          choose={(campClass) => {
            setOpen(false);
            add(campClass);
          }}
        />
      ) : null}
      <Button
        ref={button}
        className="mb-3"
        size="sm"
        variant="outline-primary"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Don't add another class" : "Add another class"}
      </Button>
    </>
  );
}

/** What staff ignore, what the server said, the total, and the button that confirms it. */
function Confirmation({ enrollment }: { enrollment: Enrollment }) {
  const { draft, change, overrides, error, isRefused, problem, busy } = enrollment;
  const isReserved = draft.method === "reserve";
  return (
    <>
      {isReserved ? null : (
        <OverrideChoice
          offered={overrides}
          chosen={draft.override}
          change={(override) => change({ override })}
        />
      )}
      <div className="enroll-bar">
        <p role="alert" className="text-danger mb-2">
          {isRefused ? "Nothing is booked yet. Please see the notes above." : null}
          {error === null ? null : errorMessage(error)}
        </p>
        <p className="fs-5" role="status">
          {problem ?? <Total enrollment={enrollment} />}
        </p>
        <DialogButtons>
          <BusyButton type="submit" busy={busy} disabled={problem !== null}>
            {isReserved ? "Reserve" : "Enroll"}
          </BusyButton>
        </DialogButtons>
      </div>
    </>
  );
}

function Total({ enrollment: { draft, count, total, until } }: { enrollment: Enrollment }) {
  const seats = countOf(count, "seat");
  const amount = <strong className="amount">{formatPrice(total)}</strong>;
  if (draft.method === "reserve") {
    return (
      <>
        {seats} reserved until {formatSiteMoment(until ?? "")}, {amount} to pay
      </>
    );
  }
  return (
    <>
      Total: {amount} {total === 0 ? "" : methodText(draft.method)} for {seats}
    </>
  );
}
