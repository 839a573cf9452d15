import { useId, useState } from "react";
import Button from "react-bootstrap/Button";
import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { BusyButton } from "../../shared/components/BusyButton";
import { ConfirmDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";
import { calls } from "../../shared/paths";
import { fetchCalendarUrl } from "../api";

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
        Add this link to your calendar app to see all your lessons there. If a lesson moves, your calendar
        updates too. Keep the link private: anyone who has it can see your lessons.
      </p>
      {url === null ? (
        <BusyButton variant="outline-primary" busy={busy} onClick={() => void run()}>
          Show my calendar link
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
      toast("Link copied.");
    },
    () => toast("Your browser couldn't copy the link. Please select it and copy it yourself.", "warning"),
  );
  return (
    <>
      <label className="form-label fw-semibold" htmlFor={id}>
        Calendar link
      </label>
      <input
        id={id}
        className="form-control mb-3"
        value={url}
        readOnly
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <div className="d-flex flex-wrap gap-3">
        <a className="btn btn-primary" href={url.replace(/^https?:/, "webcal:")}>
          Open in my calendar app
        </a>
        <BusyButton variant="outline-primary" busy={copy.busy} onClick={() => void copy.run()}>
          Copy link
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
      setUrl((await request(calls.myCalendar, { method: "POST" })).url);
      setAsking(false);
      toast("You have a new calendar link.");
    },
    (error) => toast(errorMessage(error), "error"),
  );
  return (
    <>
      <Button variant="outline-secondary" onClick={() => setAsking(true)}>
        Get a new link
      </Button>
      <ConfirmDialog
        title="Get a new calendar link?"
        open={asking}
        close={() => setAsking(false)}
        confirm="Get a new link"
        busy={busy}
        onConfirm={() => void run()}
      >
        <p className="mb-0">Your old link will stop working. Add the new one to your calendar app.</p>
      </ConfirmDialog>
    </>
  );
}
