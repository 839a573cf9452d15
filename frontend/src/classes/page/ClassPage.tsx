import { useMemo } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { usePublicData } from "../../shared/api/resources";
import { PICTURE_SIZES } from "../../shared/firstScreen";
import { calls, pages } from "../../shared/paths";
import { Picture } from "../../shared/pictures/Picture";
import { ErrorState } from "../../shared/screens/ErrorState";
import { NotFoundPage } from "../../shared/screens/FullPageError";
import { LoadingHeading, PageHeading, usePageTitle } from "../../shared/screens/Page";
import { CardSkeletons, RowSkeletons } from "../../shared/screens/Skeletons";
import type { CampClass, ClassDetails } from "../api";
import { ClassGrid } from "../browse/ClassGrid";
import { ClassMessages } from "../messages/ClassMessages";
import { cardId } from "../model/cardFocus";
import { instructorOf, openSeats } from "../model/facts";
import { SelectionDialogs } from "../select/SelectionDialogs";
import { type ClassSelection, useClassSelection } from "../select/useClassSelection";
import { Booking } from "./Booking";
import { ClassFacts } from "./ClassInformation";
import { ClassTexts } from "./ClassTexts";
import { InstructorIntroduction } from "./InstructorIntroduction";

const SIMILAR_COUNT = 3;

/** The public page of one class. Staff who open a class that is not public see their own page of it. */
export default function ClassPage() {
  const { id = "" } = useParams();
  const session = useSessionState();
  const { data, error, mutate } = usePublicData(calls.class(id));
  if (data) return <LoadedPage key={id} campClass={data} />;
  if (error?.isNotFound && session.status === "in" && session.role !== "student")
    return <Navigate to={pages.staffClass(id)} replace />;
  if (error?.isNotFound && session.status !== "loading") return <NotFoundPage />;
  return (
    <div className="container py-4 py-md-5">
      <LoadingHeading title="Class" />
      {error && !error.isNotFound ? <ErrorState error={error} retry={() => mutate()} /> : <RowSkeletons />}
    </div>
  );
}

function LoadedPage({ campClass }: { campClass: ClassDetails }) {
  usePageTitle(campClass.nameClass);
  const similar = useSimilarClasses(campClass);
  const selectable = useMemo(() => similar && [campClass, ...similar], [campClass, similar]);
  const selection = useClassSelection(selectable);
  return (
    <div className="container py-4 py-md-5">
      <article className="class-page" id={cardId(campClass)} tabIndex={-1} aria-labelledby="class-name">
        <header className="page-head">
          <PageHeading id="class-name">{campClass.nameClass}</PageHeading>
          <p className="lead">with {instructorOf(campClass)}</p>
        </header>
        <Picture
          src={campClass.image}
          alt=""
          sizes={PICTURE_SIZES.classPage}
          eager
          className="class-page-picture"
        />
        <ClassFacts campClass={campClass} />
        <div className="class-page-text prose">
          {selection.family.enrollments.some(({ classId }) => classId === campClass._id) ? (
            <ClassMessages classId={campClass._id} />
          ) : null}
          <ClassTexts campClass={campClass} />
          <InstructorIntroduction campClass={campClass} />
        </div>
        <Booking campClass={campClass} selection={selection} />
      </article>
      <SimilarClasses classes={similar} selection={selection} />
      <p className="mt-4">
        <Link to={pages.allClasses}>See all classes</Link>
      </p>
    </div>
  );
}

interface SimilarClassesProps {
  classes: CampClass[] | undefined;
  selection: ClassSelection;
}

function SimilarClasses({ classes, selection }: SimilarClassesProps) {
  if (classes?.length === 0) return <SelectionDialogs selection={selection} />;
  return (
    <section className="mt-5" aria-labelledby="similar">
      <h2 id="similar" className="mb-3">
        Similar classes
      </h2>
      {classes ? (
        <ClassGrid classes={classes} selection={selection} level={3} />
      ) : (
        <>
          <CardSkeletons count={SIMILAR_COUNT} />
          <SelectionDialogs selection={selection} />
        </>
      )}
    </section>
  );
}

/** Other classes of the same craft, those with open seats first; undefined until they are loaded. */
function useSimilarClasses({ _id, craft }: ClassDetails): CampClass[] | undefined {
  const { data, error } = usePublicData(calls.classes);
  return useMemo(() => {
    if (craft === null || (error && !data)) return [];
    const others = data?.filter((other) => other.craft === craft && other._id !== _id);
    return others
      ?.sort((a, b) => Number(openSeats(b) > 0) - Number(openSeats(a) > 0))
      .slice(0, SIMILAR_COUNT);
  }, [data, error, _id, craft]);
}
