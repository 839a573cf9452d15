import type { ReactNode } from "react";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { PageHeading } from "../../shared/screens/Page";

/** The layout of the payment pages: one column, with a link back to the selected classes. */
export function PaymentLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="paying">
      <BackLink to={pages.mySelectedClasses}>My Selected Classes</BackLink>
      <PageHeading className="mb-3">{title}</PageHeading>
      {children}
    </div>
  );
}
