import { useState } from "react";
import Button from "react-bootstrap/Button";
import { object } from "yup";
import { CraftInput } from "../../shared/api/bounds.gen";
import { request } from "../../shared/api/request";
import { useInvalidate, usePublicData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { RemovalDialog } from "../../shared/components/RemovalDialog";
import { Field } from "../../shared/forms/Field";
import { FormDialog } from "../../shared/forms/FormDialog";
import { requiredText } from "../../shared/forms/textSchema";
import { pageHeading } from "../../shared/hooks/focus";
import { calls, path } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";

type Craft = Row<"/crafts">;

/** The kinds of work that classes teach. */
export function Crafts() {
  const { data, error, mutate } = usePublicData(calls.crafts);
  const invalidate = useInvalidate();
  const [edited, setEdited] = useState<Craft | "new" | null>(null);
  const [removed, setRemoved] = useState<Craft | null>(null);
  const refresh = () => invalidate(calls.crafts);
  return (
    <section className="sheet" aria-labelledby="crafts">
      <h2 id="crafts">Crafts</h2>
      <p>Families filter the classes by craft.</p>
      {data ? null : <LoadingRows error={error} retry={mutate} count={3} />}
      <ul className="list-unstyled d-grid gap-2 mb-3">
        {data?.map((craft) => (
          <li key={craft.slug} className="d-flex justify-content-between align-items-center gap-2">
            {craft.name}
            <ActionMenu
              name={craft.name}
              actions={[
                { label: "Rename", run: () => setEdited(craft) },
                { label: "Remove", run: () => setRemoved(craft) },
              ]}
            />
          </li>
        ))}
      </ul>
      <Button variant="outline-primary" onClick={() => setEdited("new")}>
        Add a craft
      </Button>
      <CraftDialog
        key={edited === "new" ? "new" : edited?.slug}
        craft={edited === "new" ? null : edited}
        open={edited !== null}
        close={() => setEdited(null)}
        refresh={refresh}
      />
      <RemovalDialog
        item={removed}
        title="Remove this craft?"
        text={({ name }) => `${name} will no longer be on offer when somebody adds a class.`}
        confirm="Remove"
        remove={({ slug }) => request(path("/crafts/{slug}", slug), { method: "DELETE" })}
        refresh={refresh}
        removed={({ name }) => `${name} has been removed.`}
        close={() => setRemoved(null)}
        onRemoved={() => pageHeading()?.focus()}
      />
    </section>
  );
}

interface CraftDialogProps {
  /** Null for a new one. */
  craft: Craft | null;
  open: boolean;
  close: () => void;
  refresh: () => Promise<void>;
}

const schema = object({ name: requiredText(CraftInput.name.maxLength, "Please enter a name.") });

function CraftDialog({ craft, open, close, refresh }: CraftDialogProps) {
  const save = async (body: { name: string }) => {
    if (craft === null) await request(calls.crafts, { method: "POST", body });
    else await request(path("/crafts/{slug}", craft.slug), { method: "PUT", body });
    return craft ? `${craft.name} is now called ${body.name}.` : `${body.name} has been added.`;
  };
  return (
    <FormDialog
      title={craft ? `Rename ${craft.name}` : "Add a craft"}
      open={open}
      close={close}
      initial={{ name: craft?.name ?? "" }}
      schema={schema}
      save={save}
      refresh={refresh}
      confirm={craft ? "Rename" : "Add"}
    >
      <Field name="name" label="Name" required />
    </FormDialog>
  );
}
