import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { Avatar } from "../../shared/pictures/Avatar";
import type { CurrentUser } from "../session/state";

/** The user's photo, with a link to the profile. */
export function ProfileLink({ user }: { user: CurrentUser }) {
  return (
    <Link className="d-inline-block text-reset text-decoration-none rounded-circle" to={pages.profile}>
      <Avatar photo={user.photo} name={user.name || user.email} />
      <span className="visually-hidden">, my profile</span>
    </Link>
  );
}
