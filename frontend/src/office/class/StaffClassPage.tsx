import type { ComponentType } from "react";
import Button from "react-bootstrap/Button";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { ClassCare } from "../../care/participants/ClassCare";
import type { MyClass } from "../../classes/api";
import { BackToClasses, useIsAdmin } from "../../classes/card/BackToClasses";
import { StatusBadge } from "../../classes/card/StatusBadge";
import { SentMessages } from "../../classes/messages/SentMessages";
import { instructorOf, scheduleFacts } from "../../classes/model/facts";
import { ClassNotFound } from "../../classes/page/ClassNotFound";
import { ClassMenu } from "../../classes/review/ClassMenu";
import { ClassWaitlist } from "../../classes/waitlist/ClassWaitlist";
import { FRESH, useUserData } from "../../shared/api/resources";
import { TabLinks } from "../../shared/components/TabLinks";
import { config } from "../../shared/config";
import { calls, pages } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { ClassSheet } from "./ClassSheet";
import { Facts } from "./Facts";
import { Money } from "./Money";
import type { TabProps } from "./myClass";
import { Roster } from "./Roster";
import "./class.scss";

/** The page of one class for the office, its instructor and, on the day of a lesson, the lesson's substitute. */
export default function StaffClassPage() {
  const { id = "" } = useParams();
  const { data, error, mutate } = useUserData(calls.myClass(id), FRESH);
  if (data) return <LoadedPage key={id} campClass={data} />;
  return (
    <>
      <LoadingHeading title="Class" />
      {error?.isNotFound ? <ClassNotFound /> : <LoadingRows error={error} retry={mutate} />}
    </>
  );
}

function LoadedPage({ campClass }: TabProps) {
  const { nameClass } = campClass;
  usePageTitle(nameClass);
  const { links, current, Content } = useTabs(campClass);
  return (
    <>
      <Back />
      <div className="d-flex justify-content-between align-items-start gap-2">
        <PageHeading className="mb-2">{nameClass}</PageHeading>
        <ClassMenu campClass={campClass} />
      </div>
      <p className="no-print">
        <StatusBadge campClass={campClass} />{" "}
        {[...scheduleFacts(campClass), `with ${instructorOf(campClass)}`].join(", ")}
      </p>
      <TabLinks label="Parts of the class" tabs={links} current={current} inPlace />
      <div className="mt-4">
        <Content campClass={campClass} />
      </div>
    </>
  );
}

/** Leads back to the table that the user came from, as it was; after a direct visit, to the list of classes. */
function Back() {
  const navigate = useNavigate();
  // The router numbers the entries of the history. The tabs replace theirs.
  if (!window.history.state?.idx) return <BackToClasses />;
  return (
    <Button variant="link" className="p-0 mb-2 no-print" onClick={() => void navigate(-1)}>
      Back
    </Button>
  );
}

interface Tab {
  name: string;
  Content: ComponentType<TabProps>;
  /** How many rows the tab has. */
  count?: (campClass: MyClass) => number;
  isShown?: (isAdmin: boolean) => boolean;
  /** The tab that leads to this one, which has no link of its own. */
  above?: string;
}

const TABS: Readonly<Record<string, Tab>> = {
  facts: { name: "Facts", Content: Facts },
  roster: { name: "Roster", Content: Roster, count: ({ enroll }) => enroll },
  sheet: { name: "Sign-in Sheet", Content: ClassSheet, above: "roster" },
  waitlist: { name: "Waitlist", Content: Waitlist, count: ({ waiting }) => waiting },
  money: { name: "Money", Content: Money, isShown: (isAdmin) => isAdmin },
  messages: { name: "Messages", Content: Messages },
  care: { name: "Care", Content: ClassCare, isShown: () => config.care },
};

/** The tab that the address names, else the roster, or the facts of a class that nobody can book. */
function useTabs(campClass: MyClass) {
  const isAdmin = useIsAdmin();
  const named = useSearchParams()[0].get("tab");
  const tabs = Object.entries(TABS).filter(([, { isShown }]) => isShown?.(isAdmin) ?? true);
  const first = campClass.status === "Approved" ? "roster" : "facts";
  const [part, { Content, above = part }] = (tabs.find(([each]) => each === named) ??
    tabs.find(([each]) => each === first)) as [string, Tab];
  const addressOf = (each: string) => pages.staffClass(campClass._id, each);
  const links = tabs
    .filter(([, tab]) => tab.above === undefined)
    .map(
      ([each, { name, count }]) => [addressOf(each), count ? `${name} (${count(campClass)})` : name] as const,
    );
  return { links, current: addressOf(above), Content };
}

function Waitlist({ campClass }: TabProps) {
  const { data, error, mutate } = useUserData(calls.classWaitlist(campClass._id), FRESH);
  return data ? <ClassWaitlist entries={data} /> : <LoadingRows error={error} retry={mutate} />;
}

function Messages({ campClass: { _id, nameClass } }: TabProps) {
  return <SentMessages classId={_id} name={nameClass} />;
}
