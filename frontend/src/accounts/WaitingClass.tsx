import { useWaitingClass } from "./returnTo";

/** Names the class that a visitor wanted to select before the login. */
export function WaitingClass() {
  const nameClass = useWaitingClass();
  if (nameClass === null) return null;
  return (
    <p className="waiting-class">
      <strong>{nameClass}</strong> is waiting for you. We'll select it as soon as you've logged in.
    </p>
  );
}
