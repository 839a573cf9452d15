import { useId, useState } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { ConfirmDialog } from "../shared/Dialog";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { fetchCalendarUrl, renewCalendarUrl } from "./api";

/** Lets the user subscribe to their lessons in a calendar app. */
export function CalendarFeed() {
  const toast = useToast();
  const [url, setUrl] = useState<string | null>(null);
  const { run, busy } = useAction(
    async () => setUrl(await fetchCalendarUrl()),
    (error) => toast(errorMessage(error), "error"),
  );
  return (
    <section className="sheet" aria-labelledby="calendar">
      <h2 id="calendar">Your lessons in your calendar</h2>
      <p>
        Your calendar app can show all your lessons, and follows when one is moved. Give it this address, and
        keep the address to yourself: anybody who has it can see your lessons.
      </p>
      {url === null ? (
        <BusyButton variant="outline-primary" busy={busy} onClick={() => void run()}>
          Show the address
        </BusyButton>
      ) : (
        <CalendarUrl url={url} setUrl={setUrl} />
      )}
    </section>
  );
}

function CalendarUrl({ url, setUrl }: { url: string; setUrl: (url: string) => void }) {
  const id = useId();
  const toast = useToast();
  const copy = useAction(
    async () => {
      await navigator.clipboard.writeText(url);
      toast("The address is copied.");
    },
    () => toast("Your browser did not copy the address. Select it and copy it by hand.", "warning"),
  );
  return (
    <>
      <label className="form-label fw-semibold" htmlFor={id}>
        Calendar address
      </label>
      <input
        id={id}
        className="form-control mb-3"
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="d-flex flex-wrap gap-3">
        <a className="btn btn-primary" href={url.replace(/^https?:/, "webcal:")}>
          Open in my calendar app
        </a>
        <BusyButton variant="outline-primary" busy={copy.busy} onClick={() => void copy.run()}>
          Copy
        </BusyButton>
        <RenewButton setUrl={setUrl} />
      </div>
    </>
  );
}

function RenewButton({ setUrl }: { setUrl: (url: string) => void }) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { run, busy } = useAction(
    async () => {
      setUrl(await renewCalendarUrl());
      setAsking(false);
      toast("Your calendar has a new address.");
    },
    (error) => toast(errorMessage(error), "error"),
  );
  return (
    <>
      <Button variant="outline-secondary" onClick={() => setAsking(true)}>
        Get a new address
      </Button>
      <ConfirmDialog
        title="Get a new calendar address?"
        open={asking}
        close={() => setAsking(false)}
        confirm="Get a new address"
        busy={busy}
        onConfirm={() => void run()}
      >
        <p className="mb-0">The old address stops working. Add the new one to your calendar app.</p>
      </ConfirmDialog>
    </>
  );
}
