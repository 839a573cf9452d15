import { Link, useParams } from "react-router-dom";
import type { User } from "../../accounts/api";
import { usePublicData } from "../../shared/api/resources";
import { EmailLink } from "../../shared/components/EmailLink";
import { calls, pages } from "../../shared/paths";
import { Avatar } from "../../shared/pictures/Avatar";
import { EmptyState } from "../../shared/screens/EmptyState";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { CardSkeletons } from "../../shared/screens/Skeletons";
import { ClassGrid, RoleNote } from "../browse/ClassGrid";
import { useClassSelection } from "../select/useClassSelection";

/** The public page of one instructor. */
export default function InstructorPage() {
  const { id = "" } = useParams();
  const { data, error, mutate } = usePublicData(calls.instructors);
  const instructor = data?.find(({ _id }) => _id === id);
  if (instructor) return <Introduction key={id} instructor={instructor} />;
  if (data) return <NotFoundPage />;
  return (
    <div className="container py-4 py-md-5">
      <LoadingHeading title="Instructor" />
      <LoadingRows error={error} retry={mutate} />
    </div>
  );
}

function Introduction({ instructor }: { instructor: User }) {
  const { _id, photo, email, bio } = instructor;
  const name = instructor.name || email;
  usePageTitle(name);
  return (
    <div className="container py-4 py-md-5">
      <header className="instructor-head">
        <div className="portrait p-1">
          <Avatar photo={photo} name={name} />
        </div>
        <div className="prose">
          <PageHeading>{name}</PageHeading>
          {bio ? <p className="text-pre">{bio}</p> : null}
          <p className="mb-0">
            <EmailLink address={email} />
          </p>
        </div>
      </header>
      <section className="mt-5" aria-labelledby="classes">
        <h2 id="classes" className="mb-3">
          Classes with {name}
        </h2>
        <Classes instructorId={_id} />
      </section>
    </div>
  );
}

function Classes({ instructorId }: { instructorId: string }) {
  const { data, error, mutate } = usePublicData(calls.classes);
  const selection = useClassSelection(data);
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  if (!data) return <CardSkeletons />;
  const classes = data.filter((each) => each.instructorId === instructorId);
  if (classes.length > 0)
    return (
      <>
        <ClassGrid classes={classes} selection={selection} level={3} eager />
        {/* Below the classes, because it appears after the session is restored. */}
        <RoleNote />
      </>
    );
  return (
    <EmptyState title="No classes right now" level={3}>
      <Link to={pages.allClasses}>See all classes</Link>
    </EmptyState>
  );
}
