import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  /** A button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page of the office, named by its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="office-section" aria-labelledby={id}>
      <div className="office-heading">
        <h2 id={id} className="fs-4 mb-0">
          {title}
        </h2>
        {action ? <div className="no-print">{action}</div> : null}
      </div>
      {children}
    </section>
  );
}
