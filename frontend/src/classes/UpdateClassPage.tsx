import { useNavigate, useParams } from "react-router-dom";
import { ApiError } from "../shared/apiError";
import { config } from "../shared/config";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useMine, useRefresh } from "../shared/resources";
import { RowSkeletons } from "../shared/Skeletons";
import { ErrorState } from "../shared/states";
import { useSay } from "../shared/Toasts";
import type { ReviewedClass } from "./approval";
import { ClassForm } from "./ClassForm";
import { type ClassDraft, valuesOf } from "./classSchema";
import { NoSuchClass } from "./NoSuchClass";
import { updateClass } from "./offering";
import { StatusBadge } from "./StatusBadge";

/** Where an instructor changes one of their classes. */
export default function UpdateClassPage() {
  const { id = "" } = useParams();
  return (
    <>
      <PageHeading>Update Class</PageHeading>
      <UpdateClass key={id} id={id} />
    </>
  );
}

/** Nothing remembered may fill the form: it is asked for anew each time, and then left alone while somebody types. */
const FRESH = { dedupingInterval: 0, revalidateIfStale: true, revalidateOnReconnect: false };

function UpdateClass({ id }: { id: string }) {
  const { data, error, isValidating, mutate } = useMine<ReviewedClass>(calls.myClass(id), FRESH);
  if (isValidating) return <RowSkeletons count={7} />;
  if (error?.status === 404) return <NoSuchClass />;
  if (error) return <ErrorState error={error} retry={() => mutate()} />;
  return data ? <UpdateForm of={data} /> : null;
}

function UpdateForm({ of }: { of: ReviewedClass }) {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const say = useSay();
  const submit = async (typed: ClassDraft) => {
    const changed = await updateClass(of._id, valuesOf(typed), of.enroll).catch(explainSeatsHeld);
    if (!changed) return say("Nothing was changed: the class is as it was.", "warning");
    const anew = of.status === "Denied" ? " It has been sent for approval again." : "";
    say(`Good job! Your Class is Updated Successfully.${anew}`);
    void refresh(calls.myClasses(of.instructorEmail), calls.classes, calls.popularClasses);
    navigate(pages.myClasses);
  };
  const instructor = { name: of.instructorName, email: of.instructorEmail };
  return (
    <>
      <Standing of={of} />
      <ClassForm
        initial={draftOf(of)}
        submit={submit}
        draft={`class-${of._id}`}
        instructor={instructor}
        byAddress
      >
        Update Class
      </ClassForm>
    </>
  );
}

function Standing({ of }: { of: ReviewedClass }) {
  return (
    <>
      <p>
        <StatusBadge status={of.status} /> <span className="amount">{of.enroll}</span> enrolled
      </p>
      {of.status === "Denied" ? (
        <div className="verdict verdict-denied mb-3">
          <p className="fw-semibold mb-1">Why it was denied</p>
          <p className="text-pre mb-1">{of.feedback || "No reason was given yet."}</p>
          <p className="mb-0">Once you change it, it is sent for approval again.</p>
        </div>
      ) : null}
    </>
  );
}

function draftOf({ nameClass, seats, price, image, description }: ReviewedClass): ClassDraft {
  return { nameClass, seats: String(seats), price: dollars(price), image, description };
}

/** A price as somebody would type it: 20, 45.50. */
function dollars(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2);
}

/** Says what to do about too few seats, beside what the server says. */
function explainSeatsHeld(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "seats_held") throw error;
  const said = error.fields.seats?.join(" ") ?? error.message;
  const seats = [`${said} Offer more seats, or try again in ${config.seatHoldMinutes} minutes.`];
  throw new ApiError({ status: error.status, code: error.code, message: error.message, fields: { seats } });
}
