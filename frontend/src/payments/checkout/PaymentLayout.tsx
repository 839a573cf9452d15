import type { ReactNode } from "react";
import { PageHeading, usePageTitle } from "../../shared/screens/Page";

/** The layout of the payment pages: one column. */
export function PaymentLayout({ children }: { children: ReactNode }) {
  return <div className="paying">{children}</div>;
}

/** The heading and the title of a payment page until there is a result, which has its own. */
export function PaymentHeading({ title }: { title: string }) {
  usePageTitle(title);
  return <PageHeading className="mb-3">{title}</PageHeading>;
}
