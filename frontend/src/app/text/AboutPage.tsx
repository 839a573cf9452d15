import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { pages } from "../../shared/paths";
import { TextPage } from "./TextPage";

export default function AboutPage() {
  return (
    <TextPage title="About Us">
      <p className="lead">
        {config.siteName} is a summer school for art and craft. We have given practical training since 2003.
      </p>
      <p>
        It began with one kiln, two looms and a rule that still holds: whoever teaches here makes things for a
        living. Potters teach clay, weavers teach the loom, printers teach printing. What they show you is
        what they do on every other day of the year.
      </p>
      <img
        className="text-picture"
        src="/static/pictures/about.webp"
        srcSet="/static/pictures/about-800.webp 800w, /static/pictures/about.webp 1200w"
        sizes="(min-width: 768px) 42rem, 100vw"
        width={1200}
        height={900}
        alt="Our workshop: big windows, glazed pots on a bench, brushes, and a painting on an easel."
      />
      <h2>How a class works</h2>
      <p>
        Each class has a fixed number of seats, as many as there are wheels, easels or benches. You choose a
        class, pay for your seat, and it is yours. Materials and tools are on the bench when you come; bring
        clothes that may get dirty.
      </p>
      <p>
        Nobody needs to know anything beforehand. If a class asks for some practice, its description says so.
        Ask the instructor when in doubt: the e-mail addresses are on{" "}
        <Link to={pages.allInstructors}>All Instructors</Link>.
      </p>
      <img
        className="text-picture"
        src="/static/pictures/hero-3.webp"
        srcSet="/static/pictures/hero-3-800.webp 800w, /static/pictures/hero-3.webp 1600w"
        sizes="(min-width: 768px) 42rem, 100vw"
        width={1600}
        height={900}
        alt="A freshly thrown pot on the wheel, and glazed pots on a shelf."
        loading="lazy"
      />
      <h2>What you take home</h2>
      <p>
        What you have made, and the way it was made. Pots are fired while you are away and wait for you on the
        shelf, with your name on them.
      </p>
      <h2>Who decides what is taught</h2>
      <p>
        Instructors offer their classes themselves. We look at each one before it appears in the list: what is
        taught, how many can be taught well at once, and whether the price is fair.
      </p>
      <p>
        <Link to={pages.allClasses}>See all classes</Link> or{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </TextPage>
  );
}
