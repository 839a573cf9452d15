/** The parts of the client that are fetched only when they are wanted. */
import { ApiError } from "./apiError";
import { request } from "./request";

/** Webpack's own error for a part that did not load; `request` is the part's address. */
interface MissingPart extends Error {
  request: string;
}

const RELOADED_FOR = "reloaded-for";

/** Whether a failure is that of a part that did not load. */
export function isMissingPart(error: unknown): error is MissingPart {
  return error instanceof Error && error.name === "ChunkLoadError" && "request" in error;
}

/**
 * Reloads the page if the server no longer has the part: the site has been renewed since the page was opened, and a
 * fresh page names the new parts. Once for each part, so that a site that is broken does not reload for ever.
 */
export async function reloadIfRenewed(error: unknown): Promise<void> {
  if (!isMissingPart(error) || !(await isGone(error.request)) || !isFirst(error.request)) return;
  location.reload();
}

async function isGone(address: string): Promise<boolean> {
  try {
    await request(address, { method: "HEAD", as: "anyone" }, async () => null);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}

function isFirst(address: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === address) return false;
    sessionStorage.setItem(RELOADED_FOR, address);
    return true;
  } catch {
    return false;
  }
}
