import { Fragment, useEffect, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import { normalize } from "../../classes/model/search";
import { PresenceEventInput } from "../../shared/api/bounds.gen";
import { Dialog, useDialog } from "../../shared/components/Dialog";
import { PhoneLink } from "../../shared/components/PhoneLink";
import { DialogForm } from "../../shared/forms/DialogForm";
import { Field } from "../../shared/forms/Field";
import { TextArea } from "../../shared/forms/TextArea";
import { requiredText } from "../../shared/forms/textSchema";
import { focusIfLost } from "../../shared/hooks/focus";
import type { NewEvent, TodayLesson, TodayRow } from "./api";
import type { TodayBoard } from "./board";

/** A child who is being collected. */
export interface Collection {
  lesson: TodayLesson;
  row: TodayRow;
  /** Receives the focus if the button that opened the dialog is gone. */
  next: HTMLElement | null;
  /** The event that the server has refused, if this says again who collected the child. */
  replaces?: NewEvent;
}

interface CollectDialogProps {
  /** Null while the dialog is closed. */
  collection: Collection | null;
  board: TodayBoard;
  close: () => void;
}

/** Asks who collects a child. Only people on the list can be chosen; somebody else needs a reason. */
export function CollectDialog({ collection, board, close }: CollectDialogProps) {
  const next = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (collection) next.current = collection.next;
  }, [collection]);
  return (
    <Dialog
      title={collection ? `Who collects ${collection.row.name}?` : ""}
      open={collection !== null}
      close={close}
      hasInput
      onExited={() => focusIfLost(next.current)}
    >
      {collection ? <Choice {...collection} board={board} /> : null}
    </Dialog>
  );
}

type Collector = Pick<NewEvent, "contactId" | "withName" | "reason">;

function Choice({ lesson, row, replaces, board }: Collection & Pick<CollectDialogProps, "board">) {
  const { close } = useDialog();
  const [isOther, setOther] = useState(false);
  const collect = async (collector: Collector) => {
    close();
    await board.record(lesson, row, { kind: "LEFT", ...(replaces && { at: replaces.at }), ...collector });
    if (replaces) await board.discard(replaces._id);
  };
  if (isOther) return <Other row={row} collect={collect} />;
  const guardian = row.guardianName ?? "";
  return (
    <div className="today-collectors d-grid gap-3">
      <Collector
        name={guardian || "Parent or guardian"}
        note={guardian && "parent or guardian"}
        choose={() => collect({ withName: guardian })}
      />
      {row.contacts
        .filter(({ mayPickUp }) => mayPickUp)
        .map(({ _id, name, relation }) => (
          <Collector key={_id} name={name} note={relation} choose={() => collect({ contactId: _id })} />
        ))}
      {row.barred.map(({ _id, name, relation }) => (
        <p key={_id} className="border border-2 border-danger rounded p-3 mb-0">
          <strong>{name}</strong>
          {relation ? `, ${relation}` : null}: must not collect {row.name}
        </p>
      ))}
      <Button variant="outline-secondary" onClick={() => setOther(true)}>
        Somebody else
      </Button>
    </div>
  );
}

function Collector({ name, note, choose }: { name: string; note: string; choose: () => Promise<void> }) {
  return (
    <Button onClick={() => void choose()}>
      {name}
      {note ? <small>, {note}</small> : null}
    </Button>
  );
}

/** The server compares names as strictly, and more so. */
function withoutSpaces(name: string): string {
  return normalize(name).replace(/\s/g, "");
}

function Other({ row, collect }: { row: TodayRow; collect: (collector: Collector) => Promise<void> }) {
  const toCall = [
    { name: row.guardianName || "the parent", phone: row.guardianPhone ?? "" },
    ...row.secondGuardians,
  ];
  const barred = row.barred.map(({ name }) => withoutSpaces(name));
  const schema = object({
    withName: requiredText(PresenceEventInput.withName.maxLength, "Please say who it is.").test(
      "barred",
      `This person must not collect ${row.name}.`,
      (name) => !barred.includes(withoutSpaces(name)),
    ),
    reason: requiredText(PresenceEventInput.reason.maxLength, "Please say why."),
  });
  return (
    <DialogForm
      initial={{ withName: "", reason: "" }}
      schema={schema}
      submit={collect}
      asksBeforeLeaving={false}
      confirm="Out"
    >
      <p>
        This person isn't on the list. Please look at their ID and call{" "}
        {toCall.map(({ name, phone }, index) => (
          <Fragment key={name}>
            {index === 0 ? "" : " or "}
            {name}
            {phone ? (
              <>
                {" at "}
                <PhoneLink number={phone} />
              </>
            ) : null}
          </Fragment>
        ))}{" "}
        first. They get an email about it right away.
      </p>
      <Field name="withName" label="Name" autoComplete="on" required />
      <TextArea name="reason" label="Reason" rows={3} max={PresenceEventInput.reason.maxLength} />
    </DialogForm>
  );
}
