import type { ReactNode } from "react";
import type { CampClass, ReviewedClass } from "../../../classes/api";
import { scheduleFacts, seatsText } from "../../../classes/model/facts";
import { usePublicData } from "../../../shared/api/resources";
import { Facts } from "../../../shared/components/Facts";
import { formatPrice } from "../../../shared/money";
import { calls } from "../../../shared/paths";
import type { FamilyPayment, MovePlan } from "../../api";
import { cancellationText } from "../terms";

interface MoveComparisonProps {
  payment: FamilyPayment;
  target: ReviewedClass;
  plan: MovePlan;
}

/** Both classes side by side: schedule, seats, waitlist, price, and what a cancellation refunds. */
export function MoveComparison({ payment, target, plan }: MoveComparisonProps) {
  // The list has no classes that are over.
  const { data: current } = usePublicData(calls.class(payment.classId));
  const rows: [heading: string, now: ReactNode, after: ReactNode][] = [
    ["When", current ? schedule(current) : "", schedule(target)],
    ["Seats", current ? seatsText(current) : "", seatsText(target)],
    ["Waiting", current?.waiting ?? "", target.waiting],
    ["Price", `${formatPrice(payment.price)} paid`, formatPrice(plan.newPrice)],
    ["If they cancel", cancellationText(payment.refundSteps), cancellationText(plan.refundSteps)],
  ];
  return (
    <table className="table move-comparison">
      <caption className="visually-hidden">Before and after the move</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{payment.nameClass}</th>
          <th scope="col">{target.nameClass}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([heading, now, after]) => (
          <tr key={heading}>
            <th scope="row">{heading}</th>
            <td>{now}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function schedule(campClass: CampClass): ReactNode {
  return <Facts of={scheduleFacts(campClass)} />;
}
