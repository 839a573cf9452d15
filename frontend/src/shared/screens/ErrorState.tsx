import { errorMessage } from "../api/errors";
import { BusyButton } from "../components/BusyButton";
import { focusIfLost } from "../hooks/focus";
import { useAction } from "../hooks/useAction";

interface ErrorStateProps {
  error: unknown;
  /** The message; by default the one of the error. */
  text?: string;
  retry?: () => Promise<unknown>;
}

/** An error with a button to try again. `retry` resolves once the attempt has ended. */
export function ErrorState({ error, text = errorMessage(error), retry }: ErrorStateProps) {
  const { run, busy } = useAction(async () => {
    await retry?.();
    focusIfLost();
  });
  return (
    <div className="alert alert-danger" role="alert">
      <p className={retry ? "" : "mb-0"}>{text}</p>
      {retry ? (
        <BusyButton variant="outline-danger" busy={busy} onClick={() => void run()}>
          Try again
        </BusyButton>
      ) : null}
    </div>
  );
}
