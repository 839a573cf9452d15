import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { asApiError } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { useToast } from "../../shared/components/Toasts";
import { useReturn } from "../../shared/hooks/useReturn";
import { ErrorState } from "../../shared/screens/ErrorState";
import { PageHeading } from "../../shared/screens/Page";
import { RowSkeletons } from "../../shared/screens/Skeletons";
import type { ClassDetails } from "../api";
import { BackToClasses, useIsAdmin } from "../card/BackToClasses";
import { ClassForm } from "../form/ClassForm";
import type { Instructor } from "../form/InstructorField";
import { type ClassDraft, classesPage, EMPTY_DRAFT, toClassValues, toDraft } from "../form/schema";
import { type ClassValues, createClass, useClassForForm, wasCreated } from "../instructorApi";
import { ClassNotFound } from "../page/ClassNotFound";
import { LiveCard } from "./LiveCard";

/** The page on which an instructor or an admin creates a class, from nothing or as a duplicate of another class. */
export default function AddClassPage() {
  const [query] = useSearchParams();
  const original = query.get("duplicate");
  const season = query.get("season") ?? "";
  return (
    <>
      <BackToClasses />
      <PageHeading>Add a Class</PageHeading>
      <p className="prose">An admin reviews every new class. Once it's approved, everyone can see it.</p>
      {original === null ? (
        <AddForm initial={{ ...EMPTY_DRAFT, season }} draft="new-class" />
      ) : (
        <Duplicate id={original} />
      )}
    </>
  );
}

function Duplicate({ id }: { id: string }) {
  const { data, error, mutate } = useClassForForm(id);
  if (error?.isNotFound) return <ClassNotFound />;
  if (error) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <RowSkeletons count={7} />;
  return <AddForm initial={duplicateOf(data)} draft={`duplicate-${id}`} />;
}

/** All values but the lessons that have started, because a new lesson must be in the future. */
function duplicateOf(campClass: ClassDetails): ClassDraft {
  const draft = toDraft({ ...campClass, seats: campClass.seats + campClass.enroll });
  const lessons = draft.lessons.filter(({ started }) => !started).map(({ _id, ...lesson }) => lesson);
  return { ...draft, lessons };
}

/** Until an admin chooses the instructor. */
const NOBODY_YET: Instructor = { name: "an instructor", email: "" };

function AddForm({ initial, draft: draftName }: { initial: ClassDraft; draft: string }) {
  const state = useSessionState();
  const [chosen, setChosen] = useState<Instructor>(NOBODY_YET);
  const createOnce = useCreateOnce();
  const invalidate = useInvalidateAfter("createClass");
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const cancel = useReturn(classesPage(initial, isAdmin));
  const toast = useToast();
  if (state.status !== "in") return null;
  const instructor = isAdmin ? chosen : state.user;
  const submit = async (draft: ClassDraft) => {
    await createOnce(toClassValues(draft), instructor);
    toast("The class have been added successfully");
    void invalidate();
    navigate(classesPage(draft, isAdmin));
  };
  return (
    <ClassForm
      initial={initial}
      submit={submit}
      draft={draftName}
      instructor={instructor}
      onInstructor={isAdmin ? setChosen : undefined}
      card={<LiveCard instructor={instructor} />}
      cancel={cancel}
      allowUrl={initial.image !== ""}
    >
      Add Class
    </ClassForm>
  );
}

/** Creates a class only once, even if the response is lost and the user submits again. */
function useCreateOnce() {
  const outcomeUnknown = useRef(false);
  return async (values: ClassValues, instructor: { name: string; email: string }) => {
    if (outcomeUnknown.current && (await wasCreated(values, instructor.email))) return;
    try {
      await createClass(values, instructor);
    } catch (error) {
      outcomeUnknown.current = asApiError(error)?.isTransient ?? false;
      throw error;
    }
  };
}
