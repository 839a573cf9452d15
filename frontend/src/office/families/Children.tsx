import { useState } from "react";
import Button from "react-bootstrap/Button";
import { ChildFields, childSchema, useQuestionAboutThisYear } from "../../accounts/children/ChildFields";
import { PaperworkLinks } from "../../care/family/PaperworkLinks";
import { partName } from "../../care/office/lackingRows";
import { countOf } from "../../classes/model/facts";
import { request } from "../../shared/api/request";
import { Section } from "../../shared/components/Section";
import { useToast } from "../../shared/components/Toasts";
import { formatCalendarDay } from "../../shared/dates";
import { FormDialog } from "../../shared/forms/FormDialog";
import { formatSiteDay } from "../../shared/siteTime";
import { type Family, officeCalls, useRefreshOffice } from "../api";
import { ChildGuardians } from "./ChildGuardians";

type Child = Family["children"][number];

/** The children of a family and, if they take part, the account holder: paperwork, bookings and attendance. */
export function Children({ family }: { family: Family }) {
  const { account, children } = family;
  const [edited, setEdited] = useState<Child | "new" | null>(null);
  return (
    <Section
      title="Children"
      beside={
        <Button className="no-print" size="sm" variant="outline-secondary" onClick={() => setEdited("new")}>
          Add a child
        </Button>
      }
    >
      {children.length === 0 ? <p>No children yet.</p> : null}
      <ul className="list-unstyled d-grid gap-3">
        {children.map((child) => (
          <li key={child._id}>
            <div className="d-flex flex-wrap align-items-center gap-2">
              <span>
                <strong>{child.name}</strong>
                {child.bornOn === null
                  ? ", no date of birth given"
                  : `, ${child.age} years old, born on ${formatCalendarDay(child.bornOn)}`}
              </span>
              <Button
                className="no-print"
                size="sm"
                variant="outline-secondary"
                onClick={() => setEdited(child)}
              >
                Edit<span className="visually-hidden"> {child.name}</span>
              </Button>
            </div>
            {child.missing.length > 0 ? (
              <div>Missing: {child.missing.map(partName).join(", ").toLowerCase()}</div>
            ) : null}
            <PaperworkLinks userId={account._id} child={child} />
            <Bookings family={family} childId={child._id} />
            <ChildGuardians child={child} />
          </li>
        ))}
        {takesPart(family, null) ? (
          <li>
            <strong>{account.name}</strong>
            <Bookings family={family} childId={null} />
          </li>
        ) : null}
      </ul>
      {edited ? (
        <ChildDialog
          accountId={account._id}
          child={edited === "new" ? null : edited}
          close={() => setEdited(null)}
        />
      ) : null}
    </Section>
  );
}

interface BookingsProps {
  family: Family;
  /** Null for the account holder. */
  childId: string | null;
}

function takesPart({ seats, waitlist, attendance }: Family, childId: string | null): boolean {
  return [...seats, ...waitlist, ...attendance].some((each) => each.childId === childId);
}

/** The classes and waitlists of a participant, and the lessons that have begun. */
function Bookings({ family, childId }: BookingsProps) {
  const isOwn = (each: { childId: string | null }) => each.childId === childId;
  const booked = family.seats.filter(isOwn).map(({ nameClass, startsAt }) => {
    return startsAt === null ? nameClass : `${nameClass} (${formatSiteDay(startsAt)})`;
  });
  const waiting = family.waitlist.filter((each) => isOwn(each) && each.state === "WAITING");
  const lessons = family.attendance.filter(isOwn);
  const attended = lessons.filter(({ state }) => state === "arrived" || state === "left");
  return (
    <>
      {booked.length > 0 ? <div>Booked: {booked.join(", ")}</div> : null}
      {waiting.map(({ _id, nameClass, position, of }) => (
        <div key={_id}>
          On the waitlist of {nameClass}: {position} of {of}
        </div>
      ))}
      {lessons.length > 0 ? (
        <details>
          <summary>
            Was at {attended.length} of {countOf(lessons.length, "lesson")}
          </summary>
          <ul className="mb-0">
            {lessons.map(({ lessonId, nameClass, startsAt, state }) => (
              <li key={lessonId}>
                {formatSiteDay(startsAt)}, {nameClass}: {STATES[state]}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

const STATES = { expected: "nothing recorded", arrived: "here", left: "was here", absent: "absent" };

interface ChildDialogProps {
  accountId: string;
  /** Null for a new one. */
  child: Child | null;
  close: () => void;
}

function ChildDialog({ accountId, child, close }: ChildDialogProps) {
  const toast = useToast();
  const askAboutThisYear = useQuestionAboutThisYear(child?.bornOn);
  const save = async ({ name, bornOn }: { name: string; bornOn: string }) => {
    askAboutThisYear(bornOn);
    const body = { name, bornOn: bornOn || null };
    if (child === null) {
      await request(officeCalls.children(accountId), { method: "POST", body });
      return `${name} has been added.`;
    }
    const { noLongerFit } = await request(officeCalls.child(accountId, child._id), { method: "PATCH", body });
    for (const { nameClass, ages } of noLongerFit) toast(`${nameClass} is for ${ages}.`, "warning");
    return "Your changes have been saved.";
  };
  return (
    <FormDialog
      title={child === null ? "Add a child" : `Edit ${child.name}`}
      close={close}
      initial={{ name: child?.name ?? "", bornOn: child?.bornOn ?? "" }}
      schema={childSchema}
      save={save}
      refresh={useRefreshOffice()}
      confirm={child === null ? "Add child" : "Save"}
    >
      <ChildFields />
    </FormDialog>
  );
}
