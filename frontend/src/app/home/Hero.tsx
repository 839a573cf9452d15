import Carousel from "react-bootstrap/Carousel";
import { Link } from "react-router-dom";
import { pages } from "../../shared/paths";

const SLIDES = [
  { name: "hero-1", title: "Unleash Your Creativity", subtitle: "Explore the World of Art & Craft" },
  { name: "hero-2", title: "Transform Ordinary Materials", subtitle: "Learn the Art of Up-cycling" },
  { name: "hero-3", title: "Master Artistic Techniques", subtitle: "Develop Your Artistic Skills" },
];

type Slide = (typeof SLIDES)[number];

/** A carousel of three pictures. It does not advance automatically. */
export function Hero() {
  return (
    <section className="hero" aria-label="What you can do here" aria-roledescription="carousel">
      <Carousel
        interval={null}
        aria-live="polite"
        indicatorLabels={SLIDES.map(({ title }) => title)}
        prevLabel="Previous slide"
        nextLabel="Next slide"
      >
        {SLIDES.map((slide, index) => (
          <Carousel.Item key={slide.name}>
            <SlidePicture name={slide.name} first={index === 0} />
            <Caption slide={slide} />
          </Carousel.Item>
        ))}
      </Carousel>
    </section>
  );
}

function SlidePicture({ name, first }: { name: string; first: boolean }) {
  const base = `/static/pictures/${name}`;
  return (
    <img
      className="hero-picture"
      src={`${base}.webp`}
      srcSet={`${base}-800.webp 800w, ${base}.webp 1600w`}
      sizes="100vw"
      width={1600}
      height={900}
      alt=""
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
    />
  );
}

function Caption({ slide }: { slide: Slide }) {
  return (
    <div className="container">
      <div className="hero-text">
        <p className="hero-subtitle">{slide.subtitle}</p>
        <h2>{slide.title}</h2>
        <Link className="btn btn-primary btn-lg" to={pages.allClasses}>
          Know More
        </Link>
      </div>
    </div>
  );
}
