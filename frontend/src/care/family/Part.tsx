import type { ReactNode } from "react";
import { Section } from "../../shared/components/Section";

interface PartProps {
  title: string;
  /** The school still needs this part. */
  isMissing: boolean;
  children: ReactNode;
}

/** A part of the paperwork. */
export function Part({ isMissing, ...section }: PartProps) {
  const mark = <span className="badge text-bg-warning">Still needed</span>;
  return <Section className="sheet" beside={isMissing ? mark : null} {...section} />;
}
