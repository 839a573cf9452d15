import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { ApiError, errorMessage } from "../../shared/api/errors";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { request } from "../../shared/api/request";
import type { Row } from "../../shared/api/types";
import { BusyButton } from "../../shared/components/BusyButton";
import { ConfirmDialog } from "../../shared/components/Dialog";
import { useToast } from "../../shared/components/Toasts";
import { focusIfLost } from "../../shared/hooks/focus";
import { useAction } from "../../shared/hooks/useAction";
import { counted } from "../../shared/intl";
import { calls, pages } from "../../shared/paths";
import type { ListedUser, Role } from "../api";

const CALLS = { admin: calls.adminRole, instructor: calls.instructorRole, student: calls.studentRole };
const ASSIGNABLE = ["admin", "instructor"] as const;
const BUTTON: Record<Role, string> = {
  admin: "Make Admin",
  instructor: "Make Instructor",
  student: "Student again",
};

interface RoleButtonsProps {
  of: ListedUser;
  /** Called with the user in the new role. */
  record: (user: ListedUser) => void;
  /** Requests the list again. */
  refresh: () => Promise<unknown>;
}

/**
 * Assigns a role to a user. Asks for confirmation if the user's e-mail address is not verified, and if an instructor has
 * coming classes.
 */
export function RoleButtons({ of, record, refresh }: RoleButtonsProps) {
  const [leaving, setLeaving] = useState<LeftClasses | null>(null);
  const assignment = useAssignRole({ of, record, refresh }, setLeaving);
  const [confirming, setConfirming] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // The pressed button is disabled or gone.
  const restoreFocus = () => focusIfLost(container.current);
  const run = (role: Role) => void assignment.run(role).then(restoreFocus);
  const isRunning = (role: Role) => assignment.running.some(([each]) => each === role);
  const person = of.name || of.email;
  const name = <span className="visually-hidden"> {person}</span>;
  const press = (role: Role) => {
    if (role === "instructor" && !of.emailVerified) setConfirming(true);
    else run(role);
  };
  const goAhead = () => {
    setConfirming(false);
    run("instructor");
  };
  const leaveClasses = () => {
    setLeaving(null);
    if (leaving) void assignment.run(leaving.role, true).then(restoreFocus);
  };
  return (
    <>
      <button
        type="button"
        className="btn unfold"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <span className="visually-hidden">Change the role of {person}</span>
      </button>
      <div ref={container} tabIndex={-1} className={`role-buttons ${unfolded ? "" : "folded"}`}>
        {ASSIGNABLE.map((role) => (
          <BusyButton
            key={role}
            size="sm"
            variant="outline-primary"
            disabled={of.role === role}
            busy={isRunning(role)}
            onClick={() => press(role)}
          >
            {BUTTON[role]}
            {name}
          </BusyButton>
        ))}
        {of.role === "student" ? null : (
          <BusyButton
            size="sm"
            variant="outline-secondary"
            busy={isRunning("student")}
            onClick={() => run("student")}
          >
            {BUTTON.student}
            {name}
          </BusyButton>
        )}
        <ConfirmDialog
          title={`Make ${person} an instructor?`}
          open={confirming}
          close={() => setConfirming(false)}
          onExited={restoreFocus}
          confirm={BUTTON.instructor}
          onConfirm={goAhead}
        >
          <p className="mb-0">{UNVERIFIED(of.email)}</p>
        </ConfirmDialog>
        <ConfirmDialog
          title={`${person} still has classes`}
          open={leaving !== null}
          close={() => setLeaving(null)}
          onExited={restoreFocus}
          confirm={leaving ? BUTTON[leaving.role] : ""}
          onConfirm={leaveClasses}
        >
          <p>{person} teaches these classes, which aren't over yet:</p>
          <ul>
            {leaving?.classes.map(({ _id, nameClass, enroll }) => (
              <li key={_id}>
                {nameClass}, {counted(enroll, "student", "students")}
              </li>
            ))}
          </ul>
          <p className="mb-0">
            Without the role, {person} can't change them anymore. You can first give them to another
            instructor in <Link to={pages.manageClasses}>Manage Classes</Link>, or continue and leave them as
            they are.
          </p>
        </ConfirmDialog>
      </div>
    </>
  );
}

const UNVERIFIED = (email: string) =>
  `${email} hasn't been verified yet. Only continue if you know this person.`;

interface LeftClasses {
  /** The new role of the instructor. */
  role: Role;
  /** Those that aren't over. */
  classes: readonly Row<"/classes">[];
}

function useAssignRole(
  { of, record, refresh }: RoleButtonsProps,
  confirmLeaving: (left: LeftClasses) => void,
) {
  const toast = useToast();
  const invalidate = useInvalidateAfter("changeRole");
  return useAction(
    async (role: Role, keepClasses?: boolean) => {
      if (of.role === "instructor" && !keepClasses) {
        const coming = await request(calls.classes, { as: "anonymous" });
        const classes = coming.filter(({ instructorId }) => instructorId === of._id);
        if (classes.length > 0) return confirmLeaving({ role, classes });
      }
      const body = role === "student" ? { keepClasses: Boolean(keepClasses) } : undefined;
      await request(CALLS[role](of._id), { method: "PATCH", body });
      const name = of.name || of.email;
      if (role === "student") toast(`${name} is a student again`);
      else toast(`${name} is successfully made as an ${role}`);
      record({ ...of, role });
      void invalidate();
      await refresh();
    },
    async (error) => {
      const refused = error instanceof ApiError && !error.isTransient;
      toast(errorMessage(error), refused ? "warning" : "error");
      if (refused) await refresh();
    },
  );
}
