import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { PICTURE_SIZES } from "../../shared/firstScreen";
import { pages } from "../../shared/paths";
import { ABOUT, HERO_3 } from "../sitePictures";
import { TextPage } from "./TextPage";

export default function AboutPage() {
  return (
    <TextPage title="About Us">
      <p className="lead">
        {config.siteName} is a summer school for arts and crafts. We've been teaching hands-on classes since
        2003.
      </p>
      <p>
        We started with one kiln, two looms and one rule that we still follow: everyone who teaches here also
        does their craft for a living. Potters teach pottery, weavers teach weaving and printmakers teach
        printmaking. They'll show you what they do every day of the year.
      </p>
      <img
        className="text-picture"
        src={ABOUT.src}
        srcSet={ABOUT.srcSet}
        fetchPriority="high"
        sizes={PICTURE_SIZES.text}
        width={1200}
        height={900}
        alt="Our workshop: big windows, glazed pots on a bench, brushes, and a painting on an easel."
      />
      <h2>How a class works</h2>
      <p>
        Each class has a limited number of seats, so everyone gets their own wheel, easel or workbench. Choose
        a class, pay for your seat, and it's yours. We provide the materials and tools. Just wear clothes that
        can get dirty.
      </p>
      <p>
        You don't need any experience, unless the class description says so. Not sure? Ask the instructor.
        You'll find their email addresses under <Link to={pages.allInstructors}>All Instructors</Link>.
      </p>
      <img
        className="text-picture"
        src={HERO_3.src}
        srcSet={HERO_3.srcSet}
        sizes={PICTURE_SIZES.text}
        width={1600}
        height={900}
        alt="A freshly thrown pot on the wheel, and glazed pots on a shelf."
        loading="lazy"
      />
      <h2>What you take home</h2>
      <p>
        Everything you've made, and the skills to make more. We fire your pottery for you, and it will be
        waiting on the shelf with your name on it.
      </p>
      <h2>How we choose our classes</h2>
      <p>
        Our instructors create their own classes. Before we list a class, we check what it teaches, that the
        group is the right size, and that the price is fair.
      </p>
      <p>
        <Link to={pages.allClasses}>See all classes</Link> or{" "}
        <Link to={pages.allInstructors}>meet the instructors</Link>.
      </p>
    </TextPage>
  );
}
