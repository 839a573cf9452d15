import { useState } from "react";
import Button from "react-bootstrap/Button";
import { ChildFields, childSchema, useQuestionAboutThisYear } from "../../accounts/children/ChildFields";
import { partName } from "../../care/office/lackingRows";
import { Dialog, useDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { formatCalendarDay } from "../../shared/dates";
import { DialogForm } from "../../shared/forms/DialogForm";
import { addChildTo, type Family, useRefreshOffice } from "../api";
import { Section } from "../Section";

/** The children of a family, with a dialog to add one. */
export function Children({ family: { account, children } }: { family: Family }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title="Children"
      action={
        <Button size="sm" variant="outline-secondary" onClick={() => setAdding(true)}>
          Add a child
        </Button>
      }
    >
      {children.length === 0 ? <p>No children yet.</p> : null}
      <ul className="list-unstyled d-grid gap-2">
        {children.map(({ _id, name, bornOn, age, missing }) => (
          <li key={_id}>
            <strong>{name}</strong>
            {bornOn === null
              ? ", no date of birth given"
              : `, ${age} years old, born on ${formatCalendarDay(bornOn)}`}
            {missing.length > 0 ? <div>Missing: {missing.map(partName).join(", ").toLowerCase()}</div> : null}
          </li>
        ))}
      </ul>
      <Dialog title="Add a child" open={isAdding} close={() => setAdding(false)} hasInput>
        <AddChild accountId={account._id} />
      </Dialog>
    </Section>
  );
}

function AddChild({ accountId }: { accountId: string }) {
  const { close } = useDialog();
  const refresh = useRefreshOffice();
  const toast = useToast();
  const askAboutThisYear = useQuestionAboutThisYear();
  const submit = async ({ name, bornOn }: { name: string; bornOn: string }) => {
    askAboutThisYear(bornOn);
    await addChildTo(accountId, { name, bornOn: bornOn || null });
    toast(`${name} has been added.`);
    await refresh();
    close();
  };
  return (
    <DialogForm initial={{ name: "", bornOn: "" }} schema={childSchema} submit={submit} confirm="Add child">
      <ChildFields />
    </DialogForm>
  );
}
