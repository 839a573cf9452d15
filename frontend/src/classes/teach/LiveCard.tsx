import { useFormikContext } from "formik";
import { ClassCard } from "../card/ClassCard";
import type { Instructor } from "../form/InstructorField";
import { completeLessons } from "../form/lessonDrafts";
import { type ClassDraft, priceOf, wholeNumberOf } from "../form/schema";

/** The card of the class as the lists will show it, which changes while the instructor types. */
export function LiveCard({ instructor }: { instructor: Instructor }) {
  const { values } = useFormikContext<ClassDraft>();
  const seats = wholeNumberOf(values.seats);
  return (
    <aside className="live-card" aria-label="Card of your class">
      <p className="form-text">This is how families see your class in the list.</p>
      <ClassCard
        campClass={{
          ...cardOf(values),
          instructorName: instructor.name,
          instructorEmail: instructor.email,
        }}
        price={priceOf(values.price)}
        action={null}
      >
        {seats === null ? null : (
          <p className="mb-2">
            Available seats: <strong className="amount">{seats}</strong>
          </p>
        )}
      </ClassCard>
    </aside>
  );
}

function cardOf({ nameClass, image, place, ageFrom, ageTo, lessons }: ClassDraft) {
  const complete = completeLessons(lessons);
  // Monday is 1, as on the server.
  const weekdays = complete.map(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7);
  const starts = complete.map(({ from }) => from).sort();
  const ends = complete.map(({ to }) => to).sort();
  return {
    _id: "live",
    nameClass: nameClass.trim() || "Your class",
    image: image.trim(),
    firstDay: complete[0]?.date ?? null,
    lastDay: complete.at(-1)?.date ?? null,
    weekdays: [...new Set(weekdays)].sort(),
    earliestTime: starts[0] ?? null,
    latestTime: ends.at(-1) ?? null,
    lessonsRemovedAt: null,
    place,
    ageFrom: wholeNumberOf(ageFrom),
    ageTo: wholeNumberOf(ageTo),
  };
}
