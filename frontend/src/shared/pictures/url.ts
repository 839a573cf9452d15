import { config } from "../config";

const UNSAFE = /[\s"'<>\\^`{|}]/;

/** Whether the server accepts the URL of a picture: https, or a picture of this site. */
export function isPictureUrl(url: string): boolean {
  if (UNSAFE.test(url)) return false;
  const path = withoutHost(url);
  if (isOwnPath(path)) return !path.includes("..");
  return url.startsWith("https://") && isValidUrl(url);
}

/** The file name of a picture that the server stores in several widths (core/pictures/storage.py). */
const RESIZED = /^(.*[0-9a-f]{10,}-w)(\d+)\.webp$/;
const SMALLER_WIDTHS = [480, 800];

/** The `srcset` of a picture; undefined if it has only one size. */
export function srcSetOf(url: string): string | undefined {
  const [, stem, width] = RESIZED.exec(url) ?? [];
  return (
    stem &&
    [...SMALLER_WIDTHS.map((smaller) => `${stem}${smaller}.webp ${smaller}w`), `${url} ${width}w`].join(", ")
  );
}

/**
 * The URL as a page requests it: a picture of this site without the host, so that it comes from the host that serves the
 * page, and so that the browser finds it preloaded (camp/pages/first_screen.py).
 */
export function withoutHost(url: string): string {
  const path = url.startsWith(config.siteUrl) ? url.slice(config.siteUrl.length) : url;
  return isOwnPath(path) ? path : url;
}

function isOwnPath(path: string): boolean {
  return path.startsWith("/static/") || path.startsWith("/media/");
}

function isValidUrl(url: string): boolean {
  try {
    return new URL(url).hostname !== "";
  } catch {
    return false;
  }
}
