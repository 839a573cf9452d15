import { Link } from "react-router-dom";
import { Avatar } from "../shared/Avatar";
import { EmailLink } from "../shared/EmailLink";
import { pages } from "../shared/paths";
import type { User } from "./api";

/** Somebody who teaches: photo, name, e-mail, and the way to their classes. */
export function InstructorCard({ instructor, level = 2 }: { instructor: User; level?: 2 | 3 }) {
  const { name, photo, email } = instructor;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="card instructor-card h-100">
      <div className="portrait">
        <Avatar photo={photo} name={name || email} />
      </div>
      <div className="card-body">
        <Heading className="h4 mb-1">{name || email}</Heading>
        <p className="mb-3">
          <EmailLink address={email} />
        </p>
        <Link className="see-classes" to={`${pages.allClasses}?q=${encodeURIComponent(name)}`}>
          See the classes<span className="visually-hidden"> of {name || email}</span>
        </Link>
      </div>
    </article>
  );
}
