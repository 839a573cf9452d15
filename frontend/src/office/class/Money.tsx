import { WithdrawalProgress } from "../../classes/review/WithdrawalProgress";
import { FRESH, useUserData } from "../../shared/api/resources";
import { formatMoney } from "../../shared/money";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { type ClassReport, reportCalls } from "../reports/api";
import { AMOUNTS } from "../reports/ClassReports";
import { Totals } from "../reports/Totals";
import type { TabProps } from "./myClass";
import "../reports/reports.scss";

/** What a class has sold, and how much of it is earned; of a withdrawn class, how far its refunds are. */
export function Money({ campClass }: TabProps) {
  const { data, error, mutate } = useUserData(reportCalls.classes({ classId: campClass._id }), FRESH);
  if (!data) return <LoadingRows error={error} retry={mutate} count={3} />;
  const [report] = data;
  return (
    <>
      {report ? <Sums report={report} /> : <p>Nobody could book this class yet.</p>}
      {campClass.withdrawnAt ? <WithdrawalProgress id={campClass._id} /> : null}
    </>
  );
}

function Sums({ report }: { report: ClassReport }) {
  return (
    <Totals
      of={[
        ["Seats sold", `${report.seats} of ${report.capacity}`],
        ["Lessons held", `${report.lessonsHeld} of ${report.lessons}`],
        ...AMOUNTS.map(([name, column]) => [name, formatMoney(report[column])] as const),
      ]}
    />
  );
}
