import Carousel from "react-bootstrap/Carousel";
import { Link } from "react-router-dom";
import { config } from "../../shared/config";
import { PICTURE_SIZES } from "../../shared/firstScreen";
import { pages } from "../../shared/paths";
import { HERO_1, HERO_2, HERO_3, type SitePicture } from "../sitePictures";

const SLIDES = [
  { picture: HERO_1, title: "Unleash Your Creativity", subtitle: "Explore the World of Art & Craft" },
  { picture: HERO_2, title: "Transform Ordinary Materials", subtitle: "Learn the Art of Up-cycling" },
  { picture: HERO_3, title: "Master Artistic Techniques", subtitle: "Develop Your Artistic Skills" },
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
          <Carousel.Item key={slide.title}>
            <SlidePicture picture={slide.picture} first={index === 0} />
            <Caption slide={slide} />
          </Carousel.Item>
        ))}
      </Carousel>
    </section>
  );
}

function SlidePicture({ picture, first }: { picture: SitePicture; first: boolean }) {
  return (
    <img
      className="hero-picture"
      src={picture.src}
      srcSet={picture.srcSet}
      sizes={PICTURE_SIZES.hero}
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
        <p className="hero-offer">{config.offer}</p>
        <Link className="btn btn-primary btn-lg" to={pages.allClasses}>
          Know More
        </Link>
      </div>
    </div>
  );
}
