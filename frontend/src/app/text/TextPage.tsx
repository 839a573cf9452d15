import type { ReactNode } from "react";
import { PageHeading } from "../../shared/screens/Page";

/** The layout of a page that consists of text. */
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
