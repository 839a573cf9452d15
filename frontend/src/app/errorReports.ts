/** Reports errors of the client to the server, which removes personal data and logs them. */
import type { RootOptions } from "react-dom/client";
import { ApiError } from "../shared/api/errors";
import { request } from "../shared/api/request";
import type { RequestBody } from "../shared/api/types";
import { calls } from "../shared/paths";

type Kind = RequestBody<"POST", "/browserErrors">["kind"];

const MAX_REPORTS = 10;
const MAX_MESSAGE_LENGTH = 1000;
const MAX_STACK_LENGTH = 4000;

/** Reports uncaught errors and unhandled rejections. React passes errors that no boundary catches to the window. */
export function reportErrors(): void {
  window.addEventListener("error", ({ error }) => report("error", error));
  window.addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason));
}

/** Options of the React root: reports the errors that a boundary catches, which the router's boundaries also log. */
export const rootOptions: RootOptions = { onCaughtError: (error) => report("render", error) };

const reported = new Set<string>();

function report(kind: Kind, error: unknown): void {
  const message = String(error).slice(0, MAX_MESSAGE_LENGTH);
  // Without an error, the event is of a script of another site. An ApiError is a response of the server.
  if (!error || error instanceof ApiError || reported.has(message) || reported.size >= MAX_REPORTS) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? "").slice(0, MAX_STACK_LENGTH) : "";
  const body = { kind, message, stack, page: location.pathname };
  request(calls.browserErrors, { method: "POST", body, as: "anonymous" }).catch(() => {});
}
