import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import { freezeGuardian, type NotedGuardian, useGuardians } from "../../accounts/guardians/api";
import { GuardianList } from "../../accounts/guardians/Guardians";
import { FreezeInput } from "../../shared/api/bounds.gen";
import { FormDialog } from "../../shared/forms/FormDialog";
import { TextArea } from "../../shared/forms/TextArea";
import { textUpTo } from "../../shared/forms/textSchema";
import { ErrorState } from "../../shared/screens/ErrorState";

const schema = object({ note: textUpTo(FreezeInput.note.maxLength) });

/** Who else sees a child of a family. The office adds, ends, and stops them. */
export function ChildGuardians({ child }: { child: { _id: string; name: string } }) {
  const { data, error, mutate } = useGuardians(child._id);
  const [chosen, setChosen] = useState<NotedGuardian | null>(null);
  const refresh = async () => void (await mutate());
  if (error) return <ErrorState error={error} retry={refresh} />;
  if (!data) return null;
  return (
    <>
      <GuardianList
        child={{ ...child, guardians: data }}
        refresh={refresh}
        office={(guardian) => (
          <>
            {guardian.note ? <span className="w-100 text-break">Note: {guardian.note}</span> : null}
            <Button
              className="no-print"
              size="sm"
              variant="outline-secondary"
              onClick={() => setChosen(guardian)}
            >
              {guardian.frozen ? "Allow again" : "Stop"}
              <span className="visually-hidden"> for {guardian.name || guardian.email}</span>
            </Button>
          </>
        )}
      />
      {chosen ? (
        <FormDialog
          title={chosen.frozen ? "Allow it again?" : "Stop it for the school?"}
          close={() => setChosen(null)}
          initial={{ note: chosen.note ?? "" }}
          schema={schema}
          save={async ({ note }) => {
            await freezeGuardian(child._id, chosen._id, { frozen: !chosen.frozen, note });
            return "Your changes have been saved.";
          }}
          refresh={refresh}
          confirm={chosen.frozen ? "Allow again" : "Stop"}
        >
          <p>
            {chosen.frozen
              ? `${chosen.name || chosen.email} sees ${child.name}'s classes again, and gets our emails.`
              : `${chosen.name || chosen.email} sees nothing of ${child.name} anymore, and gets no emails. The family can't undo this.`}
          </p>
          <TextArea
            name="note"
            label="Note for the office (optional)"
            rows={2}
            hint="Such as an order of a court. Only the office sees it."
          />
        </FormDialog>
      ) : null}
    </>
  );
}
