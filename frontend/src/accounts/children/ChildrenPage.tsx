import { type ReactNode, useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import { Dialog } from "../../shared/components/Dialog";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { config } from "../../shared/config";
import { formatCalendarDay } from "../../shared/dates";
import { calls, pages } from "../../shared/paths";
import { EmptyState } from "../../shared/screens/EmptyState";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { PageHeading } from "../../shared/screens/Page";
import { Guardians } from "../guardians/Guardians";
import { type Child, childWithDraft, type OwnChild, useChildren } from "./api";
import ChildForm from "./ChildForm";
import { paperworkTitle, usePaperwork } from "./paperwork";

/** The page on which a user manages their children. */
export default function ChildrenPage() {
  const { data, error, mutate } = useChildren();
  const paperwork = usePaperwork();
  const isLoading = !(data ?? error) || (config.care && !(paperwork.data ?? paperwork.error));
  return (
    <>
      <PageHeading className="mb-3">My Children</PageHeading>
      {data && !isLoading ? (
        <Family childRows={data} />
      ) : (
        <LoadingRows error={isLoading ? null : error} retry={mutate} />
      )}
    </>
  );
}

function Family({ childRows }: { childRows: OwnChild[] }) {
  const [edited, setEdited] = useState(() => childWithDraft(childRows));
  const [childToDelete, setChildToDelete] = useState<Child | null>(null);
  const refresh = useInvalidateAfter("changeChildren");
  const section = useRef<HTMLElement>(null);
  const addButton = <Button onClick={() => setEdited("new")}>Add a child</Button>;
  return (
    // Receives the focus after a deletion, because the deleted row had it.
    <section ref={section} tabIndex={-1} aria-label="Your children">
      {childRows.length === 0 ? (
        <NoChildren>{addButton}</NoChildren>
      ) : (
        <>
          <p>When you select a class, we'll ask you who it's for.</p>
          <ChildList childRows={childRows} onEdit={setEdited} onDelete={setChildToDelete} />
          {addButton}
        </>
      )}
      <ChildDialog child={edited} close={() => setEdited(null)} />
      <RemovalDialog
        item={childToDelete}
        title={`Delete ${childToDelete?.name}?`}
        text={({ name }) => (
          <>
            We'll delete the name and date of birth, and take the classes you've selected for{" "}
            <strong>{name}</strong> off your list. Your payments stay, without the name.
          </>
        )}
        confirm="Delete"
        remove={({ _id }) => request(calls.child(_id), { method: "DELETE" })}
        refresh={refresh}
        removed={({ name }) => `${name} has been deleted.`}
        close={() => setChildToDelete(null)}
        onRemoved={() => section.current?.focus()}
      />
    </section>
  );
}

interface ChildDialogProps {
  /** The child to change, `"new"` to add one, or null while the dialog is closed. */
  child: Child | "new" | null;
  close: () => void;
}

function ChildDialog({ child, close }: ChildDialogProps) {
  const title = child === null || child === "new" ? "Add a child" : `Change ${child.name}'s details`;
  return (
    <Dialog title={title} open={child !== null} close={close} hasInput>
      {child === null ? null : (
        <ChildForm child={child === "new" ? null : child} onSaved={close} cancel={close} />
      )}
    </Dialog>
  );
}

function NoChildren({ children }: { children: ReactNode }) {
  return (
    <EmptyState title="You haven't added a child yet.">
      <p>Add your children here to book classes for them. You pay for everyone from your one account.</p>
      {children}
    </EmptyState>
  );
}

interface ChildListProps {
  childRows: OwnChild[];
  onEdit: (child: Child) => void;
  onDelete: (child: Child) => void;
}

function ChildList({ childRows, onEdit, onDelete }: ChildListProps) {
  const { data: paperwork = [] } = usePaperwork();
  return (
    <ul className="list-unstyled prose">
      {childRows.map((child) => (
        <li key={child._id} className="sheet d-flex flex-wrap align-items-center gap-2 mb-3">
          <div className="me-auto">
            <strong className="text-break">{child.name}</strong>
            <br />
            {child.bornOn === null ? "No date of birth given" : `Born on ${formatCalendarDay(child.bornOn)}`}
            {paperwork
              .filter(({ childId }) => childId === child._id)
              .map((each) => (
                <Link key={each.childId} className="tap d-block" to={pages.paperwork(each.childId)}>
                  {paperworkTitle([each])}
                </Link>
              ))}
          </div>
          <div className="d-flex gap-2">
            <Button variant="outline-secondary" size="sm" onClick={() => onEdit(child)}>
              Edit<span className="visually-hidden"> {child.name}</span>
            </Button>
            <Button variant="outline-danger" size="sm" onClick={() => onDelete(child)}>
              Delete<span className="visually-hidden"> {child.name}</span>
            </Button>
          </div>
          <Guardians child={child} />
        </li>
      ))}
    </ul>
  );
}
