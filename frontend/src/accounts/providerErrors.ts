import { ApiError, explain } from "../shared/apiError";
import { isMissingPart } from "../shared/parts";

const WRONG = "E-mail or password is not right. If you joined with Google, use the Google button.";
const SPENT = "This link has been used already, or it is too old. Ask for a new one.";

/** What to tell a person about the identity provider's refusals, by its own codes. */
const MESSAGES: Record<string, string> = {
  // Which of these comes depends on how much the provider gives away.
  "auth/invalid-credential": WRONG,
  "auth/wrong-password": WRONG,
  "auth/user-not-found": WRONG,
  "auth/invalid-email": "This is not an e-mail address. Look at it once more.",
  "auth/user-disabled": "This account has been closed. Please write to us if that is a mistake.",
  "auth/email-already-in-use":
    "There is an account with this e-mail already. Log in instead; if you joined with Google, use the Google button.",
  "auth/account-exists-with-different-credential":
    "There is an account with this e-mail already. Log in with e-mail and password.",
  "auth/weak-password": "This password is too easy to guess. Choose a longer one.",
  "auth/password-does-not-meet-requirements": "This password is too easy to guess. Choose a longer one.",
  "auth/too-many-requests":
    "There have been too many tries in a short time. Wait a few minutes, or set a new password.",
  "auth/user-mismatch": "That is another account than the one that you are logged in with.",
  "auth/user-token-expired": "Your log-in has ended. Log out, log in again, and try once more.",
  "auth/network-request-failed":
    "We could not reach the log-in service. Check your connection and try again.",
  "auth/popup-blocked":
    "The browser has blocked Google's window. Allow pop-ups for this site, then press the button again.",
  "auth/expired-action-code": SPENT,
  "auth/invalid-action-code": SPENT,
};

/** The person closed Google's window, or opened it a second time: nothing to tell. */
const SILENT = new Set(["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"]);

const UNKNOWN = "The log-in service did not do that. Please try again in a moment.";
const NOT_LOADED = "A part of this page could not be loaded. Check your connection and try again.";

/** What to tell a person about a failed log-in, registration or the like; null for nothing. */
export function explainIdentity(error: unknown): string | null {
  if (error instanceof ApiError) return explain(error);
  if (isMissingPart(error)) return NOT_LOADED;
  const code = codeOf(error);
  if (code === null) return explain(error);
  return SILENT.has(code) ? null : (MESSAGES[code] ?? UNKNOWN);
}

/** Whether trying again may help: no answer, or the provider's network trouble, or a part of the page that did not load. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.passing;
  const code = codeOf(error);
  return code === null || code === "auth/network-request-failed" || code === "auth/too-many-requests";
}

/** Whether the server waits for the person to prove that the e-mail address is theirs. */
export function wantsProof(error: unknown): boolean {
  return error instanceof ApiError && error.code === "email_not_verified";
}

/** The provider's own code of a failure; else null. */
export function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}
