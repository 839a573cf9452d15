import type { CampClass } from "./api";

interface ClassTextsProps {
  campClass: Pick<CampClass, "description" | "bring" | "instructorName">;
  /** The level of the headings. */
  level?: 2 | 3;
}

/** What students do in a class, and what they bring. */
export function ClassTexts({ campClass, level = 2 }: ClassTextsProps) {
  const { description, bring, instructorName } = campClass;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <>
      <Heading>What you'll do</Heading>
      <p className="text-pre">
        {description || `${instructorName} will tell you all about this class on the first day.`}
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
