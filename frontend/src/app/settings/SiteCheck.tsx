import { useUserData } from "../../shared/api/resources";
import type { Row } from "../../shared/api/types";
import { BusyButton } from "../../shared/components/BusyButton";
import { type Column, DataTable } from "../../shared/components/DataTable";
import { useAction } from "../../shared/hooks/useAction";
import { path } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";

type Finding = Row<"/setup">;

const STATES: Record<Finding["state"], readonly [text: string, style: string]> = {
  error: ["Doesn't work", "text-bg-danger"],
  warning: ["Have a look", "text-bg-warning"],
  ok: ["Works", "text-bg-success"],
};
/** What a part is for, where its name says that only to who runs the server. */
const IN_OFFICE_WORDS: Readonly<Record<string, string>> = {
  Settings: "Settings of the server",
  "Recommended settings": "What the site still needs",
  "Test mode": "Real card payments",
  Database: "Stored data",
  "Tables of the database": "Version of the stored data",
  "Keys of the care sheets": "Care sheets can be read",
  "Worker and e-mails": "Emails and refunds go out",
  "Mail server": "Email delivery",
  Disk: "Space for data",
  "Firebase project": "Logins",
  "Firebase service account": "Logins of deleted accounts",
  "Stripe account": "Card payments",
  "Stripe publishable key": "Card form",
  "Stripe webhook": "News from the card provider",
  "Redirect to https": "Safe connection",
  Certificate: "Certificate of the safe connection",
};
/** What the office itself can do something about. */
const OF_THE_OFFICE = "The school's facts";
/** What needs to be done comes first. */
const ORDER: readonly Finding["state"][] = ["error", "warning", "ok"];

/** Whether each part of the site works, and what to do about it. */
export function SiteCheck() {
  const { data, error, mutate } = useUserData(path("/setup"), { revalidateOnFocus: false });
  const { run, busy } = useAction(() => mutate());
  return (
    <>
      <p>
        This page checks that the server, the mail, the logins and the payments work. It takes a few seconds.
      </p>
      {data ? null : <LoadingRows error={error} retry={mutate} count={8} />}
      {data ? (
        <>
          <Findings findings={data} />
          <BusyButton busy={busy} onClick={() => void run()}>
            Check again
          </BusyButton>
        </>
      ) : null}
    </>
  );
}

const COLUMNS: readonly Column<Finding>[] = [
  { heading: "Part", cell: ({ what }) => <strong>{IN_OFFICE_WORDS[what] ?? what}</strong> },
  {
    heading: "State",
    cell: ({ state }) => {
      const [text, style] = STATES[state];
      return <span className={`badge ${style}`}>{text}</span>;
    },
  },
  { heading: "What to do", cell: ({ what, todo }) => (todo ? <ToDo text={todoText(what, todo)} /> : null) },
];

function todoText(what: string, todo: string): string {
  return what === OF_THE_OFFICE ? todo : `Please send this to the person who runs the server: ${todo}`;
}

/** Shows what stands between backticks as code: commands to type. */
function ToDo({ text }: { text: string }) {
  const parts = text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="text-reset">
        {part}
      </code>
    ),
  );
  return <span className="text-break">{parts}</span>;
}

function Findings({ findings }: { findings: Finding[] }) {
  const sorted = ORDER.flatMap((state) => findings.filter((each) => each.state === state));
  const open = sorted.filter(({ state }) => state !== "ok").length;
  return (
    <>
      <h2 className="h5" aria-live="polite">
        {open === 0 ? "Everything works." : `${open} of ${sorted.length} need a look`}
      </h2>
      <DataTable caption="Parts of the site" columns={COLUMNS} rows={sorted} keyOf={({ what }) => what} />
    </>
  );
}
