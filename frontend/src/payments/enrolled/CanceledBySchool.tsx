import { Link } from "react-router-dom";
import { useParticipantText, withParticipant } from "../../classes/model/participants";
import { pages } from "../../shared/paths";
import { formatSiteDate } from "../../shared/siteTime";
import type { Payment } from "../api";

const SHOWN_MS = 30 * 24 * 3_600_000;

/** Lists the classes that the school canceled in the last month, because the list of enrolled classes omits them. */
export function CanceledBySchool({ payments }: { payments: readonly Payment[] }) {
  const participantText = useParticipantText();
  return payments.map((payment) => {
    const { _id, nameClass, withdrawal } = payment;
    if (withdrawal === null || Date.parse(withdrawal.withdrawnAt) < Date.now() - SHOWN_MS) return null;
    const name = withParticipant(nameClass, participantText(payment));
    return (
      <p key={_id} className="alert alert-warning">
        <strong>{name}</strong> won't take place. The school canceled it on{" "}
        {formatSiteDate(withdrawal.withdrawnAt)}.{" "}
        <Link to={pages.myEnrolledClass(payment)}>
          See why, and your refund<span className="visually-hidden"> for {name}</span>
        </Link>
      </p>
    );
  });
}
