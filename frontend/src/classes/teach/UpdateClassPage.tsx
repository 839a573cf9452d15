import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { ApiError } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import type { ResponseBody } from "../../shared/api/types";
import { useToast } from "../../shared/components/Toasts";
import { useReturn } from "../../shared/hooks/useReturn";
import { formatList } from "../../shared/intl";
import { pages } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import type { MyClass } from "../api";
import { BackToClasses, useIsAdmin } from "../card/BackToClasses";
import { DenialReason } from "../card/DenialReason";
import { StatusBadge } from "../card/StatusBadge";
import { WithdrawnNote } from "../card/WithdrawnNote";
import { ClassForm } from "../form/ClassForm";
import type { Instructor } from "../form/InstructorField";
import { type ClassDraft, classesPage, toClassValues, toDraft } from "../form/schema";
import { updateClass, useClassForForm } from "../instructorApi";
import { ClassNotFound } from "../page/ClassNotFound";
import { LiveCard } from "./LiveCard";

/** The page on which an instructor or an admin changes a class. */
export default function UpdateClassPage() {
  const { id = "" } = useParams();
  return (
    <>
      <BackToClasses />
      <PageHeading>Update Class</PageHeading>
      <UpdateClass key={id} id={id} />
    </>
  );
}

function UpdateClass({ id }: { id: string }) {
  const { data, error, mutate } = useClassForForm(id);
  if (error?.isNotFound) return <ClassNotFound />;
  if (error) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons count={7} />;
  return data.withdrawnAt === null ? (
    <UpdateForm campClass={data} />
  ) : (
    <Withdrawn campClass={data} withdrawnAt={data.withdrawnAt} />
  );
}

/** Shown instead of the form, because a withdrawn class cannot be changed. */
function Withdrawn({ campClass, withdrawnAt }: { campClass: MyClass; withdrawnAt: string }) {
  return (
    <div className="prose">
      <p className="fs-5">
        {campClass.nameClass} <StatusBadge campClass={campClass} />
      </p>
      <WithdrawnNote withdrawnAt={withdrawnAt} reason={campClass.feedback} />
      <p className="my-3">
        This class was withdrawn, so it can't be changed anymore. You can offer it again as a new class.
      </p>
      <Link className="btn btn-primary" to={pages.duplicateClass(campClass._id)}>
        Duplicate this class
      </Link>
    </div>
  );
}

function UpdateForm({ campClass }: { campClass: MyClass }) {
  const isAdmin = useIsAdmin();
  const [instructor, setInstructor] = useState<Instructor>({
    name: campClass.instructorName,
    email: campClass.instructorEmail,
  });
  const initial = { ...toDraft(campClass), instructorId: isAdmin ? campClass.instructorId : "" };
  const leave = useReturn(classesPage(initial, isAdmin));
  const submit = useSubmit(campClass, leave);
  return (
    <>
      <ReviewStatus campClass={campClass} />
      <ClassForm
        initial={initial}
        submit={submit}
        draft={`class-${campClass._id}`}
        classId={campClass._id}
        instructor={instructor}
        onInstructor={isAdmin ? setInstructor : undefined}
        card={<LiveCard instructor={instructor} />}
        cancel={leave}
        allowUrl
      >
        Update Class
      </ClassForm>
    </>
  );
}

/** Returns a function that saves the class, says so, and leads back to the page before the form. */
function useSubmit(campClass: MyClass, leave: () => void) {
  const invalidate = useInvalidateAfter("updateClass");
  const toast = useToast();
  return async (draft: ClassDraft) => {
    const { modifiedCount, noLongerFit } = await updateClass(
      campClass._id,
      toClassValues(draft),
      campClass.enroll,
    ).catch(addAdviceIfSeatsHeld);
    if (modifiedCount === 0)
      return toast("There's nothing to update. You haven't changed anything.", "warning");
    const resubmitted = campClass.status === "Denied" ? " It has been sent for approval again." : "";
    toast(`Good job! Your Class is Updated Successfully.${resubmitted}`);
    if (noLongerFit.length > 0) toast(unfitText(noLongerFit), "warning");
    void invalidate(campClass._id);
    leave();
  };
}

function ReviewStatus({ campClass }: { campClass: MyClass }) {
  return (
    <>
      <p>
        <StatusBadge campClass={campClass} /> <span className="amount">{campClass.enroll}</span> enrolled
      </p>
      {campClass.status === "Denied" ? (
        <div className="mb-3">
          <DenialReason feedback={campClass.feedback} />
        </div>
      ) : null}
    </>
  );
}

type UnfitChild = ResponseBody<"PUT", "/classes/{id}">["noLongerFit"][number];

/** Names the children who no longer fit the ages. They keep their seats, and their places on the waitlist. */
function unfitText(children: readonly UnfitChild[]): string {
  const names = children.map(({ childName, age, state }) => {
    const known = age === null ? "no date of birth" : `age ${age}`;
    return `${childName} (${known}${state === "waiting" ? ", on the waitlist" : ""})`;
  });
  return `These children no longer fit the ages: ${formatList(names)}. Please talk to their families.`;
}

/** Rethrows the error. If its code is `seats_held`, adds advice to the server's message. */
function addAdviceIfSeatsHeld(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "seats_held") throw error;
  const message = error.fields.seats?.join(" ") ?? error.message;
  const seats = [`${message} Offer more seats, or try again later.`];
  throw new ApiError({ status: error.status, code: error.code, message: error.message, fields: { seats } });
}
