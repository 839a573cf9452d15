import { Vouchers } from "../../payments/vouchers/Vouchers";
import { pages } from "../../shared/paths";
import { TabbedPage } from "../../shared/screens/TabbedPage";
import { Books } from "../reports/Books";
import { Charts } from "../reports/Charts";
import { ClassReports } from "../reports/ClassReports";
import { InstructorReports } from "../reports/InstructorReports";
import { Owed } from "./Owed";
import "../office.scss";
import "../reports/reports.scss";

const TABS = [
  ["", "Owed", Owed],
  ["books", "Books", Books],
  ["classes", "Classes", ClassReports],
  ["instructors", "Instructors", InstructorReports],
  ["codes", "Codes", Vouchers],
  ["charts", "Charts", Charts],
] as const;

/** What the school owes, has taken and has earned, for admins. */
export default function MoneyPage() {
  return <TabbedPage title="Money" path={pages.money} tabs={TABS} />;
}
