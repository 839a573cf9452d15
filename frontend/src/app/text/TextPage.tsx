import type { ReactNode } from "react";
import { PageHeading } from "../../shared/Page";

/** A page to be read. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="container py-5">
      <div className="prose text-page">
        <PageHeading>{title}</PageHeading>
        {children}
      </div>
    </article>
  );
}
