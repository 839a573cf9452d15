import { Link } from "react-router-dom";
import type { Row } from "../../shared/api/types";
import { ConfirmDialog } from "../../shared/components/Dialog";
import { pages } from "../../shared/paths";

/** A class that an instructor teaches. */
export type TaughtClass = Row<"/classes">;

interface KeepClassesDialogProps {
  /** The name of the instructor. */
  name: string;
  /** The coming classes; null while the dialog is closed. */
  classes: readonly TaughtClass[] | null;
  /** The label of the button that assigns the new role. */
  confirm: string;
  close: () => void;
  onConfirm: () => void;
  onExited: () => void;
}

/** Says which coming classes an instructor leaves, and how many students are in them, before the role changes. */
export function KeepClassesDialog({ name, classes, ...dialog }: KeepClassesDialogProps) {
  return (
    <ConfirmDialog title={`${name} still has classes`} open={classes !== null} {...dialog}>
      <p>{name} teaches these classes, which aren't over yet:</p>
      <ul>
        {classes?.map(({ _id, nameClass, enroll }) => (
          <li key={_id}>
            {nameClass}, {enroll === 1 ? "1 student" : `${enroll} students`}
          </li>
        ))}
      </ul>
      <p className="mb-0">
        Without the role, {name} can't change them anymore. You can first give them to another instructor in{" "}
        <Link to={pages.manageClasses}>Manage Classes</Link>, or continue and leave them as they are.
      </p>
    </ConfirmDialog>
  );
}
