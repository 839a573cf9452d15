import { FamilySheet } from "./FamilySheet";
import { LoginDialog } from "./LoginDialog";
import type { ClassSelection } from "./useClassSelection";

/** The dialogs that ask something before a class is selected or a waitlist is joined. */
export function SelectionDialogs({ selection }: { selection: ClassSelection }) {
  const { question, closeQuestion } = selection;
  return (
    <>
      <LoginDialog question={question?.about === "login" ? question : null} close={closeQuestion} />
      <FamilySheet
        question={question?.about === "participant" ? question : null}
        family={selection.family}
        close={closeQuestion}
      />
    </>
  );
}
