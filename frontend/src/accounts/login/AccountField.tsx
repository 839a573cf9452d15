import { useId } from "react";

/** Shows the account that a password belongs to. It is an input, so that password managers recognize it. */
export function AccountField({ email }: { email: string }) {
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
