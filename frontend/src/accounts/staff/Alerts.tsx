import { errorMessage } from "../../shared/api/errors";
import { useToast } from "../../shared/components/Toasts";
import { FilterSelect } from "../../shared/forms/Filters";
import { useAction } from "../../shared/hooks/useAction";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { type AlertTime, updateProfile, useEmailSettings } from "../api";

const CHOICES: [AlertTime, string][] = [
  ["daily", "In one email a day, at 7:00 AM"],
  ["at_once", "In an email at once"],
  ["off", "Not by email"],
];

/** When an admin hears of what needs a decision. */
export function Alerts() {
  const { data, error, mutate } = useEmailSettings();
  return (
    <section className="sheet" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      {data ? null : <LoadingRows error={error} retry={mutate} count={1} />}
      {data?.alerts ? <AlertChoice chosen={data.alerts} refresh={() => mutate()} /> : null}
    </section>
  );
}

interface AlertChoiceProps {
  chosen: AlertTime;
  /** Requests the settings again. Resolves after the response. */
  refresh: () => Promise<unknown>;
}

function AlertChoice({ chosen, refresh }: AlertChoiceProps) {
  const toast = useToast();
  const { run, running } = useAction(
    async (wanted: AlertTime) => {
      await updateProfile({ alerts: wanted });
      await refresh();
      toast("Your choice has been saved.");
    },
    (error) => toast(`Your choice wasn't saved. ${errorMessage(error)}`, "error"),
  );
  const [[wanted] = [chosen]] = running;
  return (
    <FilterSelect
      label="Tell me what needs a decision, such as a new class, a failed refund or a class with too few seats sold"
      options={CHOICES}
      value={wanted}
      onChange={(value) => {
        if (running.length === 0) void run(value as AlertTime);
      }}
    />
  );
}
