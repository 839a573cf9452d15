import { useWishedClass } from "./returnTo";

/** Names the class that a visitor wanted to select, or to wait for, before the login. */
export function WaitingClass() {
  const wished = useWishedClass();
  if (!wished?.nameClass) return null;
  const name = <strong>{wished.nameClass}</strong>;
  return (
    <p className="waiting-class">
      {wished.wish === "wait" ? (
        <>We'll put you on the waitlist for {name} as soon as you've logged in.</>
      ) : (
        <>{name} is waiting for you. We'll select it as soon as you've logged in.</>
      )}
    </p>
  );
}
