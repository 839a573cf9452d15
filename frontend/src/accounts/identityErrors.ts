import { ApiError, asApiError, errorMessage } from "../shared/apiError";
import { isChunkLoadError } from "../shared/chunks";

const WRONG_CREDENTIALS =
  "E-mail or password is not right. If you joined with Google, use the Google button.";
const USED_LINK = "This link has been used already, or it is too old. Ask for a new one.";

/** Messages for the user, by the identity provider's error code. */
const MESSAGES: Record<string, string> = {
  // The provider's settings decide which of these three codes it reveals.
  "auth/invalid-credential": WRONG_CREDENTIALS,
  "auth/wrong-password": WRONG_CREDENTIALS,
  "auth/user-not-found": WRONG_CREDENTIALS,
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
  "auth/expired-action-code": USED_LINK,
  "auth/invalid-action-code": USED_LINK,
};

/** The user closed Google's window, or opened a second one: no message is needed. */
const SILENT = new Set(["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"]);

const UNKNOWN = "The log-in service did not do that. Please try again in a moment.";
const NOT_LOADED = "A part of this page could not be loaded. Check your connection and try again.";

/** The message for the user about an error of the identity provider or the API; null if none is needed. */
export function identityErrorMessage(error: unknown): string | null {
  if (error instanceof ApiError) return errorMessage(error);
  if (isChunkLoadError(error)) return NOT_LOADED;
  const code = identityErrorCode(error);
  if (code === null) return errorMessage(error);
  return SILENT.has(code) ? null : (MESSAGES[code] ?? UNKNOWN);
}

/** Whether a retry may help: no response, a network error of the provider, or a chunk that did not load. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.isTransient;
  const code = identityErrorCode(error);
  return code === null || code === "auth/network-request-failed" || code === "auth/too-many-requests";
}

/** Whether the server rejects the login because the e-mail address is not verified. */
export function needsEmailVerification(error: unknown): boolean {
  return asApiError(error)?.code === "email_not_verified";
}

/** The code of an error of the identity provider; null for any other error. */
export function identityErrorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}
