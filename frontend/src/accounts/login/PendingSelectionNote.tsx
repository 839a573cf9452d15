import { usePendingSelection } from "../session/returnTo";

/** Names the class that a visitor wanted to select, or to wait for, before the login. */
export function PendingSelectionNote() {
  const pending = usePendingSelection();
  if (!pending?.nameClass) return null;
  const name = <strong>{pending.nameClass}</strong>;
  return (
    <p className="pending-selection">
      {pending.action === "joinWaitlist" ? (
        <>We'll put you on the waitlist for {name} as soon as you've logged in.</>
      ) : (
        <>{name} is waiting for you. We'll select it as soon as you've logged in.</>
      )}
    </p>
  );
}
