import { Link } from "react-router-dom";
import { EmailLink } from "../../shared/components/EmailLink";
import { pages } from "../../shared/paths";
import { Avatar } from "../../shared/pictures/Avatar";
import type { ClassDetails } from "../api";
import { instructorOf } from "../model/facts";

/** Who teaches a class. */
export function InstructorIntroduction({ campClass }: { campClass: ClassDetails }) {
  const { instructorId, instructorEmail, instructorPhoto, instructorBio } = campClass;
  const name = instructorOf(campClass);
  return (
    <section aria-labelledby="instructor">
      <h2 id="instructor">Your instructor</h2>
      <div className="d-flex gap-3 align-items-center mb-3">
        <Avatar photo={instructorPhoto} name={name} />
        <div>
          <Link className="fw-semibold" to={pages.instructor(instructorId)}>
            {name}
          </Link>
          <br />
          <EmailLink address={instructorEmail} />
        </div>
      </div>
      {instructorBio ? <p className="text-pre">{instructorBio}</p> : null}
    </section>
  );
}
