import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  className?: string;
  level?: 2 | 3;
  /** What stands beside the heading, such as a button or a badge. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({ title, className = "section", level = 2, beside, children }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={className} aria-labelledby={id}>
      <div className="d-flex flex-wrap row-gap-2 column-gap-3 align-items-center mb-3">
        <Heading id={id} className={`${level === 2 ? "fs-4" : "fs-6"} mb-0`}>
          {title}
        </Heading>
        {beside}
      </div>
      {children}
    </section>
  );
}
