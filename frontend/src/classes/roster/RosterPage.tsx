import { useParams, useSearchParams } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import type { ApiError } from "../../shared/api/errors";
import { useUserData } from "../../shared/api/resources";
import { TabLinks } from "../../shared/components/TabLinks";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { BackLink } from "../../shared/screens/BackLink";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import { SentMessages } from "../messages/SentMessages";
import { ClassNotFound } from "../page/ClassNotFound";
import { ClassWaitlist } from "../waitlist/ClassWaitlist";
import { Lessons } from "./Lessons";
import { RosterButtons, RosterTable } from "./RosterTable";
import { SignInSheet } from "./SignInSheet";
import "./roster.scss";

/** The students of a class and its waitlist, for its instructor and for admins. */
export default function RosterPage() {
  const { id = "" } = useParams();
  return (
    <>
      <BackToClasses />
      <Roster key={id} id={id} />
    </>
  );
}

function BackToClasses() {
  const session = useSessionState();
  const isAdmin = session.status === "in" && session.role === "admin";
  return isAdmin ? (
    <BackLink to={pages.manageClasses}>Manage Classes</BackLink>
  ) : (
    <BackLink to={pages.myClasses}>My Classes</BackLink>
  );
}

const TABS = {
  students: "Students",
  sheet: "Sign-in Sheet",
  waitlist: "Waitlist",
  messages: "Messages",
} as const;

type Tab = keyof typeof TABS;

const FRESH = { dedupingInterval: 0 };

function Roster({ id }: { id: string }) {
  const [query] = useSearchParams();
  const named = query.get("tab") ?? "";
  const tab: Tab = Object.hasOwn(TABS, named) ? (named as Tab) : "students";
  const campClass = useUserData(calls.myClass(id));
  const roster = useUserData(calls.roster(id), FRESH);
  const waitlist = useUserData(calls.classWaitlist(id), FRESH);
  // All are shown at once: the name of the class lengthens the heading and would move the table.
  const isLoaded = [campClass, roster, waitlist].every(({ data, error }) => data ?? error);
  const name = isLoaded ? campClass.data?.nameClass : undefined;
  const counts = {
    students: roster.data?.length,
    sheet: undefined,
    waitlist: waitlist.data?.length,
    messages: undefined,
  };
  const failure = { students: roster, sheet: roster, waitlist, messages: roster }[tab];
  const lessons = campClass.data?.lessons ?? [];
  return (
    <>
      <PageHeading className="mb-3">Roster{name === undefined ? "" : `: ${name}`}</PageHeading>
      {isLoaded && campClass.data ? <Lessons campClass={campClass.data} /> : null}
      {isLoaded && campClass.error && !campClass.data && roster.data ? (
        <ErrorState
          error={campClass.error}
          text={`We couldn't load when and where this class takes place. ${campClass.error.message}`}
          retry={() => campClass.mutate()}
        />
      ) : null}
      {isLoaded ? <TabBar id={id} tab={tab} counts={counts} /> : <RowSkeletons />}
      {isLoaded && tab === "students" && roster.data ? <RosterTable entries={roster.data} /> : null}
      {isLoaded && tab === "sheet" && roster.data ? (
        <SignInSheet entries={roster.data} lessons={lessons} />
      ) : null}
      {isLoaded && tab === "waitlist" && waitlist.data ? <ClassWaitlist entries={waitlist.data} /> : null}
      {isLoaded && tab === "messages" && roster.data ? (
        <SentMessages classId={id} name={name ?? "the families"} />
      ) : null}
      {isLoaded && failure.error && !failure.data ? (
        <RosterError error={failure.error} retry={() => failure.mutate()} />
      ) : null}
    </>
  );
}

interface TabBarProps {
  id: string;
  tab: Tab;
  /** How many rows each tab has; undefined if they cannot be loaded. */
  counts: Record<Tab, number | undefined>;
}

/** Links to the tabs, and the buttons of the tab. Renders nothing if no tab could be loaded. */
function TabBar({ id, tab, counts }: TabBarProps) {
  if (Object.values(counts).every((count) => count === undefined)) return null;
  const addressOf = (each: Tab) => (each === "students" ? pages.roster(id) : pages.rosterTab(id, each));
  const tabs = (Object.keys(TABS) as Tab[]).map(
    (each) =>
      [
        addressOf(each),
        <>
          {TABS[each]} {counts[each] === undefined ? null : <span className="amount">({counts[each]})</span>}
        </>,
      ] as const,
  );
  return (
    <div className="d-flex flex-wrap justify-content-between align-items-center gap-3 mb-4 no-print">
      <TabLinks
        label="Parts of the roster"
        tabs={config.care ? [...tabs, [pages.classCare(id), "Care and Contacts"]] : tabs}
        current={addressOf(tab)}
        preventScrollReset
      />
      {(tab === "students" || tab === "sheet") && counts.students ? <RosterButtons id={id} /> : null}
    </div>
  );
}

function RosterError({ error, retry }: { error: ApiError; retry: () => Promise<unknown> }) {
  return error.isNotFound ? <ClassNotFound /> : <ErrorState error={error} retry={retry} />;
}
