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
/** The parts in the words of the office: what each is for, and what follows if it doesn't work. */
const PARTS: Readonly<Record<string, readonly [name: string, effect: string]>> = {
  Settings: ["Settings of the server", "A setting of the server needs a look."],
  "Recommended settings": [
    "What the site still needs",
    "Visitors see made-up hours, directions or links, or nobody hears of it when something breaks.",
  ],
  "Names of settings": ["Names of settings", "Some settings have a wrong name, so they do nothing."],
  "Test mode": ["Real card payments", "No card is charged yet: families can only try out how to pay."],
  Database: ["Stored data", "The site can't read and save everything."],
  "Tables of the database": ["Version of the stored data", "The last update of the site isn't complete."],
  "Keys of the care sheets": [
    "Care sheets can be read",
    "Some care sheets can't be read, or use an old key.",
  ],
  "Worker and e-mails": ["Emails and refunds go out", "Emails, refunds and offers of seats wait."],
  Backup: ["Backup", "We know of no recent copy of the data."],
  "Mail server": ["Email delivery", "Emails may not arrive."],
  Pictures: ["Pictures", "New pictures can't be saved."],
  Disk: ["Space for data", "The server is running out of space."],
  Clock: ["Clock", "The server's clock is wrong, and so are the times it records."],
  "Firebase project": ["Logins", "People may not be able to log in."],
  "Firebase service account": ["Logins of deleted accounts", "They end later than they should."],
  "Stripe account": ["Card payments", "Families may not be able to pay by card."],
  "Stripe publishable key": ["Card form", "Families may not be able to pay by card."],
  "Stripe webhook": ["News from the card provider", "Payments and refunds may show up late."],
  "Address of the site": ["Address of the site", "Links in emails may not open the site."],
  "Redirect to https": ["Safe connection", "A connection to the site may not be safe."],
  Certificate: ["Certificate of the safe connection", "Browsers may warn visitors of the site."],
};
/** What needs to be done comes first. */
const ORDER: readonly Finding["state"][] = ["error", "warning"];

/** Whether each part of the site works, and what it means for the school if not. */
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
  { heading: "Part", cell: ({ what }) => <strong>{nameOf(what)}</strong> },
  {
    heading: "State",
    cell: ({ state }) => {
      const [text, style] = STATES[state];
      return <span className={`badge ${style}`}>{text}</span>;
    },
  },
  { heading: "What it means", cell: (finding) => <Meaning finding={finding} /> },
];

function nameOf(what: string): string {
  return PARTS[what]?.[0] ?? what;
}

/** What a problem means for the school. The server's text is folded, for the operator. */
function Meaning({ finding: { what, todo } }: { finding: Finding }) {
  const [, effect] = PARTS[what] ?? [];
  if (effect === undefined) return <ToDo text={todo} />;
  return (
    <>
      {effect}
      <details className="small">
        <summary>For the person who runs the server</summary>
        <ToDo text={todo} />
      </details>
    </>
  );
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
  const open = ORDER.flatMap((state) => findings.filter((each) => each.state === state));
  const working = findings.filter(({ state }) => state === "ok");
  return (
    <>
      <h2 className="h5" aria-live="polite">
        {open.length === 0 ? "Everything works." : `${open.length} of ${findings.length} need a look`}
      </h2>
      {open.length > 0 ? (
        <DataTable caption="Parts of the site" columns={COLUMNS} rows={open} keyOf={({ what }) => what} />
      ) : null}
      <details className="mb-3" open={open.length === 0}>
        <summary>What works ({working.length})</summary>
        <ul>
          {working.map(({ what }) => (
            <li key={what}>{nameOf(what)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
