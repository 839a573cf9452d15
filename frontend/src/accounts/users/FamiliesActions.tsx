import { useState } from "react";
import Button from "react-bootstrap/Button";
import { ImportFamiliesDialog } from "./ImportFamiliesDialog";
import { InviteFamiliesDialog } from "./InviteFamiliesDialog";

/** What an admin does with many families at once. `refresh` reloads the list below. */
export function FamiliesActions({ refresh }: { refresh: () => Promise<unknown> }) {
  const [dialog, setDialog] = useState<"import" | "invite" | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="d-flex flex-wrap gap-2 mb-4">
      <Button variant="outline-primary" onClick={() => setDialog("import")}>
        Import families
      </Button>
      <Button variant="outline-primary" onClick={() => setDialog("invite")}>
        Invite families
      </Button>
      <ImportFamiliesDialog open={dialog === "import"} close={close} refresh={refresh} />
      <InviteFamiliesDialog open={dialog === "invite"} close={close} />
    </div>
  );
}
