import type { CampClass } from "../api";
import { instructorOf } from "../model/facts";

interface ClassTextsProps {
  campClass: Pick<CampClass, "description" | "bring" | "instructorName" | "instructorEmail">;
  /** The level of the headings. */
  level?: 2 | 3;
}

/** What students do in a class, and what they bring. */
export function ClassTexts({ campClass, level = 2 }: ClassTextsProps) {
  const { description, bring } = campClass;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <>
      <Heading>What you'll do</Heading>
      <p className="text-pre">
        {description || `${instructorOf(campClass)} will tell you all about this class on the first day.`}
      </p>
      {bring ? (
        <>
          <Heading>What to bring</Heading>
          <p className="text-pre">{bring}</p>
        </>
      ) : null}
    </>
  );
}
