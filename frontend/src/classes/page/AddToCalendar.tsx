import { files } from "../../shared/paths";
import type { ClassDetails } from "../api";

interface AddToCalendarProps {
  classId: string;
  campClass: Pick<ClassDetails, "nameClass" | "lessons" | "endedAt">;
  className?: string;
}

/** A link to the lessons of a class as a file for a calendar app. Renders nothing if no lesson is to come. */
export function AddToCalendar({ classId, campClass, className }: AddToCalendarProps) {
  const { nameClass, lessons, endedAt } = campClass;
  if (endedAt !== null || lessons.length === 0) return null;
  return (
    <a className={className} href={files.classCalendar(classId)} aria-label={`Add to calendar: ${nameClass}`}>
      Add to calendar
    </a>
  );
}
