import { useRef, useState } from "react";
import Button from "react-bootstrap/Button";
import { useAfterRendering } from "../hooks/useAfterRendering";

/** Shows only the first rows of a long table, which `container` surrounds. `more` is the button that shows the rest. */
export function useFirstRows<Row>(rows: readonly Row[], count: number) {
  const [showsAll, setShowsAll] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  const focusFirstNew = useAfterRendering(() =>
    container.current?.querySelector<HTMLElement>(`tbody > tr:nth-child(${count + 1}) a`)?.focus(),
  );
  const showAll = () => {
    setShowsAll(true);
    focusFirstNew();
  };
  const isCut = !showsAll && rows.length > count;
  const more = isCut ? (
    <Button variant="outline-primary" className="mb-3" onClick={showAll}>
      Show all {rows.length.toLocaleString("en-US")}
    </Button>
  ) : null;
  return { shown: isCut ? rows.slice(0, count) : rows, container, more };
}
