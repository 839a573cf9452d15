/** Webpack chunks: code that is loaded on demand. */
import { asApiError } from "./errors";
import { request } from "./request";

/** Webpack's error for a chunk that did not load; `request` is the URL of the chunk. */
interface ChunkLoadError extends Error {
  request: string;
}

const RELOADED_FOR = "reloaded-for";

export function isChunkLoadError(error: unknown): error is ChunkLoadError {
  return error instanceof Error && error.name === "ChunkLoadError" && "request" in error;
}

/**
 * Reloads the page if the server no longer has the chunk: a new version was deployed after the page was opened. Reloads
 * once per chunk, so that a broken deployment does not cause endless reloads. Returns whether the page reloads.
 */
export async function reloadAfterDeploy(error: unknown): Promise<boolean> {
  const reloads = isChunkLoadError(error) && (await isMissing(error.request)) && isFirstReload(error.request);
  if (reloads) location.reload();
  return reloads;
}

async function isMissing(url: string): Promise<boolean> {
  try {
    await request(url, { method: "HEAD", as: "anonymous" }, async () => null);
    return false;
  } catch (error) {
    return asApiError(error)?.isNotFound ?? false;
  }
}

function isFirstReload(url: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === url) return false;
    sessionStorage.setItem(RELOADED_FOR, url);
    return true;
  } catch {
    return false;
  }
}
