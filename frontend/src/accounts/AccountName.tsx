import { useId } from "react";

/** Whose password is asked for: an input, so that a password manager knows it too. */
export function AccountName({ email }: { email: string }) {
  const id = useId();
  return (
    <>
      <label className="form-label fw-semibold" htmlFor={id}>
        Account
      </label>
      <input id={id} className="form-control-plaintext mb-3" value={email} autoComplete="username" readOnly />
    </>
  );
}
