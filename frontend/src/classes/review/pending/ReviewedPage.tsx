import { FRESH, useUserData } from "../../../shared/api/resources";
import { EmailLink } from "../../../shared/components/EmailLink";
import { formatPrice } from "../../../shared/money";
import { calls } from "../../../shared/paths";
import { Picture } from "../../../shared/pictures/Picture";
import { LoadingRows } from "../../../shared/screens/LoadingRows";
import type { MyClass, ReviewedClass } from "../../api";
import { StatusBadge } from "../../card/StatusBadge";
import { instructorOf } from "../../model/facts";
import { ClassFacts } from "../../page/ClassInformation";
import { ClassTexts } from "../../page/ClassTexts";
import { InstructorIntroduction } from "../../page/InstructorIntroduction";
import { EveryLesson, ZoneNote } from "../../page/LessonList";
import { Changes } from "./Changes";

/** A class as its page will show it, with its review so far. */
export function ReviewedPage({ campClass }: { campClass: ReviewedClass }) {
  const { _id, nameClass, instructorEmail } = campClass;
  // The instructor may have changed it a moment ago.
  const { data, error, mutate } = useUserData(calls.myClass(_id), FRESH);
  return (
    // The list and the buttons don't move when the class is loaded.
    <article className="class-preview min-vh-100" aria-labelledby="review-class">
      <h2 id="review-class" tabIndex={-1}>
        {nameClass}
      </h2>
      <p>
        <StatusBadge campClass={campClass} /> by {instructorOf(campClass)}{" "}
        <EmailLink address={instructorEmail} />
      </p>
      {data ? <Content campClass={data} /> : <LoadingRows error={error} retry={mutate} count={5} />}
    </article>
  );
}

function Content({ campClass }: { campClass: MyClass }) {
  const { image, price, lessons, status, feedback } = campClass;
  const [first] = lessons;
  return (
    <>
      {feedback && status !== "Approved" ? (
        <div className="verdict mb-3">
          <p className="fw-semibold mb-1">
            {status === "Pending" ? "Why it was denied before" : "Why it was denied"}
          </p>
          <p className="text-pre mb-0">{feedback}</p>
        </div>
      ) : null}
      {campClass.deniedVersion ? <Changes campClass={campClass} before={campClass.deniedVersion} /> : null}
      <div className="review-facts d-grid gap-4 align-items-start mb-3">
        <Picture src={image} alt="" className="class-page-picture" />
        <div>
          <ClassFacts campClass={campClass} />
          <p className="price amount mb-3">{formatPrice(price)}</p>
        </div>
      </div>
      <div className="class-page-text prose">
        <ClassTexts campClass={campClass} level={3} />
        {first && lessons.length > 1 ? (
          <>
            <h3>Every lesson</h3>
            <EveryLesson lessons={lessons} />
            <ZoneNote iso={first.startsAt} />
          </>
        ) : null}
        <InstructorIntroduction campClass={campClass} />
      </div>
    </>
  );
}
