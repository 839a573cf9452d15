import { useState } from "react";
import Button from "react-bootstrap/Button";
import { explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { saveFile } from "../shared/saveFile";
import { useSay } from "../shared/Toasts";
import { myData } from "./api";
import { DeleteAccount } from "./DeleteAccount";
import type { Person } from "./session";

/** Takes all along that is kept about somebody, and lets them leave for good. */
export function YourData({ person }: { person: Person }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <section className="sheet" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>
        Everything that we keep about you comes as one file, which you can read and other programs too. You
        can also delete your account for good.
      </p>
      <div className="d-flex flex-wrap gap-3">
        <Download />
        <Button variant="outline-danger" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccount person={person} open={leaving} close={() => setLeaving(false)} />
    </section>
  );
}

function Download() {
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { name, content } = await myData();
      saveFile(name, content);
    } catch (error) {
      say(`Your data was not downloaded. ${explain(error)}`, "error");
    }
    setBusy(false);
  };
  return (
    <BusyButton variant="outline-primary" busy={busy} onClick={() => void download()}>
      Download my data
    </BusyButton>
  );
}
