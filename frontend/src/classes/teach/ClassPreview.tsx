import { useFormikContext } from "formik";
import { useState } from "react";
import Button from "react-bootstrap/Button";
import { Dialog } from "../../shared/components/Dialog";
import { formatPrice } from "../../shared/money";
import { Picture } from "../../shared/pictures/Picture";
import { siteInstant } from "../../shared/siteTime";
import type { Instructor } from "../form/InstructorField";
import { completeLessons } from "../form/lessonDrafts";
import { type ClassDraft, priceOf, wholeNumberOf } from "../form/schema";
import { instructorOf } from "../model/facts";
import type { Lesson } from "../model/lessons";
import { ClassFacts, type ClassFactsValues } from "../page/ClassInformation";
import { ClassTexts } from "../page/ClassTexts";
import { namesOf } from "./LiveCard";

interface ClassPreviewProps {
  instructor: Instructor;
  /** The number of enrolled students. */
  enroll?: number;
}

/** Shows the typed class as its page will show it. Values that are missing or invalid are left out. */
export function ClassPreview(props: ClassPreviewProps) {
  const [open, setOpen] = useState(false);
  const { values } = useFormikContext<ClassDraft>();
  return (
    <>
      <Button variant="outline-secondary" onClick={() => setOpen(true)}>
        Preview
      </Button>
      <Dialog title={values.nameClass.trim() || "Your class"} open={open} close={() => setOpen(false)}>
        <Preview draft={values} {...props} />
      </Dialog>
    </>
  );
}

function Preview({ draft, instructor, enroll = 0 }: ClassPreviewProps & { draft: ClassDraft }) {
  const { image, description, bring } = draft;
  const price = priceOf(draft.price);
  return (
    <div className="class-preview">
      <p className="text-body-secondary">with {instructorOf(namesOf(instructor))}</p>
      <Picture src={image.trim()} alt="" className="class-page-picture mb-3" />
      <ClassFacts campClass={factsOf(draft, enroll)} />
      {price === null ? null : <p className="price amount mb-3">{formatPrice(price)}</p>}
      <ClassTexts campClass={{ description, bring, ...namesOf(instructor) }} level={3} />
    </div>
  );
}

function factsOf(draft: ClassDraft, enroll: number): ClassFactsValues {
  const { place, craft, seats, ageFrom, ageTo, lessons } = draft;
  const available = wholeNumberOf(seats);
  const complete = completeLessons(lessons);
  return {
    firstDay: complete[0]?.date ?? null,
    lastDay: complete.at(-1)?.date ?? null,
    lessons: complete.map(
      ({ date, from, to, place }, index): Lesson => ({
        _id: String(index),
        startsAt: siteInstant(date, from),
        endsAt: siteInstant(date, to),
        place,
      }),
    ),
    place,
    craft: craft || null,
    groupSize: available === null ? null : available + enroll,
    ageFrom: wholeNumberOf(ageFrom),
    ageTo: wholeNumberOf(ageTo),
    endedAt: null,
    lessonsRemovedAt: null,
  };
}
