import { pages } from "../../shared/paths";

const SCRIPT = "/dashboard/today-worker.js";

/** Lets the page open without a network. The browser asks the server for the worker's script each time, never its cache. */
export function registerWorker(): void {
  // A browser without workers, or a private window: the page works as long as it is open.
  navigator.serviceWorker?.register(SCRIPT, { scope: pages.today, updateViaCache: "none" }).catch(() => {});
}
