import { type ReactNode, useId } from "react";

/** A list that may be long, below its heading. */
export function ScrolledList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <h3 id={id} className="fs-6 mb-1">
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <ul className="scrolled-list" tabIndex={0} aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}
