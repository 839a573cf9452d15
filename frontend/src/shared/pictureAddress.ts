import { config } from "./config";

const UNSAFE = /[\s"'<>\\^`{|}]/;

/** Whether the server takes this as a picture's address: https, or one of this site's own pictures. */
export function isPictureAddress(address: string): boolean {
  if (UNSAFE.test(address)) return false;
  const path = address.startsWith(config.siteUrl) ? address.slice(config.siteUrl.length) : address;
  if (path.startsWith("/static/") || path.startsWith("/media/")) return !path.includes("..");
  return address.startsWith("https://") && canBeRead(address);
}

/** As the server names a picture that it keeps in several sizes (classes/picture_files.py). */
const WIDE = /^(.*[0-9a-f]{10,}-w)(\d+)\.webp$/;
const NARROWER = [480, 800];

/** The sizes of a picture, as `srcset` has them; nothing where there is but one. */
export function sourcesOf(address: string): string | undefined {
  const [, stem, width] = WIDE.exec(address) ?? [];
  return (
    stem && [...NARROWER.map((each) => `${stem}${each}.webp ${each}w`), `${address} ${width}w`].join(", ")
  );
}

function canBeRead(address: string): boolean {
  try {
    return new URL(address).hostname !== "";
  } catch {
    return false;
  }
}
