import { fetchCalendarUrl } from "../../accounts/api";
import { errorMessage } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { useToast } from "../../shared/components/Toasts";
import { useAction } from "../../shared/hooks/useAction";

/** Opens all lessons of the user as a file for a calendar app. */
export function AddAllToCalendar() {
  const toast = useToast();
  const { run, busy } = useAction(
    async () => window.location.assign(await fetchCalendarUrl()),
    (error) => toast(errorMessage(error), "error"),
  );
  return (
    <BusyButton variant="outline-secondary" busy={busy} onClick={() => void run()}>
      Add all to my calendar
    </BusyButton>
  );
}
