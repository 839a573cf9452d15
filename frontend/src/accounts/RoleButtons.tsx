import { useContext, useState } from "react";
import { ApiError, explain } from "../shared/apiError";
import { BusyButton } from "../shared/BusyButton";
import { ConfirmDialog } from "../shared/Dialog";
import { PersonContext } from "../shared/resources";
import { useSay } from "../shared/Toasts";
import type { ListedUser } from "./api";
import { type GivenRole, giveRole } from "./roles";
import { useSession } from "./SessionProvider";

const ROLES: readonly GivenRole[] = ["admin", "instructor"];
const BUTTON: Record<GivenRole, string> = { admin: "Make Admin", instructor: "Make Instructor" };
const MADE: Record<GivenRole, string> = { admin: "an admin", instructor: "an instructor" };

interface RoleButtonsProps {
  of: ListedUser;
  /** Asks for the list again. */
  refresh: () => Promise<unknown>;
}

/** Gives somebody a role, after one more question where there is reason to ask. */
export function RoleButtons({ of, refresh }: RoleButtonsProps) {
  const myself = useContext(PersonContext) === of.email;
  const { busy, give } = useGiving(of, myself, refresh);
  const [doubt, setDoubt] = useState(false);
  const press = (role: GivenRole) => {
    if (role === "instructor" && (myself || !of.emailVerified)) setDoubt(true);
    else void give(role);
  };
  const goAhead = () => {
    setDoubt(false);
    void give("instructor");
  };
  return (
    <div className="d-flex flex-wrap gap-2">
      {ROLES.map((role) => (
        <BusyButton
          key={role}
          size="sm"
          variant="outline-primary"
          disabled={of.role === role}
          busy={busy === role}
          onClick={() => press(role)}
        >
          {BUTTON[role]}
          <span className="visually-hidden"> {of.name || of.email}</span>
        </BusyButton>
      ))}
      <ConfirmDialog
        title={`Make ${of.name || of.email} an instructor?`}
        open={doubt}
        close={() => setDoubt(false)}
        confirm={BUTTON.instructor}
        onConfirm={goAhead}
      >
        <p className="mb-0">{myself ? LOSING : UNVERIFIED(of.email)}</p>
      </ConfirmDialog>
    </div>
  );
}

const LOSING = "You would no longer be an admin, and only another admin could make you one again.";
const UNVERIFIED = (email: string) =>
  `Nobody has proved yet that ${email} is theirs. Go ahead only if you know who this is.`;

function useGiving(of: ListedUser, myself: boolean, refresh: () => Promise<unknown>) {
  const [busy, setBusy] = useState<GivenRole | null>(null);
  const say = useSay();
  const session = useSession();
  const give = async (role: GivenRole) => {
    setBusy(role);
    try {
      await giveRole(of._id, role);
      say(`${of.name || of.email} is successfully made as ${MADE[role]}`);
      // Who is no admin any longer may not see the list; the session finds out where they belong.
      await (myself ? session.start() : refresh());
    } catch (error) {
      const rule = error instanceof ApiError && !error.passing;
      say(explain(error), rule ? "warning" : "error");
      if (rule) await refresh();
    }
    setBusy(null);
  };
  return { busy, give };
}
