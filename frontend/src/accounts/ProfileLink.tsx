import { Link } from "react-router-dom";
import { Avatar } from "../shared/Avatar";
import { pages } from "../shared/paths";
import type { Person } from "./session";

/** The person's photo, which leads to their profile. */
export function ProfileLink({ person }: { person: Person }) {
  return (
    <Link className="profile-link" to={pages.profile}>
      <Avatar photo={person.photo} name={person.name || person.email} />
      <span className="visually-hidden">, my profile</span>
    </Link>
  );
}
