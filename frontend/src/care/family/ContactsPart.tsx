import { useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import type { ChildPaperwork } from "../../accounts/children/paperwork";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { Facts } from "../../shared/components/Facts";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { type Contact, deleteContact, type KeptChild, saveContact, useRefreshPaperwork } from "./api";
import { ContactDialog, contactWithDraft } from "./ContactDialog";
import { Part } from "./Part";

interface ContactsPartProps {
  child: KeptChild;
  /** All children of the account. */
  childRows: readonly ChildPaperwork[];
  /** All contacts of the account. */
  contacts: readonly Contact[];
}

/** The emergency contacts of a child, and the people who may or must not pick it up. */
export function ContactsPart({ child, childRows, contacts }: ContactsPartProps) {
  const [edited, setEdited] = useState(() => contactWithDraft(contacts, child));
  const [removed, setRemoved] = useState<Contact | null>(null);
  const refresh = useRefreshPaperwork(child);
  const isOffice = child.userId !== undefined;
  const part = useRef<HTMLDivElement>(null);
  const own = contacts.filter(({ childIds }) => childIds.includes(child.childId));
  const others = contacts.filter((contact) => !own.includes(contact));
  return (
    <Part
      title={`Contacts for ${child.name}`}
      isMissing={child.missing.includes("contact") || child.missing.includes("pickup")}
    >
      {/* Receives the focus after a removal, because the removed row had it. */}
      <div ref={part} tabIndex={-1}>
        <p>
          Who can we call if we can't reach {isOffice ? "the family" : "you"}? Who may pick {child.name} up
          besides {isOffice ? "the guardian" : "you"}? Please tell us too if somebody must not.
        </p>
        {own.length > 0 ? <ContactList contacts={own} onEdit={setEdited} onRemove={setRemoved} /> : null}
        {others.length > 0 ? <OthersOfFamily child={child} others={others} /> : null}
        <Button
          variant={own.length === 0 && others.length === 0 ? "primary" : "outline-primary"}
          onClick={() => setEdited("new")}
        >
          Add a person
        </Button>
      </div>
      <ContactDialog contact={edited} child={child} childRows={childRows} close={() => setEdited(null)} />
      <RemovalDialog
        item={removed}
        title={`Remove ${removed?.name}?`}
        text={({ name }) =>
          `We'll take ${name} off the lists of all ${isOffice ? "their" : "your"} children.`
        }
        confirm="Remove"
        remove={({ _id }) => deleteContact(_id, child.userId)}
        refresh={refresh}
        removed={({ name }) => `${name} has been removed.`}
        close={() => setRemoved(null)}
        onRemoved={() => part.current?.focus()}
      />
    </Part>
  );
}

interface ContactListProps {
  contacts: readonly Contact[];
  onEdit: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
}

function ContactList({ contacts, onEdit, onRemove }: ContactListProps) {
  return (
    <ul className="list-unstyled care-contacts">
      {contacts.map((contact) => (
        <li key={contact._id}>
          <div className="me-auto">
            <strong className="text-break">{contact.name}</strong>
            {contact.relation ? `, ${contact.relation}` : null}
            <br />
            <Facts of={[contact.phone, ...dutiesOf(contact)].filter(Boolean)} />
          </div>
          <div className="d-flex gap-2">
            <Button variant="outline-secondary" size="sm" onClick={() => onEdit(contact)}>
              Edit<span className="visually-hidden"> {contact.name}</span>
            </Button>
            <Button variant="outline-danger" size="sm" onClick={() => onRemove(contact)}>
              Remove<span className="visually-hidden"> {contact.name}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function dutiesOf({ emergency, mayPickUp, barred }: Contact): string[] {
  if (barred) return ["must not pick up"];
  return [emergency ? "emergency contact" : "", mayPickUp ? "may pick up" : ""];
}

/** The contacts of the family's other children, which this child can have too by one press. */
function OthersOfFamily({ child, others }: { child: KeptChild; others: readonly Contact[] }) {
  const refresh = useRefreshPaperwork(child);
  const toast = useToast();
  const { run, busy } = useAction(
    async () => {
      for (const { _id, childIds, ...contact } of others)
        await saveContact(_id, { ...contact, childIds: [...childIds, child.childId] }, child.userId);
      toast(`They are on ${child.name}'s list too.`);
      await refresh();
    },
    async (error) => {
      toast(`Not everybody is on ${child.name}'s list. ${errorMessage(error)}`, "error");
      await refresh();
    },
  );
  return (
    <div className="mb-3">
      <p className="mb-2">
        {child.userId === undefined ? "For your other children, you've named" : "For the other children:"}{" "}
        {others.map(({ name }) => name).join(", ")}.
      </p>
      <BusyButton busy={busy} onClick={() => void run()}>
        Use the same people for {child.name}
      </BusyButton>
    </div>
  );
}
