import { useState } from "react";
import { useLocation } from "react-router-dom";
import { childWithDraft, useChildren } from "../../accounts/children/api";
import { useSession, useSessionState } from "../../accounts/session/SessionProvider";
import { EmailVerification } from "../../accounts/verification/EmailVerification";
import { useRememberThisPage } from "../../accounts/verification/useRememberThisPage";
import { asApiError } from "../../shared/api/errors";
import { BusyButton } from "../../shared/components/BusyButton";
import { CancelButton, useDialog } from "../../shared/components/Dialog";
import { Facts } from "../../shared/components/Facts";
import { removeDraft, saveDraft } from "../../shared/forms/drafts";
import { useAtSessionEnd, useTakenDraft } from "../../shared/forms/useFormDrafts";
import { formatMoney, sumOf } from "../../shared/money";
import type { CampClass } from "../api";
import { agesText, scheduleFacts } from "../model/facts";
import { type Family, offerOf, reasonAgainst } from "../model/offers";
import { childNameOf, type Participant } from "../model/participants";
import { EditChild } from "./EditChild";
import { FamilyChoice } from "./FamilyChoice";
import { pendingSelectionOf, type Question } from "./useClassSelection";
import { sheetDraftName } from "./useSelectAfterLogin";
import { type Refusal, useSelectOrJoin } from "./useSelectOrJoin";

interface FamilyQuestionProps {
  question: Question;
  family: Family;
  onDone: (campClass: CampClass) => void;
}

/** The content of the sheet. */
export default function FamilyQuestion({ question, family, onDone }: FamilyQuestionProps) {
  const { campClass, action } = question;
  const { members, chosen, toggle, add } = useChosenMembers(campClass, family);
  const children = useChildren().data ?? [];
  const [edited, setEdited] = useState(
    () => childWithDraft(children) ?? (members.length === 1 ? "new" : null),
  );
  const { pathname } = useLocation();
  useAtSessionEnd(
    () => {
      saveDraft(sheetDraftName(pathname), { ...pendingSelectionOf(question) });
      saveDraft(ticksDraftName(campClass), { ticked: chosen.map(({ childId }) => childId) });
    },
    () => {
      removeDraft(sheetDraftName(pathname));
      removeDraft(ticksDraftName(campClass));
    },
  );
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const selectOrJoin = useSelectOrJoin();
  const { whileBusy, busy } = useDialog();
  const session = useSession();
  const submit = async () => {
    // The address may be verified meanwhile.
    if (refusals.some(({ error }) => asApiError(error)?.code === "verified_email_needed"))
      await session.reloadUser().catch(() => {});
    const refused = await selectOrJoin(campClass, chosen, action);
    setRefusals(refused);
    if (refused.length === 0) onDone(campClass);
  };
  const refusedOnly = refusals.filter(({ error }) => !asApiError(error)?.endsSession);
  const change = (childId: string | null) => {
    setRefusals([]);
    toggle(childId);
  };
  const ages = agesText(campClass);
  return (
    <>
      <p>
        <strong>{campClass.nameClass}</strong>
        <br />
        <Facts of={scheduleFacts(campClass)} />
      </p>
      {action === "joinWaitlist" ? <WaitlistNote /> : null}
      <FamilyChoice
        members={members}
        chosen={chosen}
        campClass={campClass}
        refusals={refusedOnly}
        action={action}
        toggle={change}
        edit={setEdited}
      />
      <p role="status" className="form-text">
        {ages !== null && chosen.some(({ childId }) => childId === null)
          ? `Just checking: this class is marked “${ages}”. Is it really for you?`
          : ""}
      </p>
      <EditChild edited={edited} setEdited={setEdited} onSaved={add} />
      <div className="d-flex flex-wrap justify-content-end gap-2">
        {edited === null ? <CancelButton>Cancel</CancelButton> : null}
        <BusyButton busy={busy} disabled={chosen.length === 0} onClick={() => void whileBusy(submit)}>
          {action === "select" ? selectText(campClass, chosen) : `Join the waitlist${forText(chosen)}`}
        </BusyButton>
      </div>
    </>
  );
}

/** What happens on the waitlist. An account that has never paid needs a verified address first, or the server refuses it. */
function WaitlistNote() {
  const state = useSessionState();
  const unverified = state.status === "in" && !state.user.emailVerified;
  useRememberThisPage(unverified);
  return (
    <>
      <p>This class is sold out. When it's your turn for a seat, we'll email you and hold it for you.</p>
      {unverified ? (
        <section className="alert alert-warning" aria-label="Your email address">
          <EmailVerification>
            <p>
              So please open the link in the email we sent to <strong>{state.user.email}</strong> first.
            </p>
          </EmailVerification>
        </section>
      ) : null}
    </>
  );
}

function ticksDraftName({ _id }: CampClass): string {
  return `ticks-${_id}`;
}

/** The family, each with the reason why they can't come, and those who are ticked. */
function useChosenMembers(campClass: CampClass, family: Family) {
  const offer = offerOf(campClass, family);
  const members = family.participants.map((member) => ({
    ...member,
    reason: reasonAgainst(member, campClass, offer),
  }));
  const free = members.filter(({ reason }) => reason === null);
  const draft = useTakenDraft(ticksDraftName(campClass));
  const [ticked, setTicked] = useState(() => {
    if (Array.isArray(draft?.ticked)) return new Set<string | null>(draft.ticked);
    const children = free.flatMap(({ childId }) => childId ?? []);
    return new Set<string | null>(children.length === 1 ? children : []);
  });
  return {
    members,
    chosen: free.filter(({ childId }) => ticked.has(childId)),
    toggle: (childId: string | null) =>
      setTicked((before) => {
        const after = new Set(before);
        if (!after.delete(childId)) after.add(childId);
        return after;
      }),
    add: (childId: string) => setTicked((before) => new Set([...before, childId])),
  };
}

function selectText({ price }: CampClass, chosen: readonly Participant[]): string {
  const total = price > 0 && chosen.length > 0 ? `: ${formatMoney(sumOf(chosen.map(() => price)))}` : "";
  return `Select${forText(chosen)}${total}`;
}

/** ` for Mia`, ` for 2`; empty for nobody. */
function forText(chosen: readonly Participant[]): string {
  const [first, ...others] = chosen;
  if (!first) return "";
  return others.length > 0 ? ` for ${chosen.length}` : ` for ${childNameOf(first) ?? "me"}`;
}
