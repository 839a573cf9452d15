import { LoginDialog } from "./LoginDialog";
import { ParticipantDialog } from "./ParticipantDialog";
import type { ClassSelection } from "./useClassSelection";

/** The dialogs that ask something before a class is selected. */
export function SelectionDialogs({ selection }: { selection: ClassSelection }) {
  const { question, closeQuestion } = selection;
  return (
    <>
      <LoginDialog
        campClass={question?.about === "login" ? question.campClass : null}
        close={closeQuestion}
      />
      <ParticipantDialog
        campClass={question?.about === "participant" ? question.campClass : null}
        bookings={selection}
        close={closeQuestion}
      />
    </>
  );
}
