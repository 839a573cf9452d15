import { type ReactNode, useId } from "react";

interface PartProps {
  title: string;
  /** The school still needs this part. */
  isMissing: boolean;
  children: ReactNode;
}

/** A part of the paperwork. */
export function Part({ title, isMissing, children }: PartProps) {
  const id = useId();
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="d-flex flex-wrap align-items-center gap-2 mb-2">
        <h2 id={id} className="fs-4 mb-0">
          {title}
        </h2>
        {isMissing ? <span className="badge text-bg-warning">Still needed</span> : null}
      </div>
      {children}
    </section>
  );
}
