import type { ReactNode } from "react";
import { pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { PageHeading, usePageTitle } from "../../shared/screens/Page";

/** The layout of the payment pages: one column, with a link back to the selected classes. */
export function PaymentLayout({ children }: { children: ReactNode }) {
  return (
    <div className="paying">
      <BackLink to={pages.mySelectedClasses}>My Selected Classes</BackLink>
      {children}
    </div>
  );
}

/** The heading and the title of a payment page until there is a result, which has its own. */
export function PaymentHeading({ title }: { title: string }) {
  usePageTitle(title);
  return <PageHeading className="mb-3">{title}</PageHeading>;
}
