import { Link } from "react-router-dom";
import { StaffPages } from "../../accounts/staff/StaffPages";
import { Section } from "../../shared/components/Section";
import { formatMoney } from "../../shared/money";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { type Need, useNeeds } from "./api";

/** What one of a kind is called, and what several are called. */
const TEXTS: Record<Need["kind"], readonly [one: string, many: string]> = {
  review: ["class waits for your decision", "classes wait for your decision"],
  owed: ["payment to pay back by hand", "payments to pay back by hand"],
  dispute: ["disputed charge", "disputed charges"],
  reservation: ["reservation ends within three days", "reservations end within three days"],
  paperwork: [
    "child with lessons in the next seven days lacks paperwork",
    "children with lessons in the next seven days lack paperwork",
  ],
  below_minimum: ["class starts soon with too few children", "classes start soon with too few children"],
  offer: [
    "family without email has an offer of a seat: please call them",
    "families without email have an offer of a seat: please call them",
  ],
  email_failed: ["email wasn't delivered this week", "emails weren't delivered this week"],
  site_check: ["part of the site doesn't work", "parts of the site don't work"],
};

/** A line for each kind of work that waits, with its number, its sum and a link to its rows. */
export function NeedsYou() {
  const { data, error, mutate } = useNeeds();
  return (
    <Section title="Needs you">
      {data ? null : <LoadingRows error={error} retry={mutate} count={3} />}
      {data?.length === 0 ? <p>Nothing waits for you.</p> : null}
      {data && data.length > 0 ? (
        <ul className="home-list list-unstyled">
          {data.map((need) => (
            <li key={need.kind}>
              <NeedLink need={need} />
              {need.amount === null ? null : <span className="amount">{formatMoney(need.amount)}</span>}
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function NeedLink({ need: { kind, count, href } }: { need: Need }) {
  const [one, many] = TEXTS[kind];
  const text = `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
  // A page of the Django admin, which has a login of its own.
  if (href.startsWith("/admin/")) return <StaffPages to={href}>{text}</StaffPages>;
  return (
    <Link className="fw-semibold" to={href}>
      {text}
    </Link>
  );
}
