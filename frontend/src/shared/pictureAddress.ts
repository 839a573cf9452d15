import { config } from "./config";

const UNSAFE = /[\s"'<>\\^`{|}]/;

/** Whether the server takes this as a picture's address: https, or one of this site's own pictures. */
export function isPictureAddress(address: string): boolean {
  if (UNSAFE.test(address)) return false;
  const path = address.startsWith(config.siteUrl) ? address.slice(config.siteUrl.length) : address;
  if (path.startsWith("/static/") || path.startsWith("/media/")) return !path.includes("..");
  return address.startsWith("https://") && canBeRead(address);
}

function canBeRead(address: string): boolean {
  try {
    return new URL(address).hostname !== "";
  } catch {
    return false;
  }
}
