import { type ReactNode, useId, useRef, useState } from "react";
import { asApiError, errorMessage } from "../api/errors";
import type { DownloadedFile } from "../api/responses";
import { BusyButton } from "../components/BusyButton";
import { DialogButtons, useDialog } from "../components/Dialog";
import { DownloadButton } from "../components/DownloadButton";
import { useAction } from "../hooks/useAction";
import { RowSkeletons } from "../screens/Skeletons";
import { ImportColumns } from "./ImportColumns";
import { ImportProblems, UnreadableFile } from "./ImportProblems";
import { ImportQuestions } from "./ImportQuestions";
import { type Answers, isReady, NO_ANSWERS, type Preview } from "./spreadsheet";
import "./spreadsheet.scss";

interface SpreadsheetImportProps<P extends Preview> {
  /** Sends the file, and changes nothing. @throws ApiError */
  preview: (file: File, answers: Answers) => Promise<P>;
  /** Imports the file. @throws ApiError */
  save: (file: File, answers: Answers) => Promise<void>;
  download: () => Promise<DownloadedFile>;
  /** What the button imports: `40 classes`; empty if there is nothing. */
  what: (preview: P | null) => string;
  /** What the button says then. */
  nothing: string;
  /** What is asked before the file is read. */
  before?: ReactNode;
  /** What the import will do, and what it has understood. */
  children: (preview: P) => ReactNode;
}

/** Imports a spreadsheet: a file, what the server asks about it, and a preview. It stands in a dialog. */
export function SpreadsheetImport<P extends Preview>(props: SpreadsheetImportProps<P>) {
  const id = useId();
  const { outcome, answers, error, isReading, isImporting, choose, answer, start } = useImport(props);
  const what = props.what(outcome);
  const isComplete = outcome !== null && isReady(outcome, answers);
  return (
    <>
      {props.before}
      <label className="form-label fw-semibold" htmlFor={id}>
        Spreadsheet
      </label>
      <input
        id={id}
        type="file"
        className="form-control"
        accept=".csv,.tsv,.xlsx,.xlsm,.ods"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className="form-text">
        Excel, OpenDocument or CSV, as you keep it. Nothing changes before you've seen what will happen.
      </p>
      {outcome || isReading ? null : (
        <div className="mb-4">
          <DownloadButton download={props.download} failure="The template couldn't be downloaded.">
            Download an empty template
          </DownloadButton>
        </div>
      )}
      {isReading && !outcome ? <RowSkeletons count={2} /> : null}
      <div role="status">{outcome ? props.children(outcome) : null}</div>
      {outcome ? (
        <>
          <ImportQuestions
            questions={outcome.questions}
            answers={answers.questions}
            answer={(question, choice) =>
              answer({ ...answers, questions: { ...answers.questions, [question]: choice } })
            }
          />
          <ImportProblems problems={outcome.problems} />
          <ImportColumns
            columns={outcome.columns}
            fields={outcome.knownFields}
            choose={(column, field) =>
              answer({ ...answers, columns: { ...answers.columns, [column]: field } })
            }
          />
        </>
      ) : null}
      <div role="alert">
        {error === null ? null : asApiError(error)?.lines?.length ? (
          <UnreadableFile lines={asApiError(error)?.lines ?? []} />
        ) : (
          <p className="text-danger">{errorMessage(error)}</p>
        )}
      </div>
      <DialogButtons>
        <BusyButton busy={isImporting} disabled={!isComplete || what === "" || isReading} onClick={start}>
          Import {what || props.nothing}
        </BusyButton>
      </DialogButtons>
    </>
  );
}

/** Reads the chosen file for the preview, again after each answer, and imports it. */
function useImport<P extends Preview>({ preview, save }: SpreadsheetImportProps<P>) {
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<P | null>(null);
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const latest = useRef(0);
  const { close, whileBusy } = useDialog();
  const reading = useAction(async (chosen: File, given: Answers) => {
    latest.current += 1;
    const number = latest.current;
    const read = await preview(chosen, given);
    if (number === latest.current) setOutcome(read);
  });
  const importing = useAction(async (chosen: File) => {
    await save(chosen, answers);
    close();
  });
  const read = (chosen: File, given: Answers) => {
    setAnswers(given);
    importing.clearError();
    void reading.run(chosen, given);
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setOutcome(null);
    reading.clearError();
    importing.clearError();
    if (chosen) read(chosen, NO_ANSWERS);
  };
  const answer = (given: Answers) => file && read(file, given);
  const start = () => file && void whileBusy(async () => void (await importing.run(file)));
  const error = reading.error ?? importing.error;
  return {
    outcome,
    answers,
    error,
    isReading: reading.busy,
    isImporting: importing.busy,
    choose,
    answer,
    start,
  };
}
