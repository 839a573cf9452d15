import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { ActionMenu } from "../../shared/components/ActionMenu";
import { hasDraft } from "../../shared/forms/drafts";
import { pages } from "../../shared/paths";
import type { ReviewedClass } from "../api";
import { HandOverDialog, handOverDraftName } from "./HandOverDialog";
import { WithdrawDialog, withdrawalDraftName } from "./WithdrawDialog";

/** What the office and the instructor can do with a class. Nothing for a substitute. */
export function ClassMenu({ campClass }: { campClass: ReviewedClass }) {
  const { _id, nameClass, status, instructorEmail, endedAt, withdrawnAt } = campClass;
  const session = useSessionState();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState(() => dialogWithDraft(campClass));
  if (session.status !== "in") return null;
  const isAdmin = session.role === "admin";
  if (!isAdmin && session.user.email !== instructorEmail) return null;
  const go = (label: string, to: string) => ({ label, run: () => void navigate(to) });
  const open = (label: string, which: typeof dialog) => ({ label, run: () => setDialog(which) });
  const close = () => setDialog(null);
  return (
    <>
      <ActionMenu
        name={nameClass}
        actions={[
          ...(withdrawnAt ? [] : [go("Edit", pages.updateClass(_id))]),
          go("Duplicate", pages.duplicateClass(_id)),
          ...(isAdmin && status === "Pending" ? [go("Review", pages.reviewClass(_id))] : []),
          ...(isAdmin && !withdrawnAt ? [open("Change instructor", "handOver")] : []),
          ...(isAdmin && status === "Approved" && !endedAt ? [open("Withdraw", "withdrawal")] : []),
        ]}
      />
      {dialog === "handOver" ? <HandOverDialog campClass={campClass} close={close} /> : null}
      {dialog === "withdrawal" ? <WithdrawDialog campClass={campClass} close={close} /> : null}
    </>
  );
}

/** The dialog with text that was saved when the session ended. */
function dialogWithDraft(campClass: ReviewedClass): "handOver" | "withdrawal" | null {
  if (hasDraft(handOverDraftName(campClass))) return "handOver";
  return hasDraft(withdrawalDraftName(campClass)) ? "withdrawal" : null;
}
