import { useState } from "react";
import Button from "react-bootstrap/Button";
import { request } from "../../shared/api/request";
import { parseFile } from "../../shared/api/responses";
import { DownloadButton } from "../../shared/components/DownloadButton";
import { calls } from "../../shared/paths";
import type { CurrentUser } from "../session/state";
import { DeleteAccountDialog } from "./DeleteAccountDialog";

/** Lets the user download their personal data and delete their account. */
export function PersonalData({ user }: { user: CurrentUser }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <section className="sheet" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>You can download everything we keep about you in one file, or delete your account for good.</p>
      <div className="d-flex flex-wrap gap-3">
        <DownloadButton
          download={() => request(calls.myData, {}, parseFile("my-data.json"))}
          failure="Your data couldn't be downloaded."
        >
          Download my data
        </DownloadButton>
        <Button variant="outline-danger" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog user={user} open={deleting} close={() => setDeleting(false)} />
    </section>
  );
}
