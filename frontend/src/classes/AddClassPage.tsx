import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import { ApiError } from "../shared/apiError";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useRefresh } from "../shared/resources";
import { useSay } from "../shared/Toasts";
import { ClassForm } from "./ClassForm";
import { type ClassDraft, valuesOf } from "./classSchema";
import { type ClassValues, hasArrived, offerClass } from "./offering";

const EMPTY: ClassDraft = { nameClass: "", seats: "", price: "", image: "", description: "" };

/** Where an instructor offers a class. */
export default function AddClassPage() {
  const state = useSessionState();
  const offer = useOffering();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const say = useSay();
  if (state.status !== "in") return null;
  const { person } = state;
  const submit = async (typed: ClassDraft) => {
    await offer(valuesOf(typed), person);
    say("The class have been added successfully");
    void refresh(calls.myClasses(person.email));
    navigate(pages.myClasses);
  };
  return (
    <>
      <PageHeading>Add a Class</PageHeading>
      <p className="prose">An admin looks at every new class. Once it is approved, everybody can find it.</p>
      <ClassForm initial={EMPTY} submit={submit} draft="new-class" instructor={person}>
        Add Class
      </ClassForm>
    </>
  );
}

/** Offers a class once, also where the answer was lost and the button is pressed again. */
function useOffering() {
  const inDoubt = useRef(false);
  return async (values: ClassValues, person: { name: string; email: string }) => {
    if (inDoubt.current && (await hasArrived(values, person.email))) return;
    try {
      await offerClass(values, person);
    } catch (error) {
      inDoubt.current = error instanceof ApiError && error.passing;
      throw error;
    }
  };
}
