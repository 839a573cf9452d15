import { useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { type ChildPaperwork, eitherOf, isMissing, namesOf } from "../../accounts/children/paperwork";
import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { BusyButton } from "../../shared/components/BusyButton";
import { Facts } from "../../shared/components/Facts";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { type Contact, type Family, paperworkCalls, saveContact, useRefreshPaperwork } from "./api";
import { ContactDialog, contactWithDraft } from "./ContactDialog";
import { Part } from "./Part";

interface ContactsPartProps {
  family: Family;
  /** All children of the account. */
  childRows: readonly ChildPaperwork[];
  /** All contacts of the account. */
  contacts: readonly Contact[];
}

/** The emergency contacts of children, and the people who may or must not pick them up. */
export function ContactsPart({ family, childRows, contacts }: ContactsPartProps) {
  const [edited, setEdited] = useState(() => contactWithDraft(contacts, family));
  const [removed, setRemoved] = useState<Contact | null>(null);
  const refresh = useRefreshPaperwork(family);
  const { children, userId } = family;
  const isOffice = userId !== undefined;
  const part = useRef<HTMLDivElement>(null);
  const own = contacts.filter((contact) => children.some((child) => isFor(contact, child)));
  const lacking = children.filter((child) => !own.some((contact) => isFor(contact, child)));
  const others = contacts.length > 0 ? lacking : [];
  return (
    <Part
      title={`Contacts for ${namesOf(children)}`}
      isMissing={isMissing(children, "contact") || isMissing(children, "pickup")}
    >
      {/* Receives the focus after a removal, because the removed row had it. */}
      <div ref={part} tabIndex={-1}>
        <p>
          Who can we call if we can't reach {isOffice ? "the family" : "you"}? Who may pick{" "}
          {eitherOf(children)} up besides {isOffice ? "the guardian" : "you"}? Please tell us too if somebody
          must not.
        </p>
        {own.length > 0 ? (
          <ContactList contacts={own} family={family} onEdit={setEdited} onRemove={setRemoved} />
        ) : null}
        {others.map((child) => (
          <OthersOfFamily
            key={child.childId}
            child={child}
            family={family}
            others={contacts.filter((contact) => !isFor(contact, child))}
          />
        ))}
        <Button
          variant={own.length === 0 && others.length === 0 ? "primary" : "outline-primary"}
          onClick={() => setEdited("new")}
        >
          Add a person
        </Button>
      </div>
      <ContactDialog contact={edited} family={family} childRows={childRows} close={() => setEdited(null)} />
      <RemovalDialog
        item={removed}
        title={`Remove ${removed?.name}?`}
        text={({ name }) =>
          `We'll take ${name} off the lists of all ${isOffice ? "their" : "your"} children.`
        }
        confirm="Remove"
        remove={({ _id }) => request(paperworkCalls.contact(_id, userId), { method: "DELETE" })}
        refresh={refresh}
        removed={({ name }) => `${name} has been removed.`}
        close={() => setRemoved(null)}
        onRemoved={() => part.current?.focus()}
      />
    </Part>
  );
}

function isFor({ childIds }: Contact, { childId }: ChildPaperwork): boolean {
  return childIds.includes(childId);
}

interface ContactListProps {
  contacts: readonly Contact[];
  family: Family;
  onEdit: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
}

function ContactList({ contacts, family: { children }, onEdit, onRemove }: ContactListProps) {
  return (
    <ul className="list-unstyled">
      {contacts.map((contact) => (
        <li key={contact._id} className="d-flex flex-wrap gap-2 align-items-center py-3 border-top">
          <div className="me-auto">
            <strong className="text-break">{contact.name}</strong>
            {contact.relation ? `, ${contact.relation}` : null}
            <br />
            <Facts of={factsOf(contact, children)} />
          </div>
          {contact.mayChange ? (
            <div className="d-flex gap-2">
              <Button variant="outline-secondary" size="sm" onClick={() => onEdit(contact)}>
                Edit<span className="visually-hidden"> {contact.name}</span>
              </Button>
              <Button variant="outline-danger" size="sm" onClick={() => onRemove(contact)}>
                Remove<span className="visually-hidden"> {contact.name}</span>
              </Button>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function dutiesOf({ emergency, mayPickUp, barred }: Contact): string[] {
  if (barred) return ["must not pick up"];
  return [emergency ? "emergency contact" : "", mayPickUp ? "may pick up" : ""];
}

function factsOf(contact: Contact, children: readonly ChildPaperwork[]): string[] {
  const { phone, addedBy } = contact;
  const author = addedBy === null ? "" : `Added by ${addedBy}`;
  return [phone, ...dutiesOf(contact), onlyFor(contact, children), author].filter(Boolean);
}

/** `for Mia`, unless the contact is for all of the children. */
function onlyFor(contact: Contact, children: readonly ChildPaperwork[]): string {
  const some = children.filter((child) => isFor(contact, child));
  return some.length === children.length ? "" : `for ${namesOf(some)}`;
}

interface OthersProps {
  child: ChildPaperwork;
  family: Family;
  others: readonly Contact[];
}

/** The contacts of the family's other children, which this child can have too by one press. */
function OthersOfFamily({ child, family, others }: OthersProps) {
  const { userId } = family;
  const refresh = useRefreshPaperwork(family);
  const toast = useToast();
  const { run, busy } = useAction(
    async () => {
      for (const { _id, childIds, mayChange, addedBy, ...contact } of others)
        await saveContact(_id, { ...contact, childIds: [...childIds, child.childId] }, userId);
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
        {userId === undefined ? "For your other children, you've named" : "For the other children:"}{" "}
        {others.map(({ name }) => name).join(", ")}.
      </p>
      <BusyButton busy={busy} onClick={() => void run()}>
        Use the same people for {child.name}
      </BusyButton>
    </div>
  );
}
