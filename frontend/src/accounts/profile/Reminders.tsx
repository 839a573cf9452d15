import { errorMessage } from "../../shared/api/errors";
import { request } from "../../shared/api/request";
import { useToast } from "../../shared/components/Toasts";
import { Check } from "../../shared/forms/Check";
import { useAction } from "../../shared/hooks/useAction";
import { calls } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { useEmailSettings } from "../api";

/** The switch for the e-mails that remind a student of a class. */
export function Reminders() {
  const { data, error, mutate } = useEmailSettings();
  return (
    <section className="sheet" aria-labelledby="reminders">
      <h2 id="reminders">Reminders</h2>
      {data ? null : <LoadingRows error={error} retry={mutate} count={1} />}
      {data ? <ReminderSwitch wantsReminders={data.wantsReminders} refresh={() => mutate()} /> : null}
    </section>
  );
}

interface ReminderSwitchProps {
  wantsReminders: boolean;
  /** Requests the settings again. Resolves after the response. */
  refresh: () => Promise<unknown>;
}

function ReminderSwitch({ wantsReminders, refresh }: ReminderSwitchProps) {
  const toast = useToast();
  const { run, running } = useAction(
    async (wanted: boolean) => {
      await request(calls.myEmail, { method: "PATCH", body: { wantsReminders: wanted } });
      await refresh();
      toast(wanted ? "We'll remind you before your classes." : "We won't send you reminders anymore.");
    },
    (error) => toast(`Your choice wasn't saved. ${errorMessage(error)}`, "error"),
  );
  const [[wanted] = [wantsReminders]] = running;
  return (
    <Check
      className="form-switch mb-0"
      role="switch"
      label="Remind me by email three days before a class starts, and two days before registration opens"
      checked={wanted}
      aria-busy={running.length > 0}
      onChange={({ target }) => {
        if (running.length === 0) void run(target.checked);
      }}
    />
  );
}
