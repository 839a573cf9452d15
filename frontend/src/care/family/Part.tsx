import { type ReactNode, useRef } from "react";
import { Section } from "../../shared/components/Section";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";

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

/** A ref for the content of a part, and a function that moves the focus into it, if a change has removed what had the focus. */
export function useFocusInPart() {
  const content = useRef<HTMLDivElement>(null);
  const focusContent = useAfterRendering(() =>
    focusIfLost(content.current?.querySelector<HTMLElement>("input, button, a")),
  );
  return { content, focusContent };
}
