import type { ReactNode } from "react";

/** A line of a receipt or a tax statement. */
export function DocumentLine({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="document-line">
      <dt className="fw-semibold">{term}</dt>
      <dd className="mb-0">{children}</dd>
    </div>
  );
}
