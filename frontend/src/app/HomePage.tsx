import { Link } from "react-router-dom";
import { config } from "../shared/config";
import { PageHeading } from "../shared/Page";
import { pages } from "../shared/paths";

/** The first page: what the school is. */
export function HomePage() {
  return (
    <section className="container py-5">
      <PageHeading>{config.siteName}</PageHeading>
      <div className="prose fs-5">
        <p>
          A summer camp school for art and craft: small classes in clay, weaving, painting and paper, taught
          by people who make things for a living.
        </p>
        <Link className="btn btn-primary" to={pages.allClasses}>
          Know More
        </Link>
      </div>
    </section>
  );
}
