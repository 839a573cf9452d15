import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { PopularClasses } from "../../classes/PopularClasses";
import { config } from "../../shared/config";
import { PageHeading } from "../../shared/Page";
import { pages } from "../../shared/paths";
import { AboutTheSchool } from "./AboutTheSchool";
import { Hero } from "./Hero";
import { PopularInstructors } from "./PopularInstructors";

/** The first page: what the school is, what is liked most, and who teaches it. */
export function HomePage() {
  return (
    <>
      <PageHeading className="visually-hidden">
        {config.siteName}: art and craft classes for summer
      </PageHeading>
      <Hero />
      <AboutTheSchool />
      <Shelf title="Popular Classes" to={pages.allClasses} all="See all classes">
        <PopularClasses />
      </Shelf>
      <Shelf title="Most Popular Instructors" to={pages.allInstructors} all="Meet all instructors">
        <PopularInstructors />
      </Shelf>
    </>
  );
}

interface ShelfProps {
  title: string;
  /** Where the rest is, and what the link there says. */
  to: string;
  all: string;
  children: ReactNode;
}

function Shelf({ title, to, all, children }: ShelfProps) {
  return (
    <section className="container shelf">
      <div className="shelf-head">
        <h2>{title}</h2>
        <Link to={to}>{all}</Link>
      </div>
      {children}
    </section>
  );
}
