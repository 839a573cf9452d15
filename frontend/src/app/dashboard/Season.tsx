import { Link } from "react-router-dom";
import { useChildren } from "../../accounts/children/api";
import type { EnrolledClass, Selection } from "../../classes/api";
import { childNameOf, membersOf, type Participant } from "../../classes/model/participants";
import { mondayOf, runsInWeek, weeksOf, weekText } from "../../classes/model/weeks";
import { Section } from "../../shared/components/Section";
import { pages } from "../../shared/paths";
import { siteToday } from "../../shared/siteTime";

interface SeasonProps {
  enrolled: readonly EnrolledClass[];
  selections: readonly Selection[];
}

/** The weeks ahead: one line for each child, and one for the student if they take a class themself. */
export function Season({ enrolled, selections }: SeasonProps) {
  const { data: children = [] } = useChildren();
  const thisWeek = mondayOf(siteToday()) ?? "";
  const all = [...enrolled, ...selections];
  const weeks = weeksOf(all).filter((week) => week >= thisWeek);
  if (weeks.length === 0) return null;
  const hasRow = ({ childId }: Participant) =>
    childId !== null || all.some((campClass) => campClass.childId === null);
  return (
    <Section title="The season">
      {membersOf(children)
        .filter(hasRow)
        .map((member) => (
          <SeasonLine
            key={member.childId}
            name={childNameOf(member) ?? "You"}
            weeks={weeks}
            enrolled={enrolled.filter(({ childId }) => childId === member.childId)}
            selections={selections.filter(({ childId }) => childId === member.childId)}
          />
        ))}
    </Section>
  );
}

interface SeasonLineProps extends SeasonProps {
  name: string;
  weeks: readonly string[];
}

function SeasonLine({ name, weeks, enrolled, selections }: SeasonLineProps) {
  return (
    <>
      <h3 className="fs-6 mb-2">{name}</h3>
      <ol className="season-weeks list-unstyled" aria-label={`Weeks of ${name}`}>
        {weeks.map((week) => {
          const booked = enrolled.filter((campClass) => runsInWeek(campClass, week));
          const unpaid = selections.filter((campClass) => runsInWeek(campClass, week));
          const isEmpty = booked.length + unpaid.length === 0;
          return (
            <li key={week} className={isEmpty ? "is-empty" : ""}>
              <span className="fw-semibold">{weekText(week)}</span>
              {booked.map((campClass) => (
                <Link key={campClass.enrollmentId} to={pages.myEnrolledClass(campClass)}>
                  {campClass.nameClass}
                </Link>
              ))}
              {unpaid.map(({ _id, nameClass }) => (
                <span key={_id}>
                  <Link to={pages.mySelectedClasses}>{nameClass}</Link>, not paid yet
                </span>
              ))}
              {isEmpty ? "Nothing planned" : null}
            </li>
          );
        })}
      </ol>
    </>
  );
}
