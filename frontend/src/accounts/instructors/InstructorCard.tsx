import { Link } from "react-router-dom";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import { Avatar } from "../../shared/pictures/Avatar";
import { PictureLink } from "../../shared/pictures/PictureLink";
import type { User } from "../api";

interface InstructorCardProps {
  instructor: User;
  /** The level of the heading: 2 in the list of all instructors. */
  level?: 2 | 3;
  /** Loads the photo eagerly, because it is visible without scrolling. */
  eager?: boolean;
}

/** An instructor with photo, name and a link to their classes; in the list of all also with the e-mail address. */
export function InstructorCard({ instructor, level = 2, eager }: InstructorCardProps) {
  const { photo, email } = instructor;
  const name = instructor.name || email;
  const page = pages.instructor(instructor._id);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="card instructor-card h-100">
      <PictureLink to={page}>
        <div className="portrait">
          <Avatar photo={photo} name={name} eager={eager} />
        </div>
      </PictureLink>
      <div className="card-body">
        <Heading className="h4 mb-1">
          <Link to={page}>{name}</Link>
        </Heading>
        {level === 2 ? (
          <p className="mb-3">
            <EmailLink address={email} />
          </p>
        ) : null}
        <Link className="mt-auto" to={`${pages.allClasses}?q=${encodeURIComponent(name)}`}>
          See classes<span className="visually-hidden"> with {name}</span>
        </Link>
      </div>
    </article>
  );
}
