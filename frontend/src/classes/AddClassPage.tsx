import { useNavigate } from "react-router-dom";
import { useSessionState } from "../accounts/SessionProvider";
import { PageHeading } from "../shared/Page";
import { calls, pages } from "../shared/paths";
import { useRefresh } from "../shared/resources";
import { useSay } from "../shared/Toasts";
import { ClassForm } from "./ClassForm";
import { type ClassDraft, valuesOf } from "./classSchema";
import { offerClass } from "./offering";

const EMPTY: ClassDraft = { nameClass: "", seats: "", price: "", image: "", description: "" };

/** Where an instructor offers a class. */
export default function AddClassPage() {
  const state = useSessionState();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const say = useSay();
  if (state.status !== "in") return null;
  const { person } = state;
  const submit = async (typed: ClassDraft) => {
    await offerClass(valuesOf(typed), person);
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
