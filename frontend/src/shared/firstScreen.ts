/** What the server needs for the first screen as well: `make types` writes it to camp/pages/client_pages.json. */

/** The line below the heading of a page, by path. */
export const LEADS = {
  "all-instructors": "They make things for a living, and they love to show you how.",
  "all-classes": "Small groups and hands-on teaching. Choose a class, then pay to book your seat.",
  contact: "Write, call, or come by. We're happy to help.",
  login: "Choose classes, pay for your seats, and see everything you've booked.",
  register: "One account for you and your children: choose classes, pay by card, and see what you've booked.",
};

/**
 * The `sizes` of pictures. On a phone those of classes are two thirds of the real width, because more than two device
 * pixels per CSS pixel cost bandwidth without a visible gain.
 */
export const PICTURE_SIZES = {
  /** A card in a public grid of one, two or three columns. */
  card: "(min-width: 1200px) 23rem, (min-width: 992px) 18.5rem, (min-width: 768px) 14rem, (min-width: 576px) 16rem, 66vw",
  classPage: "(min-width: 992px) 50vw, 66vw",
  text: "(min-width: 768px) 42rem, 100vw",
  hero: "100vw",
};
