import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";
import { ABOUT } from "../sitePictures";

/** A short introduction to the school. */
export function AboutTheSchool() {
  return (
    <section className="container about-school">
      <img
        className="about-picture"
        src={ABOUT.src}
        srcSet={ABOUT.srcSet}
        sizes="(min-width: 768px) 50vw, 100vw"
        width={1200}
        height={900}
        alt="A workshop with big windows: glazed pots on a bench, brushes, and a painting on an easel."
        loading="lazy"
      />
      <div className="prose">
        <p className="overline">Since 2003</p>
        <h2>Learn by making</h2>
        <p className="lead">
          Pottery, weaving, painting and more: you learn each craft hands-on, side by side with someone who
          does it for a living.
        </p>
        <p>
          Our groups are small, so there's always a free wheel and someone to ask. You start making things on
          the first day, and you go home with something you made yourself.
        </p>
        <Link className="btn btn-outline-primary" to={pages.about}>
          More About Us
        </Link>
      </div>
    </section>
  );
}
