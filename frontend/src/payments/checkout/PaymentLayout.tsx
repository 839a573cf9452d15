import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { PageHeading } from "../../shared/screens/Page";

/** The layout of the payment pages: one column, with a link back to the selected classes. */
export function PaymentLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="paying">
      <p className="mb-2">
        <Link to={pages.mySelectedClasses}>Back to My Selected Classes</Link>
      </p>
      <PageHeading className="mb-3">{title}</PageHeading>
      {children}
    </div>
  );
}
