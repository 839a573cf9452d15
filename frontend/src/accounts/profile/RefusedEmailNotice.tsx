import { useState } from "react";
import CloseButton from "react-bootstrap/CloseButton";
import { Link } from "react-router-dom";
import { pageHeading } from "../../shared/hooks/focus";
import { pages } from "../../shared/paths";
import { REFUSAL_KEY, readStorage, writeStorage } from "../../shared/storage";
import { useEmailSettings } from "../api";

/** Tells users that their address refuses our e-mails. After a user has closed it, it appears again at the next refusal. */
export function RefusedEmailNotice({ email }: { email: string }) {
  const refusedAt = useEmailSettings().data?.refusedAt ?? null;
  const [closed, setClosed] = useState(() => readStorage(REFUSAL_KEY));
  const close = () => {
    writeStorage(REFUSAL_KEY, refusedAt);
    setClosed(refusedAt);
    pageHeading()?.focus();
  };
  return (
    <div role="status" className="container-xl no-print">
      {refusedAt === null || refusedAt === closed ? null : (
        <div className="alert alert-warning d-flex gap-3 mt-4 mb-0">
          <p className="mb-0 me-auto">
            We couldn't deliver our last email to <strong>{email}</strong>. Please check your address. If it's
            wrong, <Link to={pages.contact}>contact us</Link>, and we'll help.
          </p>
          <CloseButton aria-label="Close message" onClick={close} />
        </div>
      )}
    </div>
  );
}
