import { useState } from "react";
import { useSessionState } from "../accounts/SessionProvider";
import { asApiError, errorMessage } from "../shared/apiError";
import { pages } from "../shared/paths";
import { useInvalidate } from "../shared/resources";
import { useToast } from "../shared/Toasts";
import { useAction } from "../shared/useAction";
import { type CampClass, invalidatedBy, selectClass, useEnrolledClasses, useSelections } from "./api";

/** The reason why the user cannot select a class; `loading` until it is known. */
export type SelectionBlock = "admin" | "instructor" | "selected" | "enrolled" | "begun" | "full" | "loading";

export interface ClassSelection {
  blockOf: (campClass: CampClass) => SelectionBlock | null;
  /** The page on which the student pays for a selected class. */
  paymentPageOf: (campClass: CampClass) => string;
  /** Selects the class and returns whether that succeeded. For a visitor, sets `awaitingLogin` instead. */
  select: (campClass: CampClass) => Promise<boolean>;
  /** Whether the selection of the class is in progress. */
  isBusy: (campClass: CampClass) => boolean;
  /** The class that a visitor wants to select, who must log in first. */
  awaitingLogin: CampClass | null;
  cancelLogin: () => void;
}

/** The selection of classes by the current user. */
export function useClassSelection(): ClassSelection {
  const session = useSessionState();
  const { blockOf, paymentPageOf } = useSelectionBlock();
  const { run, running } = useSelectClass();
  const toast = useToast();
  const [awaitingLogin, setAwaitingLogin] = useState<CampClass | null>(null);
  const select = async (campClass: CampClass) => {
    if (session.status === "out") setAwaitingLogin(campClass);
    if (session.status === "unreachable") toast(errorMessage(session.error), "error");
    return session.status === "in" && run(campClass, session.user.email);
  };
  const isBusy = ({ _id }: CampClass) => running.some(([campClass]) => campClass._id === _id);
  return { blockOf, paymentPageOf, select, isBusy, awaitingLogin, cancelLogin: () => setAwaitingLogin(null) };
}

function useSelectClass() {
  const toast = useToast();
  const invalidate = useInvalidate();
  return useAction(
    async (campClass: CampClass, email: string) => {
      await selectClass(campClass, email);
      toast(`${campClass.nameClass} is Selected Successfully`);
      await invalidate(...invalidatedBy.selectClass(email));
    },
    async (failure, { nameClass }, email) => {
      const error = asApiError(failure);
      // When the session ends, SessionProvider shows the message.
      if (!error?.endsSession)
        toast(`${nameClass}: ${errorMessage(failure)}`, error?.isOutdated ? "warning" : "error");
      if (error?.isOutdated) await invalidate(...invalidatedBy.rejectedSelection(email));
    },
  );
}

function useSelectionBlock(): Pick<ClassSelection, "blockOf" | "paymentPageOf"> {
  const session = useSessionState();
  const isStudent = session.status === "in" && session.role === "student";
  const selected = useSelections({ enabled: isStudent });
  const enrolled = useEnrolledClasses({ enabled: isStudent });
  const paymentPageOf: ClassSelection["paymentPageOf"] = (campClass) => {
    const selection = selected.data?.find(({ classId }) => classId === campClass._id);
    return selection ? pages.payment(selection._id) : pages.mySelectedClasses;
  };
  const blockOf: ClassSelection["blockOf"] = (campClass) => {
    const isThisClass = ({ classId }: { classId: string }) => classId === campClass._id;
    if (session.status === "in" && session.role !== "student") return session.role;
    if (enrolled.data?.some(isThisClass)) return "enrolled";
    if (selected.data?.some(isThisClass)) return "selected";
    if (campClass.startsAt !== null && Date.parse(campClass.startsAt) <= Date.now()) return "begun";
    if (campClass.seats === 0) return "full";
    // If the lists cannot be loaded, the server decides.
    const loading = (!selected.data && !selected.error) || (!enrolled.data && !enrolled.error);
    return session.status === "loading" || (isStudent && loading) ? "loading" : null;
  };
  return { blockOf, paymentPageOf };
}
