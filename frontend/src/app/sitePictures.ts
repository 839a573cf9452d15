/**
 * The pictures of the site itself (static/pictures/). webpack adds a hash of the content to their URLs, so that browsers
 * need not request them again.
 */
import about from "../../../static/pictures/about.webp";
import aboutNarrow from "../../../static/pictures/about-800.webp";
import hero1 from "../../../static/pictures/hero-1.webp";
import hero1Narrow from "../../../static/pictures/hero-1-800.webp";
import hero2 from "../../../static/pictures/hero-2.webp";
import hero2Narrow from "../../../static/pictures/hero-2-800.webp";
import hero3 from "../../../static/pictures/hero-3.webp";
import hero3Narrow from "../../../static/pictures/hero-3-800.webp";

export interface SitePicture {
  src: string;
  srcSet: string;
  /** The URL of the 800 pixels wide version. */
  narrow: string;
}

export const ABOUT = sitePicture(about, aboutNarrow, 1200);
export const HERO_1 = sitePicture(hero1, hero1Narrow, 1600);
export const HERO_2 = sitePicture(hero2, hero2Narrow, 1600);
export const HERO_3 = sitePicture(hero3, hero3Narrow, 1600);

function sitePicture(src: string, narrow: string, width: number): SitePicture {
  return { src, narrow, srcSet: `${narrow} 800w, ${src} ${width}w` };
}
