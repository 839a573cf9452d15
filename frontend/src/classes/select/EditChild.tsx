import { lazy, Suspense, useRef } from "react";
import Button from "react-bootstrap/Button";
import { Link } from "react-router-dom";
import type { Child } from "../../accounts/children/api";
import { useAfterRendering } from "../../shared/hooks/useAfterRendering";
import { pages } from "../../shared/paths";
import { Progress } from "../../shared/screens/Progress";

/** Loaded on demand, because the form library is large. If that fails, a link leads to the page of the children. */
const ChildForm = lazy(async () => {
  try {
    return await import("../../accounts/children/ChildForm");
  } catch {
    return { default: ChildrenLink };
  }
});

interface EditChildProps {
  /** The child to change, `"new"` to add one, or null while the form is closed. */
  edited: Child | "new" | null;
  setEdited: (child: Child | "new" | null) => void;
  onSaved: (id: string) => void;
}

/** A button that opens the form for a new child in its place. */
export function EditChild({ edited, setEdited, onSaved }: EditChildProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button is gone.
  const focusButton = useAfterRendering(() => button.current?.focus());
  const close = () => {
    setEdited(null);
    focusButton();
  };
  if (edited === null) {
    return (
      <Button ref={button} variant="outline-primary" className="mb-3" onClick={() => setEdited("new")}>
        Add a child
      </Button>
    );
  }
  const child = edited === "new" ? null : edited;
  const save = (id: string) => {
    onSaved(id);
    close();
  };
  return (
    <section className="border-top pt-3 mb-3" aria-label={child ? child.name : "Add a child"}>
      <Suspense fallback={<Progress label="Loading the form" />}>
        <ChildForm key={child?._id} child={child} onSaved={save} cancel={close} />
      </Suspense>
    </section>
  );
}

function ChildrenLink() {
  return <Link to={pages.myChildren}>Go to My Children</Link>;
}
