import { lazy, type ReactNode, Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { useSessionState } from "../../accounts/session/SessionProvider";
import { PopularClasses } from "../../classes/browse/PopularClasses";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { PageHeading } from "../../shared/screens/Page";
import { AboutTheSchool } from "./AboutTheSchool";
import { Hero } from "./Hero";
import { PopularInstructors } from "./PopularInstructors";

export function HomePage() {
  return (
    <>
      <PageHeading className="visually-hidden">{config.siteName}: summer art and craft classes</PageHeading>
      <RefusalNote />
      <Staff />
      <Hero />
      <AboutTheSchool />
      <Shelf title="Popular Classes" to={pages.allClasses} linkText="See all classes">
        <PopularClasses />
      </Shelf>
      <Shelf title="Most Popular Instructors" to={pages.allInstructors} linkText="Meet all instructors">
        <PopularInstructors />
      </Shelf>
    </>
  );
}

const StaffNote = lazy(() => import(/* webpackChunkName: "staff-note" */ "./StaffNote"));

/** Leads staff to the dashboard. */
function Staff() {
  const state = useSessionState();
  if (state.status !== "in" || state.role === "student") return null;
  return (
    <Suspense fallback={<p className="container my-3">&nbsp;</p>}>
      <StaffNote role={state.role} />
    </Suspense>
  );
}

/** Says why a user was redirected from a page of another role. */
function RefusalNote() {
  const { onlyFor } = (useLocation().state ?? {}) as { onlyFor?: readonly string[] };
  if (!Array.isArray(onlyFor)) return null;
  return (
    <p role="status" className="container verdict my-3">
      That page is only for {onlyFor.map((role) => `${role}s`).join(" and ")}, so we've brought you here.
    </p>
  );
}

interface ShelfProps {
  title: string;
  /** The page with the full list, and the text of the link to it. */
  to: string;
  linkText: string;
  children: ReactNode;
}

function Shelf({ title, to, linkText, children }: ShelfProps) {
  return (
    <section className="container shelf">
      <div className="shelf-head">
        <h2>{title}</h2>
        <Link to={to}>{linkText}</Link>
      </div>
      {children}
    </section>
  );
}
